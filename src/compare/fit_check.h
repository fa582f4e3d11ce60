/* The messages that a platform was fitted to, in the simulator itself. */
#ifndef TN_COMPARE_FIT_CHECK_H
#define TN_COMPARE_FIT_CHECK_H

#include "fit.h"

/* Simulates osu_latency for every message among the points: the pattern message-pingpong with
 * blocking sends, half a round trip of rank 0 after enough calls to have used every slot.
 * ret_seconds[points->len] are NAN for trees. False and *error when a message cannot be simulated on
 * the platform. */
bool tn_fit_check(const struct tn_platform *pf, const GArray *points, enum tn_mechanism mechanism,
                  double *ret_seconds, GError **error);

#endif
