/* Algorithms that Open MPI's coll/base runs in place of the selected one; rows do not show them.
 * Source: ompi/mca/coll/base/coll_base_allgather.c, coll_base_allgatherv.c, coll_base_allreduce.c,
 * coll_base_bcast.c, coll_base_reduce.c of 4.1 and 5.0. */
#include <string.h>

#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "base/names.h"
#include "row_rule.h"

/* Some algorithms of allreduce and reduce need at least one element per rank. */
static const char *fallback_of_sums(const struct tn_row *row, const char *name, int64_t segment)
{
  const char *type_name = tn_values_get(row->overrides, "type");
  const int type = type_name ? tn_name_find(tn_type_names, type_name) : -1;
  int64_t power = 1;
  while (2 * power <= row->ranks)
    power *= 2;
  const int64_t n =
      row->size / (int64_t)tn_type_size(type < 0 ? TN_FLOAT32 : (enum tn_type)type); /* elements */
  if (strcmp(name, "rabenseifner") == 0 && n < power)
    return strcmp(row->collective, "reduce") == 0 ? "linear" : "basic_linear";
  if (strcmp(name, "ring") == 0 && n < row->ranks)
    return "recursive_doubling";
  const int64_t of_segment = segment > 0 ? n * segment / MAX(row->size, 1) : n;
  if (strcmp(name, "segmented_ring") == 0 && n < row->ranks * of_segment)
    return n < row->ranks ? "recursive_doubling" : "ring";
  return NULL;
}

const char *tn_rule_fallback(const struct tn_row *row, const char *name, int64_t segment)
{
  if (strcmp(row->collective, "allreduce") == 0 || strcmp(row->collective, "reduce") == 0)
    return fallback_of_sums(row, name, segment);
  if (strcmp(row->collective, "allgather") == 0 && strcmp(name, "recursive_doubling") == 0)
    return tn_is_power_of_two((int)row->ranks) ? NULL : "bruck";
  if (g_str_has_prefix(row->collective, "allgather") && strcmp(name, "neighbor") == 0)
    return row->ranks % 2 ? "ring" : NULL;
  if (strcmp(row->collective, "bcast") == 0 && strcmp(name, "split_binary_tree") == 0)
    return row->size < 2 || segment > row->size / 2 ? "pipeline" : NULL;
  return NULL;
}
