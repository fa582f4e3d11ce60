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
extern const struct tn_algorithm tn_scatter_linear;
extern const struct tn_algorithm tn_scatter_linear_nb;
extern const struct tn_algorithm tn_scatter_binomial;
extern const struct tn_algorithm tn_gather_linear;
extern const struct tn_algorithm tn_gather_binomial;
extern const struct tn_algorithm tn_bcast_linear;
extern const struct tn_algorithm tn_bcast_chain;
extern const struct tn_algorithm tn_bcast_pipeline;
extern const struct tn_algorithm tn_bcast_binary;
extern const struct tn_algorithm tn_bcast_binomial;
extern const struct tn_algorithm tn_bcast_knomial_p2p;
extern const struct tn_algorithm tn_bcast_split_binary;
extern const struct tn_algorithm tn_bcast_scatter_ring_allgather;
extern const struct tn_algorithm tn_allgather_ring;
extern const struct tn_algorithm tn_allgather_doubling_p2p;
extern const struct tn_algorithm tn_allgather_bruck_p2p;
extern const struct tn_algorithm tn_allgather_neighbor_exchange;
extern const struct tn_algorithm tn_alltoall_pairwise_p2p;
extern const struct tn_algorithm tn_alltoall_pairwise_shm;
extern const struct tn_algorithm tn_alltoall_linear;
extern const struct tn_algorithm tn_alltoall_linear_sync;
extern const struct tn_algorithm tn_alltoall_bruck_p2p;
extern const struct tn_algorithm tn_pattern_pairs;
extern const struct tn_algorithm tn_pattern_one_source;
extern const struct tn_algorithm tn_pattern_pin;
extern const struct tn_algorithm tn_pattern_pingpong;
extern const struct tn_algorithm tn_pattern_concurrent_copy;

/* `unsupported` of an algorithm that takes every call: NULL. */
const char *tn_supports_all(const struct tn_call *call);

/* Single-copy mechanisms: those with which either side alone can move the bytes. */
#define TN_SINGLE_COPY                                    \
  .mechanisms = { TN_CMA, TN_KNEM, TN_XPMEM, TN_MEMFD }, \
  .n_mechanisms = 4

/* Algorithms of MPI libraries over p2p.h, which can do without a single copy. */
#define TN_MESSAGES                                                \
  .mechanisms = { TN_CMA, TN_KNEM, TN_XPMEM, TN_MEMFD, TN_CICO }, \
  .n_mechanisms = 5, .n_slots = tn_p2p_slots

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
