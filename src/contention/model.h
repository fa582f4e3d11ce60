/* Closed forms of the CMA paper, for `turnstile run --closed-form`. */
#ifndef TN_CONTENTION_MODEL_H
#define TN_CONTENTION_MODEL_H

#include <stdbool.h>

#include "base/steps.h"
#include "lock.h"

/* Symbols of the CMA paper (Table II, section II). */
struct tn_cma_model {
  double alpha;     /* start-up, seconds */
  double per_byte;  /* beta, seconds per byte */
  double pin_time;  /* l, seconds per page */
  double page_size; /* the paper's s, bytes */
  double gamma_a, gamma_b;
  struct tn_lock_law lock; /* replaces gamma_a and gamma_b if its `lines` > 0 */
  double latency;          /* mean seconds to transfer a line between two ranks */
  double per_sum;          /* seconds per byte to add received bytes; 0: unknown */
};

/* Parts of a time, in seconds; the first five add up to the time. */
struct tn_cost {
  double startup, lock, copy;
  double sum;
  double compute; /* computation that does not overlap other steps */
  /* not parts: the whole computation, and the call without it; 0: no computation */
  double computed, alone;
};

double tn_cost_sum(const struct tn_cost *cost);

/* Returns the seconds of a copy of n bytes with c callers (section II): alpha + n beta + l gamma_c
 * ceil(n/s). */
double tn_model_copy(const struct tn_cma_model *m, double bytes, int callers);

/* Computes the cost of an algorithm's steps. A message costs a single copy. Returns false if the
 * model has no cost: for steps other than kernel copies, sums and messages of a chain, and for
 * algorithms that the paper does not have. */
bool tn_model_steps(const struct tn_cma_model *m, const struct tn_steps *steps,
                    struct tn_cost *ret_cost);

#endif
