/* Decision tables for programs: CSV and JSON. */
#include <inttypes.h>
#include <math.h>

#include "rows/row.h"
#include "study/csv.h"
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

/* The columns after those of the context (struct tn_column). Transfer full. */
static GArray *columns_of(const struct tn_tune_page *page)
{
  GArray *columns = g_array_new(FALSE, FALSE, sizeof(struct tn_column));
  if (page->is_tree)
    g_array_append_vals(columns, leaf_columns, G_N_ELEMENTS(leaf_columns));
  return g_array_append_vals(columns, own_columns, G_N_ELEMENTS(own_columns));
}

static void add(GPtrArray *fields, const char *text)
{
  g_ptr_array_add(fields, g_strdup(text ? text : ""));
}

/* Numbers that are not known are below 0. */
static void add_number(GPtrArray *fields, int64_t n)
{
  g_ptr_array_add(fields, n < 0 ? g_strdup("") : g_strdup_printf("%" PRId64, n));
}

static void add_ratio(GPtrArray *fields, double ratio)
{
  g_ptr_array_add(fields, isfinite(ratio) ? g_strdup_printf("%.4f", ratio) : g_strdup(""));
}

static void add_time(GPtrArray *fields, const struct tn_row *row, enum tn_objective objective)
{
  g_ptr_array_add(fields,
                  g_strdup_printf("%.6f", tn_row_microseconds(tn_row_time(row, objective))));
}

static void add_winner(GPtrArray *fields, const struct tn_winner *w,
                       const struct tn_tune_page *page)
{
  add(fields, page->worst ? TN_WORST_ARRIVAL : tn_objective_names[page->objective]);
  add_number(fields, w->size_from);
  add_number(fields, w->size_to);
  add(fields, w->first->algorithm);
  add(fields, w->first->params->text);
  add(fields, w->first->mechanism);
  add_time(fields, w->first, page->objective);
  add_time(fields, w->last, page->objective);
  add(fields, w->second ? w->second->algorithm : "");
  add_ratio(fields, w->margin_min);
  add_ratio(fields, w->margin_max);
  add(fields, w->differs ? "yes" : "no");
  add_number(fields, w->n_candidates);
  add(fields, w->reference ? w->reference->algorithm : "");
  add_ratio(fields, w->reference_min);
  add_ratio(fields, w->reference_max);
}

static void add_library(GPtrArray *fields, const struct tn_winner *w,
                        const struct tn_tune_page *page)
{
  const struct tn_beside_best *own = &w->beside[TN_BESIDE_DEFAULT];
  const struct tn_beside_best *nearest = &w->beside[TN_BESIDE_NEAREST];
  const struct tn_beside_best *fastest = &w->beside[TN_BESIDE_ALL];
  add(fields, page->library ? page->library->name : "");
  add(fields, own->row ? own->row->algorithm : "");
  add(fields, own->row ? own->row->decision : "");
  add_ratio(fields, own->least - 1);
  add_ratio(fields, own->most - 1);
  add(fields, nearest->row ? nearest->row->algorithm : "");
  add(fields, nearest->row ? nearest->row->params->text : "");
  add(fields, nearest->row ? nearest->row->mechanism : "");
  add_ratio(fields, nearest->least - 1);
  add_ratio(fields, nearest->most - 1);
  add(fields, fastest->row ? fastest->row->algorithm : "");
  add(fields, fastest->row ? fastest->row->params->text : "");
  add(fields, fastest->row ? fastest->row->mechanism : "");
  add_ratio(fields, 1 - fastest->most);
  add_ratio(fields, 1 - fastest->least);
}

/* The texts of columns_of, NULL-terminated. Transfer full. */
static char **own_row(const struct tn_winner *w, const struct tn_tune_page *page)
{
  GPtrArray *fields = g_ptr_array_new();
  if (page->is_tree) {
    add_number(fields, w->ranks_from);
    add_number(fields, w->ranks_to);
    add_number(fields, w->n_empty);
  }
  add_winner(fields, w, page);
  add_number(fields, w->n_sizes);
  add_number(fields, w->n_noise);
  add_number(fields, w->n_error);
  add_ratio(fields, w->loss_sum / w->n_sizes);
  add_ratio(fields, w->loss_max);
  add(fields, page->worst ? g_hash_table_lookup(page->worst->arrivals, w->first) : "");
  add_library(fields, w, page);
  g_ptr_array_add(fields, NULL);
  return (char **)g_ptr_array_free(fields, FALSE);
}

/* Whether what is written is of one value of a column. */
static bool is_context(int column, const struct tn_tune_page *page)
{
  return tn_row_columns[column].role == TN_ROLE_CONTEXT &&
         !(page->is_tree && column == tn_row_column("ranks"));
}

void tn_tune_write_csv(FILE *out, const GArray *winners, const struct tn_tune_page *page)
{
  g_autoptr(GArray) columns = columns_of(page);
  for (int c = 0; c < tn_row_n_columns; c++)
    if (is_context(c, page))
      fprintf(out, "%s,", tn_row_columns[c].name);
  tn_csv_columns(out, (const struct tn_column *)columns->data, columns->len);
  for (guint i = 0; i < winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
    g_auto(GStrv) own = own_row(w, page);
    for (int c = 0; c < tn_row_n_columns; c++) {
      if (!is_context(c, page))
        continue;
      g_autofree char *text = tn_row_text(w->first, c);
      tn_csv_field(out, text);
      fputc(',', out);
    }
    tn_csv_line(out, own);
  }
}

void tn_tune_write_json(FILE *out, const GArray *winners, const struct tn_tune_page *page)
{
  g_autoptr(GArray) columns = columns_of(page);
  fputs("[\n", out);
  for (guint i = 0; i < winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
    g_auto(GStrv) own = own_row(w, page);
    fputs("  {", out);
    for (int c = 0; c < tn_row_n_columns; c++) {
      if (!is_context(c, page))
        continue;
      tn_row_write_json_field(out, w->first, c);
      fputs(", ", out);
    }
    for (int c = 0; own[c]; c++) {
      const struct tn_column *column = &g_array_index(columns, struct tn_column, c);
      tn_json_field(out, column->name, own[c], column->number);
      fputs(own[c + 1] ? ", " : "}", out);
    }
    fputs(i + 1 < winners->len ? ",\n" : "\n", out);
  }
  fputs("]\n", out);
}
