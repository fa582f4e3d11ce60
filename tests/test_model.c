/* Closed forms of the papers: values computed by hand from Table IV, and properties. */
#include <criterion/criterion.h>
#include <math.h>

#include "algos/registry.h"
#include "contention/lock.h"
#include "contention/model.h"

static const struct tn_cma_model knl = { .alpha = 1.43e-6,
                                         .per_byte = 1 / 3.29e9,
                                         .pin_time = 0.25e-6,
                                         .page_size = 4096,
                                         .gamma_a = 0.11,
                                         .gamma_b = 1.60 };
static const struct tn_cma_model broadwell = { .alpha = 0.98e-6,
                                               .per_byte = 1 / 13.2e9,
                                               .pin_time = 0.11e-6,
                                               .page_size = 4096,
                                               .gamma_a = 0.18,
                                               .gamma_b = 0.83 };
static const struct tn_cma_model power8 = { .alpha = 0.75e-6,
                                            .per_byte = 1 / 3.17e9,
                                            .pin_time = 0.53e-6,
                                            .page_size = 65536,
                                            .gamma_a = 0.04,
                                            .gamma_b = 1.95 };

enum { STARTUP, LOCK, COPY, SUM };

static void expect_near(double got, double want, const char *what)
{
  cr_expect(fabs(got - want) <= 1e-12 * fabs(want), "%s: %.17g, expected %.17g", what, got, want);
}

/* Computes the parts and sum of an entry's closed form with p ranks, n bytes and throttle k (if it
 * has one). Returns false without a closed form. */
static bool model(const struct tn_cma_model *m, const char *collective, const char *name, int p,
                  size_t n, int k, double ret[4])
{
  const enum tn_collective c = (enum tn_collective)tn_collective_find(collective);
  const struct tn_method *a = tn_method_find(c, name);
  struct tn_call call = { .collective = c, .n_ranks = p, .block = n };
  struct tn_steps steps;
  struct tn_cost cost;
  bool is_alias;
  const int param = a ? tn_alg_params_find(a->params, "throttle", &is_alias) : -1;
  if (param >= 0)
    call.params[param] = k;
  if (!a || !tn_algorithm_form(a->runs, &call, &steps) || !tn_model_steps(m, &steps, &cost))
    return false;
  ret[STARTUP] = cost.startup;
  ret[LOCK] = cost.lock;
  ret[COPY] = cost.copy;
  ret[SUM] = tn_cost_sum(&cost);
  return true;
}

/* Returns the sum in seconds; fails the test without a closed form. */
static double total(const struct tn_cma_model *m, const char *collective, const char *name, int p,
                    size_t n, int k)
{
  double cost[4];
  cr_assert(model(m, collective, name, p, n, k, cost), "%s %s has no closed form", collective,
            name);
  expect_near(cost[STARTUP] + cost[LOCK] + cost[COPY], cost[SUM], name);
  return cost[SUM];
}

Test(gamma, table_iv)
{
  expect_near(tn_gamma(0.11, 1.60, 0), 1, "nobody");
  expect_near(tn_gamma(0.11, 1.60, 1), 1, "one caller is not slowed down");
  expect_near(tn_gamma(0.11, 1.60, 2), 3.64, "KNL, 2");
  expect_near(tn_gamma(0.11, 1.60, 64), 552.96, "KNL, 64");
  expect_near(tn_gamma(0.18, 0.83, 28), 164.36, "Broadwell, 28");
  expect_near(tn_gamma(0.04, 1.95, 160), 1336, "Power8, 160");
}

Test(copy, pages_round_up)
{
  expect_near(tn_model_copy(&knl, 4096, 1), 1.43e-6 + 4096 / 3.29e9 + 0.25e-6, "a page");
  expect_near(tn_model_copy(&knl, 4097, 1), 1.43e-6 + 4097 / 3.29e9 + 0.50e-6, "a byte more");
  expect_near(tn_model_copy(&knl, 1, 1), 1.43e-6 + 1 / 3.29e9 + 0.25e-6, "one byte");
  expect_near(tn_model_copy(&knl, 0, 1), 1.43e-6, "no page for no byte");
  expect_near(tn_model_copy(&power8, 65537, 2), 0.75e-6 + 65537 / 3.17e9 + 2 * 0.53e-6 * 4.06,
              "64 KiB pages, two callers");
}

