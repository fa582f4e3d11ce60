/* The same operation by several members at the same time.
 *
 * On a machine that does other work too, members that are meant to meet may run one after the
 * other. Each counts its calls where the others see it, and a sample is kept only when the others
 * got on with theirs while it was taken. */
#ifndef TN_REAL_CONTEST_H
#define TN_REAL_CONTEST_H

#include <stdatomic.h>

#include "team.h"

/* What one member shows the others; in the memory that all share, zeroed. */
struct tn_contest_lane {
  _Alignas(128) _Atomic unsigned n_calls;
  _Atomic int is_done; /* it has its samples, or has given them up */
};

struct tn_contest {
  struct tn_contest_lane *lanes; /* [team->n] */
  const unsigned char *plays;    /* [team->n]: whether that member takes part */
  double (*operate)(struct tn_member *m, void *context); /* one timed call: seconds */
  void *context;
};

/* The median of the member's samples, over about so many seconds; it goes on until all have theirs,
 * so that nobody is alone at the end. Alone, it keeps every sample. NAN when the others hardly ever
 * ran at the same time. */
double tn_contest_median(struct tn_member *m, const struct tn_contest *contest, double seconds);

#endif
