/* Point-to-point messages on the simulator: every protocol, more messages than slots, requests. */
#include <criterion/criterion.h>

#include "algos/kit/tree.h"
#include "algos/messages/p2p.h"

#define RANKS 4
#include "sim_setup.h"

enum { MESSAGES = 21 };

static struct tn_p2p_use use_of(const struct tn_call *call)
{
  return (struct tn_p2p_use){ .largest = call->block, .messages = MESSAGES };
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .shared = tn_p2p_shared(call, use_of(call)) };
}

static struct tn_span vector(const struct tn_call *call, int rank)
{
  return (struct tn_span){ rank, TN_RECV, 0, call->block };
}

/* The vector goes from the root to all, many times: sends do not wait, and receives are sequential,
 * so that credits run out. */
static void flood(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_request q[MESSAGES * RANKS];
  struct tn_p2p p;
  int n = 0;
  tn_p2p_begin(&p, r, use_of(call));
  for (int i = 0; i < MESSAGES; i++) {
    if (call->rank != call->root)
      tn_recv(&p, vector(call, call->rank), vector(call, call->root));
    for (int peer = 1; peer < call->n_ranks && call->rank == call->root; peer++)
      tn_isend(&p, &q[n++], peer, vector(call, call->root));
  }
  tn_request_wait_all(&p, n, q);
  tn_p2p_end(&p);
}

/* Receivers compute before they wait; the message arrives during that. */
static void look(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  struct tn_request q;
  tn_p2p_begin(&p, r, use_of(call));
  if (call->rank == call->root) {
    r->transport->compute(r, 1e-3);
    for (int peer = 1; peer < call->n_ranks; peer++)
      tn_send(&p, peer, vector(call, call->root));
  } else {
    tn_irecv(&p, &q, vector(call, call->rank), vector(call, call->root));
    r->transport->compute(r, 1e-2);
    tn_request_wait(&p, &q);
  }
  tn_p2p_end(&p);
}

static struct tn_sim_result run(void (*body)(struct tn_strand *r), size_t block,
                                enum tn_mechanism mechanism)
{
  GError *error = NULL;
  struct tn_sim_result result;
  struct tn_algorithm algorithm = algorithm_of(body);
  algorithm.n_slots = tn_p2p_slots;
  algorithm.scratch = scratch;
  const struct tn_sim_point point = {
    .algorithm = METHOD(&algorithm),
    .call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = block },
    .places = places,
    .values = values,
    .n_packages = tn_platform_n_packages(platform),
    .backing = TN_BASE,
    .mechanism = mechanism,
    .verify = true,
    .warmup = 1,
    .repetitions = 1
  };
  cr_assert(tn_sim_run(&point, &result, &error), "%zu bytes: %s", block,
            error ? error->message : "?");
  cr_assert_eq(result.verified, 1);
  return result;
}

Test(p2p, more_messages_than_slots, .init = set_up, .fini = tear_down)
{
  const size_t eager = (size_t)values[TN_P_EAGER_LIMIT];
  const size_t fragment = (size_t)values[TN_P_FRAGMENT_SIZE];
  const size_t sizes[] = { 0, 1, eager, eager + 1, fragment, fragment + 1, 9 * fragment - 1 };
  cr_assert_gt(MESSAGES, values[TN_P_EAGER_SLOTS]);
  for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
    run(flood, sizes[i], TN_CMA);
    run(flood, sizes[i], TN_CICO);
  }
}

Test(p2p, a_single_copy_beyond_the_eager_limit, .init = set_up, .fini = tear_down)
{
  const size_t eager = (size_t)values[TN_P_EAGER_LIMIT];
  cr_assert_eq(run(flood, eager, TN_CMA).parts[TN_LOCK], 0.0);
  cr_assert_gt(run(flood, eager + 1, TN_CMA).parts[TN_LOCK], 0.0);
  cr_assert_eq(run(flood, eager + 1, TN_CICO).parts[TN_LOCK], 0.0);
}