/* 64 KiB on KNL: 16 pages, 65536 / 3.29e9 s of copying, gamma_63 = 0.11*3969 + 1.6*63 = 537.39. */
Test(scatter, parts_by_hand)
{
  double cost[4];
  cr_assert(model(&knl, "scatter", "parallel-read", 64, 65536, 0, cost));
  expect_near(cost[STARTUP], 1.43e-6, "startup");
  expect_near(cost[LOCK], 2149.56e-6, "lock: 0.25 us * 537.39 * 16");
  expect_near(cost[COPY], 65536 / 3.29e9, "copy");
  expect_near(cost[SUM], 2150.99e-6 + 65536 / 3.29e9, "sum");

  cr_assert(model(&knl, "scatter", "sequential-write", 64, 65536, 0, cost));
  expect_near(cost[STARTUP], 90.09e-6, "63 start-ups");
  expect_near(cost[LOCK], 252e-6, "lock: 63 * 16 * 0.25 us");
  expect_near(cost[COPY], 63 * 65536 / 3.29e9, "63 copies");
}

/* 63 readers in waves of 8: seven with gamma_8 = 19.84 and one of 7 with gamma_7 = 16.59. */
Test(scatter, last_wave_is_smaller)
{
  double cost[4];
  cr_assert(model(&knl, "scatter", "throttled-read", 64, 262144, 8, cost));
  expect_near(cost[STARTUP], 8 * 1.43e-6, "eight waves");
  expect_near(cost[LOCK], 64 * 0.25e-6 * (7 * 19.84 + 16.59), "lock");
  expect_near(cost[COPY], 8 * 262144 / 3.29e9, "copy");
}

Test(scatter, throttle_spans_sequential_to_parallel)
{
  for (int p = 2; p <= 64; p++) {
    expect_near(total(&broadwell, "scatter", "throttled-read", p, 5000, 1),
                total(&broadwell, "scatter", "sequential-write", p, 5000, 0), "k = 1");
    expect_near(total(&broadwell, "gather", "throttled-write", p, 5000, p - 1),
                total(&broadwell, "gather", "parallel-write", p, 5000, 0), "k = p-1");
    expect_near(total(&broadwell, "gather", "throttled-write", p, 5000, 10 * p),
                total(&broadwell, "gather", "parallel-write", p, 5000, 0), "k beyond the readers");
  }
}

static int best_throttle(const struct tn_cma_model *m, int p, size_t n)
{
  int best = 1;
  for (int k = 2; k < p; k++)
    if (total(m, "scatter", "throttled-read", p, n, k) <
        total(m, "scatter", "throttled-read", p, n, best))
      best = k;
  return best;
}

/* KNL: nine full waves, 63 = 9*7. Broadwell at 1 MiB: nine waves of 3 (1765 us) are slower than six
 * of 4 and one of 3 (1726 us); ceil(p/k) full waves would hide the difference. */
Test(scatter, sweet_spots)
{
  cr_expect_eq(best_throttle(&knl, 64, 1 << 20), 7);
  cr_expect_eq(best_throttle(&broadwell, 28, 1 << 20), 4);
  const struct tn_cma_model queued = { .alpha = 1e-6,
                                       .per_byte = 1 / 12e9,
                                       .pin_time = 0.2e-6,
                                       .page_size = 4096,
                                       .gamma_a = 0,
                                       .gamma_b = 0.7 };
  cr_expect_eq(best_throttle(&queued, 64, 1 << 20), 63, "without a quadratic term more is better");
}

