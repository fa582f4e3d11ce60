#include "lint.h"

GArray *tn_lint(enum tn_target target, const char *text, gsize length)
{
  GArray *flaws = tn_flaws_new();
  switch (tn_target_format(target)) {
  case TN_FORMAT_CLASSIC:
    tn_lint_classic(flaws, target, text, length);
    break;
  case TN_FORMAT_TUNED_JSON:
    tn_lint_tuned_json(flaws, text, length);
    break;
  case TN_FORMAT_MPICH:
    tn_lint_mpich(flaws, target, text, length);
    break;
  case TN_FORMAT_UCC:
    tn_lint_ucc(flaws, text, length);
    break;
  case TN_FORMAT_MCA:
    tn_lint_mca(flaws, text, length);
    break;
  case TN_FORMAT_UCX:
    tn_lint_ucx(flaws, text, length);
    break;
  }
  tn_flaws_sort(flaws);
  return flaws;
}
