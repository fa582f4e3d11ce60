#include <math.h>
#include <string.h>

#include "figures.h"
#include "markup.h"
#include "platform/quantity.h"
#include "scale.h"
#include "words.h"

enum {
  WIDTH = 420,
  HEIGHT = 270,
  LEFT = 56,
  RIGHT = 24,
  TOP = 10,
  BOTTOM = 38,
  LETTER = 13,
  MOST_TICKS = 7,
  TICK_GAP = 34
};

static void spot_clear(void *data)
{
  g_free(((struct tn_figure_spot *)data)->says);
}

struct tn_figure_line *tn_figure_line_new(struct tn_mark mark)
{
  struct tn_figure_line *line = g_new0(struct tn_figure_line, 1);
  line->mark = mark;
  line->spots = g_array_new(FALSE, FALSE, sizeof(struct tn_figure_spot));
  g_array_set_clear_func(line->spots, spot_clear);
  return line;
}

void tn_figure_line_free(void *data)
{
  struct tn_figure_line *line = data;
  g_array_unref(line->spots);
  g_free(line);
}

void tn_figure_line_add(struct tn_figure_line *line, double x, double y, char *says)
{
  const struct tn_figure_spot spot = { x, y, says };
  if (x > 0 && y > 0 && isfinite(x) && isfinite(y))
    g_array_append_val(line->spots, spot);
  else
    g_free(says);
}

/* The axes of the spots of all lines. */
struct axes {
  struct tn_scale x, y;
};

static const struct tn_figure_spot *spot_of(const struct tn_figure_line *line, guint i)
{
  return &g_array_index(line->spots, struct tn_figure_spot, i);
}

/* In which the y axis is decimal. */
static double unit_of(const struct tn_curves *curves)
{
  return curves->is_ratio ? 1 : 1e-6;
}

static struct axes axes_of(const struct tn_curves *curves)
{
  struct axes a = { { INFINITY, 0, LEFT, WIDTH - RIGHT }, { INFINITY, 0, HEIGHT - BOTTOM, TOP } };
  for (guint l = 0; l < curves->lines->len; l++) {
    const struct tn_figure_line *line = curves->lines->pdata[l];
    for (guint i = 0; i < line->spots->len; i++) {
      const struct tn_figure_spot *spot = spot_of(line, i);
      a.x.low = fmin(a.x.low, spot->x);
      a.x.high = fmax(a.x.high, spot->x);
      a.y.low = fmin(a.y.low, spot->y);
      a.y.high = fmax(a.y.high, spot->y);
    }
  }
  const double unit = unit_of(curves);
  a.y.low = unit * tn_scale_below(a.y.low / unit);
  a.y.high = curves->is_ratio ? 1.05 * a.y.high : unit * tn_scale_above(a.y.high / unit);
  return a;
}

bool tn_curves_show(const struct tn_curves *curves)
{
  const struct axes a = axes_of(curves);
  return a.x.high > a.x.low;
}

