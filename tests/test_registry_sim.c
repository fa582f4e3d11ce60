/* Every registry entry on the simulator: data equal the definition of the collective, sources do
 * not change while they are read, and parts add up to the span. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "platform/fabric.h"
#include "registry_cases.h"
#include "sim/sim.h"

enum { FEW_RANKS = 4 };

static const struct tn_case_ranges usual = { .brief = { 4, 16, 64 }, .full = { 64, 64, 64 } };
static const struct tn_case_ranges few = { .brief = { 2, FEW_RANKS, FEW_RANKS },
                                           .full = { FEW_RANKS, FEW_RANKS, FEW_RANKS } };
static const struct tn_case_ranges typed = { .brief = { 2, 4, 7 }, .full = { 7, 7, 7 } };
static const struct tn_case_ranges mapped = { .brief = { 2, 4, 8 }, .full = { 4, 4, 8 } };

static struct tn_platform *platform, *accelerator;
static double values[TN_N_PARAMS];

static bool add_up(const struct tn_sim_result *t)
{
  double sum = 0.0;
  for (int i = 0; i < TN_N_PARTS; i++)
    sum += t->parts[i];
  return fabs(sum - t->span) <= 1e-9 * t->span + 1e-12;
}

/* Returns true if it is a library for devices of another vendor than those of `values`. */
static bool is_of_others(const struct tn_method *a, const struct tn_call *template)
{
  const struct tn_nccl nccl = tn_sim_nccl(values);
  struct tn_call call = *template;
  struct tn_layout layout = template->layout ? *template->layout : (struct tn_layout){ 0 };
  layout.nccl = &nccl;
  call.layout = &layout;
  return a->chooser && tn_mechanism_is_on_device(a->mechanisms[0]) && tn_method_refusal(a, &call);
}

static bool run_calls(const struct tn_method *algorithm, const struct tn_call *template,
                      enum tn_mechanism mechanism, enum tn_protocol protocol, int repetitions,
                      char **ret_message)
{
  GError *error = NULL;
  struct tn_sim_result result;
  const int n_nodes = tn_platform_n_nodes(platform);
  if (is_of_others(algorithm, template))
    return true;
  if (tn_mechanism_is_on_device(algorithm->mechanisms[0]))
    mechanism = algorithm->mechanisms[0]; /* kernels of devices have no other mechanism */
  const char *mapping = n_nodes == 1 && tn_registry_goes_round(template) ? "numa" : "core";
  struct tn_places *places = tn_places_new(platform, mapping, template->n_ranks, &error);
  struct tn_sim_point point = { .algorithm = algorithm,
                                .call = *template,
                                .places = places,
                                .values = values,
                                .fabric = tn_platform_fabric(accelerator),
                                .n_packages = tn_platform_n_packages(platform) / n_nodes,
                                .backing = TN_BASE,
                                .verify = true,
                                .mechanism = mechanism,
                                .warmup = 1,
                                .repetitions = repetitions,
                                .protocol = protocol };
  if (places)
    point.call.idle = &places->idle;
  const bool ok = places && tn_sim_run(&point, &result, &error);
  if (!ok)
    *ret_message = strdup(error->message);
  else if (!add_up(&result))
    *ret_message = strdup("the parts do not add up to the span");
  g_clear_error(&error);
  tn_places_free(places);
  return ok && *ret_message == NULL;
}

static bool run_twice(const struct tn_method *algorithm, const struct tn_call *template,
                      char **ret_message)
{
  return run_calls(algorithm, template, TN_CMA, TN_SINGLE, 1, ret_message);
}

/* Runs more calls than ranks, so that every rank is the root, or calls with one root,
 * alternating. */
static bool run_without_meetings(const struct tn_method *algorithm, const struct tn_call *template,
                                 char **ret_message)
{
  static int turn;
  const enum tn_protocol protocol = turn++ % 2 ? TN_NCCL_TESTS : TN_IMB_OLD;
  return run_calls(algorithm, template, TN_CMA, protocol, FEW_RANKS + 1, ret_message);
}

static bool run_copied_in_and_out(const struct tn_method *algorithm, const struct tn_call *template,
                                  char **ret_message)
{
  return run_calls(algorithm, template, TN_CICO, TN_IMB_OLD, 3, ret_message);
}

static enum tn_mechanism mechanism_under_test;

static const enum tn_mechanism others[] = { TN_XPMEM, TN_KNEM, TN_MEMFD, TN_DEVICE_IPC };
enum { N_OTHERS = sizeof others / sizeof others[0] };

