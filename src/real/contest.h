/* Contest: the same operation by several members at the same time.
 *
 * On a busy machine, members that should overlap may run one after the other. Therefore each member
 * publishes its number of calls, and a sample counts only if the others progressed during it. */
#ifndef TN_REAL_CONTEST_H
#define TN_REAL_CONTEST_H

#include <stdatomic.h>

#include "team.h"

/* Published state of one member, in zeroed shared memory. */
struct tn_contest_lane {
  _Alignas(128) _Atomic unsigned n_calls;
  _Atomic int is_done; /* 1 if the member has its samples or has given up */
};

struct tn_contest {
  struct tn_contest_lane *lanes; /* [team->n] */
  const unsigned char *plays;    /* [team->n] 1 for members that take part */
  /* performs one call and returns its seconds */
  double (*operate)(struct tn_member *m, void *context);
  void *context;
};

/* Returns the median of the member's samples over about `seconds`. It continues until all members
 * are done, so that all samples have contenders. A member alone counts every sample. Returns NAN if
 * the others hardly ever ran at the same time. */
double tn_contest_median(struct tn_member *m, const struct tn_contest *contest, double seconds);

#endif
