/* The noise of all ranks: intervals in which the operating system occupies a rank's processing
 * unit. The intervals are drawn on demand. Intervals of one rank never overlap: a noise that would
 * overlap another follows it. Times are seconds of the simulation. */
#ifndef TN_SIM_STRAND_NOISE_H
#define TN_SIM_STRAND_NOISE_H

#include <stdbool.h>

#include "contention/noise.h"

struct tn_noise;

struct tn_noise_interval {
  double start, end; /* seconds */
  bool irq;
};

/* Largest number of noises of all ranks in one call. When it is reached, no more noise is drawn. */
#define TN_MAX_NOISES (1 << 24)

/* Creates the noise of n_ranks ranks. Borrows the sources. */
struct tn_noise *tn_noise_new(int n_ranks, int n_sources, const struct tn_noise_source *sources,
                              uint64_t seed);
void tn_noise_free(struct tn_noise *noise);

/* Returns the time when the rank has completed `seconds` of work that begins at `from`. If
 * `seconds` is 0, returns the end of a noise at `from`, or `from` without such a noise. */
double tn_noise_end(struct tn_noise *noise, int rank, double from, double seconds);
double tn_noise_lost(struct tn_noise *noise, int rank, double from, double to);

/* Returns noise number i of the rank, or NULL if the rank has i noises or fewer. The pointer is
 * valid until more noise is drawn. */
const struct tn_noise_interval *tn_noise_at(struct tn_noise *noise, int rank, int i);
/* Returns the number of the rank's first noise that ends after `time`. */
int tn_noise_after(struct tn_noise *noise, int rank, double time);
/* Delays the start of noise i to `now`, and delays later noises that would overlap it. */
void tn_noise_postpone(struct tn_noise *noise, int rank, int i, double now);
/* Drops the rank's noises that ended before `now`, except the last. Returns the number of dropped
 * noises. */
int tn_noise_forget(struct tn_noise *noise, int rank, double now);

/* Returns true if more than TN_MAX_NOISES noises have been drawn since the last recount. Every
 * call begins with a recount. */
bool tn_noise_is_too_much(const struct tn_noise *noise);
void tn_noise_recount(struct tn_noise *noise);

#endif
