/* The CMA paper's closed forms, as `turnstile run --closed-form` prints them. */
#ifndef TN_CONTENTION_MODEL_H
#define TN_CONTENTION_MODEL_H

#include <stdbool.h>

#include "base/steps.h"
#include "lock.h"

/* Symbols of the CMA paper, Table II, section II. */
struct tn_cma_model {
  double alpha;     /* start-up, s */
  double per_byte;  /* beta, s/byte */
  double pin_time;  /* l, s/page */
  double page_size; /* s, bytes */
  double gamma_a, gamma_b;
  struct tn_lock_law lock; /* of hand-overs where its `lines` > 0, in place of gamma_a, gamma_b */
  double latency;          /* mean of one cache line between two ranks, s */
  double per_sum;          /* s/byte of a sum; 0: not known */
};

/* Parts of a time, in seconds. */
struct tn_cost {
  double startup, lock, copy;
  double sum;             /* adding */
  double compute;         /* of a computation, what nothing else went on beside */
  double computed, alone; /* all of the computation, and all but it, not parts; 0: nothing is
                              computed */
};

double tn_cost_sum(const struct tn_cost *cost);

/* alpha + n beta + l gamma_c ceil(n/s): one copy of n bytes with c concurrent callers (II). */
double tn_model_copy(const struct tn_cma_model *m, double bytes, int callers);

/* What the steps of an algorithm cost. False when they are not all kernel copies, sums and a chain's
 * messages, or when the paper gives no cost for them. The caller knows that messages are copied once. */
bool tn_model_steps(const struct tn_cma_model *m, const struct tn_steps *steps,
                    struct tn_cost *ret_cost);

#endif
