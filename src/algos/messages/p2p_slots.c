#include "p2p_slots.h"

#include "algos/kit/counts.h"
#include "p2p_far.h"

enum { EAGER = TN_P2P_EAGER, FRAGMENTS = TN_P2P_FRAGMENTS };

const struct tn_p2p_limits tn_p2p_default_limits = { .eager_limit = 1024,
                                                     .eager_slots = 2,
                                                     .fragment_size = 2048,
                                                     .fragments_in_flight = 2,
                                                     .single_copy = { true, true, true },
                                                     .far_eager_limit = 1024,
                                                     .far_eager_slots = 2,
                                                     .copy_streams = 2 };

int tn_p2p_slots(const struct tn_call *call)
{
  return TN_LINE(2 * call->n_ranks);
}

struct tn_p2p_use tn_use_block(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = 1 };
}

struct tn_p2p_use tn_use_block_blocking(const struct tn_call *call)
{
  return tn_blocking(tn_use_block(call));
}

struct tn_p2p_use tn_p2p_use_of(const struct tn_algorithm *a, const struct tn_call *call)
{
  const struct tn_sends *sends = &a->sends;
  const size_t n = (size_t)call->n_ranks;
  if (a->use)
    return a->use(call);
  return (struct tn_p2p_use){ .largest = sends->longest == TN_ALL_BLOCKS  ? tn_count_total(call)
                                         : sends->longest == TN_ONE_BLOCK ? call->block
                                                                          : call->block * n,
                              .messages = sends->messages > 0 ? (size_t)sends->messages : n,
                              .is_blocking = sends->is_blocking };
}

struct tn_p2p_limits tn_p2p_limits_of(const struct tn_call *call, struct tn_p2p_use use)
{
  struct tn_p2p_limits l = call->p2p ? *call->p2p : tn_p2p_default_limits;
  for (int way = 0; way < TN_N_P2P_DISTANCES; way++)
    l.single_copy[way] = l.single_copy[way] && !use.shared_only;
  /* A blocking send uses a slot if the message fits into a fragment; for such a message other sends
   * use a single copy. */
  if (use.is_blocking && l.blocking_limit > l.rendezvous_limit)
    l.eager_limit = tn_larger(l.eager_limit, tn_smaller(l.fragment_size, l.blocking_limit));
  if (use.is_blocking)
    l.rendezvous_limit = l.blocking_limit;
  l.eager_slots = tn_smaller(l.eager_slots, use.messages > 0 ? use.messages : 1);
  return l;
}

static size_t eager_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use)
{
  return tn_aligned(tn_smaller(l->eager_limit, use.largest), TN_P2P_SLOT_ALIGN);
}

size_t tn_p2p_shared_limit(const struct tn_p2p_limits *l, enum tn_p2p_distance way)
{
  return l->single_copy[way] ? tn_larger(l->eager_limit, l->rendezvous_limit) : SIZE_MAX;
}

enum tn_p2p_distance tn_p2p_distance_to(const struct tn_call *call, int peer)
{
  const struct tn_layout *l = call->layout;
  if (!l || !l->package || l->numa[call->rank] == l->numa[peer])
    return TN_P2P_WITHIN_DOMAIN;
  return l->package[call->rank] == l->package[peer] ? TN_P2P_WITHIN_PACKAGE
                                                    : TN_P2P_ACROSS_PACKAGES;
}

static size_t fragment_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use)
{
  size_t limit = 0;
  for (int way = 0; way < TN_N_P2P_DISTANCES; way++)
    limit = tn_larger(limit, tn_p2p_shared_limit(l, (enum tn_p2p_distance)way));
  const size_t largest = tn_smaller(use.largest, limit);
  return largest > l->eager_limit
             ? tn_aligned(tn_smaller(l->fragment_size, largest), TN_P2P_SLOT_ALIGN)
             : 0;
}

size_t tn_far_slot_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use)
{
  return tn_aligned(tn_smaller(l->far_eager_limit, use.largest), TN_P2P_SLOT_ALIGN);
}

size_t tn_far_fragment_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use)
{
  if (l->far_fragments_from == 0 || use.largest < l->far_fragments_from ||
      use.largest <= l->far_eager_limit)
    return 0;
  return tn_aligned(tn_smaller(l->fragment_size, use.largest), TN_P2P_SLOT_ALIGN);
}

size_t tn_p2p_pair_bytes(const struct tn_p2p_limits *l, struct tn_p2p_use use, bool has_far)
{
  const size_t far = l->far_eager_slots * tn_far_slot_bytes(l, use) +
                     l->fragments_in_flight * tn_far_fragment_bytes(l, use);
  return tn_larger(l->eager_slots * eager_bytes(l, use) +
                       l->fragments_in_flight * fragment_bytes(l, use),
                   has_far ? 2 * far : 0);
}