Test(p2p, overheads_count_as_startup, .init = set_up, .fini = tear_down)
{
  const double before = run(look, 8, TN_CMA).parts[TN_STARTUP];
  values[TN_P_RECEIVE_OVERHEAD] += 1e-6;
  cr_assert_float_eq(run(look, 8, TN_CMA).parts[TN_STARTUP], before + 1e-6, 1e-12);
}

/* The root sends when all others have waited for long. */
static void await_root(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, use_of(call));
  if (call->rank == call->root)
    r->transport->compute(r, 1e-3);
  for (int peer = 1; peer < call->n_ranks && call->rank == call->root; peer++)
    tn_send(&p, peer, vector(call, call->root));
  if (call->rank != call->root)
    tn_recv(&p, vector(call, call->rank), vector(call, call->root));
  tn_p2p_end(&p);
}

/* Empty messages between all ranks: many open receives, few sends at a time. */
static void crowd(struct tn_strand *r)
{
  enum { N = 40, WINDOW = 9 };
  const struct tn_call *call = r->call;
  struct tn_request q[(RANKS - 1) * N], sends[(RANKS - 1) * N];
  struct tn_p2p p;
  int n = 0, n_sent = 0;
  tn_p2p_begin(&p, r, use_of(call));
  for (int i = 0; i < N; i++)
    for (int away = 1; away < RANKS; away++, n++) {
      const int peer = (call->rank + away) % RANKS;
      const struct tn_span own = { call->rank, TN_RECV, 0, 0 }, theirs = { peer, TN_RECV, 0, 0 };
      tn_irecv(&p, &q[n], own, theirs);
      tn_issend(&p, &sends[n_sent], peer, own);
      if (++n_sent > WINDOW)
        tn_request_wait(&p, &sends[n_sent - 1 - WINDOW]);
      r->transport->compute(r, 1e-8 * (1 + (call->rank + i) % 3));
    }
  tn_request_wait_all(&p, n, q);
  tn_request_wait_all(&p, n_sent, sends);
  tn_p2p_end(&p);
  flood(r);
}

/* On a transport that is called for each wait with all its conditions. */
static void crowd_asks(struct tn_strand *r)
{
  const struct tn_transport *own = r->transport;
  struct tn_transport plain = *own;
  plain.wait_each = NULL;
  r->transport = &plain;
  crowd(r);
  r->transport = own;
}

Test(p2p, what_is_kept_from_wait_to_wait_changes_nothing, .init = set_up, .fini = tear_down)
{
  const size_t sizes[] = { 8, 200000 };
  for (int matches = 0; matches < 2; matches++) {
    values[TN_P_MATCH_TIME] = matches * 1e-8;
    for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
      const struct tn_sim_result kept = run(crowd, sizes[i], TN_CICO);
      const struct tn_sim_result asked = run(crowd_asks, sizes[i], TN_CICO);
      cr_assert_eq(kept.span, asked.span);
      cr_assert_eq(kept.avg, asked.avg);
    }
  }
}

/* Before that the first two ranks exchange empty messages; each posts its receive before it sends. */
static void exchange(struct tn_strand *r)
{
  const struct tn_span own = { r->call->rank, TN_RECV, 0, 0 };
  const struct tn_span theirs = { r->call->rank ^ 1, TN_RECV, 0, 0 };
  struct tn_p2p p;
  tn_p2p_begin(&p, r, use_of(r->call));
  if (own.rank < 2)
    tn_sendrecv(&p, theirs.rank, own, own, theirs);
  tn_p2p_end(&p);
  await_root(r);
}

/* Only a receive that is posted before another operation takes time. */
Test(p2p, receives_are_posted_while_waiting, .init = set_up, .fini = tear_down)
{
  const double waits = run(await_root, 8, TN_CMA).span, exchanges = run(exchange, 8, TN_CMA).span;
  values[TN_P_POST_OVERHEAD] = 1e-6;
  cr_assert_float_eq(run(await_root, 8, TN_CMA).span, waits, 1e-12);
  cr_assert_float_eq(run(exchange, 8, TN_CMA).span, exchanges + 1e-6, 1e-12);
}

