#include "rerun.h"

#include <math.h>

#include "figure/figure_words.h"
#include "study/same_point.h"
#include "study/study_rows.h"

char *tn_rerun_init(struct tn_rerun *r, const GPtrArray *rows, const struct tn_platform *pf,
                    int jobs)
{
  static const char where[] = "rows";
  g_autoptr(GError) error = NULL;
  *r = (struct tn_rerun){ .rows = rows };
  for (guint i = 0; i < rows->len; i++)
    if (tn_row_names_files(rows->pdata[i]))
      return g_strdup("its rows depend on a file, which is not read");
  bool ok = tn_row_case_complete(&r->first, rows->pdata[0], where, &error);
  r->first.conditions.jobs = jobs;
  r->study = ok ? tn_study_new(&r->first.conditions) : NULL;
  for (guint i = 0; ok && i < rows->len; i++)
    ok = tn_row_case_add(r->study, rows->pdata[i], pf, where, &error);
  return ok ? NULL
            : g_strdup_printf("this program cannot simulate such points (%s)", error->message);
}

char *tn_rerun_difference(const struct tn_rerun *r, guint i, enum tn_objective objective)
{
  const struct tn_row *row = r->rows->pdata[i];
  const bool is_done = tn_study_outcome(r->study, i)->state == TN_DONE;
  struct tn_row *point = is_done ? tn_study_row(r->study, i, NULL) : tn_row_new();
  const bool is_same = is_done && tn_same_differs(row, point, 0) == TN_N_SAME;
  const double recorded = tn_row_time(row, objective), now = tn_row_time(point, objective);
  g_autofree char *name = tn_words_algorithm(row->algorithm);
  tn_row_free(point);
  if (!is_same)
    return g_strdup_printf("this program cannot repeat the point of %s", name);
  /* the row's time may be rounded to a few digits */
  const double unit = 1e-6 * pow(10, -row->digits), least = 1e-12;
  if (fabs(recorded - now) <= 0.5 * unit + least)
    return NULL;
  g_autofree char *before = tn_words_time(recorded), *after = tn_words_time(now);
  return g_strdup_printf("the model or the platform has changed since the rows (turnstile %s; here "
                         "%s): %s takes %s there and %s here",
                         *row->version ? row->version : "of an unknown version", TN_VERSION, name,
                         before, after);
}

void tn_rerun_clear(struct tn_rerun *r)
{
  tn_study_free(r->study);
  tn_row_case_finish(&r->first);
}
