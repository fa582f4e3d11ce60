/* Teams of measuring processes, and the conclusions of a calibration. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "real/calibrate.h"
#include "real/probe_states.h"
#include "real/sampler.h"
#include "real/shared.h"
#include "real/team.h"
#include "real_machine.h"

/* Runs a team of n, not pinned: the tests are about ends, not about times. */
static bool run_team(int n, double patience, void (*body)(struct tn_member *m), double *results,
                     const volatile sig_atomic_t *stop, GError **error)
{
  struct real_machine machine = real_machine_new();
  const int pus[] = { -1, -1, -1, -1 };
  const struct tn_team team = { .host = machine.host,
                                .n = n,
                                .pus = pus,
                                .shared_bytes = 4096,
                                .seconds = 0.001,
                                .patience = patience,
                                .body = body,
                                .stop = stop };
  const bool done = tn_team_run(&team, results, error);
  real_machine_free(&machine);
  cr_assert_eq(real_children(), 0, "a process is left");
  return done;
}

/* Checks that the run fails with this code and message, and leaves nothing behind. */
static void fails(int n, double patience, void (*body)(struct tn_member *m), int code,
                  const char *words, const volatile sig_atomic_t *stop)
{
  double results[4 * TN_TEAM_RESULTS] = { 17 };
  GError *error = NULL;
  cr_assert_not(run_team(n, patience, body, results, stop, &error));
  cr_assert(g_error_matches(error, TN_REAL_ERROR, code), "%s", error->message);
  cr_assert(strstr(error->message, words), "%s", error->message);
  cr_assert_null(strchr(error->message, '\n'));
  cr_assert_eq(results[0], 17, "results were touched");
  g_error_free(error);
}

static void meet_and_sum(struct tn_member *m)
{
  for (int i = 0; i < 100; i++) {
    m->shared[m->rank] = (unsigned char)(i + m->rank);
    tn_member_barrier(m);
    for (int r = 0; r < m->team->n; r++)
      if (m->shared[r] != i + r)
        return;
    tn_member_barrier(m);
  }
  m->results[0] = 100 + m->rank;
}

Test(team, meets_and_gives_numbers_back)
{
  for (int n = 1; n <= 4; n++) {
    double results[4 * TN_TEAM_RESULTS];
    GError *error = NULL;
    cr_assert(run_team(n, 60, meet_and_sum, results, NULL, &error), "%s",
              error ? error->message : "");
    for (int r = 0; r < n; r++) {
      cr_assert_eq(results[r * TN_TEAM_RESULTS], 100 + r);
      cr_assert(isnan(results[r * TN_TEAM_RESULTS + 1]));
    }
  }
}

static void serve_an_address(struct tn_member *m)
{
  if (m->rank > 0) {
    tn_member_publish(m, &m->shared[m->rank]);
    tn_member_barrier(m);
    tn_member_sleep(m);
  }
  tn_member_barrier(m);
  for (int i = 0; i < 10; i++)
    tn_member_barrier(m);
  m->results[0] = tn_member_address(m, 1) == &m->shared[1] && tn_member_pid(m, 1) > 0;
}

Test(team, goes_on_without_those_that_detach)
{
  double results[4 * TN_TEAM_RESULTS];
  GError *error = NULL;
  cr_assert(run_team(3, 60, serve_an_address, results, NULL, &error));
  cr_assert_eq(results[0], 1);
}

static void die(struct tn_member *m)
{
  if (m->rank == 1)
    raise(SIGKILL);
  tn_member_barrier(m);
}

Test(team, ends_when_a_member_dies)
{
  fails(3, 60, die, TN_REAL_FAILED, "process 1 of 3 was ended by signal 9", NULL);
}

static void refuse(struct tn_member *m)
{
  if (m->rank == 1)
    tn_member_refuse(m, "process_vm_readv: %s", "Operation not permitted");
  tn_member_barrier(m);
}