/* A move at either end. */
Test(p2p, moves_have_software, .init = set_up, .fini = tear_down)
{
  const double empty = run(await_root, 0, TN_CMA).span, full = run(await_root, 8, TN_CMA).span;
  values[TN_P_MOVE_OVERHEAD] = 1e-6;
  cr_assert_float_eq(run(await_root, 0, TN_CMA).span, empty, 1e-12);
  cr_assert_float_eq(run(await_root, 8, TN_CMA).span, full + (RANKS - 1 + 1) * 1e-6, 1e-12);
}

static double copied(size_t bytes, double inline_limit)
{
  values[TN_P_INLINE_LIMIT] = inline_limit;
  return run(look, bytes, TN_CMA).parts[TN_COPY];
}

/* A receiver waits for the lines of a payload, unless the payload is in the line of its announcement. */
Test(p2p, a_payload_in_the_line_of_its_announcement_is_there, .init = set_up, .fini = tear_down)
{
  const double line = values[TN_P_LINE_SIZE];
  cr_assert_gt(copied((size_t)line, 0), copied((size_t)line, 4 * line) + 10e-9);
  cr_assert_float_eq(copied((size_t)line + 1, 0), copied((size_t)line + 1, 4 * line), 1e-12);
}

/* All ranks except the root send to it at once. */
static void funnel(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, use_of(call));
  for (int peer = 1; peer < call->n_ranks && call->rank == 0; peer++)
    tn_recv(&p, vector(call, 0), vector(call, peer));
  if (call->rank > 0)
    tn_send(&p, 0, vector(call, call->rank));
  tn_p2p_end(&p);
}

static struct tn_sim_result run_one(const struct tn_method *algorithm,
                                    enum tn_collective collective, size_t block)
{
  struct tn_sim_result result;
  const struct tn_sim_point point = {
    .algorithm = algorithm,
    .call = { .collective = collective, .n_ranks = RANKS, .block = block },
    .places = places,
    .values = values,
    .n_packages = tn_platform_n_packages(platform),
    .backing = TN_BASE,
    .repetitions = 1
  };
  cr_assert(tn_sim_run(&point, &result, NULL));
  return result;
}

static struct tn_sim_result run_cold(void (*body)(struct tn_strand *r), size_t block)
{
  struct tn_algorithm algorithm = algorithm_of(body);
  algorithm.n_slots = tn_p2p_slots;
  algorithm.scratch = scratch;
  return run_one(METHOD(&algorithm), TN_BCAST, block);
}

static double funnel_seconds(double queue_lines)
{
  values[TN_P_QUEUE_LINES] = queue_lines;
  return RANKS * run_cold(funnel, 8).avg;
}

static const double funnel_line = 50e-9;

/* Returns the additional time of all for 1000 lines to hand over a queue, where messages up to
 * inline_limit fit into an entry. */
static double funnel_added(double inline_limit)
{
  values[TN_P_BARRIER_SKEW] = values[TN_P_SEND_OVERHEAD] = values[TN_P_RECEIVE_OVERHEAD] = 0;
  values[TN_P_INLINE_LIMIT] = inline_limit;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    values[TN_P_LINE_LATENCY + d] = funnel_line;
  return funnel_seconds(1000) - funnel_seconds(0);
}

/* The lines of a queue's end go from sender to sender: the k-th of three waits k times as long, and
 * the root waits for the last one. */
Test(p2p, senders_take_their_places_one_after_another, .init = set_up, .fini = tear_down)
{
  const double added = funnel_added(64);
  cr_assert_float_eq(added, 1000 * funnel_line * (1 + 2 + 3 + 3), 1e-6, "%g", added);
}

/* A message in a slot also needs its entry, which delays no other sender. */
Test(p2p, senders_find_their_entries_at_a_time, .init = set_up, .fini = tear_down)
{
  const double added = funnel_added(0);
  cr_assert_float_eq(added, 1000 * funnel_line * (2 + 3 + 4 + 4), 1e-6, "%g", added);
}

