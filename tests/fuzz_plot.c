/* Options and rows of any bytes give a figure of well-formed XML, or an error. The first line has
 * --kind, --x and --by, separated by "|". */
#include <stdlib.h>

#include "figure_text.h"
#include "plot/plot.h"
#include "study/rows.h"
#include "tune/rivals.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check(const GPtrArray *figures, const GError *error)
{
  if (figures ? !figures_are_sound(figures) : !error)
    abort();
}

static void draw(const GPtrArray *rows, const char *options)
{
  g_auto(GStrv) parts = g_strsplit(options, "|", 3);
  const guint n = g_strv_length(parts);
  struct tn_picture picture = { .x = n > 1 && *parts[1] ? parts[1] : NULL,
                                .by = n > 2 && *parts[2] ? parts[2] : NULL };
  for (int kind = 0; kind < TN_N_PLOT_KINDS; kind++) {
    picture.kind = (enum tn_plot_kind)kind;
    if (n > 0 && *parts[0] && strcmp(parts[0], tn_plot_kind_names[kind]) != 0)
      continue;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) figures = in_array(tn_plot_figure_new(&picture, rows, &error));
    check(figures, error);
  }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
  const unsigned char *end = size ? memchr(data, '\n', size) : NULL;
  if (!end)
    return 0;
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autofree char *options = g_strndup((const char *)data, (size_t)(end - data));
  const size_t used = (size_t)(end + 1 - data);
  tn_rows_parse(rows, "fuzz", (const char *)data + used, size - used, NULL);
  if (rows->len == 0 || rows->len > 200)
    return 0;
  draw(rows, options);
  g_autoptr(GPtrArray) rivals = tn_rivals_new(rows, TN_OBJECTIVE_AVG, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) figures = rivals ? tn_plot_rivals(rivals, &error) : NULL;
  if (rivals)
    check(figures, error);
  return 0;
}
