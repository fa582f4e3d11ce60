/* The textbook predictor that compare measures its skill against: T = m alpha + f n beta, with m
 * messages and f n bytes along the longest chain of an algorithm (Hockney's model as Thakur,
 * Rabenseifner and Gropp 2005 use it). It knows no contention, no distance and no waiting. */
#ifndef TN_COMPARE_HOCKNEY_H
#define TN_COMPARE_HOCKNEY_H

#include <stdbool.h>

#include "base/steps.h"
#include "platform/platform.h"
#include "study/values.h"

/* A message of one kind: alpha in seconds, beta in seconds per byte; sum: further seconds per byte
 * of a reduction. */
struct tn_hockney {
  double alpha, beta, sum;
};

/* The straight line through one message's cost over 1 B .. 4 MiB by powers of two, least squares of
 * the relative error, the mean over all pairs of ranks. A message costs what the closed forms say
 * that platforms are fitted with (fit.h), with all parameters that they have. */
struct tn_hockney tn_hockney_fit(const double *values, const struct tn_places *places,
                                 enum tn_step_kind kind);

/* What a row's algorithm does with p ranks; false where its entry gives no form for that. `params`
 * is the row's. */
bool tn_hockney_steps(const char *collective, const char *algorithm, const struct tn_values *params,
                      int p, size_t bytes, struct tn_steps *ret_steps);

/* Seconds of the steps, whatever goes on beside them; `h` by their kind. */
double tn_hockney_time(const struct tn_hockney h[TN_N_STEP_KINDS], const struct tn_steps *steps);

#endif
