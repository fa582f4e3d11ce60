/* The entries of the registry, each defined beside its algorithm, and the initialisers they share.
 * For registry.c and the algorithm files only. */
#ifndef TN_ALGOS_ENTRIES_H
#define TN_ALGOS_ENTRIES_H

#include "library/each.h"
#include "registry.h"

#define TN_ALGORITHM(file, entry) extern const struct tn_algorithm entry;
#define TN_DECLARATION(c, C, release) extern const struct tn_algorithm tn_##c##_##release;
#define TN_RELEASE(file, each, release) each(TN_DECLARATION, release)
#include "algorithms.def"
#undef TN_ALGORITHM
#undef TN_RELEASE

/* Single-copy mechanisms: those with which either side alone can move the bytes. */
#define TN_SINGLE_COPY                                                                             \
  .mechanisms = { TN_CMA, TN_KNEM, TN_XPMEM, TN_MEMFD, TN_DEVICE_IPC }, .n_mechanisms = 5

/* Algorithms that read and write the memory of others themselves. */
#define TN_MAPPED .mechanisms = { TN_XPMEM, TN_MEMFD }, .n_mechanisms = 2

/* The same, where a kernel's copy does as well. */
#define TN_MAPPED_OR_COPIED .mechanisms = { TN_XPMEM, TN_MEMFD, TN_CMA, TN_KNEM }, .n_mechanisms = 4

/* The KNEM paper's, where other single copies do as well. */
#define TN_OF_KNEM .mechanisms = { TN_KNEM, TN_CMA, TN_XPMEM, TN_MEMFD }, .n_mechanisms = 4

/* Algorithms that move all data through shared segments: copy in, copy out. */
#define TN_SEGMENTS .mechanisms = { TN_CICO }, .n_mechanisms = 1

/* The same, but data of a root other than rank 0 may go by messages. */
#define TN_SEGMENTS_AND_MESSAGES                                                                   \
  .mechanisms = { TN_CICO, TN_CMA, TN_KNEM, TN_XPMEM, TN_MEMFD }, .n_mechanisms = 5

/* Patterns: whatever brings bytes from one rank to another. */
#define TN_EVERY_MECHANISM                                                                         \
  .mechanisms = { TN_CMA,  TN_KNEM,       TN_XPMEM,         TN_MEMFD,                              \
                  TN_CICO, TN_DEVICE_IPC, TN_DEVICE_STAGED, TN_DEVICE_MAPPED },                    \
  .n_mechanisms = 8

/* Algorithms of MPI libraries, which do not need single copies; and those that only use p2p.h. */
#define TN_OF_LIBRARIES TN_EVERY_MECHANISM
#define TN_MESSAGES TN_OF_LIBRARIES, .n_slots = tn_p2p_slots

/* Algorithms that are kernels of the devices: their SHARED memory is there, too. */
#define TN_BY_KERNELS .mechanisms = { TN_DEVICE_IPC }, .n_mechanisms = 1

#define TN_THROTTLE_PARAM(param_name, param_alias, offset)                                         \
  {                                                                                                \
    .name = (param_name), .alias = (param_alias), .alias_offset = (offset), .kind = TN_PARAM_INT,  \
    .min = 1, .max = 1000000, .preset = 4,                                                         \
    .summary = "ranks that may copy from or to one rank at the same time"                          \
  }

/* The radix of trees and exchanges; the second form needs kit/exchange.h. */
#define TN_RADIX_PARAM(default_radix)                                                              \
  {                                                                                                \
    .name = "radix", .kind = TN_PARAM_INT, .min = 2, .max = 1000000, .preset = (default_radix),    \
    .summary = "ranks of a group"                                                                  \
  }
#define TN_RADIX_PARAM_AUTO                                                                        \
  {                                                                                                \
    .name = "radix", .kind = TN_PARAM_INT, .min = 2, .max = 1000000, .preset = TN_RADIX_AUTO,      \
    .word = "auto", .summary = "ranks of a group; auto: that leaves the fewest ranks out"          \
  }

#define TN_DISTANCE_PARAM(param_name)                                                              \
  {                                                                                                \
    .name = (param_name), .kind = TN_PARAM_INT, .min = 1, .max = 1000000, .preset = 1,             \
    .summary = "each rank reads from rank - distance; coprime to the number of ranks"              \
  }

/* Of kind TN_PARAM_SIZE or, by levels, TN_PARAM_SIZES. A shorter chunk would overflow the count of steps
 * at the longest vector. */
#define TN_CHUNK_PARAM(of_kind)                                                                    \
  {                                                                                                \
    .name = "chunk", .kind = (of_kind), .min = 512, .preset = 16384,                               \
    .summary = "bytes that a rank completes before it signals the ranks that wait"                 \
  }

#define TN_CICO_MAX_PARAM                                                                          \
  {                                                                                                \
    .name = "cico_max", .kind = TN_PARAM_SIZE, .min = 0, .preset = 1024,                           \
    .summary = "bytes up to which the vector goes through shared memory"                           \
  }

/* Needs kit/hierarchy.h. */
#define TN_HIERARCHY_PARAM                                                                         \
  {                                                                                                \
    .name = "hierarchy", .kind = TN_PARAM_LIST, .choices = tn_level_names,                         \
    .preset = TN_LEVELS_NUMA_SOCKET, .summary = "levels of groups, from the inside out"            \
  }

#endif
