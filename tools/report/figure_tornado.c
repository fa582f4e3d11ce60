#include <math.h>

#include "figures.h"
#include "markup.h"
#include "scale.h"

enum { WIDTH = 420, LEFT = 158, RIGHT = 22, BAR = 11, STEP = 31, TOP = 20, BOTTOM = 22 };
enum { DOWN_HUE = 1, UP_HUE = 0, MOST_TICKS = 5 };

/* A linear axis. */
struct axis {
  double low, high;
};

static double at(const struct axis *axis, double share)
{
  return LEFT + (WIDTH - LEFT - RIGHT) * (share - axis->low) / (axis->high - axis->low);
}

static void widen(struct axis *axis, double share)
{
  if (isnan(share))
    return;
  axis->low = fmin(axis->low, share);
  axis->high = fmax(axis->high, share);
}

/* From 0, or what is below it, to the farthest bar. */
static struct axis axis_of(const struct tn_tornado *t)
{
  struct axis axis = { 0, 0 };
  widen(&axis, t->share);
  for (guint i = 0; i < t->n_bars; i++) {
    widen(&axis, t->bars[i].down);
    widen(&axis, t->bars[i].up);
  }
  const double margin = axis.high > axis.low ? 0.05 * (axis.high - axis.low) : 0.01;
  return (struct axis){ axis.low - margin, axis.high + margin };
}

static void append_line(GString *s, double x, double height, const char *classes)
{
  tn_markup(s, "<path class=\"%s\" d=\"M%.1f %dV%.1f\"/>\n", classes, x, TOP, height - BOTTOM);
}

static void append_ticks(GString *s, const struct axis *axis, double height)
{
  const double step = tn_scale_above((axis->high - axis->low) / MOST_TICKS);
  for (double share = ceil(axis->low / step) * step; share <= axis->high; share += step) {
    /* Sums of steps may miss 0 by a rounding. */
    const double value = fabs(share) < step / 2 ? 0 : share;
    g_autofree char *text =
        g_strdup_printf("%s%g %%", value < 0 ? "−" : "+", round(1e4 * fabs(value)) / 100);
    append_line(s, at(axis, value), height, "grid");
    tn_figure_text(s, at(axis, value), height - 6, "middle", "m", value == 0 ? "0" : text);
  }
}

/* Left of 0 another one wins. */
static void append_ground(GString *s, const struct tn_tornado *t, const struct axis *axis,
                          double height)
{
  const double zero = at(axis, 0);
  tn_markup(s, "<rect class=\"c-package\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%.1f\"/>\n",
            LEFT, TOP, zero - LEFT, height - TOP - BOTTOM);
  append_ticks(s, axis, height);
  append_line(s, zero, height, "axis");
  append_line(s, at(axis, t->share), height, "axis dots");
  tn_figure_text(s, zero, TOP - 6, "end", "m", t->below);
}

static void append_half(GString *s, const struct axis *axis, double share, double moved, double y,
                        int hue, const char *sign)
{
  if (isnan(moved))
    return;
  const double from = at(axis, share), to = at(axis, moved);
  const bool is_left = to < from;
  tn_markup(s, "<rect class=\"f%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>\n", hue,
            fmin(from, to), y, fmax(fabs(to - from), 0.5), BAR);
  tn_figure_text(s, to + (is_left ? -3 : 3), y + BAR - 1.5, is_left ? "end" : "start", "m", sign);
}

static void append_bar(GString *s, const struct tn_tornado *t, const struct axis *axis, guint i)
{
  const struct tn_tornado_bar *bar = &t->bars[i];
  const double y = TOP + STEP * i + (STEP - 2 * BAR) / 2.0;
  g_autofree char *head = g_strdup_printf("%s%s", bar->is_marked ? "! " : "", bar->head);
  tn_markup(s, "<g><title>%s: %+.1f %% down, %+.1f %% up</title>\n", bar->head, 100 * bar->down,
            100 * bar->up);
  tn_figure_text(s, LEFT - 8, y + BAR + 4, "end", bar->is_marked ? "t" : "m", head);
  append_half(s, axis, t->share, bar->down, y, DOWN_HUE, "−");
  append_half(s, axis, t->share, bar->up, y + BAR, UP_HUE, "+");
  g_string_append(s, "</g>\n");
}

void tn_tornado_append(GString *s, const struct tn_tornado *t)
{
  const double height = TOP + STEP * t->n_bars + BOTTOM;
  const struct axis axis = axis_of(t);
  tn_figure_begin(s, WIDTH, height, 300, 560, t->says);
  append_ground(s, t, &axis, height);
  for (guint i = 0; i < t->n_bars; i++)
    append_bar(s, t, &axis, i);
  tn_figure_end(s);
}
