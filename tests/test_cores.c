/* Strands that share a core: effect of core_sharing on their computation, copies and waits. */
#define RANKS 4
#include "platform/fabric.h"
#include "sim_setup.h"

static const double EXACT = 1e-12;
enum { MAX_HELPERS = 3, BLOCK = 1 << 20 };

static int n_helpers, helpers_core;
static enum tn_mechanism mechanism = TN_CMA;
static void (*work)(struct tn_strand *r);
static double began[MAX_HELPERS], ended[MAX_HELPERS], all_ended;

static void compute(struct tn_strand *r)
{
  r->transport->compute(r, 1e-3);
}

static void read_root(struct tn_strand *r)
{
  tn_copy(r, (struct tn_span){ r->call->rank, TN_RECV, 0, BLOCK },
          (struct tn_span){ 0, TN_RECV, 0, BLOCK });
}

static void helper(struct tn_strand *r, void *arg)
{
  const int i = (int)(intptr_t)arg;
  began[i] = r->transport->now(r);
  work(r);
  ended[i] = r->transport->now(r);
}

/* Rank 1 has helpers, and computes on its own core while they run. */
static void spawn(struct tn_strand *r)
{
  struct tn_strand *helpers[MAX_HELPERS];
  if (r->call->rank != 1)
    return;
  const double start = r->transport->now(r);
  for (int i = 0; i < n_helpers; i++)
    helpers[i] = r->transport->spawn(r, helpers_core, helper, (void *)(intptr_t)i);
  if (helpers_core == TN_CORE_OWN)
    compute(r);
  for (int i = 0; i < n_helpers; i++)
    r->transport->join(r, helpers[i]);
  all_ended = r->transport->now(r) - start;
  for (int i = 0; i < n_helpers; i++) {
    began[i] -= start;
    ended[i] -= start;
  }
}

static struct tn_sim_result run(void (*body)(struct tn_strand *r), const char *sharing, bool ideal)
{
  struct tn_algorithm a = algorithm_of(body);
  g_autofree char *text = g_strdup_printf("core_sharing=%s", sharing);
  const char *const sets[] = { text, NULL };
  struct tn_sim_result result;
  GError *error = NULL;
  cr_assert(tn_platform_resolve(platform, tn_platform_kernel(platform), sets, values, &error), "%s",
            error ? error->message : "");
  const struct tn_sim_point point = {
    .algorithm = METHOD(&a),
    .call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = BLOCK },
    .places = places,
    .values = values,
    .n_packages = 1,
    .mechanism = mechanism,
    .fabric = tn_platform_fabric(platform),
    .ideal = ideal,
    .warmup = 1,
    .repetitions = 20
  };
  cr_assert(tn_sim_run(&point, &result, &error), "%s", error ? error->message : "");
  return result;
}

static void run_helpers(int n, int core, void (*what)(struct tn_strand *r), const char *sharing)
{
  n_helpers = n;
  helpers_core = core;
  work = what;
  run(spawn, sharing, true);
}

TestSuite(cores, .init = set_up, .fini = tear_down);

Test(cores, none_is_as_if_each_were_alone)
{
  run_helpers(3, places->idle.core[0], compute, "none");
  cr_assert_float_eq(all_ended, 1e-3, EXACT);
}

Test(cores, folded_strands_come_one_after_another)
{
  run_helpers(3, places->idle.core[0], compute, "fold");
  for (int i = 0; i < 3; i++)
    cr_assert_float_eq(ended[i], (i + 1) * 1e-3, EXACT, "%d: %g", i, ended[i]);
  run_helpers(3, places->idle.core[0], compute, "none");
  run_helpers(2, TN_CORE_OWN, compute, "fold");
  cr_assert_float_eq(all_ended, 3e-3, EXACT);
  run_helpers(3, TN_CORE_NEAREST_IDLE, compute, "fold");
  cr_assert_float_eq(all_ended, 1e-3, EXACT, "each has an idle core: %g", all_ended);
}

Test(cores, threads_of_a_core_have_their_shares)
{
  run_helpers(3, places->idle.core[0], compute, "smt(1)");
  cr_assert_float_eq(all_ended, 3e-3, EXACT, "%g", all_ended);
  run_helpers(3, places->idle.core[0], compute, "smt(1.5)");
  cr_assert_float_eq(all_ended, 2e-3, EXACT);
  run_helpers(1, places->idle.core[0], compute, "smt(1.5)");
  cr_assert_float_eq(all_ended, 1e-3, EXACT, "nobody is faster than alone");
  run_helpers(2, places->idle.core[0], compute, "smt(4)");
  cr_assert_float_eq(all_ended, 1e-3, EXACT);
}

