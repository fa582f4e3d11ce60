/* The textbook predictor that compare measures its skill against: T = m alpha + f n beta, with m
 * messages and f n bytes along the longest chain of an algorithm (Hockney's model as Thakur,
 * Rabenseifner and Gropp 2005 use it). It knows no contention, no distance and no waiting. */
#ifndef TN_TOOLS_HOCKNEY_H
#define TN_TOOLS_HOCKNEY_H

#include <stdbool.h>

#include "platform/platform.h"

/* What one message of an algorithm is. */
enum tn_hockney_kind {
  TN_HOCKNEY_MESSAGE, /* point-to-point: software, flags, the way through shared memory or a copy */
  TN_HOCKNEY_KERNEL,  /* one kernel copy */
  TN_HOCKNEY_MAPPED,  /* a flag, a look-up, and loads from mapped memory */
  TN_N_HOCKNEY_KINDS
};

/* alpha in seconds, beta in seconds per byte; sum: further seconds per byte of a reduction. */
struct tn_hockney {
  double alpha, beta, sum;
};

/* The straight line through one message's cost over 1 B .. 4 MiB by powers of two, least squares of
 * the relative error, the mean over all pairs of ranks. A message costs what the closed forms say
 * that platforms are fitted with (fit.h), with all parameters that they have. */
struct tn_hockney tn_hockney_fit(const double *values, const struct tn_places *places,
                                 enum tn_hockney_kind kind);

/* Seconds of an algorithm with p ranks and n bytes; NAN where this table has no form: an algorithm
 * that is not in it, or segments. `params` is a row's. */
double tn_hockney_time(const struct tn_hockney *h, const char *collective, const char *algorithm,
                       const char *params, int p, double n);

/* How the algorithm moves its data. */
enum tn_hockney_kind tn_hockney_kind_of(const char *collective, const char *algorithm);

#endif
