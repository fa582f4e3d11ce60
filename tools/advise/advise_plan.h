/* Selects the measurements that remove most of the expected loss per second of measuring. */
#ifndef TN_TOOLS_ADVISE_ADVISE_PLAN_H
#define TN_TOOLS_ADVISE_ADVISE_PLAN_H

#include "problem.h"

/* One start of the MPI program with a number of ranks and its parts. */
struct tn_start {
  int64_t ranks;
  /* item forced from the start; NULL if the library switches at run time */
  const struct tn_item *only;
  double seconds;    /* expected seconds with the program's start */
  GPtrArray *blocks; /* struct tn_start_part */
};

/* The items of one collective in a start. */
struct tn_start_part {
  const struct tn_problem *problem;
  GArray *items; /* int: indices of items, by choice and size */
};

/* Seconds of an MPI program's start; assumed, typical of mpirun on one node. */
#define TN_START_TIME 2.0

/* Returns the timed calls in one pass over an item of `seconds`. */
int tn_calls_for(double seconds);

/* Returns the starts (struct tn_start) that fit into `budget` seconds, most valuable first; empty
 * if none fits or every item is measured. *ret_shortest: seconds of the shortest start; 0 if all
 * are measured. *ret_all: true if the starts complete the measurements. The problems (struct
 * tn_problem) must outlive the result. Transfer full. */
GPtrArray *tn_plan_runs(const GPtrArray *problems, double budget, double *ret_shortest,
                        bool *ret_all);

/* Writes measure.sh, measure.c and the tasks of the starts (struct tn_start) to the folder
 * (script.c). The names of the files contain `round`. Returns false and *error on failure. */
bool tn_script_write(const char *folder, enum tn_target target, const GPtrArray *runs, guint round,
                     GError **error);

/* Returns a summary of a part, "bcast 4K to 1M: binomial, chain" or, if not named, "...: 2 choices".
 * Transfer full. */
char *tn_script_summary(const struct tn_start_part *block, bool is_named);

#endif
