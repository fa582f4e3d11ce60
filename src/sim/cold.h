/* Cold calls. A call first reads lines of its own: the kernel's text and data, its structures for
 * the target process and pages, or the library's code. It waits for each line that has left the
 * core's nearest cache: the load latency of the level that holds the line minus that of a hit,
 * because the overheads of calls are measured warm.
 *
 * The lines of a rank are a buffer in the residency directory, so other data evict them. Private
 * caches are exact for these lines only: a core's cache holds them depending on the bytes that the
 * core has moved since it last used them. */
#ifndef TN_SIM_COLD_H
#define TN_SIM_COLD_H

#include <stdbool.h>
#include <stddef.h>

struct tn_engine;
struct tn_operation;
struct tn_sim_strand;
struct tn_span;

/* Groups of lines of a rank, in this order. The lines of the rank's pages follow. */
enum tn_cold_lines { TN_LINES_OF_COPY, TN_LINES_OF_CALL, TN_LINES_OF_MESSAGE, TN_LINES_OF_TARGET };
enum { TN_N_LINES = TN_LINES_OF_TARGET + 1 };

struct tn_cold {
  bool copies, calls;           /* true if lines of kernel copies, or of the library, cost time */
  size_t begin[TN_N_LINES + 1]; /* bytes: offset of each group, then of the pages */
  size_t page, page_bytes;      /* bytes pinned at a time, and bytes of their lines */
  /* [n_ranks] -> [TN_LINES_OF_TARGET + n_ranks] 1 + bytes that the rank's core had moved when it
   * last used the group of lines or the lines of a target; NULL, 0: never used */
  size_t **used;
};

/* Needs the memory and the page lock to be set up. */
void tn_cold_init(struct tn_engine *e);
void tn_cold_finish(struct tn_engine *e);

/* Return the extra seconds of a cold call over a warm one: of a kernel copy from or to a peer's
 * spans, and of a collective call or a message (`lines`). */
double tn_cold_copy(struct tn_engine *e, const struct tn_sim_strand *s, int n_spans,
                    const struct tn_span *spans);
double tn_cold_call(struct tn_engine *e, const struct tn_sim_strand *s, enum tn_cold_lines lines);

#endif
