/* Measures the cost of this program's message layer, beyond the transfers of the lines that a
 * message uses.
 *
 * Two ranks of the real transport play ping-pong with empty messages. This alternates with plain
 * loads and stores of the lines of such a message: credit and flag. A round trip has two
 * messages, so the difference is 2 (send_overhead + receive_overhead). How it divides between
 * the two is not visible; each gets half. A message of 8 bytes adds a move at either end and a
 * line of payload: 2 move_overhead beyond the line's loads and stores. In a last test one rank
 * posts its receive before it sends, not while it waits: a round trip takes post_overhead
 * longer. An MPI library does more for a message. reduce_overhead is the time of a sum of 8
 * bytes through the same transport. */
#include <math.h>

#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"
#include "probes.h"
#include "ranks.h"
#include "sampler.h"
#include "shared.h"

enum {
  BYTES = 8,
  TRIPS = 32,
  CALLS = 200,
  EMPTY = 0,
  FULL,
  POSTED,
  BARE,
  BARE_FULL,
  SUMS,
  N_KINDS
};

/* approximate seconds of a round trip, for the number of turns */
#define TRIP_TIME 3e-6

static const struct tn_p2p_use use = { .largest = BYTES, .messages = 1 << 20 };

enum { ANNOUNCED, SLOT, TAKEN, N_WORDS };

static int ping_pong_slots(const struct tn_call *call)
{
  return tn_p2p_slots(call) + TN_LINE(N_WORDS);
}

static struct tn_sizes ping_pong_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, use) };
}

static struct tn_span vector_of(int rank, bool is_empty)
{
  return (struct tn_span){ rank, TN_RECV, 0, is_empty ? 0 : BYTES };
}

static _Atomic uint64_t *words_of(struct tn_strand *r, int rank)
{
  const struct tn_real_run *run = tn_real_strand_of(r)->run;
  return run->flags + (size_t)rank * run->flag_stride + tn_p2p_slots(r->call);
}

static void await(_Atomic uint64_t *word, uint64_t n)
{
  while (atomic_load_explicit(word, memory_order_acquire) < n)
    tn_transport_breathe();
}

static void bare_send(_Atomic uint64_t *own, _Atomic uint64_t *theirs, uint64_t n, bool is_full)
{
  await(&theirs[TN_LINE(TAKEN)], n - 1);
  if (is_full)
    atomic_store_explicit(&own[TN_LINE(SLOT)], n, memory_order_relaxed);
  atomic_store_explicit(&own[TN_LINE(ANNOUNCED)], n, memory_order_release);
}

static void layer_trips(struct tn_p2p *p, int kind)
{
  const int own = p->r->call->rank, peer = 1 - own;
  const struct tn_span mine = vector_of(own, kind == EMPTY),
                       theirs = vector_of(peer, kind == EMPTY);
  for (int i = 0; i < TRIPS; i++) {
    struct tn_request q;
    if (own == 0 && kind == POSTED)
      tn_irecv(p, &q, mine, theirs);
    if (own == 0)
      tn_send(p, peer, mine);
    if (own == 0 && kind == POSTED)
      tn_request_wait(p, &q);
    else
      tn_recv(p, mine, theirs);
    if (own == 1)
      tn_send(p, peer, mine);
  }
}

static void bare_trips(struct tn_strand *r, uint64_t *n, bool is_full)
{
  _Atomic uint64_t *own = words_of(r, r->call->rank), *theirs = words_of(r, 1 - r->call->rank);
  for (int i = 0; i < TRIPS; i++) {
    ++*n;
    if (r->call->rank == 0)
      bare_send(own, theirs, *n, is_full);
    uint64_t taken = *n;
    await(&theirs[TN_LINE(ANNOUNCED)], taken);
    if (is_full)
      taken = atomic_load_explicit(&theirs[TN_LINE(SLOT)], memory_order_relaxed);
    atomic_store_explicit(&own[TN_LINE(TAKEN)], taken, memory_order_release);
    if (r->call->rank == 1)
      bare_send(own, theirs, *n, is_full);
  }
}

