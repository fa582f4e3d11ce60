/* Noise in the engine: running operations stop for that time, and only dependent ranks are
 * delayed. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "algos/registry.h"
#include "sim/work.h"

#define RANKS 8
#include "sim_setup.h"

#define LOST 5e-3 /* seconds of the injected noise */
#define EXACT 1e-10

static double ended[RANKS]; /* [rank] end times */
static double no_skew[RANKS];
static const char *timeline; /* file, or NULL */

TestSuite(noise_sim, .init = set_up, .fini = tear_down);

static const struct tn_method *algorithm; /* the algorithm whose end times are recorded */

static void record(struct tn_strand *r)
{
  tn_method_run(algorithm, r);
  ended[r->call->rank] = r->transport->now(r);
}

static int slots(const struct tn_call *call)
{
  return tn_method_slots(algorithm, call);
}

static struct tn_sizes scratch(const struct tn_call *call)
{
  return tn_method_scratch(algorithm, call);
}

static struct tn_noise_source inject(int rank, double at, bool irq)
{
  return (struct tn_noise_source){ .process = TN_NOISE_INJECT,
                                   .at = at,
                                   .shortest = LOST,
                                   .longest = LOST,
                                   .first_rank = rank,
                                   .last_rank = rank,
                                   .irq = irq };
}

/* Returns a call of all ranks with default parameters. */
static struct tn_call call_of(const struct tn_method *a, size_t block)
{
  struct tn_call call = { .collective = a->collective,
                          .n_ranks = RANKS,
                          .block = a->sizeless ? 0 : block };
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    call.params[i] = a->params[i].preset;
  tn_algorithm_fit(a->runs, &call);
  return call;
}

static bool run_sources(const struct tn_method *a, size_t block, enum tn_law law, int n,
                        const struct tn_noise_source *noise, struct tn_sim_result *ret,
                        GError **error)
{
  struct tn_algorithm own = *a->runs;
  algorithm = a;
  own.run = record;
  own.n_slots = slots;
  own.scratch = scratch;
  own.exchange = NULL;
  const struct tn_noises noises = { .sources = (struct tn_noise_source *)noise, .n = n };
  const struct tn_sim_point point = { .algorithm = METHOD(&own),
                                      .places = places,
                                      .values = values,
                                      .n_packages = 1,
                                      .law = law,
                                      .call = call_of(a, block),
                                      .delays = no_skew,
                                      .verify = true,
                                      .repetitions = 1,
                                      .noise = &noises,
                                      .seed = 1,
                                      .timeline = timeline };
  return tn_sim_run(&point, ret, error);
}

static struct tn_sim_result run(const struct tn_method *a, size_t block, enum tn_law law,
                                const struct tn_noise_source *noise)
{
  struct tn_sim_result result;
  GError *error = NULL;
  cr_assert(run_sources(a, block, law, noise ? 1 : 0, noise, &result, &error), "%s",
            error ? error->message : "?");
  double sum = 0.0;
  for (int i = 0; i < TN_N_PARTS; i++)
    sum += result.parts[i];
  cr_assert_float_eq(sum, result.span, 1e-12, "the parts add up");
  return result;
}

static void read_root(struct tn_strand *r)
{
  const struct tn_span dst = { r->call->rank, TN_RECV, 0, r->call->block };
  const struct tn_span src = { 0, TN_RECV, 0, r->call->block };
  if (r->call->rank > 0)
    tn_copy(r, dst, src);
}

/* All ranks read the data, rank 1 without any concurrent reader. */
static void read_in_turn(struct tn_strand *r)
{
  if (r->call->rank > 1)
    tn_wait(r, r->call->rank - 1, 0, 1);
  read_root(r);
  tn_post(r, 0, 1);
}

