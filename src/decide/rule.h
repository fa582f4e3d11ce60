#ifndef TN_DECIDE_RULE_H
#define TN_DECIDE_RULE_H

#include "study/row.h"
#include "tune/tune.h"

/* A rule: the algorithm and its parameters for calls of at least `from` bytes, up to the next
 * rule's `from`. */
struct tn_rule {
  int64_t from; /* smallest size in bytes, by the library's definition of the size */
  /* number in coll/tuned; 0: the library's own decision, or a library other than Open MPI */
  int algorithm;
  const char *name; /* library's name of the algorithm, static; NULL: its own decision */
  /* number of children, bytes, number of requests; 0: the algorithm lacks the parameter */
  int64_t fanout, segment, requests;
  bool in_chunks; /* true for MPICH's composition that forwards in chunks */
  int64_t radix;  /* radix for UCC; 0: default */
  /* largest loss of the rule's choice against the fastest one, for each state of the buffers, over
   * all rows with sizes in the rule's range */
  struct tn_state_loss states[TN_MAX_STATES];
  /* smallest and largest expected loss (struct tn_winner) over the sizes in the rule's range; NAN
   * if not known */
  double expected_min, expected_max;
};

#endif
