#include "nccl_hops.h"

#include <assert.h>
#include <math.h>

#include "algos/messages/p2p_slots.h"
#include "base/grown.h"
#include "nccl_tuning.h"

/* Pieces sent and received on each connection, over all calls. */
struct tn_nccl_counts {
  uint64_t sent[TN_NCCL_N_DIRECTIONS], received[TN_NCCL_N_DIRECTIONS];
};

struct tn_nccl_hops tn_nccl_hops(struct tn_strand *r, const struct tn_device_kernel *prices,
                                 int n_slots, size_t slot_bytes)
{
  struct tn_persistent_data *persistent = r->call->persistent;
  assert(persistent);
  if (!persistent->data) {
    persistent->data = tn_zeros(1, sizeof(struct tn_nccl_counts));
    persistent->release = free;
  }
  return (struct tn_nccl_hops){ .r = r,
                                .prices = *prices,
                                .n_slots = n_slots,
                                .slot_bytes = slot_bytes,
                                .counts = persistent->data };
}

size_t tn_nccl_share(const struct tn_call *call)
{
  const size_t n = (size_t)call->n_ranks;
  return call->collective == TN_ALLREDUCE ? tn_aligned((call->block + n - 1) / n, TN_NCCL_ALIGNED)
                                          : call->block;
}

bool tn_nccl_is_by_host(const struct tn_call *call, int peer)
{
  return tn_nccl_of_call(call) && tn_nccl_of_call(call)->by_host[tn_p2p_distance_to(call, peer)];
}

/* Returns the rank at the other end of a connection: its sender if `comes` is true, otherwise its
 * receiver. */
static int peer_of(const struct tn_call *call, enum tn_nccl_direction way, bool comes)
{
  return tn_wrap(call->rank + ((way == TN_NCCL_ONWARD) == comes ? -1 : 1), call->n_ranks);
}

/* Returns the offset in SHARED of the slots in host memory, after those in device memory. */
static size_t host_slots(const struct tn_nccl_hops *h)
{
  return TN_NCCL_N_DIRECTIONS * (size_t)h->n_slots * h->slot_bytes;
}

/* Returns slot number `count` (over all calls) at `rank`, the receiver of a connection of caller
 * and `peer`. */
static struct tn_span slot_of(const struct tn_nccl_hops *h, int rank, int peer,
                              enum tn_nccl_direction way, uint64_t count, size_t len)
{
  const size_t slot = (size_t)way * (size_t)h->n_slots + count % (size_t)h->n_slots;
  const size_t begin = tn_nccl_is_by_host(h->r->call, peer) ? host_slots(h) : 0;
  return (struct tn_span){ rank, TN_SHARED, begin + slot * h->slot_bytes, len };
}

static void wait_for(struct tn_strand *r, int rank, int line, uint64_t count)
{
  const struct tn_cond cond = { .rank = rank, .slot = TN_LINE(line), .value = count };
  r->transport->wait_any(r, 1, &cond);
}

static void store(struct tn_strand *r, struct tn_span dst, int n, const struct tn_span *src)
{
  if (n > 1)
    r->transport->reduce(r, dst, n, src);
  else if (dst.rank != src->rank || dst.buf != src->buf || dst.off != src->off)
    tn_move(r, dst, *src);
}

/* Stores the sum in the caller's memory, without the limit of a channel. If `stored`, the same pass
 * has stored the sum at a peer, so the sources are read only once. */
static void store_local(const struct tn_nccl_hops *h, bool stored, struct tn_span out, int n,
                        const struct tn_span *src)
{
  struct tn_device_kernel local = h->prices;
  local.start = 0.0;
  local.rate = INFINITY;
  const bool of_host = src[n - 1].buf == TN_SHARED && src[n - 1].off >= host_slots(h);
  local.weight = stored ? 0.0 : of_host ? h->prices.weight : 1.0;
  tn_device(h->r, &local);
  store(h->r, out, n, src);
  tn_device(h->r, &h->prices);
}

void tn_nccl_hop(struct tn_nccl_hops *h, size_t len, enum tn_nccl_direction from,
                 enum tn_nccl_direction to, const struct tn_span *own, const struct tn_span *out)
{
  struct tn_strand *r = h->r;
  struct tn_nccl_counts *c = h->counts;
  const bool receives = from != TN_NCCL_NO_CONNECTION, sends = to != TN_NCCL_NO_CONNECTION;
  struct tn_span src[2];
  int n = 0;
  if (own)
    src[n++] = *own;
  if (receives) {
    const int peer = peer_of(r->call, from, true);
    wait_for(r, peer, TN_NCCL_FILLED + from, c->received[from] + 1);
    src[n++] = slot_of(h, r->call->rank, peer, from, c->received[from]++, len);
  }
  if (sends) {
    const int peer = peer_of(r->call, to, false);
    if (c->sent[to] >= (uint64_t)h->n_slots)
      wait_for(r, peer, TN_NCCL_FREED + to, c->sent[to] + 1 - (uint64_t)h->n_slots);
    store(r, slot_of(h, peer, peer, to, c->sent[to], len), n, src);
    r->transport->post(r, TN_LINE(TN_NCCL_FILLED + to), ++c->sent[to]);
  }
  if (out)
    store_local(h, sends, *out, n, src);
  if (receives)
    r->transport->post(r, TN_LINE(TN_NCCL_FREED + from), c->received[from]);
}
