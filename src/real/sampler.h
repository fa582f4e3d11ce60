/* Many short timings of several operations by turns, and what to make of them. */
#ifndef TN_REAL_SAMPLER_H
#define TN_REAL_SAMPLER_H

#include <stdbool.h>

/* Timings that are kept of one operation, at most. */
enum { TN_SAMPLES = 4096 };

/* Operations are numbered from 0; their samples are in seconds. */
struct tn_sampler {
  int n_operations, n_turns;
  double end;      /* on the clock of tn_clock_now */
  int *n_samples;  /* [n_operations] */
  double *samples; /* [n_operations][TN_SAMPLES] */
};

/* Begins now and lasts for so many seconds. tn_sampler_finish. */
void tn_sampler_init(struct tn_sampler *s, int n_operations, double seconds);
void tn_sampler_finish(struct tn_sampler *s);

/* Whether there shall be another turn: at least 8, then until time is up or nothing more fits. */
bool tn_sampler_turn(struct tn_sampler *s);

/* Adds a sample of an operation; those beyond TN_SAMPLES are dropped. */
void tn_sampler_add(struct tn_sampler *s, int operation, double seconds);

/* The cost of an operation that nobody disturbs: the median over batches of 8 successive samples of
 * each batch's least. NAN without samples. */
double tn_sampler_cost(const struct tn_sampler *s, int operation);

/* The cost of an operation that is disturbed on purpose: the median. NAN without samples. */
double tn_sampler_median(const struct tn_sampler *s, int operation);

/* The same of all operations, ret[n_operations]; finishes the sampler. */
void tn_sampler_costs(struct tn_sampler *s, double *ret);
void tn_sampler_medians(struct tn_sampler *s, double *ret);

#endif
