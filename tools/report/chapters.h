/* Rows as a report tells of them: chapters of what differs in ranks, size and choice only. */
#ifndef TN_TOOLS_CHAPTERS_H
#define TN_TOOLS_CHAPTERS_H

#include "tune/tune.h"

/* The rows of one collective on one platform under one set of conditions. Indexes r and s count
 * `ranks` and `sizes`. */
struct tn_chapter {
  const struct tn_row *first; /* of its rows */
  char *context;              /* what tells it from others of its collective and platform: "kernel
                               * linux-6, buffers new"; "" */
  GPtrArray *rows;            /* const struct tn_row *, borrowed, in their order */
  struct tn_tune_terms terms;
  GArray *ranks, *sizes;                /* int64_t, ascending */
  GPtrArray *algorithms;                /* const char *, borrowed, in the order of the rows */
  GHashTable *numbers, *winners, *best; /* what the functions below look up */
  struct tn_chapter *alike;             /* the first of its collective and platform, maybe itself */
  guint64 differs; /* of such a first one: the columns in which the others differ, as bits */
};

/* Those of the rows, in their order, but platform by platform. The rows must outlive them. Transfer
 * full. NULL and *error (usage) as tn_tune_by. */
GPtrArray *tn_chapters_new(const GPtrArray *rows, const struct tn_tune_terms *terms,
                           GError **error);

int64_t tn_chapter_ranks(const struct tn_chapter *c, guint r);
int64_t tn_chapter_size(const struct tn_chapter *c, guint s);
/* The winner of a size alone (n_sizes is 1), or NULL: no rows there. */
const struct tn_winner *tn_chapter_winner(const struct tn_chapter *c, guint r, guint s);
/* The algorithm's fastest row there, whatever its parameters and mechanism; NULL: none. */
const struct tn_row *tn_chapter_best(const struct tn_chapter *c, const char *algorithm, guint r,
                                     guint s);
/* Seconds of a row by the chapter's objective. */
double tn_chapter_time(const struct tn_chapter *c, const struct tn_row *row);

/* Whether a row says what its time is within. */
bool tn_chapter_has_ranges(const struct tn_chapter *c);

/* The names of the parameters of rows, in their order (char *). Transfer full. */
GPtrArray *tn_chapter_params(const GPtrArray *rows);

/* Whether it wins by more than a tie, noise and the known error at all its sizes. */
bool tn_winner_is_sure(const struct tn_winner *w);

#endif
