/* What this program's message layer costs beside moving bytes and flags.
 *
 * Two ranks of the real transport play ping-pong with eager messages of 8 bytes, and by turns with
 * the very moves and flags that such a message consists of, without the layer. A round trip has two
 * messages, hence the difference is 2 (send_overhead + receive_overhead); how it falls to the two
 * ends cannot be seen, and each is given half. An MPI library does more for a message. */
#include <math.h>

#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"
#include "probes.h"
#include "processes.h"
#include "sampler.h"
#include "shared.h"

enum { BYTES = 8, TRIPS = 32, CALLS = 200, LAYER = 0, BARE, N_KINDS };

/* About what a round trip takes: makes a number of turns of the seconds, the same on both ranks. */
#define TRIP_TIME 2e-6

static const struct tn_p2p_use use = { .largest = BYTES, .messages = 1 << 20 };

/* Lines after those of the layer: a message is there, it has been taken. */
static int bare_line(const struct tn_call *call, bool taken)
{
  return tn_p2p_slots(call) + TN_LINE(taken);
}

static int ping_pong_slots(const struct tn_call *call)
{
  return tn_p2p_slots(call) + TN_LINE(2);
}

/* The bare slot follows the layer's. */
static struct tn_sizes ping_pong_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, use) + 64 };
}

static struct tn_span vector_of(int rank)
{
  return (struct tn_span){ rank, TN_RECV, 0, BYTES };
}

static void bare_send(struct tn_strand *r, uint32_t n)
{
  const int own = r->call->rank;
  const struct tn_span slot = { own, TN_SHARED, tn_p2p_shared(r->call, use), BYTES };
  if (n > 1)
    tn_wait(r, 1 - own, bare_line(r->call, true), n - 1);
  tn_move(r, slot, vector_of(own));
  tn_post(r, bare_line(r->call, false), n);
}

static void bare_receive(struct tn_strand *r, uint32_t n)
{
  const int own = r->call->rank, peer = 1 - own;
  const struct tn_span slot = { peer, TN_SHARED, tn_p2p_shared(r->call, use), BYTES };
  tn_wait(r, peer, bare_line(r->call, false), n);
  tn_move(r, vector_of(own), slot);
  tn_post(r, bare_line(r->call, true), n);
}

static void layer_trips(struct tn_p2p *p)
{
  const int own = p->r->call->rank, peer = 1 - own;
  for (int i = 0; i < TRIPS; i++) {
    if (own == 0)
      tn_send(p, peer, vector_of(own));
    tn_recv(p, vector_of(own), vector_of(peer));
    if (own == 1)
      tn_send(p, peer, vector_of(own));
  }
}

static void bare_trips(struct tn_strand *r, uint32_t *n)
{
  for (int i = 0; i < TRIPS; i++) {
    ++*n;
    if (r->call->rank == 0)
      bare_send(r, *n);
    bare_receive(r, *n);
    if (r->call->rank == 1)
      bare_send(r, *n);
  }
}

/* The number of turns stands in the first parameter. */
static void ping_pong(struct tn_strand *r)
{
  struct tn_sampler s;
  struct tn_p2p p;
  uint32_t n = 0;
  tn_p2p_begin(&p, r, use);
  tn_sampler_init(&s, N_KINDS, 0);
  for (int64_t turn = 0; turn < r->call->params[0]; turn++) {
    const double start = tn_clock_now();
    layer_trips(&p);
    const double middle = tn_clock_now();
    bare_trips(r, &n);
    tn_sampler_add(&s, LAYER, (middle - start) / TRIPS);
    tn_sampler_add(&s, BARE, (tn_clock_now() - middle) / TRIPS);
  }
  for (int k = 0; k < N_KINDS; k++)
    tn_real_note(r, k, tn_sampler_cost(&s, k));
  tn_sampler_finish(&s);
  tn_p2p_end(&p);
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
  struct tn_real_point point = {
    .bench = { .algorithm = &algorithm, .repetitions = 1 },
    .call = { .collective = TN_BCAST,
              .n_ranks = 2,
              .block = BYTES,
              .params = { (int64_t)CLAMP(turns, 16, TN_SAMPLES) } },
    .places = round->machine->pair,
    .host = round->machine->host,
    .mechanism = TN_MEMFD,
    .stagger = TN_REAL_STAGGER,
    .patience = TN_REAL_PATIENCE,
    .stop = round->stop,
  };
  struct tn_real_times times = { 0 };
  if (!tn_real_run(&point, &times, error))
    return false;
  const double *notes = times.notes;
  const double overhead = (notes[LAYER] - notes[BARE]) / 4;
  tn_probe_found(round, overhead, NAN, NAN, "send_overhead");
  tn_probe_found(round, overhead, NAN, NAN, "receive_overhead");
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

/* A call that does nothing: what reading the clock and entering an algorithm add to every call. */
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
  const struct tn_real_point point = {
    .bench = { .algorithm = &algorithm, .warmup = 1, .repetitions = CALLS },
    .call = { .collective = TN_BCAST, .n_ranks = 2, .block = BYTES },
    .places = round->machine->pair,
    .host = round->machine->host,
    .mechanism = TN_MEMFD,
    .stagger = TN_REAL_STAGGER,
    .patience = TN_REAL_PATIENCE,
    .stop = round->stop,
  };
  struct tn_real_times times = { 0 };
  if (!tn_real_run(&point, &times, error))
    return false;
  tn_probe_found(round, tn_real_summarise(&times).spread.median, NAN, NAN, "call_overhead");
  tn_real_times_clear(&times);
  return true;
}