/* A copy ends later by the noise, in whatever phase the noise occurs. */
Test(noise_sim, a_lone_copy_ends_later_by_the_noise)
{
  const struct tn_algorithm a = algorithm_of(read_in_turn);
  const size_t block = 1 << 18;
  run(METHOD(&a), block, TN_LAW_BATCHED, NULL);
  const double alone = ended[1];
  for (int law = TN_LAW_BATCHED; law < TN_N_LAWS; law++) {
    run(METHOD(&a), block, law, NULL);
    const double quiet = ended[1];
    for (int irq = 0; irq <= 1; irq++)
      for (int i = 0; i <= 97; i++) {
        const struct tn_noise_source noise = inject(1, alone * i / 97.5, irq);
        run(METHOD(&a), block, law, &noise);
        if (i > 0) /* at 0 the entry is delayed */
          cr_assert_float_eq(ended[1], quiet + LOST, EXACT,
                             "law %d, irq %d, %g: %.12g, quiet %.12g", law, irq, noise.at, ended[1],
                             quiet);
      }
  }
}

Test(noise_sim, noise_after_the_end_changes_nothing)
{
  const struct tn_algorithm a = algorithm_of(read_in_turn);
  const double quiet = run(METHOD(&a), 65536, TN_LAW_BATCHED, NULL).span;
  const struct tn_noise_source noise = inject(1, quiet * 1.01, false);
  cr_assert_eq(run(METHOD(&a), 65536, TN_LAW_BATCHED, &noise).span, quiet);
}

static void chain(struct tn_strand *r)
{
  read_root(r);
  if (r->call->rank == 0)
    r->transport->compute(r, 4e-3);
  if (r->call->rank == 3)
    tn_wait(r, 0, 0, 1);
  if (r->call->rank > 3)
    tn_wait(r, r->call->rank - 1, 0, 1);
  if (r->call->rank >= 3)
    r->transport->compute(r, 4e-3);
  tn_post(r, 0, 1);
}

Test(noise_sim, a_chain_delays_those_behind)
{
  const struct tn_algorithm a = algorithm_of(chain);
  double quiet[RANKS];
  run(METHOD(&a), 64, TN_LAW_BATCHED, NULL);
  memcpy(quiet, ended, sizeof quiet);
  const struct tn_noise_source noise = inject(5, 0.5 * (quiet[4] + quiet[5]), false);
  const struct tn_sim_result t = run(METHOD(&a), 64, TN_LAW_BATCHED, &noise);
  for (int r = 0; r < RANKS; r++)
    cr_assert_float_eq(ended[r], quiet[r] + (r >= 5 ? LOST : 0.0), EXACT, "rank %d", r);
  cr_assert_float_eq(t.parts[TN_NOISE], LOST, EXACT);
}

/* Rank 5 waits for rank 4 when the noise begins; an end during the noise is seen when the noise
 * ends. */
Test(noise_sim, a_wait_that_ends_under_noise_is_seen_at_its_end)
{
  const struct tn_algorithm a = algorithm_of(chain);
  double quiet[RANKS];
  run(METHOD(&a), 64, TN_LAW_BATCHED, NULL);
  memcpy(quiet, ended, sizeof quiet);
  const struct tn_noise_source early = inject(7, quiet[3], false),
                               late = inject(5, quiet[4] - 1e-3, false);
  cr_assert_float_eq(run(METHOD(&a), 64, TN_LAW_BATCHED, &early).span, quiet[7], EXACT,
                     "noise while waiting costs nothing");
  run(METHOD(&a), 64, TN_LAW_BATCHED, &late);
  cr_assert_float_eq(ended[5], quiet[5] + LOST - 1e-3, 1e-6);
  cr_assert_float_eq(ended[4], quiet[4], EXACT);
}

static void delays_exactly_dependents(enum tn_collective collective, const char *name, int victim,
                                      unsigned dependents)
{
  const struct tn_method *a = tn_method_find(collective, name);
  double quiet[RANKS];
  cr_assert(a);
  run(a, 65536, TN_LAW_BATCHED, NULL);
  memcpy(quiet, ended, sizeof quiet);
  const struct tn_noise_source noise = inject(victim, 1e-6, true);
  run(a, 65536, TN_LAW_BATCHED, &noise);
  for (int r = 0; r < RANKS; r++) {
    const double delay = dependents & 1u << r ? LOST : 0.0;
    cr_assert(fabs(ended[r] - quiet[r] - delay) < 0.05 * LOST, "%s: rank %d later by %g", name, r,
              ended[r] - quiet[r]);
  }
}

