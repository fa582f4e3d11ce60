/* The scoreboard's machinery, with artificial claims. */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "perturb/moves.h"
#include "shared_data.h"
#include "verbs.h"

static struct tn_ask scatter(int throttle)
{
  return (struct tn_ask){ .collective = TN_SCATTER,
                          .algorithm = "throttled-read",
                          .params = { { "throttle", NULL, throttle } },
                          .size = 65536 };
}

static void judge_by_throttle(struct tn_judge *j)
{
  const struct tn_ask one = scatter(1), six = scatter(6);
  tn_require(j, tn_ask(j, &six)->avg < tn_ask(j, &one)->avg);
  tn_figure(j, "%s", "first");
  tn_figure(j, "%d", 2);
}

static void judge_the_contrary(struct tn_judge *j)
{
  const struct tn_ask one = scatter(1), six = scatter(6);
  tn_require(j, tn_ask(j, &six)->avg > tn_ask(j, &one)->avg);
}

/* Larger sizes first, then again: the order of requests must not mix up points. */
static void judge_by_size(struct tn_judge *j)
{
  static const size_t sizes[] = { 1 << 20, 4096, 65536, 4096 };
  double times[G_N_ELEMENTS(sizes)];
  for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
    struct tn_ask ask = scatter(4);
    ask.size = sizes[i];
    times[i] = tn_ask(j, &ask)->avg;
  }
  tn_require(j, times[1] < times[2] && times[2] < times[0]);
  tn_require(j, !(times[1] < times[3]) && !(times[3] < times[1]));
}

static void judge_what_is_not_there(struct tn_judge *j)
{
  const struct tn_ask ask = { .collective = TN_SCATTER, .algorithm = "sorcery", .size = 1 };
  tn_require(j, tn_ask(j, &ask)->avg < 0);
}

static void judge_by_values(struct tn_judge *j)
{
  const struct tn_ask here = scatter(4);
  struct tn_ask there = here;
  there.platform = "broadwell";
  there.ranks = 28;
  const double a = tn_ask_value(j, &here, TN_P_ALPHA), b = tn_ask_value(j, &there, TN_P_ALPHA);
  tn_figure(j, "%.2f %.2f", a * 1e6, b * 1e6);
  tn_require(j, tn_ask_model(j, &here) > a);
}

/* Judges with a parameter set (`set` may be NULL), and with parameters moved by their errors if `moved`. */
static GPtrArray *judge_with(void (*judge)(struct tn_judge *), const struct tn_override *set,
                             bool moved)
{
  static struct tn_claim claim;
  g_autoptr(GPtrArray) claims = g_ptr_array_new();
  claim = (struct tn_claim){ .id = "T1",
                             .paper = "cma",
                             .platform = "knl",
                             .ranks = 64,
                             .class = TN_PREDICTED,
                             .judge = judge };
  g_ptr_array_add(claims, &claim);
  struct tn_board *board = tn_board_new(tn_papers, claims, set, set != NULL, 2);
  cr_assert(tn_study_run(tn_board_study(board), NULL, NULL));
  if (moved)
    cr_assert(tn_study_run(tn_board_move(board), NULL, NULL));
  GPtrArray *judgements = tn_board_judge(board);
  tn_board_free(board);
  cr_assert_eq(judgements->len, 1);
  return judgements;
}

static GPtrArray *judge_one(void (*judge)(struct tn_judge *))
{
  return judge_with(judge, NULL, false);
}

static void expect(void (*judge)(struct tn_judge *), enum tn_verdict verdict, const char *figures)
{
  g_autoptr(GPtrArray) judgements = judge_one(judge);
  const struct tn_judgement *f = judgements->pdata[0];
  cr_expect_eq(f->verdict, verdict, "%s", tn_verdict_names[f->verdict]);
  cr_expect_str_eq(f->figures, figures);
}

Test(claims, verdicts)
{
  expect(judge_by_throttle, TN_HOLDS, "first; 2");
  expect(judge_the_contrary, TN_FAILS, "");
  expect(judge_by_size, TN_HOLDS, "");
  expect(judge_by_values, TN_HOLDS, "1.43 0.98");
}

