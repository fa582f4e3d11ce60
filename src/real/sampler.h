/* Takes many short timings of several operations in alternation, and computes their statistics. */
#ifndef TN_REAL_SAMPLER_H
#define TN_REAL_SAMPLER_H

#include <stdbool.h>

enum { TN_SAMPLES = 4096 };

/* Operations are numbered from 0; samples are seconds. */
struct tn_sampler {
  int n_operations, n_turns;
  double end;      /* time (tn_clock_now) at which sampling ends */
  int *n_samples;  /* [n_operations] number of samples */
  double *samples; /* [n_operations][TN_SAMPLES] seconds */
};

/* Starts a sampler that lasts for `seconds` seconds. Free it with tn_sampler_finish. */
void tn_sampler_init(struct tn_sampler *s, int n_operations, double seconds);
void tn_sampler_finish(struct tn_sampler *s);

/* Returns true if each operation shall be sampled once more (a turn): for at least 8 turns, then
 * until time `end` or TN_SAMPLES turns. */
bool tn_sampler_turn(struct tn_sampler *s);

/* Adds a sample, unless the operation has TN_SAMPLES already. */
void tn_sampler_add(struct tn_sampler *s, int operation, double seconds);

/* Returns the undisturbed seconds of an operation: the median of the minima of each 8 successive
 * samples. NAN without samples. */
double tn_sampler_cost(const struct tn_sampler *s, int operation);

/* Returns the median seconds of an operation that is disturbed on purpose. NAN without samples. */
double tn_sampler_median(const struct tn_sampler *s, int operation);

/* Sets ret[n_operations] to each operation's tn_sampler_cost or tn_sampler_median, and finishes the
 * sampler. */
void tn_sampler_costs(struct tn_sampler *s, double *ret);
void tn_sampler_medians(struct tn_sampler *s, double *ret);

#endif
