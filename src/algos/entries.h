/* The entries of the registry, each defined beside its algorithm, and the initialisers they share.
 * For registry.c and the algorithm files only. */
#ifndef TN_ALGOS_ENTRIES_H
#define TN_ALGOS_ENTRIES_H

#include "registry.h"

extern const struct tn_algorithm tn_scatter_parallel_read;
extern const struct tn_algorithm tn_scatter_sequential_write;
extern const struct tn_algorithm tn_scatter_throttled_read;
extern const struct tn_algorithm tn_scatter_knem_linear;
extern const struct tn_algorithm tn_gather_parallel_write;
extern const struct tn_algorithm tn_gather_sequential_read;
extern const struct tn_algorithm tn_gather_throttled_write;
extern const struct tn_algorithm tn_gather_knem_linear;
extern const struct tn_algorithm tn_bcast_direct_read;
extern const struct tn_algorithm tn_bcast_direct_write;
extern const struct tn_algorithm tn_bcast_knomial;
extern const struct tn_algorithm tn_bcast_scatter_allgather;
extern const struct tn_algorithm tn_allgather_ring_neighbor_entry;
extern const struct tn_algorithm tn_allgather_ring_source_read_entry;
extern const struct tn_algorithm tn_allgather_ring_source_write_entry;
extern const struct tn_algorithm tn_allgather_recursive_doubling_entry;
extern const struct tn_algorithm tn_allgather_bruck_entry;
extern const struct tn_algorithm tn_allgather_gather_bcast;
extern const struct tn_algorithm tn_alltoall_pairwise;
extern const struct tn_algorithm tn_alltoall_bruck;
extern const struct tn_algorithm tn_alltoall_rotation;
extern const struct tn_algorithm tn_scatter_linear;
extern const struct tn_algorithm tn_scatter_linear_nb;
extern const struct tn_algorithm tn_scatter_binomial;
extern const struct tn_algorithm tn_scatter_library_ompi;
extern const struct tn_algorithm tn_scatter_library_mpich;
extern const struct tn_algorithm tn_gather_linear;
extern const struct tn_algorithm tn_gather_linear_sync;
extern const struct tn_algorithm tn_gather_binomial;
extern const struct tn_algorithm tn_gather_library_ompi;
extern const struct tn_algorithm tn_gather_library_mpich;
extern const struct tn_algorithm tn_bcast_xhc_flat;
extern const struct tn_algorithm tn_bcast_xhc_tree;
extern const struct tn_algorithm tn_bcast_smhc_flat;
extern const struct tn_algorithm tn_bcast_smhc_tree;
extern const struct tn_algorithm tn_bcast_knem_linear;
extern const struct tn_algorithm tn_bcast_knem_hierarchical;
extern const struct tn_algorithm tn_bcast_linear;
extern const struct tn_algorithm tn_bcast_chain;
extern const struct tn_algorithm tn_bcast_pipeline;
extern const struct tn_algorithm tn_bcast_binary;
extern const struct tn_algorithm tn_bcast_binomial;
extern const struct tn_algorithm tn_bcast_knomial_p2p;
extern const struct tn_algorithm tn_bcast_split_binary;
extern const struct tn_algorithm tn_bcast_scatter_ring_allgather;
extern const struct tn_algorithm tn_bcast_scatter_doubling_allgather;
extern const struct tn_algorithm tn_bcast_release_gather;
extern const struct tn_algorithm tn_bcast_library_ompi;
extern const struct tn_algorithm tn_bcast_library_mpich;
extern const struct tn_algorithm tn_allgather_ring;
extern const struct tn_algorithm tn_allgather_doubling_p2p;
extern const struct tn_algorithm tn_allgather_bruck_p2p;
extern const struct tn_algorithm tn_allgather_neighbor_exchange;
extern const struct tn_algorithm tn_allgather_two_proc;
extern const struct tn_algorithm tn_allgather_library_ompi;
extern const struct tn_algorithm tn_allgather_library_mpich;
extern const struct tn_algorithm tn_alltoall_pairwise_p2p;
extern const struct tn_algorithm tn_alltoall_pairwise_shm;
extern const struct tn_algorithm tn_alltoall_linear;
extern const struct tn_algorithm tn_alltoall_linear_sync;
extern const struct tn_algorithm tn_alltoall_bruck_p2p;
extern const struct tn_algorithm tn_alltoall_two_proc;
extern const struct tn_algorithm tn_alltoall_scattered;
extern const struct tn_algorithm tn_alltoall_replace;
extern const struct tn_algorithm tn_alltoall_library_ompi;
extern const struct tn_algorithm tn_alltoall_library_mpich;
extern const struct tn_algorithm tn_reduce_linear_entry;
extern const struct tn_algorithm tn_reduce_chain;
extern const struct tn_algorithm tn_reduce_pipeline;
extern const struct tn_algorithm tn_reduce_binary;
extern const struct tn_algorithm tn_reduce_binomial;
extern const struct tn_algorithm tn_reduce_rabenseifner;
extern const struct tn_algorithm tn_reduce_release_gather;
extern const struct tn_algorithm tn_reduce_library_ompi;
extern const struct tn_algorithm tn_reduce_library_mpich;
extern const struct tn_algorithm tn_allreduce_recursive_doubling;
extern const struct tn_algorithm tn_allreduce_ring;
extern const struct tn_algorithm tn_allreduce_segmented_ring;
extern const struct tn_algorithm tn_allreduce_rabenseifner;
extern const struct tn_algorithm tn_allreduce_reduce_bcast;
extern const struct tn_algorithm tn_allreduce_release_gather;
extern const struct tn_algorithm tn_allreduce_library_ompi;
extern const struct tn_algorithm tn_allreduce_library_mpich;
extern const struct tn_algorithm tn_reduce_xhc_flat;
extern const struct tn_algorithm tn_reduce_xhc_tree;
extern const struct tn_algorithm tn_allreduce_xhc_flat;
extern const struct tn_algorithm tn_allreduce_xhc_tree;
extern const struct tn_algorithm tn_allreduce_xbrc;
extern const struct tn_algorithm tn_barrier_xhc_flat;
extern const struct tn_algorithm tn_barrier_xhc_tree;
extern const struct tn_algorithm tn_barrier_linear;
extern const struct tn_algorithm tn_barrier_tree;
extern const struct tn_algorithm tn_barrier_dissemination;
extern const struct tn_algorithm tn_barrier_recursive_doubling;
extern const struct tn_algorithm tn_barrier_double_ring;
extern const struct tn_algorithm tn_barrier_release_gather;
extern const struct tn_algorithm tn_barrier_library_ompi;
extern const struct tn_algorithm tn_barrier_library_mpich;
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

