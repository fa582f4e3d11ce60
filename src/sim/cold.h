/* Calls that come cold: before it does its work a call goes through lines of its own, the kernel's
 * text and data, what the kernel keeps of the target process and of its pages, or the library's,
 * and waits for each that has left the core's nearest cache. Each waits as long as a load takes
 * from where it lies, less one that hits: the overheads of calls are those of warm ones.
 *
 * The lines of a rank are a buffer in the residency directory, like the user's, so that whatever
 * goes through the caches evicts them. A core's own caches are exact in this alone: what a core has
 * moved since it used the lines last tells whether they are still there. */
#ifndef TN_SIM_COLD_H
#define TN_SIM_COLD_H

#include <stdbool.h>
#include <stddef.h>

struct tn_engine;
struct tn_operation;
struct tn_sim_strand;
struct tn_span;

/* What a rank has lines of, in this order; those of its pages follow. */
enum tn_cold_lines { TN_LINES_OF_COPY, TN_LINES_OF_CALL, TN_LINES_OF_MESSAGE, TN_LINES_OF_TARGET };
enum { TN_N_LINES = TN_LINES_OF_TARGET + 1 };

struct tn_cold {
  bool copies, calls;           /* lines of kernel copies, of the library, count */
  size_t begin[TN_N_LINES + 1]; /* bytes: where each begins, and the pages do */
  size_t page, page_bytes;      /* bytes of what is pinned at a time, and of its lines */
  size_t **used; /* [n_ranks] -> [TN_LINES_OF_TARGET + n_ranks] what the rank's core had moved,
                    plus 1, when it used its own lines, and those of each target, last;
                    NULL, 0: never */
};

/* The memory and the page lock must be known. */
void tn_cold_init(struct tn_engine *e);
void tn_cold_finish(struct tn_engine *e);

/* Seconds that a kernel copy from or to spans of a peer, a call of a collective and a message wait longer
 * than warm ones. */
double tn_cold_copy(struct tn_engine *e, const struct tn_sim_strand *s, int n_spans,
                    const struct tn_span *spans);
double tn_cold_call(struct tn_engine *e, const struct tn_sim_strand *s, enum tn_cold_lines lines);

#endif
