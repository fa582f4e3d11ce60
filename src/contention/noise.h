/* Noise of the system: when a processing unit is taken from a rank, and for how long. Pure: the
 * seed, the source and the rank decide, the same on every machine. */
#ifndef TN_CONTENTION_NOISE_H
#define TN_CONTENTION_NOISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"

enum tn_noise_process {
  TN_NOISE_PERIODIC, /* every 1/rate seconds from a random phase */
  TN_NOISE_POISSON,  /* exponential gaps of mean 1/rate */
  TN_NOISE_INJECT,   /* once, at `at` */
  TN_NOISE_TRACE     /* as recorded */
};

/* How the begins of the ranks' noises lie to each other. Durations are each rank's own. */
enum tn_noise_phase {
  TN_PHASE_INDEPENDENT, /* drawn for each rank */
  TN_PHASE_SPREAD       /* drawn once for all; each rank's come later by a time of its own, drawn
                           between 0 and `spread`: 0 for equal begins */
};

struct tn_noise_source {
  enum tn_noise_process process;
  double rate;               /* per second; periodic, poisson */
  double at;                 /* seconds; inject */
  double shortest, longest;  /* seconds: uniform between them; not used by a trace */
  int first_rank, last_rank; /* who is hit, both included */
  bool irq;                  /* stands still inside a lock; else leaves it first (preempt) */
  enum tn_noise_phase phase;
  double spread;       /* seconds */
  const double *trace; /* [2 * n_trace] start, duration in seconds, by start; borrowed */
  int n_trace;
};

/* Noise sources of a study. */
struct tn_noises {
  struct tn_noise_source *sources; /* [n], their traces owned here */
  int n;
  char *text; /* as it was written, for rows; NULL: unnamed; owned */
};

/* Noises of one source on one rank, one after another. */
struct tn_noise_stream {
  const struct tn_noise_source *source; /* borrowed */
  struct tn_random random, common;      /* the rank's own; that of all ranks */
  double base;                          /* time of the last one, or the phase */
  double later;                         /* than the common begins */
  int n;                                /* drawn so far */
};

/* `index` tells the sources of one run apart. */
struct tn_noise_stream tn_noise_stream_make(const struct tn_noise_source *source, int index,
                                            uint64_t seed, int rank);
/* The next noise by start, seconds from 0. False, and nothing written, when there are no more. */
bool tn_noise_stream_next(struct tn_noise_stream *stream, double *ret_start, double *ret_duration);

/* Share of the time that endless sources take on average: must stay below 1. */
double tn_noise_load(const struct tn_noise_source *source);

#endif
