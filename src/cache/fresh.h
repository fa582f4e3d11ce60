/* What a core wrote last and still has in its first-level cache. Another core that reads such lines
 * has them taken from there, which is slower than from any outer cache. Pure bookkeeping beside the
 * residency directory, whose calls it follows; one span per core, since a first-level cache holds
 * little more than the end of what was written last. */
#ifndef TN_CACHE_FRESH_H
#define TN_CACHE_FRESH_H

#include "residency.h"

struct tn_fresh;

/* For the ranks, buffers and fillers of the layout (borrowed), first-level caches of l1_size > 0
 * bytes. */
struct tn_fresh *tn_fresh_new(const struct tn_residency_layout *layout);
void tn_fresh_free(struct tn_fresh *f);

/* The core of rank `by` writes: the end of the span, or of what it has written up to there in one
 * go, is fresh. What else it wrote has left its first-level cache. */
void tn_fresh_write(struct tn_fresh *f, struct tn_extent at, int by);

/* Bytes of the span that are fresh in the first-level cache of another core. They stay so for all
 * who read them at the same time, until what `filler` reads has arrived. */
size_t tn_fresh_read(struct tn_fresh *f, struct tn_extent at, int by, int filler);
void tn_fresh_arrived(struct tn_fresh *f, int filler);

/* Nothing of the buffer is fresh. */
void tn_fresh_forget(struct tn_fresh *f, int rank, int buf);

#endif