Test(team, tells_what_was_refused)
{
  fails(2, 60, refuse, TN_REAL_REFUSED, "process_vm_readv: Operation not permitted", NULL);
}

static void dawdle(struct tn_member *m)
{
  (void)m;
  for (;;)
    pause();
}

Test(team, is_given_up_in_time)
{
  const double before = tn_clock_now();
  fails(2, 0.2, dawdle, TN_REAL_FAILED, "not finished after 0.2 s", NULL);
  cr_assert_lt(tn_clock_now() - before, 20);
}

Test(team, ends_on_a_signal)
{
  const volatile sig_atomic_t stop = SIGINT;
  fails(2, 60, dawdle, TN_REAL_INTERRUPTED, "interrupted", &stop);
}

Test(sampler, knows_cost_and_median)
{
  struct tn_sampler s;
  tn_sampler_init(&s, 2, 0);
  for (int i = 0; i < 80; i++) {
    /* Every second call is disturbed: the median changes, the cost does not. */
    tn_sampler_add(&s, 0, i % 2 ? 1.0 : 5.0);
    tn_sampler_add(&s, 1, i % 4 ? 5.0 : 1.0);
  }
  cr_assert_eq(tn_sampler_cost(&s, 0), 1.0);
  cr_assert_eq(tn_sampler_median(&s, 0), 3.0);
  cr_assert_eq(tn_sampler_median(&s, 1), 5.0);
  tn_sampler_finish(&s);
}

Test(sampler, always_has_some_turns)
{
  struct tn_sampler s;
  int n = 0;
  tn_sampler_init(&s, 1, 0);
  while (tn_sampler_turn(&s))
    n++;
  cr_assert_eq(n, 8);
  cr_assert(isnan(tn_sampler_cost(&s, 0)));
  tn_sampler_finish(&s);
}

/* Returns a machine with that many packages of four cores, without real hardware. */
static struct tn_probe_machine imagined(int n_packages)
{
  g_autofree char *spec = g_strdup_printf("synthetic:Package:%d L3:1 Core:4 PU:1", n_packages);
  struct tn_probe_machine m = {
    .page = 4096, .huge_page = 2 << 20, .llc = 16 << 20, .l2 = 1 << 20, .line = 64
  };
  GError *error = NULL;
  m.platform = tn_platform_load(spec, "broadwell", &error);
  cr_assert_not_null(m.platform, "%s", error ? error->message : "");
  m.cores = tn_places_new(m.platform, "core", 4 * n_packages, NULL);
  m.units = tn_places_new(m.platform, "pu", 4 * n_packages, NULL);
  return m;
}

static void forget(struct tn_probe_machine *m, struct tn_calibration *c)
{
  tn_calibration_free(c);
  tn_places_free(m->cores);
  tn_places_free(m->units);
  tn_platform_free(m->platform);
}

/* Adds three rounds whose values differ by 1 %, with the given one in the middle. */
static void measured(struct tn_calibration *c, const char *name, double value)
{
  g_autoptr(GArray) findings = g_array_new(FALSE, FALSE, sizeof(struct tn_finding));
  for (int i = -1; i <= 1; i++) {
    struct tn_finding f = { .value = value * (1 + 0.01 * i), .error = 0.002, .residual = NAN };
    g_strlcpy(f.name, name, sizeof f.name);
    g_array_append_val(findings, f);
  }
  tn_calibration_sum_up(c, &tn_probes[0], findings);
}

static void measured_lock(struct tn_calibration *c, double same_table, double other_table)
{
  measured(c, "lock.alone", 190e-9);
  measured(c, "lock.same-pages", 400e-9);
  measured(c, "lock.same-table", same_table);
  measured(c, "lock.other-table", other_table);
  measured(c, "lock.other-process", 192e-9);
}

