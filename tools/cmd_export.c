/* export: rows as CSV, merged stores, or winners as rules for an MPI library. */
#include <stdio.h>

#include "commands.h"
#include "exports/export.h"
#include "plan/expand.h"
#include "plan/user_file.h"
#include "rows/rows_files.h"
#include "rows/text_rows.h"
#include "store/store_merge.h"
#include "store/store_read.h"

/* Writes the rows of stores and files as CSV, or merges stores into one. */
static bool export_rows(const struct tn_options *s, GError **error)
{
  static const char why[] = "only with --for (rows are written as they are)";
  const char *target = s->output;
  if (!TN_NONE_SAID(s, error, why, TN_OPT_BASE, TN_OPT_OBJECTIVE, TN_OPT_LOSS, TN_OPT_TRANSPORT,
                    TN_OPT_REPRODUCIBLE))
    return false;
  if (s->mapping)
    return tn_usage(error, "%s: %s", tn_options_where(s, TN_OPT_MAPPING), why);
  if (target && s->rows->len && (g_str_has_suffix(target, ".sqlite") || tn_store_is(target))) {
    struct tn_store_state state;
    for (guint i = 0; i < s->rows->len; i++)
      tn_contents_note(s->rows->pdata[i]);
    if (!tn_writer_can_write(s, target, error) ||
        !tn_store_merge(target, (char *const *)s->rows->pdata, s->rows->len, error) ||
        !tn_store_state(target, &state, error))
      return false;
    fprintf(stderr, "turnstile: export: %s: %u of %u points have their row\n", target, state.n_rows,
            state.n_points);
    return true;
  }
  g_autoptr(GPtrArray) rows = tn_rows_read_all(s->rows, "export", error);
  g_autofree char *text = rows ? tn_rows_csv(rows) : NULL;
  if (!text || !tn_writer_write(s, text, error))
    return false;
  for (guint i = 0; i < s->rows->len; i++) {
    struct tn_store_state state;
    if (tn_store_is(s->rows->pdata[i]) && tn_store_state(s->rows->pdata[i], &state, NULL)) {
      const char *file = s->rows->pdata[i];
      if (state.n_rows < state.n_points)
        fprintf(stderr, "turnstile: %s: %u of %u points have no row yet (%u of them failed)\n",
                file, state.n_points - state.n_rows, state.n_points, state.n_failed);
      if (state.n_outdated)
        fprintf(stderr,
                "turnstile: %s: %u rows are omitted: their points were swept again with another "
                "program, platform or inputs\n",
                file, state.n_outdated);
      if (state.n_programs > 1)
        fprintf(stderr, "turnstile: %s: %u versions of the program made these rows\n", file,
                state.n_programs);
    }
  }
  return true;
}

bool tn_cmd_export(struct tn_options *s, GError **error)
{
  return s->release ? tn_export_rules(s, error) : export_rows(s, error);
}
