/* Compares sides at each size by the best algorithm of each side. A side is a mechanism, or another
 * property by which rows are split. */
#ifndef TN_TUNE_RIVALS_H
#define TN_TUNE_RIVALS_H

#include "study/row.h"

/* Returns the name of a row's side, the same pointer for all rows of a side; NULL if the row has no
 * side. */
typedef const char *(*tn_side)(const struct tn_row *row);

/* Rows that differ only in algorithm, parameters, mechanism and size, all borrowed. */
struct tn_rivals {
  GPtrArray *rows;             /* const struct tn_row *, in input order; at least one */
  enum tn_objective objective; /* kind of time that orders the rows */
  tn_side side;
  GPtrArray *mechanisms; /* names of the sides: const char *, in the order of the rows, borrowed
                          * from the rows */
  GArray *sizes;         /* int64_t, bytes, ascending */
  GPtrArray *best;       /* const struct tn_row *: best[size * mechanisms->len + m], the fastest
                          * row; NULL if there is no row */
};

/* A band: neighbouring sizes with the same winning mechanism, algorithm and parameters. */
struct tn_band {
  guint first, last; /* indexes of sizes */
  guint mechanism;   /* index of the winner; of mechanisms with equal times, the first */
  bool any; /* true if all mechanisms take the same time, as they do for small messages, which
             * are copied in and out */
};

/* Upper limit of mechanisms in one table: each mechanism has a column. */
enum { TN_MAX_RIVALS = 64 };

/* Value of a mechanism's index: no mechanism. */
#define TN_NO_MECHANISM G_MAXUINT

/* Returns one struct tn_rivals for each context, in the order of the contexts' first rows. Each row
 * must have a time for the objective (tn_tune checks that). Transfer full. Returns NULL and *error
 * (usage) if a context has more than TN_MAX_RIVALS mechanisms. */
GPtrArray *tn_rivals_new(const GPtrArray *rows, enum tn_objective objective, GError **error);
/* Returns rivals like tn_rivals_new, with sides of any kind instead of mechanisms. Ignores rows
 * without a side. */
GPtrArray *tn_rivals_by(const GPtrArray *rows, enum tn_objective objective, tn_side side,
                        GError **error);

int64_t tn_rivals_size(const struct tn_rivals *r, guint size);
/* Returns the mechanism's fastest row at a size, of equal rows the earlier; NULL if there is no
 * row. */
const struct tn_row *tn_rivals_best(const struct tn_rivals *r, guint size, guint mechanism);
/* Returns the time, in seconds, of the mechanism's fastest row at a size; INFINITY if there is no
 * row. */
double tn_rivals_time(const struct tn_rivals *r, guint size, guint mechanism);
/* Returns the fastest mechanism at a size, excluding the mechanism `without` (TN_NO_MECHANISM: none
 * is excluded). Returns TN_NO_MECHANISM if no mechanism is left. */
guint tn_rivals_winner(const struct tn_rivals *r, guint size, guint without);

/* Returns true if the best rows of two mechanisms at a size have the same algorithm and the same
 * time. */
bool tn_rivals_same(const struct tn_rivals *r, guint size, guint a, guint b);

/* Returns the bands of winners (struct tn_band), ascending. Transfer full. */
GArray *tn_rivals_bands(const struct tn_rivals *r);

#endif
