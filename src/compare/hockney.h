/* Textbook model, a reference for compare: T = m alpha + f n beta, with m messages and f n bytes on
 * the longest chain (Hockney's model, as used by Thakur, Rabenseifner and Gropp 2005). Ignores
 * contention, distance and waiting. */
#ifndef TN_COMPARE_HOCKNEY_H
#define TN_COMPARE_HOCKNEY_H

#include <stdbool.h>

#include "base/steps.h"
#include "platform/platform.h"
#include "study/values.h"

/* Message costs: alpha in seconds, beta in seconds per byte; sum: additional seconds per reduced
 * byte. */
struct tn_hockney {
  double alpha, beta, sum;
};

/* Fits a line to the cost of one message of 1 B .. 4 MiB (powers of two) by least relative squares.
 * The cost is the mean over all pairs of ranks by fit.h's closed forms. */
struct tn_hockney tn_hockney_fit(const double *values, const struct tn_places *places,
                                 enum tn_step_kind kind);

/* Computes the steps of a row's algorithm with p ranks. Returns false if the algorithm has no
 * closed form for p ranks. */
bool tn_hockney_steps(const char *collective, const char *algorithm, const struct tn_values *params,
                      int p, size_t bytes, struct tn_steps *ret_steps);

/* Returns the time of the steps in seconds, without overlap; `h` is indexed by the kind of step. */
double tn_hockney_time(const struct tn_hockney h[TN_N_STEP_KINDS], const struct tn_steps *steps);

#endif