static void set_up_pairs(void)
{
  set_up_on("synthetic:Package:2 [NUMANode] L3:1(size=1MiB) Core:2 PU:1", "broadwell");
}

/* As funnel_added, with ranks 0 and 1 on one package, 2 and 3 on another, in units of 1000 lines. */
static double pairs_added(enum tn_queue_holder holder, double inline_limit, double near, double far)
{
  values[TN_P_BARRIER_SKEW] = 0;
  values[TN_P_INLINE_LIMIT] = inline_limit;
  values[TN_P_QUEUE_HOLDER] = holder;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    values[TN_P_LINE_LATENCY + d] = d == TN_OTHER_PACKAGE ? far : near;
  return (funnel_seconds(1000) - funnel_seconds(0)) / 1000;
}

/* The barrier's last message came to rank 0 from rank 2. The last sender to the queue holds its
 * end, F away from rank 1 and N or F from the next; or rank 0 has accessed it since, N from rank 1. */
Test(p2p, a_queue_s_end_lies_with_its_last_sender_or_its_receiver, .init = set_up_pairs,
     .fini = tear_down)
{
  const double n = 50e-9, f = 200e-9;
  const double sender = pairs_added(TN_QUEUE_OF_SENDER, 64, n, f);
  const double receiver = pairs_added(TN_QUEUE_OF_RECEIVER, 64, n, f);
  cr_expect_float_eq(sender, f + 2 * f + 2 * (2 * f + n), 1e-9, "%g", sender);
  cr_expect_float_eq(receiver, n + (n + f) + 2 * (n + f + n), 1e-9, "%g", receiver);
}

/* An entry is polled by its receiver: N from rank 1, F from the others. */
Test(p2p, a_queue_s_entry_comes_from_its_receiver, .init = set_up_pairs, .fini = tear_down)
{
  const double n = 50e-9, f = 200e-9;
  const double added = pairs_added(TN_QUEUE_OF_SENDER, 0, n, f);
  cr_expect_float_eq(added, (f + n) + (2 * f + f) + 2 * (2 * f + n + f), 1e-9, "%g", added);
}

/* With two boxes, ranks 2 and 3, which the root met in the barrier, do not use the queue. The root
 * waits for each of three, and checks two boxes. */
Test(p2p, boxes_pass_by_the_queue, .init = set_up, .fini = tear_down)
{
  const double box = 1e-3;
  values[TN_P_FAST_BOXES] = 2;
  const double added = funnel_added(64);
  cr_assert_float_eq(added, 1000 * funnel_line * (1 + 1), 1e-6, "%g", added);
  const double before = run_cold(funnel, 8).max;
  values[TN_P_BOX_TIME] = box;
  cr_assert_float_eq(run_cold(funnel, 8).max, before + 2 * box / 2, box / 100);
}

enum { IN_ORDER = 1, IN_REVERSE = -1 };
static int order;
static bool root_is_late;

/* The root has posted receives from 1, 2, ...; they send in this order or in reverse. */
static void gather_posted(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int turn = order == IN_ORDER ? call->rank : call->n_ranks - call->rank;
  struct tn_request q[RANKS];
  struct tn_p2p p;
  tn_p2p_begin(&p, r, use_of(call));
  for (int peer = 1; peer < call->n_ranks && call->rank == 0; peer++)
    tn_irecv(&p, &q[peer - 1], vector(call, 0), vector(call, peer));
  r->transport->compute(r, call->rank > 0 ? turn * 1e-3 : root_is_late ? 0.1 : 0);
  if (call->rank > 0)
    tn_send(&p, 0, vector(call, call->rank));
  else
    tn_request_wait_all(&p, call->n_ranks - 1, q);
  tn_p2p_end(&p);
}

static double matching(int in_order, bool late)
{
  order = in_order;
  root_is_late = late;
  values[TN_P_MATCH_TIME] = 0;
  const double before = run_cold(gather_posted, 8).parts[TN_STARTUP];
  values[TN_P_MATCH_TIME] = 1e-6;
  return (run_cold(gather_posted, 8).parts[TN_STARTUP] - before) / 1e-6;
}

