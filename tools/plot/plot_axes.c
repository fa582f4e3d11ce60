/* What pictures of rows have in common: title, axes, names. */
#include <string.h>

#include "platform/quantity.h"
#include "plot_lines.h"

const char *const tn_plot_kind_names[] = { "latency", "slowdown", "relative", "parts",
                                           "noise",   "delays",   NULL };

enum { WIDTH = 360, BAR = 23 };

/* A column in the title. */
struct name {
  const char *column, *joint, *before, *after;
};

/* What an option of the column's name says when nobody says it. */
static const char *usual_of(const char *column)
{
  if (strcmp(column, "size_bytes") == 0)
    return "0";
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (strcmp(tn_options[o].name, column) == 0)
      return tn_options[o].preset;
  return NULL;
}

/* The text of a column that all rows share, unless it is what is usual. Transfer full, or NULL. */
static char *telling(const struct tn_plot *plot, const char *column)
{
  const struct tn_row *row = plot->rows->pdata[0];
  g_autofree char *text = tn_row_value(row, column);
  if (!*text || g_strcmp0(text, usual_of(column)) == 0 || strcmp(column, plot->x) == 0 ||
      tn_rows_differ(plot->rows, column))
    return NULL;
  return strcmp(column, "size_bytes") == 0 ? tn_format_size((size_t)row->size)
                                           : g_steal_pointer(&text);
}

static void append_names(GString *title, const struct tn_plot *plot, const struct name *names)
{
  const gsize start = title->len;
  for (const struct name *n = names; n->column; n++) {
    g_autofree char *text = telling(plot, n->column);
    if (text)
      g_string_append_printf(title, "%s%s%s%s", title->len > start ? n->joint : "", n->before, text,
                             n->after);
  }
}

/* What all rows share, so that the picture says what it shows. Transfer full. */
static char *title_of(const struct tn_plot *plot)
{
  static const struct name firsts[] = {
    { "collective", "", "", "" },    { "algorithm", ", ", "", "" },
    { "platform", " on ", "", "" },  { "size_bytes", ", ", "size ", "" },
    { "ranks", ", ", "", " ranks" }, { NULL, NULL, NULL, NULL },
  };
  static const struct name seconds[] = {
    { "kernel", ", ", "kernel ", "" },       { "backing", ", ", "backing ", "" },
    { "mechanism", ", ", "mechanism ", "" }, { "mapping", ", ", "mapping ", "" },
    { "root", ", ", "root ", "" },           { "protocol", ", ", "protocol ", "" },
    { "buffers", ", ", "buffers ", "" },     { "transport", ", ", "transport ", "" },
    { "overrides", ", ", "", "" },           { NULL, NULL, NULL, NULL },
  };
  g_autofree char *shared = tn_vary_shared(plot->vary, tn_vary_is_unusual, NULL);
  g_autoptr(GString) first = g_string_new(NULL), rest = g_string_new(NULL);
  append_names(first, plot, firsts);
  append_names(rest, plot, seconds);
  g_autofree char *second = g_strconcat(shared, *shared && rest->len ? "; " : "", rest->str, NULL);
  return g_strconcat(first->str, "\n", second, NULL);
}

struct tn_figure *tn_plot_figure(const struct tn_plot *plot, double width, double height)
{
  struct tn_figure *f = tn_figure_new(width, height);
  const char *column = plot->picture->of, *time = tn_objective_title(plot->picture->objective);
  const char *const labels[TN_N_PLOT_KINDS][3] = {
    [TN_PLOT_LATENCY] = { column ? column : "time in µs, ", column ? NULL : time },
    [TN_PLOT_SLOWDOWN] = { column ? column : "time",
                           column ? " over the least" : " over that of the fastest, ",
                           column ? NULL : time },
    [TN_PLOT_RELATIVE] = { column ? column : "throughput", " relative to that with the lowest ",
                           plot->x },
    [TN_PLOT_PARTS] = { !column                          ? "time (µs)"
                        : strcmp(column, "percent") == 0 ? "share of the time (%)"
                                                         : column },
    [TN_PLOT_NOISE] = { "time in µs, ", time },
  };
  const char *const *label = labels[plot->picture->kind];
  f->title = tn_figure_keep(f, title_of(plot));
  f->x.name = strcmp(plot->x, "size_bytes") == 0 ? "size (bytes)" : plot->x;
  f->y.name = tn_figure_keep(f, g_strconcat(label[0], label[1], label[2], NULL));
  return f;
}

struct tn_figure *tn_plot_figure_of_bars(const struct tn_plot *plot, guint n)
{
  struct tn_figure *f = tn_plot_figure(plot, WIDTH, BAR * MAX(n, 1));
  f->x.name = f->y.name;
  f->x.low = 0;
  f->y.name = NULL; /* the labels have it */
  return f;
}
