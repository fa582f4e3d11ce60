/* Trees that users can select for the final broadcast of a collective. */
#ifndef TN_ALGOS_MESSAGES_DOWN_TREES_H
#define TN_ALGOS_MESSAGES_DOWN_TREES_H

#include "algos/kit/tree.h"

enum tn_down_tree {
  TN_DOWN_LINEAR,
  TN_DOWN_PIPELINE,
  TN_DOWN_BINARY,
  TN_DOWN_BINOMIAL,
  TN_DOWN_KNOMIAL /* with radix 4 */
};
/* Names of the bcast algorithms with these trees, NULL-terminated, and the shapes of the trees. */
extern const char *const tn_down_tree_names[];
extern const struct tn_shape tn_down_shapes[];

#endif
