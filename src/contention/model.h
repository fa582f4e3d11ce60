/* The papers' closed forms, as `turnstile model` prints them. */
#ifndef TN_CONTENTION_MODEL_H
#define TN_CONTENTION_MODEL_H

#include <stdbool.h>
#include <stddef.h>

/* Symbols of the CMA paper, Table II, section II. */
struct tn_cma_model {
  double alpha;     /* start-up, s */
  double per_byte;  /* beta, s/byte */
  double pin_time;  /* l, s/page */
  double page_size; /* s, bytes */
  double gamma_a, gamma_b;
};

/* gamma_c = a c^2 + b c for c >= 2, 1 for c <= 1 (Table IV, whose polynomial is not 1
 * at c = 1). */
double tn_gamma(double a, double b, int callers);

/* alpha + n beta + l gamma_c ceil(n/s): one copy of n bytes with c concurrent callers (II). */
double tn_model_copy(const struct tn_cma_model *m, double bytes, int callers);

/* Cost of algorithm `name` of `collective` ("scatter", ...) with p ranks, n bytes per block (the
 * vector for bcast), throttle k (ignored where there is none), the real number of readers and
 * steps. The parts are split too: ret[4] = startup, lock, copy, sum. False when there is no closed
 * form for it. */
bool tn_model_collective(const struct tn_cma_model *m, const char *collective, const char *name,
                         int p, double n, int k, double ret[4]);

#endif
