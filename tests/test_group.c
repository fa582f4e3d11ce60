/* Groups of ranks (algos/kit/group.h): every registry entry runs in a group, with flags and scratch
 * memory behind those of another algorithm, and gives the same data. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "algos/kit/group.h"
#include "registry_cases.h"
#include "sim/sim.h"
#include "threads.h"

enum { PAGE = 4096, MOST = 512 /* the ranks of knl's cores, too */ };
enum { FLAGS_BEFORE = 3 * TN_LINE_SLOTS, TEMP_BEFORE = 4096, SHARED_BEFORE = 512 };

static const struct tn_case_ranges few = { .brief = { 0, 3, 4 }, .full = { 4, 8, 16 } };
static const struct tn_case_ranges fewer = { .brief = { 0, 0, 3 }, .full = { 3, 8, 8 } };

/* The entry that runs in a group of all ranks. */
static const struct tn_method *inside;

static int slots(const struct tn_call *call)
{
  return FLAGS_BEFORE + tn_method_slots(inside, call);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  struct tn_sizes sizes = tn_method_scratch(inside, call);
  sizes.temp += TEMP_BEFORE;
  sizes.shared += SHARED_BEFORE;
  return sizes;
}

static void run_in_group(struct tn_strand *r)
{
  int members[MOST];
  struct tn_window send[MOST], recv[MOST];
  struct tn_group_layout l;
  for (int i = 0; i < r->call->n_ranks; i++) {
    members[i] = i;
    send[i] = (struct tn_window){ TN_SEND, 0 };
    recv[i] = (struct tn_window){ TN_RECV, 0 };
  }
  tn_group_layout_init(&l, r->call->layout, r->call->n_ranks, members);
  const struct tn_group group = { r->call->n_ranks, members,       send,        recv,
                                  TEMP_BEFORE,      SHARED_BEFORE, FLAGS_BEFORE };
  struct tn_call own = *r->call;
  own.layout = &l.layout;
  tn_group_run(r, &group, &own, inside);
  tn_group_layout_finish(&l);
}

static struct tn_method wrapped(const struct tn_method *a)
{
  static struct tn_algorithm w;
  w = *a->runs;
  inside = a;
  w.exchange = NULL;
  w.n_slots = slots;
  w.scratch = scratch;
  w.run = run_in_group;
  return tn_method_make(&w, a->collective);
}

static bool run_threads(const struct tn_method *algorithm, const struct tn_call *template,
                        char **ret_message)
{
  const struct tn_method w = wrapped(algorithm);
  const struct tn_bench bench = { &w, 1, 3, TN_IMB_OLD };
  return tn_threads_run(&bench, template, template->layout, true, NULL, ret_message);
}

static struct tn_platform *platform;
static double values[TN_N_PARAMS];

static bool run_sim(const struct tn_method *algorithm, const struct tn_call *template,
                    char **ret_message)
{
  const struct tn_method w = wrapped(algorithm);
  GError *error = NULL;
  struct tn_sim_result result;
  struct tn_places *places = tn_places_new(platform, "core", template->n_ranks, &error);
  const struct tn_sim_point point = { .algorithm = &w,
                                      .call = *template,
                                      .places = places,
                                      .values = values,
                                      .n_packages = tn_platform_n_packages(platform),
                                      .backing = TN_BASE,
                                      .verify = true,
                                      .mechanism = algorithm->mechanisms[0],
                                      .warmup = 1,
                                      .repetitions = 1,
                                      .protocol = TN_SINGLE };
  const bool ok = places && tn_sim_run(&point, &result, &error);
  if (!ok)
    *ret_message = strdup(error->message);
  g_clear_error(&error);
  tn_places_free(places);
  return ok;
}

static void check_all(const struct tn_case_ranges *ranges, tn_case_run *run)
{
  struct tn_case_counts counts = { 0 };
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    /* Kernels of devices need a node that has some (test_nccl.sh). */
    if (!(*a)->chooser && !tn_mechanism_is_on_device((*a)->mechanisms[0]))
      tn_registry_cases(*a, PAGE, ranges, run, &counts);
  cr_assert_gt(counts.n_run, 0);
  cr_assert_eq(counts.n_failed, 0, "%ld of %ld cases failed, the first: %s", counts.n_failed,
               counts.n_run, counts.first_failure);
}

Test(group, every_entry_on_threads)
{
  check_all(&few, run_threads);
}

Test(group, every_entry_in_the_simulation)
{
  GError *error = NULL;
  platform = tn_platform_load("knl", NULL, &error);
  cr_assert(platform, "%s", error ? error->message : "?");
  cr_assert(tn_platform_resolve(platform, TN_KERNEL_PAPER, NULL, values, &error));
  cr_assert(tn_sim_init(platform, &error));
  check_all(&fewer, run_sim);
  tn_platform_free(platform);
}

Test(group, members_places_are_dense)
{
  const int of[] = { 5, 5, 2, 2, 9, 9 }, cores[] = { 10, 11, 12, 13, 14, 15 };
  const struct tn_layout layout = { cores, of, of, of, NULL, NULL, NULL };
  const int members[] = { 4, 2, 5 };
  struct tn_group_layout l;
  tn_group_layout_init(&l, &layout, 3, members);
  const int expected[] = { 0, 1, 0 };
  for (int i = 0; i < 3; i++) {
    cr_expect_eq(l.layout.llc[i], expected[i]);
    cr_expect_eq(l.layout.package[i], expected[i]);
    cr_expect_eq(l.layout.node[i], 0, "no places: all in one");
    cr_expect_eq(l.layout.core[i], cores[members[i]]);
  }
  tn_group_layout_finish(&l);
}
