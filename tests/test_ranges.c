/* Decisions under conditions: few ranges, only some that may win, a library beside, several arrivals,
 * and a search that leaves points out. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "decide/among.h"
#include "rows_text.h"
#include "tune/arrivals.h"
#include "tune/known.h"
#include "tune/search.h"
#include "tune/size_ranges.h"
#include "tune/tune.h"

enum { MOST_SIZES = 6, MOST_CHOICES = 4 };

/* A table without any order in it, some cells of which are not to be had. */
static void fill(double *loss, guint n_sizes, guint n_choices, struct tn_random *random)
{
  for (guint i = 0; i < n_sizes * n_choices; i++)
    loss[i] =
        tn_random_uniform(random) < 0.15 ? INFINITY : floor(8 * tn_random_uniform(random)) / 16;
  for (guint s = 0; s < n_sizes; s++)
    loss[s * n_choices + (guint)(tn_random_uniform(random) * n_choices)] = 0;
}

/* The least sum of all assignments of choices to sizes with at most `most` ranges, none of whose
 * cells is above `limit`; *ret_ranges: the fewest ranges that any of them has. */
static double brute(const double *loss, guint n_sizes, guint n_choices, guint most, double limit,
                    guint *ret_fewest)
{
  double least = INFINITY;
  guint total = 1;
  *ret_fewest = 0;
  for (guint s = 0; s < n_sizes; s++)
    total *= n_choices;
  for (guint code = 0; code < total; code++) {
    double sum = 0;
    guint n_ranges = 0, before = n_choices, rest = code;
    for (guint s = 0; s < n_sizes; s++, rest /= n_choices) {
      const guint c = rest % n_choices;
      const double cell = loss[s * n_choices + c];
      sum += cell > limit ? INFINITY : cell;
      n_ranges += c != before;
      before = c;
    }
    if (isinf(sum) || n_ranges > most)
      continue;
    if (*ret_fewest == 0 || n_ranges < *ret_fewest)
      *ret_fewest = n_ranges;
    least = fmin(least, sum);
  }
  return least;
}

static double sum_of(const GArray *cuts, const double *loss, guint n_sizes, guint n_choices)
{
  double sum = 0;
  guint next = 0;
  for (guint k = 0; k < cuts->len; k++) {
    const struct tn_size_range *cut = &g_array_index(cuts, struct tn_size_range, k);
    cr_assert_eq(cut->first, next);
    cr_assert(cut->last >= cut->first);
    for (guint s = cut->first; s <= cut->last; s++)
      sum += loss[s * n_choices + cut->choice];
    next = cut->last + 1;
  }
  cr_assert_eq(next, n_sizes);
  return sum;
}

Test(ranges, are_the_best_of_all_tables)
{
  struct tn_random random = tn_random_make(14, 0);
  for (int round = 0; round < 150; round++) {
    double loss[MOST_SIZES * MOST_CHOICES];
    const guint n_sizes = 1 + (guint)(tn_random_uniform(&random) * MOST_SIZES);
    const guint n_choices = 1 + (guint)(tn_random_uniform(&random) * MOST_CHOICES);
    const guint most = 1 + (guint)(tn_random_uniform(&random) * MOST_SIZES);
    guint fewest, fewest_within;
    fill(loss, n_sizes, n_choices, &random);
    const double least = brute(loss, n_sizes, n_choices, most, INFINITY, &fewest);
    g_autoptr(GArray) cuts = tn_ranges_cut(loss, n_sizes, n_choices, most, INFINITY);
    cr_assert_eq(cuts != NULL, isfinite(least));
    if (cuts) {
      cr_assert(cuts->len <= most);
      cr_assert_float_eq(sum_of(cuts, loss, n_sizes, n_choices), least, 1e-9);
    }
    brute(loss, n_sizes, n_choices, n_sizes, 0.25, &fewest_within);
    const double within = brute(loss, n_sizes, n_choices, fewest_within, 0.25, &fewest);
    g_autoptr(GArray) tight = tn_ranges_cut(loss, n_sizes, n_choices, 0, 0.25);
    cr_assert_not_null(tight);
    cr_assert_eq(tight->len, fewest_within);
    cr_assert_float_eq(sum_of(tight, loss, n_sizes, n_choices), within, 1e-9);
  }
}

