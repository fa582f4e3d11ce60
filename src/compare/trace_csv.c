/* Somebody's CSV: one record per measured point, columns mapped by name. */
#include <string.h>

#include "algos/registry.h"
#include "study/csv.h"
#include "study/usage.h"
#include "trace.h"

/* Fields that are none of our columns: one tells repeats apart, of another nothing is known. */
enum { UNKNOWN = -1, REPEAT = -2 };

bool tn_trace_is_param(const char *name)
{
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++) {
    bool is_alias;
    if (tn_algorithm_param(*a, name, &is_alias) >= 0 && !is_alias)
      return true;
  }
  return false;
}

/* Fields that nobody names are what they are called, where that is not another one's name. */
static void map_names(GArray *map, const GPtrArray *header)
{
  for (guint i = 0; i < header->len; i++) {
    const int ours = tn_row_column(header->pdata[i]);
    bool is_taken = g_array_index(map, int, i) != UNKNOWN;
    for (guint k = 0; k < map->len; k++)
      is_taken = is_taken || g_array_index(map, int, k) == ours;
    if (!is_taken)
      g_array_index(map, int, i) = ours;
  }
}

/* Which of our columns each field is; a parameter's gets the parameter's name. */
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
    const int ours = strcmp(*pair, "repeat") == 0 ? REPEAT : tn_row_column(*pair);
    if (ours == UNKNOWN && !tn_trace_is_param(*pair))
      return tn_usage_unknown(error, "--columns", "column", *pair,
                              (const char *const *)known->pdata);
    if (!g_ptr_array_find_with_equal_func(header, equals + 1, g_str_equal, &field))
      return tn_usage_at(t->file, 1, error, "no column %s (--columns %s=%s)", equals + 1, *pair,
                         equals + 1);
    if (ours == UNKNOWN) {
      g_free(header->pdata[field]);
      header->pdata[field] = g_strdup(*pair);
    }
    g_array_index(map, int, field) = ours;
  }
  map_names(map, header);
  return true;
}

static bool set_fields(struct tn_row *row, const struct tn_trace *t, int line,
                       const GPtrArray *header, const GPtrArray *fields, const GArray *map,
                       GError **error)
{
  for (guint i = 0; i < map->len; i++) {
    const int c = g_array_index(map, int, i);
    g_autoptr(GError) why = NULL;
    if (c == UNKNOWN)
      tn_row_add_other(row, header->pdata[i], fields->pdata[i]);
    else if (c >= 0 && !tn_row_set(row, c, fields->pdata[i], &why))
      return tn_usage_at(t->file, line, error, "%s", why->message);
  }
  return true;
}

static bool take(struct tn_trace *t, int line, const GPtrArray *header, const GPtrArray *fields,
                 const GArray *map, GError **error)
{
  if (fields->len == 1 && !*g_strstrip(fields->pdata[0]))
    return true;
  if (fields->len != map->len)
    return tn_usage_at(t->file, line, error, "%u fields, but the header has %u", fields->len,
                       map->len);
  struct tn_row *row = tn_row_new();
  row->digits = 0;
  tn_row_name(&row->memory, "");
  g_ptr_array_add(t->rows, row);
  tn_row_name(&row->file, t->file);
  row->line = line;
  if (!set_fields(row, t, line, header, fields, map, error))
    return false;
  if (row->source == TN_SOURCE_UNKNOWN)
    row->source = TN_SOURCE_IMPORTED;
  return true;
}

bool tn_trace_csv_parse(struct tn_trace *t, GError **error)
{
  struct tn_csv csv;
  g_autoptr(GArray) map = g_array_new(FALSE, FALSE, sizeof(int));
  if (!tn_csv_init(&csv, t->file, t->text, t->length, error))
    return false;
  g_autoptr(GPtrArray) header = tn_csv_record(&csv, error);
  if (!header || !read_mapping(map, header, t, error))
    return false;
  while (tn_csv_more(&csv)) {
    const int line = csv.line;
    g_autoptr(GPtrArray) fields = tn_csv_record(&csv, error);
    if (!fields || !take(t, line, header, fields, map, error))
      return false;
  }
  return true;
}
