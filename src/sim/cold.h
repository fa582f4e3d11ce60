/* Cold calls. A call first reads lines that only calls use: the kernel's code and data, the
 * kernel's structures for the target process and its pages, or the library's code. The rank waits
 * for each line that has left the core's nearest cache: the load latency of the level that holds
 * the line minus that of a hit, because the overheads of calls are measured with warm caches.
 *
 * The directory of residency treats the lines of a rank as a buffer, so other data evict them.
 * Whether the private cache of the core still holds the lines depends on the bytes that the core
 * has moved since it last used them. */
#ifndef TN_SIM_COLD_H
#define TN_SIM_COLD_H

#include <stdbool.h>
#include <stddef.h>

struct tn_engine;
struct tn_operation;
struct tn_sim_strand;
struct tn_span;

/* Groups of cache lines that a rank's calls use, by offset; the lines of the rank's pages
 * follow. */
enum tn_cold_lines { TN_LINES_OF_COPY, TN_LINES_OF_CALL, TN_LINES_OF_MESSAGE, TN_LINES_OF_TARGET };
enum { TN_N_LINES = TN_LINES_OF_TARGET + 1 };

struct tn_cold {
  /* copies: true if kernel copies can be cold; calls: true if library calls can be cold */
  bool copies, calls;
  size_t begin[TN_N_LINES + 1]; /* offset in bytes of each group, then of the pages' lines */
  /* page: bytes of a page as pinned; page_bytes: bytes of the lines that the kernel reads for it */
  size_t page, page_bytes;
  /* [n_ranks] -> [TN_LINES_OF_TARGET + n_ranks]: 1 + bytes that the rank's core had moved when it
   * last used the lines of the group or target process; NULL or 0: never used */
  size_t **used;
};

/* Sets up the lines. Call it after the memory and the page lock are set up. */
void tn_cold_init(struct tn_engine *e);
void tn_cold_finish(struct tn_engine *e);

/* Return the extra seconds of a cold call. tn_cold_copy: for a kernel copy from or to a peer's
 * spans. tn_cold_call: for a collective call or a message, as `lines` selects. */
double tn_cold_copy(struct tn_engine *e, const struct tn_sim_strand *s, int n_spans,
                    const struct tn_span *spans);
double tn_cold_call(struct tn_engine *e, const struct tn_sim_strand *s, enum tn_cold_lines lines);

#endif