/* The engine of the platform below serves device memory only, so that nothing is staged. */
static bool can_run(const struct tn_method *a, enum tn_mechanism m)
{
  return tn_method_has(a, m) && (!tn_mechanism_is_on_device(m) || a->runs->cma_native);
}

/* Runs with other mechanisms than the usual ones, which find what is not exposed or not attached:
 * all if full, else one of the algorithm's, XPMEM in every second case. */
static bool run_otherwise(const struct tn_method *algorithm, const struct tn_call *template,
                          char **ret_message)
{
  static int turn;
  bool is_right = true, is_done = false;
  turn++;
  for (int i = 0; i < N_OTHERS && is_right && !is_done; i++) {
    const enum tn_mechanism other = others[(turn % 2 ? i : turn / 2 + i) % N_OTHERS];
    if (!can_run(algorithm, other))
      continue;
    is_right = run_calls(algorithm, template, other, TN_SINGLE, 2, ret_message);
    is_done = !getenv("TN_TEST_FULL");
  }
  return is_right;
}

static void load_from(const char *name)
{
  GError *error = NULL;
  platform = tn_platform_load(name, NULL, &error);
  cr_assert(platform, "%s", error ? error->message : "?");
  g_autofree char *file =
      g_build_filename(g_getenv("TN_SOURCE_ROOT"), "tests/machines/accelerator.xml", NULL);
  accelerator = tn_platform_load(file, NULL, &error);
  cr_assert(accelerator, "%s", error ? error->message : "?");
  cr_assert(tn_platform_resolve(platform, TN_KERNEL_PAPER, NULL, values, &error));
  values[TN_P_NCCL_GENERATION] = TN_NCCL_HOPPER;
  values[TN_P_NCCL_CHANNELS] = 2;
  values[TN_P_NCCL_NVLS_CHANNELS] = 4;
  cr_assert(tn_sim_init(platform, &error));
}

static void load(void)
{
  load_from("knl");
}

static void check_counts(const char *what, const struct tn_case_counts *counts)
{
  cr_assert(tn_registry_report(what, counts));
  cr_assert_eq(counts->n_failed, 0, "%ld of %ld cases failed, the first: %s", counts->n_failed,
               counts->n_run, counts->first_failure);
  tn_platform_free(platform);
  tn_platform_free(accelerator);
}

static void check_collective(enum tn_collective collective)
{
  struct tn_case_counts counts = { 0 };
  load();
  const size_t page_size = (size_t)values[TN_P_PAGE_SIZE];
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    if ((*a)->collective != collective)
      continue;
    tn_registry_cases(*a, page_size, &usual, run_twice, &counts);
    bool has_other = false;
    for (int i = 0; i < N_OTHERS; i++)
      has_other = has_other || can_run(*a, others[i]);
    if (has_other)
      tn_registry_cases(*a, page_size, &mapped, run_otherwise, &counts);
  }
  check_counts(tn_collective_names[collective], &counts);
}

Test(registry_sim, bcast)
{
  check_collective(TN_BCAST);
}

Test(registry_sim, scatter)
{
  check_collective(TN_SCATTER);
}

Test(registry_sim, gather)
{
  check_collective(TN_GATHER);
}

Test(registry_sim, allgather)
{
  check_collective(TN_ALLGATHER);
}

Test(registry_sim, alltoall)
{
  check_collective(TN_ALLTOALL);
}

Test(registry_sim, scatterv)
{
  check_collective(TN_SCATTERV);
}

Test(registry_sim, gatherv)
{
  check_collective(TN_GATHERV);
}

Test(registry_sim, allgatherv)
{
  check_collective(TN_ALLGATHERV);
}

Test(registry_sim, alltoallv)
{
  check_collective(TN_ALLTOALLV);
}

Test(registry_sim, reduce)
{
  check_collective(TN_REDUCE);
}

Test(registry_sim, allreduce)
{
  check_collective(TN_ALLREDUCE);
}

Test(registry_sim, reduce_scatter_block)
{
  check_collective(TN_REDUCE_SCATTER_BLOCK);
}

Test(registry_sim, reduce_scatter)
{
  check_collective(TN_REDUCE_SCATTER);
}

Test(registry_sim, scan)
{
  check_collective(TN_SCAN);
}

Test(registry_sim, exscan)
{
  check_collective(TN_EXSCAN);
}

