/* Parameters fitted to data made from them; reading and refusing tables and matrices. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "compare/unmeasured.h"
#include "compare/verdict.h"
#include "comparison/fit_read.h"
#include "platform/params.h"
#include "rows/rows_files.h"
#include "shared_data.h"

/* Two packages, each one domain with two LLCs of two cores. */
#define PLAIN "synthetic:Package:2 [NUMANode] L3:2(size=4MiB) Core:2 PU:1"

static struct tn_platform *node(double *values)
{
  GError *error = NULL;
  struct tn_platform *pf = tn_platform_load(PLAIN, "broadwell", &error);
  cr_assert_not_null(pf, "%s", error ? error->message : "");
  cr_assert(tn_platform_resolve(pf, tn_platform_kernel(pf), NULL, values, &error));
  /* except in tests that set it */
  values[TN_P_RECLAIM_FACTOR] = values[TN_P_RECLAIM_LLC] = values[TN_P_SHARED_REMOTE] = 0.0;
  values[TN_P_CALL_OVERHEAD] = 0.0;
  values[TN_P_ADJACENT_MLP] = INFINITY;
  return pf;
}

static void add(GArray *points, enum tn_distance d, int children, double bytes, double seconds)
{
  const struct tn_fit_point p = {
    .distance = d, .children = children, .bytes = bytes, .seconds = seconds
  };
  g_array_append_val(points, p);
}

static const bool nothing[TN_N_PARAMS] = { false };

/* Marks lines and pages as known, as from a matrix and the user. */
static const bool *lines_known(void)
{
  static bool known[TN_N_PARAMS];
  for (int d = 0; d < TN_N_DISTANCES; d++)
    known[TN_P_LINE_LATENCY + d] = true;
  known[TN_P_PIN_TIME] = true;
  return known;
}

/* The closed forms agree with simulated messages: prices vary around a node's, each alone. */
Test(fit, forms_equal_simulated_messages)
{
  static const struct {
    enum tn_fit_assumption assumption;
    struct {
      enum tn_param param;
      double value;
    } set[8];
  } cases[] = {
    { TN_FIT_QUEUED,
      { { TN_P_INLINE_LIMIT, 100 },
        { TN_P_SLOT_LINES, 1 },
        { TN_P_QUEUE_LINES, 1 },
        { TN_P_RECLAIM_FACTOR, 1 },
        { TN_P_LINE_RATE_MACHINE, 4e9 },
        { TN_P_LINE_RATE_LLC, 30e9 } } },
    { TN_FIT_QUEUED,
      { { TN_P_QUEUE_HOLDER, TN_QUEUE_OF_RECEIVER },
        { TN_P_QUEUE_LINES, 2 },
        { TN_P_MOVE_OVERHEAD, 300e-9 },
        { TN_P_CALL_OVERHEAD, 700e-9 },
        { TN_P_POST_OVERHEAD, 50e-9 },
        { TN_P_LINE_RATE_PEER_L2, 5e9 },
        { TN_P_RECLAIM_LLC, 1 },
        { TN_P_ADJACENT_MLP, 8 } } },
    { TN_FIT_FRAGMENTS,
      { { TN_P_LINE_RATE_LLC, 30e9 },
        { TN_P_MEMCPY_RATE, 6e9 },
        { TN_P_MOVE_OVERHEAD, 40e-9 },
        { TN_P_LINE_RATE_MACHINE, 9e9 },
        { TN_P_FRAGMENT_SIZE, 8192 } } },
    { TN_FIT_FRAGMENTS,
      { { TN_P_LINE_RATE_LLC, 5e9 },
        { TN_P_MEMCPY_RATE, 12e9 },
        { TN_P_RECLAIM_FACTOR, 0.5 },
        { TN_P_LINE_RATE_MACHINE, 3e9 },
        { TN_P_FRAGMENT_SIZE, 16384 } } },
  };
  for (size_t c = 0; c < G_N_ELEMENTS(cases); c++) {
    GError *error = NULL;
    double v[TN_N_PARAMS], seconds[64], limit = 4096;
    struct tn_override all[G_N_ELEMENTS(cases[c].set) + 4] = {
      { .param = TN_P_RECLAIM_FACTOR, .value = 0 }, { .param = TN_P_RECLAIM_LLC, .value = 0 }
    };
    int n = 2;
    struct tn_platform *pf = node(v);
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
    for (size_t i = 0; i < G_N_ELEMENTS(cases[c].set) && cases[c].set[i].value > 0; i++)
      all[n++] =
          (struct tn_override){ .param = cases[c].set[i].param, .value = cases[c].set[i].value };
    all[n++] = (struct tn_override){ .param = TN_P_EAGER_LIMIT, .value = limit };
    all[n++] = (struct tn_override){ .param = TN_P_RENDEZVOUS_LIMIT, .value = 1e6 };
    cr_assert(tn_platform_values(pf, tn_platform_kernel(pf), all, n, v, &error));
    for (double bytes = 8; bytes <= 262144; bytes *= 2)
      for (int d = TN_SAME_LLC; d <= TN_OTHER_PACKAGE; d += TN_OTHER_PACKAGE - TN_SAME_LLC)
        add(points, (enum tn_distance)d, 0, bytes, 1);
    const struct tn_case asked = { .platform = pf,
                                   .mechanism = TN_JUST(tn_fit_mechanism(cases[c].assumption)),
                                   .overrides = all,
                                   .n_overrides = n };
    cr_assert(tn_fit_check(&asked, points, seconds, NULL, &error), "%s",
              error ? error->message : "");
    for (guint i = 0; i < points->len; i++) {
      const struct tn_fit_point *p = &g_array_index(points, struct tn_fit_point, i);
      const double form = tn_fit_seconds(
          cases[c].assumption, v, p, cases[c].assumption == TN_FIT_FRAGMENTS && p->bytes > limit);
      cr_expect_float_eq(form / seconds[i], 1, 0.03, "case %zu, %s, %g B: form %g, simulated %g ns",
                         c, tn_distance_names[p->distance], p->bytes, form * 1e9, seconds[i] * 1e9);
    }
    tn_platform_free(pf);
  }
}

