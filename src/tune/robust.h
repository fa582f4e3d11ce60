/* Finds one choice for several worlds. A world is a combination of platform, kernel profile,
 * state of buffers and parameter values: rows of one collective that differ in other columns of
 * the context belong to different worlds. Different numbers of ranks are different worlds too if
 * each platform has only one number of ranks. */
#ifndef TN_TUNE_ROBUST_H
#define TN_TUNE_ROBUST_H

#include "perturb/trials.h"

/* A choice (algorithm, parameters, mechanism) at one size. Its cost in a world is its time / the
 * time of that world's best choice - 1. Rows are borrowed. */
struct tn_safe {
  int64_t size;
  const struct tn_row *choice; /* row of the choice in the table's first world */
  double most, mean;           /* largest and mean cost over the worlds */
  guint worst;                 /* world with the largest cost */
  /* number of worlds in which no choice is faster by more than a tie */
  guint n_best;
  const struct tn_row **best; /* [worlds] each world's fastest choice; owned array */
  const struct tn_row **own;  /* [worlds] rows of this choice; owned array */
  guint n_choices;            /* number of choices that all worlds have */
};

struct tn_robust {
  GPtrArray *rows;   /* const struct tn_row *, borrowed */
  GArray *of;        /* guint: index of each row's world */
  GPtrArray *worlds; /* const struct tn_row *: one row of each world, in the order of the rows */
  /* struct tn_safe by ascending size: the choice with the smallest largest cost; of equal choices,
   * the one with the lower mean cost, then the earlier one */
  GArray *sizes;
};

/* Returns a table for each collective (and number of ranks if a platform has several), in the order
 * of the rows. The rows must outlive the result. Transfer full. Returns NULL and *error (usage) if
 * a row lacks the objective's time, there is only one world, or no size has a choice in all
 * worlds. */
GPtrArray *tn_robust_of(const GPtrArray *rows, enum tn_objective objective, GError **error);

/* Runs a study again in additional worlds and appends the rows. In each world one parameter is
 * changed by its stated error, up or down, on all platforms that depend on it. Returns false if
 * interrupted. */
bool tn_robust_add_errors(GPtrArray *rows, const struct tn_study *study, tn_study_runner *run);

/* Returns true if the table's worlds differ in this column (row.h). */
bool tn_robust_differs(const struct tn_robust *robust, int column);
/* Returns the values by which this world differs from the table's other worlds, e.g. "knl,
 * linux-6". Transfer full. */
char *tn_robust_world(const struct tn_robust *robust, guint world);

#endif
