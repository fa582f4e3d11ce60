/* Transfers are logical messages, counted once by any mechanism; and the overlap of a run's calls. */
#include <criterion/criterion.h>
#include <string.h>

#include "algos/bench/bench.h"
#include "sim/sim.h"

enum { P = 8, CALLS = 5 };

static struct tn_platform *platform;
static double values[TN_N_PARAMS];

static void load(void)
{
  GError *error = NULL;
  platform = tn_platform_load("broadwell", NULL, &error);
  cr_assert(platform, "%s", error ? error->message : "?");
  cr_assert(tn_platform_resolve(platform, TN_KERNEL_PAPER, NULL, values, &error));
  cr_assert(tn_sim_init(platform, &error));
}

static void unload(void)
{
  tn_platform_free(platform);
}

/* Runs with default parameters, except those whose 0 means "undivided", which are `segment`. */
static struct tn_sim_result run_segments(const struct tn_method *a, size_t block,
                                         enum tn_mechanism mechanism, enum tn_protocol protocol,
                                         int repetitions, int64_t segment)
{
  GError *error = NULL;
  struct tn_sim_result result;
  struct tn_places *places = tn_places_new(platform, "socket", P, &error);
  struct tn_sim_point point = {
    .algorithm = a,
    .places = places,
    .values = values,
    .call = { .collective = a->collective, .n_ranks = P, .block = block },
    .n_packages = tn_platform_n_packages(platform),
    .backing = TN_BASE,
    .mechanism = mechanism,
    .verify = true,
    .warmup = 1,
    .repetitions = repetitions,
    .protocol = protocol
  };
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    point.call.params[i] = segment >= 0 && g_strcmp0(a->params[i].at_zero, "undivided") == 0
                               ? segment
                               : a->params[i].preset;
  cr_assert(places && tn_sim_run(&point, &result, &error), "%s: %s", a->name,
            error ? error->message : "?");
  tn_places_free(places);
  return result;
}

static struct tn_sim_result run(const struct tn_method *a, size_t block,
                                enum tn_mechanism mechanism, enum tn_protocol protocol,
                                int repetitions)
{
  return run_segments(a, block, mechanism, protocol, repetitions, -1);
}

/* As in MPI libraries; split-binary always divides the vector into halves. */
Test(segment, of_0_is_one_as_long_as_the_vector, .init = load, .fini = unload)
{
  const size_t sizes[] = { 0, 1, 100000 };
  int n = 0;
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    bool is_alias;
    const int i = tn_alg_params_find((*a)->params, "segment", &is_alias);
    if (i < 0 || (*a)->runs->composed)
      continue;
    cr_assert_str_eq((*a)->params[i].at_zero, "undivided", "%s", (*a)->name);
    n++;
    for (int s = 0; s < 3; s++) {
      const bool has_halves = strcmp((*a)->name, "split-binary") == 0;
      const int64_t all = has_halves ? (int64_t)sizes[s] / 2 : 1 << 20;
      const enum tn_mechanism m = (*a)->mechanisms[0];
      const struct tn_sim_result none = run_segments(*a, sizes[s], m, TN_SINGLE, 1, 0);
      const struct tn_sim_result one = run_segments(*a, sizes[s], m, TN_SINGLE, 1, all);
      cr_expect_eq(none.verified, 1);
      cr_expect_eq(none.avg, one.avg, "%s %zu bytes: %g s, %g s", (*a)->name, sizes[s], none.avg,
                   one.avg);
    }
  }
  cr_expect_gt(n, 10);
}

static const struct {
  enum tn_collective collective;
  const char *name;
  int transfers;
} expected[] = {
  { TN_BCAST, "direct-read", P - 1 },
  { TN_BCAST, "direct-write", P - 1 },
  { TN_BCAST, "k-nomial", P - 1 },
  { TN_BCAST, "scatter-allgather", P *(P - 1) }, /* chunks; the root needs none */
  { TN_BCAST, "linear", P - 1 },
  { TN_BCAST, "chain", P - 1 },
  { TN_BCAST, "pipeline", P - 1 },
  { TN_BCAST, "binary", P - 1 },
  { TN_BCAST, "binomial", P - 1 },
  { TN_BCAST, "knomial-p2p", P - 1 },
  { TN_SCATTER, "throttled-read", P - 1 },
  { TN_SCATTER, "linear", P - 1 },
  { TN_SCATTER, "linear-nb", P - 1 },
  { TN_SCATTER, "binomial", P - 1 },
  { TN_GATHER, "sequential-read", P - 1 },
  { TN_GATHER, "linear", P - 1 },
  { TN_GATHER, "binomial", P - 1 },
  { TN_ALLGATHER, "ring-neighbor", P *(P - 1) },
  { TN_ALLGATHER, "ring", P *(P - 1) },
  { TN_ALLGATHER, "recursive-doubling", 3 * P }, /* growing sets of blocks: lg p steps */
  { TN_ALLGATHER, "recursive-doubling-p2p", 3 * P },
  { TN_ALLTOALL, "pairwise", P *(P - 1) },
  { TN_ALLTOALL, "pairwise-p2p", P *(P - 1) },
  { TN_ALLTOALL, "pairwise-shm", P *(P - 1) },
  { TN_ALLTOALL, "linear-sync", P *(P - 1) },
};