/* Root, mapping, mechanism and buffers each give another point; two roots are two points. */
static void judge_by_circumstance(struct tn_judge *j)
{
  const struct tn_ask plain = { .collective = TN_BCAST, .algorithm = "knomial-p2p", .size = 65536 };
  struct tn_ask root = plain, mapping = plain, mechanism = plain, buffers = plain;
  root.root = 3;
  mapping.mapping = "pu";
  mechanism.mechanism = TN_JUST(TN_KNEM);
  buffers.buffers = TN_JUST(TN_BUFFERS_NEW);
  const double time = tn_ask(j, &plain)->avg;
  tn_figure(j, "%d %d %d %d", fabs(tn_ask(j, &root)->avg - time) > 0,
            fabs(tn_ask(j, &mapping)->avg - time) > 0,
            tn_ask(j, &mechanism)->avg<time, tn_ask(j, &buffers)->avg> time);
}

Test(claims, circumstances)
{
  expect(judge_by_circumstance, TN_HOLDS, "1 1 1 1");
}

/* Noise for half of the time, all within the calls. */
static struct tn_ask disturbed(void)
{
  return (struct tn_ask){
    .collective = TN_BCAST,
    .algorithm = "binomial",
    .size = 65536,
    .repetitions = 9,
    .protocol = TN_JUST(TN_IMB_OLD),
    .seed = 7,
    .noise = { .process = TN_NOISE_PERIODIC,
               .rate = 1000,
               .longest = 1e-3,
               .last_rank = INT_MAX,
               .phase = TN_PHASE_SPREAD,
               .spread = 1e-4 },
  };
}

static double disturbed_span;

static void judge_under_noise(struct tn_judge *j)
{
  const struct tn_ask noisy = disturbed();
  struct tn_ask quiet = noisy, seed = noisy, calls = noisy, protocol = noisy, spread = noisy;
  quiet.noise.longest = 0;
  seed.seed = 8;
  calls.repetitions = 8;
  protocol.protocol = TN_JUST(TN_OSU);
  spread.noise.spread = 0;
  const struct tn_ask *const others[] = { &seed, &calls, &protocol, &spread };
  disturbed_span = tn_ask(j, &noisy)->span;
  tn_require(j, tn_ask(j, &quiet)->span < disturbed_span);
  for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
    tn_figure(j, "%d", fabs(tn_ask(j, others[i])->span - disturbed_span) > 0);
}

/* A point with conditions of its own has the same time as in a study with these conditions. */
Test(claims, noise_seed_calls_and_protocol)
{
  struct tn_noise_source source = disturbed().noise;
  const struct tn_noises noise = { .sources = &source, .n = 1 };
  const struct tn_conditions conditions = {
    .law = TN_CLAIM_LAW, .protocol = TN_IMB_OLD, .repetitions = 9, .seed = 7, .noise = &noise
  };
  struct tn_platform *knl = tn_platform_load("knl", NULL, NULL);
  const struct tn_case asked = { .platform = knl,
                                 .kernel = TN_JUST(TN_KERNEL_PAPER),
                                 .algorithm = tn_method_find(TN_BCAST, "binomial"),
                                 .ranks = 64,
                                 .bytes = 65536 };
  struct tn_study *study = tn_study_new(&conditions);
  expect(judge_under_noise, TN_HOLDS, "1; 1; 1; 1");
  cr_assert(tn_study_add(study, &asked, NULL) && tn_study_run(study, NULL, NULL));
  cr_expect_float_eq(tn_study_outcome(study, 0)->result.span, disturbed_span, 0);
  tn_study_free(study);
  tn_platform_free(knl);
}

/* An error in a claim must not make it untestable. */
Test(claims, what_cannot_be_asked_for_is_an_error)
{
  expect(judge_what_is_not_there, TN_BROKEN, "no scatter \"sorcery\"");
}

/* knl's memory_bandwidth is assumed with a factor of 1.5; its alpha is from the paper, without error. */
static struct tn_ask pairwise(void)
{
  return (struct tn_ask){ .collective = TN_ALLTOALL, .algorithm = "pairwise", .size = 1 << 20 };
}

/* Between its time and that with memory slower by a factor of 1.5. */
#define LIMIT 33e-3

static void judge_depends_on_memory(struct tn_judge *j)
{
  const struct tn_ask ask = pairwise();
  tn_require_below(j, tn_ask(j, &ask)->avg, LIMIT);
  tn_figure(j, "%.1f", tn_ask(j, &ask)->avg * 1e3);
}

static void judge_is_far_from_it(struct tn_judge *j)
{
  const struct tn_ask ask = pairwise();
  tn_require_below(j, tn_ask(j, &ask)->avg, 2.5 * LIMIT);
}

