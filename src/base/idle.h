/* Arrays of places: of idle cores, on which ranks may run further threads (strands), or of ranks
 * (platform/places.c). */
#ifndef TN_BASE_IDLE_H
#define TN_BASE_IDLE_H

/* Places as arrays of n identifiers: processing unit (the first of a core), core, LLC, domain,
 * package and node. Idle cores are sorted by number. The arrays are one block, which begins at
 * `pu`. */
struct tn_idle {
  int n;
  int *pu, *core, *llc, *numa, *package, *node;
};

#endif
