#ifndef TN_DECIDE_RULE_H
#define TN_DECIDE_RULE_H

#include "study/row.h"
#include "tune/tune.h"

/* A rule. Its range begins at `from` and ends before the next rule's. */
struct tn_rule {
  int64_t from;     /* bytes, by the library's definition of the size */
  int algorithm;    /* number in coll/tuned; 0: the library's own decision, other libraries */
  const char *name; /* library's name of the algorithm, static; NULL for the library's own
                     * decision */
  int64_t fanout, segment, requests; /* number of children, bytes, number of requests; 0 without the
                                      * parameter */
  bool in_chunks;                    /* true for MPICH's composition that forwards in chunks */
  int64_t radix;                     /* radix for UCC; 0: default */
  struct tn_state_loss states[TN_MAX_STATES]; /* largest losses over the sizes of the rule that
                                               * rows have */
  double expected_min, expected_max; /* least and most at these sizes (struct tn_winner); NAN if not
                                      * known */
};

#endif
