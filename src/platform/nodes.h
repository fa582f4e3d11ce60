/* Builds a cluster from a platform file: `nodes`, `node` and the network between them. */
#ifndef TN_PLATFORM_NODES_H
#define TN_PLATFORM_NODES_H

#include "machine.h"

#define TN_FACT_NODE "node"
#define TN_FACT_NODES "nodes"

/* Takes the node's values and sources for missing parameters, but not known errors and state, which
 * belong to one machine. */
void tn_nodes_inherit(struct tn_platform *pf, const struct tn_platform *node);

/* Repeats one node's topology for all `nodes`, and multiplies the default number of ranks. */
void tn_nodes_repeat(struct tn_platform *pf, struct tn_file *file);

#endif
