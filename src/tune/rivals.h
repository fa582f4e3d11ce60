/* Compares the rows of a context by one property, usually the mechanism. Each value of the property
 * (a side) competes by its best algorithm at each size. */
#ifndef TN_TUNE_RIVALS_H
#define TN_TUNE_RIVALS_H

#include "study/row.h"

/* Returns the value of the property in a row, the same pointer for all rows with that value; NULL
 * if the row does not compete. */
typedef const char *(*tn_side)(const struct tn_row *row);

/* Rows of one context; they differ only in algorithm, parameters, mechanism and size. All are
 * borrowed. */
struct tn_rivals {
  GPtrArray *rows; /* const struct tn_row *, in input order; at least one */
  enum tn_objective objective;
  tn_side side;
  /* names of the sides (mechanisms, or values of another property): const char *, in the order of
   * rows, borrowed from them */
  GPtrArray *mechanisms;
  GArray *sizes;
  /* const struct tn_row *: [size * mechanisms->len + m] the fastest of side m; NULL without a
   * row */
  GPtrArray *best;
};

/* Range of neighbouring sizes with the same winning mechanism, algorithm and parameters. */
struct tn_band {
  guint first, last; /* indexes of the range's sizes */
  guint mechanism;   /* index of the winning mechanism, the first one among equal times */
  /* true if all mechanisms take the same time, like small messages that are always copied in and
   * out */
  bool any;
};

/* Upper limit of mechanisms, which are columns of a table. */
enum { TN_MAX_RIVALS = 64 };

#define TN_NO_MECHANISM G_MAXUINT

/* Returns a struct tn_rivals for each context, in the order of the contexts' first rows. Each row
 * must have a time for the objective (tn_tune checks this). Transfer full. Returns NULL and *error
 * (usage) if a context has more than TN_MAX_RIVALS mechanisms. */
GPtrArray *tn_rivals_new(const GPtrArray *rows, enum tn_objective objective, GError **error);
/* Compares values of another property, `side`, otherwise like tn_rivals_new. Ignores rows for which
 * `side` returns NULL. */
GPtrArray *tn_rivals_by(const GPtrArray *rows, enum tn_objective objective, tn_side side,
                        GError **error);

int64_t tn_rivals_size(const struct tn_rivals *r, guint size);
/* Returns the mechanism's fastest row at a size, the first one of equally fast rows; NULL if it has
 * none. */
const struct tn_row *tn_rivals_best(const struct tn_rivals *r, guint size, guint mechanism);
/* Returns the seconds of the mechanism's fastest row at a size; INFINITY if it has none. */
double tn_rivals_time(const struct tn_rivals *r, guint size, guint mechanism);
/* Returns the fastest mechanism at a size except `without` (TN_NO_MECHANISM: no exception);
 * TN_NO_MECHANISM if there is no other. */
guint tn_rivals_winner(const struct tn_rivals *r, guint size, guint without);

/* Returns true if the best rows of mechanisms a and b have the same algorithm and time. */
bool tn_rivals_same(const struct tn_rivals *r, guint size, guint a, guint b);

/* Returns the bands (struct tn_band), ascending. Transfer full. */
GArray *tn_rivals_bands(const struct tn_rivals *r);

#endif
