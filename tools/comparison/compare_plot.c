#include <math.h>

#include "compare_write.h"
#include "platform/quantity.h"
#include "plot/plot_lines.h"

/* Returns what the predicted rows share, and their sizes. Transfer full. */
static char *title_of(const struct tn_comparison *c)
{
  g_autoptr(GPtrArray) rows = g_ptr_array_new();
  struct tn_plot plot = { .rows = rows, .x = "", .vary = tn_vary_new() };
  size_t least = SIZE_MAX, most = 0;
  for (guint i = 0; i < c->points->len; i++) {
    const struct tn_row *row = g_array_index(c->points, struct tn_compared, i).predicted;
    g_ptr_array_add(rows, (void *)row);
    tn_vary_add(plot.vary, row->collective, row->algorithm, row->params);
    least = MIN(least, (size_t)row->size);
    most = MAX(most, (size_t)row->size);
  }
  g_autofree char *shared = tn_plot_title(&plot), *from = tn_format_size(least);
  g_autofree char *to = tn_format_size(most);
  tn_vary_free(plot.vary);
  return least < most ? g_strdup_printf("predicted against measured times, sizes %s to %s\n%s",
                                        from, to, shared)
                      : g_strdup_printf("predicted against measured times\n%s", shared);
}

struct tn_figure *tn_compare_figure(const struct tn_comparison *c)
{
  struct tn_figure *f = tn_figure_new(340, 340);
  struct tn_series *equal = tn_figure_add(f, "equal", TN_DRAW_LINE, TN_GREY);
  g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
  const char *column = tn_objective_column(c->objective);
  double least = INFINITY, most = 0;
  f->title = tn_figure_store_text(f, title_of(c));
  f->x.name = tn_figure_store_text(f, g_strdup_printf("measured time (%s)", column));
  f->y.name = tn_figure_store_text(f, g_strdup_printf("predicted time (%s)", column));
  for (guint i = 0; i < c->points->len; i++) {
    const struct tn_compared *p = &g_array_index(c->points, struct tn_compared, i);
    const char *name = p->predicted->algorithm;
    struct tn_series *series = g_hash_table_lookup(known, name);
    if (!series) {
      series = tn_figure_add(f, name, TN_DRAW_POINTS, (int)g_hash_table_size(known));
      g_hash_table_insert(known, (void *)name, series);
    }
    tn_series_spot(series, p->measured_us, p->predicted_us);
    least = fmin(least, fmin(p->measured_us, p->predicted_us));
    most = fmax(most, fmax(p->measured_us, p->predicted_us));
  }
  f->x.kind = f->y.kind = TN_AXIS_DECADES;
  tn_series_spot(equal, least, least);
  tn_series_spot(equal, most, most);
  return f;
}
