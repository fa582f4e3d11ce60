/* Draws title and legend around the axes. A page has one figure per drawing, a file may have
 * several. */
#include <math.h>
#include <string.h>

#include "frame.h"
#include "svg.h"

enum { MARGIN = 10, GAP = 8, LINE = 18 };

/* Relative to the upper left corner of the figure's area. */
struct layout {
  struct tn_frame frame;
  GPtrArray *title; /* char *: lines; NULL in a page */
  double left, top, width, height;
  double legend, place; /* legend: its top; place: width of an entry */
  guint columns;
};

/* Returns the last blank before `past`, if possible after a comma or semicolon, or NULL. */
static const char *blank_before(const char *text, const char *past)
{
  const char *last = g_strrstr_len(text, past - text, " ");
  for (const char *p = last; p && p > text; p--)
    if (*p == ' ' && strchr(",;", p[-1]))
      return p;
  return last;
}

/* Adds space for texts right of boxes, and above boxes beyond the axes. */
static void add_texts(const struct tn_figure *f, double *right, double *above)
{
  for (guint l = 0; l < f->series->len; l++) {
    const struct tn_series *series = f->series->pdata[l];
    for (guint i = 0; i < series->boxes->len; i++) {
      const struct tn_box *box = &g_array_index(series->boxes, struct tn_box, i);
      if (box->text && box->place == TN_TEXT_BEYOND)
        *right = fmax(*right, tn_svg_width(box->text) + GAP);
      if (box->text && box->place == TN_TEXT_ABOVE && !f->y.name)
        *above = LINE;
    }
  }
}

static struct layout layout_new(const struct tn_figure *f, bool in_page)
{
  struct layout l = { .frame = tn_frame_new(f) };
  double right = l.frame.right, above = f->y.name ? LINE + GAP : 0;
  add_texts(f, &right, &above);
  l.left = l.frame.left;
  l.width = l.left + f->width + right;
  l.title = in_page ? NULL : g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) parts = g_strsplit(f->title ? f->title : "", "\n", -1);
  for (int i = 0; parts[i] && l.title; i++)
    if (*parts[i]) {
      const glong most = (glong)(l.width / tn_svg_width("m"));
      g_autofree char *valid = g_utf8_make_valid(parts[i], -1);
      const char *rest = valid;
      while (g_utf8_strlen(rest, -1) > most) {
        const char *past = g_utf8_offset_to_pointer(rest, most + 1), *at = blank_before(rest, past);
        at = at ? at : rest + strcspn(rest, " ");
        if (!*at)
          break;
        g_ptr_array_add(l.title, g_strndup(rest, (gsize)(at - rest)));
        rest = at + 1;
      }
      g_ptr_array_add(l.title, g_strdup(rest));
    }
  l.top = GAP + above + (l.title ? l.title->len * LINE + GAP : 0);
  l.height = l.top + f->height + l.frame.below;
  guint n = 0;
  for (guint i = 0; i < f->series->len; i++) {
    const struct tn_series *series = f->series->pdata[i];
    if (!series->name)
      continue;
    n++;
    l.place = fmax(l.place, tn_svg_width(series->name) + TN_SAMPLE + 3 * GAP);
  }
  if (f->note)
    l.width = fmax(l.width, tn_svg_width(f->note) + 2 * GAP);
  l.width = fmax(l.width, l.place);
  l.columns = n > 0 ? (guint)(l.width / l.place) : 1;
  l.legend = l.height + (n > 0 ? GAP : 0);
  l.height = l.legend + ((n + l.columns - 1) / l.columns + (f->note != NULL)) * LINE;
  return l;
}

static void layout_clear(void *data)
{
  struct layout *l = data;
  tn_frame_clear(&l->frame);
  g_clear_pointer(&l->title, g_ptr_array_unref);
}

static void draw(GString *s, const struct layout *l, double x, double y)
{
  const struct tn_figure *f = l->frame.figure;
  for (guint i = 0; l->title && i < l->title->len; i++)
    tn_svg_text(s, x, y + (i + 1) * LINE - 4, "start", i == 0 ? "t" : "", l->title->pdata[i]);
  tn_svg_open_at(s, x + l->left, y + l->top);
  /* Background boxes are drawn before the lines of the axes, all other elements after them. */
  for (int front = 0; front < 2; front++) {
    for (guint i = 0; i < f->series->len; i++) {
      const struct tn_series *series = f->series->pdata[i];
      const bool is_ground =
          series->boxes->len > 0 && g_array_index(series->boxes, struct tn_box, 0).is_veil;
      if (is_ground != front)
        tn_series_draw(s, &l->frame, series);
    }
    if (!front)
      tn_frame_draw(s, &l->frame);
  }
  tn_svg_close(s);
  guint n = 0;
  for (guint i = 0; i < f->series->len; i++) {
    const struct tn_series *series = f->series->pdata[i];
    const double left = x + GAP + n % l->columns * l->place;
    const double middle = y + l->legend + (n / l->columns + 0.5) * LINE;
    if (!series->name)
      continue;
    tn_series_sample(s, series, left, middle);
    tn_svg_text(s, left + TN_SAMPLE + GAP, middle + 4, "start", "", series->name);
    n++;
  }
  if (f->note)
    tn_svg_text(s, x + GAP, y + l->height - 5, "start", "m", f->note);
}

static const char *description_of(const struct tn_figure *f)
{
  return f->description ? f->description : f->title ? f->title : "";
}

void tn_figure_append(GString *s, const struct tn_figure *f)
{
  struct layout l = layout_new(f, true);
  tn_svg_begin(s, true, l.width, l.height, description_of(f));
  draw(s, &l, 0, 0);
  tn_svg_end(s);
  layout_clear(&l);
}

char *tn_figures_svg(const GPtrArray *figures, guint n_columns)
{
  g_autoptr(GArray) layouts = g_array_new(FALSE, FALSE, sizeof(struct layout));
  const guint n = figures->len, columns = MIN(n_columns, n), rows = (n + columns - 1) / columns;
  double width = 0, height = 0;
  GString *s = g_string_new(NULL);
  g_array_set_clear_func(layouts, layout_clear);
  for (guint i = 0; i < n; i++) {
    const struct layout l = layout_new(figures->pdata[i], false);
    width = fmax(width, l.width + 2 * MARGIN);
    height = fmax(height, l.height + MARGIN);
    g_array_append_val(layouts, l);
  }
  tn_svg_begin(s, false, columns * width, rows * height + MARGIN,
               description_of(figures->pdata[0]));
  for (guint i = 0; i < n; i++)
    draw(s, &g_array_index(layouts, struct layout, i), i % columns * width + MARGIN,
         i / columns * height + MARGIN);
  tn_svg_end(s);
  return g_string_free(s, FALSE);
}
