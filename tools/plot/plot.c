/* A picture of rows: what lies along its axis, the names of its lines or bars, and its title. */
#include <string.h>

#include "plan/options.h"
#include "platform/quantity.h"
#include "plot_lines.h"

const char *const tn_plot_kind_names[] = { "latency", "slowdown", "relative", "parts",
                                           "noise",   "delays",   NULL };

/* Columns of which each value may have a line, in the order in which labels name them. */
static const char *const identities[] = { "source",    "platform",   "kernel",    "backing",
                                          "ranks",     "mapping",    "root",      "collective",
                                          "algorithm", "params",     "mechanism", "law",
                                          "protocol",  "buffers",    "noise",     "overrides",
                                          "transport", "size_bytes", NULL };

bool tn_plot_is_number(int column)
{
  return column >= 0 && tn_row_columns[column].kind >= TN_ROW_COUNT &&
         tn_row_columns[column].kind <= TN_ROW_SHARE;
}

/* Returns the value of a column or parameter; of column params only the parameters that part rows of
 * one algorithm, because a legend that names every default has no room. Transfer full, or NULL. */
static char *value_of(const struct tn_plot *plot, const struct tn_row *row, const char *name)
{
  return strcmp(name, "params") == 0
             ? tn_vary_apart(plot->vary, row->collective, row->algorithm, row->params, plot->x)
             : tn_row_value(row, name);
}

bool tn_plot_differ(const struct tn_plot *plot, const char *name, bool all)
{
  g_autofree char *first = NULL;
  for (guint i = 0; i < plot->rows->len; i++) {
    g_autofree char *value = value_of(plot, plot->rows->pdata[i], name);
    const char *text = value ? value : "";
    if (first && (*text || all) && strcmp(first, text) != 0)
      return true;
    if (!first && (*text || all))
      first = g_strdup(text);
  }
  return false;
}

/* Ranks are readers plus one, so among readers, throttle and ranks the first that varies counts. */
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

/* Fills plot->by. What a row does not know parts no line: closed forms have no law and no protocol. No
 * parameters, overrides or transport is a known value. */
static bool choose_by(struct tn_plot *plot, GError **error)
{
  /* The readers of a pattern are its ranks but one: both would part every line. */
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

char *tn_plot_label(const struct tn_plot *plot, const struct tn_row *row, const char *but)
{
  GString *label = g_string_new(NULL);
  for (guint i = 0; i < plot->by->len; i++) {
    const char *name = plot->by->pdata[i];
    const int c = tn_row_column(name);
    const bool is_size = strcmp(name, "size_bytes") == 0;
    const bool is_bare =
        is_size || (c >= 0 && strcmp(name, "mapping") != 0 && !tn_plot_is_number(c));
    g_autofree char *text = is_size ? tn_format_size((size_t)row->size) : value_of(plot, row, name);
    if (g_strcmp0(name, but) != 0 && text && *text)
      g_string_append_printf(label, "%s%s%s%s", label->len ? ", " : "", is_bare ? "" : name,
                             is_bare ? "" : " ", text);
  }
  if (label->len == 0)
    g_string_append(label, row->algorithm);
  return g_string_free(label, FALSE);
}

/* Returns the text of a column that all rows share, unless it is the default of the option of that
 * name. Transfer full, or NULL. */
static char *shared_text(const struct tn_plot *plot, const char *column)
{
  const bool is_size = strcmp(column, "size_bytes") == 0;
  const struct tn_row *row = plot->rows->pdata[0];
  g_autofree char *text = tn_row_value(row, column);
  const char *usual = is_size ? "0" : NULL;
  for (int o = 0; o < TN_N_OPTIONS && !usual; o++)
    if (strcmp(tn_options[o].name, column) == 0)
      usual = tn_options[o].preset;
  if (!*text || g_strcmp0(text, usual) == 0 || strcmp(column, plot->x) == 0 ||
      tn_plot_differ(plot, column, true))
    return NULL;
  return is_size ? tn_format_size((size_t)row->size) : g_steal_pointer(&text);
}

/* Returns two lines with what all rows share. Transfer full. */
static char *title_of(const struct tn_plot *plot)
{
  static const struct {
    const char *column, *before, *after; /* column NULL: the second line begins */
  } names[] = {
    { "collective", "", "" },
    { "algorithm", "", "" },
    { "platform", "", "" },
    { "size_bytes", "size ", "" },
    { "ranks", "", " ranks" },
    { NULL, NULL, NULL },
    { "kernel", "kernel ", "" },
    { "backing", "backing ", "" },
    { "mechanism", "mechanism ", "" },
    { "mapping", "mapping ", "" },
    { "root", "root ", "" },
    { "protocol", "protocol ", "" },
    { "buffers", "buffers ", "" },
    { "transport", "transport ", "" },
    { "overrides", "", "" },
  };
  g_autofree char *shared = tn_vary_shared(plot->vary, tn_vary_is_unusual, NULL);
  GString *title = g_string_new(NULL);
  const char *joint = "";
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *text = names[i].column ? shared_text(plot, names[i].column) : NULL;
    if (!names[i].column)
      g_string_append_printf(title, "\n%s", shared);
    if (text)
      g_string_append_printf(title, "%s%s%s%s",
                             *joint && strcmp(names[i].column, "platform") == 0 ? " on " : joint,
                             names[i].before, text, names[i].after);
    joint = text ? ", " : names[i].column ? joint : *shared ? "; " : "";
  }
  return g_string_free(title, FALSE);
}

struct tn_figure *tn_plot_figure(const struct tn_plot *plot, double width, double height)
{
  struct tn_figure *f = tn_figure_new(width, height);
  const char *of = plot->picture->of, *time = tn_objective_title(plot->picture->objective);
  const char *const labels[TN_N_PLOT_KINDS][3] = {
    [TN_PLOT_LATENCY] = { of ? of : "time in µs, ", of ? NULL : time },
    [TN_PLOT_SLOWDOWN] = { of ? of : "time", of ? " over the least" : " over that of the fastest, ",
                           of ? NULL : time },
    [TN_PLOT_RELATIVE] = { of ? of : "throughput", " relative to that with the lowest ", plot->x },
    [TN_PLOT_PARTS] = { !of                          ? "time (µs)"
                        : strcmp(of, "percent") == 0 ? "share of the time (%)"
                                                     : of },
    [TN_PLOT_NOISE] = { "time in µs, ", time },
  };
  const char *const *label = labels[plot->picture->kind];
  f->title = tn_figure_keep(f, title_of(plot));
  f->x.name = strcmp(plot->x, "size_bytes") == 0 ? "size (bytes)" : plot->x;
  f->y.name = tn_figure_keep(f, g_strconcat(label[0], label[1], label[2], NULL));
  return f;
}

static struct tn_figure *figure_of(struct tn_plot *plot, GError **error)
{
  plot->x = choose_x(plot);
  if (!plot->x)
    return tn_usage_null(error, "neither readers, throttle, pairs nor ranks differ: "
                                "what goes along the axis? (--x NAME)");
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
    return tn_usage_null(error, "no rows, nothing to show");
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
