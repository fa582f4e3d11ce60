#include "nccl_tuning.h"

#include <math.h>

#include "algos/registry.h"

#define OF(...)                                                                                    \
  {                                                                                                \
    __VA_ARGS__                                                                                    \
  }
enum { GRAPHS = TN_NCCL_NVLS }; /* number of algorithms with graphs: tree and ring */
enum { BY_LINK, BY_PCIE, FAR, WAYS };
enum { ALONE, PAIR, MORE, SCALES };

enum steps_id {
#define TN_NCCL_STEPS(id, ...) id,
#include "nccl_tuning.def"
  N_STEPS
};

/* Latencies in microseconds. */
static const struct {
  double base[GRAPHS][TN_NCCL_N_PROTOCOLS];
  double step[WAYS][GRAPHS][TN_NCCL_N_PROTOCOLS];
  double nvls;
} steps[N_STEPS] = {
#define TN_NCCL_STEPS(id, base_tree, base_ring, link_tree, link_ring, pcie_tree, pcie_ring,        \
                      far_tree, far_ring, all_of_nvls)                                             \
  [id] = { .base = { base_tree, base_ring },                                                       \
           .step = { { link_tree, link_ring }, { pcie_tree, pcie_ring }, { far_tree, far_ring } }, \
           .nvls = all_of_nvls },
#include "nccl_tuning.def"
};

/* Factors on the tree's rate for 64, 128, 256, ... bytes; 0: the same as the factor before. */
static const double factors[N_STEPS][TN_NCCL_N_PROTOCOLS][32] = {
#define TN_NCCL_TREE_FACTORS(id, protocol, ...) [id][protocol] = { __VA_ARGS__ },
#include "nccl_tuning.def"
};

/* Generations of devices; rates in 1e9 bytes per second. */
static const struct generation {
  enum steps_id steps;
  bool is_rccl;
  double ll[SCALES], ll_amd[SCALES], ll128_ring[SCALES], ll128_tree[SCALES], tree[SCALES];
  double nvls_share;
  int nvls_channels;
  double delay;
  double share[GRAPHS][TN_NCCL_N_PROTOCOLS];
  bool simple_tree;
  double root_ll;
  size_t scatter_ll;
} generations[TN_NCCL_N_GENERATIONS] = {
#define TN_NCCL_GENERATION(id, name, steps_, ll_, amd, ring128, tree128, tree_, nvls, channels,    \
                           delay_)                                                                 \
  [TN_NCCL_##id] = { .steps = steps_,                                                              \
                     .ll = ll_,                                                                    \
                     .ll_amd = amd,                                                                \
                     .ll128_ring = ring128,                                                        \
                     .ll128_tree = tree128,                                                        \
                     .tree = tree_,                                                                \
                     .nvls_share = nvls,                                                           \
                     .nvls_channels = channels,                                                    \
                     .delay = delay_,                                                              \
                     .simple_tree = true },
#define TN_RCCL_GENERATION(id, name, steps_, of_tree, of_ring, tree_, root, scatter)               \
  [TN_NCCL_##id] = { .steps = steps_,                                                              \
                     .is_rccl = true,                                                              \
                     .share = { of_tree, of_ring },                                                \
                     .simple_tree = tree_,                                                         \
                     .root_ll = root,                                                              \
                     .scatter_ll = scatter },
#include "nccl_tuning.def"
};

const char *const tn_nccl_generation_names[] = { "none",
#define TN_NCCL_GENERATION(id, name, ...) name,
#define TN_RCCL_GENERATION(id, name, ...) name,
#include "nccl_tuning.def"
                                                 NULL };
const char *const tn_nccl_fabric_names[] = { "switch", "mesh", "pcie", NULL };
const char *const tn_nccl_algorithm_names[] = { "tree", "ring", "nvls", NULL };
const char *const tn_nccl_protocol_names[] = { "ll", "ll128", "simple", NULL };

bool tn_nccl_is_rccl(enum tn_nccl_generation generation)
{
  return generations[generation].is_rccl;
}

static int log2_of(size_t n)
{
  int log = 0;
  while (n >>= 1)
    log++;
  return log;
}

static int steps_of(const struct tn_nccl_ask *ask)
{
  return ask->collective == TN_ALLREDUCE         ? 2 * (ask->n_ranks - 1)
         : tn_collective_rooted(ask->collective) ? ask->n_ranks
                                                 : ask->n_ranks - 1;
}

static int scale_of(const struct tn_nccl_ask *ask)
{
  return ask->n_nodes == 1 ? ALONE : ask->n_nodes == 2 ? PAIR : MORE;
}

