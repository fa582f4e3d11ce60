/* The messages that a platform was fitted to, in the simulator itself. */
#ifndef TN_COMPARE_FIT_CHECK_H
#define TN_COMPARE_FIT_CHECK_H

#include "fit.h"

/* The mechanism that messages go by under an assumption. */
enum tn_mechanism tn_fit_mechanism(enum tn_fit_assumption assumption);

/* Simulates osu_latency for every message among the points, with overrides[n_overrides]: the
 * pattern message-pingpong with blocking sends, half a round trip of rank 0 after enough calls to
 * have used every slot. ret_seconds[points->len] are NAN for trees; ret_read[TN_N_PARAMS] (NULL:
 * not asked for) are the parameters that a message depends on. False and *error when a message
 * cannot be simulated on the platform. */
bool tn_fit_check(const struct tn_platform *pf, const GArray *points, enum tn_mechanism mechanism,
                  const struct tn_override *overrides, int n_overrides, double *ret_seconds,
                  bool *ret_read, GError **error);

#endif
