/* plot: draws rows. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "document/wrap.h"
#include "figure/figure.h"
#include "plan/expand.h"
#include "plan/replaced.h"
#include "plan/row_case.h"
#include "plot/plot.h"
#include "rewritten.h"
#include "rows/rows_files.h"
#include "run_points.h"

static bool read_kind(const struct tn_options *s, struct tn_picture *ret, GError **error)
{
  static const char *const of_parts[] = { "percent", "messages", NULL };
  const char *text = s->plot_kind ? s->plot_kind : tn_plot_kind_names[TN_PLOT_LATENCY],
             *where = tn_options_where(s, TN_OPT_KIND);
  g_autofree char *name = g_strndup(text, strcspn(text, ":"));
  const int kind = tn_name_find(tn_plot_kind_names, name);
  ret->kind = (enum tn_plot_kind)kind;
  ret->is_usual = !s->plot_kind;
  ret->of = strchr(text, ':') ? strchr(text, ':') + 1 : NULL;
  if (kind < 0 && tn_refuse_replaced(TN_CMD_PLOT, name, error))
    return tn_usage_prefix(error, where);
  if (kind < 0)
    return tn_usage_unknown(error, where, "kind", name, tn_plot_kind_names);
  return !ret->of || (kind < TN_PLOT_PARTS && tn_plot_is_number(tn_row_column(ret->of))) ||
         (kind == TN_PLOT_PARTS && tn_name_find(of_parts, ret->of) >= 0) ||
         tn_usage(error,
                  "%s: \"%s\" (latency, slowdown and relative take a column of numbers, as "
                  "relative:lock_us; parts takes parts:percent or parts:messages)",
                  where, text);
}

static bool read_picture(const struct tn_options *s, struct tn_picture *ret, GError **error)
{
  const char *file = s->output;
  if (!s->where[TN_OPT_OUTPUT] || (file && !tn_picture_is_file(file)))
    return tn_usage(error, "plot: where to? (-o FILE.svg, -o FILE.png or -o - for SVG%s%s)",
                    file ? ", not " : "", file ? file : "");
  *ret = (struct tn_picture){ .x = s->x_axis, .by = s->by, .top = s->top };
  return read_kind(s, ret, error) && tn_objective_read(s, &ret->objective, error);
}

/* Maximum number of points to run again. */
enum { PLOT_REWRITTEN = 16 };

/* Adds points that were simulated under the first row's conditions and can run here; the rows'
 * times are the outcomes. Adds platforms to `platforms`. */
static void add_rows(struct tn_study *study, const GPtrArray *rows, GHashTable *platforms)
{
  static const char *const columns[] = {
    "source", "law", "protocol", "noise", "seed", "overrides"
  };
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    struct tn_platform *pf = g_hash_table_lookup(platforms, row->platform);
    bool alike = !tn_row_names_files(row);
    for (size_t c = 0; c < G_N_ELEMENTS(columns); c++)
      alike = alike && tn_row_same(rows->pdata[0], row, tn_row_column(columns[c]));
    if (!pf && (pf = tn_platform_load_named(row->platform, NULL)))
      g_hash_table_insert(platforms, (void *)row->platform, pf);
    if (!pf || !alike || !tn_row_case_add(study, row, pf, "plot", NULL))
      continue;
    struct tn_outcome *o = &tn_study_outcomes(study)[tn_study_n(study) - 1];
    o->state = TN_DONE;
    o->result.avg = row->avg;
    o->result.max = row->max;
    o->result.span = row->span;
  }
}

/* Prints on stderr how rewritten buffers change the times of the rows, if they change much. Prints
 * nothing if the rows have several states of the buffers. */
static void remark_buffers(const GPtrArray *rows, enum tn_objective objective)
{
  struct tn_row_case first;
  for (guint i = 0; i < rows->len; i++)
    if (strcmp(((const struct tn_row *)rows->pdata[i])->buffers, "unchanged") != 0)
      return;
  if (tn_row_case_complete(&first, rows->pdata[0], "plot", NULL) && !first.conditions.ideal &&
      ((const struct tn_row *)rows->pdata[0])->source == TN_SOURCE_SIM) {
    g_autoptr(GHashTable) platforms =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)tn_platform_free);
    struct tn_study *study = tn_study_new(&first.conditions);
    add_rows(study, rows, platforms);
    g_autofree char *remark =
        tn_rewritten_remark(study, NULL, objective, PLOT_REWRITTEN, tn_run_quietly);
    if (remark)
      tn_print_message("%s", remark);
    tn_study_free(study);
  }
  tn_row_case_finish(&first);
}

static GPtrArray *figures_of(const struct tn_options *s, const struct tn_picture *picture,
                             guint *ret_n_columns, GError **error)
{
  *ret_n_columns = 1;
  if (picture->kind == TN_PLOT_DELAYS)
    return tn_plot_delays(s->rows, error);
  if (picture->kind == TN_PLOT_TIMELINE)
    return tn_plot_timelines(s->rows, error);
  g_autoptr(GPtrArray) rows = tn_rows_read_all(s->rows, "plot", error);
  GPtrArray *figures = rows ? tn_plot_figures_new(picture, rows, ret_n_columns, error) : NULL;
  if (figures)
    remark_buffers(rows, picture->objective);
  return figures;
}

bool tn_cmd_plot(struct tn_options *s, GError **error)
{
  struct tn_picture picture;
  if (s->rows->len == 0)
    return tn_usage(error, "plot: no ROWS (CSV of run or sweep; JSON of --timeline)");
  guint n_columns;
  g_autoptr(GPtrArray) figures =
      read_picture(s, &picture, error) ? figures_of(s, &picture, &n_columns, error) : NULL;
  return figures && tn_figures_write(figures, n_columns, s->output, error);
}
