#include "rows.h"

#include <math.h>
#include <string.h>

#include "contents.h"
#include "csv.h"
#include "platform/quantity.h"

/* Without these a row says nothing that could be compared. */
static const char *const needed[] = { "platform", "kernel",    "ranks",      "collective",
                                      "algorithm", "params",   "size_bytes", "avg_us", NULL };

const char *const tn_objective_names[] = { "avg", "span", "median", "p5", NULL };
const char *const tn_objective_columns[] = { "avg_us", "span_us", "avg_median_us",
                                                   "avg_p5_us" };

const char *tn_objective_says(const char *column)
{
  static const char *const says[] = {
    "mean over ranks of each rank's own time", "last entry to last exit",
    "mean over ranks of each rank's own time, median over calls",
    "mean over ranks of each rank's own time, 5th percentile over calls"
  };
  int o = 0;
  while (strcmp(tn_objective_columns[o], column) != 0)
    o++;
  return says[o];
}

struct reader {
  struct tn_csv csv;
  GArray *columns; /* int: which of ours a field is, -1 for others */
  int width;       /* fields of the header */
};

GPtrArray *tn_rows_new(void)
{
  return g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
}

static bool read_header(struct reader *r, GError **error)
{
  g_autofree bool *seen = g_new0(bool, tn_n_columns);
  g_autoptr(GPtrArray) names = tn_csv_record(&r->csv, error);
  if (!names)
    return false;
  for (guint i = 0; i < names->len; i++) {
    const int c = tn_column_find(names->pdata[i]);
    if (c >= 0 && seen[c])
      return tn_line_refuse(r->csv.file, 1, error, "the column %s is there twice",
                            tn_columns[c].name);
    if (c >= 0)
      seen[c] = true;
    g_array_append_val(r->columns, c);
  }
  r->width = (int)names->len;
  for (int i = 0; needed[i]; i++)
    if (!seen[tn_column_find(needed[i])])
      return tn_line_refuse(r->csv.file, 1, error, "no column %s (ROWS are what run, model and "
                            "sweep write with --format csv)", needed[i]);
  return true;
}

static bool check_cell(const struct reader *r, int line, int column, const char *text,
                       GError **error)
{
  const struct tn_column *c = &tn_columns[column];
  g_autoptr(GError) why = NULL;
  double number;
  if (!*text && g_strv_contains(needed, c->name) && strcmp(c->name, "params") != 0)
    return tn_line_refuse(r->csv.file, line, error, "%s is empty", c->name);
  if (*text && c->number && (!tn_parse_number(text, &number, &why) || number < 0))
    return tn_line_refuse(r->csv.file, line, error, "%s: \"%s\" is not a number (try 12.5)",
                          c->name, text);
  return true;
}

static bool take_record(const struct reader *r, int line, GPtrArray *fields, GPtrArray *rows,
                        GError **error)
{
  if ((int)fields->len != r->width)
    return tn_line_refuse(r->csv.file, line, error, "%u fields, but the header has %d",
                          fields->len, r->width);
  g_auto(GStrv) row = tn_row_empty();
  for (int i = 0; i < r->width; i++) {
    const int c = g_array_index(r->columns, int, i);
    if (c < 0)
      continue;
    if (!check_cell(r, line, c, fields->pdata[i], error))
      return false;
    tn_cell_set(row, tn_columns[c].name, fields->pdata[i]);
  }
  g_ptr_array_add(rows, g_steal_pointer(&row));
  return true;
}

bool tn_rows_parse(GPtrArray *rows, const char *file, const char *text, gsize length,
                   GError **error)
{
  struct reader r = { 0 };
  if (!tn_csv_init(&r.csv, file, text, length, error))
    return false;
  r.columns = g_array_new(FALSE, FALSE, sizeof(int));
  bool ok = read_header(&r, error);
  while (ok && tn_csv_more(&r.csv)) {
    const int line = r.csv.line;
    g_autoptr(GPtrArray) fields = tn_csv_record(&r.csv, error);
    ok = fields && take_record(&r, line, fields, rows, error);
  }
  g_array_unref(r.columns);
  return ok;
}

char *tn_text_read(const char *file, const char **ret_name, gsize *ret_length, GError **error)
{
  const bool is_stdin = strcmp(file, "-") == 0;
  char *text = NULL;
  g_autoptr(GError) why = NULL;
  *ret_name = is_stdin ? "standard input" : file;
  if (!is_stdin)
    return tn_contents(file, ret_length, error);
  if (!g_file_get_contents("/dev/stdin", &text, ret_length, &why))
    g_set_error(error, TN_USAGE_ERROR, 0, "%s", why->message);
  return text;
}

bool tn_rows_read(GPtrArray *rows, const char *file, GError **error)
{
  const char *name;
  gsize length;
  g_autofree char *text = tn_text_read(file, &name, &length, error);
  return text && tn_rows_parse(rows, name, text, length, error);
}

char **tn_row_empty(void)
{
  char **row = g_new0(char *, tn_n_columns + 1);
  for (int c = 0; c < tn_n_columns; c++)
    row[c] = g_strdup("");
  return row;
}

void tn_cell_set(char **row, const char *column, const char *text)
{
  const int c = tn_column_find(column);
  g_assert(c >= 0);
  g_free(row[c]);
  row[c] = g_strdup(text);
}

void tn_rows_take(GPtrArray *rows, const struct tn_results *results)
{
  for (guint i = 0; i < results->plan->points->len; i++)
    if (results->outcome[i].state == TN_DONE)
      g_ptr_array_add(rows, tn_row(results, i));
}

const char *tn_cell(char *const *row, const char *column)
{
  const int c = tn_column_find(column);
  g_assert(c >= 0);
  return row[c];
}

double tn_cell_number(char *const *row, const char *column)
{
  const char *text = tn_cell(row, column);
  return *text ? g_ascii_strtod(text, NULL) : NAN;
}

char *tn_cell_or_param(char *const *row, const char *name)
{
  const int c = tn_column_find(name);
  if (c >= 0)
    return g_strdup(row[c]);
  g_auto(GStrv) params = g_strsplit(tn_cell(row, "params"), ";", -1);
  const size_t length = strlen(name);
  for (char **p = params; *p; p++)
    if (strncmp(*p, name, length) == 0 && (*p)[length] == '=')
      return g_strdup(*p + length + 1);
  return NULL;
}
