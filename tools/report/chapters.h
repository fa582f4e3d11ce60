/* Chapters of a report: groups of rows that differ only in ranks, size and choice. */
#ifndef TN_TOOLS_CHAPTERS_H
#define TN_TOOLS_CHAPTERS_H

#include "tune/tune.h"

/* Rows of one collective on one platform with equal conditions. Arguments r and s of the functions
 * are indices of `ranks` and `sizes`. */
struct tn_chapter {
  const struct tn_row *first; /* first of `rows`, borrowed */
  char *context;              /* conditions that differ from other chapters of its collective and
                               * platform: "kernel linux-6, buffers new"; "" without others */
  GPtrArray *rows;            /* const struct tn_row *, borrowed, in input order */
  struct tn_tune_terms terms;
  GArray *ranks, *sizes;                /* int64_t: numbers of ranks, and sizes in bytes;
                                         * ascending */
  GPtrArray *algorithms;                /* const char *, borrowed, in row order */
  GHashTable *numbers, *winners, *best; /* lookup tables that the functions below use */
  struct tn_chapter *alike;             /* first chapter of the same collective and platform; may be
                                         * this one */
  guint64 differs; /* only in the first chapter of a collective and platform: bits of the columns in
                    * which its other chapters differ */
};

/* Returns the chapters of the rows. Chapters are grouped by platform and keep the order of the
 * rows. The rows must outlive the chapters. Transfer full. NULL and *error (usage) as in
 * tn_tune_by. */
GPtrArray *tn_chapters_new(const GPtrArray *rows, const struct tn_tune_terms *terms,
                           GError **error);

int64_t tn_chapter_ranks(const struct tn_chapter *c, guint r);
int64_t tn_chapter_size(const struct tn_chapter *c, guint s);
/* Returns the winner for a number of ranks at a single size (its n_sizes is 1), NULL if there are
 * no rows. */
const struct tn_winner *tn_chapter_winner(const struct tn_chapter *c, guint r, guint s);
/* Returns the algorithm's fastest row for a number of ranks and a size over all parameters and
 * mechanisms, NULL if there is no row. */
const struct tn_row *tn_chapter_best(const struct tn_chapter *c, const char *algorithm, guint r,
                                     guint s);
/* Returns a row's seconds by the chapter's objective. */
double tn_chapter_time(const struct tn_chapter *c, const struct tn_row *row);

/* Returns true if a row has a range. */
bool tn_chapter_has_ranges(const struct tn_chapter *c);

/* Returns the distinct names of the parameters of the rows (char *) in the order of the rows.
 * Transfer full. */
GPtrArray *tn_chapter_params(const GPtrArray *rows);

/* Returns true if the winner's margin exceeds a tie, the noise and the known error at all its
 * sizes. */
bool tn_winner_is_sure(const struct tn_winner *w);

#endif
