/* Texts of a picture of rows: labels of lines and bars, title, names of the axes. */
#include <string.h>

#include "plan/options.h"
#include "platform/quantity.h"
#include "plot_lines.h"

bool tn_plot_is_number(int column)
{
  return column >= 0 && tn_row_columns[column].kind >= TN_ROW_COUNT &&
         tn_row_columns[column].kind <= TN_ROW_SHARE;
}

/* Returns a column or parameter of a row; for params only those in which an algorithm's rows
 * differ, as a legend lacks room. Transfer full; may be NULL. */
static char *value_of(const struct tn_plot *plot, const struct tn_row *row, const char *name)
{
  return strcmp(name, "params") == 0
             ? tn_vary_distinct(plot->vary, row->collective, row->algorithm, row->params, plot->x)
             : tn_row_value(row, name);
}

bool tn_plot_differ(const struct tn_plot *plot, const char *name, bool all)
{
  g_autofree char *first = NULL;
  for (guint i = 0; i < plot->rows->len; i++) {
    const struct tn_row *row = plot->rows->pdata[i];
    g_autofree char *value = value_of(plot, row, name);
    const char *text = value ? value : "";
    /* an imported file without a value leaves it open */
    if (!*text && row->source == TN_SOURCE_IMPORTED)
      continue;
    if (first && (*text || all) && strcmp(first, text) != 0)
      return true;
    if (!first && (*text || all))
      first = g_strdup(text);
  }
  return false;
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
    /* without rows of `measure`, the rows of another program are the measured ones */
    const bool is_measured =
        strcmp(name, "source") == 0 && row->source == TN_SOURCE_IMPORTED && !plot->has_measured;
    g_autofree char *text = is_size       ? tn_format_size((size_t)row->size)
                            : is_measured ? g_strdup(tn_source_name(TN_SOURCE_MEASURED))
                                          : value_of(plot, row, name);
    if (g_strcmp0(name, but) != 0 && text && *text)
      g_string_append_printf(label, "%s%s%s%s", label->len ? ", " : "", is_bare ? "" : name,
                             is_bare ? "" : " ", text);
  }
  if (label->len == 0)
    g_string_append(label, row->algorithm);
  return g_string_free(label, FALSE);
}

/* Returns the value of a column if all rows share it and it is not the default of the option with
 * that name; else NULL. Transfer full. */
static char *shared_text(const struct tn_plot *plot, const char *column)
{
  const bool is_size = strcmp(column, "size_bytes") == 0;
  const struct tn_row *row = plot->rows->pdata[0];
  for (guint i = 1; row->source == TN_SOURCE_IMPORTED && i < plot->rows->len; i++)
    row = plot->rows->pdata[i];
  g_autofree char *text = tn_row_value(row, column);
  const char *usual = is_size ? "0" : NULL;
  for (int o = 0; o < TN_N_OPTIONS && !usual; o++)
    if (strcmp(tn_option_table[o].name, column) == 0)
      usual = tn_option_table[o].preset;
  if (!*text || g_strcmp0(text, usual) == 0 || strcmp(column, plot->x) == 0 ||
      tn_plot_differ(plot, column, true))
    return NULL;
  return is_size ? tn_format_size((size_t)row->size) : g_steal_pointer(&text);
}

char *tn_plot_title(const struct tn_plot *plot)
{
  static const struct {
    const char *column, *before, *after; /* column NULL: the second line starts here */
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

bool tn_plot_x_is_param(const struct tn_plot *plot)
{
  return tn_row_column(plot->x) < 0 && strcmp(plot->x, "readers") != 0 &&
         strcmp(plot->x, "pairs") != 0;
}

struct tn_figure *tn_plot_figure(const struct tn_plot *plot, double width, double height)
{
  struct tn_figure *f = tn_figure_new(width, height);
  const char *of = plot->picture->of, *time = tn_objective_title(plot->picture->objective);
  const char *const labels[TN_N_PLOT_KINDS][3] = {
    [TN_PLOT_LATENCY] = { of ? of : "time in µs, ", of ? NULL : time },
    [TN_PLOT_SLOWDOWN] = { of ? of : "time",
                           tn_plot_x_is_param(plot)
                               ? (of ? " over the least of its size"
                                     : " over the least of its size, ")
                               : (of ? " over the least" : " over that of the fastest, "),
                           of ? NULL : time },
    [TN_PLOT_RELATIVE] = { of ? of : "throughput", " relative to that with the lowest ", plot->x },
    [TN_PLOT_PARTS] = { !of                          ? "time (µs)"
                        : strcmp(of, "percent") == 0 ? "share of the time (%)"
                                                     : of },
    [TN_PLOT_NOISE] = { "time in µs, ", time },
  };
  const char *const *label = labels[plot->picture->kind];
  f->title = tn_figure_store_text(f, tn_plot_title(plot));
  f->x.name = strcmp(plot->x, "size_bytes") == 0 ? "size (bytes)" : plot->x;
  f->y.name = tn_figure_store_text(f, g_strconcat(label[0], label[1], label[2], NULL));
  return f;
}
