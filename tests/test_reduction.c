/* Reductions on the simulator: times on an ideal node, counts of sums and messages. */
#include <criterion/criterion.h>
#include <math.h>

#define RANKS 4
#include "sim_setup.h"

enum { VECTOR = 1 << 18 };

/* Runs with the first two parameters; 0 means the default. */
static struct tn_sim_result run_with(enum tn_collective collective, const char *name, int64_t param,
                                     int64_t second, bool ideal)
{
  GError *error = NULL;
  struct tn_sim_result result;
  const struct tn_method *a = tn_method_find(collective, name);
  cr_assert(a, "%s", name);
  struct tn_sim_point point = {
    .algorithm = a,
    .places = places,
    .values = values,
    .mechanism = TN_CMA,
    .n_packages = tn_platform_n_packages(platform),
    .backing = TN_BASE,
    .warmup = 1,
    .repetitions = 1,
    .ideal = ideal,
    .call = { .collective = collective, .n_ranks = RANKS, .block = VECTOR, .type = TN_FLOAT32 }
  };
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    point.call.params[i] = a->params[i].preset;
  if (param > 0)
    point.call.params[0] = param;
  if (second > 0)
    point.call.params[1] = second;
  cr_assert(tn_sim_run(&point, &result, &error), "%s: %s", name, error ? error->message : "?");
  return result;
}

static struct tn_sim_result run(enum tn_collective collective, const char *name, int64_t param,
                                bool ideal)
{
  return run_with(collective, name, param, 0, ideal);
}

/* Returns the time of one copy of `bytes` from whole pages without contention for the lock. */
static double copy_time(double bytes)
{
  return values[TN_P_ALPHA] + bytes / values[TN_P_COPY_RATE] +
         values[TN_P_PIN_TIME] * bytes / values[TN_P_PAGE_SIZE];
}

static double add_time(double bytes)
{
  return bytes / values[TN_P_REDUCE_RATE];
}

static void expect_with(enum tn_collective collective, const char *name, int64_t param,
                        int64_t second, double copies, double sums)
{
  const struct tn_sim_result r = run_with(collective, name, param, second, true);
  cr_expect_float_eq(r.span, copies + sums, 1e-9 * (copies + sums), "%s: %.9g, not %.9g us", name,
                     r.span * 1e6, (copies + sums) * 1e6);
  cr_expect_float_eq(r.parts[TN_REDUCE_PART], sums, 1e-9 * sums, "%s: sums %.9g, not %.9g us", name,
                     r.parts[TN_REDUCE_PART] * 1e6, sums * 1e6);
}

static void expect(enum tn_collective collective, const char *name, int64_t param, double copies,
                   double sums)
{
  expect_with(collective, name, param, 0, copies, sums);
}

/* Equal ranks run in step: lg p exchanges of whole vectors, two rounds of p - 1 blocks, and halves,
 * quarters, ... there and back. */
Test(reduction, closed_forms_of_an_ideal_node, .init = set_up, .fini = tear_down)
{
  const double n = VECTOR, block = n / RANKS;
  values[TN_P_REDUCE_RATE] = 2.5e9;
  expect(TN_ALLREDUCE, "recursive-doubling", 0, 2 * copy_time(n), 2 * add_time(n));
  expect(TN_ALLREDUCE, "ring", 0, 6 * copy_time(block), 3 * add_time(block));
  expect(TN_ALLREDUCE, "segmented-ring", VECTOR / 2 / RANKS,
         6 * copy_time(block / 2) + 3 * copy_time(block), 6 * add_time(block / 2));
  expect(TN_ALLREDUCE, "rabenseifner", 0, 2 * copy_time(n / 2) + 2 * copy_time(n / 4),
         add_time(n / 2) + add_time(n / 4));
  expect(TN_REDUCE, "linear", 0, 3 * copy_time(n), 3 * add_time(n));
  expect(TN_REDUCE, "rabenseifner-reduce", 0, 2 * copy_time(n / 2) + 2 * copy_time(n / 4),
         add_time(n / 2) + add_time(n / 4));
}

/* Two ranks copy from one at a time, so the lock must cost nothing: n - 1 + lg p rounds of a block,
 * or of all blocks; p - 1 steps of two halves; shares of two ranks, then of one. */
