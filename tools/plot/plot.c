/* Builds a picture of rows: kind, axis, and each line's or bar's rows. */
#include <string.h>

#include "plot_lines.h"
#include "study/usage.h"

const char *const tn_plot_kind_names[] = { "latency", "slowdown", "relative", "parts",
                                           "noise",   "delays",   NULL };

/* Columns whose values can get separate lines, in the order of their appearance in labels. */
static const char *const identities[] = { "source",    "platform",   "kernel",    "backing",
                                          "ranks",     "mapping",    "root",      "collective",
                                          "algorithm", "params",     "mechanism", "law",
                                          "protocol",  "buffers",    "noise",     "overrides",
                                          "transport", "size_bytes", NULL };

/* Returns the column or parameter for the x axis: that of the user, else the first one of readers,
 * throttle and ranks that varies. The number of ranks is the number of readers plus one. */
static const char *choose_x(const struct tn_plot *plot)
{
  static const char *const names[] = { "readers", "throttle", "pairs", "ranks" };
  const enum tn_plot_kind kind = plot->picture->kind;
  const bool is_time = kind == TN_PLOT_LATENCY || kind == TN_PLOT_SLOWDOWN;
  if (plot->picture->x || kind == TN_PLOT_NOISE)
    return plot->picture->x ? plot->picture->x : "noise";
  if (is_time && tn_plot_differ(plot, "size_bytes", false))
    return "size_bytes";
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (tn_plot_differ(plot, names[i], !is_time))
      return names[i];
  return kind == TN_PLOT_RELATIVE ? NULL : "size_bytes";
}

static bool check_name(const struct tn_plot *plot, const char *option, const char *name,
                       GError **error)
{
  g_autofree char *first = tn_row_value(plot->rows->pdata[0], name);
  return first || tn_row_column(name) >= 0 || tn_plot_differ(plot, name, true) ||
         tn_usage(error, "%s: the rows have no column or parameter \"%s\"", option, name);
}

/* Fills plot->by. Empty cells do not separate lines, because closed forms lack law and protocol;
 * empty parameters, overrides and transport are values. */
static bool choose_by(struct tn_plot *plot, GError **error)
{
  /* In a pattern, readers are ranks - 1; as separate columns they would give each point its own
   * line. */
  const bool x_is_count = strcmp(plot->x, "readers") == 0 || strcmp(plot->x, "pairs") == 0;
  g_auto(GStrv) names = plot->picture->by ? g_strsplit(plot->picture->by, ",", -1) : NULL;
  for (int i = 0; names && names[i]; i++) {
    if (!check_name(plot, "--by", names[i], error))
      return false;
    g_ptr_array_add(plot->by, g_strdup(names[i]));
  }
  for (int i = 0; !names && identities[i]; i++) {
    const char *name = identities[i];
    const bool all = strcmp(name, "params") == 0 || strcmp(name, "overrides") == 0 ||
                     strcmp(name, "transport") == 0;
    if (strcmp(name, plot->x) != 0 && !(x_is_count && strcmp(name, "ranks") == 0) &&
        tn_plot_differ(plot, name, all))
      g_ptr_array_add(plot->by, g_strdup(name));
  }
  return true;
}

static struct tn_figure *figure_of(struct tn_plot *plot, GError **error)
{
  plot->x = choose_x(plot);
  if (!plot->x)
    return tn_usage_null(
        error, "readers, throttle, pairs and ranks do not differ: which axis? (--x NAME)");
  if ((plot->picture->x && !check_name(plot, "--x", plot->x, error)) || !choose_by(plot, error))
    return NULL;
  return plot->picture->kind == TN_PLOT_PARTS   ? tn_plot_parts(plot, error)
         : plot->picture->kind == TN_PLOT_NOISE ? tn_plot_noise(plot, error)
                                                : tn_plot_lines(plot, error);
}

struct tn_figure *tn_plot_figure_new(const struct tn_picture *picture, const GPtrArray *rows,
                                     GError **error)
{
  struct tn_plot plot = { .picture = picture, .rows = rows };
  if (rows->len == 0)
    return tn_usage_null(error, "no rows to show");
  plot.by = g_ptr_array_new_with_free_func(g_free);
  plot.vary = tn_vary_new();
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    tn_vary_add(plot.vary, row->collective, row->algorithm, row->params);
  }
  struct tn_figure *f = figure_of(&plot, error);
  g_ptr_array_unref(plot.by);
  tn_vary_free(plot.vary);
  return f;
}