static bool is_available(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                         enum tn_nccl_algorithm algorithm, enum tn_nccl_protocol protocol)
{
  const struct generation *g = &generations[m->generation];
  if (m->generation == TN_NCCL_NONE || ask->n_ranks < 2 || (g->is_rccl && ask->n_nodes > 1) ||
      (protocol == TN_NCCL_LL128 && m->fabric == TN_NCCL_PCIE))
    return false;
  switch (algorithm) {
  case TN_NCCL_RING:
    return true;
  case TN_NCCL_TREE:
    return ask->collective == TN_ALLREDUCE && (protocol != TN_NCCL_SIMPLE || g->simple_tree);
  case TN_NCCL_NVLS:
  case TN_NCCL_N_ALGORITHMS:
    break;
  }
  /* NVLS. The switches can only sum words of 4 bytes or more. */
  return protocol == TN_NCCL_SIMPLE && !tn_collective_rooted(ask->collective) &&
         ask->n_nodes == 1 && m->graph[TN_NCCL_NVLS].n_channels > 1 && g->nvls_share > 0.0 &&
         (ask->collective == TN_ALLGATHER || ask->type != TN_UINT8);
}

int tn_nccl_channels(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                     enum tn_nccl_algorithm algorithm)
{
  const int n = m->graph[algorithm].n_channels, devices = ask->n_ranks / ask->n_nodes;
  if (algorithm == TN_NCCL_NVLS)
    return n < devices ? n : devices;
  return m->fabric == TN_NCCL_MESH && devices > 1 ? n * (devices - 1) : n;
}

static double rate_of_ring(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                           enum tn_nccl_protocol protocol, double rate, int n_channels)
{
  const struct generation *g = &generations[m->generation];
  const int scale = scale_of(ask);
  if (protocol == TN_NCCL_LL)
    return fmin(rate * 0.5, (m->of_amd ? g->ll_amd : g->ll)[scale] * 1e9);
  if (protocol == TN_NCCL_LL128)
    return fmin(rate * 0.92, n_channels * g->ll128_ring[scale] * 1e9);
  return rate;
}

static double rate_of_tree(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                           enum tn_nccl_protocol protocol, double rate, int n_channels)
{
  const struct generation *g = &generations[m->generation];
  const int scale = scale_of(ask);
  rate = fmin(rate * 0.92, n_channels * g->tree[scale] * 1e9);
  if (protocol == TN_NCCL_LL)
    return fmin(rate / 3.8, (m->of_amd ? g->ll_amd : g->ll)[scale] * 1e9);
  if (protocol == TN_NCCL_LL128)
    return fmin(rate * (scale == ALONE ? 7.0 / 9.0 : 120.0 / 128.0),
                n_channels * g->ll128_tree[scale] * 1e9);
  return rate;
}

double tn_nccl_rate(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                    enum tn_nccl_algorithm algorithm, enum tn_nccl_protocol protocol)
{
  const struct generation *g = &generations[m->generation];
  const int n_channels = tn_nccl_channels(m, ask, algorithm);
  const double rate = n_channels * (ask->n_nodes > 2 ? m->far_rate : m->graph[algorithm].rate),
               n = ask->n_ranks;
  if (algorithm == TN_NCCL_NVLS)
    return rate * g->nvls_share * (n_channels - 1) / n_channels *
           (ask->collective == TN_ALLREDUCE ? 2.0 : (n - 1.0) / n);
  if (g->is_rccl)
    return rate * g->share[algorithm][protocol] *
           (algorithm == TN_NCCL_RING && protocol == TN_NCCL_LL &&
                    tn_collective_rooted(ask->collective)
                ? g->root_ll
                : 1.0);
  return algorithm == TN_NCCL_RING ? rate_of_ring(m, ask, protocol, rate, n_channels)
                                   : rate_of_tree(m, ask, protocol, rate, n_channels);
}

/* Returns the bandwidth for the bytes of the call, in bytes per second. */
static double bandwidth_of(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                           enum tn_nccl_algorithm algorithm, enum tn_nccl_protocol protocol)
{
  const double rate = tn_nccl_rate(m, ask, algorithm, protocol);
  if (algorithm == TN_NCCL_TREE)
    return rate * 0.5;
  if (algorithm == TN_NCCL_NVLS && ask->collective != TN_ALLREDUCE)
    return rate;
  return rate * ask->n_ranks / steps_of(ask);
}

static int link_within(const struct tn_nccl *m)
{
  return m->fabric == TN_NCCL_PCIE ? BY_PCIE : BY_LINK;
}

