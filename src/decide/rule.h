/* A rule for a library: the algorithm for a range of sizes. */
#ifndef TN_DECIDE_RULE_H
#define TN_DECIDE_RULE_H

#include "study/row.h"
#include "tune/tune.h"

/* The range begins at `from` and ends at the next rule. */
struct tn_rule {
  int64_t from;     /* bytes, in the library's definition of the size */
  int algorithm;    /* coll/tuned's number; 0 for its own decision or another library */
  const char *name; /* the library's name of the algorithm, static; NULL for its own decision */
  int64_t fanout, segment, requests; /* 0 if the algorithm has no such parameter */
  bool in_chunks;                    /* true for MPICH's composition that forwards chunks */
  int64_t radix;                     /* for UCC; 0 is the default */
  struct tn_state_loss states[TN_MOST_STATES]; /* losses at the rule's sizes among the rows */
  double expected_min, expected_max; /* expected loss at these sizes (struct tn_winner); NAN if
                                        unknown */
};

#endif