/* With n messages in reverse order each is matched against the receives of all later ones, whether
 * the root waits or comes when all are there. */
Test(p2p, messages_pass_receives_of_others, .init = set_up, .fini = tear_down)
{
  const int n = RANKS - 1;
  cr_expect_float_eq(matching(IN_ORDER, false), 0, 1e-3);
  cr_expect_float_eq(matching(IN_ORDER, true), 0, 1e-3);
  cr_expect_float_eq(matching(IN_REVERSE, true), n * (n - 1) / 2.0, 1e-3);
  cr_expect_float_eq(matching(IN_REVERSE, false), 0, 1e-3); /* the last one is matched at once */
}

static double bruck_startup(double type, double block)
{
  values[TN_P_TYPE_OVERHEAD] = type;
  values[TN_P_BLOCK_TIME] = block;
  return run_one(tn_method_find(TN_ALLTOALL, "bruck-p2p"), TN_ALLTOALL, 8).parts[TN_STARTUP];
}

/* With four blocks the first step sends 1 and 3, the second 2 and 3: two datatypes, of two runs and
 * of one. Each run is added and moved, and finally each block is moved. */
Test(p2p, bruck_pays_for_its_datatypes, .init = set_up, .fini = tear_down)
{
  values[TN_P_BARRIER_SKEW] = 0;
  const double before = bruck_startup(0, 0);
  cr_expect_float_eq(bruck_startup(1e-3, 0) - before, 2e-3, 1e-5);
  cr_expect_float_eq(bruck_startup(0, 1e-3) - before, (2 * (2 + 1) + 4) * 1e-3, 1e-5);
}

static const double early = 1e-4, late = 2e-4;
static double root_waits; /* before it receives; others send at `early`, the last one at `late` */
static int n_received;

/* The root receives from the last rank to the first. */
static void collect(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const int last = call->n_ranks - 1;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, use_of(call));
  r->transport->compute(r, call->rank == 0 ? root_waits : call->rank == last ? late : early);
  for (int peer = last; peer > last - n_received && call->rank == 0; peer--)
    tn_recv(&p, vector(call, 0), vector(call, peer));
  if (call->rank > last - n_received)
    tn_send(&p, 0, vector(call, call->rank));
  tn_p2p_end(&p);
}

static double collected(int n)
{
  n_received = n;
  return run_cold(collect, 8).max;
}

/* A rank that waits for one message polls for those that arrive meanwhile; a late rank finds
 * several at once. */
Test(p2p, progress_looks_at_the_whole_queue, .init = set_up, .fini = tear_down)
{
  const double line = 5e-6;
  values[TN_P_BARRIER_SKEW] = values[TN_P_LINE_OCCUPANCY] = 0;
  values[TN_P_SEND_OVERHEAD] = values[TN_P_RECEIVE_OVERHEAD] = 0;
  values[TN_P_INLINE_LIMIT] = 64;
  values[TN_P_LINE_MLP] = 4;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    values[TN_P_LINE_LATENCY + d] = line;
  root_waits = 0;
  cr_assert_float_eq(collected(3), collected(1), 0.01 * line);
  root_waits = 2 * late;
  cr_assert_float_eq(collected(1), root_waits + line, 0.01 * line);
  cr_assert_float_eq(collected(3), root_waits + line + 2 * line / 4, 0.01 * line);
}

/* The root sends its vector to two others through slots. */
static void send_to_two(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_request q[2];
  struct tn_p2p p;
  tn_p2p_begin(&p, r, use_of(call));
  for (int peer = 1; peer <= 2 && call->rank == 0; peer++)
    tn_isend(&p, &q[peer - 1], peer, vector(call, 0));
  if (call->rank == 1 || call->rank == 2) {
    r->transport->compute(r, 1e-3);
    tn_recv(&p, vector(call, call->rank), vector(call, 0));
  }
  tn_request_wait_all(&p, call->rank == 0 ? 2 : 0, q);
  tn_p2p_end(&p);
}

