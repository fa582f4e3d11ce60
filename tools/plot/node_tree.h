/* What a node consists of, as boxes in boxes. */
#ifndef TN_TOOLS_NODE_TREE_H
#define TN_TOOLS_NODE_TREE_H

#include "platform/platform.h"

enum tn_level {
  TN_LEVEL_NODE,
  TN_LEVEL_PACKAGE,
  TN_LEVEL_NUMA,
  TN_LEVEL_LLC,
  TN_LEVEL_CORE,
  TN_N_LEVELS
};

/* Who draws it fills in place, size and columns. */
struct tn_node_box {
  enum tn_level level;
  int id, n_pus; /* PUs: of cores only */
  double x, y, width, height;
  int columns;
  GPtrArray *children; /* struct tn_node_box, owned */
};

/* The platform's node, of a cluster the first; outside stands what there is least of: a domain may
 * span packages, a cache domains. tn_box_free. NULL and *error when places cannot be made. */
struct tn_node_box *tn_box_tree(const struct tn_platform *pf, GError **error);
void tn_box_free(struct tn_node_box *box);

#endif
