/* Writes decision tables for programs, as CSV and JSON. */
#include "study/rows.h"
#include "tune_text.h"

/* Columns of each line after those of the context. */
static const char own_columns[] =
    "objective size_from:iB size_to:iB algorithm params mechanism from_us:dus to_us:dus second "
    "margin_min:d margin_max:d differs candidates:i reference reference_min:d reference_max:d "
    "sizes:i within_noise:i within_error:i loss_mean:d loss_max:d library default "
    "default_decision default_loss_min:d default_loss_max:d nearest nearest_params "
    "nearest_mechanism nearest_loss_min:d nearest_loss_max:d fastest fastest_params "
    "fastest_mechanism fastest_gain_min:d fastest_gain_max:d "
    "expected_loss_min:d expected_loss_max:d";

/* Columns before own_columns if lines are leaves, because a leaf covers several ranks. */
static const char leaf_columns[] = "ranks_from:i ranks_to:i without_rows:i";

/* Returns true if the column is part of the context, so that all lines of a table have the same
 * value. */
static bool is_context(int column, bool is_tree)
{
  return tn_row_columns[column].role == TN_ROLE_CONTEXT &&
         !(is_tree && column == tn_row_column("ranks"));
}

struct tn_table *tn_tune_table(bool is_tree)
{
  struct tn_table *t = tn_table_new_empty();
  for (int c = 0; c < tn_row_n_columns; c++)
    if (is_context(c, is_tree))
      tn_row_add_column(t, c);
  if (is_tree)
    tn_table_columns(t, leaf_columns);
  tn_table_columns(t, own_columns);
  return t;
}

static void put_time(struct tn_table *t, const struct tn_row *row, enum tn_objective objective)
{
  tn_table_number(t, tn_row_microseconds(tn_row_time(row, objective)), 6);
}

static void put_choice(struct tn_table *t, const struct tn_row *row)
{
  tn_table_texts(t, row ? row->algorithm : NULL, row ? row->params->text : NULL,
                 row ? row->mechanism : NULL);
}

static void put_library(struct tn_table *t, const struct tn_winner *w,
                        const struct tn_tune_page *page)
{
  const struct tn_baseline_best *own = &w->baseline[TN_BASELINE_DEFAULT];
  const struct tn_baseline_best *nearest = &w->baseline[TN_BASELINE_NEAREST];
  const struct tn_baseline_best *fastest = &w->baseline[TN_BASELINE_ALL];
  tn_table_texts(t, page->library ? page->library->name : NULL,
                 own->row ? own->row->algorithm : NULL, own->row ? own->row->decision : NULL);
  tn_table_numbers(t, 4, own->least - 1, own->most - 1);
  put_choice(t, nearest->row);
  tn_table_numbers(t, 4, nearest->least - 1, nearest->most - 1);
  put_choice(t, fastest->row);
  tn_table_numbers(t, 4, 1 - fastest->most, 1 - fastest->least);
}

struct tn_table *tn_tune_rows(const GArray *winners, const struct tn_tune_page *page)
{
  struct tn_table *t = tn_tune_table(page->is_tree);
  for (guint i = 0; i < winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
    for (int c = 0; c < tn_row_n_columns; c++)
      if (is_context(c, page->is_tree))
        tn_table_take(t, tn_row_text(w->first, c));
    if (page->is_tree)
      tn_table_counts(t, w->ranks_from, w->ranks_to, w->n_empty);
    tn_table_text(t, tn_objective_names[page->objective]);
    tn_table_counts(t, w->size_from, w->size_to);
    tn_table_texts(t, w->first->algorithm, w->first->params->text, w->first->mechanism);
    put_time(t, w->first, page->objective);
    put_time(t, w->last, page->objective);
    tn_table_text(t, w->second ? w->second->algorithm : NULL);
    tn_table_numbers(t, 4, w->margin_min, w->margin_max);
    tn_table_answer(t, w->differs);
    tn_table_count(t, w->n_candidates);
    tn_table_text(t, w->reference ? w->reference->algorithm : NULL);
    tn_table_numbers(t, 4, w->reference_min, w->reference_max);
    tn_table_counts(t, w->n_sizes, w->n_noise, w->n_error);
    tn_table_numbers(t, 4, w->loss_sum / w->n_sizes, w->loss_max);
    put_library(t, w, page);
    tn_table_numbers(t, 4, w->expected_min, w->expected_max);
  }
  return t;
}