static void set_up_packages(void)
{
  set_up_on("synthetic:Package:4 [NUMANode] L3:1(size=1MiB) Core:1 PU:1", "broadwell");
}

/* Two ranks read two slots at once: both in the sender's memory, or each in its own. */
Test(p2p, slots_have_their_home_at_the_sender_or_the_receiver, .init = set_up_packages,
     .fini = tear_down)
{
  values[TN_P_EAGER_LIMIT] = 1 << 16;
  values[TN_P_BARRIER_SKEW] = 0;
  values[TN_P_HOME_LOAD] = 1;
  values[TN_P_MEMORY_BANDWIDTH] = 1e9;
  values[TN_P_SLOT_HOME] = TN_SLOT_OF_SENDER;
  const double together = run_cold(send_to_two, 1 << 16).max - 1e-3;
  values[TN_P_SLOT_HOME] = TN_SLOT_OF_RECEIVER;
  const double apart = run_cold(send_to_two, 1 << 16).max - 1e-3;
  cr_assert_float_eq(together, 2 * apart, 0.05 * together, "%g, %g", together, apart);
}

static bool is_synchronous;

/* Ranks 1 and later receive late; rank 0 sends to rank 1 and returns. */
static void send_early(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  struct tn_p2p p;
  tn_p2p_begin(&p, r, use_of(call));
  if (call->rank != call->root) {
    r->transport->compute(r, 1e-3);
    tn_recv(&p, vector(call, call->rank), vector(call, call->root));
  }
  for (int peer = 1; peer < call->n_ranks && call->rank == call->root; peer++)
    (is_synchronous ? tn_ssend : tn_send)(&p, peer, vector(call, call->root));
  tn_p2p_end(&p);
}

/* Runs three messages through slots: end of the sender, and of the last receiver, which begins late.
 * `memory`: bytes per second of a core from or to memory. */
static struct tn_sim_result send_through_slots(enum tn_slot_stores stores, enum tn_slot_home home,
                                               double memory)
{
  is_synchronous = false;
  values[TN_P_EAGER_LIMIT] = 1 << 16;
  values[TN_P_BARRIER_SKEW] = 0;
  values[TN_P_COPY_RATE_MEMORY] = memory;
  values[TN_P_WRITE_ALLOCATE] = 0;
  values[TN_P_COPY_RATE_CLASS + TN_OTHER_PACKAGE] = 1e9;
  values[TN_P_LINE_RATE + TN_OTHER_PACKAGE] = 1e9;
  values[TN_P_SLOT_STORES] = stores;
  values[TN_P_SLOT_HOME] = home;
  return run_cold(send_early, 1 << 16);
}

Test(p2p, slots_may_be_filled_past_the_caches, .init = set_up_packages, .fini = tear_down)
{
  const double message = 65536 / 1e9;
  struct tn_sim_result cached = send_through_slots(TN_SLOT_CACHED, TN_SLOT_OF_SENDER, 1e9);
  struct tn_sim_result past = send_through_slots(TN_SLOT_STREAMED, TN_SLOT_OF_SENDER, 1e9);
  struct tn_sim_result far = send_through_slots(TN_SLOT_STREAMED_FAR, TN_SLOT_OF_RECEIVER, 1e9);
  cr_expect_lt(cached.min, 1.5 * message, "%g", cached.min); /* the vector is read once */
  cr_expect_float_eq(past.min, 3 * message, 0.1 * message, "%g", past.min);
  cr_expect_float_eq(far.min, past.min, 0.1 * message, "%g", far.min);
  cached = send_through_slots(TN_SLOT_CACHED, TN_SLOT_OF_SENDER, INFINITY);
  past = send_through_slots(TN_SLOT_STREAMED, TN_SLOT_OF_SENDER, INFINITY);
  far = send_through_slots(TN_SLOT_STREAMED_FAR, TN_SLOT_OF_RECEIVER, INFINITY);
  /* The receivers read from another package, or from slots in their own memory. */
  cr_expect_float_eq(past.max, cached.max, 0.1 * message, "%g, %g", past.max, cached.max);
  cr_expect_lt(far.max, cached.max - 0.8 * message, "%g, %g", far.max, cached.max);
}