Test(fit, finds_a_serial_sender_again)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  const double send = 150e-9, receive = 90e-9, in = 8e9, out[] = { 12e9, 5e9 };
  const enum tn_distance class[] = { TN_SAME_LLC, TN_OTHER_PACKAGE };
  for (int c = 0; c < 2; c++) {
    for (double n = 1; n < 5e6; n *= 4) {
      const double busy = send + n / in;
      const double rest = receive + 3 * v[TN_P_LINE_LATENCY + class[c]] + n / out[c];
      add(points, class[c], 0, n, busy + rest);
      for (int k = 1; k < 30; k += 7)
        add(points, class[c], k, n, (k * busy + busy * k * (k + 1) / 2 + k * rest) / (k + 1));
    }
  }
  const struct tn_fit fit = tn_fit(points, TN_FIT_SERIAL, v, lines_known(), false);
  cr_assert(fit.converged);
  cr_assert_float_eq(fit.fitted[TN_P_SEND_OVERHEAD].value, send, 0.02 * send);
  cr_assert_float_eq(fit.fitted[TN_P_RECEIVE_OVERHEAD].value, receive, 0.02 * receive);
  cr_assert_float_eq(fit.fitted[TN_P_MEMCPY_RATE].value, in, 0.02 * in);
  for (int c = 0; c < 2; c++)
    cr_assert_float_eq(fit.fitted[TN_P_COPY_RATE_CLASS + class[c]].value, out[c], 0.02 * out[c]);
  cr_assert(isnan(fit.fitted[TN_P_COPY_RATE_CLASS + TN_SAME_NUMA].value));
  cr_assert_lt(fit.fitted[TN_P_MEMCPY_RATE].error, 0.05);
  cr_assert_lt(fit.all[0].median, 0.02);
  cr_assert_lt(fit.all[1].median, 0.02);
  cr_assert_eq(fit.all[0].n + fit.all[1].n, (int)points->len);
  tn_platform_free(pf);
}

Test(fit, finds_where_single_copies_begin)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  const double send = 150e-9, receive = 90e-9, in = 8e9, out = 10e9, alpha = 2e-6;
  for (double n = 1; n < 5e6; n *= 2) {
    const double busy = send + (n > 8192 ? 0 : n / in);
    const double pages = ceil(n / v[TN_P_PAGE_SIZE]);
    for (int k = 0; k < 30; k += 5) {
      const double gamma = k > 1 ? v[TN_P_GAMMA_A] * k * k + v[TN_P_GAMMA_B] * k : 1;
      const double line = v[TN_P_LINE_LATENCY + TN_SAME_LLC];
      const double rest = receive + 2 * line + n / out +
                          (n > 8192 ? alpha + pages * v[TN_P_PIN_TIME] * gamma : line);
      const double root = k * busy + (n > 8192 ? rest : 0);
      add(points, TN_SAME_LLC, k, n,
          k == 0 ? busy + rest : (root + busy * k * (k + 1) / 2 + k * rest) / (k + 1));
    }
  }
  const struct tn_fit fit = tn_fit(points, TN_FIT_PARALLEL, v, lines_known(), false);
  cr_assert(fit.converged);
  cr_assert_float_eq(fit.fitted[TN_P_EAGER_LIMIT].value, 8192, 0);
  cr_assert_float_eq(fit.fitted[TN_P_ALPHA].value, alpha, 0.05 * alpha);
  cr_assert_float_eq(fit.fitted[TN_P_GAMMA_B].value, v[TN_P_GAMMA_B], 0.05 * v[TN_P_GAMMA_B]);
  cr_assert_lt(fit.all[1].median, 0.02);
  const struct tn_fit other = tn_fit(points, TN_FIT_SERIAL, v, lines_known(), false);
  cr_assert_gt(other.all[1].median, 5 * fit.all[1].median, "the wrong assumption shows");
  tn_platform_free(pf);
}

/* Trees from the closed forms: limits of both kinds of sends, lines of the queue, rates. */
Test(fit, finds_queues_and_two_limits_again)
{
  double v[TN_N_PARAMS], made[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  v[TN_P_INLINE_LIMIT] = 64;
  v[TN_P_SLOT_LINES] = v[TN_P_QUEUE_LINES] = v[TN_P_RECLAIM_FACTOR] = 1;
  memcpy(made, v, sizeof v);
  made[TN_P_QUEUE_LINES] = 1.4;
  made[TN_P_LINE_RATE + TN_OTHER_PACKAGE] = 4e9;
  for (double n = 1; n < 5e6; n *= 2) {
    for (int k = 0; k < 30; k += 5) {
      const struct tn_fit_point p = { .distance = TN_OTHER_PACKAGE, .children = k, .bytes = n };
      add(points, p.distance, k, n,
          tn_fit_seconds(TN_FIT_QUEUED, made, &p, n > (k > 0 ? 8192 : 131072)));
    }
  }
  const struct tn_fit fit = tn_fit(points, TN_FIT_QUEUED, v, lines_known(), false);
  cr_assert(fit.converged);
  cr_assert_float_eq(fit.fitted[TN_P_RENDEZVOUS_LIMIT].value, 8192, 0);
  cr_assert_float_eq(fit.blocking_limit, 131072, 0);
  cr_assert_float_eq(fit.fitted[TN_P_QUEUE_LINES].value, 1.4, 0.07);
  cr_assert_float_eq(fit.fitted[TN_P_LINE_RATE + TN_OTHER_PACKAGE].value, 4e9, 0.2e9);
  cr_assert_lt(fit.all[0].median, 0.03);
  cr_assert_lt(fit.all[1].median, 0.03);
  tn_platform_free(pf);
}

Test(fit, leaves_alone_what_messages_do_not_tell)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  for (double n = 1; n < 5e6; n *= 2)
    add(points, TN_SAME_LLC, 0, n, 300e-9 + n / 5e9);
  const struct tn_fit fit = tn_fit(points, TN_FIT_SERIAL, v, lines_known(), false);
  cr_assert_float_eq(fit.fitted[TN_P_SEND_OVERHEAD].value, fit.fitted[TN_P_RECEIVE_OVERHEAD].value,
                     0);
  cr_assert_str_eq(fit.fitted[TN_P_MEMCPY_RATE].source, "assumed");
  cr_assert_float_eq(fit.fitted[TN_P_MEMCPY_RATE].value, 10e9, 0.1e9);
  cr_assert(isnan(fit.fitted[TN_P_ALPHA].value) && isnan(fit.fitted[TN_P_GAMMA_B].value));
  tn_platform_free(pf);
}

