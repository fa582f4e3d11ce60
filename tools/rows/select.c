#include "select.h"

#include <string.h>

#include "compare/compare_trace.h"
#include "platform/quantity.h"
#include "study/usage.h"

static bool has_value(const struct tn_row *row, const char *column, const char *value)
{
  g_autofree char *text = tn_row_value(row, column);
  return g_strcmp0(text, value) == 0;
}

char **tn_select_values(const GPtrArray *rows, const char *column)
{
  GPtrArray *values = g_ptr_array_new();
  for (guint i = 0; i < rows->len; i++) {
    g_autofree char *text = tn_row_value(rows->pdata[i], column);
    if (text && *text && !g_ptr_array_find_with_equal_func(values, text, g_str_equal, NULL))
      g_ptr_array_add(values, g_steal_pointer(&text));
  }
  g_ptr_array_add(values, NULL);
  return (char **)g_ptr_array_free(values, FALSE);
}

GPtrArray *tn_select_rows(const GPtrArray *rows, const char *column, const char *value)
{
  g_auto(GStrv) values = tn_select_values(rows, column);
  GPtrArray *chosen = g_ptr_array_new();
  for (guint i = 0; i < rows->len; i++)
    if (!*values || has_value(rows->pdata[i], column, value))
      g_ptr_array_add(chosen, rows->pdata[i]);
  return chosen;
}

/* Returns a value as rows have it: our name of an algorithm, or a size in bytes without suffix.
 * Transfer full. */
static char *as_written(const GPtrArray *rows, const char *column, const char *value)
{
  const int c = tn_row_column(column);
  size_t bytes;
  if ((c < 0 || strcmp(column, "size_bytes") == 0) && tn_parse_size(value, &bytes, NULL))
    return g_strdup_printf("%zu", bytes);
  if (c < 0 || rows->len == 0)
    return g_strdup(value);
  struct tn_row *row = tn_row_copy(rows->pdata[0]);
  char *text = tn_row_set(row, c, value, NULL) ? NULL : g_strdup(value);
  tn_trace_name_algorithm(row);
  text = text ? text : tn_row_text(row, c);
  tn_row_free(row);
  return text;
}

bool tn_select_matching(GPtrArray *rows, const char *who, const char *column, const char *asked,
                        GError **error)
{
  g_auto(GStrv) values = tn_select_values(rows, column);
  const bool is_there = g_strv_contains((const char *const *)values, asked);
  g_autofree char *value = is_there ? g_strdup(asked) : as_written(rows, column, asked);
  if (*values && !g_strv_contains((const char *const *)values, value)) {
    g_autofree char *there = g_strjoinv(", ", values);
    return tn_usage(error, "%s has %s=%s (there are: %s)", who, column, value, there);
  }
  for (guint i = rows->len; *values && i > 0; i--)
    if (!has_value(rows->pdata[i - 1], column, value))
      g_ptr_array_remove_index(rows, i - 1);
  return true;
}

bool tn_select_where(GPtrArray *predicted, GPtrArray *measured, const char *where, GError **error)
{
  g_auto(GStrv) pairs = g_strsplit(where ? where : "", ";", -1);
  for (char **pair = pairs; *pair; pair++) {
    char *equals = strchr(*pair, '=');
    if (!equals)
      return tn_usage(error, "--where: \"%s\" is not COLUMN=VALUE (try ranks=28)", *pair);
    *equals = '\0';
    g_auto(GStrv) here = tn_select_values(predicted, *pair);
    g_auto(GStrv) there = tn_select_values(measured, *pair);
    if (!*here && !*there)
      return tn_usage(error, "--where: no row has a column or parameter \"%s\"", *pair);
    if (!tn_select_matching(predicted, "--where: no row of PREDICTED", *pair, equals + 1, error) ||
        !tn_select_matching(measured, "--where: no row of MEASURED", *pair, equals + 1, error))
      return false;
  }
  return true;
}
