/* Worlds: predictions with all uncertain parameters perturbed at once. */
#ifndef TN_TOOLS_ADVISE_WORLDS_H
#define TN_TOOLS_ADVISE_WORLDS_H

#include "problem.h"
#include "study/setup.h"

/* Returns the value of each uncertain parameter (struct tn_override) in one of `n_worlds` worlds. A
 * stated error contains the true value in nine of ten cases; ranges are uniform in the logarithm.
 * Each n-th part of a distribution is drawn once (Latin hypercube: McKay, Beckman, Conover, 1979).
 * Transfer full. */
GArray *tn_world_draw(const struct tn_setup *setup, guint world, guint n_worlds);

/* Returns the predictions (struct tn_row, borrowed) that are repeated in each world: some ranks and
 * sizes, one state of the buffers, and one of those with equal times. A choice that takes much
 * longer than the fastest one around them cannot win and is not repeated there. Transfer
 * container. */
GPtrArray *tn_worlds_rows(const GPtrArray *rows);

/* Returns log(time in a world / predicted time), [items * *ret_n] for *ret_n worlds; g_free.
 * `rows`: predictions with the platform's parameters; `moved`: those of tn_worlds_rows, with
 * overrides that identify the world. Interpolates linearly in log ranks and log sizes. Where a
 * world lacks a choice it takes the choice's nearest ranks and size, and 0 if there are none. */
double *tn_worlds_of(const struct tn_problem *p, const GPtrArray *rows, const GPtrArray *moved,
                     int *ret_n);

#endif
