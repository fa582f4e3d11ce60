#include "frame.h"

#include <math.h>

#include "platform/quantity.h"
#include "svg.h"

enum { GAP = 6, LINE = 18, X_GAP = 48, Y_GAP = 32, MAX_OWN_TICKS = 7 };

/* Widens a range to a value that the axis can show. */
static void widen(struct tn_scale *e, double value)
{
  if (!isfinite(value) || !(e->is_linear || value > 0))
    return;
  e->low = fmin(e->low, value);
  e->high = fmax(e->high, value);
}

/* Returns the scale of an axis: the limits of the axis where they are set, else the range e.low to
 * e.high of the values. */
static struct tn_scale scale_of(const struct tn_axis *axis, struct tn_scale e)
{
  const double pad = e.high > e.low ? 0.05 * (e.high - e.low) : fmax(0.05 * fabs(e.high), 1e-9);
  g_autoptr(GArray) ratios = tn_scale_ratios(fmax(e.high, 1.1));
  struct tn_scale scale = e;
  if (axis->labels)
    scale = (struct tn_scale){ -0.5, axis->labels->len - 0.5, e.from, e.to, true };
  else if (!(e.low <= e.high))
    scale = (struct tn_scale){ !e.is_linear, e.is_linear ? 1 : 10, e.from, e.to, e.is_linear };
  else if (axis->kind == TN_AXIS_SIZES || axis->kind == TN_AXIS_COUNTS)
    scale = (struct tn_scale){ e.low / 1.1, e.high * 1.1, e.from, e.to, false };
  else if (axis->kind == TN_AXIS_DECADES)
    scale = (struct tn_scale){ tn_scale_below(e.low), tn_scale_above(e.high * 1.01), e.from, e.to,
                               false };
  else if (axis->kind == TN_AXIS_RATIOS)
    scale =
        (struct tn_scale){ 1, g_array_index(ratios, double, ratios->len - 1), e.from, e.to, false };
  else
    scale = (struct tn_scale){ e.low - pad, e.high + pad, e.from, e.to, true };
  scale.low = isnan(axis->low) ? scale.low : axis->low;
  scale.high = isnan(axis->high) ? scale.high : axis->high;
  return scale;
}

static int by_value(const void *x, const void *y)
{
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

/* Returns x positions if few enough for a tick each, else NULL. Transfer full. */
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
  return n > 0 && n <= MAX_OWN_TICKS ? g_steal_pointer(&all) : NULL;
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

/* Returns the ticks (struct tn_tick) of an axis: at its labels, at the positions `own` (may be
 * NULL), or at most `most` ticks that the kind of the axis defines. Transfer full. */
static GArray *ticks_of(const struct tn_axis *axis, const struct tn_scale *scale, GArray *own,
                        guint most)
{
  GArray *ticks = g_array_new(FALSE, FALSE, sizeof(struct tn_tick));
  const double low = fmin(scale->from, scale->to) - 0.5, high = fmax(scale->from, scale->to) + 0.5;
  g_autoptr(GArray) values = axis->labels ? NULL
                             : own        ? g_array_ref(own)
                                          : values_of(axis, scale, MAX(most, 2));
  const guint n = values ? values->len : axis->labels->len;
  g_array_set_clear_func(ticks, tick_clear);
  for (guint i = 0; i < n; i++) {
    const double value = values ? g_array_index(values, double, i) : i;
    struct tn_tick tick = { tn_scale_at(scale, value), NULL };
    if (tick.at < low || tick.at > high)
      continue;
    tick.text = axis->labels                  ? g_strdup(axis->labels->pdata[i])
                : axis->words                 ? axis->words(value)
                : axis->kind == TN_AXIS_SIZES ? tn_format_size((size_t)value)
                                              : g_strdup_printf("%.10g", value);
    g_array_append_val(ticks, tick);
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
  /* labels of y run from top to bottom */
  struct tn_scale x = { INFINITY, -INFINITY, 0, f->width, f->x.kind == TN_AXIS_LINEAR };
  struct tn_scale y = { INFINITY, -INFINITY, f->y.labels ? 0 : f->height,
                        f->y.labels ? f->height : 0, f->y.kind == TN_AXIS_LINEAR };
  for (guint i = 0; i < f->series->len; i++) {
    const struct tn_series *series = f->series->pdata[i];
    for (guint k = 0; k < series->spots->len; k++) {
      const struct tn_spot *spot = TN_SPOT(series, k);
      widen(&x, spot->x);
      widen(&y, spot->y);
      widen(&y, spot->low);
      widen(&y, spot->high);
    }
    for (guint k = 0; k < series->boxes->len; k++) {
      const struct tn_box *box = &g_array_index(series->boxes, struct tn_box, k);
      widen(&x, box->x0);
      widen(&x, box->x1);
      widen(&y, box->y0);
      widen(&y, box->y1);
    }
  }
  struct tn_frame frame = { .figure = f, .x = scale_of(&f->x, x), .y = scale_of(&f->y, y) };
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

void tn_frame_draw(GString *s, const struct tn_frame *frame)
{
  const struct tn_figure *f = frame->figure;
  draw_x(s, frame);
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
  if (!f->x.labels || !f->y.labels)
    tn_svg_path(s, "axis", "M0 0V%.1fH%.1f", f->height, f->width);
}