#define HEADER                                                                                     \
  "source,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,buffers,"   \
  "noise,overrides,size_bytes,avg_us,span_us,calls,avg_low_us,avg_high_us,avg_p95_us\n"
#define FULL(algorithm, noise, overrides, size, avg, low, high, p95)                               \
  "sim,knl,paper,base,64,bcast," algorithm ",,cma,single,cold," noise "," overrides "," size       \
  "," avg "," avg ",20," low "," high "," p95 "\n"
#define ROW(algorithm, size, avg) FULL(algorithm, "none", "", size, avg, "", "", "")

static const struct tn_winner *winner(const GArray *winners, guint i)
{
  return &g_array_index(winners, struct tn_winner, i);
}

static const char three_sizes[] = HEADER ROW("chain", "1024", "10") ROW("linear", "1024", "11")
    ROW("library:ompi", "1024", "20") ROW("chain", "2048", "20") ROW("linear", "2048", "15")
        ROW("library:ompi", "2048", "15") ROW("chain", "4096", "40") ROW("linear", "4096", "44")
            ROW("library:ompi", "4096", "80");

Test(ranges, say_what_they_lose)
{
  g_autoptr(GPtrArray) rows = rows_of(three_sizes);
  struct tn_tune_terms terms = { .most_ranges = 1 };
  g_autoptr(GArray) one = tn_tune_by(rows, &terms, NULL);
  cr_assert_eq(one->len, 1);
  cr_assert_str_eq(winner(one, 0)->first->algorithm, "linear");
  cr_assert_eq(winner(one, 0)->last->size, 4096);
  cr_assert_eq(winner(one, 0)->n_sizes, 3);
  cr_assert_float_eq(winner(one, 0)->loss_max, 0.1, 1e-9);
  cr_assert_float_eq(winner(one, 0)->loss_sum, 0.2, 1e-9);
  terms = (struct tn_tune_terms){ .most_loss = 0.05 };
  g_autoptr(GArray) within = tn_tune_by(rows, &terms, NULL);
  cr_assert_eq(within->len, 3);
  /* Not to be had in so few: the best of so few. */
  terms = (struct tn_tune_terms){ .most_loss = 0.05, .most_ranges = 1 };
  g_autoptr(GArray) few = tn_tune_by(rows, &terms, NULL);
  cr_assert_eq(few->len, 1);
  cr_assert_float_eq(winner(few, 0)->loss_max, 0.1, 1e-9);
}

/* linear alone may win; the library's decision is held against it, chain is all that it has. */
static unsigned role(const void *data, const struct tn_row *row)
{
  (void)data;
  if (g_str_has_prefix(row->algorithm, "library:"))
    return TN_AS_BESIDE << TN_BESIDE_DEFAULT;
  return (unsigned)TN_AS_BESIDE << TN_BESIDE_ALL |
         (strcmp(row->algorithm, "linear") == 0 ? TN_AS_CHOICE
                                                : (unsigned)TN_AS_BESIDE << TN_BESIDE_NEAREST);
}

static double error_of_5_percent(const void *data, const struct tn_row *row)
{
  (void)data;
  (void)row;
  return 0.05;
}