/* Times all kinds of round trips alternately. Parameter 0 of the call is the number of turns. */
static void ping_pong(struct tn_strand *r)
{
  struct tn_sampler s;
  struct tn_p2p p;
  uint64_t n = 0;
  const struct tn_span vector = vector_of(r->call->rank, false);
  tn_p2p_begin(&p, r, use);
  tn_sampler_init(&s, N_KINDS, 0);
  for (int64_t turn = 0; turn < r->call->params[0]; turn++)
    for (int k = 0; k < N_KINDS; k++) {
      const double start = tn_clock_now();
      if (k < BARE)
        layer_trips(&p, k);
      else if (k < SUMS)
        bare_trips(r, &n, k == BARE_FULL);
      else /* few elements: only the software matters */
        for (int i = 0; i < TRIPS; i++)
          tn_reduce_two(r, vector, vector, vector);
      tn_sampler_add(&s, k, (tn_clock_now() - start) / TRIPS);
    }
  for (int k = 0; k < N_KINDS; k++)
    tn_real_note(r, k, tn_sampler_cost(&s, k));
  tn_sampler_finish(&s);
  tn_p2p_end(&p);
}

static struct tn_real_point point_of(const struct tn_probe_round *round,
                                     const struct tn_method *algorithm)
{
  return (struct tn_real_point){
    .bench = { .algorithm = algorithm, .repetitions = 1 },
    .call = { .collective = TN_BCAST, .n_ranks = 2, .block = BYTES },
    .places = round->machine->pair,
    .host = round->machine->host,
    .mechanism = TN_MEMFD,
    .stagger = TN_REAL_STAGGER,
    .patience = TN_REAL_PATIENCE,
    .stop = round->stop,
  };
}

bool tn_probe_message(struct tn_probe_round *round, GError **error)
{
  static const struct tn_algorithm algorithm = {
    .collective = TN_BCAST,
    .name = "ping-pong",
    .mechanisms = { TN_MEMFD },
    .n_mechanisms = 1,
    .n_slots = ping_pong_slots,
    .scratch = ping_pong_scratch,
    .run = ping_pong,
  };
  const double turns = round->seconds / (2 * TRIPS * TRIP_TIME);
  const struct tn_method method = tn_method_make(&algorithm, TN_BCAST);
  struct tn_real_point point = point_of(round, &method);
  point.call.params[0] = (int64_t)CLAMP(turns, 16, TN_SAMPLES);
  struct tn_real_times times = { 0 };
  if (!tn_real_run(&point, &times, error))
    return false;
  const double *notes = times.notes;
  const double empty = notes[EMPTY] - notes[BARE], full = notes[FULL] - notes[BARE_FULL];
  tn_probe_found(round, empty / 4, NAN, NAN, "send_overhead");
  tn_probe_found(round, empty / 4, NAN, NAN, "receive_overhead");
  tn_probe_found(round, MAX(full - empty, 0) / 4, NAN, NAN, "move_overhead");
  tn_probe_found(round, notes[SUMS], NAN, NAN, "reduce_overhead");
  tn_probe_found(round, MAX(notes[POSTED] - notes[FULL], 0), NAN, NAN, "post_overhead");
  tn_real_times_clear(&times);
  return true;
}

static int no_slots(const struct tn_call *call)
{
  (void)call;
  return 0;
}

static struct tn_sizes no_scratch(const struct tn_call *call)
{
  (void)call;
  return (struct tn_sizes){ 0 };
}

static void nothing(struct tn_strand *r)
{
  (void)r;
}

/* Times an empty call: the cost of the clock and of entering an algorithm, which every call has. */
bool tn_probe_call(struct tn_probe_round *round, GError **error)
{
  static const struct tn_algorithm algorithm = {
    .collective = TN_BCAST,
    .name = "nothing",
    .mechanisms = { TN_MEMFD },
    .n_mechanisms = 1,
    .n_slots = no_slots,
    .scratch = no_scratch,
    .run = nothing,
  };
  const struct tn_method method = tn_method_make(&algorithm, TN_BCAST);
  struct tn_real_point point = point_of(round, &method);
  point.bench.warmup = 1;
  point.bench.repetitions = CALLS;
  struct tn_real_times times = { 0 };
  if (!tn_real_run(&point, &times, error))
    return false;
  tn_probe_found(round, tn_real_summarise(&times).spread.median, NAN, NAN, "call_overhead");
  tn_real_times_clear(&times);
  return true;
}