static void judge_fails_far_from_it(struct tn_judge *j)
{
  const struct tn_ask ask = pairwise();
  tn_require_below(j, 2.5 * LIMIT, tn_ask(j, &ask)->avg);
}

static void expect_moved(void (*judge)(struct tn_judge *), enum tn_verdict verdict,
                         enum tn_verdict stock, const char *flips)
{
  g_autoptr(GPtrArray) judgements = judge_with(judge, NULL, true);
  const struct tn_judgement *f = judgements->pdata[0];
  cr_expect_eq(f->verdict, verdict, "%s", tn_verdict_names[f->verdict]);
  cr_expect_eq(f->stock, stock, "%s", tn_verdict_names[f->stock]);
  cr_expect_str_eq(f->flips, flips);
}

Test(claims, what_flips_within_an_error_is_undecided)
{
  expect(judge_depends_on_memory, TN_HOLDS, "30.2");
  expect_moved(judge_depends_on_memory, TN_UNDECIDED, TN_HOLDS,
               "memory_bandwidth=220GB/s, write_allocate=1");
  expect_moved(judge_is_far_from_it, TN_HOLDS, TN_HOLDS, "");
  expect_moved(judge_fails_far_from_it, TN_FAILS, TN_FAILS, "");
  expect_moved(judge_by_throttle, TN_HOLDS, TN_HOLDS, "");
}

/* Additional points of a claim that is already decided do not run again. */
static void judge_near_and_far(struct tn_judge *j)
{
  const struct tn_ask far = scatter(6);
  judge_depends_on_memory(j);
  tn_require_below(j, tn_ask(j, &far)->avg, 1);
}

static guint count_moved(void (*judge)(struct tn_judge *))
{
  const struct tn_claim claim = { .id = "T1",
                                  .paper = "cma",
                                  .platform = "knl",
                                  .ranks = 64,
                                  .class = TN_PREDICTED,
                                  .judge = judge };
  g_autoptr(GPtrArray) claims = g_ptr_array_new();
  g_ptr_array_add(claims, (void *)&claim);
  struct tn_board *board = tn_board_new(tn_papers, claims, NULL, 0, 2);
  cr_assert(tn_study_run(tn_board_study(board), NULL, NULL));
  const guint n = tn_study_n(tn_board_move(board));
  tn_board_free(board);
  return n;
}

Test(claims, what_cannot_flip_is_not_moved)
{
  const guint n = count_moved(judge_depends_on_memory);
  /* A fraction may have any effect: points run with write_allocate moved from 0, and llc_share to
   * both sides. */
  const guint n_shares = 3;
  cr_expect_gt(n, n_shares + 1);
  cr_expect_leq(count_moved(judge_near_and_far), n + n_shares);
  cr_expect_eq(count_moved(judge_is_far_from_it), n_shares);
}

static double times[3];

static void judge_times(struct tn_judge *j)
{
  struct tn_ask messages = pairwise();
  const struct tn_ask native = pairwise(), rooted = scatter(4);
  messages.algorithm = "pairwise-p2p";
  messages.size = 1 << 16;
  times[0] = tn_ask(j, &native)->avg;
  times[1] = tn_ask(j, &messages)->avg;
  times[2] = tn_ask(j, &rooted)->avg;
}

/* Points that cannot change a verdict are skipped because of this property. */
Test(claims, no_time_changes_more_than_its_parameter)
{
  static const struct tn_override halves[] = { { .param = TN_P_MEMORY_BANDWIDTH, .value = 165e9 },
                                               { .param = TN_P_COPY_RATE, .value = 1.645e9 },
                                               { .param = TN_P_PIN_TIME, .value = 0.5e-6 },
                                               { .param = TN_P_SEND_OVERHEAD, .value = 400e-9 },
                                               { .param = TN_P_LINE_LATENCY_NUMA,
                                                 .value = 182e-9 } };
  double stock[G_N_ELEMENTS(times)];
  g_ptr_array_unref(judge_one(judge_times));
  memcpy(stock, times, sizeof stock);
  for (size_t p = 0; p < G_N_ELEMENTS(halves); p++) {
    g_ptr_array_unref(judge_with(judge_times, &halves[p], false));
    for (size_t i = 0; i < G_N_ELEMENTS(times); i++) {
      cr_expect_leq(times[i] / stock[i], 2.02, "%zu %zu", p, i);
      cr_expect_geq(times[i] / stock[i], 1 / 2.02, "%zu %zu", p, i);
    }
  }
}

