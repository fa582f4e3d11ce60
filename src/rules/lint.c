#include "lint.h"

GArray *tn_lint(enum tn_target target, const char *text, gsize length)
{
  GArray *flaws = tn_flaws_new();
  tn_lint_read(flaws, NULL, target, text, length);
  tn_flaws_sort(flaws);
  return flaws;
}

bool tn_lint_read(GArray *flaws, GArray *told, enum tn_target target, const char *text,
                  gsize length)
{
  static tn_linter *const linters[] = {
    [TN_FORMAT_CLASSIC] = tn_lint_classic, [TN_FORMAT_TUNED_JSON] = tn_lint_tuned_json,
    [TN_FORMAT_MPICH] = tn_lint_mpich,     [TN_FORMAT_UCC] = tn_lint_ucc,
    [TN_FORMAT_MCA] = tn_lint_mca,         [TN_FORMAT_UCX] = tn_lint_ucx,
  };
  return linters[tn_target_format(target)](flaws, told, target, text, length);
}
