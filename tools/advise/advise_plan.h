/* Which measurements come next: those that spare most of the expected loss for their time. */
#ifndef TN_TOOLS_ADVISE_ADVISE_PLAN_H
#define TN_TOOLS_ADVISE_ADVISE_PLAN_H

#include "problem.h"

/* One start of the MPI program: a number of ranks, and what it measures there. */
struct tn_start {
  int64_t ranks;
  const struct tn_item
      *only;         /* whose choice the library is told at the start; NULL: while it runs */
  double seconds;    /* that it will take, start and all */
  GPtrArray *blocks; /* struct tn_start_part */
};

/* Of a run, what decides one collective. */
struct tn_start_part {
  const struct tn_problem *problem;
  GArray *items; /* int, by choice and size */
};

/* Seconds of a start of an MPI program: assumed, as what mpirun takes on a node. */
#define TN_START_TIME 2.0

/* Timed calls in a pass of an item that takes so many seconds. */
int tn_calls_for(double seconds);

/* Runs for `budget` seconds at most (struct tn_start), the most valuable first. Empty where no run fits, or
 * nothing is left. Problems (struct tn_problem) must outlive the result. *ret_shortest: the shortest run of
 * all; 0 where nothing is left. *ret_all: whether they measure everything that is not yet measured. Transfer
 * full. */
GPtrArray *tn_plan_runs(const GPtrArray *problems, double budget, double *ret_shortest,
                        bool *ret_all);

/* script.c: writes measure.sh, measure.c and the tasks of the runs (struct tn_start) to the folder; `round` is in
 * their names. False and *error. */
bool tn_script_write(const char *folder, enum tn_target target, const GPtrArray *runs, guint round,
                     GError **error);

/* What a block decides: "bcast 4K to 1M: binomial, chain". Transfer full. */
char *tn_script_says(const struct tn_start_part *block);

#endif
