/* Selects the next measurements of advise: those that remove most of the expected loss per second
 * of measuring. */
#ifndef TN_TOOLS_ADVISE_ADVISE_PLAN_H
#define TN_TOOLS_ADVISE_ADVISE_PLAN_H

#include "problem.h"

/* One start of the MPI program with a fixed number of ranks, and the parts that it measures. */
struct tn_start {
  int64_t ranks;
  /* item that settings force from the start; NULL if the library switches at run time */
  const struct tn_item *only;
  double seconds;    /* expected duration in seconds, including the start of the program */
  GPtrArray *blocks; /* struct tn_start_part */
};

/* Part of a start: the items of one collective that the start measures. */
struct tn_start_part {
  const struct tn_problem *problem;
  GArray *items; /* int: indices of items, sorted by choice and size */
};

/* Seconds that the start of an MPI program takes; assumed, typical of mpirun on one node. */
#define TN_START_TIME 2.0

/* Returns the number of timed calls in one pass over an item whose call takes `seconds`. */
int tn_calls_for(double seconds);

/* Returns the starts (struct tn_start) that fit into `budget` seconds, the most valuable first. The
 * array is empty if no start fits or if every item is measured. *ret_shortest: seconds of the
 * shortest start; 0 if every item is measured. *ret_all: true if the returned starts measure all
 * items that are not yet measured. The problems (struct tn_problem) must outlive the result.
 * Transfer full. */
GPtrArray *tn_plan_runs(const GPtrArray *problems, double budget, double *ret_shortest,
                        bool *ret_all);

/* Writes measure.sh, measure.c and the tasks of the starts (struct tn_start) to the folder
 * (script.c). The names of the files contain `round`. Returns false and *error on failure. */
bool tn_script_write(const char *folder, enum tn_target target, const GPtrArray *runs, guint round,
                     GError **error);

/* Returns a summary of a part, for example "bcast 4K to 1M: binomial, chain". Transfer full. */
char *tn_script_summary(const struct tn_start_part *block);

#endif
