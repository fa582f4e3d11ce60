/* What --noise and --arrival say. Errors are of the usage domain, without the option's name. */
#ifndef TN_TOOLS_DISTURB_H
#define TN_TOOLS_DISTURB_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "contention/noise.h"

struct tn_noises {
  struct tn_noise_source *sources; /* [n], their traces owned here */
  int n;
};

/* One or more of `periodic:rate=10Hz,duration=uniform(0,20ms)`, `poisson:` with the same keys,
 * `inject:at=1ms,duration=5ms`, `file:PATH` (lines of start and duration in ns, by start), joined
 * by ";". Each takes ranks=all|3|0-7, kind=preempt|irq, phase=independent|same besides. Noises
 * that together take all of the time are an error. */
struct tn_noises *tn_noises_parse(const char *text, GError **error);
void tn_noises_free(struct tn_noises *noises);
/* False and *error when a rank that is named does not exist among n_ranks. */
bool tn_noises_check(const struct tn_noises *noises, int n_ranks, GError **error);

struct tn_arrival {
  double first, last; /* seconds: uniform between them, when there are no delays */
  double *delays;     /* [n] seconds by rank, or NULL */
  int n;
};

/* `uniform(0,10us)`, or `file:PATH` with a delay in ns per line. */
struct tn_arrival *tn_arrival_parse(const char *text, GError **error);
void tn_arrival_free(struct tn_arrival *arrival);
/* False and *error when the file has fewer delays than ranks. */
bool tn_arrival_check(const struct tn_arrival *arrival, int n_ranks, GError **error);
/* Entry delays of n_ranks ranks in seconds, transfer full; the same for the same seed and rank. */
double *tn_arrival_delays(const struct tn_arrival *arrival, uint64_t seed, int n_ranks);

#endif
