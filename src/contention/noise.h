/* System noise: when and for how long a rank loses its processing unit. Depends only on seed,
 * source and rank; the same on every machine. */
#ifndef TN_CONTENTION_NOISE_H
#define TN_CONTENTION_NOISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"

enum tn_noise_process {
  TN_NOISE_PERIODIC, /* every 1/rate seconds, with a random first start */
  TN_NOISE_POISSON,  /* exponential gaps with mean 1/rate seconds */
  TN_NOISE_INJECT,   /* one noise, at `at` */
  TN_NOISE_TRACE     /* recorded noises */
};

/* Relation of the ranks' start times. Durations are drawn for each rank. */
enum tn_noise_phase {
  TN_PHASE_INDEPENDENT, /* drawn for each rank */
  /* drawn once for all ranks, plus a delay for each rank between 0 and `spread` */
  TN_PHASE_SPREAD
};

struct tn_noise_source {
  enum tn_noise_process process;
  double rate; /* per second; periodic and poisson */
  double at;   /* seconds; inject */
  /* seconds: range of uniform durations; unused by a trace */
  double shortest, longest;
  int first_rank, last_rank; /* inclusive */
  /* true: also stops a rank that holds a lock; false: after the lock (preempt) */
  bool irq;
  enum tn_noise_phase phase;
  double spread; /* largest delay in seconds (TN_PHASE_SPREAD) */
  /* [2 * n_trace] start and duration in seconds, sorted; borrowed */
  const double *trace;
  int n_trace;
};

struct tn_noises {
  struct tn_noise_source *sources; /* [n]; owned with their traces */
  int n;
  char *text; /* text of the option, for rows; may be NULL; owned */
};

/* Noises of one source on one rank, in order of time. */
struct tn_noise_stream {
  const struct tn_noise_source *source; /* borrowed */
  struct tn_random random, common;      /* sequences of the rank and of all ranks */
  /* seconds: start of the last noise or, at first, the phase */
  double base;
  double later; /* the rank's delay in seconds */
  int n;        /* noises so far */
};

/* Returns a stream at its start. `index`: of the source in its run. */
struct tn_noise_stream tn_noise_stream_make(const struct tn_noise_source *source, int index,
                                            uint64_t seed, int rank);
/* Draws the next start and duration in seconds. Returns false after the last noise. */
bool tn_noise_stream_next(struct tn_noise_stream *stream, double *ret_start, double *ret_duration);

/* Returns the mean share of the time that the noises of an endless source (periodic, poisson) take;
 * 0 for other sources. The share must be below 1. */
double tn_noise_load(const struct tn_noise_source *source);

#endif
