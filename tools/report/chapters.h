/* Chapters of a report: groups of rows that differ only in ranks, size and choice. */
#ifndef TN_TOOLS_CHAPTERS_H
#define TN_TOOLS_CHAPTERS_H

#include "tune/tune.h"

/* Rows of one collective on one platform with equal conditions. r and s are indices of `ranks` and
 * `sizes`. */
struct tn_chapter {
  const struct tn_row *first; /* of its rows */
  char *context;              /* conditions that distinguish it from other chapters of its
                               * collective and platform: "kernel linux-6, buffers new"; "" if it
                               * is the only one */
  GPtrArray *rows;            /* const struct tn_row *, borrowed, in the order of the input */
  struct tn_tune_terms terms;
  GArray *ranks, *sizes;                /* int64_t, ascending */
  GPtrArray *algorithms;                /* const char *, borrowed, in the order of the rows */
  GHashTable *numbers, *winners, *best; /* lookup tables of the functions below */
  struct tn_chapter *alike;             /* first chapter of the same collective and platform; the
                                         * chapter itself if it is the first */
  guint64 differs; /* in the first such chapter: bits of the columns in which the other chapters
                    * differ */
};

/* Returns the chapters of the rows in the order of the rows, grouped by platform. The rows must
 * outlive the chapters. Transfer full. NULL and *error (usage) as in tn_tune_by. */
GPtrArray *tn_chapters_new(const GPtrArray *rows, const struct tn_tune_terms *terms,
                           GError **error);

int64_t tn_chapter_ranks(const struct tn_chapter *c, guint r);
int64_t tn_chapter_size(const struct tn_chapter *c, guint s);
/* Returns the winner of a single size (n_sizes is 1), NULL if there are no rows. */
const struct tn_winner *tn_chapter_winner(const struct tn_chapter *c, guint r, guint s);
/* Returns the algorithm's fastest row for these ranks and this size over all parameters and
 * mechanisms, NULL if there is no row. */
const struct tn_row *tn_chapter_best(const struct tn_chapter *c, const char *algorithm, guint r,
                                     guint s);
/* Returns the time of a row in seconds by the chapter's objective. */
double tn_chapter_time(const struct tn_chapter *c, const struct tn_row *row);

/* Returns true if a row has a range for its time. */
bool tn_chapter_has_ranges(const struct tn_chapter *c);

/* Returns the names of the parameters of rows (char *) in their order. Transfer full. */
GPtrArray *tn_chapter_params(const GPtrArray *rows);

/* Returns true if the winner's margin exceeds a tie, the noise and the known error at all of its
 * sizes. */
bool tn_winner_is_sure(const struct tn_winner *w);

#endif