/* Rank 0 sends to the others; memcpy bypasses the caches from 64 KiB on. */
Test(p2p, long_copies_go_past_the_caches, .init = set_up_packages, .fini = tear_down)
{
  static const struct {
    size_t bytes;
    enum tn_mechanism mechanism;
    double from, piece, fragment;
    bool streams;
  } cases[] = {
    { 1 << 16, TN_XPMEM, 1 << 16, 0, 32768, true },
    { (1 << 16) - 1, TN_XPMEM, 1 << 16, 0, 32768, false },
    { 1 << 16, TN_XPMEM, 0, 0, 32768, false },
    { 1 << 17, TN_XPMEM, 1 << 16, 32768, 32768, false },
    { 1 << 17, TN_XPMEM, 1 << 16, 65536, 32768, true },
    { 1 << 17, TN_CMA, 1 << 16, 0, 32768, false },
    { 1 << 17, TN_CICO, 1 << 16, 0, 32768, false },
    { 1 << 17, TN_CICO, 1 << 16, 0, 65536, true },
  };
  is_synchronous = false;
  values[TN_P_EAGER_LIMIT] = 1024;
  values[TN_P_COPY_RATE_MEMORY] = 1e8;
  values[TN_P_WRITE_ALLOCATE] = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    values[TN_P_STREAMED_FROM] = cases[i].from;
    values[TN_P_MEMCPY_PIECE] = cases[i].piece;
    values[TN_P_FRAGMENT_SIZE] = cases[i].fragment;
    const double past = (double)cases[i].bytes / 1e8;
    const double seconds = run(send_early, cases[i].bytes, cases[i].mechanism).max - 1e-3;
    cr_expect(cases[i].streams ? seconds > past : seconds < past / 2, "%zu: %g s", i, seconds);
  }
}

static void set_up_one_domain(void)
{
  set_up_on("synthetic:Package:1 [NUMANode] L3:4(size=1MiB) Core:1 PU:1", "broadwell");
}

Test(p2p, slots_of_neighbours_are_not_far, .init = set_up_one_domain, .fini = tear_down)
{
  const struct tn_sim_result cached = send_through_slots(TN_SLOT_CACHED, TN_SLOT_OF_SENDER, 1e9);
  const struct tn_sim_result far =
      send_through_slots(TN_SLOT_STREAMED_FAR, TN_SLOT_OF_RECEIVER, 1e9);
  cr_expect_eq(far.min, cached.min);
  cr_expect_eq(far.max, cached.max);
}

Test(p2p, a_synchronous_send_ends_when_it_is_received, .init = set_up, .fini = tear_down)
{
  const size_t fits = (size_t)(values[TN_P_FRAGMENT_SIZE] * values[TN_P_FRAGMENTS_IN_FLIGHT]);
  const size_t sizes[] = { 1, (size_t)values[TN_P_EAGER_LIMIT], fits };
  for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
    is_synchronous = false;
    cr_assert_lt(run(send_early, sizes[i], TN_CICO).min, 1e-3, "%zu bytes", sizes[i]);
    is_synchronous = true;
    cr_assert_gt(run(send_early, sizes[i], TN_CICO).min, 1e-3, "%zu bytes", sizes[i]);
  }
}

static bool is_blocking;

/* One message from rank 0 to rank 1, with a length between the limits of the two kinds. */
static void send_once(struct tn_strand *r)
{
  const struct tn_call *call = r->call;
  const struct tn_p2p_use use = use_of(call);
  struct tn_p2p p;
  tn_p2p_begin(&p, r, is_blocking ? tn_blocking(use) : use);
  for (int peer = 1; peer < call->n_ranks && call->rank == call->root; peer++)
    tn_send(&p, peer, vector(call, call->root));
  if (call->rank != call->root)
    tn_recv(&p, vector(call, call->rank), vector(call, call->root));
  tn_p2p_end(&p);
}

