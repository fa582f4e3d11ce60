/* The noise of all ranks as drawn: when the processing unit is taken from a rank. It is drawn as far
 * as it is asked for. Noises of one rank never overlap: one that meets another follows it. Times are
 * seconds of the simulation. */
#ifndef TN_SIM_STRAND_NOISE_H
#define TN_SIM_STRAND_NOISE_H

#include <stdbool.h>

#include "contention/noise.h"

struct tn_noise;

struct tn_noise_interval {
  double start, end; /* seconds */
  bool irq;
};

/* More of all ranks in one call are too much, however the noise was asked for: none is drawn then. */
#define TN_MOST_NOISES (1 << 24)

/* Sources are borrowed. */
struct tn_noise *tn_noise_new(int n_ranks, int n_sources, const struct tn_noise_source *sources,
                              uint64_t seed);
void tn_noise_free(struct tn_noise *noise); /* NULL: nothing */

/* When the rank has done `seconds` of work begun at `from`; with 0 seconds: when it is there. */
double tn_noise_end(struct tn_noise *noise, int rank, double from, double seconds);
/* Seconds of [from, to] that were noise. */
double tn_noise_lost(struct tn_noise *noise, int rank, double from, double to);

/* Noise number i of the rank, NULL when there are not so many; valid until more is drawn. */
const struct tn_noise_interval *tn_noise_at(struct tn_noise *noise, int rank, int i);
/* Number of the first that ends after `time`. */
int tn_noise_after(struct tn_noise *noise, int rank, double time);
/* Noise i begins only `now`, and pushes those behind it. */
void tn_noise_postpone(struct tn_noise *noise, int rank, int i, double now);
/* Nobody asks for the rank's noises before `now` any more: how many are gone. */
int tn_noise_forget(struct tn_noise *noise, int rank, double now);

/* Whether more than TN_MOST_NOISES have been drawn since the last recount, of which every call begins
 * with one. */
bool tn_noise_is_too_much(const struct tn_noise *noise);
void tn_noise_recount(struct tn_noise *noise);

#endif
