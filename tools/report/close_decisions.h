/* The decisions of a report that have the smallest margins. */
#ifndef TN_TOOLS_CLOSE_DECISIONS_H
#define TN_TOOLS_CLOSE_DECISIONS_H

#include "chapters.h"

/* A decision whose second-best algorithm is slower than the winner by more than a tie. An algorithm
 * with exactly the winner's time runs the same code and is ignored. All members are borrowed. */
struct tn_close_decision {
  const struct tn_chapter *chapter;
  guint r, s; /* indices of the number of ranks and of the size in the chapter */
  const struct tn_row *winner, *rival;
  double margin; /* time of the rival divided by the winner's, minus 1 */
  bool is_open;  /* true if the known error of predictions, or the stated errors of parameters, can
                  * change the winner */
};

/* Returns one decision for each chapter (struct tn_chapter) of simulated rows: the open decision
 * with the smallest margin, or, if no decision is open, the decision with the smallest margin. Open
 * decisions come first; decisions are then sorted by margin. Omits chapters without decisions.
 * Transfer full. */
GArray *tn_close_decisions_of(const GPtrArray *chapters);

/* Returns the rows of a decision: the winner's, the rival's, and the fastest row of each further
 * algorithm in ascending order of time; at most TN_MAX_CONTENDERS rows. const struct tn_row *,
 * borrowed. Transfer container. */
enum { TN_MAX_CONTENDERS = 4 };
GPtrArray *tn_close_decision_rows(const struct tn_close_decision *d);

#endif
