/* System noise: when a rank loses its processing unit, and for how long. The result depends on the
 * seed, the source and the rank only, and is equal on every machine. */
#ifndef TN_CONTENTION_NOISE_H
#define TN_CONTENTION_NOISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"

enum tn_noise_process {
  TN_NOISE_PERIODIC, /* every 1/rate seconds from a random phase */
  TN_NOISE_POISSON,  /* exponential gaps with mean 1/rate */
  TN_NOISE_INJECT,   /* once, at `at` */
  TN_NOISE_TRACE     /* as recorded */
};

/* Relation between the start times of the ranks' noises. Durations are drawn for each rank. */
enum tn_noise_phase {
  TN_PHASE_INDEPENDENT, /* drawn for each rank */
  TN_PHASE_SPREAD /* drawn once for all ranks; each rank's noises start later by its own delay,
                     drawn between 0 and `spread` */
};

struct tn_noise_source {
  enum tn_noise_process process;
  double rate;               /* per second; for periodic and poisson */
  double at;                 /* seconds; for inject */
  double shortest, longest;  /* seconds: durations are uniform between them; not used by a trace */
  int first_rank, last_rank; /* affected ranks, both included */
  bool irq; /* true if a rank stops inside a lock; else it leaves the lock first (preempt) */
  enum tn_noise_phase phase;
  double spread;       /* seconds */
  const double *trace; /* [2 * n_trace] start, duration in seconds, by start; borrowed */
  int n_trace;
};

/* Noise sources of a study. */
struct tn_noises {
  struct tn_noise_source *sources; /* [n]; owned with their traces */
  int n;
  char *text; /* the text of the option, for rows; NULL if unnamed; owned */
};

/* The noises of one source on one rank, in order of time. */
struct tn_noise_stream {
  const struct tn_noise_source *source; /* borrowed */
  struct tn_random random, common;      /* the rank's sequence; the sequence of all ranks */
  double base;                          /* time of the last noise, or the phase */
  double later;                         /* the rank's delay in seconds */
  int n;                                /* number of noises so far */
};

/* Returns a stream at its start. `index`: number of the source in its run. */
struct tn_noise_stream tn_noise_stream_make(const struct tn_noise_source *source, int index,
                                            uint64_t seed, int rank);
/* Draws the next noise: start in seconds from 0, and duration. Returns false without a result at the end. */
bool tn_noise_stream_next(struct tn_noise_stream *stream, double *ret_start, double *ret_duration);

/* Returns the mean share of time of an endless source, 0 for others; must be below 1. */
double tn_noise_load(const struct tn_noise_source *source);

#endif
