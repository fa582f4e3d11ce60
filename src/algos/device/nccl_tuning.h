/* NCCL's and RCCL's tuning model (nccl_tuning.def has its tables): what they expect of each algorithm and
 * protocol, time = latency + bytes / bandwidth, of which they take the least, and how many channels
 * they then use. Pure functions. Seconds, bytes, bytes per second.
 *
 * Left out: CollNet, NVLS between nodes, PAT, kernels for symmetric memory. RCCL: of a lone node. */
#ifndef TN_ALGOS_DEVICE_NCCL_TUNING_H
#define TN_ALGOS_DEVICE_NCCL_TUNING_H

#include "algos/transport.h"

enum tn_nccl_generation {
  TN_NCCL_NONE, /* the machine's devices are no GPUs that these libraries know */
#define TN_NCCL_GENERATION(id, ...) TN_NCCL_##id,
#define TN_RCCL_GENERATION(id, ...) TN_NCCL_##id,
#include "nccl_tuning.def"
  TN_NCCL_N_GENERATIONS
};

/* How devices of a node reach one another: by switches of NVLink; by NVLink or xGMI between each two, so
 * that channels are divided among all ways of a device; by PCIe. */
enum tn_nccl_fabric { TN_NCCL_SWITCH, TN_NCCL_MESH, TN_NCCL_PCIE };

/* In the libraries' order, in which the first of equals is taken. */
enum tn_nccl_algorithm { TN_NCCL_TREE, TN_NCCL_RING, TN_NCCL_NVLS, TN_NCCL_N_ALGORITHMS };
enum tn_nccl_protocol { TN_NCCL_LL, TN_NCCL_LL128, TN_NCCL_SIMPLE, TN_NCCL_N_PROTOCOLS };

/* The channels that the library finds between devices. */
struct tn_nccl_graph {
  int n_channels; /* of a mesh between two devices; 0: there is no such graph */
  double rate;    /* of one */
};

struct tn_nccl {
  enum tn_nccl_generation generation;
  enum tn_nccl_fabric fabric;
  struct tn_nccl_graph graph[TN_NCCL_N_ALGORITHMS];
  /* Between nodes: a channel's rate from 3 nodes on; what the network adds to a step; whether their
   * processors are AMD's; whether channels pass through nodes in the same order. */
  double far_rate, far_latency;
  bool of_amd, same_channels;
  /* true: not all pairs of devices of this way have links between them (NCCL's transport SHM) */
  bool by_host[TN_N_WAYS];
  /* Of a step in a simulation, from the store to its sight; 0: the model's. */
  double step[TN_NCCL_N_PROTOCOLS];
};

/* What is asked for. Bytes are the library's: of allgather and reduce_scatter_block those of all
 * ranks' blocks. */
struct tn_nccl_ask {
  enum tn_collective collective;
  enum tn_type type;
  int n_ranks, n_nodes;
  size_t bytes;
};
struct tn_nccl_ask tn_nccl_ask_of(const struct tn_call *call); /* of a lone node */

/* bandwidth 0: it is not to be had. */
struct tn_nccl_estimate {
  double latency, bandwidth, time;
};
struct tn_nccl_estimate tn_nccl_estimate(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                                         enum tn_nccl_algorithm algorithm,
                                         enum tn_nccl_protocol protocol);

struct tn_nccl_choice {
  enum tn_nccl_algorithm algorithm;
  enum tn_nccl_protocol protocol;
  int n_channels, n_threads;        /* threads of a channel */
  struct tn_nccl_estimate estimate; /* bandwidth 0: nothing is to be had */
};
/* The best of those with this algorithm and protocol; -1: any. */
struct tn_nccl_choice tn_nccl_choose(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                                     int algorithm, int protocol);

/* Of all channels, for a byte that goes from one device to the next. */
double tn_nccl_rate(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                    enum tn_nccl_algorithm algorithm, enum tn_nccl_protocol protocol);
/* The channels of the graph between so many devices: of a mesh some for each peer; of NVLS no more
 * than devices. */
int tn_nccl_channels(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                     enum tn_nccl_algorithm algorithm);

/* A step by the model: from one rank to the next of the same node; all steps of NVLS. */
double tn_nccl_step(const struct tn_nccl *m, enum tn_nccl_algorithm algorithm,
                    enum tn_nccl_protocol protocol);
/* Returns by how much longer a call takes than one of LL besides steps and bytes, by the model; seconds. */
double tn_nccl_delay(const struct tn_nccl *m, enum tn_nccl_algorithm algorithm,
                     enum tn_nccl_protocol protocol);
bool tn_nccl_is_rccl(enum tn_nccl_generation generation);

/* NULL-terminated. */
extern const char *const tn_nccl_generation_names[], *const tn_nccl_fabric_names[];
extern const char *const tn_nccl_algorithm_names[], *const tn_nccl_protocol_names[];

/* Returns what NCCL finds on the machine of the call; NULL: nobody knows. */
static inline const struct tn_nccl *tn_nccl_found(const struct tn_call *call)
{
  return call->layout ? call->layout->nccl : NULL;
}

#endif