/* The root alone writes; or all read and the root waits for all; or 5 reads from 0, then 1 to 4
 * from 0, and 6 and 7 from 5 (k-nomial, throttle 4). */
Test(noise_sim, collectives_delay_exactly_the_dependents)
{
  delays_exactly_dependents(TN_BCAST, "direct-write", 0, 0xff);
  delays_exactly_dependents(TN_SCATTER, "sequential-write", 0, 0xff);
  delays_exactly_dependents(TN_SCATTER, "parallel-read", 3, 1u << 3 | 1u << 0);
  delays_exactly_dependents(TN_BCAST, "k-nomial", 5, 0xff);
  delays_exactly_dependents(TN_BCAST, "k-nomial", 6, 1u << 6 | 1u << 5);
  delays_exactly_dependents(TN_BCAST, "k-nomial", 3, 1u << 3 | 1u << 0);
  /* Messages: a rank that waits for a delayed peer delays those it serves later, segment by segment
   * up to the root. 7 is served by 3, 3 by 1, which also serves 5. */
  delays_exactly_dependents(TN_BCAST, "linear", 3, 1u << 3 | 1u << 0);
  delays_exactly_dependents(TN_BCAST, "chain", 5, 0xff);
  delays_exactly_dependents(TN_BCAST, "binomial", 7, 1u << 1 | 1u << 3 | 1u << 5 | 1u << 7);
}

/* With rank 1 preempted, fewer ranks share the lock; stopping inside the lock does not help
 * them. */
Test(noise_sim, a_preempted_caller_leaves_the_lock)
{
  const struct tn_algorithm a = algorithm_of(read_root);
  double quiet, preempted, interrupted;
  struct tn_noise_source noise = inject(1, 2e-4, false);
  run(METHOD(&a), 1 << 20, TN_LAW_BATCHED, NULL);
  quiet = ended[2];
  run(METHOD(&a), 1 << 20, TN_LAW_BATCHED, &noise);
  preempted = ended[2];
  cr_assert(ended[1] > LOST);
  noise.irq = true;
  run(METHOD(&a), 1 << 20, TN_LAW_BATCHED, &noise);
  interrupted = ended[2];
  cr_assert(preempted < 0.95 * quiet, "%g, quiet %g", preempted, quiet);
  cr_assert_float_eq(interrupted, quiet, 1e-9);
}

static int helpers_core;
static double helper_ended, helper_copied;

static void copy_and_compute(struct tn_strand *r, void *arg)
{
  (void)arg;
  read_root(r);
  helper_copied = r->transport->now(r);
  r->transport->compute(r, 1e-3);
  helper_ended = r->transport->now(r);
}

static void help(struct tn_strand *r)
{
  if (r->call->rank != 1) {
    read_root(r);
    return;
  }
  struct tn_strand *helper = r->transport->spawn(r, helpers_core, copy_and_compute, NULL);
  r->transport->compute(r, 1e-4);
  r->transport->join(r, helper);
}

/* Computes how much later rank 1's helper ends its copy, and its work, with noise on rank 1 from
 * `at` on. */
static void delay_helper(int core, double at, bool irq, double *ret_copied, double *ret_ended)
{
  const struct tn_algorithm a = algorithm_of(help);
  const struct tn_noise_source noise = inject(1, at, irq), mapping_losses = inject(1, 1.0, irq);
  helpers_core = core;
  run(METHOD(&a), 65536, TN_LAW_BATCHED, &mapping_losses);
  const double copied = helper_copied, all = helper_ended;
  run(METHOD(&a), 65536, TN_LAW_BATCHED, &noise);
  *ret_copied = helper_copied - copied;
  *ret_ended = helper_ended - all;
}

