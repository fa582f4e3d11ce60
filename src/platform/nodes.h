/* What makes a cluster of a platform file: `nodes`, `node` and the network between them. */
#ifndef TN_PLATFORM_NODES_H
#define TN_PLATFORM_NODES_H

#include "machine.h"

#define TN_FACT_NODE "node"
#define TN_FACT_NODES "nodes"

/* Takes the node's values and their sources where the file has none. What was found out about its own
 * predictions, and the state of one machine, are not facts of others like it. */
void tn_nodes_inherit(struct tn_platform *pf, const struct tn_platform *node);

/* Makes the topology of one node that of `nodes`, and the default number of ranks that of all. */
void tn_nodes_repeat(struct tn_platform *pf, struct tn_file *file);

#endif
