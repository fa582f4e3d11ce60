/* Sampler: many short timings of several operations in alternation, and their statistics. */
#ifndef TN_REAL_SAMPLER_H
#define TN_REAL_SAMPLER_H

#include <stdbool.h>

/* Upper limit of samples per operation. */
enum { TN_SAMPLES = 4096 };

/* Operations are numbered from 0; samples are in seconds. */
struct tn_sampler {
  int n_operations, n_turns;
  double end;      /* time of tn_clock_now */
  int *n_samples;  /* [n_operations] */
  double *samples; /* [n_operations][TN_SAMPLES] */
};

/* Starts a sampler that lasts for so many seconds. Free it with tn_sampler_finish. */
void tn_sampler_init(struct tn_sampler *s, int n_operations, double seconds);
void tn_sampler_finish(struct tn_sampler *s);

/* Returns true for 8 turns at least, then until the time is over or TN_SAMPLES are taken. */
bool tn_sampler_turn(struct tn_sampler *s);

/* Adds a sample of an operation; drops samples beyond TN_SAMPLES. */
void tn_sampler_add(struct tn_sampler *s, int operation, double seconds);

/* Returns the undisturbed cost of an operation: the median over batches of 8 successive samples of
 * each batch's minimum. NAN without samples. */
double tn_sampler_cost(const struct tn_sampler *s, int operation);

/* Returns the median cost of an operation that is disturbed on purpose. NAN without samples. */
double tn_sampler_median(const struct tn_sampler *s, int operation);

/* Return the costs or medians of all operations in ret[n_operations]; finish the sampler. */
void tn_sampler_costs(struct tn_sampler *s, double *ret);
void tn_sampler_medians(struct tn_sampler *s, double *ret);

#endif
