/* Limits of messages, and the properties of a node that NCCL uses, from resolved values. */
#include "sim.h"

struct reader {
  const double *values;
  bool on_device;
  uint64_t *reads; /* [TN_READ_WORDS] bits of the used parameters */
};

static double limits_read(const struct reader *r, enum tn_param p)
{
  tn_reads_add(r->reads, p);
  return r->values[p];
}

/* Returns a limit in bytes: `device` on devices unless it is 0, otherwise `host`. */
static size_t limits_read_bytes(const struct reader *r, enum tn_param host, enum tn_param device)
{
  const double of_host = limits_read(r, host), own = r->on_device ? limits_read(r, device) : 0.0;
  return (size_t)(own > 0.0 ? own : of_host);
}

struct tn_p2p_limits tn_sim_p2p_limits(const double *values, enum tn_mechanism mechanism,
                                       struct tn_limits_reads *ret_reads)
{
  struct tn_limits_reads unused, *reads = ret_reads ? ret_reads : &unused;
  const bool on_device = tn_mechanism_is_on_device(mechanism);
  const struct reader near = { values, on_device, reads->near },
                      far = { values, on_device, reads->far };
  *reads = (struct tn_limits_reads){ 0 };
  struct tn_p2p_limits l = {
    .eager_limit = limits_read_bytes(&near, TN_P_EAGER_LIMIT, TN_P_DEVICE_EAGER_LIMIT),
    .rendezvous_limit =
        limits_read_bytes(&near, TN_P_RENDEZVOUS_LIMIT, TN_P_DEVICE_RENDEZVOUS_LIMIT),
    .blocking_limit = limits_read_bytes(&near, TN_P_BLOCKING_LIMIT, TN_P_DEVICE_RENDEZVOUS_LIMIT),
    .eager_slots = (size_t)limits_read(&near, TN_P_EAGER_SLOTS),
    .fragment_size = limits_read_bytes(&near, TN_P_FRAGMENT_SIZE, TN_P_DEVICE_FRAGMENT_SIZE),
    .fragments_in_flight = (size_t)limits_read(&near, TN_P_FRAGMENTS_IN_FLIGHT),
    .inline_limit =
        /* the engine notes this parameter at each send and receive */
    (size_t)values[TN_P_INLINE_LIMIT],
    .send_waits = limits_read(&near, TN_P_SEND_COMPLETION) == TN_SEND_TAKEN,
    .copy_streams = (size_t)values[TN_P_DEVICE_COPY_STREAMS], /* devices only */
    .far_eager_limit = (size_t)limits_read(&far, TN_P_NETWORK_EAGER_LIMIT),
    .far_eager_slots = (size_t)limits_read(&far, TN_P_EAGER_SLOTS),
  };
  if (on_device) {
    l.far_fragments_from = (size_t)limits_read(&far, TN_P_DEVICE_NETWORK_LIMIT) + 1;
    limits_read(&near, TN_P_DEVICE_COPY_STREAMS);
  }
  for (int way = 0; way < TN_N_P2P_DISTANCES; way++)
    l.single_copy[way] = tn_mechanism_is_single_copy(mechanism);
  return l;
}

static struct tn_nccl_graph graph_of(const double *values, enum tn_param channels,
                                     enum tn_param rate)
{
  return (struct tn_nccl_graph){ (int)values[channels], values[rate] };
}

struct tn_nccl tn_sim_nccl(const double *v)
{
  return (struct tn_nccl){
    .generation = (enum tn_nccl_generation)v[TN_P_NCCL_GENERATION],
    .fabric = (enum tn_nccl_fabric)v[TN_P_NCCL_FABRIC],
    .graph = { [TN_NCCL_RING] = graph_of(v, TN_P_NCCL_CHANNELS, TN_P_NCCL_CHANNEL_RATE),
               [TN_NCCL_TREE] = graph_of(v, TN_P_NCCL_CHANNELS, TN_P_NCCL_CHANNEL_RATE),
               [TN_NCCL_NVLS] = graph_of(v, TN_P_NCCL_NVLS_CHANNELS, TN_P_NCCL_NVLS_CHANNEL_RATE) },
    .same_channels = true,
    .step = { [TN_NCCL_LL] = v[TN_P_NCCL_STEP_LL], [TN_NCCL_SIMPLE] = v[TN_P_NCCL_STEP_SIMPLE] },
  };
}
