/* Finds how much memory one page lock of the kernel covers, from the times of two readers. */
#ifndef TN_REAL_LOCKSCOPE_H
#define TN_REAL_LOCKSCOPE_H

#include <stdbool.h>

#include "platform/platform.h"

/* Pages that two readers read at the same time, in the order of increasing distance. TN_LOCK_ALONE:
 * there is one reader. */
enum tn_lock_case {
  TN_LOCK_ALONE,
  TN_LOCK_SAME_PAGES,
  TN_LOCK_SAME_TABLE,  /* different pages of one process that the same page-table page maps */
  TN_LOCK_OTHER_TABLE, /* pages of one process that two page-table pages map */
  TN_LOCK_OTHER_PROCESS,
  TN_N_LOCK_CASES
};
/* Names of the findings, for example "lock.same-table". */
extern const char *const tn_lock_case_names[TN_N_LOCK_CASES];

/* Derives the lock scope from seconds[TN_N_LOCK_CASES] per page. Slowdowns are relative to readers
 * of two processes. There is a lock if readers of one page-table page are slower by a tenth. It
 * covers the process if readers of two page-table pages are slowed down at least half as much.
 * Returns false if a time is not positive. */
bool tn_lock_scope_of(const double *seconds, enum tn_lock_scope *ret);

#endif
