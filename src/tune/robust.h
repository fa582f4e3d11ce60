/* Finds one choice for several worlds. A world is a combination of platform, kernel profile,
 * state of buffers and parameter values: rows of one collective that differ in other columns of
 * the context belong to different worlds. Different numbers of ranks are different worlds too if
 * each platform has only one number of ranks. */
#ifndef TN_TUNE_ROBUST_H
#define TN_TUNE_ROBUST_H

#include "perturb/trials.h"

/* A choice (algorithm, parameters, mechanism) and its costs. The cost in a world is the choice's
 * time divided by the time of that world's best choice, minus 1. Rows are borrowed. */
struct tn_safe {
  int64_t size;
  const struct tn_row *choice; /* row of the choice in the first world */
  double most, mean;           /* largest cost and mean cost over the worlds */
  guint worst;                 /* index of the world with the largest cost */
  guint n_best;                /* number of worlds in which no choice is faster by more than a
                                * tie */
  const struct tn_row **best;  /* [worlds] row of each world's winner; owned array */
  const struct tn_row **own;   /* [worlds] row of the choice in each world; owned array */
  guint n_choices;             /* number of choices that all worlds have */
};

struct tn_robust {
  GPtrArray *rows;   /* const struct tn_row *, borrowed */
  GArray *of;        /* guint: index of each row's world */
  GPtrArray *worlds; /* const struct tn_row *: one row of each world, in the order of the rows */
  GArray *sizes;     /* struct tn_safe by ascending size: the choice whose largest cost is
                      * smallest; of equal choices, the one with the lower mean cost, then the
                      * earlier one */
};

/* Returns a table for each collective (and for each number of ranks if a platform has several), in
 * the order of the rows. The rows must outlive the result. Transfer full. Returns NULL and *error
 * (usage) if a row lacks the time, if there is only one world, or if no size has a choice that all
 * worlds have. */
GPtrArray *tn_robust_of(const GPtrArray *rows, enum tn_objective objective, GError **error);

/* Runs the points of a study again in additional worlds and appends the rows. Each additional world
 * moves one parameter by its stated error in one direction, on all platforms that depend on the
 * parameter. Returns false if interrupted. */
bool tn_robust_add_errors(GPtrArray *rows, const struct tn_study *study, tn_study_runner *run);

/* Returns true if the worlds of the table differ in this column (row.h). */
bool tn_robust_differs(const struct tn_robust *robust, int column);
/* Returns the values of the columns in which the worlds of the table differ, for example "knl,
 * linux-6". Transfer full. */
char *tn_robust_world(const struct tn_robust *robust, guint world);

#endif
