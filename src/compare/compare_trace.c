#include "compare_trace.h"

#include <math.h>
#include <string.h>

#include "algos/library/library.h"
#include "algos/library/library_names.h"
#include "algos/registry.h"
#include "study/csv.h"
#include "study/usage.h"

void tn_trace_name_algorithm(struct tn_row *row)
{
  const int c = tn_collective_find(row->collective);
  const struct tn_method *a =
      c < 0 ? NULL : tn_library_word_bare((enum tn_collective)c, row->algorithm);
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

bool tn_trace_refuse_empty(const char *file, const GPtrArray *notes, guint first, GError **error)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = first; i < notes->len; i++)
    g_string_append_printf(text, "; %s", (const char *)notes->pdata[i]);
  return tn_usage(error, "%s: no rows in it%s", file, text->str);
}

/* Returns false and *error (usage), which names the kind of file, if the file cannot have times. */
static bool check_kind(const char *file, const char *text, GError **error)
{
  const char *begin = text + strspn(text, " \t\r\n");
  if (!*begin)
    return tn_usage(error, "%s: the file is empty", file);
  if (*begin != '<' && *begin != '{' && *begin != '[')
    return true;
  return tn_usage_at(file, 1, error,
                     "%s: no measured times (accepted: rows of turnstile, text of OSU, IMB-MPI1, "
                     "MPICH's bench, nccl-tests, ucc_perftest, CSV)",
                     *begin == '<'   ? "XML (a topology or platform)"
                     : *begin == '{' ? "JSON"
                                     : "JSON or a log");
}

static bool parse(struct tn_trace *t, GError **error)
{
  if (g_str_has_prefix(t->text, TN_ROWS_SEAL))
    return tn_rows_parse(t->rows, t->file, t->text, t->length, error);
  if (tn_trace_text_is(t->text, t->length))
    return tn_trace_text_parse(t, error);
  g_autofree char *header = g_strndup(t->text, strcspn(t->text, "\n"));
  const char separator[] = { tn_csv_separator(header), '\0' };
  g_auto(GStrv) fields = g_strsplit(g_strchomp(header), separator, -1);
  if (tn_rows_is_header(fields))
    return tn_rows_parse(t->rows, t->file, t->text, t->length, error);
  if (!check_kind(t->file, t->text, error))
    return false;
  bool has_time = false; /* true if a foreign table has a column of sizes and one of times, named
                          * as in rows */
  for (int o = 0; o < TN_N_OBJECTIVES; o++)
    has_time = has_time || g_strv_contains((const char *const *)fields,
                                           tn_objective_column((enum tn_objective)o));
  if (t->columns || t->more ||
      (has_time && g_strv_contains((const char *const *)fields, "size_bytes")))
    return tn_trace_csv_parse(t, error);
  return tn_usage_at(t->file, 1, error,
                     "not rows of turnstile or text of OSU, IMB-MPI1, MPICH's bench, nccl-tests or "
                     "ucc_perftest (CSV of others needs --columns OURS=THEIRS,...)");
}

bool tn_trace_parse(struct tn_trace *t, GError **error)
{
  struct tn_trace own = *t;
  g_autofree char *text =
      tn_trace_decode(t->file, t->text, t->length, &own.length, t->notes, error);
  own.text = text;
  return text && parse(&own, error);
}

void tn_trace_block_sizes(const GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++) {
    struct tn_row *row = rows->pdata[i];
    const int c = tn_collective_find(row->collective);
    if (row->source == TN_SOURCE_IMPORTED && strcmp(row->protocol, "nccl-tests") == 0 &&
        row->ranks > 0 &&
        (c == TN_ALLGATHER || c == TN_ALLTOALL || c == TN_REDUCE_SCATTER_BLOCK ||
         c == TN_REDUCE_SCATTER || c == TN_GATHER || c == TN_SCATTER))
      row->size /= row->ranks;
  }
}