/* Differences of small messages give the lines, but no part common to all distances. */
Test(fit, finds_the_differences_of_lines)
{
  double v[TN_N_PARAMS], made[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  memcpy(made, v, sizeof v);
  made[TN_P_LINE_LATENCY + TN_SAME_LLC] = 40e-9;
  made[TN_P_LINE_LATENCY + TN_OTHER_PACKAGE] = 240e-9;
  const enum tn_distance class[] = { TN_SAME_LLC, TN_OTHER_PACKAGE };
  for (int c = 0; c < 2; c++)
    for (double n = 1; n < 5e6; n *= 2) {
      const struct tn_fit_point p = { .distance = class[c], .bytes = n };
      add(points, class[c], 0, n, tn_fit_seconds(TN_FIT_SERIAL, made, &p, false));
    }
  const struct tn_fit fit = tn_fit(points, TN_FIT_SERIAL, v, nothing, false);
  cr_assert(fit.converged);
  cr_assert_float_eq(fit.fitted[TN_P_LINE_LATENCY + TN_OTHER_PACKAGE].value -
                         fit.fitted[TN_P_LINE_LATENCY + TN_SAME_LLC].value,
                     200e-9, 4e-9);
  cr_assert_str_eq(fit.fitted[TN_P_LINE_LATENCY + TN_SAME_LLC].source, "fitted");
  cr_assert(isnan(fit.fitted[TN_P_LINE_LATENCY + TN_SAME_NUMA].value));
  const struct tn_fit known = tn_fit(points, TN_FIT_SERIAL, v, lines_known(), false);
  cr_assert(isnan(known.fitted[TN_P_LINE_LATENCY + TN_SAME_LLC].value), "a matrix goes before");
  tn_platform_free(pf);
}

/* 200 ns per page in all, where pages of the related platform take several times as long. */
Test(fit, keeps_pages_below_what_they_took)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  v[TN_P_PIN_TIME] = 900e-9;
  for (double n = 1; n < 5e6; n *= 2)
    add(points, TN_SAME_LLC, 0, n,
        n <= 4096 ? 300e-9 + n / 5e9 : 1e-6 + ceil(n / v[TN_P_PAGE_SIZE]) * 200e-9);
  const struct tn_fit fit = tn_fit(points, TN_FIT_QUEUED, v, nothing, false);
  cr_assert(fit.converged);
  cr_assert_leq(fit.page_most, 1e-6 + 200e-9);
  cr_assert_lt(fit.fitted[TN_P_PIN_TIME].value, fit.page_most);
  cr_assert_lt(fit.all[0].median, 0.05);
  cr_assert_str_eq(fit.fitted[TN_P_PIN_TIME].source, "assumed", "split, not measured");
  tn_platform_free(pf);
}

/* A straight line has no change of protocol: the limit does not become one byte. */
Test(fit, takes_no_limit_that_no_library_has)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  for (double n = 1; n < 5e6; n *= 2)
    add(points, TN_SAME_LLC, 0, n, 1e-6 + n / 9e9);
  for (int a = TN_FIT_FRAGMENTS; a < TN_N_FIT_ASSUMPTIONS; a++) {
    const struct tn_fit fit = tn_fit(points, (enum tn_fit_assumption)a, v, nothing, false);
    cr_assert_geq(fit.limit[0], TN_LEAST_LIMIT, "%s", tn_fit_assumption_names[a]);
    cr_assert_float_eq(fit.least_limit, TN_LEAST_LIMIT, 0);
  }
  tn_platform_free(pf);
}

/* Known limits are neither fitted nor reported; blocking sends use those of messages. */
Test(fit, holds_known_limits)
{
  double v[TN_N_PARAMS];
  bool known[TN_N_PARAMS] = { [TN_P_RENDEZVOUS_LIMIT] = true, [TN_P_BLOCKING_LIMIT] = true };
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  v[TN_P_RENDEZVOUS_LIMIT] = 8192;
  v[TN_P_BLOCKING_LIMIT] = 100000;
  for (double n = 1; n < 5e6; n *= 2)
    add(points, TN_SAME_LLC, 0, n, 1e-6 + n / 9e9);
  for (int a = TN_FIT_PARALLEL; a < TN_N_FIT_ASSUMPTIONS; a++) {
    const struct tn_fit fit = tn_fit(points, (enum tn_fit_assumption)a, v, known, false);
    cr_assert(fit.converged);
    cr_assert_float_eq(fit.limit[0], 100000, 0);
    cr_assert_float_eq(fit.limit[1], 8192, 0);
    cr_assert(isnan(fit.fitted[TN_P_RENDEZVOUS_LIMIT].value));
    cr_assert(isnan(fit.fitted[TN_P_BLOCKING_LIMIT].value));
    cr_assert(isnan(fit.fitted[TN_P_EAGER_LIMIT].value));
  }
  tn_platform_free(pf);
}