/* Algorithms that read and write the memory of others themselves. */
#define TN_MAPPED .mechanisms = { TN_XPMEM, TN_MEMFD }, .n_mechanisms = 2

/* Algorithms that move all data through shared segments: copy in, copy out. */
#define TN_SEGMENTS .mechanisms = { TN_CICO }, .n_mechanisms = 1

/* The same, of which some data goes by messages, if another root's. */
#define TN_SEGMENTS_AND_MESSAGES                                   \
  .mechanisms = { TN_CICO, TN_CMA, TN_KNEM, TN_XPMEM, TN_MEMFD }, \
  .n_mechanisms = 5

/* Algorithms of MPI libraries, which can do without a single copy; and those over p2p.h alone. */
#define TN_OF_LIBRARIES                                            \
  .mechanisms = { TN_CMA, TN_KNEM, TN_XPMEM, TN_MEMFD, TN_CICO }, \
  .n_mechanisms = 5
#define TN_MESSAGES TN_OF_LIBRARIES, .n_slots = tn_p2p_slots

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

/* A shorter chunk would overflow the count of steps at the longest vector. */
#define TN_CHUNK_PARAM                                                                       \
  {                                                                                          \
    .name = "chunk", .kind = TN_PARAM_SIZE, .min = 512, .preset = 16384,                     \
    .summary = "bytes that a rank handles before it tells those that wait for them"          \
  }

#define TN_CICO_MAX_PARAM                                                                    \
  {                                                                                          \
    .name = "cico_max", .kind = TN_PARAM_SIZE, .min = 0, .preset = 1024,                     \
    .summary = "bytes up to which the vector goes through shared memory"                     \
  }

/* Needs hierarchy.h. */
#define TN_HIERARCHY_PARAM                                                                   \
  {                                                                                          \
    .name = "hierarchy", .kind = TN_PARAM_LIST, .choices = tn_level_names,                   \
    .preset = TN_LEVELS_NUMA_SOCKET, .summary = "levels of groups, from the inside out"      \
  }

#endif