/* The value is used and not moved, since the user has set it. */
Test(claims, what_is_set_is_the_value)
{
  const struct tn_override slow = { .param = TN_P_MEMORY_BANDWIDTH, .value = 220e9 };
  g_autoptr(GPtrArray) judgements = judge_with(judge_depends_on_memory, &slow, true);
  const struct tn_judgement *f = judgements->pdata[0];
  cr_expect_eq(f->verdict, TN_FAILS, "%s", tn_verdict_names[f->verdict]);
  cr_expect_str_eq(f->flips, "");
}

Test(claims, parameters_move_by_their_errors)
{
  cr_expect_float_eq(tn_param_moved(TN_P_COPY_RATE, 9e9, 0.5, true), 13.5e9, 1);
  cr_expect_float_eq(tn_param_moved(TN_P_COPY_RATE, 5.5e9, 0.5, false), 3.67e9, 1);
  cr_expect_float_eq(tn_param_moved(TN_P_WRITE_ALLOCATE, 0, 1, true), 1, 1e-12);
  cr_expect_float_eq(tn_param_moved(TN_P_WRITE_ALLOCATE, 0, 1, false), 0, 1e-12);
  cr_expect_float_eq(tn_param_moved(TN_P_LLC_SHARE, 1, 0.5, false), 0.5, 1e-12);
  cr_expect_float_eq(tn_param_moved(TN_P_GAMMA_CROSS, 1.8, 1.2, false), 1, 1e-12);
}

/* Judges "up to 1.6 times" against results that reach only 1.2. */
static double gain, claimed_gain;

static void judge_gain(struct tn_judge *j)
{
  tn_require_gain(j, gain, claimed_gain);
}

static void expect_gain(double found, double claimed, enum tn_verdict verdict)
{
  gain = found;
  claimed_gain = claimed;
  expect(judge_gain, verdict, "");
}

Test(claims, gains_are_judged_without_the_one)
{
  expect_gain(1.2, 1.6, TN_FAILS);
  expect_gain(1.41, 1.6, TN_HOLDS);
  expect_gain(1.89, 1.6, TN_HOLDS);
  expect_gain(1.91, 1.6, TN_FAILS);
  expect_gain(3.66, 5, TN_FAILS);
  expect_gain(3.67, 5, TN_HOLDS);
}

/* Gains below 20 % are printed as "a little": 1.07 agrees with 1.0, but not with 1.3. */
Test(claims, small_gains_are_judged_within_what_is_printed)
{
  expect_gain(1.0, 1.07, TN_HOLDS);
  expect_gain(1.28, 1.07, TN_HOLDS);
  expect_gain(1.29, 1.07, TN_FAILS);
  expect_gain(0.89, 1.07, TN_FAILS);
}

static void expect_degree(void (*judge)(struct tn_judge *), int n_right, int n_points,
                          double factor)
{
  g_autoptr(GPtrArray) judgements = judge_one(judge);
  const struct tn_degree d = ((const struct tn_judgement *)judgements->pdata[0])->degree;
  cr_expect_eq(d.n_right, n_right, "%d", d.n_right);
  cr_expect_eq(d.n_points, n_points, "%d", d.n_points);
  cr_expect_float_eq(d.factor, factor, 1e-9, "%g", d.factor);
}

/* Claimed 2, 1.5 and 4 times: 4 is too large by 2, 0.5 by 3 and on the wrong side, 4 is right. */
static void judge_three_figures(struct tn_judge *j)
{
  tn_claimed(j, 4, 2);
  tn_claimed(j, 0.5, 1.5);
  tn_require_gain(j, 4, 4);
}

/* Wrong by 2 and by 4.5, in the same direction or not: sqrt(2 * 4.5), the mean of the logarithms. */
static void judge_two_figures(struct tn_judge *j)
{
  tn_claimed(j, 1, 2);
  tn_claimed(j, 4.5, 1);
}

/* A small gain where "clearly" is claimed fails, but its direction is right. */
static void judge_one_side(struct tn_judge *j)
{
  tn_require_below(j, 1, 2);
  tn_require_below(j, 2, 1);
  tn_require_least(j, 1.1, TN_CLAIM_CLEAR);
}

/* "Alike" has no direction; the best of several has neither a direction nor a figure. */
static void judge_no_side(struct tn_judge *j)
{
  tn_require_alike(j, 1.1);
  tn_require_best(j, 1.05);
  tn_require(j, true);
}