/* All known parameters are held, in messages and trees that any free parameter could fit. */
Test(fit, holds_every_parameter_that_it_frees)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  int n_freed = 0;
  v[TN_P_QUEUE_LINES] = v[TN_P_SLOT_LINES] = 1;
  for (int d = TN_SAME_LLC; d < TN_N_DISTANCES; d += TN_OTHER_PACKAGE - TN_SAME_LLC)
    for (double n = 8; n < 5e6; n *= 16)
      for (int k = 0; k < 4; k += 3)
        add(points, (enum tn_distance)d, k, n, (1 + k) * d * (0.7e-6 + n / 3e9));
  for (int a = 0; a < TN_N_FIT_ASSUMPTIONS; a++) {
    const struct tn_fit free = tn_fit(points, (enum tn_fit_assumption)a, v, nothing, false);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      bool known[TN_N_PARAMS] = { false };
      if (isnan(free.fitted[p].value))
        continue;
      known[p] = true;
      const struct tn_fit held = tn_fit(points, (enum tn_fit_assumption)a, v, known, false);
      cr_expect(isnan(held.fitted[p].value), "%s: %s", tn_fit_assumption_names[a],
                tn_params[p].name);
      cr_expect_float_eq(held.values[p], v[p], 1e-12 * v[p], "%s: %s", tn_fit_assumption_names[a],
                         tn_params[p].name);
      n_freed++;
    }
  }
  cr_assert_gt(n_freed, 30);
  tn_platform_free(pf);
}

/* Errors of a group are those of its points: the distant messages take twice as long. */
Test(fit, gives_errors_by_distance_and_size)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  struct tn_fit fit = { .assumption = TN_FIT_SERIAL, .limit = { INFINITY, INFINITY } };
  memcpy(fit.values, v, sizeof v);
  for (int d = TN_SAME_LLC; d <= TN_SAME_NUMA; d++)
    for (double n = 64; n < 5e6; n *= 8) {
      const struct tn_fit_point p = { .distance = (enum tn_distance)d, .bytes = n };
      add(points, p.distance, 0, n,
          tn_fit_seconds(TN_FIT_SERIAL, v, &p, false) * (d == TN_SAME_LLC ? 1 : 2));
    }
  const struct tn_fit_group near = { false, TN_SAME_LLC, -1 }, far = { false, TN_SAME_NUMA, 0 };
  const struct tn_fit_group trees = { true, -1, -1 };
  const struct tn_fit_deviation off = tn_fit_deviation(&fit, points, &far);
  cr_assert_float_eq(tn_fit_deviation(&fit, points, &near).p90, 0, 1e-12);
  cr_assert_float_eq(off.median, 0.5, 1e-12);
  cr_assert_float_eq(off.bias, -0.5, 1e-12);
  cr_assert_eq(off.n, 2, "64 and 512 B");
  cr_assert(isnan(tn_fit_deviation(&fit, points, &trees).median));
  tn_platform_free(pf);
}

/* Two of ten points take ten times as long: absolute deviations ignore them, squares do not. */
Test(fit, robust_is_not_moved_by_a_few)
{
  double v[TN_N_PARAMS], off[2];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  int i = 0;
  for (double n = 16; n < 5e6; n *= 2, i++)
    add(points, TN_SAME_LLC, 0, n, (300e-9 + n / 5e9) * (i % 5 == 2 ? 10 : 1));
  for (int robust = 0; robust < 2; robust++)
    off[robust] = tn_fit(points, TN_FIT_SERIAL, v, lines_known(), robust).all[0].median;
  cr_assert_lt(off[1], 0.03);
  cr_assert_gt(off[0], 5 * off[1]);
  tn_platform_free(pf);
}

static void add_run(GArray *points, double bytes, double seconds, int repeats, double spread)
{
  const struct tn_fit_point p = { .distance = TN_SAME_LLC,
                                  .bytes = bytes,
                                  .seconds = seconds,
                                  .repeats = repeats,
                                  .spread = spread };
  g_array_append_val(points, p);
}

Test(verdict, follows_spread_or_falls)
{
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  for (int i = 0; i < 10; i++)
    add_run(points, 1 << i, 1e-6 * (1 + i), 5, i < 9 ? 0.02 : 0.12);
  cr_assert_eq(tn_repeatability_of(points).calm, TN_CALM);
  cr_assert_float_eq(tn_repeatability_of(points).spread, 0.02, 1e-12);
  for (int i = 4; i < 10; i++)
    g_array_index(points, struct tn_fit_point, i).spread = 0.1;
  cr_assert_eq(tn_repeatability_of(points).calm, TN_DISTURBED);
  for (int i = 4; i < 10; i++)
    g_array_index(points, struct tn_fit_point, i).spread = 0.4;
  cr_assert_eq(tn_repeatability_of(points).calm, TN_WILD);
  g_array_set_size(points, 0);
  for (int i = 0; i < 10; i++) /* one decrease, where the protocol may change */
    add_run(points, 1 << i, 1e-6 * (i < 5 ? 1 + i : i - 2), 1, 0);
  cr_assert_eq(tn_repeatability_of(points).calm, TN_CALM);
  cr_assert_eq(tn_repeatability_of(points).n_falls, 0);
  g_array_index(points, struct tn_fit_point, 8).seconds = 1e-6;
  g_array_index(points, struct tn_fit_point, 3).seconds = 9e-6;
  cr_assert_eq(tn_repeatability_of(points).calm, TN_DISTURBED);
}

Test(check, simulates_the_messages)
{
  double v[TN_N_PARAMS], seconds[3];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  GError *error = NULL;
  add(points, TN_SAME_LLC, 0, 8, 1e-6);
  add(points, TN_SAME_LLC, 3, 8, 1e-6);
  add(points, TN_OTHER_PACKAGE, 0, 1000, 1e-6);
  const struct tn_case asked = { .platform = pf, .mechanism = TN_JUST(TN_CICO) };
  cr_assert(tn_fit_check(&asked, points, seconds, NULL, &error), "%s", error ? error->message : "");
  const double form =
      tn_fit_seconds(TN_FIT_SERIAL, v, &g_array_index(points, struct tn_fit_point, 0), false);
  cr_assert_float_eq(seconds[0], form, 0.3 * form);
  cr_assert(isnan(seconds[1]), "a tree");
  cr_assert_gt(seconds[2], seconds[0]);
  tn_platform_free(pf);
}

