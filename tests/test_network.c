/* Transfers between nodes: three nodes of four cores each (tests/cluster.xml). */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define RANKS 12
#include "sim_setup.h"

static const double latency = 1e-6, bandwidth = 10e9, overhead = 300e-9;
enum { BLOCK = 1 << 20 };

static void set_up_cluster(void)
{
  set_up_on("tests/cluster.xml", NULL);
}

TestSuite(network, .init = set_up_cluster, .fini = tear_down);

static bool run_with(void (*fn)(struct tn_strand *), bool ideal, bool verify,
                     struct tn_sim_result *ret, GError **error)
{
  const struct tn_algorithm algorithm = algorithm_of(fn);
  static const double together[RANKS];
  const struct tn_sim_point point = {
    .algorithm = METHOD(&algorithm),
    .places = places,
    .values = values,
    .n_packages = 2,
    .call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = BLOCK },
    .ideal = ideal,
    .verify = verify,
    .repetitions = 1,
    .delays = together
  };
  return tn_sim_run(&point, ret, error);
}

static double span_of(void (*fn)(struct tn_strand *), bool ideal)
{
  struct tn_sim_result result;
  GError *error = NULL;
  cr_assert(run_with(fn, ideal, false, &result, &error), "%s", error ? error->message : "?");
  double sum = 0.0;
  for (int i = 0; i < TN_N_PARTS; i++)
    sum += result.parts[i];
  cr_assert_float_eq(sum, result.span, 1e-12);
  return result.span;
}

enum { HERE = 0, THERE = TN_LINE_SLOTS };

static void put(struct tn_strand *r, int to, size_t len, uint32_t step)
{
  const struct tn_span src = { r->call->rank, TN_RECV, 0, len }, dst = { to, TN_RECV, 0, len };
  r->transport->put(r, dst, src, HERE, THERE, tn_value(r, step));
}

static void await(struct tn_strand *r, int slot, uint32_t step)
{
  tn_wait(r, r->call->rank, slot, step);
}

Test(network, ranks_fill_node_after_node)
{
  for (int r = 0; r < RANKS; r++) {
    cr_assert_eq(places->node[r], r / 4);
    cr_assert_eq(places->package[r], r / 2);
    cr_assert_eq(places->core[r], r);
  }
  cr_assert_eq(tn_places_distance(places, 3, 4), TN_OTHER_NODE);
  cr_assert_eq(tn_places_distance(places, 0, 2), TN_OTHER_PACKAGE);
  struct tn_places *dealt = tn_places_new(platform, "node", 6, NULL);
  for (int r = 0; r < 6; r++) {
    cr_assert_eq(dealt->node[r], r % 3);
    cr_assert_eq(dealt->core[r], r % 3 * 4 + r / 3);
  }
  tn_places_free(dealt);
}

Test(network, nodes_have_equally_many_ranks)
{
  GError *error = NULL;
  cr_assert_null(tn_places_new(platform, "core", 7, &error));
  cr_assert_str_eq(error->message, "7 ranks do not divide evenly among 3 nodes (a multiple of 3)");
  g_clear_error(&error);
  struct tn_places *listed = tn_places_new(platform, "list:8,1,2", 3, &error);
  cr_assert(listed);
  cr_assert_eq(listed->node[0], 0, "the first rank's node is the first");
  cr_assert_eq(listed->node[1], 1);
  cr_assert_eq(listed->node[2], 1);
  cr_assert_eq(listed->n_nodes, 2);
  tn_places_free(listed);
}

static void one(struct tn_strand *r)
{
  if (r->call->rank == 0)
    put(r, 4, BLOCK, 1);
  if (r->call->rank == 4)
    await(r, THERE, 1);
  if (r->call->rank == 0)
    await(r, HERE, 1);
}

Test(network, a_lone_put_takes_latency_and_bytes)
{
  cr_assert_float_eq(span_of(one, true), latency + BLOCK / bandwidth, 1e-12);
  cr_assert_float_eq(span_of(one, false), overhead + latency + BLOCK / bandwidth, 1e-8);
}

/* Between nodes limited only by their memory. */
Test(network, an_adapter_without_limit_is_as_fast_as_memory)
{
  set("network_bandwidth", INFINITY);
  const double memory = values[TN_P_MEMORY_BANDWIDTH];
  cr_assert_float_eq(span_of(one, true), latency + BLOCK / memory, 1e-12);
  cr_assert_float_eq(span_of(one, false), overhead + latency + BLOCK / memory, 1e-8);
}

static void notice(struct tn_strand *r)
{
  if (r->call->rank == 0)
    put(r, 4, 0, 1);
  if (r->call->rank == 4)
    await(r, THERE, 1);
}

Test(network, a_notice_takes_the_latency)
{
  cr_assert_float_eq(span_of(notice, true), latency, 1e-12);
}

/* Two ranks of node 0 send to nodes 1 and 2, then two of nodes 0 and 1 to node 2. */
static void fan_out(struct tn_strand *r)
{
  const int rank = r->call->rank;
  if (rank == 0 || rank == 1)
    put(r, rank == 0 ? 4 : 8, BLOCK, 1);
  if (rank == 4 || rank == 8)
    await(r, THERE, 1);
}

