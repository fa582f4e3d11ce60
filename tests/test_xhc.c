/* Collectives of XHC, SMHC and coll/sm on a node with all levels: long vectors in odd chunks over
 * few cells, all variants of flags, successive calls with different roots; and Table II. */
#include <criterion/criterion.h>
#include <string.h>

#include "sim/sim.h"

enum { BLOCK = 41000, N_RANKS = 45 };
/* llc+numa+socket: places in tn_level_names, from 1. */
enum { ALL_LEVELS = 0x431 };

static struct tn_platform *platform;
static double values[TN_N_PARAMS];

static void set_up(void)
{
  GError *error = NULL;
  platform = tn_platform_load("epyc-2p", NULL, &error);
  cr_assert(platform, "%s", error ? error->message : "?");
  cr_assert(tn_platform_resolve(platform, TN_KERNEL_LINUX6, NULL, values, &error));
  cr_assert(tn_sim_init(platform, &error));
}

static void tear_down(void)
{
  tn_platform_free(platform);
}

/* Returns a call of the entry with default parameters. */
static struct tn_call call_of(const struct tn_method *a, int n_ranks, int root, size_t block)
{
  struct tn_call call = {
    .collective = a->collective, .n_ranks = n_ranks, .root = root, .block = a->sizeless ? 0 : block
  };
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    call.params[i] = a->params[i].preset;
  return call;
}

static void set(const struct tn_method *a, struct tn_call *call, const char *name, int64_t value)
{
  bool is_alias;
  const int i = tn_alg_params_find(a->params, name, &is_alias);
  if (i >= 0)
    call->params[i] = value;
}

static struct tn_sim_result run(const struct tn_method *a, const struct tn_call *call,
                                const char *mapping, enum tn_protocol protocol)
{
  GError *error = NULL;
  struct tn_sim_result result = { .verified = -1 };
  struct tn_places *places = tn_places_new(platform, mapping, call->n_ranks, &error);
  const struct tn_sim_point point = { .algorithm = a,
                                      .call = *call,
                                      .places = places,
                                      .values = values,
                                      .n_packages = tn_platform_n_packages(platform),
                                      .backing = TN_BASE,
                                      .verify = true,
                                      .mechanism = a->mechanisms[0],
                                      .warmup = 1,
                                      .repetitions = 3,
                                      .protocol = protocol };
  cr_assert(places && tn_sim_run(&point, &result, &error), "%s %s: %s",
            tn_collective_names[a->collective], a->name, error ? error->message : "?");
  tn_places_free(places);
  return result;
}

/* The family: all entries with groups or cells. */
static bool is_hierarchical(const struct tn_method *a)
{
  return strncmp(a->name, "xhc-", 4) == 0 || strncmp(a->name, "smhc-", 5) == 0 ||
         strcmp(a->name, "sm") == 0;
}

/* One chunk for all levels, and different ones per level that are not multiples of each other. */
static void check_all(const char *mapping, enum tn_protocol protocol, int64_t flags, int64_t sync,
                      int64_t hierarchy)
{
  const int64_t by_level = tn_sizes_make((const int64_t[]){ 1536, 2560, 1024, 4096 }, 4);
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    if (!is_hierarchical(*a))
      continue;
    struct tn_call call = call_of(*a, N_RANKS, 10, BLOCK);
    set(*a, &call, "chunk", 720);
    set(*a, &call, "cells", 3);
    set(*a, &call, "fragment", 723);
    set(*a, &call, "segments", 3);
    set(*a, &call, "reduce_min", 512);
    set(*a, &call, "flags", flags);
    set(*a, &call, "sync", sync);
    set(*a, &call, "head", flags & 1);
    set(*a, &call, "hierarchy", hierarchy);
    cr_expect_eq(run(*a, &call, mapping, protocol).verified, 1);
    if (strcmp((*a)->name, "xhc-tree") == 0 && !(*a)->sizeless) {
      set(*a, &call, "chunk", by_level);
      cr_expect_eq(run(*a, &call, mapping, protocol).verified, 1);
    }
  }
}

Test(xhc, long_vectors_in_odd_chunks, .init = set_up, .fini = tear_down)
{
  check_all("core", TN_SINGLE, 0, 0, ALL_LEVELS);
}

Test(xhc, variants_under_a_root_that_moves, .init = set_up, .fini = tear_down)
{
  for (int64_t variant = 0; variant < 6; variant++)
    check_all("numa", TN_IMB_OLD, variant % 3, variant / 3, ALL_LEVELS);
}

/* Shared segments hold more than one chunk. */
Test(xhc, all_through_shared_memory, .init = set_up, .fini = tear_down)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    struct tn_call call = call_of(*a, N_RANKS, 44, BLOCK);
    if (!is_hierarchical(*a))
      continue;
    set(*a, &call, "chunk", 4000);
    set(*a, &call, "cico_max", BLOCK);
    set(*a, &call, "head", 1);
    cr_expect_eq(run(*a, &call, "core", TN_IMB_OLD).verified, 1);
  }
}

