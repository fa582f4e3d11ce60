/* Parses the values of --noise and --arrival. Errors are usage errors and do not contain the
 * option's name. */
#ifndef TN_PLAN_DISTURB_H
#define TN_PLAN_DISTURB_H

#include <glib.h>

#include "study/case.h"

/* Parses noises, joined by ";": `periodic:rate=10Hz,duration=uniform(0,20ms)`, `poisson:` with the
 * same keys, `inject:at=1ms,duration=5ms`, `file:PATH` (lines of start and duration in ns, sorted
 * by start). Each accepts ranks=all|3|0-7, kind=preempt|irq, phase=independent|same|spread(TIME).
 * Fails if all sources together take 100 % of the time. Transfer full; NULL and *error on
 * failure. */
struct tn_noises *tn_noises_parse(const char *text, GError **error);

/* Parses an arrival pattern: `uniform(0,10us)` (random), `ascending(0,10us)` and
 * `descending(0,10us)` by rank, `late(RANK,10us)` or `late(last,10us)` for one rank, `file:PATH`
 * with a delay in ns per line, or `barrier:NAME`. The barrier is one of library:NAME or our own;
 * ranks enter when they leave it. Transfer full; NULL and *error on failure. */
struct tn_arrival *tn_arrival_parse(const char *text, GError **error);

#endif
