/* What a library is told for a range of sizes. */
#ifndef TN_DECIDE_RULE_H
#define TN_DECIDE_RULE_H

#include "study/row.h"
#include "tune/tune.h"

/* From a size on, up to the next rule. */
struct tn_rule {
  int64_t from;     /* bytes, as the library counts them */
  int algorithm;    /* coll/tuned's number; 0: its own decision, or another library */
  const char *name; /* the library's, static; NULL: its own decision */
  int64_t fanout, segment, requests;           /* 0: the algorithm has none */
  bool in_chunks;                              /* MPICH: a composition that forwards chunks */
  int64_t radix;                               /* UCC; 0: its default */
  struct tn_state_loss states[TN_MOST_STATES]; /* what it loses at its sizes of the rows */
  double expected_min, expected_max; /* expected loss there (struct tn_winner); NAN: not known */
};

#endif
