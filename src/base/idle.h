/* Places of a machine: those of its ranks, or cores on which none sits, where second strands may run. */
#ifndef TN_BASE_IDLE_H
#define TN_BASE_IDLE_H

/* Every array has n entries, identifiers as those of the ranks' places; idle cores are in the order
 * of their numbers. pu: the first processing unit of each; all arrays are one block of memory, which
 * it begins. */
struct tn_idle {
  int n;
  int *pu, *core, *llc, *numa, *package, *node;
};

#endif
