#include "robust.h"

#include <math.h>
#include <stdlib.h>

#include "study/usage.h"
#include "study/values.h"
#include "tune_entries.h"

static void safe_clear(void *data)
{
  struct tn_safe *s = data;
  g_free(s->best);
  g_free(s->own);
}

static void robust_free(void *data)
{
  struct tn_robust *r = data;
  g_ptr_array_unref(r->rows);
  g_array_unref(r->of);
  g_ptr_array_unref(r->worlds);
  g_array_unref(r->sizes);
  g_free(r);
}

/* Returns true if rows of a platform have several numbers of ranks; each number then gets its own
 * table. */
static bool ranks_part(const GPtrArray *rows)
{
  g_autoptr(GHashTable) ranks = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    const struct tn_row *first = g_hash_table_lookup(ranks, row->platform);
    if (first && first->ranks != row->ranks)
      return true;
    if (!first)
      g_hash_table_insert(ranks, (void *)row->platform, (void *)row);
  }
  return false;
}

/* Returns the table of the row's collective (and number of ranks, if by_ranks); adds the table if
 * it is missing. */
static struct tn_robust *table_of(GPtrArray *tables, const struct tn_row *row, bool by_ranks)
{
  for (guint i = 0; i < tables->len; i++) {
    struct tn_robust *r = tables->pdata[i];
    const struct tn_row *first = r->rows->pdata[0];
    if (first->collective == row->collective && (!by_ranks || first->ranks == row->ranks))
      return r;
  }
  struct tn_robust *r = g_new0(struct tn_robust, 1);
  r->rows = g_ptr_array_new();
  r->of = g_array_new(FALSE, FALSE, sizeof(guint));
  r->worlds = g_ptr_array_new();
  r->sizes = g_array_new(FALSE, FALSE, sizeof(struct tn_safe));
  g_array_set_clear_func(r->sizes, safe_clear);
  g_ptr_array_add(tables, r);
  return r;
}

static const struct tn_row *row_at(const struct tn_robust *r, guint i)
{
  return r->rows->pdata[i];
}

static guint world_at(const struct tn_robust *r, guint i)
{
  return g_array_index(r->of, guint, i);
}

/* Finds each world's (context's) fastest row at a size. Returns false if a world has no row. */
static bool find_best(const struct tn_robust *r, int64_t size, enum tn_objective objective,
                      const struct tn_row **best)
{
  guint n = 0;
  for (guint i = 0; i < r->rows->len; i++) {
    const guint w = world_at(r, i);
    if (row_at(r, i)->size != size)
      continue;
    n += !best[w];
    if (!best[w] || tn_tune_beats(row_at(r, i), best[w], objective))
      best[w] = row_at(r, i);
  }
  return n == r->worlds->len;
}

/* Appends the safest choice at a size. It is a choice with a row in each world; its largest cost
 * over the worlds is smaller than that of the other such choices. */
static void add_size(struct tn_robust *r, int64_t size, const GPtrArray *all_own,
                     const guint *numbers, enum tn_objective objective)
{
  const guint n = r->worlds->len;
  g_autofree const struct tn_row **best = g_new0(const struct tn_row *, n);
  const struct tn_row *const *safest_own = NULL;
  struct tn_safe safest = { .choice = NULL };
  guint n_choices = 0;
  const bool all = find_best(r, size, objective, best);
  for (guint i = 0; i < r->rows->len && all; i++) {
    const struct tn_row *const *own =
        (const struct tn_row *const *)(void *)&all_own->pdata[numbers[i] * n];
    guint n_own = 0;
    while (n_own < n && own[n_own])
      n_own++;
    if (row_at(r, i)->size != size || world_at(r, i) != 0 || n_own < n)
      continue;
    struct tn_safe s = { .size = own[0]->size, .choice = own[0], .most = -INFINITY };
    for (guint w = 0; w < n; w++) {
      const double ratio =
          tn_tune_ratio(tn_row_time(own[w], objective), tn_row_time(best[w], objective));
      const double cost = fmax(ratio - 1.0, 0.0);
      s.mean += cost / n;
      s.n_best += cost < TN_TUNE_TIE;
      if (cost > s.most) {
        s.most = cost;
        s.worst = w;
      }
    }
    n_choices++;
    const bool is_safer = s.most < safest.most || (!(s.most > safest.most) && s.mean < safest.mean);
    if (safest.choice && !is_safer)
      continue;
    safest = s;
    safest_own = own;
  }
  if (!safest.choice)
    return;
  safest.best = g_steal_pointer(&best);
  safest.own = g_memdup2(safest_own, n * sizeof *safest_own);
  safest.n_choices = n_choices;
  g_array_append_val(r->sizes, safest);
}

/* Finds the safest choice at each size. Returns false and *error if there is only one world, or no
 * size has a choice in all worlds. */