double tn_nccl_step(const struct tn_nccl *m, enum tn_nccl_algorithm algorithm,
                    enum tn_nccl_protocol protocol)
{
  const enum steps_id id = generations[m->generation].steps;
  return 1e-6 * (algorithm == TN_NCCL_NVLS ? steps[id].nvls
                                           : steps[id].step[link_within(m)][algorithm][protocol]);
}

double tn_nccl_delay(const struct tn_nccl *m, enum tn_nccl_algorithm algorithm,
                     enum tn_nccl_protocol protocol)
{
  const double *base = steps[generations[m->generation].steps].base[algorithm];
  return 1e-6 * (base[protocol] - base[TN_NCCL_LL]);
}

/* Returns the ring's latency in seconds; `far` is the latency of a step between nodes. */
static double latency_of_ring(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                              enum tn_nccl_protocol protocol, double far)
{
  const enum steps_id id = generations[m->generation].steps;
  const bool is_alone = ask->n_nodes == 1;
  const int n_steps = steps_of(ask);
  double near = tn_nccl_step(m, TN_NCCL_RING, protocol);
  if (tn_collective_rooted(ask->collective)) {
    /* The latency does not depend on the length of a chunk, as in the library's model. */
    const int other = protocol == TN_NCCL_SIMPLE ? TN_NCCL_TREE : TN_NCCL_RING;
    const int way = is_alone ? link_within(m) : FAR;
    return m->same_channels ? 1e-6 * steps[id].step[way][TN_NCCL_RING][protocol]
                            : 1e-6 * n_steps * steps[id].step[way][other][protocol];
  }
  if (is_alone)
    return n_steps * near;
  /* With several nodes, a step within a node takes at least as long as the overhead of a network
   * message: 1 us, or 2 us with AMD processors; 3 times as long with Simple. */
  near = fmax(near, 1e-6 * (m->of_amd ? 2.0 : 1.0) * (protocol == TN_NCCL_SIMPLE ? 3.0 : 1.0));
  const int n_far = (ask->collective == TN_ALLREDUCE ? 2 : 1) * (ask->n_nodes - 1);
  return (n_steps - n_far) * near + n_far * far;
}

static double latency_of(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                         enum tn_nccl_algorithm algorithm, enum tn_nccl_protocol protocol)
{
  const enum steps_id id = generations[m->generation].steps;
  const int per_node = ask->n_ranks / ask->n_nodes;
  if (algorithm == TN_NCCL_NVLS)
    return tn_nccl_step(m, algorithm, protocol);
  const enum tn_nccl_algorithm way = ask->n_ranks == ask->n_nodes ? TN_NCCL_TREE : algorithm;
  const double far = 1e-6 * steps[id].step[FAR][way][protocol] +
                     m->far_latency * (protocol == TN_NCCL_SIMPLE ? 2.0 : 1.0);
  const double base = 1e-6 * steps[id].base[algorithm][protocol];
  if (algorithm == TN_NCCL_RING)
    return base + latency_of_ring(m, ask, protocol, far);
  return base + 2.0 * ((per_node - 1) * tn_nccl_step(m, algorithm, protocol) +
                       log2_of((size_t)ask->n_nodes) * far);
}

/* Returns the factor on the tree's rate, as measured by the libraries' authors. */
static double factor_of(enum steps_id id, enum tn_nccl_protocol protocol, size_t bytes)
{
  const double *list = factors[id][protocol];
  int i = 0;
  if (bytes < 64 && id == OF_NCCL)
    return 1.0;
  for (int log = log2_of(bytes >> 6); i < log && list[i + 1] > 0.0;)
    i++;
  return list[i];
}

struct tn_nccl_estimate tn_nccl_estimate(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                                         enum tn_nccl_algorithm algorithm,
                                         enum tn_nccl_protocol protocol)
{
  if (!is_available(m, ask, algorithm, protocol))
    return (struct tn_nccl_estimate){ 0 };
  const struct generation *g = &generations[m->generation];
  struct tn_nccl_estimate e = { .latency = latency_of(m, ask, algorithm, protocol),
                                .bandwidth = bandwidth_of(m, ask, algorithm, protocol) };
  double rate = e.bandwidth, latency = e.latency;
  if (algorithm == TN_NCCL_TREE)
    rate *= factor_of(g->steps, protocol, ask->bytes);
  if (algorithm == TN_NCCL_RING && protocol == TN_NCCL_SIMPLE && ask->n_nodes > 1 &&
      ask->collective == TN_ALLREDUCE &&
      ask->bytes / (size_t)(tn_nccl_channels(m, ask, algorithm) * ask->n_ranks) >= 64)
    latency *= g->delay;
  e.time = latency + (double)ask->bytes / rate;
  return e;
}

