/* plot: rows to a picture. */
#include <stdio.h>

#include "commands.h"
#include "figure/figure.h"
#include "plan/expand.h"
#include "plot/plot.h"
#include "rows/rows.h"

static bool read_picture(const struct tn_settings *s, struct tn_picture *ret, GError **error)
{
  const char *file = tn_settings_get(s, TN_OPT_OUTPUT);
  int kind, top = 0;
  if (!tn_read_name(s, TN_OPT_KIND, tn_plot_kind_names, &kind, error) ||
      !tn_read_count(s, TN_OPT_TOP, 1, TN_PLOT_MOST_LINES, &top, error))
    return false;
  const bool is_said = s->value[TN_OPT_OUTPUT] != NULL;
  if (!is_said || (file && !tn_picture_is_file(file)))
    return tn_usage(error, "plot: where to? (-o FILE.svg, -o FILE.png or -o - for SVG%s%s)",
                    file ? ", not " : "", file ? file : "");
  *ret = (struct tn_picture){ .kind = (enum tn_plot_kind)kind,
                              .top = top,
                              .x = tn_settings_get(s, TN_OPT_X),
                              .by = tn_settings_get(s, TN_OPT_BY) };
  return tn_objective_read(s, &ret->objective, error);
}

/* The figures of the rows in the files. Transfer full. */
static GPtrArray *figures_of(const struct tn_settings *s, const struct tn_picture *picture,
                             GError **error)
{
  if (picture->kind == TN_PLOT_DELAYS)
    return tn_plot_delays(s->rows, error);
  g_autoptr(GPtrArray) rows = tn_rows_read_all(s->rows, "plot", error);
  struct tn_figure *f = rows ? tn_plot_figure_new(picture, rows, error) : NULL;
  return f ? tn_figures_of(f) : NULL;
}

bool tn_cmd_plot(struct tn_settings *s, GError **error)
{
  struct tn_picture picture;
  if (s->rows->len == 0)
    return tn_usage(error, "plot: no ROWS (what run or sweep wrote as CSV)");
  g_autoptr(GPtrArray) figures =
      read_picture(s, &picture, error) ? figures_of(s, &picture, error) : NULL;
  g_autofree char *svg = figures ? tn_figures_svg(figures, 1) : NULL;
  return svg && tn_picture_write(svg, tn_settings_get(s, TN_OPT_OUTPUT), error);
}
