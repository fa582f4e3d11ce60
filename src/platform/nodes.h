/* Builds a cluster from a platform file: properties `nodes` and `node`, and the network between
 * nodes. */
#ifndef TN_PLATFORM_NODES_H
#define TN_PLATFORM_NODES_H

#include "machine.h"

#define TN_FACT_NODE "node"
#define TN_FACT_NODES "nodes"

/* Copies values and sources of missing parameters from the node's platform. Does not copy known
 * errors and state, which belong to one machine. */
void tn_nodes_inherit(struct tn_platform *pf, const struct tn_platform *node);

/* Repeats one node's topology for all `nodes`, and multiplies the default number of ranks by their
 * number. */
void tn_nodes_repeat(struct tn_platform *pf, struct tn_file *file);

#endif
