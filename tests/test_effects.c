/* Effects that look like errors, each with its cause: noise that makes a call faster, a queue
 * reordered by a picosecond, one more byte that reduces the time by two thirds. See
 * docs/model/sureness.md, "Results that look wrong". */
#include <criterion/criterion.h>

#include "algos/registry.h"

static int n_ranks = 8;
#define RANKS n_ranks
#include "sim_setup.h"

static struct tn_sim_point point_of(enum tn_collective collective, const char *name, size_t block)
{
  const struct tn_method *a = tn_method_find(collective, name);
  cr_assert(a, "%s", name);
  struct tn_sim_point point = {
    .algorithm = a,
    .places = places,
    .values = values,
    .n_packages = tn_platform_n_packages(platform),
    .call = { .collective = collective, .n_ranks = RANKS, .block = block },
    .warmup = 1,
    .repetitions = 1,
    .seed = 1
  };
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    point.call.params[i] = a->params[i].preset;
  tn_algorithm_fit(a->runs, &point.call);
  return point;
}

static struct tn_sim_result run(const struct tn_sim_point *point)
{
  struct tn_sim_result result;
  GError *error = NULL;
  cr_assert(tn_sim_run(point, &result, &error), "%s", error ? error->message : "?");
  return result;
}

static struct tn_sim_result alltoall(bool noisy)
{
  struct tn_noise_source noise = { .process = TN_NOISE_POISSON,
                                   .rate = 20e3,
                                   .shortest = 20e-6,
                                   .longest = 20e-6,
                                   .last_rank = RANKS - 1 };
  struct tn_sim_point point = point_of(TN_ALLTOALL, "scattered", 100000);
  point.mechanism = TN_CICO;
  point.buffers = TN_BUFFERS_REWRITTEN;
  point.noise = &(struct tn_noises){ .sources = &noise, .n = noisy };
  return run(&point);
}

/* Four ranks use 9.3 MB under an LLC of 8 MiB; one memory serves all eight. */
Test(effects, noise_leaves_a_full_memory_to_the_others)
{
  set_up_on("epyc-1p", NULL);
  set("reclaim_factor", 0.0);
  set("reclaim_factor.llc", 0.0);
  const struct tn_sim_result quiet = alltoall(false), noisy = alltoall(true);
  cr_assert_gt(quiet.parts[TN_MEMORY], 0.75 * quiet.span);
  cr_assert_lt(noisy.avg, quiet.avg);
  cr_assert_lt(noisy.span, quiet.span);
  set("memory_bandwidth", 10.0 * values[tn_param_find("memory_bandwidth")]);
  cr_assert_gt(alltoall(true).avg, alltoall(false).avg, "memory has room");
  set("memory_bandwidth", 0.1 * values[tn_param_find("memory_bandwidth")]);
  set("llc_size", 12 << 20);
  cr_assert_gt(alltoall(true).avg, alltoall(false).avg, "the caches have room");
  tear_down();
}

static double broadcast(enum tn_buffers buffers)
{
  struct tn_sim_point point = point_of(TN_BCAST, "xhc-flat", 1 << 20);
  point.mechanism = TN_XPMEM;
  point.buffers = buffers;
  point.warmup = 3; /* the first calls attach and fault, and leave other lines in the caches */
  return run(&point).avg;
}

static void forget_latencies(void)
{
  for (enum tn_param p = TN_P_LINE_LATENCY; p < TN_P_LINE_LATENCY + TN_N_DISTANCES; p++)
    values[p] = 0.0;
}

/* Without line latencies all readers run in step; otherwise their order decides what is evicted.
 * Each of 19 readers evicts half of its vector from its 1 MiB cache before it writes it again: 9.5
 * MiB that go through the memory-side cache. */
Test(effects, a_cache_just_too_small_tells_the_state_of_buffers)
{
  n_ranks = 20;
  set_up_on("arm-n1", NULL);
  forget_latencies();
  cr_assert_eq(values[tn_param_find("side_cache_size")], 8 << 20);
  cr_assert_gt(broadcast(TN_BUFFERS_REWRITTEN), 2.0 * broadcast(TN_BUFFERS_UNCHANGED));
  set("side_cache_size", 10 << 20);
  cr_assert_float_eq(broadcast(TN_BUFFERS_REWRITTEN), broadcast(TN_BUFFERS_UNCHANGED), 1e-12);
  tear_down();
}

static double served[8]; /* time at which each rank had its page */

static void read_page(struct tn_strand *r)
{
  const struct tn_span dst = { r->call->rank, TN_RECV, 0, 4096 }, src = { 0, TN_RECV, 0, 4096 };
  if (r->call->rank > 0)
    tn_copy(r, dst, src);
  served[r->call->rank] = r->transport->now(r);
}

/* Lets rank 2 reach the lock that many seconds before rank 1. */
static void ask_for_a_page(double earlier)
{
  const double arrival[] = { 0.0, earlier, 0.0 };
  const struct tn_algorithm algorithm = algorithm_of(read_page);
  const struct tn_sim_point point = {
    .algorithm = METHOD(&algorithm),
    .places = places,
    .values = values,
    .n_packages = 1,
    .law = TN_LAW_QUEUE,
    .call = { .collective = TN_BCAST, .n_ranks = 3, .block = 4096 },
    .ideal = true,
    .delays = arrival,
    .repetitions = 1
  };
  run(&point);
}

/* Rounding must not decide the order. A platform with all times doubled is therefore not exactly
 * equivalent. */
Test(effects, who_comes_within_a_picosecond_queues_by_rank)
{
  n_ranks = 3;
  set_up();
  ask_for_a_page(0.7e-12);
  cr_assert_lt(served[1], served[2]);
  ask_for_a_page(1.4e-12);
  cr_assert_gt(served[1], served[2]);
  tear_down();
}

static struct tn_sim_result linear(enum tn_mechanism mechanism, size_t block)
{
  struct tn_sim_point point = point_of(TN_BCAST, "linear", block);
  point.mechanism = mechanism;
  return run(&point);
}

/* Up to eager_limit the root fills all slots itself; above it every rank copies its own vector. */
Test(effects, beyond_the_eager_limit_receivers_copy_at_the_same_time)
{
  set_up_on("power8", NULL);
  set("reclaim_factor", 0.0);
  set("send_overhead", 200e-9); /* much less than the copies */
  set("receive_overhead", 200e-9);
  forget_latencies();
  const double one = 4096 / values[TN_P_MEMCPY_RATE];
  const struct tn_sim_result eager = linear(TN_MEMFD, 4096), beyond = linear(TN_MEMFD, 4097);
  cr_assert_float_eq(eager.parts[TN_COPY], n_ranks * one, 1e-9, "7 times in, once out");
  cr_assert_float_eq(beyond.parts[TN_COPY], one, 1e-9);
  cr_assert_gt(eager.span, 3.0 * beyond.span);
  cr_assert_float_eq(linear(TN_CICO, 4097).span, eager.span, 1e-8, "nobody copies in one piece");
  values[TN_P_EAGER_LIMIT] = values[TN_P_RENDEZVOUS_LIMIT] = 4095.0;
  cr_assert_float_eq(linear(TN_MEMFD, 4096).span, beyond.span, 1e-9);
  tear_down();
}
