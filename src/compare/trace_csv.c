/* Foreign CSV: one record per point; columns are mapped by name. */
#include <string.h>

#include "algos/registry.h"
#include "compare_trace.h"
#include "study/usage.h"

/* Values in place of a column's number: UNKNOWN for a field with an unknown name, REPEAT for the
 * field that numbers the repeats. */
enum { UNKNOWN = -1, REPEAT = -2 };

bool tn_trace_is_param(const char *name)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    bool is_alias;
    if (tn_alg_params_find((*a)->params, name, &is_alias) >= 0 && !is_alias)
      return true;
  }
  return false;
}

/* Returns the number of the row's column with this name. Data of a fit may use the short names
 * "bytes" and "us". */
static int ours_of(const struct tn_trace *t, const char *name)
{
  return strcmp(name, "repeat") == 0             ? REPEAT
         : t->more && strcmp(name, "bytes") == 0 ? tn_row_column("size_bytes")
         : t->more && strcmp(name, "us") == 0    ? tn_row_column("avg_us")
                                                 : tn_row_column(name);
}

/* Finds, for each field of the file, the column of rows that it holds. A field that holds a
 * parameter gets the parameter's name. */
static bool read_mapping(GArray *map, GPtrArray *header, const struct tn_trace *t, GError **error)
{
  const int none = UNKNOWN;
  g_auto(GStrv) pairs = g_strsplit(t->columns ? t->columns : "", ",", -1);
  g_autoptr(GPtrArray) known = g_ptr_array_new();
  for (guint i = 0; i < header->len; i++)
    g_array_append_val(map, none);
  for (int c = 0; c < tn_row_n_columns; c++)
    g_ptr_array_add(known, (void *)tn_row_columns[c].name);
  g_ptr_array_add(known, NULL);
  for (char **pair = pairs; *pair; pair++) {
    char *equals = strchr(*pair, '=');
    guint field;
    if (!equals)
      return tn_usage(error,
                      "--columns: \"%s\" is not OURS=THEIRS (try "
                      "avg_us=latency)",
                      *pair);
    *equals = '\0';
    const int ours = ours_of(t, *pair);
    const bool is_more = t->more && g_strv_contains(t->more, *pair);
    if (ours == UNKNOWN && !is_more && !tn_trace_is_param(*pair))
      return tn_usage_unknown(error, "--columns", "column", *pair,
                              (const char *const *)known->pdata);
    const bool is_there = g_ptr_array_find_with_equal_func(header, equals + 1, g_str_equal, &field);
    if (!is_there && is_more && t->messages == (strcmp(*pair, "children") != 0))
      g_ptr_array_add(t->notes, g_strdup_printf("no column \"%s\" for %s", equals + 1, *pair));
    if (!is_there && t->more)
      continue;
    if (!is_there)
      return tn_usage_at(t->file, 1, error, "no column %s (--columns %s=%s)", equals + 1, *pair,
                         equals + 1);
    if (ours == UNKNOWN) {
      g_free(header->pdata[field]);
      header->pdata[field] = g_strdup(*pair);
    }
    g_array_index(map, int, field) = ours;
  }
  /* A field that is not mapped holds the column of its own name, unless the user maps another field
   * to this column. */
  for (guint i = 0; i < header->len; i++) {
    const int ours = ours_of(t, header->pdata[i]);
    bool is_taken = g_array_index(map, int, i) != UNKNOWN || ours == REPEAT;
    for (guint k = 0; k < map->len; k++)
      is_taken = is_taken || g_array_index(map, int, k) == ours;
    if (!is_taken)
      g_array_index(map, int, i) = ours;
  }
  return true;
}

bool tn_trace_csv_parse(struct tn_trace *t, GError **error)
{
  struct tn_csv csv;
  g_autoptr(GArray) map = g_array_new(FALSE, FALSE, sizeof(int));
  if (!tn_csv_init(&csv, t->file, t->text, t->length, error))
    return false;
  g_autoptr(GPtrArray) header = tn_csv_record(&csv, error);
  const struct tn_rows_table table = { header, map, false };
  return header && read_mapping(map, header, t, error) &&
         tn_rows_table(t->rows, &csv, &table, error);
}
