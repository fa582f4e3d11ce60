/* System noise: when and for how long a rank loses its processing unit. Noise depends only on seed,
 * source and rank, so it is the same on every machine. */
#ifndef TN_CONTENTION_NOISE_H
#define TN_CONTENTION_NOISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"

enum tn_noise_process {
  TN_NOISE_PERIODIC, /* noises start every 1/rate seconds, the first at a random time */
  TN_NOISE_POISSON,  /* gaps between noises are exponential, with mean 1/rate seconds */
  TN_NOISE_INJECT,   /* one noise, at `at` */
  TN_NOISE_TRACE     /* recorded noises */
};

/* Relation of the times at which noises start on different ranks. Durations are drawn for each
 * rank. */
enum tn_noise_phase {
  TN_PHASE_INDEPENDENT, /* start times are drawn for each rank */
  /* start times are drawn once for all ranks, plus a delay for each rank between 0 and `spread` */
  TN_PHASE_SPREAD
};

struct tn_noise_source {
  enum tn_noise_process process;
  double rate; /* noises per second (periodic, poisson) */
  double at;   /* start in seconds (inject) */
  /* seconds: range of the durations, which are uniformly distributed; unused by a trace */
  double shortest, longest;
  int first_rank, last_rank; /* ranks with this noise, both included */
  /* true: noise stops a rank at once, even if it holds a lock; false: noise waits until the rank
   * has released the lock (preempt) */
  bool irq;
  enum tn_noise_phase phase;
  double spread; /* largest delay in seconds (TN_PHASE_SPREAD) */
  /* [2 * n_trace] start and duration of each noise in seconds, sorted; borrowed */
  const double *trace;
  int n_trace;
};

struct tn_noises {
  struct tn_noise_source *sources; /* [n], owned, as are the traces in them */
  int n;
  char *text; /* text of the option, for rows; may be NULL; owned */
};

/* Noises of one source on one rank, in order of time. */
struct tn_noise_stream {
  const struct tn_noise_source *source; /* borrowed */
  /* random numbers of this rank; random numbers that are the same on all ranks */
  struct tn_random random, common;
  /* seconds: start of the first noise (periodic) or of the last one (poisson) */
  double base;
  double later; /* the rank's delay in seconds */
  int n;        /* number of noises so far */
};

/* Returns the noises of one source on one rank, before the first draw. `index`: number of the
 * source in the run. */
struct tn_noise_stream tn_noise_stream_make(const struct tn_noise_source *source, int index,
                                            uint64_t seed, int rank);
/* Draws the next start and duration in seconds. Returns false after the last noise. */
bool tn_noise_stream_next(struct tn_noise_stream *stream, double *ret_start, double *ret_duration);

/* Returns the mean share of the time that the noises of an endless source (periodic, poisson) take;
 * 0 for other sources. The share must be below 1. */
double tn_noise_load(const struct tn_noise_source *source);

#endif
