/* Scatter-allgather broadcast of the CMA paper, section V.B.3: T = T_allgather_sm + T_scatter(n/p)
 * + T_allgather(n/p), n = call->block, p = call->n_ranks; rooted.c and allgather_*.c have the
 * terms.
 *
 * The root scatters one chunk of ceil(n/p) bytes to each rank, which stores it at the chunk's place
 * in the vector; the last chunks may be shorter or empty. Then all ranks exchange the chunks.
 *
 * Departures: Bruck's allgather collects the chunks in scratch memory, to which the root moves half
 * of them. A barrier before a ring-source allgather prevents that all ranks access one address
 * space at the same time. The flags of the two phases carry the addresses. The root reads no
 * chunk. */
#include "algos/entries.h"
#include "algos/kit/forms.h"
#include "algos/kit/linear.h"
#include "allgather.h"

enum { PARAM_SCATTER, PARAM_SCATTER_THROTTLE, PARAM_ALLGATHER, PARAM_DISTANCE };

enum { SEQUENTIAL_WRITE, PARALLEL_READ, THROTTLED_READ };
static const char *const scatters[] = { "sequential-write", "parallel-read", "throttled-read",
                                        NULL };

enum { RING_NEIGHBOR, RING_SOURCE_READ, RING_SOURCE_WRITE, RECURSIVE_DOUBLING, BRUCK };
static const char *const allgathers[] = {
  "ring-neighbor", "ring-source-read", "ring-source-write", "recursive-doubling", "bruck", NULL
};

enum { SLOT_PROGRESS = TN_LINEAR_SLOTS, SLOT_BARRIER = SLOT_PROGRESS + TN_LINE_SLOTS };
enum { BEFORE_ALLGATHER = 1, AT_END };

static struct tn_blocks chunks(const struct tn_call *call)
{
  const size_t p = (size_t)call->n_ranks;
  const size_t chunk = call->block / p + (call->block % p != 0);
  return (struct tn_blocks){ .buf = TN_RECV, .block = chunk, .total = call->block };
}

static struct tn_span chunk_of(const struct tn_call *call, int rank)
{
  const struct tn_blocks all = chunks(call);
  return tn_block(&all, rank, rank);
}

static struct tn_span chunk_at_root(const struct tn_call *call, int rank)
{
  const struct tn_blocks all = chunks(call);
  return tn_block(&all, call->root, rank);
}

static void scatter_chunks(struct tn_strand *r)
{
  static const struct tn_linear l = { .root_part = chunk_at_root,
                                      .peer_part = chunk_of,
                                      .exposed = true };
  const struct tn_call *call = r->call;
  switch (call->params[PARAM_SCATTER]) {
  case PARALLEL_READ:
    tn_linear_peers_copy(r, &l, call->n_ranks);
    break;
  case THROTTLED_READ:
    tn_linear_peers_copy(r, &l, call->params[PARAM_SCATTER_THROTTLE]);
    break;
  default:
    tn_linear_root_copies(r, &l);
  }
}

/* Returns the rank whose receive buffer the caller has attached in the scatter, or TN_NOBODY or
 * TN_EVERYBODY. */
static int reached_by_scatter(const struct tn_call *call)
{
  const bool is_root = call->rank == call->root;
  if (call->params[PARAM_SCATTER] == SEQUENTIAL_WRITE)
    return is_root ? TN_EVERYBODY : TN_NOBODY;
  return is_root ? TN_NOBODY : call->root;
}

static void exchange(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const struct tn_allgather ag = { .blocks = chunks(call),
                                   .holder = call->root,
                                   .exposed = true,
                                   .reached = reached_by_scatter(call),
                                   .slot = SLOT_PROGRESS };
  switch (call->params[PARAM_ALLGATHER]) {
  case RING_SOURCE_READ:
    tn_barrier(r, SLOT_BARRIER, BEFORE_ALLGATHER);
    tn_allgather_ring_source_read(r, &ag);
    break;
  case RING_SOURCE_WRITE:
    tn_barrier(r, SLOT_BARRIER, BEFORE_ALLGATHER);
    tn_allgather_ring_source_write(r, &ag);
    break;
  case RECURSIVE_DOUBLING:
    tn_allgather_recursive_doubling(r, &ag);
    break;
  case BRUCK:
    tn_allgather_bruck(r, &ag);
    break;
  default:
    tn_allgather_ring_neighbor(r, &ag, call->params[PARAM_DISTANCE]);
  }
}