Test(claims, points_are_counted_whatever_the_verdict)
{
  expect_degree(judge_three_figures, 2, 3, 2);
  expect_degree(judge_two_figures, 0, 1, 3);
  expect_degree(judge_one_side, 2, 3, 0);
  expect_degree(judge_no_side, 0, 0, 1.1);
  expect_degree(judge_what_is_not_there, 0, 0, 0);
}

/* Throttled reads of 6 callers, the best on knl, and of one; twice as long by definition. */
#define THROTTLED(...) ITEM(.ask.algorithm = "throttled-read", .varied = "throttle", __VA_ARGS__)
#define SIX THROTTLED(.values = { 6 })
#define TWICE OVER(THROTTLED(.values = { 6 }, .times = 2)), UNDER(SIX)
#define EXACTLY(ratio) .low = (ratio)-1e-12, .high = (ratio) + 1e-12

static const struct {
  struct tn_requirement one;
  enum tn_verdict verdict;
  int n_right, n_points;
  const char *figures;
} cases[] = {
  { { TN_WITHIN, "same", OVER(SIX), UNDER(SIX), ALIKE },
    TN_HOLDS,
    0,
    0,
    "same 1.00 (4K) to 1.00 (4K)" },
  { { TN_WITHIN, NULL, TWICE, .low = 2.1, .high = 3, .claimed = 2.1, .claimed_to = 3 },
    TN_FAILS,
    2,
    2,
    "" },
  { { TN_ABOVE, "twice", TWICE, .from = 8192 }, TN_HOLDS, 1, 1, "twice 2.00 (8K)" },
  { { TN_BELOW, "%s: %.1f", TWICE, .style = TN_SAY_RATIO }, TN_FAILS, 0, 2, "4K: 2.0; 8K: 2.0" },
  { { TN_LEAST, NULL, TWICE, TN_SMALLEST, 2.5 }, TN_FAILS, 1, 1, "" },
  { { TN_LEAST, NULL, TWICE, TN_SMALLEST, 1.5 }, TN_HOLDS, 1, 1, "" },
  /* The claim's number, 1.5, as a lower limit. */
  { { TN_LEAST, NULL, TWICE, TN_SMALLEST }, TN_LOWER_LIMIT_MET, 1, 1, "" },
  { { TN_GAIN, "twice", TWICE, TN_LARGEST, .claimed = 2.2, .style = TN_SAY_LARGEST },
    TN_HOLDS,
    1,
    1,
    "twice up to 2.00 (4K)" },
  { { TN_GAIN, "%.1f", TWICE, TN_LARGEST, .claimed = 3, .style = TN_SAY_BARE },
    TN_FAILS,
    1,
    1,
    "2.0" },
  { { TN_GIVEN, NULL, TWICE }, TN_HOLDS, 0, 0, "" },
  { { TN_COUNT, "%lld", OVER(SIX), .want = { 63 } }, TN_HOLDS, 0, 0, "63" },
  { { TN_COUNT, "%lld %lld", OVER(THROTTLED(.values = { 6, 2 })), .counted = TN_CALLERS,
      .want = { 6, 3 } },
    TN_FAILS,
    0,
    0,
    "6 2" },
  /* The fastest of several, the slowest, those for the size, and one after the other. */
  { { TN_WITHIN, NULL, OVER(THROTTLED(.values = { 1, 6 })), UNDER(SIX), EXACTLY(1) },
    TN_HOLDS,
    0,
    0,
    "" },
  { { TN_WITHIN, NULL, OVER(THROTTLED(.values = { 1, 6 }, .slowest = true)),
      UNDER(THROTTLED(.values = { 1 })), EXACTLY(1) },
    TN_HOLDS,
    0,
    0,
    "" },
  { { TN_WITHIN, NULL,
      OVER(THROTTLED(.values = { 6 }, .since = 8192),
           THROTTLED(.values = { 6 }, .times = 2, .below = 8192)),
      UNDER(SIX), TN_SMALLEST, EXACTLY(1) },
    TN_HOLDS,
    0,
    0,
    "" },
  { { TN_ABOVE, NULL, OVER(SIX, THROTTLED(.values = { 6 }, .after = true)),
      UNDER(THROTTLED(.values = { 6 }, .times = 2)) },
    TN_HOLDS,
    2,
    2,
    "" },
};