/* Parameters from the related platform are those not measured; their effects are simulated. */
Test(lent, is_what_nobody_measured)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v), *own = tn_platform_load("broadwell", NULL, NULL);
  GError *error = NULL;
  g_autofree char *text = tn_platform_import("Package:2 [NUMANode] L3:1(size=4MiB) Core:4 PU:1",
                                             "broadwell", "lent", ".", NULL, &error);
  g_autofree char *file = g_strdup_printf("%s/tn-lent-%d.xml", g_get_tmp_dir(), getpid());
  cr_assert(text && g_file_set_contents(file, text, -1, NULL), "%s", error ? error->message : "");
  struct tn_platform *imported = tn_platform_load(file, NULL, &error);
  cr_assert(imported, "%s", error ? error->message : "");
  g_autoptr(GArray) lent = tn_unmeasured_of(imported, &error), none = tn_unmeasured_of(own, &error);
  unlink(file);
  cr_assert(lent && none, "%s", error ? error->message : "");
  double last = INFINITY;
  bool has[TN_N_PARAMS] = { false };
  for (guint i = 0; i < lent->len; i++) {
    const struct tn_unmeasured *l = &g_array_index(lent, struct tn_unmeasured, i);
    has[l->param] = true;
    cr_assert_leq(l->change, last, "the greatest first");
    cr_assert_eq(l->change > 0, l->figure != NULL, "%s", tn_params[l->param].name);
    cr_assert_not_null(tn_param_measured_by(l->param));
    if (l->param == TN_P_SHARED_REMOTE)
      cr_assert(l->is_unknown && l->change > 0.1 && l->moved > 0);
    if (l->param == TN_P_TRAP_TIME)
      cr_assert_float_eq(l->change, 0, 0, "no figure is KNEM's");
    last = l->change;
  }
  cr_assert(has[TN_P_SHARED_REMOTE] && has[TN_P_ALPHA] && !has[TN_P_LLC_SIZE], "lstopo's");
  for (guint i = 0; i < none->len; i++)
    cr_assert(g_array_index(none, struct tn_unmeasured, i).is_default ||
                  g_array_index(none, struct tn_unmeasured, i).is_unknown,
              "its own file lends nothing");
  tn_platform_free(imported);
  tn_platform_free(own);
  tn_platform_free(pf);
}

/* A single node depends on no network parameters, from a related platform or by default. */
Test(lent, of_a_single_node_is_nothing_of_a_network)
{
  GError *error = NULL;
  const char *const topology = "Package:2 [NUMANode] L3:1(size=4MiB) Core:2 PU:1";
  g_autofree char *text = tn_platform_import(topology, "cori-32", "one", ".", NULL, &error);
  cr_assert_not_null(text, "%s", error ? error->message : "");
  cr_assert_null(strstr(text, "network"), "%s", strstr(text, "network"));
  struct tn_platform *pf = tn_platform_load("synthetic:package:2 core:2 pu:1", "cori-32", &error);
  cr_assert_not_null(pf, "%s", error ? error->message : "");
  cr_assert_str_eq(tn_platform_param(pf, TN_P_NETWORK_LATENCY).source, "default");
  g_autoptr(GArray) lent = tn_unmeasured_of(pf, &error);
  cr_assert(lent && lent->len > 0, "%s", error ? error->message : "");
  for (guint i = 0; i < lent->len; i++) {
    const enum tn_param p = g_array_index(lent, struct tn_unmeasured, i).param;
    cr_assert_not(tn_param_is_of_network(p), "%s", tn_params[p].name);
  }
  tn_platform_free(pf);
}

Test(lent, has_a_measurement_for_every_property)
{
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const bool is_property = p != TN_P_RCACHE && p != TN_P_REGION_CACHE && p != TN_P_BARRIER_SKEW &&
                             p != TN_P_DEFAULT_RANKS;
    cr_assert_eq(tn_param_measured_by((enum tn_param)p) != NULL, is_property, "%s",
                 tn_params[p].name);
  }
}

/* Returns a matrix of the plain node (8 cores): 20 in an LLC, 60 in a package, 100 between
 * packages; in the first package everything except the LLC takes three times as long. */
static char *matrix(void)
{
  GString *s = g_string_new(NULL);
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) {
      const int ns = i / 2 == j / 2 ? 20 : i / 4 != j / 4 ? 100 : i < 4 ? 180 : 60;
      if (j < i)
        g_string_append_printf(s, "%d", ns);
      g_string_append(s, j < 7 ? "," : "\n");
    }
  }
  return g_string_free(s, FALSE);
}

/* Reads the lines of a valid matrix. */
static struct tn_fit_lines read_matrix(const struct tn_platform *pf, const char *text, gsize length)
{
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_pair));
  g_autoptr(GError) error = NULL;
  cr_assert(tn_fit_pairs_parse(pairs, pf, "m", text, length, &error), "%s",
            error ? error->message : "");
  return tn_fit_lines(pf, pairs);
}

Test(lines, take_the_least_of_symmetric_groups)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autofree char *text = matrix();
  const struct tn_fit_lines lines = read_matrix(pf, text, strlen(text));
  cr_assert_eq(lines.n_groups[TN_SAME_CORE], 0);
  cr_assert_float_eq(lines.latency[TN_SAME_LLC], 20e-9, 1e-15);
  cr_assert_float_eq(lines.asymmetry[TN_SAME_LLC], 0, 1e-12);
  cr_assert_float_eq(lines.latency[TN_SAME_NUMA], 60e-9, 1e-15);
  cr_assert_float_eq(lines.asymmetry[TN_SAME_NUMA], 2, 1e-12);
  cr_assert_eq(lines.n_groups[TN_SAME_NUMA], 2);
  cr_assert_float_eq(lines.latency[TN_OTHER_PACKAGE], 100e-9, 1e-15);
  tn_platform_free(pf);
}

