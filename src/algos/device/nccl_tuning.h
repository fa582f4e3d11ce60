/* NCCL's and RCCL's tuning model (tables: nccl_tuning.def): the expected time of each algorithm and
 * protocol, time = latency + bytes / bandwidth. The libraries choose the shortest time and then the
 * number of channels. Pure functions; units are seconds, bytes, bytes per second.
 *
 * Not included: CollNet, NVLS between nodes, PAT, kernels for symmetric memory. RCCL: single node
 * only. */
#ifndef TN_ALGOS_DEVICE_NCCL_TUNING_H
#define TN_ALGOS_DEVICE_NCCL_TUNING_H

#include "algos/transport.h"

enum tn_nccl_generation {
  TN_NCCL_NONE, /* the devices are not GPUs that these libraries support */
#define TN_NCCL_GENERATION(id, ...) TN_NCCL_##id,
#define TN_RCCL_GENERATION(id, ...) TN_NCCL_##id,
#include "nccl_tuning.def"
  TN_NCCL_N_GENERATIONS
};

/* Connection of a node's devices: by switches of NVLink; by NVLink or xGMI between each pair, so
 * that channels are divided among all links of a device; by PCIe. */
enum tn_nccl_fabric { TN_NCCL_SWITCH, TN_NCCL_MESH, TN_NCCL_PCIE };

/* In the libraries' order: the first of equal estimates is chosen. */
enum tn_nccl_algorithm { TN_NCCL_TREE, TN_NCCL_RING, TN_NCCL_NVLS, TN_NCCL_N_ALGORITHMS };
enum tn_nccl_protocol { TN_NCCL_LL, TN_NCCL_LL128, TN_NCCL_SIMPLE, TN_NCCL_N_PROTOCOLS };

/* Channels that the library finds between devices. */
struct tn_nccl_graph {
  int n_channels; /* number of channels (mesh: between two devices); 0: no such graph */
  double rate;    /* bytes per second of one channel */
};

struct tn_nccl {
  enum tn_nccl_generation generation;
  enum tn_nccl_fabric fabric;
  struct tn_nccl_graph graph[TN_NCCL_N_ALGORITHMS];
  /* Between nodes: a channel's rate from 3 nodes on; additional latency of a step; true if the
   * processors are AMD's; true if channels visit the nodes in the same order. */
  double far_rate, far_latency;
  bool of_amd, same_channels;
  /* true if some pairs of devices at this distance have no links between them (NCCL's transport
   * SHM) */
  bool by_host[TN_N_WAYS];
  /* seconds of a simulated step from the store until the peer observes it; 0: the model's */
  double step[TN_NCCL_N_PROTOCOLS];
};

/* A request to the model. Bytes are the library's: for allgather and reduce_scatter_block those of
 * all ranks' blocks. */
struct tn_nccl_ask {
  enum tn_collective collective;
  enum tn_type type;
  int n_ranks, n_nodes;
  size_t bytes;
};
/* Returns the request of a call on a single node. */
struct tn_nccl_ask tn_nccl_ask_of(const struct tn_call *call);

/* Estimate of the model; bandwidth 0: not available. */
struct tn_nccl_estimate {
  double latency, bandwidth, time;
};
struct tn_nccl_estimate tn_nccl_estimate(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                                         enum tn_nccl_algorithm algorithm,
                                         enum tn_nccl_protocol protocol);

struct tn_nccl_choice {
  enum tn_nccl_algorithm algorithm;
  enum tn_nccl_protocol protocol;
  int n_channels, n_threads;        /* threads per channel */
  struct tn_nccl_estimate estimate; /* bandwidth 0: no algorithm is available */
};
/* Returns the best choice with this algorithm and protocol; -1: any. */
struct tn_nccl_choice tn_nccl_choose(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                                     int algorithm, int protocol);

/* Returns the rate of all channels together from one device to the next, bytes per second. */
double tn_nccl_rate(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                    enum tn_nccl_algorithm algorithm, enum tn_nccl_protocol protocol);
/* Returns the channels of the graph for n devices: a mesh has some for each peer; NVLS has at most
 * one per device. */
int tn_nccl_channels(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                     enum tn_nccl_algorithm algorithm);

/* Returns the model's time of a step from one rank to the next on the same node; NVLS: of all
 * steps. */
double tn_nccl_step(const struct tn_nccl *m, enum tn_nccl_algorithm algorithm,
                    enum tn_nccl_protocol protocol);
/* Returns the model's delay of a call compared with LL, without steps and bytes; seconds. */
double tn_nccl_delay(const struct tn_nccl *m, enum tn_nccl_algorithm algorithm,
                     enum tn_nccl_protocol protocol);
bool tn_nccl_is_rccl(enum tn_nccl_generation generation);

/* NULL-terminated. */
extern const char *const tn_nccl_generation_names[], *const tn_nccl_fabric_names[];
extern const char *const tn_nccl_algorithm_names[], *const tn_nccl_protocol_names[];

/* Returns NCCL's view of the machine of the call, or NULL if unknown. */
static inline const struct tn_nccl *tn_nccl_found(const struct tn_call *call)
{
  return call->layout ? call->layout->nccl : NULL;
}

#endif
