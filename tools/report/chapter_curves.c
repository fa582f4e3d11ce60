#include <inttypes.h>
#include <math.h>

#include "document/markup.h"
#include "figure/figure.h"
#include "figure/figure_words.h"
#include "figure/scale.h"
#include "page.h"

enum {
  MOST_IN_FRONT = 5,
  MOST_BEHIND = 12,
  MOST_SIDE_SHOWS = 3,
  MOST_SPOTS = 40,
  WIDTH = 340,
  HEIGHT = 222
};

/* One algorithm in one figure. */
struct curve {
  const char *algorithm;
  struct tn_mark mark;
  guint n_wins, n_spots;
  double loss; /* mean of the logarithm of its time over the winner's */
  bool in_front;
};

/* What a figure shows: time over size for ranks number r, or over ranks for size number s. */
struct view {
  const struct tn_chapter *c;
  bool by_size;
  guint fixed;  /* the r or s that stays */
  guint n, all; /* steps along the axis that are shown, and that there are */
};

static guint step_of(const struct view *v, guint i)
{
  return tn_spread_over(i, MOST_SPOTS, v->all);
}

static guint r_of(const struct view *v, guint i)
{
  return v->by_size ? v->fixed : step_of(v, i);
}

static guint s_of(const struct view *v, guint i)
{
  return v->by_size ? step_of(v, i) : v->fixed;
}

static double x_of(const struct view *v, guint i)
{
  const guint step = step_of(v, i);
  return (double)(v->by_size ? tn_chapter_size(v->c, step) : tn_chapter_ranks(v->c, step));
}

static struct curve curve_of(const struct view *v, const char *algorithm,
                             const struct tn_marks *marks)
{
  struct curve curve = { .algorithm = algorithm,
                         .mark = tn_mark_of(marks, v->c->first->collective, algorithm) };
  for (guint i = 0; i < v->n; i++) {
    const struct tn_row *row = tn_chapter_best(v->c, algorithm, r_of(v, i), s_of(v, i));
    const struct tn_winner *w = tn_chapter_winner(v->c, r_of(v, i), s_of(v, i));
    if (!row || !w || !(tn_chapter_time(v->c, w->first) > 0))
      continue;
    curve.n_spots++;
    curve.n_wins += w->first->algorithm == algorithm;
    curve.loss += log(tn_chapter_time(v->c, row) / tn_chapter_time(v->c, w->first));
  }
  curve.loss /= MAX(curve.n_spots, 1);
  return curve;
}

/* Winners first, then libraries, then who loses least. */
static int by_interest(const void *x, const void *y)
{
  const struct curve *a = x, *b = y;
  const int a_library = tn_is_library(a->algorithm), b_library = tn_is_library(b->algorithm);
  if (a->n_wins != b->n_wins)
    return a->n_wins > b->n_wins ? -1 : 1;
  if (a_library != b_library)
    return b_library - a_library;
  return a->loss < b->loss ? -1 : a->loss > b->loss;
}

/* The algorithms with at least one spot, the most interesting first; those in front are marked.
 * Transfer full, of struct curve. */
static GArray *curves_of(const struct view *v, const struct tn_marks *marks)
{
  GArray *curves = g_array_new(FALSE, FALSE, sizeof(struct curve));
  guint n_in_front = 0;
  for (guint a = 0; a < v->c->algorithms->len; a++) {
    const struct curve curve = curve_of(v, v->c->algorithms->pdata[a], marks);
    if (curve.n_spots > 0)
      g_array_append_val(curves, curve);
  }
  g_array_sort(curves, by_interest);
  for (guint i = 0; i < curves->len && n_in_front < MOST_IN_FRONT; i++) {
    struct curve *curve = &g_array_index(curves, struct curve, i);
    curve->in_front = *curve->mark.letter;
    n_in_front += curve->in_front;
  }
  return curves;
}

/* Libraries' defaults are dashed; what stands back has no hue, no points and no name. */
static struct tn_series *add_line(struct tn_figure *f, const struct view *v,
                                  const struct curve *curve)
{
  const int draws = TN_DRAW_LINE | (curve->in_front ? TN_DRAW_POINTS : 0);
  struct tn_series *series = tn_figure_add(f, NULL, draws, TN_GREY);
  g_autofree char *name = tn_words_algorithm(curve->algorithm);
  if (curve->in_front) {
    series->name = tn_figure_keep(f, g_strdup(name));
    tn_mark_series(series, &curve->mark);
    series->dash = tn_is_library(curve->algorithm);
  }
  for (guint i = 0; i < v->n; i++) {
    const struct tn_row *row = tn_chapter_best(v->c, curve->algorithm, r_of(v, i), s_of(v, i));
    if (!row)
      continue;
    const double time = tn_chapter_time(v->c, row);
    g_autofree char *size = tn_words_size(row->size), *text = tn_words_time(time);
    tn_series_spot(series, x_of(v, i), time);
    if (curve->in_front)
      TN_SPOT(series, series->spots->len - 1)->says = tn_figure_keep(
          f, g_strdup_printf("%s%s%s, %s, %" PRId64 " ranks: %s", name, row->params->n ? " " : "",
                             row->params->text, size, row->ranks, text));
  }
  return series;
}

/* "throttled-read from 13 µs to 2.1 ms". */
static void append_extent(GString *text, const struct curve *curve, const struct tn_series *series)
{
  if (series->spots->len == 0)
    return;
  g_autofree char *name = tn_words_algorithm(curve->algorithm);
  g_autofree char *from = tn_words_time(TN_SPOT(series, 0)->y);
  g_autofree char *to = tn_words_time(TN_SPOT(series, series->spots->len - 1)->y);
  g_string_append_printf(text, "%s%s from %s to %s", text->len ? "; " : "", name, from, to);
}

