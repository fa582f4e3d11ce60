/* Closed forms of the CMA paper, for `turnstile run --closed-form`. */
#ifndef TN_CONTENTION_MODEL_H
#define TN_CONTENTION_MODEL_H

#include <stdbool.h>

#include "base/steps.h"
#include "lock.h"

/* Symbols of the CMA paper (Table II, section II). */
struct tn_cma_model {
  double alpha;     /* start-up, s */
  double per_byte;  /* beta, s/byte */
  double pin_time;  /* l, s/page */
  double page_size; /* s, bytes */
  double gamma_a, gamma_b;
  struct tn_lock_law lock; /* replaces gamma_a and gamma_b if its `lines` > 0 */
  double latency;          /* mean latency of a line between two ranks, s */
  double per_sum;          /* s/byte to add received bytes; 0: unknown */
};

/* Parts of a time, in seconds; the first five add up to it. */
struct tn_cost {
  double startup, lock, copy;
  double sum;
  double compute; /* computation that does not overlap other steps */
  /* not parts: the whole computation, and the call without it; 0: none */
  double computed, alone;
};

double tn_cost_sum(const struct tn_cost *cost);

/* Returns the seconds of a copy of n bytes with c callers (section II): alpha + n beta + l gamma_c
 * ceil(n/s). */
double tn_model_copy(const struct tn_cma_model *m, double bytes, int callers);

/* Computes the cost of an algorithm's steps. Returns false for steps other than kernel copies, sums
 * and messages of a chain, or without a cost in the paper. A message costs a single copy. */
bool tn_model_steps(const struct tn_cma_model *m, const struct tn_steps *steps,
                    struct tn_cost *ret_cost);

#endif
