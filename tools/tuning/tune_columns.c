/* Decision tables side by side, whose contexts differ in one column. Rows are ranges of sizes
 * within which no winner changes. */
#include "platform/quantity.h"
#include "study/values.h"
#include "tune_text.h"

/* Winners of one context: from index `first` to index `end` - 1. */
struct column {
  guint first, end;
};

static const struct tn_winner *range_at(const GArray *ranges, guint i)
{
  return &g_array_index(ranges, struct tn_winner, i);
}

/* Returns the largest size, below `limit`, at which a range of any column ends; `from` if there is
 * no larger one. In bytes. */
static int64_t last_before(const GArray *ranges, const GArray *columns, int64_t from, int64_t limit)
{
  int64_t last = from;
  for (guint c = 0; c < columns->len; c++) {
    const struct column *column = &g_array_index(columns, struct column, c);
    for (guint i = column->first; i < column->end; i++) {
      const int64_t size = range_at(ranges, i)->last->size;
      if (size < limit && size > last)
        last = size;
    }
  }
  return last;
}

/* Returns the winner in a column at a size as text; "" if the column has none there. Transfer
 * full. */
static char *winner(const GArray *ranges, const struct column *column, int64_t size)
{
  for (guint i = column->first; i < column->end; i++) {
    const struct tn_winner *r = range_at(ranges, i);
    if (size < r->first->size || size > r->last->size)
      continue;
    g_autofree char *entry = tn_tune_entry(r->first);
    const bool tells = tn_tune_shows_mechanism(r->first);
    return g_strconcat(entry, tells ? " " : "", tells ? r->first->mechanism : "",
                       r->differs ? "" : " (tie)", NULL);
  }
  return g_strdup("");
}

static void write_table(struct tn_document *d, const GArray *ranges, const GArray *columns,
                        const char *name, enum tn_objective objective)
{
  g_autoptr(GArray) begins = tn_axis_new();
  for (guint c = 0; c < columns->len; c++) {
    const struct column *column = &g_array_index(columns, struct column, c);
    for (guint i = column->first; i < column->end; i++)
      tn_axis_add(begins, range_at(ranges, i)->first->size);
  }
  g_autoptr(GString) layout = g_string_new("  {size:12}");
  struct tn_table *t = tn_table_new("size");
  for (guint c = 0; c < columns->len; c++) {
    const struct column *column = &g_array_index(columns, struct column, c);
    const struct tn_row *row = range_at(ranges, column->first)->first;
    g_autofree char *heading = tn_row_value(row, name);
    if (c == 0) {
      const char *const but[] = { name, NULL };
      g_autofree char *subject = tn_tune_subject(row, but), *context = tn_tune_context(row, but);
      tn_document_paragraph(d, -1, "%s, %s; least %s%s%s, by %s", subject, context,
                            tn_objective_column(objective), row->overrides->n ? "; " : "",
                            row->overrides->text, name);
    }
    tn_table_heads(t, heading);
    g_string_append_printf(layout, "  {#%u:*}", c + 1);
  }
  for (guint b = 0; b < begins->len; b++) {
    const int64_t first = tn_axis_at(begins, b);
    const int64_t limit = b + 1 < begins->len ? tn_axis_at(begins, b + 1) : INT64_MAX;
    const int64_t last = last_before(ranges, columns, first, limit);
    tn_table_take(t, tn_tune_size_range(first, last));
    for (guint c = 0; c < columns->len; c++)
      tn_table_take(t, winner(ranges, &g_array_index(columns, struct column, c), first));
  }
  tn_document_table(d, t, layout->str);
}

void tn_tune_write_columns(struct tn_document *d, const GArray *winners, const char *name,
                           enum tn_objective objective)
{
  g_autoptr(GHashTable) known = tn_tune_numbers_new();
  g_autoptr(GPtrArray) tables = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  struct column column;
  for (column.first = 0; column.first < winners->len; column.first = column.end) {
    const struct tn_row *row = range_at(winners, column.first)->first;
    const guint table = tn_tune_number(known, row, TN_ROLE_CONTEXT, tn_row_column(name));
    column.end = column.first + 1;
    while (column.end < winners->len &&
           tn_row_context_equal(row, range_at(winners, column.end)->first))
      column.end++;
    if (table == tables->len)
      g_ptr_array_add(tables, g_array_new(FALSE, FALSE, sizeof(struct column)));
    g_array_append_val((GArray *)tables->pdata[table], column);
  }
  for (guint i = 0; i < tables->len; i++) {
    if (i > 0)
      tn_document_gap(d);
    write_table(d, winners, tables->pdata[i], name, objective);
  }
}