/* XHC paper, Table II; claim C108. */
Test(xhc, messages_of_table_2, .init = set_up, .fini = tear_down)
{
  static const struct {
    const char *mapping;
    int root;
  } cases[] = { { "core", 0 }, { "numa", 0 }, { "core", 10 }, { "numa", 10 } };
  const struct tn_method *a = tn_method_find(TN_BCAST, "xhc-tree");
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
    for (size_t block = 1024; block <= 65536; block *= 64) {
      const struct tn_call call = call_of(a, 64, cases[i].root, block);
      const struct tn_sim_result t = run(a, &call, cases[i].mapping, TN_SINGLE);
      cr_expect_eq(t.inter_package, 1);
      cr_expect_eq(t.inter_numa, 6);
      cr_expect_eq(t.intra_numa, 56);
    }
}

/* By hand: a rank's parent is a quarter of the previous rank. Ranks 32 to 63 have it in the other
 * package, 8 to 31 of the first package in another domain. */
Test(xhc, messages_of_sm, .init = set_up, .fini = tear_down)
{
  const struct tn_method *a = tn_method_find(TN_BCAST, "sm");
  const struct tn_call call = call_of(a, 64, 0, 65536);
  const struct tn_sim_result t = run(a, &call, "core", TN_SINGLE);
  cr_expect_eq(t.inter_package, 32);
  cr_expect_eq(t.inter_numa, 24);
  cr_expect_eq(t.intra_numa, 7);
}

/* With chunks for that many levels; 0: the default. */
static double span_with(enum tn_collective collective, size_t block, const int64_t *chunks, int n)
{
  const struct tn_method *a = tn_method_find(collective, "xhc-tree");
  struct tn_call call = call_of(a, 64, 0, block);
  GError *error = NULL;
  if (n > 0)
    set(a, &call, "chunk", tn_sizes_make(chunks, n));
  struct tn_sim_result result;
  struct tn_places *places = tn_places_new(platform, "core", 64, &error);
  const struct tn_sim_point point = { .algorithm = a,
                                      .call = call,
                                      .places = places,
                                      .values = values,
                                      .n_packages = tn_platform_n_packages(platform),
                                      .backing = TN_BASE,
                                      .mechanism = TN_XPMEM,
                                      .warmup = 1,
                                      .repetitions = 1 };
  cr_assert(places && tn_sim_run(&point, &result, &error), "%s", error ? error->message : "?");
  tn_places_free(places);
  return result.span;
}

static double span_of(enum tn_collective collective, size_t block)
{
  return span_with(collective, block, NULL, 0);
}

/* numa+socket are three levels: groups of domains, of packages, and the top. */
Test(xhc, each_level_has_its_chunk, .init = set_up, .fini = tear_down)
{
  static const enum tn_collective collectives[] = { TN_BCAST, TN_REDUCE, TN_ALLREDUCE };
  for (size_t i = 0; i < G_N_ELEMENTS(collectives); i++) {
    const size_t block = 1 << 17;
    const double same = span_of(collectives[i], block);
    cr_expect_eq(span_with(collectives[i], block, (int64_t[]){ 16384, 16384 }, 2), same);
    for (int level = 0; level < TN_SIZES_MAX; level++) {
      int64_t chunks[TN_SIZES_MAX] = { 16384, 16384, 16384, 16384 };
      chunks[level] = 65536;
      const double span = span_with(collectives[i], block, chunks, TN_SIZES_MAX);
      cr_expect((level < 3) == (span != same), "%s, level %d: %g and %g us",
                tn_collective_names[collectives[i]], level, 1e6 * span, 1e6 * same);
    }
  }
}

/* Sums go up while results come down, and levels are not synchronised: a rank has no more work than
 * in a reduce followed by a broadcast, and waits little longer. */
Test(xhc, an_allreduce_is_a_reduce_and_a_broadcast, .init = set_up, .fini = tear_down)
{
  const size_t block = 32 * 16384;
  const double parts = span_of(TN_REDUCE, block) + span_of(TN_BCAST, block);
  cr_expect_lt(span_of(TN_ALLREDUCE, block), 1.2 * parts);
}

/* With a head that also adds, the top members have less work. */
Test(xhc, a_head_that_sums_relieves_the_others, .init = set_up, .fini = tear_down)
{
  const struct tn_method *a = tn_method_find(TN_REDUCE, "xhc-flat");
  double spans[2];
  for (int head = 0; head < 2; head++) {
    struct tn_call call = call_of(a, 3, 0, 1 << 20);
    set(a, &call, "head", head);
    spans[head] = run(a, &call, "core", TN_SINGLE).span;
  }
  cr_expect_lt(spans[1], 0.8 * spans[0], "%g %g", spans[0], spans[1]);
}

/* With 32 chunks, each takes no longer than the sums of the busiest leader, whose operands may both
 * be remote. */
Test(xhc, a_reduction_is_a_pipeline, .init = set_up, .fini = tear_down)
{
  const double chunk = 16384, far = values[TN_P_COPY_RATE_CLASS + TN_OTHER_PACKAGE];
  const double more = span_of(TN_REDUCE, 32 * 16384) - span_of(TN_REDUCE, 16 * 16384);
  cr_expect_lt(more / 16, 2 * chunk / far, "%g", more / 16);
}
