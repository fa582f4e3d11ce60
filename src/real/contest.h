/* Measures an operation that several members of a team perform at the same time.
 *
 * A busy machine may run members one after the other. So members publish their number of calls, and
 * a sample counts only if the other members progressed during it. */
#ifndef TN_REAL_CONTEST_H
#define TN_REAL_CONTEST_H

#include <stdatomic.h>

#include "team.h"

/* State of one member, in shared memory that is zero at first. */
struct tn_contest_lane {
  _Alignas(128) _Atomic unsigned n_calls;
  _Atomic int is_done; /* 1 if the member has all samples or has given up */
};

struct tn_contest {
  struct tn_contest_lane *lanes; /* [team->n] */
  /* [team->n] 1 if the member takes part in the contest, otherwise 0 */
  const unsigned char *plays;
  /* performs one call and returns its seconds */
  double (*operate)(struct tn_member *m, void *context);
  void *context;
};

/* Returns the median time of the member's calls in seconds, measured for about `seconds`. Members
 * continue until all have their samples, so that each call meets contention. If a member is alone,
 * every sample counts. Returns NAN if the others hardly ever ran at the same time. */
double tn_contest_median(struct tn_member *m, const struct tn_contest *contest, double seconds);

#endif
