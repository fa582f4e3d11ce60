/* One choice for several worlds: platforms, kernel profiles, states of buffers, values of parameters.
 * Rows of one collective that differ in other context are of different worlds; so are those with other
 * numbers of ranks, where no platform has several. */
#ifndef TN_TUNE_ROBUST_H
#define TN_TUNE_ROBUST_H

#include "perturb/trials.h"

/* A choice (algorithm, parameters, mechanism) and what it costs where another one is the best: its
 * time over the best one's of that world, less 1. Rows are borrowed. */
struct tn_safe {
  int64_t size;
  const struct tn_row *choice; /* in the first world */
  double most, mean;           /* the largest cost, and the mean over the worlds */
  guint worst;                 /* the world of the largest */
  guint n_best;                /* worlds in which nothing is faster by more than a tie */
  const struct tn_row **best;  /* [worlds] the winner of each; owned */
  const struct tn_row **own;   /* [worlds] the choice's row in each; owned */
  guint n_choices;             /* that all worlds have */
};

struct tn_robust {
  GPtrArray *rows;   /* const struct tn_row *, borrowed */
  GArray *of;        /* guint, of each row its world */
  GPtrArray *worlds; /* const struct tn_row *: a row of each, in the order of the rows */
  GArray *sizes;     /* struct tn_safe, ascending: the choice whose largest cost is least, of equal
                        ones the one with the lower mean, then the earlier */
};

/* A table for each collective (and number of ranks, where platforms have several), in the order of the
 * rows. The rows must outlive the result. Transfer full. NULL and *error (usage): a row lacks the time,
 * there is one world only, or no choice that all worlds have at any size. */
GPtrArray *tn_robust_of(const GPtrArray *rows, enum tn_objective objective, GError **error);

/* Appends rows of the points of a study that has run in more worlds: in each, one parameter is off by
 * its stated error in one direction, on all platforms where it matters. False: interrupted. */
bool tn_robust_add_errors(GPtrArray *rows, const struct tn_study *study, tn_study_runner *run);

/* Whether some worlds of the table differ in a column (row.h). */
bool tn_robust_differs(const struct tn_robust *robust, int column);
/* What tells the world from the others of the table, "knl, linux-6". Transfer full. */
char *tn_robust_world(const struct tn_robust *robust, guint world);

#endif
