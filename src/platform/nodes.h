/* Builds a cluster from a platform file: properties `nodes` and `node`, and the network between
 * nodes. */
#ifndef TN_PLATFORM_NODES_H
#define TN_PLATFORM_NODES_H

#include "machine.h"

#define TN_FACT_NODE "node"
#define TN_FACT_NODES "nodes"

/* Copies values and sources of parameters that `pf` lacks from the node's platform. Does not copy
 * known errors and the machine's state, which belong to one machine. */
void tn_nodes_inherit(struct tn_platform *pf, const struct tn_platform *node);

/* Makes the topology of one node that of all `nodes`, and multiplies the default number of ranks by
 * the number of nodes. */
void tn_nodes_repeat(struct tn_platform *pf, struct tn_file *file);

#endif