Test(conclusions, state_median_and_error)
{
  struct tn_probe_machine m = imagined(1);
  struct tn_calibration *c = tn_calibration_alloc();
  measured(c, "alpha", 1.23456e-6);
  measured(c, "pin_batch", 1017);
  tn_calibration_conclude(c, &m);
  cr_assert_eq(c->params[TN_P_ALPHA].value, 1.235e-6);
  cr_assert_str_eq(c->params[TN_P_ALPHA].source, "measured");
  cr_assert_float_eq(c->params[TN_P_ALPHA].error, 0.0068, 1e-12);
  cr_assert_eq(c->params[TN_P_PIN_BATCH].value, 1024);
  cr_assert_eq(c->params[TN_P_LLC_SIZE].value, 16 << 20);
  cr_assert_str_eq(c->params[TN_P_PACKAGE_BANDWIDTH].source, "default");
  cr_assert_str_eq(c->params[TN_P_COPY_RATE_CLASS + TN_OTHER_PACKAGE].source, "default");
  cr_assert_null(c->params[TN_P_ATTACH_TIME].source);
  cr_assert_not_null(c->params[TN_P_ATTACH_TIME].note);
  /* Limits within another machine's package do not apply to this one. */
  cr_assert_str_eq(c->params[TN_P_LLC_PORT_BANDWIDTH].source, "default");
  cr_assert_str_eq(c->params[TN_P_PACKAGE_LINK].source, "default");
  cr_assert_str_eq(c->params[TN_P_LINE_RATE + TN_SAME_LLC].source, "default");
  forget(&m, c);
}

/* The time that two readers of a process lose is not that of one call: their call lasts as long as
 * both serialised parts. */
Test(conclusions, take_half_a_call_where_two_readers_of_a_process_lose_time)
{
  struct tn_probe_machine m = imagined(1);
  struct tn_calibration *c = tn_calibration_alloc();
  measured(c, "access.lost", 400e-9);
  measured(c, "access.together", 1100e-9);
  tn_calibration_conclude(c, &m);
  cr_assert_eq(c->params[TN_P_ACCESS_TIME].value, 550e-9);
  cr_assert_str_eq(c->params[TN_P_ACCESS_TIME].source, "measured");
  forget(&m, c);
}

/* Adds three rounds of a probe that differ from the value by that much on both sides. */
static void scattered(struct tn_calibration *c, const char *name, double value, double apart)
{
  g_autoptr(GArray) findings = g_array_new(FALSE, FALSE, sizeof(struct tn_finding));
  for (int i = -1; i <= 1; i++) {
    struct tn_finding f = { .value = value * (1 + apart * i), .error = NAN, .residual = NAN };
    g_strlcpy(f.name, name, sizeof f.name);
    g_array_append_val(findings, f);
  }
  const struct tn_probe *probe = tn_probes;
  while (strcmp(probe->name, "shared") != 0)
    probe++;
  tn_calibration_sum_up(c, probe, findings);
}

Test(conclusions, write_of_shared_memory_what_is_told_from_nothing)
{
  struct tn_probe_machine m = imagined(1);
  struct tn_calibration *c = tn_calibration_alloc();
  scattered(c, "line_rate.llc", 20e9, 0.02);
  scattered(c, "reclaim_factor.llc", 0.1, 2);
  tn_calibration_conclude(c, &m);
  cr_assert_eq(c->params[TN_P_LINE_RATE + TN_SAME_LLC].value, 20e9);
  cr_assert_str_eq(c->params[TN_P_LINE_RATE + TN_SAME_LLC].source, "measured");
  cr_assert_str_eq(c->params[TN_P_RECLAIM_LLC].source, "default");
  cr_assert(strstr(c->remarks->pdata[c->remarks->len - 1], "reclaim_factor.llc: 0.1 +- "), "%s",
            (const char *)c->remarks->pdata[c->remarks->len - 1]);
  forget(&m, c);
}

/* The error of fractions, which may be 0, is absolute; the scatter of three values is 0.68 of their
 * distance. */
