/* A node, small enough for a phone: boxes without numbers, which stand in a table beside it. */
#ifndef TN_TOOLS_FIGURE_NODE_H
#define TN_TOOLS_FIGURE_NODE_H

#include "platform/platform.h"

/* "2 packages, 4 memory domains, 4 last-level caches, 28 cores, 56 processing units", of each node.
 * Transfer full. */
char *tn_node_words(const struct tn_platform *pf);

/* Appends the drawing of the platform's node, of a cluster one of them; nothing where it has too
 * many cores for a page, or no places. */
void tn_node_append(GString *s, const struct tn_platform *pf);

#endif
