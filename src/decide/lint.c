#include "lint.h"

GArray *tn_lint(enum tn_target target, const char *text, gsize length)
{
  GArray *flaws = tn_flaws_new();
  if (target == TN_FOR_OMPI_6_0)
    tn_lint_tuned_json(flaws, text, length);
  else if (target >= TN_FOR_MPICH_4_0)
    tn_lint_mpich(flaws, target, text, length);
  else
    tn_lint_classic(flaws, target, text, length);
  tn_flaws_sort(flaws);
  return flaws;
}