/* Return the maximum number of threads of a channel; the minimum bytes per thread. */
static int threads_of(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                      const struct tn_nccl_choice *c)
{
  if (c->algorithm == TN_NCCL_NVLS || c->protocol == TN_NCCL_LL128)
    return 640;
  const bool is_slow =
      /* true if the rate of all channels is at most that of PCIe */
      tn_nccl_channels(m, ask, TN_NCCL_RING) * m->graph[TN_NCCL_RING].rate <= 12e9;
  return c->algorithm == TN_NCCL_RING && c->protocol == TN_NCCL_SIMPLE && is_slow ? 256 : 512;
}

static size_t thread_bytes(const struct tn_nccl_ask *ask, const struct tn_nccl_choice *c)
{
  if (c->protocol == TN_NCCL_SIMPLE)
    return 64;
  return c->protocol == TN_NCCL_LL && c->algorithm == TN_NCCL_RING ? 8 * (size_t)ask->n_ranks : 8;
}

/* Sets the numbers of channels and threads. With few bytes, first channels and then threads are
 * reduced. A channel has at least 32 KiB; LL has up to four times as many channels. */
static void shrink(const struct tn_nccl *m, const struct tn_nccl_ask *ask, struct tn_nccl_choice *c)
{
  const size_t each = thread_bytes(ask, c);
  const size_t traffic =
      ask->bytes * (ask->collective == TN_ALLREDUCE ? 2 : 1) * (c->protocol == TN_NCCL_LL ? 4 : 1);
  const size_t most = traffic / (32 << 10) + (traffic % (32 << 10) > 0);
  c->n_threads = threads_of(m, ask, c);
  c->n_channels = tn_nccl_channels(m, ask, c->algorithm);
  if (c->algorithm == TN_NCCL_NVLS) {
    c->n_channels = generations[m->generation].nvls_channels;
  } else {
    const size_t per_channel = (size_t)c->n_threads * each;
    if (ask->bytes < (size_t)c->n_channels * per_channel)
      c->n_channels = ask->bytes < per_channel ? 1 : (int)(ask->bytes / per_channel);
    while (ask->bytes < (size_t)(c->n_channels * c->n_threads) * each && c->n_threads % 128 == 0)
      c->n_threads /= 2;
  }
  if ((size_t)c->n_channels > most)
    c->n_channels = most > 1 ? (int)most : 1;
  if (c->algorithm == TN_NCCL_TREE)
    c->n_threads = 640;
  else if (c->algorithm == TN_NCCL_RING && c->protocol == TN_NCCL_SIMPLE)
    c->n_threads += 32; /* threads that signal */
  c->n_threads = c->n_threads < 96 ? 96 : c->n_threads;
}

struct tn_nccl_choice tn_nccl_choose(const struct tn_nccl *m, const struct tn_nccl_ask *ask,
                                     int algorithm, int protocol)
{
  struct tn_nccl_choice best = { 0 };
  const bool is_ll = ask->collective == TN_REDUCE_SCATTER_BLOCK && protocol < 0 &&
                     ask->bytes / (size_t)ask->n_ranks <= generations[m->generation].scatter_ll;
  for (int a = 0; a < TN_NCCL_N_ALGORITHMS; a++)
    for (int p = 0; p < TN_NCCL_N_PROTOCOLS; p++) {
      if ((algorithm >= 0 && algorithm != a) || (protocol >= 0 && protocol != p))
        continue;
      const struct tn_nccl_estimate e =
          tn_nccl_estimate(m, ask, (enum tn_nccl_algorithm)a, (enum tn_nccl_protocol)p);
      if (e.bandwidth > 0.0 && (best.estimate.bandwidth <= 0.0 || e.time < best.estimate.time))
        best =
            (struct tn_nccl_choice){ (enum tn_nccl_algorithm)a, (enum tn_nccl_protocol)p, 0, 0, e };
    }
  if (is_ll && generations[m->generation].scatter_ll > 0) {
    best.protocol = TN_NCCL_LL;
    best.estimate = tn_nccl_estimate(m, ask, best.algorithm, best.protocol);
  }
  shrink(m, ask, &best);
  return best;
}

struct tn_nccl_ask tn_nccl_ask_of(const struct tn_call *call)
{
  const bool has_blocks =
      call->collective == TN_ALLGATHER || call->collective == TN_REDUCE_SCATTER_BLOCK;
  return (struct tn_nccl_ask){ .collective = call->collective,
                               .type = call->type,
                               .n_ranks = call->n_ranks,
                               .n_nodes = 1,
                               .bytes = call->block * (has_blocks ? (size_t)call->n_ranks : 1) };
}