/* A matrix of the plain node with units numbered across packages, even ones on the first. */
Test(lines, of_other_units_are_found)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  enum tn_distance near, far;
  double share;
  for (int crossed = 0; crossed < 2; crossed++) {
    g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_pair));
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < i; j++) {
        const int a = crossed ? i % 2 * 4 + i / 2 : i, b = crossed ? j % 2 * 4 + j / 2 : j;
        const struct tn_fit_pair pair = { i, j, a / 2 == b / 2 ? 20 : a / 4 == b / 4 ? 60 : 100 };
        g_array_append_val(pairs, pair);
      }
    const bool ordered = tn_fit_lines_ordered(pf, pairs, &near, &far, &share);
    cr_assert_eq(ordered, !crossed);
  }
  cr_assert_eq(near, TN_SAME_LLC);
  cr_assert_eq(far, TN_OTHER_PACKAGE);
  cr_assert_lt(share, 0.5);
  tn_platform_free(pf);
}

static void refuse_lines(const struct tn_platform *pf, const char *text, const char *message)
{
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_pair));
  GError *error = NULL;
  cr_assert_not(tn_fit_pairs_parse(pairs, pf, "m", text, strlen(text), &error));
  cr_assert(g_str_has_prefix(error->message, message), "\"%s\"", error->message);
  g_error_free(error);
}

Test(lines, refuse_with_place)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  refuse_lines(pf, "", "m:1: no latency");
  refuse_lines(pf, ",,\nx,,\n", "m:2: \"x\" is not a latency in ns");
  refuse_lines(pf, ",,\n-1,,\n", "m:2: \"-1\" is not a latency");
  refuse_lines(pf, "5,,\n", "m:1: a value on or above the diagonal");
  refuse_lines(pf, "\n1\n1\n1\n1\n1\n1\n1\n1\n", "m:9: the topology has no processing unit 8");
  tn_platform_free(pf);
}

/* Reads the points of a file "t" with this text. Returns the error, or NULL. */
static char *points_error(const struct tn_fit_source *source, const char *said, const char *text,
                          GArray *points, GString *summary)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GString) own = g_string_new(NULL);
  g_autofree char *folder = g_dir_make_tmp(NULL, NULL);
  g_autofree char *spec = g_strconcat("t", said ? ":" : "", said, NULL);
  cr_assert(folder && chdir(folder) == 0 && g_file_set_contents("t", text, -1, NULL));
  const bool ok = tn_fit_points_read(points, source, spec, summary ? summary : own, &error);
  cr_assert(unlink("t") == 0 && chdir("..") == 0 && rmdir(folder) == 0);
  return ok ? NULL : g_strdup(error->message);
}

static void refuse_points(const struct tn_fit_source *source, const char *said, const char *text,
                          const char *part)
{
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  g_autofree char *message = points_error(source, said, text, points, NULL);
  cr_assert_not_null(message, "accepted, want: %s", part);
  cr_assert(g_str_has_prefix(message, part), "\"%s\"", message);
}

Test(points, are_medians_by_distance)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  const struct tn_fit_source source = { "distance=where,peer=to,bytes=size", pf, false, NULL,
                                        NULL };
  g_autoptr(GString) summary = g_string_new(NULL);
  g_autofree char *message = points_error(&source, NULL,
                                          "where,to,size,us\nllc,1,8,3\nllc,1,8,1\nllc,1,8,2\n"
                                          "llc,3,8,5\n"
                                          "elsewhere,99,8,1\nmachine,7,0,1\nmachine,7,64.0,9\n",
                                          points, summary);
  cr_assert_null(message, "%s", message);
  cr_assert_eq(points->len, 3);
  cr_assert(g_str_has_prefix(summary->str, "t: 3 points, 2 rows skipped; "), "%s", summary->str);
  const struct tn_fit_point *p = (const struct tn_fit_point *)points->data;
  cr_assert_eq(p[0].distance, TN_SAME_LLC);
  cr_assert_float_eq(p[0].seconds, 2e-6, 1e-18);
  cr_assert_eq(p[1].distance, TN_SAME_NUMA, "the peer says more than the word");
  cr_assert_eq(p[2].distance, TN_OTHER_PACKAGE);
  tn_platform_free(pf);
}

/* Reads one row of messages under two columns of cores. */
static char *of_two_cores(const char *columns, int first, GArray *points, GString *why)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  const struct tn_fit_source source = { columns, pf, false, NULL, NULL };
  g_autofree char *text = g_strdup_printf("send,peer,bytes,us,loops\n%d,7,8,1,99\n", first);
  char *message = points_error(&source, NULL, text, points, why);
  tn_platform_free(pf);
  return message;
}

Test(points, of_two_columns_of_cores_are_told)
{
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  g_autoptr(GString) why = g_string_new(NULL);
  g_autofree char *refused = of_two_cores(NULL, 6, points, why);
  cr_assert_not_null(refused);
  cr_assert(strstr(refused, "t:2: send is 6: two columns of cores"), "%s", refused);
  cr_assert(strstr(refused, "--columns home=send"), "%s", refused);
  g_string_truncate(why, 0);
  cr_assert_null(of_two_cores(NULL, 0, points, why), "counted from 0, as peers are");
  cr_assert(strstr(why->str, "; t: columns of no known meaning: send, loops ("), "%s", why->str);
  cr_assert_null(of_two_cores("home=send", 6, points, why));
  const struct tn_fit_point *p = (const struct tn_fit_point *)points->data;
  cr_assert_eq(p[0].distance, TN_OTHER_PACKAGE);
  cr_assert_eq(p[1].distance, TN_SAME_LLC);
}

