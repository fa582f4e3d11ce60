/* Worlds: predictions with all uncertain parameters perturbed at once. */
#ifndef TN_TOOLS_ADVISE_WORLDS_H
#define TN_TOOLS_ADVISE_WORLDS_H

#include "problem.h"
#include "study/setup.h"

/* Returns "alpha=612ns" for each uncertain parameter in one of `n_worlds` worlds. A stated error
 * contains the true value in nine of ten cases; ranges are uniform in the logarithm. Each n-th part
 * of a distribution is drawn once (Latin hypercube: McKay, Beckman, Conover, 1979). Transfer
 * full. */
GPtrArray *tn_world_draw(const struct tn_setup *setup, guint world, guint n_worlds);

/* Returns log(time in a world / predicted time), [items * *ret_n] for *ret_n worlds; g_free.
 * `rows`: predictions with the platform's parameters; `moved`: those of the worlds at some ranks
 * and sizes, with overrides that identify the world. Interpolates linearly in log ranks and log
 * sizes, takes the nearest point outside their range, and 0 if a world lacks the choice. */
double *tn_worlds_of(const struct tn_problem *p, const GPtrArray *rows, const GPtrArray *moved,
                     int *ret_n);

#endif
