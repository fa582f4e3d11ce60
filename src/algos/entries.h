/* Declares the algorithms and choosers of the registry (algorithms.def), and defines macros that
 * initialise their members. Only registry.c and the files of the algorithms include this header. */
#ifndef TN_ALGOS_ENTRIES_H
#define TN_ALGOS_ENTRIES_H

#include "registry.h"

#define TN_ALGORITHM(file, entry) extern const struct tn_algorithm entry;
#define TN_CHOOSERS(file, choosers) extern const struct tn_chooser choosers[];
#include "algorithms.def"
#undef TN_ALGORITHM
#undef TN_CHOOSERS

/* Mechanisms with a single copy: either the sender or the receiver moves the bytes. */
#define TN_SINGLE_COPY                                                                             \
  .mechanisms = { TN_CMA, TN_KNEM, TN_XPMEM, TN_MEMFD, TN_DEVICE_IPC }, .n_mechanisms = 5

/* Mechanisms of algorithms that read and write the memory of other ranks directly. */
#define TN_MAPPED .mechanisms = { TN_XPMEM, TN_MEMFD }, .n_mechanisms = 2

/* Mechanisms that map the memory of other ranks (the first two) or let the kernel copy it. */
#define TN_MAPPED_OR_COPIED .mechanisms = { TN_XPMEM, TN_MEMFD, TN_CMA, TN_KNEM }, .n_mechanisms = 4

/* Mechanisms of the KNEM paper's algorithms: KNEM by default, or another one with a single copy. */
#define TN_OF_KNEM .mechanisms = { TN_KNEM, TN_CMA, TN_XPMEM, TN_MEMFD }, .n_mechanisms = 4

/* Mechanism of algorithms that move all data through shared segments. */
#define TN_SEGMENTS .mechanisms = { TN_CICO }, .n_mechanisms = 1

/* Mechanisms of algorithms that use shared segments, and messages if the root is not rank 0. */
#define TN_SEGMENTS_AND_MESSAGES                                                                   \
  .mechanisms = { TN_CICO, TN_CMA, TN_KNEM, TN_XPMEM, TN_MEMFD }, .n_mechanisms = 5

/* Mechanisms of patterns (-c pattern): all that bring bytes from one rank to another. */
#define TN_EVERY_MECHANISM                                                                         \
  .mechanisms = { TN_CMA,  TN_KNEM,       TN_XPMEM,         TN_MEMFD,                              \
                  TN_CICO, TN_DEVICE_IPC, TN_DEVICE_STAGED, TN_DEVICE_MAPPED },                    \
  .n_mechanisms = 8

/* Mechanisms of algorithms of MPI libraries; TN_MESSAGES is for those that only send messages
 * (messages/p2p.h). */
#define TN_OF_LIBRARIES TN_EVERY_MECHANISM
#define TN_MESSAGES TN_OF_LIBRARIES, .n_slots = tn_p2p_slots

/* Mechanism of algorithms that run as kernels on the devices. Their SHARED memory is there, too. */
#define TN_BY_KERNELS .mechanisms = { TN_DEVICE_IPC }, .n_mechanisms = 1

/* Initialisers of parameters: name, minimum, maximum (0: tn_alg_param_most), default and summary.
 * Other members may follow. */
#define TN_COUNT_PARAM(param_name, least, most, usual, ...)                                        \
  {                                                                                                \
    .name = (param_name), .kind = TN_PARAM_INT, .min = (least), .max = (most), .preset = (usual),  \
    .summary = __VA_ARGS__                                                                         \
  }
#define TN_SIZE_PARAM(param_name, least, usual, ...)                                               \
  {                                                                                                \
    .name = (param_name), .kind = TN_PARAM_SIZE, .min = (least), .preset = (usual),                \
    .summary = __VA_ARGS__                                                                         \
  }
#define TN_CHOICE_PARAM(param_name, names, usual, ...)                                             \
  {                                                                                                \
    .name = (param_name), .kind = TN_PARAM_CHOICE, .choices = (names), .preset = (usual),          \
    .summary = __VA_ARGS__                                                                         \
  }
#define TN_LIST_PARAM(param_name, names, usual, ...)                                               \
  {                                                                                                \
    .name = (param_name), .kind = TN_PARAM_LIST, .choices = (names), .preset = (usual),            \
    .summary = __VA_ARGS__                                                                         \
  }

#define TN_THROTTLE_PARAM(param_name, param_alias, offset)                                         \
  TN_COUNT_PARAM(param_name, 1, 1000000, 4,                                                        \
                 "ranks that may copy from or to one rank at the same time",                       \
                 .alias = (param_alias), .alias_offset = (offset))

/* Parameter `radix` of trees and exchanges; TN_RADIX_PARAM_AUTO needs kit/exchange.h. */
#define TN_RADIX_PARAM(usual) TN_COUNT_PARAM("radix", 2, 1000000, usual, "ranks of a group")
#define TN_RADIX_PARAM_AUTO                                                                        \
  TN_COUNT_PARAM("radix", 2, 1000000, TN_RADIX_AUTO,                                               \
                 "ranks of a group; auto: the radix with the fewest extra ranks", .word = "auto")

#define TN_DISTANCE_PARAM(param_name)                                                              \
  TN_COUNT_PARAM(param_name, 1, 1000000, 1,                                                        \
                 "each rank reads from rank - distance; coprime to the number of ranks")

/* Initialiser of the parameter `chunk`, of kind TN_PARAM_SIZE, or TN_PARAM_SIZES for one size per
 * level. With a smaller minimum the number of steps of the longest vector could overflow. */
#define TN_CHUNK_PARAM(of_kind)                                                                    \
  {                                                                                                \
    .name = "chunk", .kind = (of_kind), .min = 512, .preset = 16384,                               \
    .summary = "bytes that a rank completes before it signals the waiting ranks"                   \
  }

#define TN_CICO_MAX_PARAM                                                                          \
  TN_SIZE_PARAM("cico_max", 0, 1024, "bytes up to which the vector goes through shared memory")

/* Parameter `hierarchy`; a file that uses it includes kit/hierarchy.h. */
#define TN_HIERARCHY_PARAM                                                                         \
  TN_LIST_PARAM("hierarchy", tn_level_names, TN_LEVELS_NUMA_SOCKET,                                \
                "levels of groups, from the innermost")

#endif
