/* A report's decisions with the smallest margins. */
#ifndef TN_TOOLS_CLOSE_DECISIONS_H
#define TN_TOOLS_CLOSE_DECISIONS_H

#include "chapters.h"

/* A decision with a second-best algorithm beyond a tie. Algorithms with exactly the winner's time
 * run the same code and are ignored. All borrowed. */
struct tn_close_decision {
  const struct tn_chapter *chapter;
  guint r, s; /* indices of ranks and size in the chapter */
  const struct tn_row *winner, *rival;
  double margin; /* rival's time / winner's - 1 */
  bool is_open;  /* true if the known error, or stated errors of parameters, can change the
                  * winner */
};

/* Returns one decision per chapter (struct tn_chapter) of simulated rows: the open one with the
 * smallest margin, else the one with the smallest margin. Sorted: open ones first, then by margin.
 * Transfer full. */
GArray *tn_close_decisions_of(const GPtrArray *chapters);

/* Returns the winner's row, the rival's, and the fastest of each further algorithm by time; at most
 * TN_MAX_CONTENDERS. const struct tn_row *, borrowed. Transfer container. */
enum { TN_MAX_CONTENDERS = 4 };
GPtrArray *tn_close_decision_rows(const struct tn_close_decision *d);

#endif
