/* Curves of each algorithm's best time over size or ranks. */
#include <math.h>

#include "figure/figure_words.h"
#include "figure/scale.h"
#include "page.h"
#include "plot/plot.h"

enum {
  MAX_IN_FRONT = 5,
  MAX_BEHIND = 12,
  MAX_SIDE_SHOWS = 3,
  MAX_SPOTS = 40,
  WIDTH = 340,
  HEIGHT = 222
};

/* Axes of a figure: time over size for the number of ranks with index `fixed`, or time over ranks
 * for the size with index `fixed`. */
struct view {
  const struct tn_page *page;
  const struct tn_chapter *c;
  bool by_size;
  guint fixed, all;      /* all: number of steps along the x axis */
  GPtrArray *algorithms; /* const char *: algorithms that have rows, the most interesting first */
  guint n_front;         /* number of algorithms, from the first one on, that have a hue */
  guint n_out;           /* number of algorithms that are not drawn */
};

static guint n_steps(const struct view *v)
{
  return MIN(v->all, MAX_SPOTS);
}

/* Returns the best row of an algorithm at step i of the x axis, NULL if there is no row. */
static const struct tn_row *row_at(const struct view *v, const char *algorithm, guint i)
{
  const guint step = tn_spread_over(i, MAX_SPOTS, v->all);
  return tn_chapter_best(v->c, algorithm, v->by_size ? v->fixed : step,
                         v->by_size ? step : v->fixed);
}

/* Returns a sort key for algorithms: winners are first, then libraries' defaults, then the others
 * by loss. */
static double interest_of(const struct view *v, const char *algorithm)
{
  const double wins = 1e6, is_library = 1e3;
  double sum = 0;
  int n = 0;
  for (guint i = 0; i < n_steps(v); i++) {
    const guint step = tn_spread_over(i, MAX_SPOTS, v->all);
    const struct tn_row *row = row_at(v, algorithm, i);
    const struct tn_winner *w =
        tn_chapter_winner(v->c, v->by_size ? v->fixed : step, v->by_size ? step : v->fixed);
    if (!row || !w || !(tn_chapter_time(v->c, w->first) > 0))
      continue;
    sum += log(tn_chapter_time(v->c, row) / tn_chapter_time(v->c, w->first));
    sum -= w->first->algorithm == algorithm ? wins : 0;
    n++;
  }
  return (n && sum > -wins ? sum / n : sum) - (tn_is_library(algorithm) ? is_library : 0);
}

static gint by_interest(gconstpointer x, gconstpointer y, gpointer view)
{
  const double a = interest_of(view, *(const char *const *)x);
  const double b = interest_of(view, *(const char *const *)y);
  return (a > b) - (a < b);
}

/* Returns the rows by algorithm; fills v->algorithms. Transfer container. */
static GPtrArray *rows_of(struct view *v)
{
  GPtrArray *rows = g_ptr_array_new();
  g_autoptr(GPtrArray) all = g_ptr_array_copy(v->c->algorithms, NULL, NULL);
  g_ptr_array_sort_with_data(all, by_interest, v);
  v->n_out = 0;
  for (guint a = 0; a < all->len; a++) {
    const bool is_full = v->algorithms->len == MAX_IN_FRONT + MAX_BEHIND;
    guint n = 0;
    for (guint i = 0; i < n_steps(v); i++) {
      const struct tn_row *row = row_at(v, all->pdata[a], i);
      if (!row || row->size == 0 || !(tn_chapter_time(v->c, row) > 0))
        continue;
      n++;
      if (!is_full)
        g_ptr_array_add(rows, (void *)row);
    }
    if (n > 0 && !is_full)
      g_ptr_array_add(v->algorithms, all->pdata[a]);
    v->n_out += n > 0 && is_full;
  }
  v->n_front = MIN(v->algorithms->len, MAX_IN_FRONT);
  return rows;
}

static char *words_of_us(double us)
{
  return tn_words_tick(1e-6 * us);
}

static char *words_of_x(const struct view *v, double x)
{
  return v->by_size ? tn_words_size((int64_t)x) : tn_words_ranks((int64_t)x);
}

/* Styles series: libraries' defaults dashed, background without hue, points and name. Returns true
 * if there are lines. */
