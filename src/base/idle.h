/* Cores of a machine on which no rank sits: where second strands of ranks may run. */
#ifndef TN_BASE_IDLE_H
#define TN_BASE_IDLE_H

/* In the order of the cores' numbers; every array has n entries, identifiers as those of the ranks'
 * places. pu: the first processing unit of each. */
struct tn_idle {
  int n;
  int *pu, *core, *llc, *numa, *package, *node;
};

#endif
