#include "advise/measured_rows.h"

#include <string.h>

#include "advise/cmd_advise_folder.h"
#include "document/wrap.h"
#include "plan/user_file.h"
#include "rows/rows_files.h"
#include "study/usage.h"

/* Limits of plausible times of a call, in seconds. */
static const double LEAST_TIME = 1e-9, MAX_TIME = 3600.0;

/* Checks that rows are measured on this machine with plausible times. One wrong row would make all
 * the folder's decisions wrong. */
static bool check(const GPtrArray *rows, const char *folder, const char *platform, GError **error)
{
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    if (tn_source_predicts(row->source))
      return tn_usage_at(row->file, row->line, error, "predicted, not measured (source %s)",
                         tn_source_name(row->source));
    if (row->avg != 0 && !(row->avg >= LEAST_TIME && row->avg <= MAX_TIME))
      return tn_usage_at(row->file, row->line, error,
                         "avg_us: %g is not a call's time (1 ns to 1 h)", row->avg * 1e6);
    if (*row->platform && strcmp(row->platform, platform) != 0)
      return tn_usage_at(row->file, row->line, error, "measured on %s, but %s is about %s",
                         row->platform, folder, platform);
  }
  return true;
}

/* Reads the rows that an unfinished start has written, without a last line that was cut. */
static bool read_unfinished(GPtrArray *rows, const char *file, GError **error)
{
  const guint before = rows->len;
  gsize all;
  g_autofree char *text = tn_contents(file, &all, error);
  gsize n = text ? all : 0;
  while (n > 0 && text[n - 1] != '\n')
    n--;
  if (!text || (n > 0 && !tn_rows_parse(rows, file, text, n, error)))
    return false;
  tn_print_message("%s: a start that did not end: %u rows count%s", file, rows->len - before,
                   n < all ? ", its last line is cut" : "");
  return true;
}

bool tn_measured_read(GPtrArray *rows, const char *folder, const char *platform, const char *given,
                      GError **error)
{
  g_auto(GStrv) names = g_strsplit(given ? given : "", ";", -1);
  for (int i = 0; names[i]; i++) {
    g_autoptr(GPtrArray) own = tn_rows_new();
    if (!tn_rows_read(own, names[i], error) || !check(own, folder, platform, error))
      return false;
    g_autofree char *text = tn_rows_csv(own);
    if (!tn_folder_store(folder, text, error))
      return false;
  }
  g_autoptr(GPtrArray) files = tn_folder_measured(folder);
  for (guint i = 0; i < files->len; i++)
    if (!(g_str_has_suffix(files->pdata[i], TN_UNFINISHED) ? read_unfinished : tn_rows_read)(
            rows, files->pdata[i], error))
      return false;
  return check(rows, folder, platform, error);
}

void tn_measured_remark(const struct tn_learning *l)
{
  static const char *const others[] = { "transport", "without a time" };
  g_autoptr(GString) text = g_string_new(NULL);
  g_autoptr(GPtrArray) transports = tn_transports_of(l->rows);
  guint n[TN_N_SAME + G_N_ELEMENTS(others)] = { 0 }, n_kernel = 0;
  const struct tn_row *predicted = l->rows->pdata[0], *moved = NULL;
  for (guint i = 0; i < l->measured->len; i++) {
    const struct tn_row *row = l->measured->pdata[i];
    enum tn_same differs = TN_SAME_COLLECTIVE;
    bool is_found = false;
    for (guint k = 0; k < l->problems->len && !is_found; k++)
      is_found = tn_problem_find(l->problems->pdata[k], row, &differs) >= 0;
    if (!tn_transports_have(transports, row))
      n[TN_N_SAME]++;
    else if (!is_found)
      n[differs]++;
    else if (!(row->avg > 0))
      n[TN_N_SAME + 1]++;
    else if (tn_same_is_stated(row, TN_SAME_KERNEL) &&
             tn_same_is_stated(predicted, TN_SAME_KERNEL) &&
             !tn_same_agrees(row, predicted, TN_SAME_KERNEL)) {
      moved = row;
      n_kernel++;
    }
  }
  for (size_t c = 0; c < G_N_ELEMENTS(n); c++)
    if (n[c] > 0)
      g_string_append_printf(text, "%s %s %u", text->len ? "," : ": other",
                             c < TN_N_SAME ? tn_same_names[c] : others[c - TN_N_SAME], n[c]);
  if (l->n_unknown > 0)
    tn_print_message("%u of %u measured rows match no point here%s", l->n_unknown, l->measured->len,
                     text->str);
  if (moved)
    tn_print_message("%u measured rows are of %s: they count as this machine's times; what is not "
                     "measured follows the model of %s",
                     n_kernel, moved->kernel, predicted->kernel);
}
