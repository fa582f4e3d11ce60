/* A decision of rows taken again by the simulator, and what it hangs on. */
#ifndef TN_TOOLS_RETAKE_H
#define TN_TOOLS_RETAKE_H

#include "closest.h"
#include "explain/hinges.h"
#include "explain/rerun.h"
#include "report.h"

struct tn_retake {
  const struct tn_closest *decision; /* borrowed */
  const struct tn_row *first;        /* of the decision's rows */
  char *command;           /* that does the same with all combinations of their parameters */
  char *why;               /* why there is nothing: half a sentence; NULL: there is */
  struct tn_hinges hinges; /* of one decision, when it has run */

  GPtrArray *rows;       /* const struct tn_row *, the decision's */
  struct tn_rerun again; /* of the rows */
  GPtrArray *decisions;
};

/* Rebuilds the decision's points from its rows. Where they cannot be, `why` says so. Names of files in rows are not followed. Transfer full. */
struct tn_retake *tn_retake_new(const struct tn_report *report, const struct tn_closest *decision);
void tn_retake_free(struct tn_retake *t);

/* The work of its points, by tn_point_cost; 0: there are none. */
double tn_retake_cost(const struct tn_retake *t);

/* Runs the points, and once these have the times and the winner of the rows, the analysis; else
 * `why` says what differs. False where it was interrupted. */
bool tn_retake_run(struct tn_retake *t, const struct tn_report *report);

#endif
