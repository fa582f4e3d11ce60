#ifndef TN_DECIDE_RULE_H
#define TN_DECIDE_RULE_H

#include "study/row.h"
#include "tune/tune.h"

/* The range ends before the next rule's. */
struct tn_rule {
  int64_t from;     /* bytes, by the library's definition of the size */
  int algorithm;    /* number in coll/tuned; 0: the library's own decision, other libraries */
  const char *name; /* the library's, static; NULL: its own decision */
  int64_t fanout, segment, requests; /* number of children, bytes, number of requests; 0 without the
                                      * parameter */
  bool in_chunks;                    /* true for MPICH's composition that forwards in chunks */
  int64_t radix;                     /* radix for UCC; 0: default */
  struct tn_state_loss states[TN_MAX_STATES]; /* largest losses over its sizes */
  double expected_min, expected_max; /* least and most at these sizes (struct tn_winner); NAN if not
                                      * known */
};

#endif
