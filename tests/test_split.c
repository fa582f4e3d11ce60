/* The split tree as index arithmetic: counts of the SPLIT paper, its optima and switch points with
 * eq. 2 and 3 corrected, and the cores of progress threads. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "algos/kit/basics.h"
#include "algos/kit/split.h"
#include "algos/registry.h"
#include "contention/model.h"

enum { MOST = 256, KNL = 64, SKYLAKE = 48, UPPER = 3 };

/* F(N, i) as written in eq. 3, with a minus; i from 1 at the root. */
static int messages_as_written(int n, int i)
{
  const int height = tn_ceil_lg(n);
  int floor_log = 0;
  while (2L << floor_log <= n)
    floor_log++;
  const double rest = n - pow(2, floor_log);
  const double sum = pow(2, floor_log - (height - i + 1)) +
                     ceil((rest - pow(2, height - i)) / pow(2, height - i + 1));
  return (int)ceil(sum); /* 1/2 in the first level if N is no power of two */
}

Test(split, messages_of_the_levels)
{
  for (int n = 1; n <= MOST; n++) {
    const int height = tn_ceil_lg(n);
    int all = 0;
    for (int level = 0; level < height; level++) {
      all += tn_split_messages(n, level);
      cr_assert_eq(tn_split_messages(n, level), messages_as_written(n, height - level),
                   "%d ranks, level %d", n, level);
    }
    cr_assert_eq(all, n - 1);
  }
  for (int level = 0; level < 4; level++)
    cr_assert_eq(tn_split_messages(16, level), 8 >> level);
}

static struct tn_split on(int all_cores, int n, bool computes)
{
  return (struct tn_split){
    .n_ranks = n, .comm_cores = all_cores - n, .computes = computes, .all_cores = all_cores
  };
}

/* Eq. 4, or 5 with a computation. */
static double time_of(int all_cores, int n, int levels, bool computes)
{
  const struct tn_split s = on(all_cores, n, computes);
  return tn_split_own(&s, levels) + fmax(tn_split_folded(&s, levels), tn_split_computation(&s));
}

Test(split, sixteen_ranks_on_one_communication_core)
{
  const struct tn_split s = { .n_ranks = 16, .comm_cores = 1, .all_cores = 17 };
  cr_assert_float_eq(tn_split_folded(&s, 0), 15, 0);
  cr_assert_float_eq(tn_split_own(&s, 4), 4, 0);
  cr_assert_float_eq(tn_split_own(&s, 1) + tn_split_folded(&s, 1), 8, 0);
}

Test(split, times_of_the_paper)
{
  static const double with_one_core[] = { 62, 32, 17, 10 };
  for (int levels = 0; levels <= UPPER; levels++)
    cr_assert_float_eq(time_of(KNL, 63, levels, false), with_one_core[levels], 0);
  const struct tn_split one_core = on(KNL, 63, true);
  cr_assert_float_eq(tn_split_own(&one_core, 6) + tn_split_computation(&one_core), 12.095, 1e-3);
}

static int best_ranks(int all_cores, int levels)
{
  int best = all_cores / 2 + 1;
  for (int n = best; n < all_cores; n++)
    if (time_of(all_cores, n, levels, true) < time_of(all_cores, best, levels, true))
      best = n;
  return best;
}

Test(split, optima_of_the_paper)
{
  static const struct {
    int ranks;
    double time;
  } best[] = { { 51, 7.529 }, { 57, 7.737 }, { 60, 8.400 }, { 62, 9.194 } };
  for (int levels = 0; levels <= UPPER; levels++) {
    cr_assert_eq(best_ranks(KNL, levels), best[levels].ranks);
    cr_assert_float_eq(time_of(KNL, best[levels].ranks, levels, true), best[levels].time, 5e-4);
  }
  cr_assert_eq(best_ranks(SKYLAKE, 0), 38, "measured on the paper's Skylake too");
  for (int levels = 1; levels <= UPPER; levels++)
    cr_assert_gt(time_of(SKYLAKE, best_ranks(SKYLAKE, levels), levels, true),
                 time_of(SKYLAKE, 38, 0, true));
}

