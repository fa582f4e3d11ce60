/* NCCL's and RCCL's tuning model (tables: nccl_tuning.def). The libraries choose the algorithm and
 * protocol with the shortest time = latency + bytes / bandwidth, then the number of channels. Units
 * are seconds, bytes, bytes per second.
 *
 * Not included: CollNet, NVLS between nodes, PAT, kernels for symmetric memory. RCCL: single node
 * only. */
#ifndef TN_ALGOS_DEVICE_NCCL_TUNING_H
#define TN_ALGOS_DEVICE_NCCL_TUNING_H

#include "algos/transport.h"

enum tn_nccl_generation {
  TN_NCCL_NONE, /* the devices are no GPUs that NCCL or RCCL supports */
#define TN_NCCL_GENERATION(id, ...) TN_NCCL_##id,
#define TN_RCCL_GENERATION(id, ...) TN_NCCL_##id,
#include "nccl_tuning.def"
  TN_NCCL_N_GENERATIONS
};

/* Links of a node's devices: NVLink switches; NVLink or xGMI between all pairs, with the channels
 * divided among the links; PCIe. */
enum tn_nccl_fabric { TN_NCCL_SWITCH, TN_NCCL_MESH, TN_NCCL_PCIE };

/* Algorithms in the order of the libraries: the first of equal estimates is chosen. */
enum tn_nccl_algorithm { TN_NCCL_TREE, TN_NCCL_RING, TN_NCCL_NVLS, TN_NCCL_N_ALGORITHMS };
enum tn_nccl_protocol { TN_NCCL_LL, TN_NCCL_LL128, TN_NCCL_SIMPLE, TN_NCCL_N_PROTOCOLS };

struct tn_nccl_graph {
  int n_channels; /* number of channels (in a mesh, of each pair of devices); 0: no such graph */
  double rate;    /* bytes per second of one channel */
};

struct tn_nccl {
  enum tn_nccl_generation generation;
  enum tn_nccl_fabric fabric;
  struct tn_nccl_graph graph[TN_NCCL_N_ALGORITHMS];
  /* Between nodes: bytes per second of a channel with 3 or more nodes; seconds added to a step;
   * true for AMD processors; true if all channels visit the nodes in the same order. */
  double far_rate, far_latency;
  bool of_amd, same_channels;
  /* [distance] true if some pairs of devices have no links (NCCL's transport SHM) */
  bool by_host[TN_N_P2P_DISTANCES];
  /* seconds until the peer observes a simulated step; 0: the tuning model's value */
  double step[TN_NCCL_N_PROTOCOLS];
};

/* A call whose time is estimated. `bytes` is counted as in the libraries: all ranks' blocks for
 * allgather and reduce_scatter_block. */
struct tn_nccl_ask {
  enum tn_collective collective;
  enum tn_type type;
  int n_ranks, n_nodes;
  size_t bytes;
};
/* Returns the tuning model's description of a call on one node. */
struct tn_nccl_ask tn_nccl_ask_of(const struct tn_call *call);

/* Estimate of the model: latency and time in seconds, bandwidth in bytes per second. Bandwidth 0:
 * the algorithm is not available with this protocol. */
struct tn_nccl_estimate {
  double latency, bandwidth, time;
};
struct tn_nccl_estimate tn_nccl_estimate(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                                         enum tn_nccl_algorithm algorithm,
                                         enum tn_nccl_protocol protocol);

struct tn_nccl_choice {
  enum tn_nccl_algorithm algorithm;
  enum tn_nccl_protocol protocol;
  int n_channels, n_threads;        /* number of channels; threads of each */
  struct tn_nccl_estimate estimate; /* estimate of the call; bandwidth 0 if no algorithm is
                                     * available */
};
/* Returns the fastest choice with this algorithm and this protocol; -1 allows any. */
struct tn_nccl_choice tn_nccl_choose(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                                     int algorithm, int protocol);

/* Returns the rate of all channels from one device to the next, bytes per second. */
double tn_nccl_rate(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                    enum tn_nccl_algorithm algorithm, enum tn_nccl_protocol protocol);
/* Returns the number of channels for the call's devices: a mesh has n_channels per peer, NVLS at
 * most one per device. */
int tn_nccl_channels(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                     enum tn_nccl_algorithm algorithm);

/* Returns the model's time of a step from one rank to the next on the same node, in seconds; for
 * NVLS, the time of all steps. */
double tn_nccl_step(const struct tn_nccl *m, enum tn_nccl_algorithm algorithm,
                    enum tn_nccl_protocol protocol);
/* Returns how many seconds longer a call takes with the protocol than with LL, apart from the times
 * of steps and bytes. */
double tn_nccl_delay(const struct tn_nccl *m, enum tn_nccl_algorithm algorithm,
                     enum tn_nccl_protocol protocol);
bool tn_nccl_is_rccl(enum tn_nccl_generation generation);

extern const char *const tn_nccl_generation_names[], *const tn_nccl_fabric_names[];
extern const char *const tn_nccl_algorithm_names[], *const tn_nccl_protocol_names[];

/* Returns the machine of the call as the tuning model describes it; NULL if it is unknown. */
static inline const struct tn_nccl *tn_nccl_of_call(const struct tn_call *call)
{
  return call->layout ? call->layout->nccl : NULL;
}

#endif
