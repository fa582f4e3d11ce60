/* The trees by which collectives that end with a broadcast can be asked to do it. */
#ifndef TN_ALGOS_MESSAGES_DOWN_TREES_H
#define TN_ALGOS_MESSAGES_DOWN_TREES_H

#include "algos/kit/tree.h"

enum tn_down_tree {
  TN_DOWN_LINEAR,
  TN_DOWN_PIPELINE,
  TN_DOWN_BINARY,
  TN_DOWN_BINOMIAL,
  TN_DOWN_KNOMIAL /* of radix 4 */
};
/* By the names of bcast's entries, NULL-terminated; and their shapes. */
extern const char *const tn_down_tree_names[];
extern const struct tn_shape tn_down_shapes[];

#endif
