#include "search_points.h"

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

/* Whether the library can be told to do as the point. */
static bool has_it(const struct tn_among *library, const struct tn_point *p, const char *params)
{
  if (!library)
    return false;
  struct tn_row *row = tn_row_new();
  tn_row_name(&row->collective, tn_collective_names[p->call.collective]);
  tn_row_name(&row->algorithm, p->algorithm->name);
  tn_row_name(&row->params, params);
  g_autofree char *why = tn_among_refusal(library, row);
  tn_row_free(row);
  return !why;
}

static struct tn_search_point describe(const struct tn_point *p, const struct tn_among *library,
                                       GHashTable *groups, GHashTable *families,
                                       GHashTable *choices)
{
  g_autofree char *params = tn_point_params(p);
  struct tn_cost cost;
  struct tn_search_point ret = { .size = (int64_t)p->call.block, .form = NAN };
  ret.group =
      number_of(groups, g_strdup_printf("%p %p %d %d %d %d %d %d %d", (const void *)p->setup,
                                        (const void *)p->places, (int)p->backing, (int)p->buffers,
                                        (int)p->call.collective, p->call.n_ranks, p->call.root,
                                        p->call.in_place, has_it(library, p, params)));
  /* Compositions are made of different algorithms: parameters tell nothing of each other. */
  ret.family =
      number_of(families, g_strdup_printf("%s %d %s", p->algorithm->name, (int)p->mechanism,
                                          p->algorithm->composed ? params : ""));
  ret.choice = number_of(
      choices, g_strdup_printf("%s %d %s", p->algorithm->name, (int)p->mechanism, params));
  ret.always = p->algorithm->decide != NULL;
  if (tn_closed_form(p, &cost))
    ret.form = tn_cost_sum(&cost);
  return ret;
}

static struct tn_search *search_of(const struct tn_study *study, const struct tn_among *library)
{
  g_autoptr(GHashTable) groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) families = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) choices = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  const guint n = tn_study_n(study);
  g_autofree struct tn_search_point *points = g_new(struct tn_search_point, n + 1);
  for (guint i = 0; i < n; i++)
    points[i] = describe(tn_study_point(study, i), library, groups, families, choices);
  return tn_search_new(points, n);
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
  for (guint i = 0; i < tn_study_n(results->plan->study); i++) {
    if (!wanted[i] || results->outcome[i].state != TN_DONE)
      continue;
    struct tn_row *row = tn_row_take(results, i);
    time[i] = tn_row_time(row, objective);
    tn_row_free(row);
  }
}

bool tn_search_points(struct tn_results *results, enum tn_objective objective,
                      const struct tn_among *library, char **ret_says)
{
  const guint n = tn_study_n(results->plan->study);
  struct tn_search *search = search_of(results->plan->study, library);
  g_autofree double *time = g_new(double, n + 1);
  g_autofree bool *wanted = g_new0(bool, n + 1);
  guint n_run = 0;
  bool ok = true;
  for (guint i = 0; i < n; i++)
    time[i] = NAN;
  while (!tn_signal_caught && tn_search_next(search, time, wanted)) {
    for (guint i = 0; i < n; i++)
      n_run += wanted[i];
    ok = run_wanted(results, wanted) && ok;
    note_times(time, results, wanted, objective);
  }
  *ret_says =
      g_strdup_printf("search: %u of %u points simulated (%.0f %% saved), %u of the others "
                      "discarded by closed forms",
                      n_run, n, n ? 100.0 * (n - n_run) / n : 0, tn_search_n_hopeless(search));
  fprintf(stderr, "turnstile: %s\n", *ret_says);
  tn_search_free(search);
  return ok;
}
