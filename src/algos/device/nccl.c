/* NCCL's collectives within a node, as kernels of the devices. The algorithms are rings, a chain up
 * and down (NCCL's tree within a node), and multicast by the switches (NVLS). The tuning model
 * (nccl_tuning.h) or parameters choose algorithm, protocol, channels and threads. Chunks, slices
 * and slots are as in NCCL's src/enqueue.cc and src/include/{device,collectives}.h.
 *
 * All channels are one flow here, with their total rate in the tuning model, limited by links and
 * memories; a chunk represents the chunks of all channels. One byte of data needs 2 bytes with LL
 * (data and flag of 4 bytes each), 128/120 bytes with LL128 and 1 byte with Simple. With LL and
 * LL128 a piece is the bytes that all threads store at a time, as each word or line has its own
 * flag; with Simple a piece is a slice. A step is the time from a store until the peer observes it.
 * In a ring with n bytes and p ranks each rank stores 2(p-1)/p n bytes for an allreduce, (p-1)/p n
 * for an allgather or reduce-scatter and n for a bcast or reduce. A chunk takes 2(p-1) steps in an
 * allreduce and p-1 steps otherwise. In a chain a rank stores 2n bytes in 2(p-1) steps.
 *
 * Departures: the ring has the order of the ranks. On a mesh NCCL's channels use different links;
 * here all data use one link, so that a byte counts as 1/(p-1) byte. NVLS: the switches sum and
 * copy, so that 1 + 1/p of the vector passes a device's port in each direction. Here a rank reads
 * its share from all others and stores the sum to them, 2(p-1)/p of the vector, with bytes of less
 * weight (nccl_nvls.h). */
#include <math.h>

#include "algos/device/nccl_nvls.h"
#include "algos/device/nccl_tuning.h"
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"

enum { ALGORITHM, PROTOCOL };
static const char *const algorithms[] = { "auto", "ring", "tree", "nvls", NULL };
static const char *const protocols[] = { "auto", "ll", "ll128", "simple", NULL };

/* Constants of one channel: bytes of user data, or numbers of slots. */
enum {
  LL_SLOT = 32 << 10,      /* bytes of a slot with LL: 512 threads with 8 lines of 8 bytes each */
  LL_THREAD = 8,           /* bytes that a thread stores at a time */
  LL128_SLOT = 576000,     /* bytes of a slot with LL128: 640 threads with 900 bytes each */
  LL128_THREAD = 60,       /* bytes that a thread stores at a time; 64 with the flags */
  SIMPLE_SLOT = 512 << 10, /* bytes of a slot with Simple; all SLOTS have 4 MiB */
  SIMPLE_LEAST = 32 << 10, /* minimum bytes of a slice, if the chunk has so many */
  SLOTS = 8,
  CHUNK_SLOTS = 4, /* number of slots for a ring's chunk with Simple */
  SLICE_SLOTS = 2
};

/* Seconds to launch a kernel and wait for its end (assumed), of the 25 us of NVLS in the tuning
 * model; the rest is in two waits for all ranks. */
#define NVLS_LAUNCH 9e-6
#define NVLS_WAITS 2

/* Machine that is assumed if the call's machine is unknown. */
static const struct tn_nccl usual = {
  TN_NCCL_HOPPER, TN_NCCL_SWITCH, { { 12, 30e9 }, { 12, 30e9 }, { 8, 40e9 } }, .same_channels = true
};

/* Seconds of a step of LL and LL128 on a ring that do not overlap with the previous step's bytes:
 * the threads of a channel meet before and after each chunk (prims_ll.h, prims_ll128.h), so that
 * its first loads wait. The latency of a load (400 cycles, 0.28 us on an A100, 0.23 us on an H100,
 * PMC10448217, table 3) and two barriers, with an error of 30 %. */
#define TURN 0.3e-6