Test(points, in_other_units_are_refused)
{
  static const char *const wrong[] = { "llc,1,190\nllc,4096,700\n", "llc,1,0.0004\nllc,8,0.0004\n",
                                       "llc,1048576,90000\n", "llc,4194304,0.4\n" };
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  const struct tn_fit_source source = { NULL, pf, false, NULL, NULL };
  for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
    g_autofree char *text = g_strconcat("distance,bytes,us\n", wrong[i], NULL);
    g_autofree char *message = points_error(&source, NULL, text, points, NULL);
    cr_assert(message && strstr(message, "are the times in us?"), "%zu: %s", i, message);
    cr_assert_eq(points->len, 0);
  }
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  g_autoptr(GString) summary = g_string_new(NULL);
  g_autofree char *message = points_error(
      &source, NULL, "distance,bytes,us\nllc,1,0.2\nllc,2,900\nfar,1,1\nfar,2,1\nllc,4,0.2\n",
      points, summary);
  cr_assert_null(message, "one disturbed time is no unit");
  cr_assert(strstr(summary->str, "; distance \"far\" is not a class (core, llc, "), "%s",
            summary->str);
  tn_platform_free(pf);
}

Test(points, refuse_with_place)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  const struct tn_fit_source plain = { NULL, pf, true, NULL, NULL };
  const struct tn_fit_source no_column = { "size=x", pf, true, NULL, NULL };
  const char *fine = "distance,children,bytes,us\nllc,2,8,1\n";
  refuse_points(&plain, NULL, "bytes,us\n1,1\n", "t: how far apart were the ranks? ");
  refuse_points(&plain, NULL, "children,bytes,us\n1,1,1\n", "t: how far apart were the ranks? ");
  refuse_points(&plain, NULL, "distance,children,bytes,us\nllc,2,big,1\n",
                "t:2: size_bytes: \"big\"");
  refuse_points(&plain, NULL, "distance,children,bytes,us\nllc,2,8\n",
                "t:2: 3 fields, but the header");
  refuse_points(&no_column, NULL, fine, "--columns: no column \"size\"");
  refuse_points(&plain, NULL, "distance,children,us\nllc,2,8\n", "t:2: no column bytes (--columns");
  refuse_points(&plain, "distance=numa", fine, "t: no row has distance=numa");
  tn_platform_free(pf);
}

#define OSU_LATENCY                                                                                \
  "# OSU MPI Latency Test v7.3\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n"
#define OSU_BCAST "# OSU MPI Broadcast Latency Test v5.9\n# Size       Avg Latency(us)\n"
#define IMB_PINGPONG                                                                               \
  "# Benchmarking PingPong \n# #processes = 2 \n"                                                  \
  "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
#define IMB_BCAST                                                                                  \
  "# Benchmarking Bcast \n# #processes = 8 \n"                                                     \
  "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"

Test(texts, are_read_with_what_is_said_of_them)
{
  static const struct {
    const char *text, *said;
    bool is_tree;
    struct tn_fit_point expected;
    guint left_out;
  } cases[] = {
    { OSU_LATENCY "1  0.25\n1  0.35\n1  0.30\n",
      "distance=llc",
      false,
      { .distance = TN_SAME_LLC, .bytes = 1, .seconds = 0.30e-6 },
      0 },
    { IMB_PINGPONG "0 1000 0.20 0.00\n64 1000 0.40 152.59\n",
      "peer=4",
      false,
      { .distance = TN_OTHER_PACKAGE, .children = 0, .bytes = 64, .seconds = 0.40e-6 },
      1 },
    { OSU_LATENCY "8  0.25\n" OSU_BCAST "8  9.0\n",
      "distance=numa",
      false,
      { .distance = TN_SAME_NUMA, .children = 0, .bytes = 8, .seconds = 0.25e-6 },
      0 },
    { OSU_BCAST "8  9.0\n",
      "distance=machine,children=3",
      true,
      { .distance = TN_OTHER_PACKAGE, .children = 3, .bytes = 8, .seconds = 9e-6 },
      0 },
    { IMB_BCAST "8 1000 1.00 9.00 5.00\n",
      "distance=package",
      true,
      { .distance = TN_SAME_PACKAGE, .children = 7, .bytes = 8, .seconds = 5e-6 },
      0 },
  };
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
    const struct tn_fit_source source = { NULL, pf, cases[i].is_tree, NULL, NULL };
    g_autoptr(GString) summary = g_string_new(NULL);
    g_autofree char *message = points_error(&source, cases[i].said, cases[i].text, points, summary);
    g_autofree char *left_out = g_strdup_printf(", %u rows skipped", cases[i].left_out);
    cr_assert_null(message, "%s", message);
    cr_assert_eq(points->len, 1, "case %zu", i);
    const struct tn_fit_point *p = (const struct tn_fit_point *)points->data;
    cr_assert_eq(p->distance, cases[i].expected.distance, "case %zu", i);
    cr_assert_eq(p->children, cases[i].expected.children, "case %zu", i);
    cr_assert_float_eq(p->bytes, cases[i].expected.bytes, 0);
    cr_assert_float_eq(p->seconds, cases[i].expected.seconds, 1e-15, "case %zu", i);
    cr_assert(strstr(summary->str, left_out), "%s", summary->str);
  }
  tn_platform_free(pf);
}