Test(split, levels_change_where_the_paper_says)
{
  for (int n = 40; n < KNL; n++) {
    const struct tn_split s = on(KNL, n, true);
    cr_assert_eq(tn_split_best(&s), (n >= 52) + (n >= 58) + (n >= 62), "%d ranks", n);
  }
  const struct tn_split full = on(KNL, KNL, true);
  cr_assert_eq(tn_split_best(&full), 6, "no core is left: the blocking call");
}

/* Messages double towards the root, so that fewer levels pay off on the ranks' own cores. */
Test(split, blocks_behave_alike)
{
  struct tn_split s = on(KNL, 63, true);
  s.size = TN_SPLIT_BLOCKS;
  for (int levels = 0; levels < UPPER; levels++)
    cr_assert_geq(tn_split_own(&s, levels) + tn_split_folded(&s, levels),
                  tn_split_own(&s, levels + 1) + tn_split_folded(&s, levels + 1));
  cr_assert_eq(tn_split_units(TN_SPLIT_BLOCKS, 51, 5), 19);
  cr_assert_eq(tn_split_units(TN_SPLIT_BLOCKS, 51, 4), 16);
  int last = 0;
  for (int n = 40; n < KNL; n++) {
    s = on(KNL, n, true);
    s.size = TN_SPLIT_BLOCKS;
    cr_assert_geq(tn_split_best(&s), last);
    last = tn_split_best(&s);
  }
  cr_assert_gt(last, 0);
}

struct node {
  int ranks[MOST], cores[MOST], none[MOST], packages[MOST];
  struct tn_layout layout;
  struct tn_idle idle;
};

/* Ranks 0 .. n-1 on the first cores, `per_package` in each package, then idle cores. */
static struct node *node_of(int n, int n_idle, int per_package)
{
  struct node *node = calloc(1, sizeof *node);
  cr_assert(node);
  for (int i = 0; i < MOST; i++)
    node->ranks[i] = i;
  for (int i = 0; i < MOST; i++) {
    node->packages[i] = i / per_package;
    node->cores[i] = n + i;
  }
  int *numa = node->packages;
  node->layout = (struct tn_layout){ node->ranks, node->ranks, numa, numa, node->none, NULL, NULL };
  node->idle = (struct tn_idle){ n_idle,   node->none, node->cores, node->cores,
                                 numa + n, numa + n,   node->none };
  return node;
}

/* Returns the largest number of messages of a level on one core; receivers are the lower ends. */
static int most_on_a_core(const struct node *node, int n, int root, int level, int cores)
{
  int n_on[2 * MOST] = { 0 }, most = 0;
  for (int v = 1 << level; v < n; v += 2 << level) {
    struct tn_call call = {
      .n_ranks = n, .root = root, .layout = &node->layout, .idle = &node->idle
    };
    call.rank = tn_absolute(&call, v);
    const int core = tn_split_core(&call, 0, cores);
    cr_assert(core >= n && core < n + cores);
    n_on[core]++;
  }
  for (int i = 0; i < 2 * MOST; i++)
    most = n_on[i] > most ? n_on[i] : most;
  return most;
}

Test(split, each_level_is_dealt_out_evenly)
{
  static const int sizes[] = { 2, 3, 16, 33, 51, 64 }, cores[] = { 1, 2, 3, 7, 13 };
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 5; k++) {
      const int n = sizes[i], p = cores[k];
      struct node *node = node_of(n, p, MOST);
      for (int level = 0; level < tn_ceil_lg(n); level++)
        cr_assert_eq(most_on_a_core(node, n, n / 2, level, p),
                     (tn_split_messages(n, level) + p - 1) / p, "%d ranks, %d cores, level %d", n,
                     p, level);
      free(node);
    }
}