Test(noise_sim, a_second_strand_has_the_noise_of_its_core)
{
  const int cores[] = { TN_CORE_OWN, places->core[1] };
  double copied, all;
  for (int i = 0; i < 2; i++)
    for (int irq = 0; irq <= 1; irq++) {
      delay_helper(cores[i], 1e-3, irq, &copied, &all);
      cr_assert_float_eq(copied, 0.0, EXACT);
      cr_assert_float_eq(all, LOST, EXACT, "core %d: %g", cores[i], all);
      delay_helper(cores[i], 2e-5, irq, &copied, &all);
      cr_assert(fabs(copied - LOST) < 0.05 * LOST, "core %d: %g", cores[i], copied);
    }
  delay_helper(TN_CORE_NEAREST_IDLE, 2e-5, false, &copied, &all);
  cr_assert_float_eq(all, 0.0, EXACT, "an idle core has no rank's noise: %g", all);
  delay_helper(places->core[2], 2e-5, false, &copied, &all);
  cr_assert_float_eq(all, 0.0, EXACT, "another rank's core has that rank's: %g", all);
}

/* Both strands of rank 1 pin and copy, so that either can defer noise. */
static void both_copy(struct tn_strand *r)
{
  if (r->call->rank == 0)
    return;
  struct tn_strand *helper = r->transport->spawn(r, TN_CORE_OWN, copy_and_compute, NULL);
  read_root(r);
  r->transport->join(r, helper);
}

Test(noise_sim, dense_noise_on_two_strands_of_a_core)
{
  const struct tn_algorithm a = algorithm_of(both_copy);
  const struct tn_noise_source noise = {
    .process = TN_NOISE_POISSON, .rate = 1e5, .longest = 4e-6, .last_rank = RANKS - 1
  };
  const double quiet = run(METHOD(&a), 300000, TN_LAW_BATCHED, NULL).span;
  for (int law = TN_LAW_BATCHED; law < TN_N_LAWS; law++)
    cr_assert_gt(run(METHOD(&a), 300000, law, &noise).parts[TN_NOISE], 0.0);
  cr_assert_gt(run(METHOD(&a), 300000, TN_LAW_BATCHED, &noise).span, quiet);
}

Test(noise_sim, the_timeline_shows_the_noise_of_the_call)
{
  const struct tn_algorithm a = algorithm_of(read_in_turn);
  const struct tn_noise_source noise = inject(1, 1e-6, true);
  g_autofree char *path = g_strdup_printf("%s/turnstile-%d.json", g_get_tmp_dir(), (int)getpid());
  g_autofree char *text = NULL;
  timeline = path;
  run(METHOD(&a), 65536, TN_LAW_BATCHED, &noise);
  cr_assert(g_file_get_contents(path, &text, NULL, NULL));
  unlink(path);
  cr_assert(strstr(text, "\"tid\":9,\"args\":{\"name\":\"noise of rank 1\"}"), "%s", text);
  cr_assert(strstr(text, "{\"name\":\"noise\",\"ph\":\"X\",\"ts\":1.000000,\"dur\":5000.000000,"
                         "\"pid\":0,\"tid\":9}"),
            "%s", text);
  timeline = NULL;
}

Test(noise_sim, the_timeline_has_a_track_for_each_strand)
{
  const struct tn_algorithm a = algorithm_of(both_copy);
  g_autofree char *path = g_strdup_printf("%s/turnstile-%d.json", g_get_tmp_dir(), (int)getpid());
  g_autofree char *text = NULL;
  timeline = path;
  run(METHOD(&a), 65536, TN_LAW_BATCHED, NULL);
  cr_assert(g_file_get_contents(path, &text, NULL, NULL));
  unlink(path);
  cr_assert(strstr(text, "\"args\":{\"name\":\"helper 1 of rank 1\"}"), "%s", text);
  cr_assert(strstr(text, "{\"name\":\"join\""), "%s", text);
  timeline = NULL;
}