Test(registry_sim, barrier)
{
  check_collective(TN_BARRIER);
}

Test(registry_sim, ibcast)
{
  check_collective(TN_IBCAST);
}

Test(registry_sim, iscatter)
{
  check_collective(TN_ISCATTER);
}

Test(registry_sim, igather)
{
  check_collective(TN_IGATHER);
}

Test(registry_sim, ireduce)
{
  check_collective(TN_IREDUCE);
}

Test(registry_sim, iallreduce)
{
  check_collective(TN_IALLREDUCE);
}

Test(registry_sim, pattern)
{
  check_collective(TN_PATTERN);
}

Test(registry_sim, calls_that_follow_each_other_without_a_meeting)
{
  struct tn_case_counts counts = { 0 };
  load();
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    tn_registry_cases(*a, (size_t)values[TN_P_PAGE_SIZE], &few, run_without_meetings, &counts);
  check_counts("without meetings", &counts);
}

Test(registry_sim, without_a_single_copy)
{
  struct tn_case_counts counts = { 0 };
  load();
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if (tn_method_has(*a, TN_CICO))
      tn_registry_cases(*a, (size_t)values[TN_P_PAGE_SIZE], &few, run_copied_in_and_out, &counts);
  check_counts("cico", &counts);
}

Test(registry_sim, elements_of_every_type)
{
  struct tn_case_counts counts = { 0 };
  load();
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    tn_registry_typed_cases(*a, (size_t)values[TN_P_PAGE_SIZE], &typed, run_twice, &counts);
  check_counts("other types", &counts);
}

static void do_nothing(struct tn_strand *r)
{
  (void)r;
}

Test(registry_sim, a_barrier_that_does_not_wait_is_found)
{
  load();
  struct tn_algorithm idle = *tn_method_find(TN_BARRIER, "linear")->runs;
  idle.run = do_nothing;
  const struct tn_call call = { .collective = TN_BARRIER, .n_ranks = 3 };
  const struct tn_method method = tn_method_make(&idle, TN_BARRIER);
  char *message = NULL;
  cr_assert_not(run_twice(&method, &call, &message));
  cr_assert_str_eq(message, "rank 0 left barrier number 1 before rank 1 entered it");
  free(message);
  tn_platform_free(platform);
  tn_platform_free(accelerator);
}

enum { MAX_RANKS = 64 };

/* Returns true if ranks on the platform's nodes can run it, with the same number on each. */
static bool runs_across(const struct tn_method *algorithm, const struct tn_call *template)
{
  struct tn_call placed = *template;
  int node[MAX_RANKS];
  const struct tn_layout layout = { .node = node };
  const int n_nodes = tn_platform_n_nodes(platform);
  for (int r = 0; r < template->n_ranks; r++)
    node[r] = r / (template->n_ranks / n_nodes);
  placed.layout = &layout;
  return !tn_method_refusal(algorithm, &placed);
}

/* Runs two calls with a barrier between them, and some without. */
static bool run_on_cluster(const struct tn_method *algorithm, const struct tn_call *template,
                           char **ret_message)
{
  return !runs_across(algorithm, template) || run_calls(algorithm, template, mechanism_under_test,
                                                        TN_IMB_OLD, FEW_RANKS - 1, ret_message);
}

/* Open MPI's decisions do not depend on the ranks' places; these of MPICH do. */
static bool is_own_between_nodes(const struct tn_method *a)
{
  return !a->chooser || strcmp(a->name, "library:mpich") == 0 ||
         strcmp(a->name, "library:mpich-4.0") == 0;
}

static void check_cluster(enum tn_mechanism mechanism, double eager_slots)
{
  static const struct tn_case_ranges ranges = { .brief = { 3, 6, 12 },
                                                .full = { 12, 12, 12 },
                                                .nodes = 3 };
  struct tn_case_counts counts = { 0 };
  load_from("tests/cluster.xml");
  mechanism_under_test = mechanism;
  values[TN_P_EAGER_SLOTS] = eager_slots;
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if (is_own_between_nodes(*a) && tn_method_has(*a, mechanism))
      tn_registry_cases(*a, (size_t)values[TN_P_PAGE_SIZE], &ranges, run_on_cluster, &counts);
  check_counts(tn_mechanism_names[mechanism], &counts);
}

Test(registry_sim, three_nodes)
{
  check_cluster(TN_CMA, 8);
}

Test(registry_sim, three_nodes_with_few_slots)
{
  check_cluster(TN_CICO, 1);
}