Test(messages, are_counted_once, .init = load, .fini = unload)
{
  const size_t sizes[] = { 64, 10000, 100000 }; /* eager, rendezvous, in segments */
  const enum tn_mechanism ways[] = { TN_CMA, TN_CICO };
  for (size_t i = 0; i < G_N_ELEMENTS(expected); i++)
    for (size_t s = 0; s < G_N_ELEMENTS(sizes); s++)
      for (size_t m = 0; m < G_N_ELEMENTS(ways); m++) {
        const struct tn_method *a = tn_method_find(expected[i].collective, expected[i].name);
        cr_assert_not_null(a, "%s", expected[i].name);
        if (!tn_method_has(a, ways[m]))
          continue;
        const struct tn_sim_result t = run(a, sizes[s], ways[m], TN_SINGLE, 2);
        cr_assert_eq(t.transfers, expected[i].transfers, "%s, %zu bytes, %s: %lld", a->name,
                     sizes[s], tn_mechanism_names[ways[m]], t.transfers);
        cr_assert_eq(t.inter_package + t.inter_numa + t.intra_numa, t.transfers);
      }
}

/* Ranks alternate between the packages. */
Test(messages, are_split_by_distance, .init = load, .fini = unload)
{
  const struct tn_sim_result native =
      run(tn_method_find(TN_BCAST, "direct-read"), 64, TN_CMA, TN_SINGLE, 1);
  const struct tn_sim_result eager =
      run(tn_method_find(TN_BCAST, "linear"), 64, TN_CMA, TN_SINGLE, 1);
  cr_assert_eq(native.inter_package, P / 2);
  cr_assert_eq(native.intra_numa, P / 2 - 1);
  cr_assert_eq(eager.inter_package, native.inter_package);
  cr_assert_eq(eager.intra_numa, native.intra_numa);
}

Test(protocol, all_meet_before_each_call_but_in_imb_old_and_nccl_tests)
{
  const struct tn_call first = { .collective = TN_SCATTER, .n_ranks = 3, .root = 1 };
  struct tn_bench bench = { .warmup = 2, .repetitions = CALLS };
  for (int protocol = TN_SINGLE; protocol <= TN_NCCL_TESTS; protocol++) {
    const bool old = protocol == TN_IMB_OLD, once = old || protocol == TN_NCCL_TESTS;
    bench.protocol = (enum tn_protocol)protocol;
    for (uint32_t epoch = 1; epoch <= 2 + CALLS; epoch++) {
      const struct tn_call call = tn_bench_call(&bench, &first, epoch);
      const int since = (int)(epoch <= 2 ? epoch - 1 : epoch - 3);
      cr_assert_eq(call.epoch, epoch);
      cr_assert_eq(call.meets, !once || since == 0);
      cr_assert_eq(call.root, old ? (1 + since) % 3 : 1);
    }
    cr_assert_eq(tn_bench_last_meeting(&bench), once ? 3u : 2u + CALLS);
  }
}

Test(protocol, buffers_are_those_of_every_root)
{
  const struct tn_method *a = tn_method_find(TN_SCATTER, "parallel-read");
  const struct tn_call call = { .collective = TN_SCATTER, .n_ranks = 4, .rank = 2, .block = 10 };
  struct tn_bench bench = { .algorithm = a, .warmup = 1, .repetitions = 2, .protocol = TN_IMB_OLD };
  cr_assert_eq(tn_bench_sizes(&bench, &call).send, 0);
  bench.repetitions = 3;
  cr_assert_eq(tn_bench_sizes(&bench, &call).send, 40);
}

/* The calls' times are their part of the stretch; they overlap, so no call costs more than alone. */
Test(protocol, imb_old_does_not_wait_between_calls, .init = load, .fini = unload)
{
  const struct tn_method *a = tn_method_find(TN_BCAST, "binomial");
  const struct tn_sim_result imb = run(a, 64, TN_CMA, TN_IMB, CALLS);
  const struct tn_sim_result old = run(a, 64, TN_CMA, TN_IMB_OLD, CALLS);
  const struct tn_sim_result osu = run(a, 64, TN_CMA, TN_OSU, CALLS);
  double sum = 0.0;
  for (int i = 0; i < TN_N_PARTS; i++)
    sum += old.parts[i];
  cr_assert_float_eq(sum, old.span, 1e-12);
  cr_assert_lt(old.span, imb.span);
  cr_assert_geq(old.max + 1e-12, old.span, "the last rank's calls fill the stretch");
  cr_assert_eq(imb.avg, osu.avg);
  cr_assert_eq(old.verified, 1);
}
