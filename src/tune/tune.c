#include "tune.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "study/usage.h"

/* A row with what sorting needs. */
struct entry {
  const struct tn_row *row;
  guint context, order;
  double time;
};

static int by_context_and_size(const void *x, const void *y)
{
  const struct entry *a = x, *b = y;
  if (a->context != b->context)
    return a->context < b->context ? -1 : 1;
  if (a->row->size != b->row->size)
    return a->row->size < b->row->size ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

/* The number of the row's context, a new one if need be. */
static guint context_of(GHashTable *known, const struct tn_row *row)
{
  gpointer context;
  if (g_hash_table_lookup_extended(known, row, NULL, &context))
    return GPOINTER_TO_UINT(context);
  const guint fresh = g_hash_table_size(known);
  g_hash_table_insert(known, (void *)row, GUINT_TO_POINTER(fresh));
  return fresh;
}

static bool fill_entries(GArray *entries, const GPtrArray *rows, enum tn_objective objective,
                         GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new(tn_row_context_hash, tn_row_context_equal);
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    const struct entry e = { row, context_of(known, row), i, tn_row_time(row, objective) };
    if (isnan(e.time)) {
      g_set_error(error, TN_USAGE_ERROR, 0, "row %u (%s): no %s", i + 1, row->algorithm,
                  tn_objective_column(objective));
      return false;
    }
    g_array_append_val(entries, e);
  }
  g_array_sort(entries, by_context_and_size);
  return true;
}

static bool check_unique(const GArray *entries, GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  for (guint i = 0; i < entries->len; i++) {
    const struct entry *e = &g_array_index(entries, struct entry, i);
    if (g_hash_table_add(known, (void *)e->row))
      continue;
    g_set_error(error, TN_USAGE_ERROR, 0,
                "rows %u and earlier: %s %s of %" PRId64 " bytes is there "
                "twice",
                e->order + 1, e->row->algorithm, e->row->params, e->row->size);
    return false;
  }
  return true;
}

static bool is_library(const struct tn_row *row)
{
  return g_str_has_prefix(row->algorithm, "library:");
}

bool tn_tune_beats(const struct tn_row *row, const struct tn_row *other,
                   enum tn_objective objective)
{
  const double ours = tn_row_time(row, objective), theirs = tn_row_time(other, objective);
  if (is_library(row) && !is_library(other))
    return theirs > (1 + TN_TUNE_TIE) * ours;
  if (is_library(other) && !is_library(row))
    return ours <= (1 + TN_TUNE_TIE) * theirs;
  return ours < theirs;
}

static double ratio_of(double time, double best)
{
  return best > 0 ? time / best : time > 0 ? INFINITY : 1;
}

/* The winner among the n entries of one size, as of that size alone. */
static struct tn_winner decide(const struct entry *e, guint n, enum tn_objective objective,
                               const char *reference)
{
  const struct entry *best = e, *second = NULL, *base = NULL;
  for (guint i = 1; i < n; i++)
    if (tn_tune_beats(e[i].row, best->row, objective))
      best = &e[i];
  for (guint i = 0; i < n; i++) {
    if (e[i].row->algorithm != best->row->algorithm && (!second || e[i].time < second->time))
      second = &e[i];
    if (g_strcmp0(e[i].row->algorithm, reference) == 0 && (!base || e[i].time < base->time))
      base = &e[i];
  }
  const double margin = second ? ratio_of(second->time, best->time) - 1 : NAN;
  const double ratio = base ? ratio_of(base->time, best->time) : NAN;
  return (struct tn_winner){ .first = best->row,
                             .last = best->row,
                             .second = second ? second->row : NULL,
                             .margin_min = margin,
                             .margin_max = margin,
                             .same_second = true,
                             .differs = !(margin < TN_TUNE_TIE),
                             .reference = base ? base->row : NULL,
                             .reference_min = ratio,
                             .reference_max = ratio,
                             .n_sizes = 1,
                             .n_candidates = (int)n };
}

static bool joins(const struct tn_winner *winner, const struct tn_winner *next)
{
  return tn_row_agrees(winner->first, next->first, TN_ROLE_CONTEXT | TN_ROLE_CHOICE, -1) &&
         winner->differs == next->differs;
}

static void add(GArray *winners, const struct tn_winner *next)
{
  struct tn_winner *last =
      winners->len ? &g_array_index(winners, struct tn_winner, winners->len - 1) : NULL;
  if (!last || !joins(last, next)) {
    g_array_append_vals(winners, next, 1);
    return;
  }
  last->last = next->last;
  last->margin_min = fmin(last->margin_min, next->margin_min);
  last->margin_max = fmax(last->margin_max, next->margin_max);
  if (last->second && next->second)
    last->same_second = last->same_second && last->second->algorithm == next->second->algorithm;
  last->second = last->second ? last->second : next->second;
  last->reference = last->reference ? last->reference : next->reference;
  last->reference_min = fmin(last->reference_min, next->reference_min);
  last->reference_max = fmax(last->reference_max, next->reference_max);
  last->n_sizes++;
  last->n_candidates = MIN(last->n_candidates, next->n_candidates);
}

/* The end of the entries of one context and size that begin there. */
static guint end_of_size(const GArray *entries, guint begin)
{
  const struct entry *e = &g_array_index(entries, struct entry, begin);
  guint end = begin + 1;
  while (end < entries->len && e[end - begin].context == e->context &&
         e[end - begin].row->size == e->row->size)
    end++;
  return end;
}

GArray *tn_tune_against(const GPtrArray *rows, enum tn_objective objective, const char *reference,
                        GError **error)
{
  g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
  g_autoptr(GArray) winners = g_array_new(FALSE, FALSE, sizeof(struct tn_winner));
  if (!fill_entries(entries, rows, objective, error) || !check_unique(entries, error))
    return NULL;
  for (guint begin = 0, end; begin < entries->len; begin = end) {
    const struct entry *e = &g_array_index(entries, struct entry, begin);
    end = end_of_size(entries, begin);
    const struct tn_winner next = decide(e, end - begin, objective, reference);
    add(winners, &next);
  }
  return g_steal_pointer(&winners);
}

GArray *tn_tune(const GPtrArray *rows, enum tn_objective objective, GError **error)
{
  return tn_tune_against(rows, objective, NULL, error);
}

static int by_time(const void *x, const void *y)
{
  const struct entry *a = x, *b = y;
  if (a->time < b->time || a->time > b->time)
    return a->time < b->time ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

void tn_tune_shortlist(const GPtrArray *rows, enum tn_objective objective, int most, bool *wanted)
{
  g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
  if (!fill_entries(entries, rows, objective, NULL))
    return;
  for (guint begin = 0, end; begin < entries->len; begin = end) {
    struct entry *e = &g_array_index(entries, struct entry, begin);
    g_autoptr(GHashTable) algorithms = g_hash_table_new(NULL, NULL);
    end = end_of_size(entries, begin);
    qsort(e, end - begin, sizeof *e, by_time);
    for (guint i = 0; i < end - begin && g_hash_table_size(algorithms) < (guint)most; i++)
      if (g_hash_table_add(algorithms, (void *)e[i].row->algorithm))
        wanted[e[i].order] = true;
  }
}