static bool decide(struct tn_robust *r, enum tn_objective objective, GError **error)
{
  if (r->worlds->len < 2)
    return tn_usage(error,
                    "--robust: %s has one world only (name several platforms, "
                    "kernels, buffers or --set values, or --uncertainty)",
                    row_at(r, 0)->collective);
  g_autoptr(GArray) sizes = tn_axis_new();
  g_autofree guint *numbers = g_new(guint, r->rows->len);
  const guint n = r->worlds->len;
  g_autoptr(GHashTable) known = tn_tune_numbers_new();
  g_autoptr(GPtrArray) own = g_ptr_array_new();
  for (guint i = 0; i < r->rows->len; i++) {
    numbers[i] = tn_tune_number(known, row_at(r, i), TN_ROLE_CHOICE | TN_ROLE_SIZE, -1);
    g_ptr_array_set_size(own, (gint)(g_hash_table_size(known) * n));
    gpointer *of_world = &own->pdata[numbers[i] * n + world_at(r, i)];
    *of_world = *of_world ? *of_world : (void *)row_at(r, i);
  }
  for (guint i = 0; i < r->rows->len; i++)
    tn_axis_add(sizes, row_at(r, i)->size);
  for (guint i = 0; i < sizes->len; i++)
    add_size(r, tn_axis_at(sizes, i), own, numbers, objective);
  if (r->sizes->len > 0)
    return true;
  return tn_usage(error, "--robust: no choice of %s has rows in all %u worlds at any size",
                  row_at(r, 0)->collective, r->worlds->len);
}

GPtrArray *tn_robust_of(const GPtrArray *rows, enum tn_objective objective, GError **error)
{
  for (guint i = 0; i < rows->len; i++)
    if (isnan(tn_row_time(rows->pdata[i], objective))) {
      tn_usage(error, "row %u (%s): no %s", i + 1,
               ((const struct tn_row *)rows->pdata[i])->algorithm, tn_objective_column(objective));
      return NULL;
    }
  const bool by_ranks = ranks_part(rows);
  g_autoptr(GPtrArray) tables = g_ptr_array_new_with_free_func(robust_free);
  for (guint i = 0; i < rows->len; i++) {
    struct tn_robust *r = table_of(tables, rows->pdata[i], by_ranks);
    guint world = 0;
    while (world < r->worlds->len &&
           !tn_row_agrees(r->worlds->pdata[world], rows->pdata[i], TN_ROLE_CONTEXT, -1))
      world++;
    if (world == r->worlds->len)
      g_ptr_array_add(r->worlds, rows->pdata[i]);
    g_ptr_array_add(r->rows, rows->pdata[i]);
    g_array_append_val(r->of, world);
  }
  for (guint i = 0; i < tables->len; i++)
    if (!decide(tables->pdata[i], objective, error))
      return NULL;
  return g_steal_pointer(&tables);
}

bool tn_robust_differs(const struct tn_robust *r, int column)
{
  for (guint w = 1; w < r->worlds->len; w++)
    if (!tn_row_same(r->worlds->pdata[0], r->worlds->pdata[w], column))
      return true;
  return false;
}

char *tn_robust_world(const struct tn_robust *r, guint world)
{
  GString *text = g_string_new(NULL);
  for (int c = 0; c < tn_row_n_columns; c++) {
    if (tn_row_columns[c].role != TN_ROLE_CONTEXT || !tn_robust_differs(r, c))
      continue;
    g_autofree char *value = tn_row_text(r->worlds->pdata[world], c);
    g_string_append_printf(text, "%s%s", text->len ? ", " : "", *value ? value : "as it is");
  }
  return g_string_free(text, FALSE);
}

bool tn_robust_add_errors(GPtrArray *rows, const struct tn_study *study, tn_study_runner *run)
{
  struct tn_trials *trials = tn_trials_new(study, run);
  for (int p = 0; p < TN_N_PARAMS; p++)
    for (int up = 0; up < 2; up++) {
      const enum tn_param q = (enum tn_param)p;
      /* setups of points that depend on the parameter */
      g_autoptr(GHashTable) setups = g_hash_table_new(NULL, NULL);
      for (guint i = 0; i < tn_study_n(study); i++)
        if (tn_trials_charged(trials, i, q))
          g_hash_table_add(setups, (void *)tn_study_point(study, i)->setup);
      for (guint i = 0; i < tn_study_n(study); i++) {
        const struct tn_setup *setup = tn_study_point(study, i)->setup;
        struct tn_move move;
        if (g_hash_table_contains(setups, setup) && tn_setup_move(setup, q, 0.0, up, &move))
          tn_trials_ask(trials, i, q, move.value);
      }
    }
  const bool ok = tn_trials_run(trials);
  for (guint i = 0; ok && i < tn_study_n(tn_trials_study(trials)); i++) {
    struct tn_row *row = tn_trials_row(trials, i);
    if (row)
      g_ptr_array_add(rows, row);
  }
  tn_trials_free(trials);
  return ok;
}