/* What does not change along the axis: "64 ranks". Transfer full. */
static char *fixed_of(const struct view *v)
{
  return v->by_size ? tn_words_ranks(tn_chapter_ranks(v->c, v->fixed))
                    : tn_words_size(tn_chapter_size(v->c, v->fixed));
}

/* "grey: 3 others; left out: the 7 slowest", or NULL. Transfer full. */
static char *note_of(const GArray *curves, guint n_drawn)
{
  guint n_behind = 0;
  for (guint i = 0; i < n_drawn; i++)
    n_behind += !g_array_index(curves, struct curve, i).in_front;
  g_autofree char *behind = g_strdup_printf("grey: %u other%s", n_behind, n_behind == 1 ? "" : "s");
  g_autofree char *out = g_strdup_printf("left out: the %u slowest", curves->len - n_drawn);
  if (n_behind == 0)
    return NULL;
  return curves->len > n_drawn ? g_strdup_printf("%s; %s", behind, out) : g_steal_pointer(&behind);
}

/* The curves in front as numbers, for who cannot see them or wants to take them on. */
static void append_table(GString *s, const struct view *v, const GArray *curves)
{
  g_string_append_printf(s,
                         "<details><summary>Times as a table</summary>\n<div class=\"scroll\" "
                         "tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">%s</th>",
                         v->by_size ? "size" : "ranks");
  for (guint i = 0; i < curves->len; i++) {
    const struct curve *curve = &g_array_index(curves, struct curve, i);
    g_autofree char *name = tn_words_algorithm(curve->algorithm);
    if (curve->in_front)
      tn_markup(s, "<th scope=\"col\" class=\"n\">%s</th>", name);
  }
  g_string_append(s, "</tr></thead>\n<tbody>\n");
  for (guint k = 0; k < v->n; k++) {
    g_autofree char *head = v->by_size
                                ? tn_words_size(tn_chapter_size(v->c, s_of(v, k)))
                                : g_strdup_printf("%" PRId64, tn_chapter_ranks(v->c, r_of(v, k)));
    tn_markup(s, "<tr><th scope=\"row\">%s</th>", head);
    for (guint i = 0; i < curves->len; i++) {
      const struct curve *curve = &g_array_index(curves, struct curve, i);
      const struct tn_row *row = tn_chapter_best(v->c, curve->algorithm, r_of(v, k), s_of(v, k));
      g_autofree char *time = row ? tn_words_time(tn_chapter_time(v->c, row)) : g_strdup("");
      if (curve->in_front)
        tn_markup(s, "<td class=\"n\">%s</td>", time);
    }
    g_string_append(s, "</tr>\n");
  }
  g_string_append(s, "</tbody></table></div></details>\n");
}

static void append_view(GString *s, const struct view *v, const struct tn_marks *marks)
{
  g_autoptr(GArray) curves = curves_of(v, marks);
  g_autofree char *fixed = fixed_of(v);
  g_autoptr(GString) extents = g_string_new(NULL);
  struct tn_figure *f = tn_figure_new(WIDTH, HEIGHT);
  const guint n_drawn = MIN(curves->len, MOST_IN_FRONT + MOST_BEHIND);
  bool has_lines = false;
  for (int front = 0; front < 2; front++)
    for (guint i = 0; i < n_drawn; i++) {
      const struct curve *curve = &g_array_index(curves, struct curve, i);
      if (curve->in_front != front)
        continue;
      const struct tn_series *series = add_line(f, v, curve);
      has_lines = has_lines || series->spots->len > 1;
      if (front)
        append_extent(extents, curve, series);
    }
  char *note = note_of(curves, n_drawn);
  f->note = note ? tn_figure_keep(f, note) : NULL;
  f->says = tn_figure_keep(f, g_strdup_printf("Time over %s, %s: %s.",
                                              v->by_size ? "size" : "ranks", fixed, extents->str));
  f->x.name = v->by_size ? "size, bytes" : "ranks";
  f->x.kind = v->by_size ? TN_AXIS_SIZES : TN_AXIS_COUNTS;
  f->y.kind = TN_AXIS_DECADES;
  f->y.words = tn_words_tick;
  if (has_lines) {
    tn_markup(s,
              "<figure><figcaption>%s; each algorithm with its best parameters.</figcaption>\n"
              "<div class=\"scroll\" tabindex=\"0\">\n",
              fixed);
    tn_figure_append(s, f);
    g_string_append(s, "</div>\n");
    append_table(s, v, curves);
    g_string_append(s, "</figure>\n");
  }
  tn_figure_free(f);
}

void tn_curves_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks)
{
  const bool by_size = c->sizes->len > 1;
  const guint n_fixed = by_size ? c->ranks->len : c->sizes->len;
  const guint all = by_size ? c->sizes->len : c->ranks->len;
  const guint n_more = MIN(n_fixed - 1, MOST_SIDE_SHOWS);
  struct view view = { c, by_size, n_fixed - 1, MIN(all, MOST_SPOTS), all };
  if (all < 2)
    return;
  g_string_append_printf(s, "<h4>Time over %s</h4>\n", by_size ? "size" : "ranks");
  append_view(s, &view, marks);
  if (n_more > 0)
    tn_markup(s, "<details><summary>Time with %s</summary>\n",
              n_more < n_fixed - 1 ? "fewer ranks (the next of them)" : "fewer ranks");
  for (guint i = 0; i < n_more; i++) {
    view.fixed = n_fixed - 2 - i;
    append_view(s, &view, marks);
  }
  g_string_append(s, n_more > 0 ? "</details>\n" : "");
}