Test(conclusions, keep_shares_between_none_and_all)
{
  struct tn_probe_machine m = imagined(1);
  struct tn_calibration *c = tn_calibration_alloc();
  scattered(c, "write_allocate", 1.25, 0.1);
  scattered(c, "llc_share", 0.5, 0.1);
  tn_calibration_conclude(c, &m);
  cr_assert_eq(c->params[TN_P_WRITE_ALLOCATE].value, 1);
  cr_assert_eq(c->params[TN_P_LLC_SHARE].value, 0.5);
  cr_assert_float_eq(c->params[TN_P_WRITE_ALLOCATE].error, 0.68 * 0.125, 0.01);
  cr_assert_float_eq(c->params[TN_P_LLC_SHARE].error, 0.68 * 0.05, 0.01);
  forget(&m, c);
}

Test(conclusions, use_gamma_of_two_where_two_terms_cannot_be_told)
{
  struct tn_probe_machine m = imagined(1);
  struct tn_calibration *c = tn_calibration_alloc();
  measured_lock(c, 300e-9, 196e-9);
  measured(c, "gamma(2)", 1.5);
  tn_calibration_conclude(c, &m);
  cr_assert_eq(c->params[TN_P_LOCK_SCOPE].value, TN_SCOPE_PAGETABLE);
  cr_assert_eq(c->kernel, TN_KERNEL_MEASURED);
  cr_assert_eq(c->params[TN_P_GAMMA_B].value, 0.75, "half of gamma(2)");
  cr_assert_str_eq(c->params[TN_P_GAMMA_B].source, "measured");
  cr_assert_eq(c->params[TN_P_GAMMA_A].value, 0);
  cr_assert_str_eq(c->params[TN_P_GAMMA_A].source, "assumed");
  cr_assert(strstr(c->params[TN_P_GAMMA_B].note, "gamma(2) was measured as 1.5"), "%s",
            c->params[TN_P_GAMMA_B].note);
  cr_assert(strstr(c->remarks->pdata[0], "at least 6 readers"));
  forget(&m, c);
}

/* A single round on a busy machine gave 5.87: without a scatter the error would not be visible. */
Test(conclusions, do_not_trust_a_gamma_measured_once)
{
  struct tn_probe_machine m = imagined(1);
  struct tn_calibration *c = tn_calibration_alloc();
  g_autoptr(GArray) once = g_array_new(FALSE, FALSE, sizeof(struct tn_finding));
  const struct tn_finding gamma = { "gamma(2)", 5.87, NAN, NAN, -1 };
  g_array_append_val(once, gamma);
  measured_lock(c, 300e-9, 196e-9);
  tn_calibration_sum_up(c, tn_probes, once);
  tn_calibration_conclude(c, &m);
  cr_assert_eq(c->params[TN_P_LOCK_LINES].value, 2);
  cr_assert_str_eq(c->params[TN_P_LOCK_LINES].source, "assumed");
  cr_assert(strstr(c->params[TN_P_LOCK_LINES].note, "gamma(2) was measured as 5.87, once only"),
            "%s", c->params[TN_P_LOCK_LINES].note);
  forget(&m, c);
}

Test(conclusions, say_why_gamma_is_not_measured)
{
  struct tn_probe_machine m = imagined(2);
  struct tn_calibration *c = tn_calibration_alloc();
  const struct tn_probe *gamma = tn_probes;
  while (strcmp(gamma->name, "gamma") != 0)
    gamma++;
  const struct tn_not_measured nothing = { gamma, g_strdup("pinning is refused"), true };
  g_array_append_val(c->not_measured, nothing);
  tn_calibration_conclude(c, &m);
  cr_assert_str_eq(c->params[TN_P_LOCK_LINES].note,
                   "as in the kernel profile linux-6: probe gamma: pinning is refused");
  cr_assert_eq(c->params[TN_P_LOCK_LINES].value, 2);
  forget(&m, c);
}

