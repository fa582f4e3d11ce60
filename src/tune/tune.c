#include "tune.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "matrix.h"
#include "size_ranges.h"
#include "study/usage.h"
#include "tune_entries.h"

static int by_context_and_size(const void *x, const void *y)
{
  const struct tn_tune_entry *a = x, *b = y;
  if (a->context != b->context)
    return a->context < b->context ? -1 : 1;
  if (a->row->ranks != b->row->ranks)
    return a->row->ranks < b->row->ranks ? -1 : 1;
  if (a->row->size != b->row->size)
    return a->row->size < b->row->size ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

static bool fill_entries(GArray *entries, const GPtrArray *rows, const struct tn_tune_terms *terms,
                         int but, GError **error)
{
  g_autoptr(GHashTable) known = tn_tune_numbers_new();
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    const struct tn_tune_entry e = { row, tn_tune_number(known, row, TN_ROLE_CONTEXT, but), i,
                                     terms->role ? terms->role(terms->data, row) : TN_AS_CHOICE,
                                     tn_row_time(row, terms->objective) };
    if (isnan(e.time))
      return tn_usage(error, "row %u (%s): no %s", i + 1, row->algorithm,
                      tn_objective_column(terms->objective));
    g_array_append_val(entries, e);
  }
  g_array_sort(entries, by_context_and_size);
  return true;
}

static bool check_unique(const GArray *entries, GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  for (guint i = 0; i < entries->len; i++) {
    const struct tn_tune_entry *e = &g_array_index(entries, struct tn_tune_entry, i);
    if (g_hash_table_add(known, (void *)e->row))
      continue;
    return tn_usage(error, "rows %u and earlier: %s %s of %" PRId64 " bytes occurs twice",
                    e->order + 1, e->row->algorithm, e->row->params->text, e->row->size);
  }
  return true;
}

GArray *tn_tune_entries_new(const GPtrArray *rows, const struct tn_tune_terms *terms, int but,
                            GError **error)
{
  g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(struct tn_tune_entry));
  return fill_entries(entries, rows, terms, but, error) && check_unique(entries, error)
             ? g_steal_pointer(&entries)
             : NULL;
}

GArray *tn_tune_by(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error)
{
  g_autoptr(GArray) entries = tn_tune_entries_new(rows, terms, -1, error);
  g_autoptr(GArray) winners = g_array_new(FALSE, FALSE, sizeof(struct tn_winner));
  if (!entries)
    return NULL;
  if (!(terms->most_loss > 0)) {
    for (guint begin = 0, end; begin < entries->len; begin = end) {
      const struct tn_tune_entry *e = &g_array_index(entries, struct tn_tune_entry, begin);
      end = tn_tune_end_of_size(entries, begin);
      const struct tn_tune_entry *best =
          tn_tune_best(e, end - begin, TN_AS_CHOICE, terms->objective);
      if (!best)
        continue;
      const struct tn_winner next = tn_tune_decide(e, end - begin, best, terms);
      struct tn_winner *last =
          winners->len ? &g_array_index(winners, struct tn_winner, winners->len - 1) : NULL;
      if (last && !terms->is_by_size && last->differs == next.differs &&
          tn_row_agrees(last->first, next.first, TN_ROLE_CONTEXT | TN_ROLE_CHOICE, -1))
        tn_tune_extend(last, &next);
      else
        g_array_append_val(winners, next);
    }
  }
  for (guint begin = 0, end; terms->most_loss > 0 && begin < entries->len; begin = end) {
    end = tn_tune_end_of_table(entries, begin);
    struct tn_tune_matrix m = tn_tune_matrix_make(entries, begin, end, terms->objective);
    g_autoptr(GArray) cuts = tn_ranges_cut(m.loss, m.begins->len, m.n_choices, terms->most_loss);
    for (guint k = 0; k < cuts->len; k++) {
      const struct tn_size_range *cut = &g_array_index(cuts, struct tn_size_range, k);
      struct tn_winner range = tn_tune_matrix_decide(&m, cut->first, cut->choice, terms);
      for (guint s = cut->first + 1; s <= cut->last; s++) {
        const struct tn_winner next = tn_tune_matrix_decide(&m, s, cut->choice, terms);
        tn_tune_extend(&range, &next);
      }
      g_array_append_val(winners, range);
    }
    tn_tune_matrix_clear(&m);
  }
  return g_steal_pointer(&winners);
}

GArray *tn_tune(const GPtrArray *rows, enum tn_objective objective, GError **error)
{
  const struct tn_tune_terms terms = { .objective = objective };
  return tn_tune_by(rows, &terms, error);
}

static int by_time(const void *x, const void *y)
{
  const struct tn_tune_entry *a = x, *b = y;
  if (a->time < b->time || a->time > b->time)
    return a->time < b->time ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

/* Finds the `most` fastest algorithms among n entries of one size, each by its best row.
 * ret_orders: the input numbers of these rows; *ret_margin: time of the last / time of the first -
 * 1. */
static int fastest(struct tn_tune_entry *e, guint n, int most, guint *ret_orders,
                   double *ret_margin)
{
  g_autoptr(GHashTable) algorithms = g_hash_table_new(NULL, NULL);
  int found = 0;
  qsort(e, n, sizeof *e, by_time);
  for (guint i = 0; i < n && found < most; i++) {
    if (!g_hash_table_add(algorithms, (void *)e[i].row->algorithm))
      continue;
    ret_orders[found++] = e[i].order;
    *ret_margin = tn_tune_ratio(e[i].time, e->time) - 1;
  }
  return found;
}

void tn_tune_shortlist(const GPtrArray *rows, enum tn_objective objective, int most, bool *wanted)
{
  g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(struct tn_tune_entry));
  const struct tn_tune_terms terms = { .objective = objective };
  g_autofree guint *orders = g_new(guint, MAX(most, 2));
  const bool only_near = most == TN_TUNE_NEAR_TWO;
  if (!fill_entries(entries, rows, &terms, -1, NULL))
    return;
  for (guint begin = 0, end; begin < entries->len; begin = end) {
    struct tn_tune_entry *e = &g_array_index(entries, struct tn_tune_entry, begin);
    double margin = 0;
    end = tn_tune_end_of_size(entries, begin);
    const int n = fastest(e, end - begin, only_near ? 2 : most, orders, &margin);
    for (int i = 0; i < n && (!only_near || (margin >= TN_TUNE_TIE && margin <= TN_TUNE_NEAR)); i++)
      wanted[orders[i]] = true;
  }
}
