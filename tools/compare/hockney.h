/* The textbook predictor that compare measures its skill against: T = m alpha + f n beta, with m
 * messages and f n bytes along the longest chain of an algorithm (Hockney's model as Thakur,
 * Rabenseifner and Gropp 2005 use it). It knows no contention, no distance and no waiting. */
#ifndef TN_TOOLS_HOCKNEY_H
#define TN_TOOLS_HOCKNEY_H

#include <stdbool.h>

#include "platform/platform.h"

/* alpha in seconds, beta in seconds per byte. */
struct tn_hockney {
  double alpha, beta;
};

/* The straight line through one message's cost in the simulator's own terms (kernel: one kernel
 * copy, else a message with its software, flags and eager or single copy), over 1 B .. 4 MiB by
 * powers of two, least squares of the relative error. Distances are the mean over all pairs of
 * ranks. */
struct tn_hockney tn_hockney_fit(const double *values, const struct tn_places *places, bool kernel);

/* Seconds of an algorithm with p ranks and n bytes; NAN where this table has no form: an algorithm
 * that is not in it, or segments. `params` is a row's. */
double tn_hockney_time(const struct tn_hockney *h, const char *collective, const char *algorithm,
                       const char *params, int p, double n);

/* Whether the algorithm moves its data by kernel copies of its own. */
bool tn_hockney_is_kernel(const char *collective, const char *algorithm);

#endif