size_t tn_p2p_shared(const struct tn_call *call, struct tn_p2p_use use)
{
  const struct tn_p2p_limits l = tn_p2p_limits_of(call, use);
  const struct tn_p2p_limits other = tn_p2p_limits_of(call, tn_blocking(use));
  const bool has_far = tn_spans_nodes(call);
  const size_t bytes =
      tn_larger(tn_p2p_pair_bytes(&l, use, has_far), tn_p2p_pair_bytes(&other, use, has_far));
  return call->n_ranks > 1 ? (size_t)call->n_ranks * bytes : 0;
}

size_t tn_p2p_aside(const struct tn_call *call, struct tn_p2p_use use)
{
  const struct tn_p2p_limits l = tn_p2p_limits_of(call, use);
  return tn_smaller(l.eager_limit, use.largest);
}

static bool is_cut(int protocol)
{
  return protocol == FRAGMENTS || protocol == TN_P2P_FAR_FRAGMENTS;
}

uint32_t tn_p2p_pieces(const struct tn_p2p *p, size_t len, int protocol)
{
  const size_t fragment = p->limits.fragment_size;
  return is_cut(protocol) ? (uint32_t)((len + fragment - 1) / fragment) : 1;
}

uint32_t tn_p2p_depth(const struct tn_p2p *p, int protocol)
{
  if (is_cut(protocol))
    return (uint32_t)p->limits.fragments_in_flight;
  return (uint32_t)(tn_far_is(protocol) ? p->limits.far_eager_slots : p->limits.eager_slots);
}

static uint32_t fragments_before(const struct tn_p2p *p, const struct tn_request *q)
{
  return tn_p2p_pieces(p, q->own.len, q->protocol) - 1 - (q->last - q->next);
}

/* Marks the pair's send and receive if the rank waits for no other messages. Which of the two moves
 * first then depends on less time than a bundle takes, and the order repeats from step to step. */
static void mark_exchange(const struct tn_p2p *p, const struct tn_request *q)
{
  const struct tn_p2p_pair *pair = &p->pairs[q->peer];
  if (p->n_waiting <= 2 && pair->newest[false] && pair->newest[true])
    pair->newest[false]->is_exchanged = pair->newest[true]->is_exchanged = true;
}

uint32_t tn_p2p_piece_end(const struct tn_p2p *p, const struct tn_request *q)
{
  enum { FINE, COARSE, COARSEST };
  static const struct {
    uint32_t of_message, in_flight;
  } least_pieces[] = { [FINE] = { 8, 4 }, [COARSE] = { 4, 2 }, [COARSEST] = { 2, 1 } };
  const enum tn_bundles bundles = p->limits.bundles;
  if (bundles == TN_BUNDLES_FINE)
    mark_exchange(p, q);
  if (bundles == TN_BUNDLES_NONE || q->protocol != FRAGMENTS ||
      p->limits.fragment_size % TN_P2P_SLOT_ALIGN != 0 ||
      (bundles == TN_BUNDLES_FINE && q->is_exchanged))
    return q->next;
  const int how = bundles == TN_BUNDLES_FINE ? FINE : p->r->call->epoch == 1 ? COARSEST : COARSE;
  const uint32_t n = tn_p2p_pieces(p, q->own.len, FRAGMENTS), depth = tn_p2p_depth(p, FRAGMENTS);
  const uint32_t done = fragments_before(p, q), rest = n - done, at = (q->next - 1) % depth;
  const size_t most =
      tn_smaller(tn_smaller(n / least_pieces[how].of_message, tn_smaller(done, rest / 2)),
                 tn_smaller(depth / least_pieces[how].in_flight, depth - at));
  uint32_t k = 1;
  while (2 * k <= most)
    k *= 2;
  return q->next + k - 1;
}

struct tn_span tn_p2p_part(const struct tn_p2p *p, const struct tn_request *q)
{
  struct tn_span part = q->own;
  if (is_cut(q->protocol)) {
    const size_t done = fragments_before(p, q) * p->limits.fragment_size;
    const size_t n = q->end + 1 - q->next;
    part.off += done;
    part.len = tn_smaller(part.len - done, n * p->limits.fragment_size);
  }
  return part;
}

struct tn_span tn_p2p_slot(const struct tn_p2p *p, const struct tn_request *q, size_t len)
{
  const int sender = q->is_send ? p->r->call->rank : q->peer;
  const int receiver = q->is_send ? q->peer : p->r->call->rank;
  const size_t index = (q->next - 1) % tn_p2p_depth(p, q->protocol);
  const size_t eager = eager_bytes(&p->limits, p->use);
  size_t off = (size_t)receiver * p->pair_bytes;
  if (q->protocol == EAGER)
    off += index * eager;
  else
    off += p->limits.eager_slots * eager + index * fragment_bytes(&p->limits, p->use);
  return (struct tn_span){ sender, TN_SHARED, off, len };
}