struct plan {
  struct tn_nccl_choice choice;
  struct tn_device_kernel prices;
  size_t chunk, piece; /* maximum bytes of a chunk and of its pieces, over all channels */
  bool halves;         /* true if a chunk has two pieces */
  int n_slots;         /* number of slots, each for one piece */
  double turn;         /* seconds of a step before its first store: TURN, or 0 */
};

/* Returns the call's machine. A generation may be missing when platform values are varied. */
static const struct tn_nccl *machine_of(const struct tn_call *call)
{
  const struct tn_nccl *found = tn_nccl_of_call(call);
  return found && found->generation != TN_NCCL_NONE ? found : &usual;
}

/* Returns NCCL's choice among the algorithms and protocols that the parameters allow. Bandwidth 0
 * in its estimate means that NCCL has none of them. */
static struct tn_nccl_choice asked_of(const struct tn_call *call)
{
  static const int asked[] = { -1, TN_NCCL_RING, TN_NCCL_TREE, TN_NCCL_NVLS };
  const struct tn_nccl_ask ask = tn_nccl_ask_of(call);
  return tn_nccl_choose(machine_of(call), &ask, asked[call->params[ALGORITHM]],
                        (int)call->params[PROTOCOL] - 1);
}

static struct tn_nccl_choice choice_of(const struct tn_call *call)
{
  const struct tn_nccl_choice c = asked_of(call);
  const struct tn_nccl_ask ask = tn_nccl_ask_of(call);
  return c.estimate.bandwidth > 0.0 ? c : tn_nccl_choose(machine_of(call), &ask, -1, -1);
}

static struct tn_device_kernel prices_of(const struct tn_call *call, const struct tn_nccl_choice *c)
{
  static const double weights[] = { 2.0, 128.0 / 120.0, 1.0 };
  const struct tn_nccl *m = machine_of(call);
  const struct tn_nccl_ask ask = tn_nccl_ask_of(call);
  const double p = call->n_ranks;
  struct tn_device_kernel k = { .step = tn_nccl_step(m, c->algorithm, c->protocol),
                                .rate = tn_nccl_rate(m, &ask, c->algorithm, c->protocol),
                                .weight = weights[c->protocol] };
  if (c->algorithm == TN_NCCL_NVLS) {
    const bool is_sum = call->collective == TN_ALLREDUCE;
    k.step = (k.step - NVLS_LAUNCH) / NVLS_WAITS;
    k.rate *= is_sum ? 1.0 : (p - 1.0) / p;
    k.weight = is_sum ? (p + 1.0) / (2.0 * (p - 1.0)) : p / (p - 1.0);
    return k;
  }
  k.rate *= (double)c->n_channels / tn_nccl_channels(m, &ask, c->algorithm);
  if (m->step[c->protocol] > 0.0)
    k.step = m->step[c->protocol];
  else
    k.start = tn_nccl_delay(m, c->algorithm, c->protocol);
  if (m->fabric == TN_NCCL_MESH)
    k.weight /= p - 1.0;
  return k;
}

static size_t longest_chunk(const struct tn_call *call, const struct tn_nccl_choice *c)
{
  return c->algorithm == TN_NCCL_RING ? tn_nccl_share(call) : call->block;
}

/* Returns the bytes of a chunk that are passed on at a time: half of a ring's chunk with Simple. */
static size_t piece_of(const struct plan *p, size_t chunk)
{
  const size_t least = tn_smaller((size_t)p->choice.n_channels * SIMPLE_LEAST, chunk);
  const size_t half = tn_aligned((chunk + 1) / 2, TN_NCCL_ALIGNED);
  return p->halves ? (half > least ? half : least) : tn_smaller(p->piece, chunk);
}