static void scatter_allgather(struct tn_strand *r)
{
  if (r->call->n_ranks == 1)
    return;
  r->transport->expose(r, TN_RECV);
  scatter_chunks(r);
  exchange(r);
  tn_barrier(r, SLOT_BARRIER, AT_END);
}

static const char *unsupported(const struct tn_call *call)
{
  if (call->params[PARAM_ALLGATHER] != RING_NEIGHBOR)
    return NULL;
  return tn_ring_unsupported(call->n_ranks, call->params[PARAM_DISTANCE]);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  const bool collects = call->params[PARAM_ALLGATHER] == BRUCK && call->n_ranks > 1;
  return (struct tn_sizes){ .temp = collects ? (size_t)call->n_ranks * chunks(call).block : 0 };
}

static int n_slots(const struct tn_call *call)
{
  return SLOT_BARRIER + tn_barrier_slots(call->n_ranks);
}

/* Computes the scatter's closed form. One chunk may be shorter, later ones are empty. */
static bool scatter_form(const struct tn_call *call, struct tn_steps *s)
{
  const size_t chunk = chunks(call).block;
  const double bytes = (double)chunk;
  const size_t full = call->block / chunk, rest = call->block % chunk;
  const int64_t copiers = (int64_t)(full - 1 + (rest > 0));
  switch (call->params[PARAM_SCATTER]) {
  case PARALLEL_READ:
    return tn_form_throttled(s, copiers, bytes, call->n_ranks);
  case THROTTLED_READ:
    return tn_form_throttled(s, copiers, bytes, call->params[PARAM_SCATTER_THROTTLE]);
  default:
    tn_steps_copy(s, (double)(full - 1), bytes, 1);
    tn_steps_copy(s, rest > 0, (double)rest, 1);
    return true;
  }
}

/* Computes the closed form. A ring takes p - 1 copies of its longest chunk. */
static bool form(const struct tn_call *call, struct tn_steps *s)
{
  if (call->block == 0)
    return true;
  if (!scatter_form(call, s))
    return false;
  const double bytes = (double)chunks(call).block;
  const int64_t allgather = call->params[PARAM_ALLGATHER];
  if (allgather != RECURSIVE_DOUBLING && allgather != BRUCK) {
    tn_steps_copy(s, call->n_ranks - 1, bytes, 1);
    return true;
  }
  tn_steps_double(s, TN_STEP_COPY, call->n_ranks, bytes);
  if (allgather == BRUCK) {
    s->moved += (call->n_ranks - 1) * bytes;
    return true;
  }
  s->is_textbook = !tn_is_power_of_two(call->n_ranks);
  return true;
}

const struct tn_algorithm tn_bcast_scatter_allgather = {
  .collective = TN_BCAST,
  .name = "scatter-allgather",
  .summary = "the root scatters chunks of the vector, then all ranks exchange them",
  .source = "CMA paper, V.B.3",
  .cma_native = true,
  .params = {
    [PARAM_SCATTER] = TN_CHOICE_PARAM("scatter", scatters, 0, "algorithm of the scatter", .max = THROTTLED_READ),
    [PARAM_SCATTER_THROTTLE] = TN_THROTTLE_PARAM("scatter.throttle", NULL, 0),
    [PARAM_ALLGATHER] = TN_CHOICE_PARAM("allgather", allgathers, 0, "algorithm of the allgather", .max = BRUCK),
    [PARAM_DISTANCE] = TN_DISTANCE_PARAM("allgather.distance"),
  },
  TN_SINGLE_COPY,
  .unsupported = unsupported,
  .n_slots = n_slots,
  .scratch = scratch,
  .form = form,
  .run = scatter_allgather,
};
