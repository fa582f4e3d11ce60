#include "tune_input.h"

#include <stdlib.h>

#include "plan/expand.h"
#include "rows/rows_files.h"
#include "signals.h"

bool tn_tune_input_check_alone(const struct tn_options *s, const char *rows, GError **error)
{
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (s->value[o] && tn_option_table[o].key && o != TN_OPT_OBJECTIVE && o != TN_OPT_FOR)
      return tn_usage(error, "%s: either ROWS (%s) or a selection, not both",
                      tn_options_where(s, (enum tn_option)o), rows);
  return true;
}

static bool read_rows(struct tn_tune_input *field, const struct tn_options *s, GError **error)
{
  if (!tn_tune_input_check_alone(s, s->rows->pdata[0], error))
    return false;
  for (guint i = 0; i < s->rows->len; i++)
    if (!tn_rows_read(field->rows, s->rows->pdata[i], error))
      return false;
  if (field->rows->len == 0)
    return tn_usage(error, "%s: no rows in it", (const char *)s->rows->pdata[0]);
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < field->rows->len; i++)
    g_ptr_array_add(names, (void *)((const struct tn_row *)field->rows->pdata[i])->algorithm);
  return tn_check_reference(s, names, error) && tn_rows_unify(field->rows, error);
}

bool tn_tune_input_collect(struct tn_tune_input *field, const struct tn_options *s, GError **error)
{
  field->rows = tn_rows_new();
  field->ok = true;
  if (!TN_NONE_SAID(s, error, "not for tune (run has it)", TN_OPT_TIMELINE, TN_OPT_DELAY_MAP,
                    TN_OPT_UNCERTAINTY, TN_OPT_JITTER))
    return false;
  return s->rows->len == 0 ? tn_tune_points(field, s, error) : read_rows(field, s, error);
}

static void take(GPtrArray **to, GPtrArray *from)
{
  if (from && !*to)
    *to = tn_rows_new();
  while (from && from->len)
    g_ptr_array_add(*to, g_ptr_array_steal_index(from, 0));
}

bool tn_tune_input_add(struct tn_tune_input *field, const struct tn_replacements *replacements,
                       const struct tn_options *s, GError **error)
{
  struct tn_tune_input one = { .request = field->request,
                               .wants_ties = field->wants_ties,
                               .wants_notes = field->wants_notes,
                               .tests_buffers = field->tests_buffers,
                               .kind.replacements = *replacements };
  const bool ok = tn_tune_input_collect(&one, s, error);
  if (ok) {
    take(&field->rows, one.rows);
    take(&field->more, one.more);
    field->ok = field->ok && one.ok;
    if (!field->notes)
      field->notes = g_steal_pointer(&one.notes);
  } else if (tn_signal_caught) { /* the incomplete rows of an interrupted run are not used */
    g_clear_error(error);
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "tune: interrupted");
  }
  tn_tune_input_clear(&one);
  return ok;
}

void tn_tune_input_clear(struct tn_tune_input *field)
{
  g_clear_pointer(&field->rows, g_ptr_array_unref);
  g_clear_pointer(&field->more, g_ptr_array_unref);
  g_clear_pointer(&field->notes, g_ptr_array_unref);
  g_clear_pointer(&field->stopped, g_free);
}
