#include "down_trees.h"

#include <stddef.h>

const char *const tn_down_tree_names[] = {
  [TN_DOWN_LINEAR] = "linear",     [TN_DOWN_PIPELINE] = "pipeline",   [TN_DOWN_BINARY] = "binary",
  [TN_DOWN_BINOMIAL] = "binomial", [TN_DOWN_KNOMIAL] = "knomial-p2p", NULL
};

const struct tn_shape tn_down_shapes[] = {
  [TN_DOWN_LINEAR] = { .kind = TN_LINEAR },
  [TN_DOWN_PIPELINE] = { .kind = TN_CHAIN, .fanout = 1 },
  [TN_DOWN_BINARY] = { .kind = TN_BINARY },
  [TN_DOWN_BINOMIAL] = { .kind = TN_BINOMIAL },
  [TN_DOWN_KNOMIAL] = { .kind = TN_KNOMIAL, .fanout = 4 },
};
