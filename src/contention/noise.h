/* System noise: the times at which a rank loses its processing unit, and the durations. They depend
 * only on the seed, the source and the rank, and are the same on every machine. */
#ifndef TN_CONTENTION_NOISE_H
#define TN_CONTENTION_NOISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"

enum tn_noise_process {
  TN_NOISE_PERIODIC, /* a noise every 1/rate seconds, with a random first start */
  TN_NOISE_POISSON,  /* exponentially distributed gaps with mean 1/rate seconds */
  TN_NOISE_INJECT,   /* one noise at the time `at` */
  TN_NOISE_TRACE     /* recorded noises */
};

/* Relation between the start times of the ranks' noises. Durations are drawn for each rank. */
enum tn_noise_phase {
  TN_PHASE_INDEPENDENT, /* start times are drawn for each rank */
  /* start times are drawn once for all ranks; for each rank a delay between 0 and `spread` is drawn
   * and added to them */
  TN_PHASE_SPREAD
};

struct tn_noise_source {
  enum tn_noise_process process;
  double rate; /* noises per second; used by periodic and poisson */
  double at;   /* time of the noise in seconds; used by inject */
  /* seconds: range of the durations, which are distributed uniformly; not used by a trace */
  double shortest, longest;
  int first_rank, last_rank; /* affected ranks, both included */
  /* true if the noise stops a rank also while it holds a lock; false if the rank leaves the lock
   * before (preempt) */
  bool irq;
  enum tn_noise_phase phase;
  double spread; /* largest delay of a rank in seconds (TN_PHASE_SPREAD) */
  /* [2 * n_trace] start and duration of each noise in seconds, sorted by start; borrowed */
  const double *trace;
  int n_trace;
};

/* Noise sources of a study. */
struct tn_noises {
  struct tn_noise_source *sources; /* [n]; owned with their traces */
  int n;
  char *text; /* text of the option, for rows; NULL: no text; owned */
};

/* The noises of one source on one rank, in order of time. */
struct tn_noise_stream {
  const struct tn_noise_source *source; /* borrowed */
  struct tn_random random, common;      /* the rank's sequence; the sequence of all ranks */
  /* start of the last noise or, before the first noise, the phase; seconds */
  double base;
  double later; /* the rank's delay in seconds */
  int n;        /* number of noises so far */
};

/* Returns a stream at its start. `index`: number of the source in its run. */
struct tn_noise_stream tn_noise_stream_make(const struct tn_noise_source *source, int index,
                                            uint64_t seed, int rank);
/* Draws the next noise: its start and duration in seconds. Returns false, without a result, if
 * there are no more noises. */
bool tn_noise_stream_next(struct tn_noise_stream *stream, double *ret_start, double *ret_duration);

/* Returns the mean share of the time that the noises of an endless source (periodic, poisson) take;
 * 0 for other sources. The share must be below 1. */
double tn_noise_load(const struct tn_noise_source *source);

#endif
