/* Places of ranks or of idle cores in a machine. Idle cores may run second strands of ranks. */
#ifndef TN_BASE_IDLE_H
#define TN_BASE_IDLE_H

/* Arrays of n entries: identifiers of the processing unit (the first one of a core), core, LLC,
 * memory domain, package and node. Idle cores are sorted by number. All arrays are one block, which
 * begins at `pu`. */
struct tn_idle {
  int n;
  int *pu, *core, *llc, *numa, *package, *node;
};

#endif
