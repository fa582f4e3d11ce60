#include <math.h>

#include "frame.h"
#include "svg.h"

enum { MAX_MARKS = 20, LETTER = 14, CORNER = 7, HATCH = 6 };

/* Paths of the symbols, around the origin. */
static const char *const marks[] = {
  "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z", "m-3-3h6v6h-6z",  "m0-4.5l4 7h-8z",
  "m0-4.5l4.5 4.5-4.5 4.5-4.5-4.5z",    "m0 4.5l4-7h-8z", "m-3.5-3.5l7 7v-7l-7 7z",
  "m0-4l4 3-1.5 4.5h-5l-1.5-4.5z",
};

/* Returns a position; the lower end if a logarithmic axis cannot show the value. */
static double place_at(const struct tn_scale *scale, double value, double most)
{
  const double shown = scale->is_linear || value > 0 ? value : scale->low;
  return CLAMP(tn_scale_at(scale, shown), 0, most);
}

static double x_at(const struct tn_frame *frame, double x)
{
  return place_at(&frame->x, x, frame->figure->width);
}

static double y_at(const struct tn_frame *frame, double y)
{
  return place_at(&frame->y, y, frame->figure->height);
}

static bool has_place(const struct tn_frame *frame, const struct tn_spot *spot)
{
  return isfinite(spot->x) && isfinite(spot->y) && (frame->x.is_linear || spot->x > 0) &&
         (frame->y.is_linear || spot->y > 0);
}

/* Returns a hue's class. `what`: "f" fill, "s" strokes, "o" letters on the fill. Transfer full. */
static char *hue_of(const struct tn_series *series, char what)
{
  return series->hue == TN_INK    ? g_strdup(what == 's' ? "path" : "t")
         : series->hue == TN_GREY ? g_strdup(what == 'f'   ? "c-package"
                                             : what == 's' ? "back"
                                                           : "m")
                                  : g_strdup_printf("%c%d", what, series->hue);
}

static char *looks_of_line(const struct tn_series *series)
{
  static const char *const dashes[] = { "", " dash", " dots" };
  g_autofree char *hue = hue_of(series, 's');
  return g_strconcat(series->hue < 0 ? "" : "line ", hue,
                     dashes[series->dash % (int)G_N_ELEMENTS(dashes)], NULL);
}

static void draw_mark(GString *s, const struct tn_series *series, double x, double y)
{
  g_autofree char *looks = hue_of(series, 'f');
  tn_svg_path(s, looks, "M%.1f %.1f%s", x, y, marks[series->mark % (int)G_N_ELEMENTS(marks)]);
}

static void draw_ring(GString *s, double x, double y)
{
  tn_svg_path(s, "axis", "M%.1f %.1fm-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z", x, y);
}

static void draw_spots(GString *s, const struct tn_frame *frame, const struct tn_series *series)
{
  const bool is_linked = series->draws & TN_DRAW_LINE;
  const guint step = is_linked ? MAX(1, series->spots->len / MAX_MARKS) : 1;
  for (guint i = 0; i < series->spots->len; i += step) {
    const struct tn_spot *spot = TN_SPOT(series, i);
    if (!has_place(frame, spot))
      continue;
    const double x = x_at(frame, spot->x), y = y_at(frame, spot->y);
    if (spot->description)
      tn_svg_open(s, spot->description);
    if (series->draws & TN_DRAW_RINGS)
      draw_ring(s, x, y);
    if (series->draws & TN_DRAW_POINTS)
      draw_mark(s, series, x, y);
    if (spot->description)
      tn_svg_close(s);
  }
}

/* Area of a box in the figure, in pixels. The place of its text depends on it. */
struct area {
  double left, top, right, bottom;
};

/* Draws the hatching of a box: lines at 45 degrees, within the area. */
static void draw_hatch(GString *s, const struct tn_series *series, const struct area *at)
{
  const double wide = at->right - at->left, high = at->bottom - at->top;
  g_autoptr(GString) lines = g_string_new(NULL);
  for (double c = HATCH; series->hatch && c < wide + high; c += HATCH) {
    const double x0 = fmax(0, c - high), x1 = fmin(c, wide), y0 = fmin(c, high);
    const double y1 = fmax(0, c - wide);
    const bool falls = series->hatch > 1;
    g_string_append_printf(lines, "M%.1f %.1fL%.1f %.1f", at->left + x0,
                           falls ? at->bottom - y0 : at->top + y0, at->left + x1,
                           falls ? at->bottom - y1 : at->top + y1);
  }
  if (lines->len)
    tn_svg_path(s, "hatch", "%s", lines->str);
}

static void draw_text(GString *s, const struct tn_series *series, const struct tn_box *box,
                      const struct area *at)
{
  const double middle = (at->left + at->right) / 2, wide = at->right - at->left;
  g_autofree char *letters = hue_of(series, 'o');
  const bool is_left = box->x1 < box->x0;
  switch (box->place) {
  case TN_TEXT_ABOVE:
    tn_svg_text(s, middle, at->top - 4, "middle", "m", box->text);
    break;
  case TN_TEXT_BEYOND:
    tn_svg_text(s, is_left ? at->left - 3 : at->right + 4, (at->top + at->bottom) / 2 + 4,
                is_left ? "end" : "start", "m", box->text);
    break;
  case TN_TEXT_UPRIGHT:
    tn_svg_upright(s, middle + 4, at->top + 6, series->hue == TN_GREY ? "m" : "t", box->text);
    break;
  default:
    if (wide >= LETTER)
      tn_svg_text(s, middle, (at->top + at->bottom) / 2 + 4, "middle",
                  box->is_outlined ? "t" : letters, box->text);
  }
}

