/* What --noise and --arrival say. Errors are of the usage domain, without the option's name. */
#ifndef TN_PLAN_DISTURB_H
#define TN_PLAN_DISTURB_H

#include <glib.h>

#include "study/case.h"

/* One or more of `periodic:rate=10Hz,duration=uniform(0,20ms)`, `poisson:` with the same keys,
 * `inject:at=1ms,duration=5ms`, `file:PATH` (lines of start and duration in ns, by start), joined
 * by ";". Each takes ranks=all|3|0-7, kind=preempt|irq, phase=independent|same|spread(TIME) besides.
 * Noises that together take all of the time are an error. */
struct tn_noises *tn_noises_parse(const char *text, GError **error);

/* `uniform(0,10us)`, `ascending(0,10us)` and `descending(0,10us)` by rank, `late(RANK,10us)` or
 * `late(last,10us)` for one rank, `file:PATH` with a delay in ns per line, or `barrier:NAME`: as the barrier of
 * the entry library:NAME, or of NAME, leaves the ranks. */
struct tn_arrival *tn_arrival_parse(const char *text, GError **error);

#endif