/* The verbs of the tables, with a scatter of 4K and 8K on 64 ranks. */
Test(claims, rows_say_what_they_require)
{
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    const struct tn_requirement required[] = { cases[i].one, { .verb = TN_NO_VERB } };
    const struct tn_claim claim = { .id = "T1",
                                    .paper = "cma",
                                    ON("knl", 64),
                                    .class = TN_PREDICTED,
                                    .collective = TN_SCATTER,
                                    SIZES(4096, 8192, 2),
                                    .ratio = 1.5,
                                    .judge = tn_judge_required,
                                    .required = required };
    g_autoptr(GPtrArray) claims = g_ptr_array_new();
    g_ptr_array_add(claims, (void *)&claim);
    struct tn_board *board = tn_board_new(tn_papers, claims, NULL, 0, 2);
    cr_assert(tn_study_run(tn_board_study(board), NULL, NULL));
    g_autoptr(GPtrArray) judgements = tn_board_judge(board);
    const struct tn_judgement *f = judgements->pdata[0];
    cr_expect_eq(f->stock, cases[i].verdict, "%zu: %s", i, tn_verdict_names[f->stock]);
    cr_expect(f->degree.n_right == cases[i].n_right && f->degree.n_points == cases[i].n_points,
              "%zu: %d of %d", i, f->degree.n_right, f->degree.n_points);
    cr_expect_str_eq(f->figures, cases[i].figures, "%zu: %s", i, f->figures);
    tn_board_free(board);
  }
}

/* Counts judgements of two claims, of which one may repeat the other. */
static struct tn_tally count_two(const char *repeats)
{
  static struct tn_claim both[2];
  g_autoptr(GPtrArray) claims = g_ptr_array_new();
  for (int i = 0; i < 2; i++) {
    both[i] = (struct tn_claim){ .id = i ? "T2" : "T1",
                                 .paper = "cma",
                                 .class = TN_PREDICTED,
                                 .repeats = i ? repeats : NULL,
                                 .judge = i ? judge_three_figures : judge_one_side };
    g_ptr_array_add(claims, &both[i]);
  }
  struct tn_board *board = tn_board_new(tn_papers, claims, NULL, 0, 1);
  cr_assert(tn_study_run(tn_board_study(board), NULL, NULL));
  g_autoptr(GPtrArray) judgements = tn_board_judge(board);
  tn_board_free(board);
  cr_expect_eq(tn_judgements_count(judgements, "xhc", TN_PREDICTED).n_points, 0);
  return tn_judgements_count(judgements, "cma", TN_PREDICTED);
}

Test(claims, a_number_counts_once)
{
  const struct tn_tally apart = count_two(NULL), same = count_two("T1");
  cr_expect(apart.n_right == 4 && apart.n_points == 6 && apart.n_repeats == 0);
  cr_expect(apart.n[TN_HOLDS] == 1 && apart.n[TN_FAILS] == 1 && apart.n_one_sided == 1);
  cr_expect_float_eq(apart.factor, 2, 1e-9);
  cr_expect(same.n_right == 2 && same.n_points == 3 && same.n_repeats == 1);
  cr_expect(same.n[TN_HOLDS] == 0 && same.n[TN_FAILS] == 1 && same.n_one_sided == 1);
  cr_expect_float_eq(same.factor, 0, 0);
}

/* The mean over ranks is less than the longest time; first entry to last exit is not. */
static void judge_by_mean(struct tn_judge *j)
{
  const struct tn_ask ask = scatter(4);
  tn_require(j, tn_ask_time(j, &ask) < tn_ask(j, &ask)->max);
  tn_figure(j, "%d", tn_ask_time(j, &ask) < tn_ask(j, &ask)->max);
}

Test(claims, what_spans_judge_otherwise_is_undecided)
{
  g_autoptr(GPtrArray) judgements = judge_one(judge_by_mean);
  const struct tn_judgement *f = judgements->pdata[0];
  cr_expect_eq(f->verdict, TN_UNDECIDED);
  cr_expect_eq(f->stock, TN_HOLDS);
  cr_expect_str_eq(f->flips, "spans");
  cr_expect_str_eq(f->figures, "1; by spans: 0");
}