static void set_up_accelerator(void)
{
  set_up_on("tests/machines/accelerator.xml", NULL);
}

/* The launch shares the core; the launching strand polls, and the engine is as fast as its
 * links. */
Test(engines, copy_while_cores_are_shared, .init = set_up_accelerator, .fini = tear_down)
{
  const double copy = 0.7e-6 + BLOCK / 25e9;
  mechanism = TN_DEVICE_IPC;
  run_helpers(1, TN_CORE_OWN, read_root, "smt(1)");
  cr_assert_float_eq(ended[0], 4e-6 + copy, EXACT, "%g", ended[0]);
  cr_assert_float_eq(all_ended, 1e-3 + (4e-6 + copy) / 2, EXACT, "%g", all_ended);
  run_helpers(1, TN_CORE_OWN, read_root, "slice(10us)");
  cr_assert_float_eq(ended[0], 2e-6 + copy, 20e-6, "%g", ended[0]);
}

Test(cores, slices_take_turns)
{
  run_helpers(2, places->idle.core[0], compute, "slice(400us)");
  cr_assert_float_eq(ended[0], 1.8e-3, EXACT, "%g", ended[0]); /* 0.4 0.4 0.4 0.4 0.2 */
  cr_assert_float_eq(ended[1], 2.0e-3, EXACT, "%g", ended[1]);
  run_helpers(2, places->idle.core[0], compute, "slice(3ms)");
  cr_assert_float_eq(ended[0], 1e-3, EXACT);
  cr_assert_float_eq(ended[1], 2e-3, EXACT);
}

/* Copies take longer by the same factor, whatever shares the core. */
Test(cores, copies_share_too)
{
  run_helpers(1, places->idle.core[0], read_root, "none");
  const double alone = all_ended;
  set("gamma_a", 0);
  run_helpers(2, places->idle.core[0], read_root, "fold");
  cr_assert_float_eq(ended[1], 2 * alone, 1e-9);
  run_helpers(2, places->idle.core[0], read_root, "slice(50us)");
  cr_assert_float_eq(all_ended, 2 * alone, 0.05 * alone, "%g, alone %g", all_ended, alone);
  cr_assert_gt(ended[0], 1.5 * alone);
}

/* Helper 0 of rank 1 waits until rank 2 has computed; helper 1 shares its core. */
static void wait_for_other(struct tn_strand *r, void *arg)
{
  (void)arg;
  tn_wait(r, 2, 0, 1);
  ended[0] = r->transport->now(r);
}

static void wait_beside(struct tn_strand *r)
{
  if (r->call->rank == 2) {
    compute(r);
    tn_post(r, 0, 1);
  }
  if (r->call->rank != 1)
    return;
  const double start = r->transport->now(r);
  struct tn_strand *first = r->transport->spawn(r, places->idle.core[0], wait_for_other, NULL);
  work = compute;
  struct tn_strand *second =
      r->transport->spawn(r, places->idle.core[0], helper, (void *)(intptr_t)1);
  r->transport->join(r, first);
  r->transport->join(r, second);
  r->transport->now(r); /* a join may be carried out later */
  ended[0] -= start;
  ended[1] -= start;
}

Test(cores, who_waits_polls_unless_folded)
{
  run(wait_beside, "fold", true);
  cr_assert_float_eq(ended[0], 1e-3, EXACT, "%g", ended[0]);
  cr_assert_float_eq(ended[1], 1e-3, EXACT, "who waits leaves the core: %g", ended[1]);
  run(wait_beside, "smt(1)", true);
  cr_assert_float_eq(ended[0], 1e-3, EXACT);
  cr_assert_float_eq(ended[1], 1.5e-3, EXACT, "half the core for 1 ms: %g", ended[1]);
  run(wait_beside, "slice(300us)", true);
  cr_assert_float_eq(ended[0], 1.2e-3, EXACT, "in its slice only: %g", ended[0]);
  cr_assert_float_eq(ended[1], 1.6e-3, EXACT, "after three slices of 300 us and one of 100: %g",
                     ended[1]);
}

/* The parts of the path add up, including the time without the core. */
Test(cores, parts_add_up)
{
  const char *const kinds[] = { "none", "fold", "smt(1)", "slice(70us)" };
  n_helpers = 3;
  helpers_core = TN_CORE_OWN;
  work = read_root;
  for (int i = 0; i < 4; i++) {
    const struct tn_sim_result r = run(spawn, kinds[i], false);
    double sum = 0.0;
    for (int p = 0; p < TN_N_PARTS; p++)
      sum += r.parts[p];
    cr_assert_float_eq(sum, r.span, 1e-9 * r.span, "%s", kinds[i]);
  }
}