static int by_number(const void *x, const void *y)
{
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

/* The places of the spots where these are few, else powers of two. Transfer full. */
static GArray *ticks_of(const struct tn_curves *curves, const struct tn_scale *x)
{
  GArray *all = g_array_new(FALSE, FALSE, sizeof(double));
  guint n = 0;
  for (guint l = 0; l < curves->lines->len; l++) {
    const struct tn_figure_line *line = curves->lines->pdata[l];
    for (guint i = 0; i < line->spots->len; i++)
      g_array_append_val(all, spot_of(line, i)->x);
  }
  g_array_sort(all, by_number);
  for (guint i = 0; i < all->len; i++)
    if (n == 0 || g_array_index(all, double, i) > g_array_index(all, double, n - 1))
      g_array_index(all, double, n++) = g_array_index(all, double, i);
  g_array_set_size(all, n);
  if (n <= MOST_TICKS)
    return all;
  g_array_unref(all);
  return tn_scale_binary(x->low, x->high, MOST_TICKS);
}

static void append_x_axis(GString *s, const struct tn_curves *curves, const struct tn_scale *x)
{
  g_autoptr(GArray) ticks = ticks_of(curves, x);
  double last = -INFINITY;
  for (guint i = 0; i < ticks->len; i++) {
    const double value = g_array_index(ticks, double, i), at = tn_scale_at(x, value);
    g_autofree char *text =
        curves->is_bytes ? tn_format_size((size_t)value) : g_strdup_printf("%.0f", value);
    tn_markup(s, "<path class=\"grid\" d=\"M%.1f %d V%d\"/>", at, TOP, HEIGHT - BOTTOM);
    if (at - last < TICK_GAP)
      continue;
    tn_figure_text(s, at, HEIGHT - BOTTOM + 16, "middle", "m", text);
    last = at;
  }
  tn_figure_text(s, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 4, "middle", "m", curves->axis);
}

static void append_y_axis(GString *s, const struct tn_curves *curves, const struct tn_scale *y)
{
  const double unit = unit_of(curves);
  g_autoptr(GArray) ticks = tn_scale_decimal(y->low / unit, y->high / unit, MOST_TICKS);
  for (guint i = 0; i < ticks->len; i++) {
    const double value = unit * g_array_index(ticks, double, i), at = tn_scale_at(y, value);
    g_autofree char *text = curves->is_ratio ? g_strdup_printf("%g×", value) : tn_words_tick(value);
    tn_markup(s, "<path class=\"grid\" d=\"M%d %.1f H%d\"/>", LEFT, at, WIDTH - RIGHT);
    tn_figure_text(s, LEFT - 6, at + 4, "end", "m", text);
  }
}

static void append_path(GString *s, const struct tn_figure_line *line, const struct axes *a)
{
  if (line->is_back)
    g_string_append(s, "<path class=\"back\" d=\"");
  else
    g_string_append_printf(s, "<path class=\"line s%d%s\" d=\"", line->mark.hue,
                           line->is_dashed      ? " dash"
                           : line->mark.pattern ? " dots"
                                                : "");
  for (guint i = 0; i < line->spots->len; i++)
    g_string_append_printf(s, "%s%.1f %.1f", i ? " L" : "M",
                           tn_scale_at(&a->x, spot_of(line, i)->x),
                           tn_scale_at(&a->y, spot_of(line, i)->y));
  g_string_append(s, "\"/>\n");
}

static void append_spots(GString *s, const struct tn_figure_line *line, const struct axes *a)
{
  for (guint i = 0; i < line->spots->len; i++) {
    const struct tn_figure_spot *spot = spot_of(line, i);
    tn_markup(s,
              "<circle class=\"f%d\" r=\"3\" cx=\"%.1f\" cy=\"%.1f\"><title>%s</title></circle>\n",
              line->mark.hue, tn_scale_at(&a->x, spot->x), tn_scale_at(&a->y, spot->y),
              spot->says ? spot->says : "");
  }
}

/* A letter behind a line's last spot. */
struct label {
  double x, y;
  const struct tn_mark *mark;
};

static int by_height(const void *x, const void *y)
{
  const struct label *a = x, *b = y;
  if (a->y < b->y || a->y > b->y)
    return a->y < b->y ? -1 : 1;
  return strcmp(a->mark->letter, b->mark->letter);
}

/* Letters that would overlap give way downwards, and upwards from the lower end. */
static void append_labels(GString *s, const struct tn_curves *curves, const struct axes *a)
{
  g_autoptr(GArray) labels = g_array_new(FALSE, FALSE, sizeof(struct label));
  for (guint l = 0; l < curves->lines->len; l++) {
    const struct tn_figure_line *line = curves->lines->pdata[l];
    if (line->is_back || line->spots->len == 0)
      continue;
    const struct tn_figure_spot *last = spot_of(line, line->spots->len - 1);
    const struct label label = { tn_scale_at(&a->x, last->x) + 8, tn_scale_at(&a->y, last->y) + 4,
                                 &line->mark };
    g_array_append_val(labels, label);
  }
  g_array_sort(labels, by_height);
  struct label *label = (struct label *)(void *)labels->data;
  for (guint i = 1; i < labels->len; i++)
    label[i].y = MAX(label[i].y, label[i - 1].y + LETTER);
  for (guint i = labels->len; i-- > 0;)
    label[i].y =
        MIN(label[i].y, i + 1 < labels->len ? label[i + 1].y - LETTER : HEIGHT - BOTTOM + 4.0);
  for (guint i = 0; i < labels->len; i++)
    tn_markup(s, "<text x=\"%.1f\" y=\"%.1f\" class=\"k%d\">%s</text>\n", label[i].x, label[i].y,
              label[i].mark->hue, label[i].mark->letter);
}

void tn_curves_append(GString *s, const struct tn_curves *curves)
{
  const struct axes a = axes_of(curves);
  tn_figure_begin(s, WIDTH, HEIGHT, 280, 560, curves->says);
  append_x_axis(s, curves, &a.x);
  append_y_axis(s, curves, &a.y);
  g_string_append_printf(s, "<path class=\"axis\" d=\"M%d %d V%d H%d\"/>\n", LEFT, TOP,
                         HEIGHT - BOTTOM, WIDTH - RIGHT);
  /* The first line lies on top. */
  for (int front = 0; front < 2; front++)
    for (guint l = curves->lines->len; l-- > 0;) {
      const struct tn_figure_line *line = curves->lines->pdata[l];
      if (line->spots->len == 0 || line->is_back == front)
        continue;
      append_path(s, line, &a);
      if (front)
        append_spots(s, line, &a);
    }
  append_labels(s, curves, &a);
  tn_figure_end(s);
}