/* Results of the last run with moved parameters for power8's 160 ranks in C036, while they are valid. */
Test(claims, undecided_rows_are_recalled)
{
  static const struct tn_claim claim = { .id = "C036", .platform = "power8", .ranks = 160 };
  for (int v = TN_HOLDS; v <= TN_FAILS; v++) {
    struct tn_judgement judgement = { .claim = &claim,
                                      .verdict = (enum tn_verdict)v,
                                      .stock = (enum tn_verdict)v,
                                      .flips = g_strdup("spans") };
    g_autoptr(GPtrArray) judgements = g_ptr_array_new();
    g_ptr_array_add(judgements, &judgement);
    cr_expect_gt(strlen(tn_judgements_recall(judgements)), 0);
    cr_expect_eq(judgement.verdict, v == TN_HOLDS ? TN_UNDECIDED : TN_FAILS);
    cr_expect_str_eq(judgement.flips, v == TN_HOLDS ? "spans, gamma_cross=3.96" : "spans");
    g_free(judgement.flips);
  }
}

static GHashTable *set_of(const GArray *asked)
{
  GHashTable *set = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < asked->len; i++)
    g_hash_table_add(set, GUINT_TO_POINTER(g_array_index(asked, guint, i)));
  return set;
}

static bool is_within(GHashTable *few, GHashTable *many)
{
  GHashTableIter each;
  void *point;
  g_hash_table_iter_init(&each, few);
  while (g_hash_table_iter_next(&each, &point, NULL))
    if (!g_hash_table_contains(many, point))
      return false;
  return true;
}

static void collect_claim(const struct tn_claim *c, GPtrArray *claims)
{
  if (c->judge && c->ratio > 0)
    g_ptr_array_add(claims, (void *)c);
}

/* The same figure of the same points under another name is no further evidence. */
Test(claims, the_same_number_is_marked)
{
  g_autoptr(GPtrArray) claims = g_ptr_array_new();
  g_autoptr(GPtrArray) sets = g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_unref);
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    for (const struct tn_claim_table *t = p->tables; t->title; t++)
      for (const struct tn_claim *c = t->claims; c->id; c++)
        collect_claim(c, claims);
  struct tn_board *board = tn_board_new(tn_papers, claims, NULL, 0, 1);
  for (guint i = 0; i < claims->len; i++) {
    const struct tn_claim *c = claims->pdata[i];
    g_ptr_array_add(sets, set_of(board->asked->pdata[i]));
    for (guint k = 0; k < i; k++) {
      const struct tn_claim *d = claims->pdata[k];
      if (strcmp(c->id, d->id) != 0 && !(c->ratio < d->ratio) && !(c->ratio > d->ratio) &&
          (is_within(sets->pdata[i], sets->pdata[k]) || is_within(sets->pdata[k], sets->pdata[i])))
        cr_expect(c->repeats || d->repeats, "%s and %s on %s", d->id, c->id, c->platform);
    }
  }
  tn_board_free(board);
}

/* Texts must be valid cells of a table. */
static void check_texts(const struct tn_claim *c)
{
  const char *const texts[] = { c->text, c->note, c->margin, c->where, c->fitted };
  for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
    cr_expect(!texts[i] || !strpbrk(texts[i], "|\n"), "%s: breaks the table", c->id);
}

static void check_claim(const struct tn_claim *c, const struct tn_paper *paper)
{
  const bool judged = c->class != TN_DEFINITION && c->class != TN_UNTESTED;
  cr_expect(c->paper && c->where && c->text, "%s", c->id);
  cr_expect_str_eq(c->paper, paper->name, "%s", c->id);
  cr_expect(c->class < TN_N_CLASSES, "%s", c->id);
  cr_expect_eq(c->judge != NULL, judged, "%s", c->id);
  cr_expect_eq(c->platform != NULL && c->ranks > 0, judged, "%s", c->id);
  cr_expect_eq(c->fitted != NULL, c->class == TN_FITTED, "%s", c->id);
  cr_expect(judged || c->note, "%s: neither where it is defined nor why it is not tested", c->id);
  cr_expect(c->from <= c->to || c->to == 0, "%s", c->id);
  cr_expect(c->judge != tn_judge_required || c->required, "%s", c->id);
  for (const struct tn_requirement *one = c->required; one && one->verb; one++) {
    /* A number of the paper that is judged from one side only is a lower limit. */
    cr_expect(one->verb != TN_LEAST || (c->ratio > 0) != (one->low > 0), "%s", c->id);
    cr_expect(one->over && (one->under || one->verb == TN_COUNT || one->verb == TN_GIVEN), "%s",
              c->id);
  }
  cr_expect(!c->repeats || (judged && strcmp(c->repeats, c->id) != 0), "%s", c->id);
  check_texts(c);
}

