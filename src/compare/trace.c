#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "algos/library/library.h"
#include "platform/quantity.h"
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
    return tn_usage_at(t->file, 1, error, "not a text in UTF-8");
  if (tn_trace_text_is(t->text, t->length))
    return tn_trace_text_parse(t, error);
  if (is_ours(t))
    return tn_rows_parse(t->rows, t->file, t->text, t->length, error);
  if (t->columns)
    return tn_trace_csv_parse(t, error);
  return tn_usage_at(t->file, 1, error, "neither rows of turnstile nor text of OSU, IMB-MPI1 or "
                        "MPICH (CSV of others needs --columns OURS=THEIRS,...)");
}