Test(split, threads_run_near_their_ranks)
{
  struct node *node =
      node_of(6, 4, 5);  /* ranks 0..4 on package 0, rank 5 and the idle cores on 1 */
  node->packages[6] = 0; /* except the first idle core */
  struct tn_call call = { .n_ranks = 6, .layout = &node->layout, .idle = &node->idle };
  cr_assert_eq(tn_split_core(&call, 0, 4), 6);
  call.rank = 5;
  cr_assert_gt(tn_split_core(&call, 0, 4), 6);
  cr_assert_eq(tn_split_core(&call, 0, 0), TN_CORE_OWN);
  for (int i = 0; i < MOST; i++)
    node->packages[i] = 0;
  int mapping_losses[MOST];
  for (int i = 0; i < MOST; i++)
    mapping_losses[i] = 1;
  node->idle.node = mapping_losses;
  cr_assert_eq(tn_split_core(&call, 0, 4), TN_CORE_OWN, "on another node");
  free(node);
}

Test(split, bad_parameters_are_refused)
{
  const struct tn_method *a = tn_method_find(TN_IBCAST, "split-tree");
  struct node *node = node_of(8, 3, MOST);
  struct tn_call call = {
    .collective = TN_IBCAST, .n_ranks = 8, .idle = &node->idle, .params = { -1, -1, 0 }
  };
  cr_assert_null(a->runs->unsupported(&call));
  call.params[0] = 4;
  cr_assert_str_eq(a->runs->unsupported(&call),
                   "levels 4: the tree of 8 ranks has 3 (0..3 or auto)");
  call.params[0] = 3;
  cr_assert_null(a->runs->unsupported(&call));
  call.params[1] = 4;
  cr_assert_str_eq(a->runs->unsupported(&call),
                   "comm_cores 4: 3 cores carry no rank (0..3 or rest)");
  call.idle = NULL;
  call.params[1] = -1;
  cr_assert_null(a->runs->unsupported(&call));
  free(node);
}

static const struct tn_cma_model model = {
  .alpha = 1e-6, .per_byte = 1e-9, .page_size = 4096, .gamma_b = 1, .per_sum = 5e-10
};

static struct tn_cost cost_of(enum tn_collective collective, int n, int levels, int comm_cores)
{
  const struct tn_method *a = tn_method_find(collective, "split-tree");
  struct node *node = node_of(n, comm_cores, MOST);
  const struct tn_call call = { .collective = collective,
                                .n_ranks = n,
                                .block = 2 << 20,
                                .idle = &node->idle,
                                .params = { levels, -1, 1 } };
  struct tn_steps steps;
  struct tn_cost cost;
  cr_assert(tn_algorithm_form(a->runs, &call, &steps) && tn_model_steps(&model, &steps, &cost));
  free(node);
  return cost;
}

Test(split, closed_form_is_the_papers_time_in_messages)
{
  const double one = tn_model_copy(&model, 2 << 20, 1), sum = (2 << 20) * model.per_sum;
  for (int n = 40; n < KNL; n++)
    for (int levels = 0; levels <= UPPER; levels++) {
      const double want = time_of(KNL, n, levels, true), alone = time_of(KNL, n, levels, false);
      const struct tn_cost down = cost_of(TN_IBCAST, n, levels, KNL - n);
      const struct tn_cost up = cost_of(TN_IREDUCE, n, levels, KNL - n);
      const struct tn_cost both = cost_of(TN_IALLREDUCE, n, levels, KNL - n);
      cr_assert_float_eq(tn_cost_sum(&down) / one, want, 1e-9);
      cr_assert_float_eq(tn_cost_sum(&up) / (one + sum), want, 1e-9);
      cr_assert_float_eq(tn_cost_sum(&both) / (2 * one + sum), want, 1e-9);
      cr_assert_float_eq(down.alone / one, alone, 1e-9);
      cr_assert_float_eq(down.computed / one, (double)KNL / n * 6, 1e-9);
    }
}