static bool style_series(const struct view *v, struct tn_figure *f)
{
  bool has_lines = false;
  /* remove the rings around the fastest points */
  if (f->series->len > v->algorithms->len)
    g_ptr_array_set_size(f->series, (int)v->algorithms->len);
  for (guint i = 0; i < f->series->len; i++) {
    struct tn_series *series = f->series->pdata[i];
    const char *algorithm = v->algorithms->pdata[i];
    series->draws = TN_DRAW_LINE;
    series->name = NULL;
    series->hue = TN_GREY;
    has_lines = has_lines || series->spots->len > 1;
    if (i >= v->n_front)
      continue;
    const struct tn_mark mark = tn_mark_of(v->page->marks, v->c->first->collective, algorithm);
    series->name = tn_figure_store_text(f, tn_words_algorithm(algorithm));
    tn_mark_series(series, &mark);
    series->letter = tn_figure_store_text(f, g_strdup(mark.letter));
    series->dash = tn_is_library(algorithm);
    series->draws |= TN_DRAW_POINTS;
    for (guint k = 0; k < series->spots->len; k++) {
      struct tn_spot *spot = TN_SPOT(series, k);
      g_autofree char *x = words_of_x(v, spot->x), *time = tn_words_time(1e-6 * spot->y);
      spot->description =
          tn_figure_store_text(f, g_strdup_printf("%s, %s: %s", series->name, x, time));
    }
  }
  for (guint i = 0; i < v->n_front; i++) /* the coloured series are drawn last */
    g_ptr_array_add(f->series, g_ptr_array_steal_index(f->series, 0));
  return has_lines;
}

/* Adds the times of the coloured series as a table, for readers who cannot see the figure or want
 * to copy the data. */
static void write_times(const struct view *v)
{
  struct tn_table *t = tn_table_new(v->by_size ? "size" : "ranks");
  for (guint a = 0; a < v->n_front; a++) {
    g_autofree char *name = tn_words_algorithm(v->algorithms->pdata[a]);
    tn_table_column(t, name, "", TN_CELL_NUMBER);
  }
  for (guint i = 0; i < n_steps(v); i++) {
    const guint step = tn_spread_over(i, MAX_SPOTS, v->all);
    tn_table_take(t, words_of_x(v, (double)(v->by_size ? tn_chapter_size(v->c, step)
                                                       : tn_chapter_ranks(v->c, step))));
    for (guint a = 0; a < v->n_front; a++) {
      const struct tn_row *row = row_at(v, v->algorithms->pdata[a], i);
      tn_table_take(t, row ? tn_words_time(tn_chapter_time(v->c, row)) : NULL);
    }
  }
  tn_document_begin(v->page->d, TN_GROUP_DETAILS, NULL, "Times as a table");
  tn_document_table(v->page->d, t, NULL);
  tn_document_end(v->page->d);
}

static void write_view(struct view *v)
{
  const struct tn_picture picture = { .kind = TN_PLOT_LATENCY,
                                      .x = v->by_size ? "size_bytes" : "ranks",
                                      .by = "algorithm",
                                      .objective = v->c->terms.objective };
  g_autoptr(GPtrArray) algorithms = g_ptr_array_new();
  v->algorithms = algorithms;
  g_autoptr(GPtrArray) rows = rows_of(v);
  struct tn_figure *f = tn_plot_figure_new(&picture, rows, NULL);
  if (!f || !style_series(v, f)) {
    if (f)
      tn_figure_free(f);
    return;
  }
  g_autofree char *fixed = v->by_size ? tn_words_ranks(tn_chapter_ranks(v->c, v->fixed))
                                      : tn_words_size(tn_chapter_size(v->c, v->fixed));
  const guint n_grey = v->algorithms->len - v->n_front;
  g_autofree char *out = v->n_out ? g_strdup_printf("; not shown: %u", v->n_out) : g_strdup("");
  f->width = WIDTH;
  f->height = HEIGHT;
  f->x.name = v->by_size ? "size, bytes" : "ranks";
  f->x.kind = v->by_size ? TN_AXIS_SIZES : TN_AXIS_COUNTS;
  f->y = (struct tn_axis){ .kind = TN_AXIS_DECADES, .low = NAN, .high = NAN, .words = words_of_us };
  f->note = n_grey ? tn_figure_store_text(f, g_strdup_printf("grey: %u other%s%s", n_grey,
                                                             n_grey == 1 ? "" : "s", out))
                   : NULL;
  f->description = tn_figure_store_text(
      f, g_strdup_printf("Time over %s, %s.", v->by_size ? "size" : "ranks", fixed));
  tn_page_figure(v->page, f, "%s; each algorithm with its best parameters.", fixed);
  write_times(v);
}

void tn_chapter_curves(const struct tn_page *p, const struct tn_chapter *c)
{
  const bool by_size = c->sizes->len > 1;
  const guint n_fixed = by_size ? c->ranks->len : c->sizes->len;
  const guint all = by_size ? c->sizes->len : c->ranks->len;
  const guint n_more = MIN(n_fixed - 1, MAX_SIDE_SHOWS);
  struct view view = { .page = p, .c = c, .by_size = by_size, .fixed = n_fixed - 1, .all = all };
  if (all < 2)
    return;
  tn_document_heading(p->d, by_size ? "Time over size" : "Time over ranks", NULL);
  write_view(&view);
  if (n_more > 0)
    tn_document_begin(p->d, TN_GROUP_DETAILS, NULL,
                      n_more < n_fixed - 1 ? "Time with fewer ranks (the next of them)"
                                           : "Time with fewer ranks");
  for (guint i = 0; i < n_more; i++) {
    view.fixed = n_fixed - 2 - i;
    write_view(&view);
  }
  if (n_more > 0)
    tn_document_end(p->d);
}
