/* Analyses of tables of rows: winners, one choice for several worlds, comparisons. */
#include "compare/compare_stats.h"
#include "compare/compare_trace.h"
#include "platform/contents.h"
#include "private.h"
#include "tune/robust.h"
#include "tune/tune.h"

bool tn_library_objective(const char *objective, enum tn_objective *ret, GError **error)
{
  const int found = tn_name_find(tn_objective_names, objective);
  GError *why = NULL;
  if (found < 0) {
    tn_usage_unknown(&why, "objective", "time", objective, tn_objective_names);
    return tn_library_refuse(error, why);
  }
  *ret = (enum tn_objective)found;
  return true;
}

TurnstileTable *turnstile_rows_read(const char *file, GError **error)
{
  GError *why = NULL;
  gsize length = 0;
  g_return_val_if_fail(file, NULL);
  g_autofree char *text = tn_contents_read(file, TN_CONTENTS_MAX, &length, &why);
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  GPtrArray *rows = tn_rows_new();
  struct tn_trace trace = {
    .file = file, .text = text, .length = length, .rows = rows, .notes = notes
  };
  if (text && tn_trace_parse(&trace, &why)) {
    tn_trace_block_sizes(rows);
    return tn_table_of_rows(rows);
  }
  g_ptr_array_unref(rows);
  return tn_library_refuse_null(error, why);
}

static void add_choice(struct tn_table *table, const struct tn_row *row)
{
  tn_table_texts(table, row->algorithm, row->params->text, row->mechanism);
}

/* Returns a table's rows, and in *ret the objective with the given name. Returns NULL and *error on
 * failure. */
static const GPtrArray *rows_by(const TurnstileTable *table, const char *objective,
                                enum tn_objective *ret, GError **error)
{
  const GPtrArray *rows = tn_table_rows(table, error);
  return rows && tn_library_objective(objective, ret, error) ? rows : NULL;
}

TurnstileTable *turnstile_tune(const TurnstileTable *rows, const char *objective, GError **error)
{
  enum tn_objective by;
  GError *why = NULL;
  g_return_val_if_fail(rows && objective, NULL);
  const GPtrArray *of = rows_by(rows, objective, &by, error);
  if (!of)
    return NULL;
  g_autoptr(GArray) winners = tn_tune(of, by, &why);
  if (!winners)
    return tn_library_refuse_null(error, why);
  struct tn_table *table = tn_table_new("platform collective ranks:i algorithm params mechanism "
                                        "from_bytes:iB to_bytes:iB from_us:dus to_us:dus second "
                                        "margin_min:d margin_max:d differs candidates:i");
  for (guint i = 0; i < winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
    tn_table_texts(table, w->first->platform, w->first->collective);
    tn_table_count(table, w->first->ranks);
    add_choice(table, w->first);
    tn_table_counts(table, w->first->size, w->last->size);
    tn_table_numbers(table, TN_ALL_DIGITS, tn_row_microseconds(tn_row_time(w->first, by)),
                     tn_row_microseconds(tn_row_time(w->last, by)));
    tn_table_text(table, w->second ? w->second->algorithm : NULL);
    tn_table_numbers(table, TN_ALL_DIGITS, w->margin_min, w->margin_max);
    tn_table_answer(table, w->differs);
    tn_table_count(table, w->n_candidates);
  }
  return tn_library_table(table);
}

TurnstileTable *turnstile_robust(const TurnstileTable *rows, const char *objective, GError **error)
{
  enum tn_objective by;
  GError *why = NULL;
  g_return_val_if_fail(rows && objective, NULL);
  const GPtrArray *of = rows_by(rows, objective, &by, error);
  if (!of)
    return NULL;
  g_autoptr(GPtrArray) tables = tn_robust_of(of, by, &why);
  if (!tables)
    return tn_library_refuse_null(error, why);
  struct tn_table *table =
      tn_table_new("collective size_bytes:iB algorithm params mechanism loss_max:d "
                   "loss_mean:d worst best_in:i worlds:i candidates:i");
  for (guint t = 0; t < tables->len; t++) {
    const struct tn_robust *r = tables->pdata[t];
    for (guint i = 0; i < r->sizes->len; i++) {
      const struct tn_safe *s = &g_array_index(r->sizes, struct tn_safe, i);
      tn_table_text(table, s->choice->collective);
      tn_table_count(table, s->size);
      add_choice(table, s->choice);
      tn_table_numbers(table, TN_ALL_DIGITS, s->most, s->mean);
      tn_table_take(table, tn_robust_world(r, s->worst));
      tn_table_counts(table, s->n_best, r->worlds->len, s->n_choices);
    }
  }
  return tn_library_table(table);
}

TurnstileTable *turnstile_compare(const TurnstileTable *predicted, const TurnstileTable *measured,
                                  const char *objective, GError **error)
{
  enum tn_objective by;
  GError *why = NULL;
  g_return_val_if_fail(predicted && measured && objective, NULL);
  const GPtrArray *ours = tn_table_rows(predicted, error);
  const GPtrArray *theirs = ours ? rows_by(measured, objective, &by, error) : NULL;
  if (!theirs)
    return NULL;
  struct tn_comparison *c = tn_compare(ours, theirs, by, &why);
  if (!c)
    return tn_library_refuse_null(error, why);
  struct tn_table *table =
      tn_table_new("collective algorithm params mechanism ranks:i size_bytes:iB "
                   "predicted_us:dus measured_us:dus error:d n_measured:i");
  for (guint i = 0; i < c->points->len; i++) {
    const struct tn_compared *p = &g_array_index(c->points, struct tn_compared, i);
    tn_table_text(table, p->predicted->collective);
    add_choice(table, p->predicted);
    tn_table_counts(table, p->predicted->ranks, p->predicted->size);
    tn_table_numbers(table, TN_ALL_DIGITS, p->predicted_us, p->measured_us, tn_compared_error(p));
    tn_table_count(table, p->n_measured);
  }
  tn_comparison_free(c);
  return tn_library_table(table);
}