Test(bcast, knomial_rounds)
{
  const size_t n = 1 << 20;
  expect_near(total(&knl, "bcast", "k-nomial", 64, n, 3), 3 * tn_model_copy(&knl, n, 3), "4^3");
  expect_near(total(&knl, "bcast", "k-nomial", 64, n, 7), 2 * tn_model_copy(&knl, n, 7), "8^2");
  expect_near(total(&knl, "bcast", "k-nomial", 28, n, 2),
              3 * tn_model_copy(&knl, n, 2) + tn_model_copy(&knl, n, 1),
              "27 < 28: four rounds, one child in the first");
  expect_near(total(&knl, "bcast", "k-nomial", 64, n, 4),
              tn_model_copy(&knl, n, 2) + 2 * tn_model_copy(&knl, n, 4), "63 / 25 = 2");
  expect_near(total(&knl, "bcast", "k-nomial", 64, n, 63),
              total(&knl, "bcast", "direct-read", 64, n, 0), "one round of all");
  expect_near(total(&knl, "bcast", "k-nomial", 64, n, 500),
              total(&knl, "bcast", "direct-read", 64, n, 0), "k beyond the readers");
}

Test(bcast, scatter_allgather_chunks)
{
  expect_near(total(&knl, "bcast", "scatter-allgather", 64, 1 << 20, 0),
              126 * tn_model_copy(&knl, 16384, 1), "even chunks");
  /* 10 bytes for 4 ranks: chunks of 3, 3, 3, 1; for 6 ranks 2, 2, 2, 2, 2, 0. */
  expect_near(total(&knl, "bcast", "scatter-allgather", 4, 10, 0),
              5 * tn_model_copy(&knl, 3, 1) + tn_model_copy(&knl, 1, 1), "a shorter chunk");
  expect_near(total(&knl, "bcast", "scatter-allgather", 6, 10, 0), 9 * tn_model_copy(&knl, 2, 1),
              "an empty chunk");
}

/* Each phase by its parameter: 64 chunks of 16 KiB, four pages each. */
Test(bcast, scatter_allgather_phases)
{
  const struct tn_method *a = tn_method_find(TN_BCAST, "scatter-allgather");
  struct tn_call call = { .collective = TN_BCAST, .n_ranks = 64, .block = 1 << 20 };
  struct tn_steps steps;
  struct tn_cost cost;
  bool is_alias;
  const int scatter = tn_alg_params_find(a->params, "scatter", &is_alias);
  const int allgather = tn_alg_params_find(a->params, "allgather", &is_alias);
  call.params[tn_alg_params_find(a->params, "scatter.throttle", &is_alias)] = 8;
  call.params[scatter] = 1; /* parallel-read */
  cr_assert(tn_algorithm_form(a->runs, &call, &steps) && tn_model_steps(&knl, &steps, &cost));
  expect_near(tn_cost_sum(&cost),
              tn_model_copy(&knl, 16384, 63) + 63 * tn_model_copy(&knl, 16384, 1),
              "63 readers at once");
  call.params[scatter] = 2;   /* throttled-read */
  call.params[allgather] = 3; /* recursive-doubling */
  cr_assert(tn_algorithm_form(a->runs, &call, &steps) && tn_model_steps(&knl, &steps, &cost));
  expect_near(cost.startup, (8 + 6) * 1.43e-6, "waves of 8, and of 7; six exchanges");
  expect_near(cost.lock, 4 * 0.25e-6 * (7 * 19.84 + 16.59 + 63), "lock");
  expect_near(cost.copy, (8 + 63) * 16384 / 3.29e9, "copy");
  call.n_ranks = 28;
  cr_assert(tn_algorithm_form(a->runs, &call, &steps));
  cr_expect_not(tn_model_steps(&knl, &steps, &cost), "28 is no power of two");
}

Test(bcast, orders_of_the_paper)
{
  for (size_t n = 16384; n <= 1 << 24; n *= 2) {
    const double direct_read = total(&knl, "bcast", "direct-read", 64, n, 0);
    const double direct_write = total(&knl, "bcast", "direct-write", 64, n, 0);
    const double knomial = total(&knl, "bcast", "k-nomial", 64, n, 3);
    cr_expect_gt(direct_read, direct_write);
    cr_expect_gt(direct_write, knomial);
  }
  expect_near(total(&knl, "bcast", "direct-write", 64, 1 << 20, 0),
              63 * (1.43e-6 + 1048576 / 3.29e9 + 64e-6), "256 pages of 0.25 us");
}

