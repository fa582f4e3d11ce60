/* Measurements from files that the user names, with what the user says of them. */
#include "trace_file.h"

#include <string.h>

#include "compare/trace.h"
#include "rows/rows.h"
#include "study/usage.h"

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

/* Says so where most of the measured times cannot be microseconds. */
static void note_unit(const GPtrArray *rows, guint first, const char *file, GPtrArray *notes)
{
  const double unknown_ranks = 1000;
  guint n_doubted[2] = { 0 };
  for (guint i = first; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    const double ranks = row->ranks > 0 ? (double)row->ranks : unknown_ranks;
    const int doubt = row->avg > 0 ? tn_trace_doubt(row->avg, (double)row->size, ranks) : 0;
    if (doubt == 0 || row->source == TN_SOURCE_SIM || row->source == TN_SOURCE_MODEL ||
        2 * ++n_doubted[doubt > 0] <= rows->len - first)
      continue;
    g_ptr_array_add(notes, g_strdup_printf("%s:%d: %g us for %g bytes in messages: " TN_TRACE_UNIT,
                                           file, row->line, row->avg * 1e6, (double)row->size));
    return;
  }
}

bool tn_trace_read(GPtrArray *rows, GPtrArray *notes, const char *spec, const char *columns,
                   GError **error)
{
  const char *values = g_file_test(spec, G_FILE_TEST_EXISTS) ? NULL : values_of(spec), *name;
  g_autofree char *file = g_strndup(spec, values ? (gsize)(values - spec - 1) : strlen(spec));
  const guint first = rows->len;
  gsize length;
  g_autofree char *text = tn_text_read(file, &name, &length, error);
  struct tn_trace trace = {
    .file = name, .text = text, .length = length, .columns = columns, .rows = rows, .notes = notes
  };
  if (!text || !tn_trace_parse(&trace, error) ||
      (values && !apply(rows, first, spec, values, error)))
    return false;
  for (guint i = first; i < rows->len; i++)
    tn_trace_name_algorithm(rows->pdata[i]);
  note_unit(rows, first, name, notes);
  if (rows->len > first)
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0, "%s: no rows in it", name);
  return false;
}
