#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "algos/library/library.h"
#include "platform/quantity.h"
#include "rows/rows.h"
#include "study/usage.h"

/* Whether a library calls the algorithm so: by a name, or by its number in Open MPI. */
static bool is_called(const struct tn_algorithm *a, const char *text)
{
  g_autofree char *number = a->ompi ? g_strdup_printf("%d", a->ompi_id) : NULL;
  return g_strcmp0(a->ompi, text) == 0 || g_strcmp0(number, text) == 0 ||
         g_strcmp0(a->mpich, text) == 0;
}

void tn_trace_name_algorithm(struct tn_row *row)
{
  const int c = tn_collective_find(row->collective);
  if (strcmp(row->algorithm, "0") == 0) {
    tn_row_name(&row->algorithm, TN_OMPI_CHOICE);
    return;
  }
  if (c < 0 || tn_algorithm_find((enum tn_collective)c, row->algorithm))
    return;
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
    if ((int)(*a)->collective == c && is_called(*a, row->algorithm)) {
      tn_row_name(&row->algorithm, (*a)->name);
      return;
    }
}

static bool is_ours(const struct tn_trace *t)
{
  const char *end = memchr(t->text, '\n', t->length);
  g_autofree char *header = g_strndup(t->text, end ? (gsize)(end - t->text) : t->length);
  g_auto(GStrv) fields = g_strsplit(g_strchomp(header), ",", -1);
  return g_strv_contains((const char *const *)fields, "size_bytes") &&
         g_strv_contains((const char *const *)fields, "avg_us");
}

bool tn_trace_parse(struct tn_trace *t, GError **error)
{
  if (!g_utf8_validate(t->text, (gssize)t->length, NULL))
    return tn_line_refuse(t->file, 1, error, "not a text in UTF-8");
  if (tn_trace_text_is(t->text, t->length))
    return tn_trace_text_parse(t, error);
  if (is_ours(t))
    return tn_rows_parse(t->rows, t->file, t->text, t->length, error);
  if (t->columns)
    return tn_trace_csv_parse(t, error);
  return tn_line_refuse(t->file, 1, error, "neither rows of turnstile nor text of OSU, IMB-MPI1 or "
                        "MPICH (CSV of others needs --columns OURS=THEIRS,...)");
}

/* Where the values of "FILE:COLUMN=VALUE,..." begin, or NULL: file names may hold colons. */
static const char *values_of(const char *spec)
{
  for (const char *colon = strrchr(spec, ':'); colon && colon > spec;) {
    const char *equals = strchr(colon, '=');
    g_autofree char *name = equals ? g_strndup(colon + 1, (gsize)(equals - colon - 1)) : NULL;
    if (name && tn_row_column(name) >= 0)
      return colon + 1;
    do
      colon--;
    while (colon > spec && *colon != ':');
  }
  return NULL;
}

static bool apply(GPtrArray *rows, guint first, const char *spec, const char *values,
                  GError **error)
{
  g_auto(GStrv) pairs = g_strsplit(values, ",", -1);
  for (char **pair = pairs; *pair; pair++) {
    char *equals = strchr(*pair, '=');
    g_autofree char *name = g_strndup(*pair, equals ? (gsize)(equals - *pair) : strlen(*pair));
    const int column = tn_row_column(name);
    if (!equals || column < 0) {
      g_set_error(error, TN_USAGE_ERROR, 0, "%s: \"%s\" is not COLUMN=VALUE (try ranks=28)", spec,
                  *pair);
      return false;
    }
    for (guint i = first; i < rows->len; i++) {
      g_autoptr(GError) why = NULL;
      if (!tn_row_set(rows->pdata[i], column, equals + 1, &why))
        return tn_usage_prefix(error, g_steal_pointer(&why), spec);
    }
  }
  return true;
}

bool tn_trace_read(GPtrArray *rows, GPtrArray *notes, const char *spec, const char *columns,
                   GError **error)
{
  const char *values = g_file_test(spec, G_FILE_TEST_EXISTS) ? NULL : values_of(spec), *name;
  g_autofree char *file = g_strndup(spec, values ? (gsize)(values - spec - 1) : strlen(spec));
  const guint first = rows->len;
  gsize length;
  g_autofree char *text = tn_text_read(file, &name, &length, error);
  struct tn_trace trace = { .file = name, .text = text, .length = length, .columns = columns,
                            .rows = rows, .notes = notes };
  if (!text || !tn_trace_parse(&trace, error) ||
      (values && !apply(rows, first, spec, values, error)))
    return false;
  for (guint i = first; i < rows->len; i++)
    tn_trace_name_algorithm(rows->pdata[i]);
  if (rows->len > first)
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0, "%s: no rows in it", name);
  return false;
}
