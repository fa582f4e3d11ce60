/* Measurements for a fit, from files that the user names. */
#ifndef TN_TOOLS_FIT_READ_H
#define TN_TOOLS_FIT_READ_H

#include "compare/fit.h"

/* Appends the pairs (struct tn_fit_pair) of a matrix in ns as CSV without header: row i, column
 * j < i is the pair of the processing units that the system calls i and j; the rest is empty. False
 * and *error (usage) as "file:line: what". */
bool tn_fit_pairs_parse(GArray *pairs, const struct tn_platform *pf, const char *file,
                        const char *text, gsize length, GError **error);

/* How a table of point-to-point or tree times is to be read; borrowed. */
struct tn_fit_source {
  const char *columns; /* "OURS=THEIRS,...": distance, home, peer, ..., us */
  const char *classes; /* "WORD=CLASS,..." for the words under distance; may be NULL */
  const struct tn_platform *platform;
  const char *said; /* "NAME=VALUE,..." of all rows of a text that is no CSV; may be NULL */
};

/* What a reader left out. */
struct tn_fit_unread {
  guint rows;
  GString
      *why; /* "; ..." for each reason, and columns that were not read; the caller's, may be NULL */
};

/* What may be said of a file beside it: distance, peer, children; NULL-terminated. */
extern const char *const tn_fit_said_names[];

/* Appends the points of a CSV, medians over the repeats, in the order of first appearance. A `peer`
 * is the system's number of the other unit, the first being `home` or 0, and gives the distance; without
 * it the word under `distance` does. Rows whose word is no class are left out. Files are refused of which
 * most times are not those of messages within a node.
 * Text of OSU or IMB-MPI1 is read too: messages from osu_latency and PingPong, trees from
 * broadcasts, whose ranks less one are the children unless `said` has them; `said` has the distance
 * or the peer. False and *error (usage) as "file:line: what". */
bool tn_fit_points_parse(GArray *points, const struct tn_fit_source *source, bool is_tree,
                         const char *file, const char *text, gsize length,
                         struct tn_fit_unread *ret_unread, GError **error);

#endif