Test(beside, holds_winners_against_a_library)
{
  g_autoptr(GPtrArray) rows = rows_of(three_sizes);
  const struct tn_tune_terms terms = { .role = role, .is_by_size = true };
  g_autoptr(GArray) winners = tn_tune_by(rows, &terms, NULL);
  cr_assert_eq(winners->len, 3);
  const struct tn_winner *w = winner(winners, 0);
  cr_assert_str_eq(w->first->algorithm, "linear");
  cr_assert_null(w->second);
  cr_assert_eq(w->n_candidates, 1);
  cr_assert_float_eq(w->beside[TN_BESIDE_DEFAULT].most, 20. / 11, 1e-9);
  cr_assert_str_eq(w->beside[TN_BESIDE_NEAREST].row->algorithm, "chain");
  cr_assert_float_eq(w->beside[TN_BESIDE_NEAREST].least, 10. / 11, 1e-9);
  cr_assert_str_eq(winner(winners, 1)->beside[TN_BESIDE_ALL].row->algorithm, "linear");
}

Test(doubt, is_of_noise_or_of_the_model)
{
  g_autoptr(GPtrArray) rows =
      rows_of(HEADER FULL("chain", "x", "", "1024", "10", "9.5", "10.5", "12")
                  FULL("linear", "x", "", "1024", "10.4", "10.2", "10.8", "11")
                      FULL("chain", "x", "", "2048", "10", "9.9", "10.1", "12")
                          FULL("linear", "x", "", "2048", "10.4", "10.3", "10.5", "11"));
  struct tn_tune_terms terms = { .known_error = error_of_5_percent };
  g_autoptr(GArray) winners = tn_tune_by(rows, &terms, NULL);
  cr_assert_eq(winner(winners, 0)->n_sizes, 2);
  cr_assert_eq(winner(winners, 0)->n_noise, 1);
  cr_assert_eq(winner(winners, 0)->n_error, 1);
  terms.known_error = NULL;
  g_autoptr(GArray) unknown = tn_tune_by(rows, &terms, NULL);
  cr_assert_eq(winner(unknown, 0)->n_error, 0);
  /* The worse mean has the better 95th percentile. */
  terms.objective = TN_OBJECTIVE_P95;
  g_autoptr(GArray) by_p95 = tn_tune_by(rows, &terms, NULL);
  cr_assert_str_eq(winner(by_p95, 0)->first->algorithm, "linear");
}

#define MOVED(algorithm, size, avg, low, high)                                                     \
  "sim,knl,paper,base,64,bcast," algorithm ",,cma,single,cold,none,," size "," avg "," low         \
  "," high "\n"

/* A lead of 5 % is one, unless next to nothing moves one past the other. */
Test(doubt, a_lead_that_jitter_takes_away_is_none)
{
  g_autoptr(GPtrArray) rows = rows_of(
      "source,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,"
      "buffers,noise,overrides,size_bytes,avg_us,jitter_low_us,jitter_high_us\n" MOVED(
          "chain", "1024", "10", "9.9", "10.4") MOVED("linear", "1024", "10.5", "10.3", "10.6")
          MOVED("chain", "2048", "10", "9.9", "10.2")
              MOVED("linear", "2048", "10.5", "10.3", "10.6") MOVED("chain", "4096", "10", "", "")
                  MOVED("linear", "4096", "10.5", "", ""));
  g_autoptr(GArray) winners = tn_tune(rows, TN_OBJECTIVE_AVG, NULL);
  cr_assert_eq(winners->len, 2);
  cr_assert_not(winner(winners, 0)->differs);
  cr_assert_eq(winner(winners, 0)->n_jitter, 1);
  cr_assert(winner(winners, 1)->differs);
  cr_assert_eq(winner(winners, 1)->n_sizes, 2);
}

Test(doubt, reads_known_errors)
{
  cr_assert_float_eq(tn_percentage_in("median 4 to 11 % by size and ranks, 99 % else"), 0.11, 0);
  cr_assert_float_eq(tn_percentage_in("7.5%"), 0.075, 1e-12);
  cr_assert(isnan(tn_percentage_in("not compared")));
  cr_assert(isnan(tn_percentage_in("some %")));
  cr_assert(isnan(tn_percentage_in(NULL)));
}

