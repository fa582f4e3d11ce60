/* Sampler: takes many short timings of several operations in alternation and computes their
 * statistics. */
#ifndef TN_REAL_SAMPLER_H
#define TN_REAL_SAMPLER_H

#include <stdbool.h>

/* Upper limit of samples per operation. */
enum { TN_SAMPLES = 4096 };

/* A sampler. Operations are numbered from 0; samples are in seconds. */
struct tn_sampler {
  int n_operations, n_turns;
  double end;      /* time, by tn_clock_now, at which sampling ends */
  int *n_samples;  /* [n_operations] number of samples */
  double *samples; /* [n_operations][TN_SAMPLES] seconds */
};

/* Starts a sampler that lasts for `seconds` seconds. Free it with tn_sampler_finish. */
void tn_sampler_init(struct tn_sampler *s, int n_operations, double seconds);
void tn_sampler_finish(struct tn_sampler *s);

/* Returns true if another turn should be made: at least 8 times, then until the time is over or
 * TN_SAMPLES samples are taken. */
bool tn_sampler_turn(struct tn_sampler *s);

/* Adds a sample of an operation; ignores samples beyond TN_SAMPLES. */
void tn_sampler_add(struct tn_sampler *s, int operation, double seconds);

/* Returns the undisturbed cost of an operation, in seconds: the minimum of each batch of 8
 * successive samples, and of these minima the median. NAN without samples. */
double tn_sampler_cost(const struct tn_sampler *s, int operation);

/* Returns the median of the samples of an operation, in seconds. It suits an operation that is
 * disturbed on purpose. NAN without samples. */
double tn_sampler_median(const struct tn_sampler *s, int operation);

/* Return the costs of all operations in ret[n_operations]; return their medians. Both finish the
 * sampler. */
void tn_sampler_costs(struct tn_sampler *s, double *ret);
void tn_sampler_medians(struct tn_sampler *s, double *ret);

#endif
