/* Compares sides (mechanisms, or another property that splits rows) by each side's best algorithm
 * at each size. */
#ifndef TN_TUNE_RIVALS_H
#define TN_TUNE_RIVALS_H

#include "study/row.h"

/* Returns the name of a row's side, the same pointer for all its rows; NULL without a side. */
typedef const char *(*tn_side)(const struct tn_row *row);

/* Rows that differ only in algorithm, parameters, mechanism and size, all borrowed. */
struct tn_rivals {
  GPtrArray *rows; /* const struct tn_row *, in input order; at least one */
  enum tn_objective objective;
  tn_side side;
  GPtrArray *mechanisms; /* sides: const char *, in the order of the rows, borrowed from them */
  GArray *sizes;
  GPtrArray *best; /* const struct tn_row *: [size * mechanisms->len + m] the fastest; NULL
                    * without a row */
};

/* Neighbouring sizes with the same winning mechanism, algorithm and parameters. */
struct tn_band {
  guint first, last; /* indexes of sizes */
  guint mechanism;   /* index of the winner; of mechanisms with equal times, the first */
  bool any; /* true if all mechanisms take the same time, as small messages do, which are copied in
             * and out */
};

/* Upper limit of mechanisms, which are columns of a table. */
enum { TN_MAX_RIVALS = 64 };

#define TN_NO_MECHANISM G_MAXUINT

/* Returns a struct tn_rivals for each context, in the order of first rows. Each row must have a
 * time for the objective (checked by tn_tune). Transfer full. Returns NULL and *error (usage) if a
 * context has more than TN_MAX_RIVALS mechanisms. */
GPtrArray *tn_rivals_new(const GPtrArray *rows, enum tn_objective objective, GError **error);
/* Returns rivals with other sides than mechanisms. Ignores rows without a side. */
GPtrArray *tn_rivals_by(const GPtrArray *rows, enum tn_objective objective, tn_side side,
                        GError **error);

int64_t tn_rivals_size(const struct tn_rivals *r, guint size);
/* Returns the mechanism's fastest row at a size, of equal rows the earlier, or NULL. */
const struct tn_row *tn_rivals_best(const struct tn_rivals *r, guint size, guint mechanism);
/* Returns the seconds of a mechanism's fastest row at a size; INFINITY without a row. */
double tn_rivals_time(const struct tn_rivals *r, guint size, guint mechanism);
/* Returns the fastest mechanism at a size except `without` (or TN_NO_MECHANISM); TN_NO_MECHANISM if
 * none is left. */
guint tn_rivals_winner(const struct tn_rivals *r, guint size, guint without);

/* Returns true if two mechanisms' best rows have the same algorithm and time. */
bool tn_rivals_same(const struct tn_rivals *r, guint size, guint a, guint b);

/* Returns the bands (struct tn_band), ascending. Transfer full. */
GArray *tn_rivals_bands(const struct tn_rivals *r);

#endif