/* Whether the library has what a row does. */
static bool has(const char *library, const char *collective, const char *algorithm,
                const char *params)
{
  struct tn_among among;
  struct tn_row *row = tn_row_new();
  cr_assert(tn_among_find("--among", library, &among, NULL), "%s", library);
  tn_row_name(&row->collective, collective);
  tn_row_name(&row->algorithm, algorithm);
  tn_values_set(&row->params, params);
  g_autofree char *why = tn_among_refusal(&among, row);
  tn_row_free(row);
  return !why;
}

Test(among, is_what_the_library_can_be_told)
{
  cr_assert(has("ompi-5.0", "bcast", "chain", "fanout=4;segment=8192"));
  cr_assert_not(has("ompi-5.0", "bcast", "direct-read", ""));
  cr_assert_not(has("ompi-4.1", "alltoall", "linear-sync", "requests=4"));
  cr_assert(has("ompi-5.0", "alltoall", "linear-sync", "requests=4"));
  cr_assert(has("mpich", "bcast", "binomial", "segment=0"));
  cr_assert_not(has("mpich", "bcast", "chain", "fanout=4;segment=0"));
  cr_assert(has("xhc", "bcast", "xhc-tree", ""));
  cr_assert_not(has("xhc", "bcast", "binomial", "segment=0"));
  cr_assert(has("ucc", "bcast", "sag-knomial", ""));
  cr_assert_not(has("ucc", "bcast", "chain", "fanout=4;segment=0"));
}

Test(among, knows_decisions_of_its_own)
{
  static const char *const libraries[] = { "ompi",  "ompi-4.1",  "ompi-5.0",  "ompi-6.0",
                                           "mpich", "mpich-4.0", "mpich-4.3", "mpich-5.0",
                                           "ucc",   "xhc" };
  for (gsize i = 0; i < G_N_ELEMENTS(libraries); i++) {
    struct tn_among among;
    cr_assert(tn_among_find("--among", libraries[i], &among, NULL));
    cr_assert_not_null(tn_among_own(&among, "bcast"), "%s", libraries[i]);
    cr_assert(has(libraries[i], "bcast", among.chooser, ""), "%s", libraries[i]);
  }
  struct tn_among among;
  g_autoptr(GError) error = NULL;
  cr_assert_not(tn_among_find("--among", "lam", &among, &error));
  cr_assert(strstr(error->message, "--among: no library \"lam\" (there are: ompi-4.1, "), "%s",
            error->message);
}

/* Simulated calls that nothing disturbs have no 95th percentile worth the name. */
Test(objective, of_a_percentile_needs_noise)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER FULL("chain", "none", "", "1024", "10", "", "", "12"));
  const struct tn_tune_terms terms = { .objective = TN_OBJECTIVE_P95 };
  g_autoptr(GError) error = NULL;
  cr_assert_null(tn_tune_by(rows, &terms, &error));
  cr_assert(strstr(error->message, "no avg_p95_us"), "%s", error->message);
}

#define LATE "\"arrival=late(0,1us)\""
Test(arrivals, take_the_worst_of_each)
{
  g_autoptr(GPtrArray) rows =
      rows_of(HEADER FULL("chain", "none", "", "1024", "10", "", "", "")
                  FULL("linear", "none", "", "1024", "12", "", "", "")
                      FULL("linear", "none", LATE, "1024", "14", "", "", "")
                          FULL("chain", "none", LATE, "1024", "20", "", "", "")
                              FULL("binary", "none", LATE, "1024", "1", "", "", ""));
  struct tn_worst_arrivals *worst = tn_worst_arrivals_new(rows, NULL);
  cr_assert_eq(worst->all->len, 2);
  cr_assert_str_eq(worst->all->pdata[0], "barrier");
  cr_assert_eq(worst->n_left, 1);
  cr_assert_eq(worst->rows->len, 2);
  g_autoptr(GArray) winners = tn_tune(worst->rows, TN_OBJECTIVE_AVG, NULL);
  cr_assert_eq(winners->len, 1);
  cr_assert_str_eq(winner(winners, 0)->first->algorithm, "linear");
  cr_assert_float_eq(winner(winners, 0)->first->avg, 14e-6, 1e-15);
  tn_worst_arrivals_free(worst);
  g_autoptr(GError) error = NULL;
  g_ptr_array_set_size(rows, 1);
  cr_assert_null(tn_worst_arrivals_new(rows, &error));
  cr_assert(strstr(error->message, "one arrival"), "%s", error->message);
}

