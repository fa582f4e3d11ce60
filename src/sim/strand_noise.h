/* Noise: intervals in which the operating system occupies a rank's processing unit, drawn on
 * demand. Intervals of one rank never overlap: a later noise follows the earlier one. Times are
 * seconds. */
#ifndef TN_SIM_STRAND_NOISE_H
#define TN_SIM_STRAND_NOISE_H

#include <stdbool.h>

#include "contention/noise.h"

struct tn_noise;

struct tn_noise_interval {
  double start, end; /* seconds */
  bool irq;
};

/* Largest number of noises between two meetings of all ranks; then no more are drawn. */
#define TN_MAX_NOISES (1 << 24)

/* Creates the noise of n_ranks ranks. Borrows the sources. */
struct tn_noise *tn_noise_new(int n_ranks, int n_sources, const struct tn_noise_source *sources,
                              uint64_t seed);
void tn_noise_free(struct tn_noise *noise);

/* Returns the end of `seconds` of the rank's work that begins at `from`. If `seconds` is 0: the end
 * of a noise that covers `from`, or `from` if there is none. */
double tn_noise_end(struct tn_noise *noise, int rank, double from, double seconds);
double tn_noise_lost(struct tn_noise *noise, int rank, double from, double to);

/* Returns noise i, or NULL if the rank has no more. Valid until more noise is drawn. */
const struct tn_noise_interval *tn_noise_at(struct tn_noise *noise, int rank, int i);
/* Returns the index of the first noise that ends after `time`. */
int tn_noise_after(struct tn_noise *noise, int rank, double time);
/* Delays noise i to `now`, and later noises that would overlap it. */
void tn_noise_postpone(struct tn_noise *noise, int rank, int i, double now);
/* Drops the noises that ended before `now`, except the last. Returns their number. */
int tn_noise_forget(struct tn_noise *noise, int rank, double now);

/* Returns true if more than TN_MAX_NOISES noises were drawn since the last tn_noise_recount. */
bool tn_noise_is_too_much(const struct tn_noise *noise);
void tn_noise_recount(struct tn_noise *noise);

#endif
