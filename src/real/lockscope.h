/* Scope of one page lock of the running kernel, from the times of two readers. */
#ifndef TN_REAL_LOCKSCOPE_H
#define TN_REAL_LOCKSCOPE_H

#include <stdbool.h>

#include "platform/platform.h"

/* Locations of two readers, in increasing distance. */
enum tn_lock_case {
  TN_LOCK_ALONE, /* one reader */
  TN_LOCK_SAME_PAGES,
  TN_LOCK_SAME_TABLE,  /* other pages of the same page-table page */
  TN_LOCK_OTHER_TABLE, /* another page-table page of the same process */
  TN_LOCK_OTHER_PROCESS,
  TN_N_LOCK_CASES
};
/* Names of findings, for example "lock.same-table". */
extern const char *const tn_lock_case_names[TN_N_LOCK_CASES];

/* Derives the lock scope from seconds[TN_N_LOCK_CASES] per page. Readers of two processes share no
 * page lock and are the reference. A lock exists if readers of one page-table page lose a tenth or
 * more. It covers the process if readers of two page-table pages lose at least half as much.
 * Returns false if a time is not positive. */
bool tn_lock_scope_of(const double *seconds, enum tn_lock_scope *ret);

#endif