enum { FAMILIES = 6, MEMBERS = 5, SIZES = 9, POINTS = FAMILIES * MEMBERS * SIZES };

/* Times with a start-up and a slope by family and member, as those of algorithms are. */
static void make_times(struct tn_search_point *points, double *time, struct tn_random *random)
{
  guint n = 0;
  for (guint f = 0; f < FAMILIES; f++) {
    const double start = 1e-6 * exp(5 * tn_random_uniform(random));
    const double slope = 1e-10 * exp(5 * tn_random_uniform(random));
    for (guint m = 0; m < MEMBERS; m++)
      for (guint s = 0; s < SIZES; s++, n++) {
        const int64_t size = INT64_C(64) << 2 * s;
        points[n] = (struct tn_search_point){
          .family = f, .choice = f * MEMBERS + m, .size = size, .form = NAN
        };
        time[n] = start * (1 + 0.2 * m) + slope * (double)size * (1 + 0.3 * (MEMBERS - m));
      }
  }
}

/* Runs the search against known times; the number of points that it wanted, and the largest loss. */
static guint search(const struct tn_search_point *points, guint n, const double *all,
                    double *ret_loss, bool *ran)
{
  struct tn_search *s = tn_search_new(points, n);
  double *time = g_new(double, n);
  bool *wanted = g_new0(bool, n);
  guint n_run = 0;
  for (guint i = 0; i < n; i++)
    time[i] = NAN;
  memset(ran, 0, n * sizeof *ran);
  while (tn_search_next(s, time, wanted))
    for (guint i = 0; i < n; i++)
      if (wanted[i]) {
        cr_assert_not(ran[i]);
        ran[i] = true;
        time[i] = all[i];
        n_run++;
      }
  *ret_loss = 0;
  for (guint i = 0; i < n; i++) {
    double best = INFINITY, found = INFINITY;
    for (guint k = 0; k < n; k++) {
      if (points[k].size != points[i].size)
        continue;
      best = fmin(best, all[k]);
      found = ran[k] ? fmin(found, all[k]) : found;
    }
    *ret_loss = fmax(*ret_loss, found / best - 1);
  }
  tn_search_free(s);
  g_free(time);
  g_free(wanted);
  return n_run;
}

Test(search, finds_winners_of_smooth_times)
{
  struct tn_random random = tn_random_make(3, 0);
  struct tn_search_point points[POINTS];
  double time[POINTS], loss;
  bool ran[POINTS], again[POINTS];
  for (int round = 0; round < 20; round++) {
    make_times(points, time, &random);
    const guint n_run = search(points, POINTS, time, &loss, ran);
    cr_assert(loss <= 0.01, "round %d loses %g", round, loss);
    cr_assert(n_run < POINTS * 3 / 4, "%u of %d", n_run, POINTS);
    search(points, POINTS, time, &loss, again);
    cr_assert_eq(memcmp(ran, again, sizeof ran), 0);
  }
}

/* Loss of each point of make_times, by size and choice; INFINITY where `ran` says that it was not
 * run (NULL: all were). */
