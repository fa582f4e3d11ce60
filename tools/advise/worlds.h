/* Worlds: predictions with all uncertain parameters of a platform perturbed at the same time. */
#ifndef TN_TOOLS_ADVISE_WORLDS_H
#define TN_TOOLS_ADVISE_WORLDS_H

#include "problem.h"
#include "study/setup.h"

/* Returns "alpha=612ns" for each parameter of the setup that has a stated error or a range, in
 * world number `world` of `n_worlds`. A stated error contains the true value in nine of ten cases;
 * the values of a range are uniform in their logarithm. Each n-th part of a parameter's
 * distribution is drawn once (Latin hypercube: McKay, Beckman, Conover, 1979). Transfer full. */
GPtrArray *tn_world_draw(const struct tn_setup *setup, guint world, guint n_worlds);

/* Returns log(time in a world / predicted time) as an array [items * *ret_n] for *ret_n worlds; the
 * caller frees the array. `rows`: predictions with the platform's parameters. `moved`: predictions
 * of worlds at some ranks and sizes; their overrides identify the world. The function interpolates
 * linearly in the logarithms of ranks and sizes, takes the nearest point outside the range of the
 * predictions, and returns 0 if a world lacks the choice. */
double *tn_worlds_of(const struct tn_problem *p, const GPtrArray *rows, const GPtrArray *moved,
                     int *ret_n);

#endif
