/* Contest: several members perform the same operation at the same time.
 *
 * On a busy machine, members that should overlap may run one after the other. Therefore each member
 * publishes the number of its calls, and a sample counts only if the others made progress during
 * it. */
#ifndef TN_REAL_CONTEST_H
#define TN_REAL_CONTEST_H

#include <stdatomic.h>

#include "team.h"

/* State that one member publishes, in shared memory that is zero at first. */
struct tn_contest_lane {
  _Alignas(128) _Atomic unsigned n_calls;
  _Atomic int is_done; /* 1 if the member has all its samples or has given up */
};

struct tn_contest {
  struct tn_contest_lane *lanes; /* [team->n] */
  const unsigned char *plays;    /* [team->n] 1 if the member takes part */
  /* performs one call and returns its seconds */
  double (*operate)(struct tn_member *m, void *context);
  void *context;
};

/* Returns the median of the member's samples, in seconds, over about `seconds` seconds. The member
 * continues until all members are done, so that the others' samples have contenders. If the member
 * is alone, every sample counts. Returns NAN if the others hardly ever ran at the same time. */
double tn_contest_median(struct tn_member *m, const struct tn_contest *contest, double seconds);

#endif
