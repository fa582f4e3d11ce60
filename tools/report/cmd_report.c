/* report: writes rows as one page of HTML. */
#include <string.h>

#include "algos/library/library.h"
#include "commands.h"
#include "exports/export.h"
#include "figure/figure_words.h"
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

/* Returns the release of the rows' only library default; NULL if they have none or several. */
static const char *release_of(const GPtrArray *rows)
{
  const char *found = NULL;
  for (guint i = 0; i < rows->len; i++) {
    const char *algorithm = ((const struct tn_row *)rows->pdata[i])->algorithm;
    if (!tn_is_library(algorithm))
      continue;
    if (found && found != algorithm)
      return NULL;
    found = algorithm;
  }
  return found ? found + strlen(TN_LIBRARY_PREFIX) : NULL;
}

/* Makes the rules of a brief page: without --for those of the rows' library. If these cannot be
 * made, sets *ret_why (transfer full) instead of failing. */
static bool make_brief_rules(struct tn_options *s, const GPtrArray *rows, struct tn_rules **ret,
                             char **ret_why, GError **error)
{
  GError *why = NULL;
  for (guint i = 1; i < rows->len; i++) {
    const struct tn_row *first = rows->pdata[0], *row = rows->pdata[i];
    if (row->platform != first->platform)
      return tn_usage(error, "--brief: the rows have the platforms %s and %s (one is accepted)",
                      first->platform, row->platform);
  }
  if (s->release)
    return make_rules(s, rows, ret, error);
  s->release = release_of(rows);
  if (!s->release) {
    *ret_why = g_strdup("--for LIBRARY names the library");
    return make_rules(s, rows, ret, error);
  }
  if (!make_rules(s, rows, ret, &why)) {
    *ret_why = g_strdup(why->message);
    g_error_free(why);
  }
  return true;
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
  g_autofree char *why = NULL;
  if (!rows || !(s->brief ? make_brief_rules(s, rows, &rules, &why, error)
                          : make_rules(s, rows, &rules, error)))
    return false;
  for (guint i = 0; i < s->rows->len; i++) {
    const char *file = s->rows->pdata[i];
    g_ptr_array_add(files, strcmp(file, "-") == 0 ? g_strdup("standard input")
                                                  : g_path_get_basename(file));
  }
  g_autoptr(GPtrArray) kept = s->reproducible ? tn_bits_rows(s, rows, error) : NULL;
  if (s->reproducible && !kept)
    return false;
  r.reproducible = s->reproducible;
  r.kept = kept;
  r.rows = rows;
  r.rules = rules;
  r.is_brief = s->brief;
  r.no_rules = why;
  /* a folder of advise has its platform */
  g_autofree char *own = g_build_filename(s->rows->pdata[0], "platform.xml", NULL);
  const char *specs = s->platform || !g_file_test(own, G_FILE_TEST_EXISTS) ? s->platform : own;
  g_autoptr(GPtrArray) platforms = tn_report_platforms(rows, specs, error);
  r.platforms = platforms;
  g_autofree char *page = platforms ? tn_report_page(&r, error) : NULL;
  tn_rules_free(rules);
  if (!platforms)
    return tn_usage_prefix(error, tn_options_where(s, TN_OPT_PLATFORM));
  return page && tn_writer_write(s, page, error);
}
