/* Decisions under conditions: few ranges, a subset that may win, a library to compare with. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "decide/library_rows.h"
#include "rows_text.h"
#include "tune/known_errors.h"
#include "tune/size_ranges.h"
#include "tune/tune.h"

enum { MAX_SIZES = 6, MAX_CHOICES = 4 };

/* Fills a table with random values; some cells are missing. */
static void fill(double *loss, guint n_sizes, guint n_choices, struct tn_random *random)
{
  for (guint i = 0; i < n_sizes * n_choices; i++)
    loss[i] =
        tn_random_uniform(random) < 0.15 ? INFINITY : floor(8 * tn_random_uniform(random)) / 16;
  for (guint s = 0; s < n_sizes; s++)
    loss[s * n_choices + (guint)(tn_random_uniform(random) * n_choices)] = 0;
}

/* Returns the smallest sum over all assignments of choices to sizes with at most `most` ranges and
 * all cells up to `limit`. *ret_fewest: smallest number of ranges of such an assignment. */
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
    double loss[MAX_SIZES * MAX_CHOICES];
    const guint n_sizes = 1 + (guint)(tn_random_uniform(&random) * MAX_SIZES);
    const guint n_choices = 1 + (guint)(tn_random_uniform(&random) * MAX_CHOICES);
    guint fewest, fewest_within;
    fill(loss, n_sizes, n_choices, &random);
    const double least = brute(loss, n_sizes, n_choices, n_sizes, INFINITY, &fewest);
    g_autoptr(GArray) cuts = tn_ranges_cut(loss, n_sizes, n_choices, INFINITY);
    cr_assert_float_eq(sum_of(cuts, loss, n_sizes, n_choices), least, 1e-9);
    /* No table is within the limit. */
    g_autoptr(GArray) beyond = tn_ranges_cut(loss, n_sizes, n_choices, -1);
    cr_assert_eq(beyond->len, cuts->len);
    brute(loss, n_sizes, n_choices, n_sizes, 0.25, &fewest_within);
    const double within = brute(loss, n_sizes, n_choices, fewest_within, 0.25, &fewest);
    g_autoptr(GArray) tight = tn_ranges_cut(loss, n_sizes, n_choices, 0.25);
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
  struct tn_tune_terms terms = { .most_loss = 0.12 };
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
}

/* Only linear may win; it is compared with the library's decision; the library has only chain. */
static unsigned role(const void *data, const struct tn_row *row)
{
  (void)data;
  if (g_str_has_prefix(row->algorithm, "library:"))
    return TN_AS_BASELINE << TN_BASELINE_DEFAULT;
  return (unsigned)TN_AS_BASELINE << TN_BASELINE_ALL |
         (strcmp(row->algorithm, "linear") == 0 ? TN_AS_CHOICE
                                                : (unsigned)TN_AS_BASELINE << TN_BASELINE_NEAREST);
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
  cr_assert_float_eq(w->baseline[TN_BASELINE_DEFAULT].most, 20. / 11, 1e-9);
  cr_assert_str_eq(w->baseline[TN_BASELINE_NEAREST].row->algorithm, "chain");
  cr_assert_float_eq(w->baseline[TN_BASELINE_NEAREST].least, 10. / 11, 1e-9);
  cr_assert_str_eq(winner(winners, 1)->baseline[TN_BASELINE_ALL].row->algorithm, "linear");
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
  /* The choice with the worse mean has the better 95th percentile. */
  terms.objective = TN_OBJECTIVE_P95;
  g_autoptr(GArray) by_p95 = tn_tune_by(rows, &terms, NULL);
  cr_assert_str_eq(winner(by_p95, 0)->first->algorithm, "linear");
}

#define MOVED(algorithm, size, avg, low, high)                                                     \
  "sim,knl,paper,base,64,bcast," algorithm ",,cma,single,cold,none,," size "," avg "," low         \
  "," high "\n"

/* A lead of 5 % counts, unless jitter makes the other one win. */
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

/* Returns true if the library can run the row's algorithm. */
static bool has(const char *library, const char *collective, const char *algorithm,
                const char *params)
{
  struct tn_library_rows library_rows;
  struct tn_row *row = tn_row_new();
  cr_assert(tn_library_rows_find("--for", library, &library_rows, NULL), "%s", library);
  tn_row_name(&row->collective, collective);
  tn_row_name(&row->algorithm, algorithm);
  tn_values_set(&row->params, params);
  g_autofree char *why = tn_library_rows_refusal(&library_rows, row);
  tn_row_free(row);
  return !why;
}

Test(library_rows, is_what_the_library_can_be_told)
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

Test(library_rows, knows_decisions_of_its_own)
{
  static const char *const libraries[] = { "ompi",  "ompi-4.1",  "ompi-5.0",  "ompi-6.0",
                                           "mpich", "mpich-4.0", "mpich-4.3", "mpich-5.0",
                                           "ucc",   "xhc" };
  for (gsize i = 0; i < G_N_ELEMENTS(libraries); i++) {
    struct tn_library_rows library_rows;
    cr_assert(tn_library_rows_find("--for", libraries[i], &library_rows, NULL));
    cr_assert_not_null(tn_library_rows_decision(&library_rows, "bcast"), "%s", libraries[i]);
    cr_assert(has(libraries[i], "bcast", tn_releases[library_rows.target].own, ""), "%s",
              libraries[i]);
  }
  struct tn_library_rows library_rows;
  g_autoptr(GError) error = NULL;
  cr_assert_not(tn_library_rows_find("--for", "lam", &library_rows, &error));
  cr_assert(strstr(error->message, "--for: no library \"lam\" (there are: ompi-4.1, "), "%s",
            error->message);
}

/* Simulated calls without noise have no 95th percentile. */
Test(objective, of_a_percentile_needs_noise)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER FULL("chain", "none", "", "1024", "10", "", "", "12"));
  const struct tn_tune_terms terms = { .objective = TN_OBJECTIVE_P95 };
  g_autoptr(GError) error = NULL;
  cr_assert_null(tn_tune_by(rows, &terms, &error));
  cr_assert(strstr(error->message, "no avg_p95_us"), "%s", error->message);
}
