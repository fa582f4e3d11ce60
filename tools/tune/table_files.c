/* Decision tables for programs: CSV and JSON. */
#include "records.h"
#include "rows/row.h"
#include "tune_text.h"

/* Columns of a decision table, after those of the context. */
static const struct tn_column own_columns[] = {
  { "objective", false },
  { "size_from", true },
  { "size_to", true },
  { "algorithm", false },
  { "params", false },
  { "mechanism", false },
  { "from_us", true },
  { "to_us", true },
  { "second", false },
  { "margin_min", true },
  { "margin_max", true },
  { "differs", false },
  { "candidates", true },
  { "reference", false },
  { "reference_min", true },
  { "reference_max", true },
  { "sizes", true },
  { "within_noise", true },
  { "within_error", true },
  { "loss_mean", true },
  { "loss_max", true },
  { "worst_arrival", false },
  { "library", false },
  { "default", false },
  { "default_decision", false },
  { "default_loss_min", true },
  { "default_loss_max", true },
  { "nearest", false },
  { "nearest_params", false },
  { "nearest_mechanism", false },
  { "nearest_loss_min", true },
  { "nearest_loss_max", true },
  { "fastest", false },
  { "fastest_params", false },
  { "fastest_mechanism", false },
  { "fastest_gain_min", true },
  { "fastest_gain_max", true },
};

/* Before them, those of leaves, which are of no one number of ranks. */
static const struct tn_column leaf_columns[] = {
  { "ranks_from", true },
  { "ranks_to", true },
  { "without_rows", true },
};

/* Whether what is written is of one value of a column. */
static bool is_context(int column, bool is_tree)
{
  return tn_row_columns[column].role == TN_ROLE_CONTEXT &&
         !(is_tree && column == tn_row_column("ranks"));
}

GArray *tn_tune_columns(bool is_tree)
{
  GArray *columns = g_array_new(FALSE, FALSE, sizeof(struct tn_column));
  for (int c = 0; c < tn_row_n_columns; c++) {
    const struct tn_column own = { tn_row_columns[c].name, tn_row_is_number(c) };
    if (is_context(c, is_tree))
      g_array_append_val(columns, own);
  }
  if (is_tree)
    g_array_append_vals(columns, leaf_columns, G_N_ELEMENTS(leaf_columns));
  return g_array_append_vals(columns, own_columns, G_N_ELEMENTS(own_columns));
}

static void ratio(struct tn_records *t, double value)
{
  tn_records_number(t, value, 4);
}

static void put_time(struct tn_records *t, const struct tn_row *row, enum tn_objective objective)
{
  tn_records_number(t, tn_row_microseconds(tn_row_time(row, objective)), 6);
}

static void put_winner(struct tn_records *t, const struct tn_winner *w,
                       const struct tn_tune_page *page)
{
  tn_records_text(t, page->worst ? TN_WORST_ARRIVAL : tn_objective_names[page->objective]);
  tn_records_count(t, w->size_from);
  tn_records_count(t, w->size_to);
  tn_records_text(t, w->first->algorithm);
  tn_records_text(t, w->first->params->text);
  tn_records_text(t, w->first->mechanism);
  put_time(t, w->first, page->objective);
  put_time(t, w->last, page->objective);
  tn_records_text(t, w->second ? w->second->algorithm : NULL);
  ratio(t, w->margin_min);
  ratio(t, w->margin_max);
  tn_records_answer(t, w->differs);
  tn_records_count(t, w->n_candidates);
  tn_records_text(t, w->reference ? w->reference->algorithm : NULL);
  ratio(t, w->reference_min);
  ratio(t, w->reference_max);
}

static void put_choice(struct tn_records *t, const struct tn_row *row)
{
  tn_records_text(t, row ? row->algorithm : NULL);
  tn_records_text(t, row ? row->params->text : NULL);
  tn_records_text(t, row ? row->mechanism : NULL);
}

static void put_library(struct tn_records *t, const struct tn_winner *w,
                        const struct tn_tune_page *page)
{
  const struct tn_beside_best *own = &w->beside[TN_BESIDE_DEFAULT];
  const struct tn_beside_best *nearest = &w->beside[TN_BESIDE_NEAREST];
  const struct tn_beside_best *fastest = &w->beside[TN_BESIDE_ALL];
  tn_records_text(t, page->library ? page->library->name : NULL);
  tn_records_text(t, own->row ? own->row->algorithm : NULL);
  tn_records_text(t, own->row ? own->row->decision : NULL);
  ratio(t, own->least - 1);
  ratio(t, own->most - 1);
  put_choice(t, nearest->row);
  ratio(t, nearest->least - 1);
  ratio(t, nearest->most - 1);
  put_choice(t, fastest->row);
  ratio(t, 1 - fastest->most);
  ratio(t, 1 - fastest->least);
}

static void put(struct tn_records *t, const struct tn_winner *w, const struct tn_tune_page *page)
{
  for (int c = 0; c < tn_row_n_columns; c++)
    if (is_context(c, page->is_tree))
      tn_records_take(t, tn_row_text(w->first, c));
  if (page->is_tree) {
    tn_records_count(t, w->ranks_from);
    tn_records_count(t, w->ranks_to);
    tn_records_count(t, w->n_empty);
  }
  put_winner(t, w, page);
  tn_records_count(t, w->n_sizes);
  tn_records_count(t, w->n_noise);
  tn_records_count(t, w->n_error);
  ratio(t, w->loss_sum / w->n_sizes);
  ratio(t, w->loss_max);
  tn_records_text(t, page->worst ? g_hash_table_lookup(page->worst->arrivals, w->first) : NULL);
  put_library(t, w, page);
}

void tn_tune_write(FILE *out, const GArray *winners, const struct tn_tune_page *page, bool is_json)
{
  g_autoptr(GArray) names = tn_tune_columns(page->is_tree);
  const struct tn_columns columns = { (const struct tn_column *)names->data, names->len };
  struct tn_records *t = tn_records_new(&columns);
  for (guint i = 0; i < winners->len; i++)
    put(t, &g_array_index(winners, struct tn_winner, i), page);
  tn_records_write(out, t, is_json);
}