static void fill_losses(const struct tn_search_point *points, const double *time, const bool *ran,
                        double *loss)
{
  for (guint i = 0; i < POINTS; i++) {
    double best = INFINITY;
    for (guint k = 0; k < POINTS; k++)
      if (points[k].size == points[i].size)
        best = fmin(best, time[k]);
    const guint size = i % SIZES, choice = i / SIZES;
    loss[size * FAMILIES * MEMBERS + choice] = ran && !ran[i] ? INFINITY : time[i] / best - 1;
  }
}

/* Of the losses, and a thousand for each range. */
static double sum_of_table(const double *loss, guint most, double limit)
{
  GArray *cuts = tn_ranges_cut(loss, SIZES, FAMILIES * MEMBERS, most, limit);
  double sum = 0;
  if (!cuts)
    cuts = tn_ranges_cut(loss, SIZES, FAMILIES * MEMBERS, most, INFINITY);
  sum += 1000 * cuts->len;
  for (guint k = 0; k < cuts->len; k++) {
    const struct tn_size_range *cut = &g_array_index(cuts, struct tn_size_range, k);
    for (guint s = cut->first; s <= cut->last; s++)
      sum += loss[s * FAMILIES * MEMBERS + cut->choice];
  }
  g_array_unref(cuts);
  return sum;
}

/* Nothing that was left out would make a better table of ranges, and not all is run for it. */
Test(search, finds_tables_of_few_ranges)
{
  struct tn_random random = tn_random_make(5, 0);
  struct tn_search_point points[POINTS];
  double time[POINTS], known[POINTS], all[POINTS], some[POINTS], loss;
  bool ran[POINTS], wanted[POINTS];
  guint n_run = 0, n_more = 0;
  for (int round = 0; round < 20; round++) {
    const guint most = 1 + (guint)round % 4;
    const double limit = round % 3 ? INFINITY : 4.0;
    make_times(points, time, &random);
    search(points, POINTS, time, &loss, ran);
    for (guint i = 0; i < POINTS; i++)
      known[i] = ran[i] ? time[i] : NAN;
    while (tn_search_ranges(points, POINTS, known, ran, most, limit, wanted))
      for (guint i = 0; i < POINTS; i++) {
        cr_assert_not(wanted[i] && ran[i]);
        known[i] = wanted[i] ? time[i] : known[i];
        n_more += wanted[i];
        ran[i] = ran[i] || wanted[i];
      }
    for (guint i = 0; i < POINTS; i++)
      n_run += ran[i];
    fill_losses(points, time, NULL, all);
    fill_losses(points, time, ran, some);
    cr_assert_float_eq(sum_of_table(some, most, limit), sum_of_table(all, most, limit), 1e-9,
                       "round %d", round);
  }
  cr_assert(n_more > 0);
  cr_assert(n_run < 20 * POINTS * 3 / 4, "%u of %d", n_run, 20 * POINTS);
}

/* What has no form is never discarded by forms, what is to be run always is, and a family whose
 * members fail is tried on. */
Test(search, discards_nothing_blindly)
{
  struct tn_search_point points[] = {
    { .family = 0, .choice = 0, .size = 1024, .form = 1e-6 },
    { .family = 1, .choice = 1, .size = 1024, .form = 5e-6 },
    { .family = 2, .choice = 2, .size = 1024, .form = NAN },
    { .family = 3, .choice = 3, .size = 1024, .form = 9e-6, .always = true },
    { .family = 4, .choice = 4, .size = 1024, .form = NAN },
    { .family = 4, .choice = 5, .size = 1024, .form = NAN },
    { .family = 4, .choice = 6, .size = 1024, .form = NAN },
  };
  const double time[] = { 1, 1, 1, 1, NAN, 0.5, NAN };
  bool ran[G_N_ELEMENTS(points)];
  double loss;
  cr_assert_eq(search(points, G_N_ELEMENTS(points), time, &loss, ran), 6);
  cr_assert_not(ran[1]);
  cr_assert_float_eq(loss, 0, 0);
}
