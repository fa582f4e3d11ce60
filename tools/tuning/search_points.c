#include "field.h"

#include <math.h>
#include <string.h>

#include "run_points.h"
#include "signals.h"
#include "study/closed_form.h"
#include "study/study_rows.h"
#include "tune/search.h"

/* The number of a text, a new one if need be. */
static guint number_of(GHashTable *known, char *text)
{
  gpointer number;
  if (g_hash_table_lookup_extended(known, text, NULL, &number)) {
    g_free(text);
    return GPOINTER_TO_UINT(number);
  }
  const guint fresh = g_hash_table_size(known);
  g_hash_table_insert(known, text, GUINT_TO_POINTER(fresh));
  return fresh;
}

/* What the search is for, and the numbers of what it has met. */
struct survey {
  const struct tn_tune_page *page;
  const char *reference; /* an algorithm; NULL: none */
  GHashTable *tables, *groups, *families, *choices;
};

/* What the library can be told to do, and its own decision. */
static void ask_library(const struct tn_among *library, const struct tn_point *p,
                        const char *params, bool *ret_has, bool *ret_is_own)
{
  struct tn_row *row = tn_row_new();
  tn_row_name(&row->collective, tn_collective_names[p->call.collective]);
  tn_row_name(&row->algorithm, p->algorithm->name);
  tn_values_set(&row->params, params);
  g_autofree char *why = tn_among_refusal(library, row);
  *ret_has = !why;
  *ret_is_own = tn_among_is_own(library, row);
  tn_row_free(row);
}

static struct tn_search_point describe(const struct survey *s, const struct tn_point *p)
{
  const struct tn_tune_page *page = s->page;
  g_autofree char *params = tn_point_params(p);
  struct tn_search_point ret = { .size = (int64_t)p->call.block, .form = NAN };
  struct tn_cost cost;
  bool has_it = false, is_own = false;
  if (page->library)
    ask_library(page->library, p, params, &has_it, &is_own);
  char *context = g_strdup_printf(
      "%p %p %d %d %d %d %d %d", (const void *)p->setup, (const void *)p->places, (int)p->backing,
      (int)p->buffers, (int)p->call.collective, p->call.n_ranks, p->call.root, p->call.in_place);
  ret.group = number_of(s->groups, g_strdup_printf("%s %d", context, has_it));
  ret.table = number_of(s->tables, context);
  /* Compositions are made of different algorithms: parameters tell nothing of each other. */
  ret.family =
      number_of(s->families, g_strdup_printf("%s %d %s", p->algorithm->name, (int)p->mechanism,
                                             p->algorithm->composed ? params : ""));
  ret.choice = number_of(
      s->choices, g_strdup_printf("%s %d %s", p->algorithm->name, (int)p->mechanism, params));
  ret.decides = p->algorithm->decide != NULL;
  ret.always = ret.decides || (s->reference && strcmp(p->algorithm->name, s->reference) == 0);
  ret.is_beside = is_own || (page->is_among && !has_it);
  if (tn_closed_form(p, &cost))
    ret.form = tn_cost_sum(&cost);
  return ret;
}

static GHashTable *numbers_new(void)
{
  return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

/* Of each point of the plan what a search has to know. Transfer full. */
static struct tn_search_point *describe_all(const struct tn_results *results,
                                            const struct tn_tune_page *page)
{
  const struct tn_study *study = results->plan->study;
  const struct survey s = { .page = page,
                            .reference = results->plan->reference,
                            .tables = numbers_new(),
                            .groups = numbers_new(),
                            .families = numbers_new(),
                            .choices = numbers_new() };
  const guint n = tn_study_n(study);
  struct tn_search_point *points = g_new(struct tn_search_point, n + 1);
  for (guint i = 0; i < n; i++)
    points[i] = describe(&s, tn_study_point(study, i));
  g_hash_table_unref(s.tables);
  g_hash_table_unref(s.groups);
  g_hash_table_unref(s.families);
  g_hash_table_unref(s.choices);
  return points;
}

/* Runs the wanted points; their outcomes go to those of the plan's study. */
static bool run_wanted(struct tn_results *results, const bool *wanted)
{
  const struct tn_study *all = results->plan->study;
  struct tn_study *some = tn_study_new(tn_study_conditions(all));
  guint n = 0;
  for (guint i = 0; i < tn_study_n(all); i++)
    if (wanted[i])
      tn_study_take(some, tn_study_point(all, i));
  const bool ok = tn_run_study(some);
  for (guint i = 0; i < tn_study_n(all); i++) {
    if (!wanted[i])
      continue;
    struct tn_outcome *outcome = &tn_study_outcomes(some)[n++];
    results->outcome[i] = *outcome;
    *outcome = (struct tn_outcome){ 0 };
  }
  tn_study_free(some);
  return ok;
}

static void note_times(double *time, const struct tn_results *results, const bool *wanted,
                       enum tn_objective objective)
{
  for (guint i = 0; i < tn_study_n(results->plan->study); i++)
    if (wanted[i] && results->outcome[i].state == TN_DONE)
      time[i] = tn_study_time(results->plan->study, i, objective);
}

/* The times of what was run, and what that was. */
struct known {
  double *time; /* [n] NAN: not known, or failed */
  bool *is_run; /* [n] */
};

static bool run_step(struct tn_results *results, const bool *wanted, const struct known *known,
                     enum tn_objective objective)
{
  const bool ok = run_wanted(results, wanted);
  for (guint i = 0; i < tn_study_n(results->plan->study); i++)
    known->is_run[i] = known->is_run[i] || wanted[i];
  note_times(known->time, results, wanted, objective);
  return ok;
}

bool tn_search_points(struct tn_results *results, const struct tn_tune_request *request,
                      char **ret_says)
{
  const struct tn_tune_page *page = &request->page;
  const guint n = tn_study_n(results->plan->study);
  const double limit = page->most_loss > 0 ? page->most_loss : INFINITY;
  g_autofree struct tn_search_point *points = describe_all(results, page);
  g_autofree double *time = g_new(double, n + 1);
  g_autofree bool *wanted = g_new0(bool, n + 1), *is_run = g_new0(bool, n + 1);
  const struct known known = { time, is_run };
  struct tn_search *search = tn_search_new(points, n);
  guint n_run = 0;
  bool ok = true;
  for (guint i = 0; i < n; i++)
    time[i] = NAN;
  while (!tn_signal_caught && tn_search_next(search, time, wanted))
    ok = run_step(results, wanted, &known, page->objective) && ok;
  while (!tn_signal_caught && page->is_cut &&
         tn_search_ranges(points, n, time, is_run, request->terms.most_ranges, limit, wanted))
    ok = run_step(results, wanted, &known, page->objective) && ok;
  for (guint i = 0; i < n; i++)
    n_run += is_run[i];
  *ret_says = g_strdup_printf("search: %u of %u points simulated (%.0f %% saved), %u of the others "
                              "discarded by closed forms",
                              n_run, n, n ? 100.0 * (n - n_run) / n : 0,
                              tn_search_n_hopeless(search, is_run));
  fprintf(stderr, "turnstile: %s\n", *ret_says);
  tn_search_free(search);
  return ok;
}