Test(texts, are_refused_without_what_they_lack)
{
  double v[TN_N_PARAMS];
  struct tn_platform *pf = node(v);
  const struct tn_fit_source tree = { NULL, pf, true, NULL, NULL };
  refuse_points(&tree, NULL, OSU_BCAST "8  9.0\n", "t: how far apart were the ranks? ");
  refuse_points(&tree, "distance=machine", OSU_BCAST "8  9.0\n",
                "t: how many children has the tree? ");
  refuse_points(&tree, "distance=far,children=1", OSU_BCAST "8  9.0\n",
                "t: 0 points, 1 rows skipped; distance \"far\" is not a class");
  refuse_points(&tree, "peer=99", OSU_BCAST "8  9.0\n", "t:3: peer: the topology has no");
  refuse_points(&tree, "distance=llc,children=0", OSU_BCAST "8  9.0\n",
                "t: 0 points, 1 rows skipped");
  refuse_points(&tree, "distance=machine", OSU_BCAST "8  nine\n",
                "t: no rows in it; t: skipped: 1 line that is not a row (line 3)");
  tn_platform_free(pf);
}

/* Reads a file of tables, renaming its classes. Returns the number of points. */
static guint read_shared(GArray *points, struct tn_fit_source *source, const char *path,
                         bool is_tree)
{
  static const char *const words[] = { "^cache,",  "llc,",     "^core,",
                                       "package,", "^socket,", "machine," };
  const guint before = points->len;
  g_autoptr(GString) summary = g_string_new(NULL);
  g_autofree char *text = NULL;
  cr_assert(g_file_get_contents(path, &text, NULL, NULL));
  for (size_t i = 0; i < G_N_ELEMENTS(words); i += 2) {
    g_autoptr(GRegex) regex = g_regex_new(words[i], G_REGEX_MULTILINE, 0, NULL);
    char *const old = text;
    text = g_regex_replace_literal(regex, old, -1, 0, words[i + 1], 0, NULL);
    g_free(old);
  }
  source->is_tree = is_tree;
  g_autofree char *why = points_error(source, NULL, text, points, summary);
  cr_assert_null(why, "%s", why);
  cr_assert_not(strstr(summary->str, " 0 rows skipped"), "rows between nodes");
  return points->len - before;
}

Test(shared, epyc_settles_under_all_assumptions)
{
  g_autofree char *topology = tn_shared_data("topologies/epyc7h12-2s.xml");
  g_autofree char *messages = tn_shared_data("epyc7h12/p2p.csv");
  g_autofree char *trees = tn_shared_data("epyc7h12/nbft.csv");
  g_autofree char *spec = g_strconcat("synthetic:", topology, NULL);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_point));
  struct tn_platform *pf = tn_platform_load(spec, "broadwell", NULL);
  double v[TN_N_PARAMS];
  cr_assert(pf && tn_platform_resolve(pf, tn_platform_kernel(pf), NULL, v, NULL));
  struct tn_fit_source source = { "distance=mapby,peer=recv,bytes=size,us=latency,children=comm",
                                  pf, false, NULL, NULL };
  cr_assert_eq(read_shared(points, &source, messages, false), 4 * 23, "four distances");
  cr_assert_eq(read_shared(points, &source, trees, true), 127 * 21);
  for (int a = 0; a < TN_N_FIT_ASSUMPTIONS; a++) {
    const struct tn_fit fit = tn_fit(points, (enum tn_fit_assumption)a, v, lines_known(), false);
    cr_assert(fit.converged, "%s", tn_fit_assumption_names[a]);
    cr_assert_eq(fit.all[0].n, 4 * 23);
    /* ... with the remote penalty of a home (fit_queued.c) */
    cr_assert(fit.fitted[TN_P_COPY_RATE_CLASS + TN_SAME_PACKAGE].value *
                      (1 + v[TN_P_SHARED_REMOTE] * v[TN_P_LONE_REMOTE]) >
                  fit.fitted[TN_P_COPY_RATE_CLASS + TN_OTHER_PACKAGE].value,
              "farther is slower");
  }
  tn_platform_free(pf);
}

Test(shared, epyc_lines_lie_on_one_package)
{
  g_autofree char *topology = tn_shared_data("topologies/epyc7h12-2s.xml");
  g_autofree char *path = tn_shared_data("core-to-core/Dual_AMD_EPYC_7742_64-Core_Processor.csv");
  g_autofree char *spec = g_strconcat("synthetic:", topology, NULL);
  struct tn_platform *pf = tn_platform_load(spec, "broadwell", NULL);
  const char *name;
  gsize length;
  g_autofree char *text = tn_text_read(path, &name, &length, NULL);
  cr_assert(pf && text);
  const struct tn_fit_lines lines = read_matrix(pf, text, length);
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(struct tn_fit_pair));
  enum tn_distance near, far;
  double share;
  cr_assert(tn_fit_pairs_parse(pairs, pf, name, text, length, NULL));
  cr_assert(tn_fit_lines_ordered(pf, pairs, &near, &far, &share));
  for (int d = 1; d < TN_N_DISTANCES; d++)
    cr_assert_gt(lines.latency[d], lines.latency[d - 1]);
  cr_assert_eq(lines.n_groups[TN_SAME_PACKAGE], 2);
  cr_assert_gt(lines.asymmetry[TN_SAME_PACKAGE], 0.5, "the probed line lies on the other package");
  tn_platform_free(pf);
}

/* platforms/graviton3.xml claims to have the line of this file. */
Test(shared, graviton3_has_the_line_of_its_matrix)
{
  g_autofree char *path = tn_shared_data("core-to-core/AWS_Graviton3.csv");
  struct tn_platform *pf = tn_platform_load("graviton3", NULL, NULL);
  const struct tn_param_value line = tn_platform_param(pf, TN_P_LINE_LATENCY + TN_SAME_NUMA);
  const char *name;
  gsize length;
  g_autofree char *text = tn_text_read(path, &name, &length, NULL);
  cr_assert_not_null(text);
  const struct tn_fit_lines lines = read_matrix(pf, text, length);
  cr_assert_float_eq(lines.latency[TN_SAME_NUMA], line.value, 0.05e-9);
  cr_assert_float_eq(lines.error[TN_SAME_NUMA], line.error, 0.001);
  cr_assert_str_eq(line.source, "measured");
  tn_platform_free(pf);
}
