/* Worlds: other values that the uncertain parameters of a platform may have, all at a time. */
#ifndef TN_TOOLS_ADVISE_DRAW_WORLDS_H
#define TN_TOOLS_ADVISE_DRAW_WORLDS_H

#include "study/setup.h"

/* "alpha=612ns" for each parameter of the setup whose value has a stated error or range, in world number
 * `world` of `n_worlds`. A stated error is what nine of ten values lie within; of a range any
 * value is as likely (of its logarithm). Each parameter has a value in each n-th part of its
 * distribution once (Latin hypercube: McKay, Beckman, Conover, 1979). Transfer full. */
GPtrArray *tn_world_draw(const struct tn_setup *setup, guint world, guint n_worlds);

#endif
