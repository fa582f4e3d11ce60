/* Mechanisms against each other: what the best algorithm of each takes, size by size. */
#ifndef TN_TOOLS_CONTEST_H
#define TN_TOOLS_CONTEST_H

#include <stdio.h>

#include "rows/rows.h"

/* The rows that differ in algorithm, parameters, mechanism and size only. Rows are borrowed. */
struct tn_contest {
  GPtrArray *rows;       /* char *const *, in their order; one at least */
  const char *time;      /* the column that decides, e.g. avg_us; borrowed */
  GPtrArray *mechanisms; /* const char *, in the order of the rows, borrowed from them */
  GArray *sizes;         /* double, bytes, ascending */
  GPtrArray *best;       /* char *const *: best[size * mechanisms->len + m]; NULL: has none */
};

/* Neighbouring sizes with one winner: of one mechanism, algorithm and parameters. */
struct tn_band {
  guint first, last; /* sizes */
  guint mechanism;   /* the winner, or the first of several with the same time */
  bool any; /* the mechanism makes no difference: small messages are copied in and out anyhow */
};

/* No mechanism. */
#define TN_NO_MECHANISM G_MAXUINT

/* The contests in the order of their first rows, of struct tn_contest; each row must have a number
 * under `time` (tn_tune sees to that). Transfer full. */
GPtrArray *tn_contests_new(const GPtrArray *rows, const char *time);

double tn_contest_size(const struct tn_contest *c, guint size);
/* The mechanism's fastest row at a size, or NULL; equal times: the earlier row. */
char *const *tn_contest_best(const struct tn_contest *c, guint size, guint mechanism);
/* Its time; INFINITY when it has none. */
double tn_contest_time(const struct tn_contest *c, guint size, guint mechanism);
/* The fastest mechanism at a size but `without` (TN_NO_MECHANISM: of all); TN_NO_MECHANISM when
 * nobody else has a row. */
guint tn_contest_winner(const struct tn_contest *c, guint size, guint without);

/* Whether the bests of two mechanisms at a size are one algorithm that takes the same time. */
bool tn_contest_same(const struct tn_contest *c, guint size, guint a, guint b);

/* Bands of winners (struct tn_band), ascending. Transfer full. */
GArray *tn_contest_bands(const struct tn_contest *c);

/* Writes a table for each contest: a line per size with what each mechanism's best takes, the
 * winners by ranges of sizes, and what wins without a mechanism that not everybody has. */
void tn_contests_write(FILE *out, const GPtrArray *contests);

#endif