Test(p2p, blocking_sends_have_a_limit_of_their_own, .init = set_up, .fini = tear_down)
{
  const size_t block = (size_t)values[TN_P_EAGER_LIMIT] + 1;
  values[TN_P_RENDEZVOUS_LIMIT] = values[TN_P_EAGER_LIMIT];
  values[TN_P_BLOCKING_LIMIT] = 2 * values[TN_P_EAGER_LIMIT];
  is_blocking = false;
  cr_assert_gt(run(send_once, block, TN_CMA).parts[TN_LOCK], 0, "a single copy pins");
  is_blocking = true;
  cr_assert_eq(run(send_once, block, TN_CMA).parts[TN_LOCK], 0, "fragments do not");
}

/* Rank 1 waits for rank 0. */
static void wait_for_first(struct tn_strand *r)
{
  if (r->call->rank == 0)
    r->transport->post(r, 0, r->call->epoch);
  const struct tn_cond first = { 0, 0, r->call->epoch, false, false, 0 };
  if (r->call->rank == 1)
    r->transport->wait_any(r, 1, &first);
}

/* In Open MPI's barrier of three ranks rank 2 is released by a synchronous send of rank 0, which
 * leaves last: at least one line goes there and one comes back. */
Test(p2p, ranks_enter_as_the_barrier_of_a_library_leaves_them, .init = set_up, .fini = tear_down)
{
  static const double together[3] = { 0.0 };
  const struct tn_algorithm algorithm = algorithm_of(wait_for_first);
  struct tn_sim_point point = { .algorithm = METHOD(&algorithm),
                                .call = { .collective = TN_BCAST, .n_ranks = 3, .block = 1 },
                                .places = places,
                                .values = values,
                                .n_packages = tn_platform_n_packages(platform),
                                .backing = TN_BASE,
                                .mechanism = TN_CMA,
                                .warmup = 1,
                                .repetitions = 1,
                                .delays = together };
  struct tn_sim_result at_once, after;
  cr_assert(tn_sim_run(&point, &at_once, NULL));
  point.barrier = tn_method_find(TN_BARRIER, "library:ompi");
  cr_assert_not_null(point.barrier);
  cr_assert(tn_sim_run(&point, &after, NULL));
  cr_assert_gt(after.max, at_once.max + 2.0 * values[TN_P_LINE_LATENCY + TN_SAME_LLC]);
}

/* Checks that each rank is once a child of its parent, and of no other rank. */
static void check_tree(int p, int shape)
{
  int parents[64], named[64] = { 0 };
  for (int v = 0; v < p; v++) {
    struct tn_tree tree;
    if (shape == 0)
      tn_tree_binary(&tree, p, v);
    else if (shape == 1)
      tn_tree_binomial(&tree, p, v);
    else if (shape < 8)
      tn_tree_chain(&tree, p, v, shape - 1);
    else
      tn_tree_knomial(&tree, p, v, shape - 6);
    parents[v] = tree.parent;
    for (int i = 0; i < tree.n_children; i++)
      named[tree.children[i]] += 1 + 1000 * v;
    tn_tree_finish(&tree);
  }
  cr_assert_eq(parents[0], -1);
  cr_assert_eq(named[0], 0);
  for (int v = 1; v < p; v++)
    cr_assert_eq(named[v], 1 + 1000 * parents[v], "shape %d, %d ranks, rank %d", shape, p, v);
}

Test(tree, parents_and_children_agree)
{
  for (int p = 1; p <= 64; p++)
    for (int shape = 0; shape < 14; shape++)
      check_tree(p, shape);
}

Test(tree, subtrees_are_ranges)
{
  for (int p = 1; p <= 64; p++)
    for (int v = 0; v < p; v++) {
      struct tn_tree tree;
      int size = 1;
      tn_tree_knomial(&tree, p, v, 2);
      for (int i = 0; i < tree.n_children; i++)
        size += tn_subtree_size(p, tree.children[i]);
      cr_assert_eq(tn_subtree_size(p, v), size);
      tn_tree_finish(&tree);
    }
}