/* A profile must not override a scope other than its own. */
Test(conclusions, keep_a_scope_that_no_profile_has)
{
  struct tn_probe_machine m = imagined(1);
  struct tn_calibration *c = tn_calibration_alloc();
  measured_lock(c, 300e-9, 295e-9);
  tn_calibration_conclude(c, &m);
  cr_assert_eq(c->params[TN_P_LOCK_SCOPE].value, TN_SCOPE_PROCESS);
  cr_assert_eq(c->kernel, TN_KERNEL_MEASURED);
  forget(&m, c);
}

Test(conclusions, fit_gamma_across_packages)
{
  struct tn_probe_machine m = imagined(2);
  struct tn_calibration *c = tn_calibration_alloc();
  measured_lock(c, 300e-9, 295e-9);
  for (int n = 2; n <= 8; n++) {
    /* The first four callers are on one package; D / (1 - 1/2) of n with 4 there. */
    const double share = n <= 4 ? 1 : 4.0 / n;
    const double mix = 2 * (1 - share * share - (1 - share) * (1 - share));
    g_autofree char *name = g_strdup_printf("gamma(%d)", n);
    measured(c, name, (0.05 * n * n + 0.9 * n) * (1 + 0.5 * mix));
  }
  tn_calibration_conclude(c, &m);
  cr_assert_eq(c->kernel, TN_KERNEL_MEASURED);
  cr_assert_float_eq(c->params[TN_P_GAMMA_A].value, 0.05, 1e-4);
  cr_assert_float_eq(c->params[TN_P_GAMMA_B].value, 0.9, 1e-3);
  cr_assert_float_eq(c->params[TN_P_GAMMA_CROSS].value, 1.5, 1e-3);
  cr_assert_str_eq(c->params[TN_P_GAMMA_CROSS].source, "measured");
  forget(&m, c);
}

/* Two cores that do not disturb each other show no limit; four that do, show one. */
Test(conclusions, know_when_no_limit_has_shown)
{
  for (int is_limited = 0; is_limited <= 1; is_limited++) {
    struct tn_probe_machine m = imagined(1);
    struct tn_calibration *c = tn_calibration_alloc();
    const double together = is_limited ? 50e9 : 118e9;
    measured(c, "line_rate.memory", 30e9);
    measured(c, "memory_bandwidth", together);
    measured(c, "llc.one-core", 30e9);
    measured(c, "llc_bandwidth", together);
    tn_calibration_conclude(c, &m);
    cr_assert_eq(c->params[TN_P_MEMORY_BANDWIDTH].value, together);
    cr_assert_eq(strstr(c->params[TN_P_MEMORY_BANDWIDTH].note, "lower bound") == NULL, is_limited);
    cr_assert_str_eq(c->params[TN_P_LLC_BANDWIDTH].source, is_limited ? "measured" : "default");
    forget(&m, c);
  }
}

Test(conclusions, do_not_clamp_what_is_out_of_range)
{
  struct tn_probe_machine m = imagined(1);
  struct tn_calibration *c = tn_calibration_alloc();
  measured(c, "alpha", -1e-7);
  tn_calibration_conclude(c, &m);
  cr_assert_null(c->params[TN_P_ALPHA].source);
  cr_assert(strstr(c->params[TN_P_ALPHA].note, "out of range"), "%s", c->params[TN_P_ALPHA].note);
  forget(&m, c);
}

