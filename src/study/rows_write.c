#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "rows.h"

static const char *const answers[] = { "", "no", "yes" };

char *tn_row_text(const struct tn_row *row, int column)
{
  const struct tn_row_column *c = &tn_row_columns[column];
  const void *field = (const char *)row + c->offset;
  double time;
  switch (c->kind) {
  case TN_ROW_COUNT:
    return *(const int64_t *)field < 0 ? g_strdup("")
                                       : g_strdup_printf("%" PRId64, *(const int64_t *)field);
  case TN_ROW_TIME:
    time = tn_row_microseconds(*(const double *)field);
    return isnan(time) ? g_strdup("") : g_strdup_printf("%.6f", time);
  case TN_ROW_SHARE:
    time = *(const double *)field;
    return isnan(time) ? g_strdup("") : g_strdup_printf("%.6f", time);
  case TN_ROW_ANSWER:
    return g_strdup(answers[1 + *(const int *)field]);
  case TN_ROW_SOURCE:
    return g_strdup(tn_source_name(row->source));
  case TN_ROW_VALUES:
    return g_strdup((*(const struct tn_values *const *)field)->text);
  default:
    return g_strdup(*(const char *const *)field);
  }
}

char *tn_row_value(const struct tn_row *row, const char *name)
{
  const int column = tn_row_column(name);
  char *text = column < 0 ? tn_row_param(row, name) : tn_row_text(row, column);
  return text ? text : tn_row_other(row, name);
}

void tn_row_add_column(struct tn_table *table, int column)
{
  const struct tn_row_column *c = &tn_row_columns[column];
  tn_table_column(table, c->name,
                  c->role == TN_ROLE_SIZE  ? "B"
                  : c->kind == TN_ROW_TIME ? "us"
                                           : "",
                  c->kind == TN_ROW_COUNT                             ? TN_CELL_COUNT
                  : c->kind == TN_ROW_TIME || c->kind == TN_ROW_SHARE ? TN_CELL_NUMBER
                                                                      : TN_CELL_TEXT);
}

struct tn_table *tn_rows_cells(const GPtrArray *rows)
{
  struct tn_table *t = tn_table_new_empty();
  for (int c = 0; c < tn_row_n_columns; c++)
    tn_row_add_column(t, c);
  for (guint i = 0; i < rows->len; i++)
    for (int c = 0; c < tn_row_n_columns; c++)
      tn_table_take(t, tn_row_text(rows->pdata[i], c));
  return t;
}

char *tn_rows_csv(const GPtrArray *rows)
{
  struct tn_table *t = tn_rows_cells(rows);
  char *text = tn_table_csv(t);
  tn_table_free(t);
  return text;
}