static void fan_in(struct tn_strand *r)
{
  const int rank = r->call->rank;
  if (rank == 0 || rank == 4)
    put(r, rank == 0 ? 8 : 9, BLOCK, 1);
  if (rank == 8 || rank == 9)
    await(r, THERE, 1);
}

static void both_ways(struct tn_strand *r)
{
  const int rank = r->call->rank;
  if (rank == 0 || rank == 4)
    put(r, 4 - rank, BLOCK, 1);
  if (rank == 0 || rank == 4)
    await(r, THERE, 1);
}

Test(network, adapters_are_shared_by_direction)
{
  const double half = overhead + latency + 2 * BLOCK / bandwidth;
  cr_assert_float_eq(span_of(fan_out, false), half, 2e-8);
  cr_assert_float_eq(span_of(fan_in, false), half, 2e-8);
  cr_assert_float_eq(span_of(both_ways, false), half - BLOCK / bandwidth, 2e-8);
  cr_assert_float_eq(span_of(fan_out, true), latency + BLOCK / bandwidth, 1e-12);
}

static void stream(struct tn_strand *r)
{
  for (uint32_t i = 1; i <= 5 && r->call->rank == 0; i++)
    put(r, 4, BLOCK, i);
  if (r->call->rank == 4)
    await(r, THERE, 5);
}

static void notices(struct tn_strand *r)
{
  for (uint32_t i = 1; i <= 100 && r->call->rank == 0; i++)
    put(r, i % 2 ? 4 : 8, 0, i);
  if (r->call->rank == 4)
    await(r, THERE, 99);
  if (r->call->rank == 8)
    await(r, THERE, 100);
}

Test(network, latencies_overlap_and_gaps_do_not)
{
  cr_assert_float_eq(span_of(stream, true), latency + 5 * BLOCK / bandwidth, 1e-11);
  cr_assert_float_eq(span_of(notices, true), latency, 1e-12);
  cr_assert_float_eq(span_of(notices, false), 100 * overhead + latency, 1e-7);
  set("network_gap", 1e-6);
  cr_assert_float_eq(span_of(notices, false), overhead + 99e-6 + latency, 1e-7);
}

/* The receiver's memory is slower than the network while its own cores use it. */
Test(network, memory_is_shared_with_the_adapter)
{
  set("memory_bandwidth", 2e9);
  cr_assert_float_eq(span_of(one, false), overhead + latency + BLOCK / 2e9, 2e-8);
}

static void hand_on(struct tn_strand *r)
{
  const int rank = r->call->rank, to = rank + 4;
  if (rank >= 4)
    await(r, THERE, 1);
  if (to < RANKS)
    put(r, to, BLOCK, 1);
  if (to < RANKS)
    await(r, HERE, 1);
}

static void copy_first(struct tn_strand *r)
{
  const int rank = r->call->rank;
  const struct tn_span own = { rank, TN_RECV, 0, BLOCK }, src = { 0, TN_RECV, 0, BLOCK };
  if (rank > 0 && rank < 4)
    tn_copy(r, own, src);
  hand_on(r);
}

Test(network, bytes_arrive)
{
  struct tn_sim_result result;
  GError *error = NULL;
  cr_assert(run_with(copy_first, false, true, &result, &error), "%s", error ? error->message : "?");
  cr_assert_eq(result.verified, 1);
}

static void spoil(struct tn_strand *r)
{
  const struct tn_span own = { 0, TN_RECV, 0, 8 }, other = { 0, TN_RECV, 8, 8 };
  if (r->call->rank == 0) {
    put(r, 4, BLOCK, 1);
    tn_move(r, own, other);
  }
  await(r, r->call->rank == 0 ? HERE : THERE, 1);
}

static void wait_far(struct tn_strand *r)
{
  if (r->call->rank == 4)
    tn_wait(r, 0, 0, 1);
}

static void copy_far(struct tn_strand *r)
{
  const struct tn_span dst = { 4, TN_RECV, 0, 8 }, src = { 0, TN_RECV, 0, 8 };
  if (r->call->rank == 4)
    tn_copy(r, dst, src);
}

static void add_far(struct tn_strand *r)
{
  if (r->call->rank == 4)
    r->transport->fetch_add(r, 0, 0, 1);
}

static void wait_in_vain(struct tn_strand *r)
{
  if (r->call->rank == 4)
    await(r, THERE, 1);
}

Test(network, mistakes_of_algorithms_are_reported)
{
  static const struct {
    void (*fn)(struct tn_strand *);
    const char *description;
  } mistakes[] = {
    { spoil, "the source of a transfer to rank 4" },
    { wait_far, "rank 4 waits for a flag of rank 0 on another node" },
    { copy_far, "rank 4 copies from rank 0 on another node" },
    { add_far, "rank 4 adds to a flag of rank 0 on another node" },
    { wait_in_vain, "deadlock at" },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(mistakes); i++) {
    struct tn_sim_result result;
    GError *error = NULL;
    const bool has_data = mistakes[i].fn == spoil;
    cr_assert_not(run_with(mistakes[i].fn, false, has_data, &result, &error), "%s",
                  mistakes[i].description);
    cr_assert(strstr(error->message, mistakes[i].description), "%s", error->message);
    g_clear_error(&error);
  }
}
