#include "styles.h"

#include "algos/kit/basics.h"
#include "base/grown.h"
#include "base/steps.h"
#include "p2p_far.h"
#include "p2p_slots.h"

static const enum tn_shape_kind kinds[] = { TN_LINEAR,  TN_CHAIN, TN_BINARY,  TN_BINOMIAL,
                                            TN_KNOMIAL, TN_TOPO,  TN_IN_ORDER };
const char *const tn_style_trees[] = { "flat",     "chain", "binary",   "binomial",
                                       "k-nomial", "topo",  "in-order", NULL };
const char *const tn_style_group_trees[] = {
  "flat", "chain", "binary", "binomial", "k-nomial", NULL
};

const char *const tn_staging_names[] = { "explicit", "implicit", "none", NULL };

struct tn_shape tn_style_shape(const struct tn_call *call)
{
  const int64_t *params = call->params;
  struct tn_shape shape = { .kind = kinds[params[TN_STYLE_TREE]],
                            .levels = params[TN_STYLE_LEVELS],
                            .within = kinds[params[TN_STYLE_WITHIN]] };
  const enum tn_shape_kind tree = shape.kind == TN_TOPO ? shape.within : shape.kind;
  shape.fanout = params[tree == TN_KNOMIAL ? TN_STYLE_RADIX : TN_STYLE_FANOUT];
  return shape;
}

struct tn_cut tn_style_cut(const struct tn_call *call)
{
  return tn_cut_elements(call, call->params[TN_STYLE_SEGMENT]);
}

struct tn_p2p_use tn_style_use(const struct tn_call *call)
{
  const struct tn_cut part = tn_style_cut(call);
  return tn_cut_use(&part);
}

struct tn_p2p_use tn_style_use_blocking(const struct tn_call *call)
{
  return tn_blocking(tn_style_use(call));
}

struct tn_p2p_use tn_style_use_synchronous(const struct tn_call *call)
{
  struct tn_p2p_use use = tn_style_use(call);
  use.is_synchronous = true;
  return use;
}

size_t tn_style_width(const struct tn_call *call, enum tn_style_param most)
{
  const size_t n = tn_style_use(call).messages, width = (size_t)call->params[most];
  return width < n ? width : n;
}

/* Returns the number of segments for the closed forms; 0 if the tree is not one chain or if the
 * last segment is shorter than the others. *ret_segment: bytes of a segment. */
static double chain_segments(const struct tn_call *call, size_t *ret_segment)
{
  const struct tn_shape shape = tn_style_shape(call);
  const struct tn_cut part = tn_style_cut(call);
  if (shape.kind != TN_CHAIN || shape.fanout != 1 ||
      (part.len > part.segment && part.len % part.segment != 0))
    return 0;
  *ret_segment = tn_segment_longest(&part);
  return (double)tn_n_segments(&part);
}

/* Adds to `s` the cost of `sent` successive messages along a chain and, in a reduction, of `added`
 * sums; each has `segment` bytes. */
static bool add_chain(const struct tn_call *call, struct tn_steps *s, double sent, double added,
                      size_t segment)
{
  s->is_chain = true;
  tn_steps_send(s, sent, (double)segment);
  if (tn_collective_reduces(call->collective))
    tn_steps_sum(s, added, (double)segment);
  return true;
}

bool tn_style_form(const struct tn_call *call, struct tn_steps *s)
{
  size_t segment;
  const double n = chain_segments(call, &segment), steps = call->n_ranks + n - 2;
  return n > 0 && add_chain(call, s, steps, steps, segment);
}

bool tn_style_form_blocking(const struct tn_call *call, struct tn_steps *s)
{
  size_t segment;
  const double n = chain_segments(call, &segment), first = call->n_ranks - 1;
  return n > 0 &&
         add_chain(call, s, first + (call->n_ranks > 2 ? 2 : 1) * (n - 1), first + n - 1, segment);
}

struct tn_peer_requests *tn_peer_requests_new(int n_lanes, size_t each, bool is_send)
{
  const size_t n = (size_t)n_lanes;
  struct tn_peer_requests *lanes =
      tn_zeros(1, n * sizeof *lanes + n * each * sizeof(struct tn_peer_request) + 1);
  struct tn_peer_request *flights = (struct tn_peer_request *)(void *)(lanes + n);
  for (int i = 0; i < n_lanes; i++) {
    lanes[i] =
        (struct tn_peer_requests){ .width = (int)each, .flights = flights + (size_t)i * each };
    for (size_t k = 0; k < each; k++)
      lanes[i].flights[k] = (struct tn_peer_request){ .peer = i, .is_send = is_send };
  }
  return lanes;
}

struct tn_peer_request *tn_peer_requests_free(const struct tn_peer_requests *lane)
{
  struct tn_peer_request *flight = &lane->flights[lane->next % (size_t)lane->width];
  return flight->busy ? NULL : flight;
}

enum tn_relay tn_relay_of(const struct tn_call *call, int peer, enum tn_style_staging staging)
{
  if (call->memory != TN_IN_DEVICE)
    return TN_STRAIGHT;
  if (tn_far_peer(call, peer))
    return staging == TN_STAGING_NONE ? TN_STRAIGHT : TN_BY_BOTH;
  return !call->p2p || call->p2p->single_copy[tn_p2p_distance_to(call, peer)] ? TN_STRAIGHT
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
