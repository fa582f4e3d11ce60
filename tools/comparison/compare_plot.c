#include <math.h>

#include "compare_write.h"

struct tn_figure *tn_compare_figure(const struct tn_comparison *c)
{
  struct tn_figure *f = tn_figure_new(340, 340);
  struct tn_series *equal = tn_figure_add(f, "equal", TN_DRAW_LINE, TN_GREY);
  g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
  const char *column = tn_objective_column(c->objective);
  double least = INFINITY, most = 0;
  f->title = "predicted against measured times";
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
