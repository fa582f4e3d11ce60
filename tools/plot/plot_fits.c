#include "plot.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "figure/figure.h"
#include "real/calibrate.h"

static const struct tn_curve_point *point_at(const GArray *points, guint i)
{
  return &g_array_index(points, struct tn_curve_point, i);
}

/* What the axis counts, by the name of a curve, and how much of it one unit of the axis is. */
static const char *axis_of(const char *curve, double *ret_unit)
{
  *ret_unit = 1;
  if (g_str_has_prefix(curve, "pin_") || g_str_has_prefix(curve, "fault_"))
    return "pages";
  if (g_str_has_prefix(curve, "line_"))
    return strcmp(curve, "line_mlp") == 0 ? "lines" : "further pollers";
  *ret_unit = 1024;
  return "KiB";
}

/* The median over the rounds of the times at point i's x; of their scales if so asked. */
static double median_at(const GArray *points, guint i, bool of_scale)
{
  const struct tn_curve_point *first = point_at(points, i);
  g_autofree double *seconds = g_new(double, points->len);
  double unused;
  int n = 0;
  for (guint k = i; k < points->len; k++)
    if (strcmp(point_at(points, k)->curve, first->curve) == 0 && point_at(points, k)->x == first->x)
      seconds[n++] = of_scale ? point_at(points, k)->scale : point_at(points, k)->seconds;
  return tn_middle(seconds, n, &unused);
}

/* The line through the medians; false when they make none. */
static bool fit_medians(const GArray *points, const char *curve, struct tn_line_fit *ret)
{
  g_autofree double *x = g_new(double, points->len), *y = g_new(double, points->len);
  g_autofree double *scale = g_new(double, points->len);
  int n = 0;
  for (guint i = 0; i < points->len; i++) {
    const struct tn_curve_point *p = point_at(points, i);
    bool is_known = strcmp(p->curve, curve) != 0;
    for (int k = 0; k < n; k++)
      is_known = is_known || x[k] == p->x;
    if (!is_known) {
      x[n] = p->x;
      scale[n] = median_at(points, i, true);
      y[n++] = median_at(points, i, false);
    }
  }
  return tn_fit_line(n, x, y, scale, ret);
}

static struct tn_figure *figure_of(const GArray *points, const char *curve,
                                   const struct tn_line_fit *fit)
{
  struct tn_figure *f = tn_figure_new(420, 300);
  struct tn_series *rounds = tn_figure_add(f, "single rounds", TN_DRAW_POINTS, 0);
  const char *says =
      tn_figure_keep(f, g_strdup_printf("fit, residual %.2g %%", 100 * fit->residual));
  struct tn_series *line = tn_figure_add(f, says, TN_DRAW_LINE, 1);
  double unit, least = INFINITY, most = -INFINITY;
  f->title = curve;
  f->x.name = axis_of(curve, &unit);
  f->y.name = "time (µs)";
  f->y.low = 0;
  for (guint i = 0; i < points->len; i++) {
    const struct tn_curve_point *p = point_at(points, i);
    if (strcmp(p->curve, curve) != 0)
      continue;
    least = fmin(least, p->x);
    most = fmax(most, p->x);
    tn_series_spot(rounds, p->x / unit, 1e6 * p->seconds);
  }
  tn_series_spot(line, least / unit, 1e6 * (fit->intercept + fit->slope * least));
  tn_series_spot(line, most / unit, 1e6 * (fit->intercept + fit->slope * most));
  return f;
}

static bool draw(const GArray *points, const char *curve, const char *folder, GError **error)
{
  struct tn_line_fit fit;
  if (!fit_medians(points, curve, &fit))
    return true;
  g_autoptr(GPtrArray) figures = tn_figures_of(figure_of(points, curve, &fit));
  g_autofree char *svg = tn_figures_svg(figures, 1);
  g_autofree char *base = g_strconcat(curve, ".svg", NULL);
  g_autofree char *file = g_build_filename(folder, base, NULL);
  return tn_picture_write(svg, file, error);
}

bool tn_plot_fits(const struct tn_calibration *c, const char *folder, GError **error)
{
  g_autoptr(GHashTable) drawn = g_hash_table_new(g_str_hash, g_str_equal);
  if (g_mkdir_with_parents(folder, 0777) != 0)
    return tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", folder, g_strerror(errno));
  for (guint i = 0; i < c->points->len; i++) {
    const char *curve = point_at(c->points, i)->curve;
    if (g_hash_table_add(drawn, (char *)curve) && !draw(c->points, curve, folder, error))
      return false;
  }
  return true;
}