Test(conclusions, say_what_is_a_choice_and_what_is_not_limited)
{
  struct tn_probe_machine m = imagined(1);
  struct tn_calibration *c = tn_calibration_alloc();
  const struct tn_probe *core = tn_probes;
  while (strcmp(core->name, "core-copy") != 0)
    core++;
  const struct tn_not_measured nothing = { core, g_strdup("a core has one hardware thread here"),
                                           false };
  g_array_append_val(c->not_measured, nothing);
  tn_calibration_conclude(c, &m);
  cr_assert_eq(c->params[TN_P_EAGER_LIMIT].value, 4096);
  cr_assert_str_eq(c->params[TN_P_EAGER_LIMIT].source, "assumed");
  cr_assert(isinf(c->params[TN_P_CORE_COPY_RATE].value));
  cr_assert_str_eq(c->params[TN_P_CORE_COPY_RATE].source, "assumed");
  cr_assert_str_eq(c->params[TN_P_CORE_COPY_RATE].note,
                   "probe core-copy: a core has one hardware thread here");
  forget(&m, c);
  m = imagined(1);
  c = tn_calibration_alloc();
  measured(c, "core.one-thread", 20e9);
  measured(c, "core_copy_rate", 25e9);
  tn_calibration_conclude(c, &m);
  cr_assert_eq(c->params[TN_P_CORE_COPY_RATE].value, 25e9);
  forget(&m, c);
}

/* Both directions together carry at least as much as the faster one alone, whatever was measured,
 * and no part of an engine's time is negative. */
Test(conclusions, make_places_and_links_of_a_device)
{
  for (int n = 0; n <= 1; n++) {
    struct tn_probe_machine m = imagined(1);
    struct tn_calibration *c = tn_calibration_alloc();
    m.device = (struct tn_device_facts){ .name = "a device", .n = n };
    m.device_end = (struct tn_place_id){ TN_PLACE_PACKAGE, 0 };
    measured(c, "kernel_launch", 2e-6);
    measured(c, "device.out.launch", 3e-6);
    measured(c, "device.out.start", -1e-9);
    measured(c, "device.in.start", 4e-6);
    measured(c, "device.duplex", 0.6);
    measured(c, "device.in.rate", 170e9);
    if (n > 0)
      measured(c, "device.out.rate", 420e9);
    tn_calibration_conclude(c, &m);
    cr_assert_str_eq(c->params[TN_P_KERNEL_LAUNCH].source, n > 0 ? "measured" : "default");
    cr_assert_eq(c->fabric.n_places, 3 * n);
    cr_assert_eq(c->fabric.n_links, 2 * n);
    if (n > 0) {
      g_autofree char *text = tn_fabric_format(&c->fabric);
      cr_assert_str_eq(text, "place.gpu0 memory\n"
                             "place.out0 engine launch=3us width=1 moves=out serves=gpu0\n"
                             "place.in0 engine launch=0 start=4us width=1 moves=in serves=gpu0\n"
                             "link.gpu0>package-0 420GB/s duplex=0.712\n"
                             "link.package-0>gpu0 170GB/s duplex=0.712\n");
      cr_assert_str_eq(c->fabric.places[0].source, "unknown");
      cr_assert_str_eq(c->fabric.links[0].source, "measured");
      cr_assert_float_eq(c->fabric.links[0].error, 0.0068, 1e-12);
    }
    forget(&m, c);
  }
}

/* Every measured parameter has one probe, and all probes have known parameters. */
Test(probes, set_known_parameters)
{
  bool seen[TN_N_PARAMS] = { false };
  for (const struct tn_probe *probe = tn_probes; probe->name; probe++)
    for (int i = 0; probe->params[i]; i++) {
      const int p = tn_param_find(probe->params[i]);
      cr_assert_geq(p, 0, "%s: %s", probe->name, probe->params[i]);
      cr_assert_not(seen[p], "%s: %s has two probes", probe->name, probe->params[i]);
      seen[p] = true;
    }
  for (int p = 0; p < TN_N_PARAMS; p++)
    cr_expect_eq(seen[p], tn_params[p].calibration == TN_CALIBRATE_PROBED,
                 "%s: the table of parameters and the probes differ", tn_params[p].name);
}

