/* The decisions of a report that are nearest to being others. */
#ifndef TN_TOOLS_CLOSEST_H
#define TN_TOOLS_CLOSEST_H

#include "chapters.h"

/* A decision that matters: the next best takes longer by more than a tie. An algorithm with the
 * very same time does the same, and is no next best. All borrowed. */
struct tn_closest {
  const struct tn_chapter *chapter;
  guint r, s; /* its ranks and size */
  const struct tn_row *winner, *rival;
  double margin; /* the rival's time over the winner's, less 1 */
  bool is_open; /* its winner may be another one within the known error of predictions or the stated
                   errors of parameters that the rows tell of */
};

/* Of each chapter (struct tn_chapter) of simulated rows the decision with the least margin among
 * those that are open, where none is among all; the open ones first, then by margin. Chapters
 * without a decision that matters are left out. Transfer full. */
GArray *tn_closest_of(const GPtrArray *chapters);

/* The rows that such a decision is between: the winner's, the rival's, and of further algorithms,
 * the fastest first, the fastest each; TN_MOST_CONTENDERS at most. const struct tn_row *, borrowed.
 * Transfer container. */
enum { TN_MOST_CONTENDERS = 4 };
GPtrArray *tn_closest_rows(const struct tn_closest *d);

#endif