Test(allgather, rings)
{
  const char *const rings[] = { "ring-neighbor", "ring-source-read", "ring-source-write" };
  for (int i = 0; i < 3; i++)
    expect_near(total(&power8, "allgather", rings[i], 20, 65536, 0),
                19 * (0.75e-6 + 65536 / 3.17e9 + 0.53e-6), rings[i]);
}

Test(allgather, recursive_doubling)
{
  double cost[4] = { 7, 7, 7, 7 };
  cr_assert(model(&knl, "allgather", "recursive-doubling", 64, 16384, 0, cost));
  expect_near(cost[STARTUP], 6 * 1.43e-6, "lg 64 copies");
  expect_near(cost[LOCK], 63 * 4 * 0.25e-6, "63 blocks of 4 pages");
  expect_near(cost[COPY], 63 * 16384 / 3.29e9, "63 blocks");
  cr_expect_not(model(&knl, "allgather", "recursive-doubling", 28, 16384, 0, cost));
}

Test(allgather, bruck)
{
  double cost[4];
  cr_assert(model(&broadwell, "allgather", "bruck", 28, 8192, 0, cost));
  expect_near(cost[STARTUP], 5 * 0.98e-6, "1, 2, 4, 8 and 12 blocks");
  expect_near(cost[LOCK], 27 * 2 * 0.11e-6, "27 blocks of 2 pages");
  expect_near(cost[COPY], 2 * 27 * 8192 / 13.2e9, "the shift moves 27 blocks again");
  const double ratio = total(&knl, "allgather", "bruck", 64, 1 << 20, 0) /
                       total(&knl, "allgather", "ring-neighbor", 64, 1 << 20, 0);
  cr_expect(ratio > 1.82 && ratio < 1.84, "KNL, 1 MiB: %g times the ring (by hand: 1.83)", ratio);
}

Test(alltoall, forms)
{
  double cost[4];
  expect_near(total(&knl, "alltoall", "pairwise", 64, 65536, 0), 63 * tn_model_copy(&knl, 65536, 1),
              "pairwise");
  /* 6 ranks: blocks 1 3 5, then 2 3, then 4 5; each block of 5000 bytes touches 2 pages. */
  cr_assert(model(&knl, "alltoall", "bruck", 6, 5000, 0, cost));
  expect_near(cost[STARTUP], 3 * 1.43e-6, "three steps");
  expect_near(cost[LOCK], 7 * 2 * 0.25e-6, "seven blocks");
  expect_near(cost[COPY], (7 + 6) * 5000 / 3.29e9, "seven blocks, and six moved to scratch");
}

Test(collective, nothing_to_do_costs_nothing)
{
  expect_near(total(&knl, "scatter", "throttled-read", 1, 65536, 4), 0, "alone");
  expect_near(total(&knl, "bcast", "scatter-allgather", 64, 0, 0), 0, "no data");
  expect_near(total(&knl, "allgather", "bruck", 1, 65536, 0), 0, "alone");
}

Test(collective, unknown_is_refused_and_leaves_the_answer_alone)
{
  double cost[4] = { 7, 7, 7, 7 };
  cr_expect_not(model(&knl, "scatter", "bruck", 4, 64, 1, cost));
  cr_expect_not(model(&knl, "reduce", "xhc-tree", 4, 64, 1, cost));
  cr_expect_not(model(&knl, "scatter", "throttled-read", 4, 64, 0, cost));
  cr_expect_not(model(&knl, "bcast", "k-nomial", 4, 64, 0, cost));
  cr_expect_not(model(&knl, "bcast", "linear", 4, 64, 0, cost), "messages are no copies");
  for (int i = 0; i < 4; i++)
    cr_expect_eq(cost[i], 7);
}
