#include "rows.h"

#include <math.h>
#include <string.h>

#include "platform/quantity.h"

/* Without these a row says nothing that could be compared. */
static const char *const needed[] = { "platform", "kernel",    "ranks",      "collective",
                                      "algorithm", "params",   "size_bytes", "avg_us", NULL };

struct reader {
  const char *file, *at, *end;
  int line;
  GArray *columns; /* int: which of ours a field is, -1 for others */
  int width;       /* fields of the header */
};

GPtrArray *tn_rows_new(void)
{
  return g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
}

static bool refuse(const struct reader *r, int line, GError **error, const char *format, ...)
  G_GNUC_PRINTF(4, 5);

static bool refuse(const struct reader *r, int line, GError **error, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error(error, TN_USAGE_ERROR, 0, "%s:%d: %s", r->file, line, text);
  return false;
}

static bool read_quoted(struct reader *r, GString *field, GError **error)
{
  const int line = r->line;
  for (r->at++; r->at < r->end; r->at++) {
    if (*r->at == '"' && (r->at + 1 == r->end || r->at[1] != '"')) {
      r->at++;
      if (r->at == r->end || strchr(",\r\n", *r->at))
        return true;
      return refuse(r, r->line, error, "a quoted field goes on after its closing quote "
                    "(quotes inside it are doubled)");
    }
    r->at += *r->at == '"';
    r->line += *r->at == '\n';
    g_string_append_c(field, *r->at);
  }
  return refuse(r, line, error, "a quote is never closed");
}

static bool read_plain(struct reader *r, GString *field, GError **error)
{
  for (; r->at < r->end && !strchr(",\r\n", *r->at); r->at++) {
    if (*r->at == '"')
      return refuse(r, r->line, error, "a quote inside a field that does not begin with one");
    g_string_append_c(field, *r->at);
  }
  return true;
}

/* The fields of one record, past its line end; NULL and *error when it is malformed. */
static GPtrArray *read_record(struct reader *r, GError **error)
{
  g_autoptr(GPtrArray) fields = g_ptr_array_new_with_free_func(g_free);
  for (;;) {
    GString *field = g_string_new(NULL);
    const bool quoted = r->at < r->end && *r->at == '"';
    const bool ok = quoted ? read_quoted(r, field, error) : read_plain(r, field, error);
    g_ptr_array_add(fields, g_string_free(field, FALSE));
    if (!ok)
      return NULL;
    if (r->at == r->end || *r->at != ',')
      break;
    r->at++;
  }
  if (r->at < r->end && *r->at == '\r')
    r->at++;
  if (r->at < r->end && *r->at != '\n') {
    refuse(r, r->line, error, "a carriage return inside a line");
    return NULL;
  }
  r->at += r->at < r->end;
  r->line++;
  return g_steal_pointer(&fields);
}

static bool read_header(struct reader *r, GError **error)
{
  g_autofree bool *seen = g_new0(bool, tn_n_columns);
  g_autoptr(GPtrArray) names = read_record(r, error);
  if (!names)
    return false;
  for (guint i = 0; i < names->len; i++) {
    const int c = tn_column_find(names->pdata[i]);
    if (c >= 0 && seen[c])
      return refuse(r, 1, error, "the column %s is there twice", tn_columns[c].name);
    if (c >= 0)
      seen[c] = true;
    g_array_append_val(r->columns, c);
  }
  r->width = (int)names->len;
  for (int i = 0; needed[i]; i++)
    if (!seen[tn_column_find(needed[i])])
      return refuse(r, 1, error, "no column %s (ROWS are what run, model and sweep write with "
                    "--format csv)", needed[i]);
  return true;
}

static bool check_cell(const struct reader *r, int line, int column, const char *text,
                       GError **error)
{
  const struct tn_column *c = &tn_columns[column];
  g_autoptr(GError) why = NULL;
  double number;
  if (!*text && g_strv_contains(needed, c->name) && strcmp(c->name, "params") != 0)
    return refuse(r, line, error, "%s is empty", c->name);
  if (*text && c->number && (!tn_parse_number(text, &number, &why) || number < 0))
    return refuse(r, line, error, "%s: \"%s\" is not a number (try 12.5)", c->name, text);
  return true;
}

static bool take_record(const struct reader *r, int line, GPtrArray *fields, GPtrArray *rows,
                        GError **error)
{
  if ((int)fields->len != r->width)
    return refuse(r, line, error, "%u fields, but the header has %d", fields->len, r->width);
  for (int i = 0; i < r->width; i++) {
    const int c = g_array_index(r->columns, int, i);
    if (c >= 0 && !check_cell(r, line, c, fields->pdata[i], error))
      return false;
  }
  char **row = g_new0(char *, tn_n_columns + 1);
  for (int i = 0; i < r->width; i++) {
    const int c = g_array_index(r->columns, int, i);
    if (c >= 0)
      row[c] = g_strdup(fields->pdata[i]);
  }
  for (int c = 0; c < tn_n_columns; c++)
    if (!row[c])
      row[c] = g_strdup("");
  g_ptr_array_add(rows, row);
  return true;
}

bool tn_rows_parse(GPtrArray *rows, const char *file, const char *text, gsize length,
                   GError **error)
{
  struct reader r = { .file = file, .at = text, .end = text + length, .line = 1 };
  if (!g_utf8_validate(text, (gssize)length, NULL))
    return refuse(&r, 1, error, "not a text in UTF-8");
  r.columns = g_array_new(FALSE, FALSE, sizeof(int));
  bool ok = read_header(&r, error);
  while (ok && r.at < r.end) {
    const int line = r.line;
    g_autoptr(GPtrArray) fields = read_record(&r, error);
    ok = fields && take_record(&r, line, fields, rows, error);
  }
  g_array_unref(r.columns);
  return ok;
}

bool tn_rows_read(GPtrArray *rows, const char *file, GError **error)
{
  const bool is_stdin = strcmp(file, "-") == 0;
  g_autofree char *text = NULL;
  g_autoptr(GError) why = NULL;
  gsize length;
  if (!g_file_get_contents(is_stdin ? "/dev/stdin" : file, &text, &length, &why)) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%s", why->message);
    return false;
  }
  return tn_rows_parse(rows, is_stdin ? "standard input" : file, text, length, error);
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