/* Denied probes are skipped with the reason, and the others continue. */
Test(calibration, skips_what_is_denied)
{
  static const char *const only[] = { "pin", "memcpy", NULL };
  const struct tn_calibrate what = { .only = only, .seconds = 0.1 };
  GError *error = NULL;
  real_deny_copies(EPERM);
  struct tn_calibration *c = tn_calibration_new(&what, &error);
  cr_assert_not_null(c, "%s", error ? error->message : "");
  const struct tn_param_value *alpha = &c->params[TN_P_ALPHA];
  cr_assert_null(alpha->source);
  cr_assert_str_eq(alpha->note, "probe pin: process_vm_readv: Operation not permitted");
  cr_assert_null(tn_calibration_find(c, "alpha"));
  cr_assert_str_eq(c->params[TN_P_PAGE_SIZE].source, "measured");
  tn_calibration_free(c);
}

/* Even with a tiny budget: the median of one round is no median and has no error. */
Test(calibration, runs_some_rounds_in_any_case)
{
  static const char *const only[] = { "memcpy", NULL };
  const struct tn_calibrate what = { .only = only, .seconds = 1e-6 };
  GError *error = NULL;
  struct tn_calibration *c = tn_calibration_new(&what, &error);
  cr_assert_not_null(c, "%s", error ? error->message : "");
  for (guint i = 0; i < c->measured->len; i++) {
    const struct tn_measured *m = &g_array_index(c->measured, struct tn_measured, i);
    cr_assert_geq(m->n_rounds, 3, "%s", m->name);
    cr_assert(isfinite(m->scatter) && isfinite(m->error), "%s", m->name);
  }
  tn_calibration_free(c);
}

Test(calibration, knows_its_probes)
{
  static const char *const only[] = { "pim", NULL };
  const struct tn_calibrate what = { .only = only, .seconds = 0.1 };
  GError *error = NULL;
  cr_assert_null(tn_calibration_new(&what, &error));
  cr_assert(strstr(error->message, "no probe \"pim\" (there are: pin, "), "%s", error->message);
  g_error_free(error);
}

/* Returns one finding in each given state. */
static GArray *found_in(struct tn_states *states, const double *copy, int n)
{
  GArray *findings = g_array_new(FALSE, FALSE, sizeof(struct tn_finding));
  states->spans = g_array_new(FALSE, FALSE, sizeof(struct tn_state_span));
  for (int i = 0; i < n; i++) {
    const struct tn_fingerprint state = { 50e-9, { 8e9, copy[i] } };
    const struct tn_state_span span = { state, state };
    const struct tn_finding f = { .name = "alpha", .value = copy[i], .span = i };
    g_array_append_val(states->spans, span);
    g_array_append_val(findings, f);
  }
  return findings;
}

Test(states, the_usual_one_counts)
{
  const double copies[] = { 5e9, 8e9, 5.1e9, 8.1e9, 7.9e9, 8.2e9 };
  struct tn_fingerprint usual;
  struct tn_states states;
  g_autoptr(GArray) findings = found_in(&states, copies, G_N_ELEMENTS(copies));
  cr_assert(tn_states_usual(&states, &usual));
  cr_assert_gt(usual.copy[1], 7e9);
  cr_assert_eq(tn_states_filter(&states, &usual, findings, 5), -1, "fewer would be left");
  cr_assert_eq(findings->len, 6);
  cr_assert_eq(tn_states_filter(&states, &usual, findings, 4), 2);
  cr_assert_eq(findings->len, 4);
  for (guint i = 0; i < findings->len; i++)
    cr_assert_gt(g_array_index(findings, struct tn_finding, i).value, 7e9);
  tn_states_finish(&states);
}

Test(states, a_fingerprint_is_taken_of_two_cores)
{
  struct real_machine machine = real_machine_new();
  struct tn_places *pair = tn_places_new_shared(machine.platform, "core", 2, NULL);
  struct tn_fingerprint f;
  GError *error = NULL;
  if (pair->pu[0] != pair->pu[1]) {
    cr_assert(tn_state_take(machine.host, pair, NULL, &f, &error), "%s", error->message);
    cr_assert(f.line > 0 && f.copy[0] > 0 && f.copy[1] > 0);
    cr_assert_eq(real_children(), 0, "a process is left");
  }
  tn_places_free(pair);
  real_machine_free(&machine);
}