static struct plan plan_of(const struct tn_call *call)
{
  struct plan p = { .choice = choice_of(call) };
  const struct tn_nccl_choice *c = &p.choice;
  const bool turns = c->algorithm == TN_NCCL_RING && !tn_collective_rooted(call->collective);
  const bool is_simple = c->protocol == TN_NCCL_SIMPLE, is_ll = c->protocol == TN_NCCL_LL;
  const size_t n_channels = (size_t)c->n_channels;
  const size_t slot = is_simple ? SIMPLE_SLOT : is_ll ? LL_SLOT : LL128_SLOT;
  const size_t pass = (size_t)c->n_threads * (is_ll ? LL_THREAD : LL128_THREAD);
  p.prices = prices_of(call, c);
  p.turn = c->algorithm == TN_NCCL_RING && !is_simple ? fmin(TURN, p.prices.step) : 0.0;
  p.prices.step -= p.turn;
  p.halves = turns && is_simple;
  p.n_slots = p.halves ? SLOTS / SLICE_SLOTS : is_simple ? SLOTS : SLOTS * (int)(slot / pass);
  p.chunk = tn_smaller(n_channels * slot * (p.halves ? CHUNK_SLOTS : 1), longest_chunk(call, c));
  p.piece = tn_smaller(n_channels * (is_simple ? slot : pass), p.chunk);
  p.piece = piece_of(&p, p.chunk);
  return p;
}

static struct tn_span part(struct tn_span span, size_t from, size_t len)
{
  return (struct tn_span){ span.rank, span.buf, span.off + from, len };
}

/* Passes a span on in pieces; `own` and `out` as in tn_nccl_hop, at least one of them not NULL. */
static void hop(struct tn_nccl_hops *h, size_t piece, enum tn_nccl_direction from,
                enum tn_nccl_direction to, const struct tn_span *own, const struct tn_span *out)
{
  const size_t len = own ? own->len : out->len;
  for (size_t at = 0; at < len; at += piece) {
    const double start = to != TN_NCCL_NO_CONNECTION && at % h->chunk == 0 ? h->turn : 0.0;
    if (h->turn > 0.0 && h->prices.start + start > 0.0) {
      h->prices.start = start;
      tn_device(h->r, &h->prices);
    }
    const size_t n = tn_smaller(piece, len - at);
    const struct tn_span a = own ? part(*own, at, n) : (struct tn_span){ 0 };
    const struct tn_span b = out ? part(*out, at, n) : (struct tn_span){ 0 };
    tn_nccl_hop(h, n, from, to, own ? &a : NULL, out ? &b : NULL);
  }
}

/* One chunk for each rank, all equal: from byte `at` of the vector on in an allreduce, otherwise
 * from byte `at` of each rank's block on. */
struct round {
  size_t at, chunk;
};

static struct tn_span chunk_of(const struct tn_call *call, const struct round *x, int rank)
{
  const bool is_cut = call->collective == TN_ALLREDUCE;
  const size_t end = call->block * (is_cut ? 1 : (size_t)rank + 1);
  const size_t off = x->at + (size_t)rank * (is_cut ? x->chunk : call->block);
  return (struct tn_span){ call->rank, TN_RECV, off,
                           off < end ? tn_smaller(x->chunk, end - off) : 0 };
}

/* Runs step i of the ring: p - 1 steps sum, one completes the rank's chunk, p - 1 pass on complete
 * chunks. A reduce-scatter ends with the middle step, an allgather begins with it. */
static void ring_step(struct tn_nccl_hops *h, const struct plan *p, const struct round *x, int i)
{
  const struct tn_call *call = h->r->call;
  const int n = call->n_ranks, own_step = n - 1;
  const bool gathers = call->collective == TN_ALLGATHER;
  const bool scatters = call->collective == TN_REDUCE_SCATTER_BLOCK;
  const struct tn_span chunk = chunk_of(call, x, (2 * n + call->rank - 1 - i) % n);
  struct tn_span own = chunk, out = chunk;
  own.buf = gathers ? (call->in_place ? TN_RECV : TN_SEND) : tn_contribution(call, call->rank);
  if (gathers && !call->in_place)
    own.off = x->at;
  if (scatters)
    out.off = x->at;
  hop(h, piece_of(p, x->chunk),
      i > (gathers ? own_step : 0) ? TN_NCCL_ONWARD : TN_NCCL_NO_CONNECTION,
      i < (scatters ? own_step : 2 * own_step) ? TN_NCCL_ONWARD : TN_NCCL_NO_CONNECTION,
      i <= own_step ? &own : NULL, i >= own_step ? &out : NULL);
}