Test(reduction, closed_forms_where_the_lock_is_free, .init = set_up, .fini = tear_down)
{
  enum { CHUNK = VECTOR / 4, N_BLOCKS = 4, N_ROUNDS = N_BLOCKS - 1 + 2 };
  const double n = VECTOR, half = n / RANKS / 2;
  values[TN_P_REDUCE_RATE] = 2.5e9;
  values[TN_P_PIN_TIME] = 0;
  expect_with(TN_BCAST, "circulant", CHUNK, 2, N_ROUNDS * copy_time(CHUNK), 0);
  expect_with(TN_REDUCE, "circulant", CHUNK, 2, N_ROUNDS * copy_time(CHUNK),
              N_ROUNDS * add_time(CHUNK));
  expect(TN_ALLGATHER, "circulant", CHUNK, 3 * N_BLOCKS * copy_time(CHUNK), 0);
  expect(TN_ALLREDUCE, "two-rings", 0, 6 * copy_time(half) + 3 * copy_time(2 * half),
         6 * add_time(half));
  expect(TN_REDUCE_SCATTER_BLOCK, "two-rings", 0, 6 * copy_time(n / 2), 6 * add_time(n / 2));
  expect(TN_REDUCE_SCATTER_BLOCK, "knomial", 2, copy_time(2 * n) + copy_time(n),
         add_time(2 * n) + add_time(n));
}

/* The part of additions grows with their price, and so does the time. */
Test(reduction, sums_are_a_part_of_their_own, .init = set_up, .fini = tear_down)
{
  const struct tn_sim_result before = run(TN_ALLREDUCE, "ring", 0, false);
  values[TN_P_REDUCE_RATE] /= 2.0;
  const struct tn_sim_result after = run(TN_ALLREDUCE, "ring", 0, false);
  cr_assert_gt(before.parts[TN_REDUCE_PART], 0.0);
  cr_assert_float_eq(after.parts[TN_REDUCE_PART], 2.0 * before.parts[TN_REDUCE_PART],
                     1e-9 * after.parts[TN_REDUCE_PART]);
}

/* The root of a linear reduction adds three times. */
Test(reduction, each_sum_has_its_software, .init = set_up, .fini = tear_down)
{
  const struct tn_sim_result before = run(TN_REDUCE, "linear", 0, false);
  values[TN_P_REDUCE_OVERHEAD] = 1e-3;
  const struct tn_sim_result after = run(TN_REDUCE, "linear", 0, false);
  cr_assert_float_eq(after.parts[TN_STARTUP], before.parts[TN_STARTUP] + 3e-3, 1e-5);
}

/* Returns the lock part of a call in which temporary buffers are new memory from a limit on. */
static double locked(enum tn_collective collective, const char *name, double limit)
{
  values[TN_P_TEMPORARY_LIMIT] = limit;
  return run(collective, name, 0, false).parts[TN_LOCK];
}

/* One vector has the same memory in each call unless it is mapped separately; two are freed after
 * each call. The pages of each are touched once. */
Test(reduction, temporary_buffers_are_new_memory, .init = set_up, .fini = tear_down)
{
  const double pages = VECTOR / values[TN_P_PAGE_SIZE];
  values[TN_P_FAULT_TIME] = 1e-4;
  const double one = locked(TN_REDUCE, "linear", 0), two = locked(TN_SCAN, "recursive-doubling", 0);
  cr_expect_float_eq(locked(TN_REDUCE, "linear", 1), one, 1e-9);
  cr_expect_float_eq(locked(TN_SCAN, "recursive-doubling", VECTOR), two + 2 * pages * 1e-4, 1e-9);
  cr_expect_float_eq(locked(TN_SCAN, "recursive-doubling", 2 * VECTOR), two, 1e-9);
}

static double transfers(enum tn_collective collective, const char *name)
{
  return (double)run(collective, name, 0, false).transfers;
}

/* A segmented vector counts once per pair, and so do blocks and halves, whatever their parts. */
Test(reduction, messages_are_counted, .init = set_up, .fini = tear_down)
{
  cr_assert_eq(transfers(TN_REDUCE, "linear"), 3);
  cr_assert_eq(transfers(TN_REDUCE, "pipeline"), 3);
  cr_assert_eq(transfers(TN_REDUCE, "binomial"), 3);
  cr_assert_eq(transfers(TN_REDUCE, "rabenseifner-reduce"), 2 * 4 + 3);
  cr_assert_eq(transfers(TN_ALLREDUCE, "recursive-doubling"), 2 * 4);
  cr_assert_eq(transfers(TN_ALLREDUCE, "ring"), 6 * 4);
  cr_assert_eq(transfers(TN_ALLREDUCE, "segmented-ring"), 6 * 4);
  cr_assert_eq(transfers(TN_ALLREDUCE, "rabenseifner"), 4 * 4);
  cr_assert_eq(transfers(TN_ALLREDUCE, "reduce-bcast"), 2 * 3);
  cr_assert_eq(transfers(TN_BARRIER, "dissemination"), 0);
}
