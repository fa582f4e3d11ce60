/* Builds a picture of rows: kind, axis, and each line's or bar's rows. */
#include <string.h>

#include "plot_lines.h"
#include "study/usage.h"

/* MOST_PIECES: figures of a panel with so many bars that one column of them would be too high. */
enum { MAX_PANELS = 24, N_COLUMNS = 2, MOST_PIECES = 4 };

const char *const tn_plot_kind_names[] = { "latency", "slowdown", "relative", "parts",
                                           "noise",   "delays",   "timeline", NULL };

/* Columns whose values can get separate lines, in the order of their appearance in labels. */
static const char *const identities[] = { "source",    "platform",   "kernel",    "backing",
                                          "ranks",     "mapping",    "root",      "collective",
                                          "algorithm", "params",     "mechanism", "law",
                                          "protocol",  "buffers",    "noise",     "overrides",
                                          "transport", "size_bytes", NULL };

/* Returns the names that --x and --by accept and in which the rows differ. Transfer full. */
static char *names_that_differ(const struct tn_plot *plot)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (int i = 0; identities[i]; i++)
    g_ptr_array_add(names, (void *)identities[i]);
  for (guint i = 0; i < plot->rows->len; i++) {
    const struct tn_values *params = ((const struct tn_row *)plot->rows->pdata[i])->params;
    for (int k = 0; k < params->n; k++)
      if (!g_ptr_array_find_with_equal_func(names, params->at[k].name, g_str_equal, NULL))
        g_ptr_array_add(names, (void *)params->at[k].name);
  }
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < names->len; i++)
    if (tn_plot_differ(plot, names->pdata[i], true))
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", (char *)names->pdata[i]);
  return g_string_free(text, FALSE);
}

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
  if (first || tn_row_column(name) >= 0 || tn_plot_differ(plot, name, true))
    return true;
  g_autofree char *names = names_that_differ(plot);
  return tn_usage(error, "%s: the rows have no column or parameter \"%s\" (they differ in %s)",
                  option, name, *names ? names : "nothing");
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

static struct tn_figure *figure_new(struct tn_plot *plot, GError **error)
{
  plot->by = g_ptr_array_new_with_free_func(g_free);
  plot->vary = tn_vary_new();
  for (guint i = 0; i < plot->rows->len; i++) {
    const struct tn_row *row = plot->rows->pdata[i];
    plot->has_measured = plot->has_measured || row->source == TN_SOURCE_MEASURED;
    tn_vary_add(plot->vary, row->collective, row->algorithm, row->params);
  }
  struct tn_figure *f = figure_of(plot, error);
  g_ptr_array_unref(plot->by);
  tn_vary_free(plot->vary);
  return f;
}

struct tn_figure *tn_plot_figure_new(const struct tn_picture *picture, const GPtrArray *rows,
                                     GError **error)
{
  g_autoptr(GPtrArray) subjects = g_ptr_array_new_with_free_func(g_free);
  struct tn_plot plot = {
    .picture = picture, .rows = rows, .end = rows->len, .subjects = subjects
  };
  return rows->len > 0 ? figure_new(&plot, error) : tn_usage_null(error, "no rows to show");
}

/* Returns true if the user asked for a column as the axis or to separate the lines. */
static bool is_asked(const struct tn_picture *picture, const char *column)
{
  g_auto(GStrv) by = g_strsplit(picture->by ? picture->by : "", ",", -1);
  return g_strcmp0(picture->x, column) == 0 || g_strv_contains((const char *const *)by, column);
}

/* Appends the row to the panel of its platform and collective; adds the panel if it is new. The
 * panels with the same collective follow each other. by_platform: false if all panels are of one
 * platform, so that imported rows without a platform join them. */
static void add_to_panel(const struct tn_picture *picture, bool by_platform, GPtrArray *panels,
                         struct tn_row *row)
{
  const bool by_collective = !is_asked(picture, "collective");
  gint place = -1;
  for (guint i = 0; i < panels->len; i++) {
    const struct tn_row *first = ((const GPtrArray *)panels->pdata[i])->pdata[0];
    const bool same = !by_collective || strcmp(first->collective, row->collective) == 0;
    if (same && (!by_platform || strcmp(first->platform, row->platform) == 0)) {
      g_ptr_array_add(panels->pdata[i], row);
      return;
    }
    place = same ? (gint)i + 1 : place;
  }
  GPtrArray *panel = g_ptr_array_new();
  g_ptr_array_add(panel, row);
  g_ptr_array_insert(panels, place, panel);
}

/* Returns true if several algorithms of a panel have times over sizes. */
static bool has_contest(const GPtrArray *panels)
{
  bool found = false;
  for (guint i = 0; i < panels->len; i++) {
    const struct tn_plot plot = { .rows = panels->pdata[i] };
    found = found ||
            (tn_plot_differ(&plot, "algorithm", true) && tn_plot_differ(&plot, "size_bytes", true));
  }
  return found;
}

/* Appends a panel's figures: one, or several if it has very many bars. */
static bool add_figures(const struct tn_picture *picture, const GPtrArray *rows,
                        GPtrArray *subjects, GPtrArray *figures, GError **error)
{
  const guint n = rows->len;
  const guint n_pieces = picture->kind == TN_PLOT_PARTS ? (n - 1) / TN_PLOT_MOST_BARS + 1 : 1;
  if (n_pieces > MOST_PIECES)
    return tn_usage(error, "%u bars (a picture shows 1 to %d)", n, MOST_PIECES * TN_PLOT_MOST_BARS);
  for (guint i = 0; i < n_pieces; i++) {
    struct tn_plot plot = { .picture = picture,
                            .rows = rows,
                            .first = i * n / n_pieces,
                            .end = (i + 1) * n / n_pieces,
                            .subjects = subjects };
    struct tn_figure *f = figure_new(&plot, error);
    if (!f)
      return false;
    g_ptr_array_add(figures, f);
  }
  return true;
}

GPtrArray *tn_plot_figures_new(const struct tn_picture *picture, const GPtrArray *rows,
                               guint *ret_n_columns, GError **error)
{
  struct tn_picture own = *picture;
  g_autoptr(GPtrArray) subjects = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) panels = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  g_autoptr(GPtrArray) figures = g_ptr_array_new_with_free_func(tn_figure_free);
  const struct tn_plot all = { .rows = rows };
  const bool by_platform = !is_asked(picture, "platform") && tn_plot_differ(&all, "platform", true);
  for (guint i = 0; i < rows->len; i++)
    add_to_panel(picture, by_platform, panels, rows->pdata[i]);
  if (panels->len == 0 || panels->len > MAX_PANELS)
    return tn_usage_null(error,
                         panels->len
                             ? "%u platforms and collectives (a picture has 1 to %d panels): "
                               "choose some, or give --by platform,algorithm"
                             : "no rows to show",
                         panels->len, MAX_PANELS);
  if (own.is_usual && (!own.x || strcmp(own.x, "size_bytes") == 0) && has_contest(panels))
    own.kind = TN_PLOT_SLOWDOWN;
  for (guint i = 0; i < panels->len; i++)
    if (!add_figures(&own, panels->pdata[i], subjects, figures, error))
      return NULL;
  *ret_n_columns = panels->len == 1 ? figures->len : N_COLUMNS;
  return g_steal_pointer(&figures);
}
