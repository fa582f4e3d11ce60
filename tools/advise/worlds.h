/* Worlds: predictions under other values of the uncertain parameters of a platform, all at a time. */
#ifndef TN_TOOLS_ADVISE_WORLDS_H
#define TN_TOOLS_ADVISE_WORLDS_H

#include "problem.h"
#include "study/setup.h"

/* Returns "alpha=612ns" for each parameter of the setup whose value has a stated error or range, in world number
 * `world` of `n_worlds`. A stated error is what nine of ten values lie within; of a range any
 * value is as likely (of its logarithm). Each parameter has a value in each n-th part of its
 * distribution once (Latin hypercube: McKay, Beckman, Conover, 1979). Transfer full. */
GPtrArray *tn_world_draw(const struct tn_setup *setup, guint world, guint n_worlds);

/* Returns the logarithm of each world's time over the predicted one's: [items * *ret_n], to be freed. `rows` are
 * predictions as they are, `moved` those in worlds that their overrides tell apart, at some ranks and sizes.
 * Between these it is linear in their logarithms, beyond these as at the nearest; 0 where the choice is
 * not known. */
double *tn_worlds_of(const struct tn_problem *p, const GPtrArray *rows, const GPtrArray *moved,
                     int *ret_n);

#endif