static void for_each_claim(void (*check)(const struct tn_claim *, const struct tn_paper *))
{
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    for (const struct tn_claim_table *t = p->tables; t->title; t++)
      for (const struct tn_claim *c = t->claims; c->id; c++)
        check(c, p);
}

Test(claims, tables_are_sound)
{
  for_each_claim(check_claim);
}

/* Number of entries "C001", ..., [number - 1]; those up to "C228" were agreed on, by paper. */
enum { LAST_CMA = 83, LAST_XHC = 130, LAST_SPLIT = 155, LAST_KNEM = 199, LAST = 228, MOST = 999 };
static int n_entries[MOST], n_judged[MOST], last;

static const char *paper_of(int number)
{
  return number <= LAST_CMA     ? "cma"
         : number <= LAST_XHC   ? "xhc"
         : number <= LAST_SPLIT ? "split"
         : number <= LAST_KNEM  ? "knem"
                                : "adapt";
}

static void count_claim(const struct tn_claim *c, const struct tn_paper *paper)
{
  const int number = atoi(c->id + 1);
  cr_assert(c->id[0] == 'C' && strlen(c->id) == 4 && number >= 1 && number <= MOST, "%s", c->id);
  cr_expect(number > LAST || strcmp(paper->name, paper_of(number)) == 0, "%s", c->id);
  last = MAX(last, number);
  n_entries[number - 1]++;
  n_judged[number - 1] += c->judge != NULL;
}

/* Each is judged on at least one machine, or listed as not judged; of a claim in two parts, one may be. */
Test(claims, each_claim_has_its_class)
{
  for_each_claim(count_claim);
  for (int i = 0; i < last; i++) {
    cr_expect_gt(n_entries[i], 0, "C%03d", i + 1);
    cr_expect(n_judged[i] >= n_entries[i] - 1, "C%03d", i + 1);
  }
}

/* The agreed list of claims: the first field of each line. */
Test(claims, the_list_is_covered)
{
  g_autofree char *path = tn_shared_data("../claims.tsv");
  g_autofree char *text = NULL;
  int n = 0;
  cr_assert(g_file_get_contents(path, &text, NULL, NULL));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for_each_claim(count_claim);
  for (int i = 1; lines[i] && *lines[i]; i++) {
    g_auto(GStrv) cells = g_strsplit(lines[i], "\t", -1);
    const int number = atoi(cells[0] + 1);
    if (number < 1 || number > LAST)
      continue;
    cr_expect_gt(n_entries[number - 1], 0, "%s", cells[0]);
    n++;
  }
  cr_expect_eq(n, LAST);
}

/* The skeleton of a program of a hundred broadcasts, and its call as a point. */
static const struct tn_ask_program *program(const char *algorithm)
{
  static struct tn_ask_program ask;
  ask = (struct tn_ask_program){ .way = { .algorithm = algorithm, .ranks = 8 },
                                 .calls = { { TN_BCAST, 65536, 1, 0 } },
                                 .iterations = 100,
                                 .simulated = 2,
                                 .computation = 1e-3 };
  return &ask;
}

static void judge_a_program(struct tn_judge *j)
{
  const struct tn_program_sums sums = *tn_ask_program(j, program("direct-read"));
  const struct tn_program_sums slower = *tn_ask_program(j, program("direct-write"));
  tn_require(j, sums.inside > 0 && sums.waiting <= sums.inside && sums.inside < slower.inside);
  tn_require(j, sums.total > 0.1 && sums.total < 0.1 + 2 * sums.inside);
}

static void judge_no_program(struct tn_judge *j)
{
  tn_require(j, tn_ask_program(j, program("sorcery"))->inside < 0);
}

/* Like judge_depends_on_memory, for a program of one call. */
static void judge_programs_memory(struct tn_judge *j)
{
  const struct tn_ask_program ask = { .way.algorithm = "pairwise",
                                      .calls = { { TN_ALLTOALL, 1 << 20, 1, 0 } },
                                      .iterations = 1,
                                      .simulated = 1 };
  tn_require(j, tn_ask_program(j, &ask)->inside < LIMIT);
}

Test(claims, a_judge_may_ask_for_a_program)
{
  expect(judge_a_program, TN_HOLDS, "");
  expect(judge_no_program, TN_BROKEN, "no bcast \"sorcery\"");
  expect_moved(judge_programs_memory, TN_UNDECIDED, TN_HOLDS,
               "memory_bandwidth=220GB/s, write_allocate=1");
}