static void draw_box(GString *s, const struct tn_frame *frame, const struct tn_series *series,
                     const struct tn_box *box)
{
  const double x0 = x_at(frame, box->x0), x1 = x_at(frame, box->x1);
  const double y0 = y_at(frame, box->y0), y1 = y_at(frame, box->y1);
  const struct area at = { fmin(x0, x1), fmin(y0, y1), fmax(x0, x1), fmax(y0, y1) };
  g_autofree char *fill = hue_of(series, 'f'), *stroke = hue_of(series, 's');
  const char *kind = box->is_veil && series->hue != TN_GREY             ? " veil"
                     : box->is_veil || series->draws & TN_DRAW_SEAMLESS ? ""
                                                                        : " piece";
  g_autofree char *looks = box->is_outlined ? g_strconcat("ground outline ", stroke, NULL)
                                            : g_strconcat(fill, kind, NULL);
  const double inset = box->is_outlined ? 2 : 0;
  tn_svg_open(s, box->description);
  if (at.right > at.left && at.bottom > at.top)
    tn_svg_box(s, at.left + inset, at.top + inset, at.right - at.left - 2 * inset,
               at.bottom - at.top - 2 * inset, looks);
  if (!box->is_outlined && !box->is_veil)
    draw_hatch(s, series, &at);
  if (box->corners > 0 && !box->is_outlined)
    tn_svg_path(s, "ink", "M%.1f %.1fv%dh%dz", at.left, at.bottom, -CORNER, CORNER);
  if (box->corners > 1 && !box->is_outlined)
    tn_svg_path(s, "ink", "M%.1f %.1fv%dh%dz", at.right, at.top, CORNER, -CORNER);
  if (box->text)
    draw_text(s, series, box, &at);
  tn_svg_close(s);
}

void tn_series_draw(GString *s, const struct tn_frame *frame, const struct tn_series *series)
{
  for (guint i = 0; i < series->boxes->len; i++)
    draw_box(s, frame, series, &g_array_index(series->boxes, struct tn_box, i));
  if (series->draws & TN_DRAW_BAND) {
    g_autofree char *hue = hue_of(series, 'f'), *looks = g_strconcat(hue, " veil", NULL);
    g_autoptr(GString) there = g_string_new(NULL), back = g_string_new(NULL);
    for (guint i = 0; i < series->spots->len; i++) {
      const struct tn_spot *spot = TN_SPOT(series, i);
      if (!has_place(frame, spot) || isnan(spot->low) || isnan(spot->high))
        continue;
      const double x = x_at(frame, spot->x);
      g_string_append_printf(there, "%s%.1f %.1f", there->len ? "L" : "M", x,
                             y_at(frame, spot->high));
      g_autofree char *low = g_strdup_printf("L%.1f %.1f", x, y_at(frame, spot->low));
      g_string_prepend(back, low);
    }
    if (there->len)
      tn_svg_path(s, looks, "%s%sz", there->str, back->str);
  }
  if (series->draws & TN_DRAW_LINE) {
    g_autofree char *looks = looks_of_line(series);
    g_autoptr(GString) path = g_string_new(NULL);
    for (guint i = 0; i < series->spots->len; i++) {
      const struct tn_spot *spot = TN_SPOT(series, i);
      if (has_place(frame, spot))
        g_string_append_printf(path, "%s%.1f %.1f", path->len ? "L" : "M", x_at(frame, spot->x),
                               y_at(frame, spot->y));
    }
    if (path->len && series->hue == TN_INK)
      tn_svg_path(s, "halo", "%s", path->str);
    if (path->len)
      tn_svg_path(s, looks, "%s", path->str);
  }
  draw_spots(s, frame, series);
}

void tn_series_sample(GString *s, const struct tn_series *series, double x, double y)
{
  const double middle = x + TN_SAMPLE / 2.0;
  g_autofree char *line = looks_of_line(series), *fill = hue_of(series, 'f');
  g_autofree char *letters = hue_of(series, 'o');
  if (series->boxes->len > 0) {
    tn_svg_box(s, x + 4, y - 7, TN_SAMPLE - 8, 14, fill);
    draw_hatch(s, series, &(struct area){ x + 4, y - 7, x + TN_SAMPLE - 4, y + 7 });
  }
  if (series->boxes->len > 0 && series->letter)
    tn_svg_text(s, middle, y + 4, "middle", letters, series->letter);
  if (series->draws & TN_DRAW_LINE)
    tn_svg_path(s, line, "M%.1f %.1fh%d", x, y, TN_SAMPLE);
  if (series->draws & TN_DRAW_RINGS)
    draw_ring(s, middle, y);
  if (series->draws & TN_DRAW_POINTS)
    draw_mark(s, series, middle, y);
}
