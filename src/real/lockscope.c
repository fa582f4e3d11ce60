#include "lockscope.h"

#include <math.h>

const char *const tn_lock_case_names[TN_N_LOCK_CASES] = {
  "lock.alone", "lock.same-pages", "lock.same-table", "lock.other-table", "lock.other-process",
};

bool tn_lock_scope_of(const double *seconds, enum tn_lock_scope *ret)
{
  for (int i = 0; i < TN_N_LOCK_CASES; i++)
    if (!(isfinite(seconds[i]) && seconds[i] > 0))
      return false;
  const double free = seconds[TN_LOCK_OTHER_PROCESS];
  const double loss = seconds[TN_LOCK_SAME_TABLE] / free - 1;
  const double further = seconds[TN_LOCK_OTHER_TABLE] / free - 1;
  if (loss < 0.1)
    *ret = TN_SCOPE_NONE;
  else
    *ret = further >= 0.5 * loss ? TN_SCOPE_PROCESS : TN_SCOPE_PAGETABLE;
  return true;
}
