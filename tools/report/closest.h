/* Decisions of a report with the smallest margins. */
#ifndef TN_TOOLS_CLOSEST_H
#define TN_TOOLS_CLOSEST_H

#include "chapters.h"

/* A decision whose second-best algorithm is slower by more than a tie. An algorithm with exactly
 * the winner's time does the same and is ignored. All members are borrowed. */
struct tn_closest {
  const struct tn_chapter *chapter;
  guint r, s; /* indices of its ranks and size */
  const struct tn_row *winner, *rival;
  double margin; /* rival's time over the winner's, minus 1 */
  bool is_open;  /* true if the known error of predictions, or the stated errors of parameters in
                 * the rows, can change the winner */
};

/* Returns for each chapter (struct tn_chapter) of simulated rows the open decision with the
 * smallest margin; a chapter without open decisions gives the smallest margin of all. Open
 * decisions come first, then the order is by margin. Omits chapters without such a decision.
 * Transfer full. */
GArray *tn_closest_of(const GPtrArray *chapters);

/* Returns the rows of such a decision: the winner's, the rival's, and the fastest row of each
 * further algorithm in ascending order of time; at most TN_MOST_CONTENDERS. const struct tn_row *,
 * borrowed. Transfer container. */
enum { TN_MOST_CONTENDERS = 4 };
GPtrArray *tn_closest_rows(const struct tn_closest *d);

#endif
