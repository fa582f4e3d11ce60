#include "staging.h"

#include "algos/kit/basics.h"
#include "p2p_far.h"
#include "p2p_slots.h"

const char *const tn_staging_names[] = { "explicit", "implicit", "none", NULL };

enum tn_relay tn_relay_of(const struct tn_call *call, int peer, enum tn_style_staging staging)
{
  if (call->memory != TN_IN_DEVICE)
    return TN_STRAIGHT;
  if (tn_far_peer(call, peer))
    return staging == TN_STAGING_NONE ? TN_STRAIGHT : TN_BY_BOTH;
  return !call->p2p || call->p2p->single_copy[tn_p2p_way_to(call, peer)] ? TN_STRAIGHT
                                                                         : TN_BY_SENDER;
}

size_t tn_staging_place(const struct tn_cut *part)
{
  return tn_aligned(tn_segment_longest(part), TN_P2P_SLOT_ALIGN);
}

struct tn_span tn_staging_span(const struct tn_staging_ring *ring, const struct tn_cut *part,
                               int rank, int index, size_t i)
{
  const size_t number = (size_t)index * ring->n + i % ring->n;
  return (struct tn_span){ rank, TN_SHARED, ring->off + number * ring->place,
                           tn_segment(part, rank, TN_SHARED, i).len };
}
