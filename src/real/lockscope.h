/* What one page lock of the running kernel covers, judged by times of two readers. */
#ifndef TN_REAL_LOCKSCOPE_H
#define TN_REAL_LOCKSCOPE_H

#include <stdbool.h>

#include "platform/platform.h"

/* Where two readers read, the farther apart the further down. */
enum tn_lock_case {
  TN_LOCK_ALONE, /* one reader */
  TN_LOCK_SAME_PAGES,
  TN_LOCK_SAME_TABLE,  /* other pages of the same page-table page */
  TN_LOCK_OTHER_TABLE, /* another page-table page of the same process */
  TN_LOCK_OTHER_PROCESS,
  TN_N_LOCK_CASES
};
/* Names of findings, e.g. "lock.same-table". */
extern const char *const tn_lock_case_names[TN_N_LOCK_CASES];

/* seconds[TN_N_LOCK_CASES] per page. Readers of two processes share no page lock: what they lose to
 * each other is no lock, and the others are judged against them. A lock is there at all when
 * readers of one page-table page lose a tenth or more; it covers what loses at least half as much
 * as they do. False when a time is not positive. */
bool tn_lock_scope_of(const double *seconds, enum tn_lock_scope *ret);

#endif
