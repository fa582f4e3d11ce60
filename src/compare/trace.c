#include "trace.h"

#include <math.h>
#include <string.h>

#include "algos/library/library.h"
#include "algos/library/names.h"
#include "study/usage.h"

void tn_trace_name_algorithm(struct tn_row *row)
{
  const int c = tn_collective_find(row->collective);
  const struct tn_algorithm *a =
      c < 0 ? NULL : tn_calling_bare((enum tn_collective)c, row->algorithm);
  if (a)
    tn_row_name(&row->algorithm, a->name);
  else if (strcmp(row->algorithm, "0") == 0)
    tn_row_name(&row->algorithm, TN_OMPI_CHOICE);
}

int tn_trace_doubt(double seconds, double bytes, double messages)
{
  const double least = fmax(10e-9, bytes / 1e12), most = 50e-6 + bytes / 50e6;
  return seconds < least ? -1 : seconds > messages * most;
}

/* Whether somebody's table names a size and a time as rows do. */
static bool has_our_names(char *const *fields)
{
  bool has_time = false;
  for (int o = 0; o < TN_N_OBJECTIVES; o++)
    has_time = has_time || g_strv_contains((const char *const *)fields,
                                           tn_objective_column((enum tn_objective)o));
  return has_time && g_strv_contains((const char *const *)fields, "size_bytes");
}

bool tn_trace_parse(struct tn_trace *t, GError **error)
{
  if (!g_utf8_validate(t->text, (gssize)t->length, NULL))
    return tn_usage_at(t->file, 1, error, "not a text in UTF-8");
  if (g_str_has_prefix(t->text, TN_ROWS_SEAL))
    return tn_rows_parse(t->rows, t->file, t->text, t->length, error);
  if (tn_trace_text_is(t->text, t->length))
    return tn_trace_text_parse(t, error);
  const char *end = memchr(t->text, '\n', t->length);
  g_autofree char *header = g_strndup(t->text, end ? (gsize)(end - t->text) : t->length);
  g_auto(GStrv) fields = g_strsplit(g_strchomp(header), ",", -1);
  if (tn_rows_is_header(fields))
    return tn_rows_parse(t->rows, t->file, t->text, t->length, error);
  if (t->columns || has_our_names(fields))
    return tn_trace_csv_parse(t, error);
  return tn_usage_at(t->file, 1, error,
                     "neither rows of turnstile nor text of OSU, IMB-MPI1 or "
                     "MPICH (CSV of others needs --columns OURS=THEIRS,...)");
}
