#include "frame.h"

#include <math.h>

#include "platform/quantity.h"
#include "svg.h"

enum { GAP = 6, LINE = 18, X_GAP = 48, Y_GAP = 32, MOST_OWN_TICKS = 7 };

/* The least and greatest of the values that have a place on an axis. */
struct extent {
  double low, high;
  bool is_linear;
};

static void widen(struct extent *e, double value)
{
  if (!isfinite(value) || !(e->is_linear || value > 0))
    return;
  e->low = fmin(e->low, value);
  e->high = fmax(e->high, value);
}

static void widen_by(struct extent *x, struct extent *y, const struct tn_series *series)
{
  for (guint i = 0; i < series->spots->len; i++) {
    const struct tn_spot *spot = TN_SPOT(series, i);
    widen(x, spot->x);
    widen(y, spot->y);
    widen(y, spot->low);
    widen(y, spot->high);
  }
  for (guint i = 0; i < series->boxes->len; i++) {
    const struct tn_box *box = &g_array_index(series->boxes, struct tn_box, i);
    widen(x, box->x0);
    widen(x, box->x1);
    widen(y, box->y0);
    widen(y, box->y1);
  }
}

/* What an axis shows of values from e.low to e.high where it does not say itself. */
static struct extent bounds_of(const struct tn_axis *axis, struct extent e)
{
  if (axis->labels)
    return (struct extent){ -0.5, axis->labels->len - 0.5, true };
  if (!(e.low <= e.high))
    return (struct extent){ e.is_linear ? 0 : 1, e.is_linear ? 1 : 10, e.is_linear };
  const double pad = e.high > e.low ? 0.05 * (e.high - e.low) : fmax(0.05 * fabs(e.high), 1e-9);
  g_autoptr(GArray) ratios = tn_scale_ratios(fmax(e.high, 1.1));
  switch (axis->kind) {
  case TN_AXIS_SIZES:
  case TN_AXIS_COUNTS:
    return (struct extent){ e.low / 1.1, e.high * 1.1, false };
  case TN_AXIS_DECADES:
    return (struct extent){ tn_scale_below(e.low), tn_scale_above(e.high * 1.01), false };
  case TN_AXIS_RATIOS:
    return (struct extent){ 1, g_array_index(ratios, double, ratios->len - 1), false };
  default:
    return (struct extent){ e.low - pad, e.high + pad, true };
  }
}

static struct tn_scale scale_of(const struct tn_axis *axis, struct extent e, double from, double to)
{
  const struct extent bounds = bounds_of(axis, e);
  return (struct tn_scale){ .low = isnan(axis->low) ? bounds.low : axis->low,
                            .high = isnan(axis->high) ? bounds.high : axis->high,
                            .from = from,
                            .to = to,
                            .is_linear = bounds.is_linear };
}

static int by_value(const void *x, const void *y)
{
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

/* Where the points stand along the x axis when these places are few; else NULL. Transfer full. */
static GArray *own_places(const struct tn_figure *f)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(double));
  guint n = 0;
  for (guint l = 0; l < f->series->len; l++) {
    const struct tn_series *series = f->series->pdata[l];
    for (guint i = 0; i < series->spots->len && series->draws & TN_DRAW_POINTS; i++)
      g_array_append_val(all, TN_SPOT(series, i)->x);
  }
  g_array_sort(all, by_value);
  for (guint i = 0; i < all->len; i++)
    if (n == 0 || g_array_index(all, double, i) > g_array_index(all, double, n - 1))
      g_array_index(all, double, n++) = g_array_index(all, double, i);
  g_array_set_size(all, n);
  return n > 0 && n <= MOST_OWN_TICKS ? g_steal_pointer(&all) : NULL;
}

static GArray *values_of(const struct tn_axis *axis, const struct tn_scale *scale, guint most)
{
  switch (axis->kind) {
  case TN_AXIS_SIZES:
  case TN_AXIS_COUNTS:
    return tn_scale_binary(scale->low, scale->high, most);
  case TN_AXIS_DECADES:
    return tn_scale_decimal(scale->low, scale->high, most);
  case TN_AXIS_RATIOS:
    return tn_scale_ratios(scale->high);
  default:
    return tn_scale_linear(scale->low, scale->high, most);
  }
}

static void tick_clear(void *tick)
{
  g_free(((struct tn_tick *)tick)->text);
}

static void add_tick(GArray *ticks, const struct tn_scale *scale, double value, char *text)
{
  const struct tn_tick tick = { tn_scale_at(scale, value), text };
  const double low = fmin(scale->from, scale->to) - 0.5, high = fmax(scale->from, scale->to) + 0.5;
  if (tick.at >= low && tick.at <= high)
    g_array_append_val(ticks, tick);
  else
    g_free(text);
}

