/* Sides against each other: what the best algorithm of each takes, size by size. Sides are mechanisms, or
 * what else parts rows. */
#ifndef TN_TUNE_RIVALS_H
#define TN_TUNE_RIVALS_H

#include "study/row.h"

/* A row's side: a name, which is one pointer for all of that side; NULL: on none. */
typedef const char *(*tn_side)(const struct tn_row *row);

/* The rows that differ in algorithm, parameters, mechanism and size only. Rows are borrowed. */
struct tn_rivals {
  GPtrArray *rows;             /* const struct tn_row *, in their order; one at least */
  enum tn_objective objective; /* by which they are chosen */
  tn_side side;
  GPtrArray *mechanisms; /* sides: const char *, in the order of the rows, borrowed from them */
  GArray *sizes;         /* int64_t, bytes, ascending */
  GPtrArray *best;       /* const struct tn_row *: best[size * mechanisms->len + m]; NULL: none */
};

/* Neighbouring sizes with one winner: of one mechanism, algorithm and parameters. */
struct tn_band {
  guint first, last; /* sizes */
  guint mechanism;   /* the winner, or the first of several with the same time */
  bool any; /* the mechanism makes no difference: small messages are copied in and out anyhow */
};

/* Mechanisms that one table may have: each has a column, and every size a cell of it. */
enum { TN_MOST_RIVALS = 64 };

/* No mechanism. */
#define TN_NO_MECHANISM G_MAXUINT

/* One struct tn_rivals for each context, in the order of their first rows; each row must have a
 * time for the objective (tn_tune sees to that). Transfer full. NULL and *error (usage) when one has
 * more than TN_MOST_RIVALS mechanisms. */
GPtrArray *tn_rivals_new(const GPtrArray *rows, enum tn_objective objective, GError **error);
/* The same of the rows' sides; rows without one are left out. */
GPtrArray *tn_rivals_by(const GPtrArray *rows, enum tn_objective objective, tn_side side,
                        GError **error);

int64_t tn_rivals_size(const struct tn_rivals *r, guint size);
/* The mechanism's fastest row at a size, or NULL; equal times: the earlier row. */
const struct tn_row *tn_rivals_best(const struct tn_rivals *r, guint size, guint mechanism);
/* Its time, seconds; INFINITY when it has none. */
double tn_rivals_time(const struct tn_rivals *r, guint size, guint mechanism);
/* The fastest mechanism at a size but `without` (TN_NO_MECHANISM: of all); TN_NO_MECHANISM when
 * nobody else has a row. */
guint tn_rivals_winner(const struct tn_rivals *r, guint size, guint without);

/* Whether the bests of two mechanisms at a size are one algorithm that takes the same time. */
bool tn_rivals_same(const struct tn_rivals *r, guint size, guint a, guint b);

/* Bands of winners (struct tn_band), ascending. Transfer full. */
GArray *tn_rivals_bands(const struct tn_rivals *r);

#endif
