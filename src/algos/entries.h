/* The entries of the registry, each defined beside its algorithm, and the initialisers they share.
 * For registry.c and the algorithm files only. */
#ifndef TN_ALGOS_ENTRIES_H
#define TN_ALGOS_ENTRIES_H

#include "registry.h"

extern const struct tn_algorithm tn_scatter_parallel_read;
extern const struct tn_algorithm tn_scatter_sequential_write;
extern const struct tn_algorithm tn_scatter_throttled_read;
extern const struct tn_algorithm tn_gather_parallel_write;
extern const struct tn_algorithm tn_gather_sequential_read;
extern const struct tn_algorithm tn_gather_throttled_write;
extern const struct tn_algorithm tn_bcast_direct_read;
extern const struct tn_algorithm tn_bcast_direct_write;
extern const struct tn_algorithm tn_bcast_knomial;
extern const struct tn_algorithm tn_bcast_scatter_allgather;
extern const struct tn_algorithm tn_allgather_ring_neighbor_entry;
extern const struct tn_algorithm tn_allgather_ring_source_read_entry;
extern const struct tn_algorithm tn_allgather_ring_source_write_entry;
extern const struct tn_algorithm tn_allgather_recursive_doubling_entry;
extern const struct tn_algorithm tn_allgather_bruck_entry;
extern const struct tn_algorithm tn_alltoall_pairwise;
extern const struct tn_algorithm tn_alltoall_bruck;

/* `unsupported` of an algorithm that takes every call: NULL. */
const char *tn_supports_all(const struct tn_call *call);

/* Single-copy mechanisms: those with which either side alone can move the bytes. */
#define TN_SINGLE_COPY                                    \
  .mechanisms = { TN_CMA, TN_KNEM, TN_XPMEM, TN_MEMFD }, \
  .n_mechanisms = 4

#define TN_THROTTLE_PARAM(param_name, param_alias, offset)                                   \
  {                                                                                          \
    .name = (param_name), .alias = (param_alias), .alias_offset = (offset),                  \
    .kind = TN_PARAM_INT, .min = 1, .max = 1000000, .preset = 4,                             \
    .summary = "ranks that may copy from or to one rank at the same time"                    \
  }

#define TN_DISTANCE_PARAM(param_name)                                                        \
  {                                                                                          \
    .name = (param_name), .kind = TN_PARAM_INT, .min = 1, .max = 1000000, .preset = 1,       \
    .summary = "each rank reads from rank - distance; coprime to the number of ranks"        \
  }

#endif