static char *words_of(const struct tn_axis *axis, double value)
{
  if (axis->words)
    return axis->words(value);
  return axis->kind == TN_AXIS_SIZES ? tn_format_size((size_t)value)
                                     : g_strdup_printf("%.10g", value);
}

/* `own` are the values, or NULL: as the kind of the axis has them. Transfer full. */
static GArray *ticks_of(const struct tn_axis *axis, const struct tn_scale *scale, GArray *own,
                        guint most)
{
  GArray *ticks = g_array_new(FALSE, FALSE, sizeof(struct tn_tick));
  g_array_set_clear_func(ticks, tick_clear);
  for (guint i = 0; axis->labels && i < axis->labels->len; i++)
    add_tick(ticks, scale, i, g_strdup(axis->labels->pdata[i]));
  if (axis->labels)
    return ticks;
  g_autoptr(GArray) values = own ? g_array_ref(own) : values_of(axis, scale, MAX(most, 2));
  for (guint i = 0; i < values->len; i++) {
    const double value = g_array_index(values, double, i);
    add_tick(ticks, scale, value, words_of(axis, value));
  }
  return ticks;
}

static double widest(const GArray *ticks)
{
  double most = 0;
  for (guint i = 0; i < ticks->len; i++)
    most = fmax(most, tn_svg_width(g_array_index(ticks, struct tn_tick, i).text));
  return most;
}

struct tn_frame tn_frame_new(const struct tn_figure *f)
{
  struct extent x = { INFINITY, -INFINITY, f->x.kind == TN_AXIS_LINEAR };
  struct extent y = { INFINITY, -INFINITY, f->y.kind == TN_AXIS_LINEAR };
  for (guint i = 0; i < f->series->len; i++)
    widen_by(&x, &y, f->series->pdata[i]);
  struct tn_frame frame = { .figure = f, .x = scale_of(&f->x, x, 0, f->width) };
  /* What has names reads from above to below. */
  frame.y = scale_of(&f->y, y, f->y.labels ? 0 : f->height, f->y.labels ? f->height : 0);
  g_autoptr(GArray) own = f->x.kind == TN_AXIS_DECADES ? NULL : own_places(f);
  frame.x_ticks = ticks_of(&f->x, &frame.x, own, (guint)(f->width / X_GAP));
  frame.y_ticks = ticks_of(&f->y, &frame.y, NULL, (guint)(f->height / Y_GAP));
  const double wide = widest(frame.x_ticks);
  frame.left = widest(frame.y_ticks) + 2 * GAP;
  frame.below = f->x.name ? 2 * LINE : LINE;
  frame.right = fmax(wide / 2, GAP);
  return frame;
}

void tn_frame_clear(struct tn_frame *frame)
{
  g_array_unref(frame->x_ticks);
  g_array_unref(frame->y_ticks);
}

static void draw_x(GString *s, const struct tn_frame *frame)
{
  const struct tn_figure *f = frame->figure;
  const double place = f->x.labels ? f->width / f->x.labels->len : INFINITY;
  const guint step = (guint)((widest(frame->x_ticks) + GAP) / place) + 1;
  double free_from = -INFINITY;
  for (guint i = 0; i < frame->x_ticks->len; i++) {
    const struct tn_tick *tick = &g_array_index(frame->x_ticks, struct tn_tick, i);
    const double half = tn_svg_width(tick->text) / 2;
    if (!f->x.labels)
      tn_svg_path(s, "grid", "M%.1f 0V%.1f", tick->at, f->height);
    if (i % step == 0 && tick->at - half >= free_from) {
      tn_svg_text(s, tick->at, f->height + 15, "middle", "m", tick->text);
      free_from = tick->at + half + GAP;
    }
  }
  if (f->x.name)
    tn_svg_text(s, f->width / 2, f->height + frame->below - GAP, "middle", "m", f->x.name);
}

static void draw_y(GString *s, const struct tn_frame *frame)
{
  const struct tn_figure *f = frame->figure;
  double last = INFINITY;
  for (guint i = 0; i < frame->y_ticks->len; i++) {
    const struct tn_tick *tick = &g_array_index(frame->y_ticks, struct tn_tick, i);
    if (!f->y.labels)
      tn_svg_path(s, "grid", "M0 %.1fH%.1f", tick->at, f->width);
    if (fabs(tick->at - last) < 12)
      continue;
    tn_svg_text(s, -GAP, tick->at + 4, "end", "m", tick->text);
    last = tick->at;
  }
  if (f->y.name)
    tn_svg_text(s, GAP - frame->left, -2 * GAP, "start", "m", f->y.name);
}

void tn_frame_draw(GString *s, const struct tn_frame *frame)
{
  const struct tn_figure *f = frame->figure;
  draw_x(s, frame);
  draw_y(s, frame);
  if (!f->x.labels || !f->y.labels)
    tn_svg_path(s, "axis", "M0 0V%.1fH%.1f", f->height, f->width);
}
