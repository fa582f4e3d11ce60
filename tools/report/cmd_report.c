/* report: writes rows as one page of HTML. */
#include <string.h>

#include "commands.h"
#include "exports/export.h"
#include "plan/expand.h"
#include "report/report.h"
#include "rows/rows_files.h"
#include "rows/text_rows.h"
#include "run_points.h"

/* Makes the rules of --for; *ret stays NULL without it. */
static bool make_rules(const struct tn_options *s, const GPtrArray *rows, struct tn_rules **ret,
                       GError **error)
{
  enum tn_target target;
  struct tn_rules_terms terms;
  if (!s->release)
    return TN_NONE_SAID(s, error, "only with --for", TN_OPT_LOSS, TN_OPT_TRANSPORT);
  if (!tn_target_find(s->release, &target, error) || !tn_for_terms(s, target, &terms, error))
    return false;
  *ret = tn_rules_new(target, rows, &terms, error);
  if (!*ret)
    tn_for_explain(s, rows, error);
  return *ret != NULL;
}

bool tn_cmd_report(struct tn_options *s, GError **error)
{
  struct tn_rules *rules = NULL;
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
  struct tn_report r = { .files = files, .run = tn_run_trials };
  r.jobs = s->jobs;
  if (!tn_objective_read(s, &r.objective, error))
    return false;
  g_autoptr(GPtrArray) rows = tn_rows_read_all(s->rows, "report", error);
  if (!rows || !make_rules(s, rows, &rules, error))
    return false;
  for (guint i = 0; i < s->rows->len; i++) {
    const char *file = s->rows->pdata[i];
    g_ptr_array_add(files, strcmp(file, "-") == 0 ? g_strdup("standard input")
                                                  : g_path_get_basename(file));
  }
  r.rows = rows;
  r.rules = rules;
  g_autoptr(GPtrArray) platforms = tn_report_platforms(rows, s->platform, error);
  r.platforms = platforms;
  g_autofree char *page = platforms ? tn_report_page(&r, error) : NULL;
  tn_rules_free(rules);
  if (!platforms)
    return tn_usage_prefix(error, tn_options_where(s, TN_OPT_PLATFORM));
  return page && tn_writer_write(s, page, error);
}
