/* Defines a rule for a library: the algorithm for a range of sizes. */
#ifndef TN_DECIDE_RULE_H
#define TN_DECIDE_RULE_H

#include "study/row.h"
#include "tune/tune.h"

/* A rule. Its range begins at `from` and ends before the next rule's. */
struct tn_rule {
  int64_t from;     /* bytes, by the library's definition of the size */
  int algorithm;    /* algorithm's number in coll/tuned; 0 for the library's own decision and for
                     * other libraries */
  const char *name; /* library's name of the algorithm, static; NULL for the library's own
                     * decision */
  int64_t fanout, segment, requests; /* number of children, bytes, number of requests; 0 if the
                                      * algorithm has no such parameter */
  bool in_chunks;                    /* true for the composition of MPICH that forwards the
                                      * vector in chunks */
  int64_t radix;                     /* radix for UCC; 0 for the default */
  struct tn_state_loss states[TN_MAX_STATES]; /* largest losses over the sizes of the rule that
                                               * rows have */
  double expected_min, expected_max; /* expected loss at these sizes, least and most (struct
                                      * tn_winner); NAN if not known */
};

#endif