static void ring(struct tn_nccl_hops *h, const struct plan *p)
{
  const struct tn_call *call = h->r->call;
  const int n = call->n_ranks;
  const int first = call->collective == TN_ALLGATHER ? n - 1 : 0;
  const int last = call->collective == TN_REDUCE_SCATTER_BLOCK ? n - 1 : 2 * (n - 1);
  const size_t n_chunks = call->collective == TN_ALLREDUCE ? (size_t)n : 1;
  struct round x = { 0, p->chunk };
  for (; x.at < call->block; x.at += n_chunks * x.chunk) {
    const size_t each = tn_aligned((call->block - x.at + n_chunks - 1) / n_chunks, TN_NCCL_ALIGNED);
    x.chunk = tn_smaller(p->chunk, each);
    for (int i = first; i <= last; i++)
      ring_step(h, p, &x, i);
  }
}

/* Runs a bcast or a reduce over a line of ranks, from the root on, or from the next rank to the
 * root. */
static void line(struct tn_nccl_hops *h)
{
  const struct tn_call *call = h->r->call;
  const bool sums = call->collective == TN_REDUCE;
  const int place = tn_wrap(tn_relative(call, call->rank) - sums, call->n_ranks);
  const bool is_first = place == 0, is_last = place == call->n_ranks - 1;
  const struct tn_span vector = { call->rank, TN_RECV, 0, call->block };
  const struct tn_span own = sums ? tn_own_vector(call) : vector;
  hop(h, h->slot_bytes, is_first ? TN_NCCL_NO_CONNECTION : TN_NCCL_ONWARD,
      is_last ? TN_NCCL_NO_CONNECTION : TN_NCCL_ONWARD, sums || is_first ? &own : NULL,
      (sums ? is_last : !is_first) ? &vector : NULL);
}

/* Runs an allreduce over a chain: pieces are summed up to rank 0 and passed down again, each by
 * half of the threads. */
static void chain(struct tn_nccl_hops *h)
{
  const struct tn_call *call = h->r->call;
  const int rank = call->rank, n = call->n_ranks;
  const size_t piece = h->slot_bytes, n_pieces = (call->block + piece - 1) / piece;
  const size_t lag = 2 * (size_t)rank; /* number of pieces until the first one returns */
  const enum tn_nccl_direction below = rank < n - 1 ? TN_NCCL_BACK : TN_NCCL_NO_CONNECTION;
  const struct tn_span own = tn_own_vector(call), out = { rank, TN_RECV, 0, call->block };
  for (size_t i = 0; i < n_pieces + lag; i++) {
    const size_t up = i * piece, down = (i - lag) * piece;
    if (i < n_pieces) {
      const size_t len = tn_smaller(piece, call->block - up);
      const struct tn_span a = part(own, up, len), b = part(out, up, len);
      tn_nccl_hop(h, len, below, rank > 0 ? TN_NCCL_BACK : TN_NCCL_ONWARD, &a,
                  rank > 0 ? NULL : &b);
    }
    if (rank > 0 && i >= lag) {
      const size_t len = tn_smaller(piece, call->block - down);
      const struct tn_span b = part(out, down, len);
      tn_nccl_hop(h, len, TN_NCCL_ONWARD, rank < n - 1 ? TN_NCCL_ONWARD : TN_NCCL_NO_CONNECTION,
                  NULL, &b);
    }
  }
}