static void nobody_posts(struct tn_strand *r)
{
  if (r->call->rank == 2)
    tn_wait(r, 1, 5, 7);
}

Test(noise_sim, a_deadlock_is_found)
{
  const struct tn_algorithm a = algorithm_of(nobody_posts);
  const struct tn_noise_source noise = { .process = TN_NOISE_PERIODIC,
                                         .rate = 1e4,
                                         .shortest = 1e-5,
                                         .longest = 1e-5,
                                         .last_rank = RANKS - 1 };
  struct tn_sim_result t;
  GError *error = NULL;
  cr_assert_not(run_sources(METHOD(&a), 0, TN_LAW_BATCHED, 1, &noise, &t, &error));
  cr_assert(strstr(error->message, "rank 2 waits for flag 5 of rank 1"), "%s", error->message);
  g_clear_error(&error);
}

Test(noise_sim, dense_noise_of_both_kinds_keeps_data_and_parts_right)
{
  const struct tn_noise_source noise[] = {
    { .process = TN_NOISE_POISSON, .rate = 2e5, .longest = 2e-6, .last_rank = RANKS - 1 },
    { .process = TN_NOISE_PERIODIC, .rate = 1e5, .longest = 4e-6, .last_rank = 5, .irq = true },
  };
  for (int law = TN_LAW_BATCHED; law < TN_N_LAWS; law++)
    for (const struct tn_method *const *a = tn_methods(); *a; a++) {
      struct tn_sim_result t;
      GError *error = NULL;
      const struct tn_call call = call_of(*a, 20000);
      if ((*a)->runs->rank_count.distant || tn_method_refusal(*a, &call))
        continue; /* for two ranks only, or in place only */
      cr_assert(run_sources(*a, 20000, law, 2, noise, &t, &error), "%s: %s", (*a)->name,
                error ? error->message : "?");
      double sum = 0.0;
      for (int i = 0; i < TN_N_PARTS; i++)
        sum += t.parts[i];
      cr_assert_float_eq(sum, t.span, 1e-12, "%s", (*a)->name);
      cr_assert(t.parts[TN_NOISE] > 0.0 || (*a)->runs->strands_per_core, "%s", (*a)->name);
      cr_assert_eq(t.verified, 1);
    }
}

Test(noise_sim, noise_that_never_ends_fails_the_run)
{
  const struct tn_method *a = tn_method_find(TN_BCAST, "direct-read");
  const struct tn_noise_source absurd = { .process = TN_NOISE_PERIODIC,
                                          .rate = 1e12,
                                          .last_rank = 7 };
  struct tn_sim_result result;
  GError *error = NULL;
  cr_assert_not(run_sources(a, 1 << 20, TN_LAW_BATCHED, 1, &absurd, &result, &error));
  cr_assert(strstr(error->message, "noises by"), "%s", error->message);
  g_error_free(error);
}

Test(noise_sim, a_user_leaves_with_what_is_left)
{
  struct tn_work work;
  const double amount[] = { 5, 9, 1, 7, 3, 8, 2, 6, 4, 10 };
  for (int gone = 0; gone < 10; gone++) {
    work = (struct tn_work){ 0 };
    work.rate = 1.0;
    for (int i = 0; i < 10; i++)
      tn_work_add(&work, amount[i], i, (void *)&amount[i]);
    tn_work_advance(&work, 0.5);
    cr_assert_eq(tn_work_left(&work, gone), amount[gone] - 0.5);
    cr_assert_eq(tn_work_remove(&work, gone), amount[gone] - 0.5);
    tn_work_advance(&work, 100.0);
    double last = 0.0;
    for (int i = 0; i < 9; i++) {
      const double *who = tn_work_take(&work, 0.0);
      cr_assert(who && who != &amount[gone] && *who > last);
      last = *who;
    }
    cr_assert_null(tn_work_take(&work, 0.0));
    tn_work_finish(&work);
  }
}