static void alone(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  if (call->collective == TN_BCAST || call->in_place || call->block == 0)
    return;
  tn_move(r, (struct tn_span){ 0, TN_RECV, 0, call->block },
          (struct tn_span){ 0, TN_SEND, 0, call->block });
}

static void run(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  if (call->n_ranks == 1 || call->block == 0) {
    alone(r);
    return;
  }
  const struct plan p = plan_of(call);
  struct tn_nccl_hops h = tn_nccl_hops(r, &p.prices, p.n_slots, p.piece);
  tn_device(r, &p.prices);
  h.chunk = p.chunk;
  h.turn = p.turn;
  h.prices.start = 0.0;
  if (p.prices.start > 0.0)
    tn_device(r, &h.prices);
  if (p.choice.algorithm == TN_NCCL_NVLS)
    tn_nccl_nvls(r, &p.prices, p.choice.n_channels);
  else if (p.choice.algorithm == TN_NCCL_TREE)
    chain(&h);
  else if (tn_collective_rooted(call->collective))
    line(&h);
  else
    ring(&h, &p);
  tn_device(r, NULL);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  if (call->n_ranks == 1 || call->block == 0)
    return (struct tn_sizes){ 0 };
  const struct plan p = plan_of(call);
  const size_t n_ways = p.choice.algorithm == TN_NCCL_TREE ? 2 : 1;
  if (p.choice.algorithm == TN_NCCL_NVLS)
    return (struct tn_sizes){ .temp = tn_nccl_nvls_temp(call, p.choice.n_channels) };
  const size_t each = (size_t)p.n_slots * p.piece, of_host = TN_NCCL_N_DIRECTIONS * each;
  bool is_by_host = false;
  for (int peer = 0; peer < call->n_ranks; peer++)
    is_by_host = is_by_host || (peer != call->rank && tn_nccl_is_by_host(call, peer));
  return (struct tn_sizes){ .shared = is_by_host ? of_host + n_ways * each : n_ways * each,
                            .shared_on_device = is_by_host ? of_host : n_ways * each };
}

static const char *unsupported(const struct tn_call *call)
{
  if (tn_nccl_of_call(call) && tn_nccl_of_call(call)->generation == TN_NCCL_NONE)
    return "the platform has no NCCL values (nccl_generation, nccl_channels)";
  if (call->n_ranks > 1 && asked_of(call).estimate.bandwidth <= 0.0)
    return "NCCL has no such algorithm with this protocol for this collective on these devices";
  return NULL;
}

#define NCCL                                                                                       \
  TN_BY_KERNELS,                                                                                   \
      .name = "nccl", .n_lines = TN_NCCL_N_LINES, .segmented = true,                               \
      .summary = "NCCL's rings, chain or multicast, by kernels of the devices",                    \
      .source = "NCCL 2.30, src/device and src/enqueue.cc", .unsupported = unsupported,            \
      .scratch = scratch, .run = run,                                                              \
      .params = { [ALGORITHM] =                                                                    \
                      TN_CHOICE_PARAM("algorithm", algorithms, 0,                                  \
                                      "NCCL's algorithm; auto: the one that NCCL selects"),        \
                  [PROTOCOL] =                                                                     \
                      TN_CHOICE_PARAM("protocol", protocols, 0,                                    \
                                      "NCCL's protocol; auto: the one that NCCL selects") }

const struct tn_algorithm tn_bcast_nccl = { NCCL, .collective = TN_BCAST };
const struct tn_algorithm tn_allgather_nccl = { NCCL, .collective = TN_ALLGATHER };
const struct tn_algorithm tn_reduce_nccl = { NCCL, .collective = TN_REDUCE };
const struct tn_algorithm tn_allreduce_nccl = { NCCL, .collective = TN_ALLREDUCE };
const struct tn_algorithm tn_reduce_scatter_block_nccl = { NCCL,
                                                           .collective = TN_REDUCE_SCATTER_BLOCK };
