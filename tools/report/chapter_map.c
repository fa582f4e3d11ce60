#include <inttypes.h>

#include "document/markup.h"
#include "figure/figure.h"
#include "figure/figure_words.h"
#include "figure/scale.h"
#include "page.h"
#include "page_findings.h"

enum { SIDE = 26, HEIGHT = 24 };
/* Half of what a cell takes of its place. */
#define CELL 0.46

/* "64 ranks, 16K: throttled-read throttle=8, 123 µs; next best chain takes 12 % longer". Transfer
 * full. */
static char *cell_text(const struct tn_chapter *c, const struct tn_winner *w)
{
  const struct tn_row *row = w->first;
  g_autofree char *ranks = tn_words_ranks(row->ranks), *size = tn_words_size(row->size);
  g_autofree char *name = tn_words_algorithm(row->algorithm);
  g_autofree char *time = tn_words_time(tn_chapter_time(c, row));
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%s, %s: %s%s%s, %s", ranks, size, name, row->params->n ? " " : "",
                         row->params->text, time);
  if (w->second) {
    g_autofree char *second = tn_words_algorithm(w->second->algorithm);
    g_autofree char *takes = tn_words_takes(1 + w->margin_max);
    g_string_append_printf(text, "; next best %s takes %s", second, takes);
  }
  return g_string_free(text, FALSE);
}

/* The map of a chapter. */
struct map {
  const struct tn_chapter *c;
  const struct tn_marks *marks;
  struct tn_figure *figure; /* with a series for each letter, and one for those that have none */
  bool has_ties;
};

static void add_cell(struct map *m, guint row, guint column, const struct tn_winner *w)
{
  const char *algorithm = w->first->algorithm;
  const struct tn_mark mark = tn_mark_of(m->marks, w->first->collective, algorithm);
  struct tn_figure *f = m->figure;
  struct tn_series *series = f->series->pdata[*mark.letter ? *mark.letter - 'A' : TN_N_MARKS];
  if (!series->name) {
    series->name =
        tn_figure_keep(f, *mark.letter ? tn_words_algorithm(algorithm) : g_strdup("others"));
    tn_mark_series(series, &mark);
    series->letter = tn_figure_keep(f, g_strdup(mark.letter));
  }
  const struct tn_box box = { .x0 = column - CELL,
                              .x1 = column + CELL,
                              .y0 = row - CELL,
                              .y1 = row + CELL,
                              .text = series->letter,
                              .says = tn_figure_keep(f, cell_text(m->c, w)),
                              .corners = mark.pattern,
                              .is_outlined = !tn_winner_is_sure(w) };
  tn_series_box(series, box);
  m->has_ties = m->has_ties || box.is_outlined;
}

static void fill(struct map *m, guint n_ranks, guint n_sizes)
{
  struct tn_figure *f = m->figure;
  for (int i = 0; i <= TN_N_MARKS; i++)
    tn_figure_add(f, NULL, 0, i);
  for (guint s = 0; s < n_sizes; s++)
    tn_axis_label(f, &f->x,
                  tn_words_size(tn_chapter_size(
                      m->c, tn_spread_over(s, TN_MOST_MAP_SIZES, m->c->sizes->len))));
  for (guint i = 0; i < n_ranks; i++) {
    const guint r = tn_spread_over(i, TN_MOST_MAP_RANKS, m->c->ranks->len);
    tn_axis_label(f, &f->y, g_strdup_printf("%" PRId64, tn_chapter_ranks(m->c, r)));
    for (guint s = 0; s < n_sizes; s++) {
      const struct tn_winner *w =
          tn_chapter_winner(m->c, r, tn_spread_over(s, TN_MOST_MAP_SIZES, m->c->sizes->len));
      if (w)
        add_cell(m, i, s, w);
    }
  }
}

void tn_map_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks)
{
  const guint n_ranks = MIN(c->ranks->len, TN_MOST_MAP_RANKS);
  const guint n_sizes = MIN(c->sizes->len, TN_MOST_MAP_SIZES);
  if (c->ranks->len * c->sizes->len < 2)
    return;
  struct tn_figure *f = tn_figure_new(n_sizes * SIDE, n_ranks * HEIGHT);
  struct map m = { .c = c, .marks = marks, .figure = f };
  const struct tn_headline finding = tn_headline_of(c);
  g_autofree char *others = tn_headline_others(c);
  fill(&m, n_ranks, n_sizes);
  f->says =
      tn_figure_keep(f, g_strdup_printf("Winners by ranks and size. %s %s", finding.text, others));
  f->x.name = "size, bytes";
  f->y.name = "ranks";
  g_string_append(s, "<figure><h4>Who wins</h4>\n");
  if (n_ranks < c->ranks->len || n_sizes < c->sizes->len)
    tn_markup(s, "<figcaption>%u of %u numbers of ranks, %u of %u sizes.</figcaption>\n", n_ranks,
              c->ranks->len, n_sizes, c->sizes->len);
  g_string_append(s, "<div class=\"scroll\" tabindex=\"0\">\n");
  tn_figure_append(s, f);
  g_string_append(s, "</div>\n");
  if (m.has_ties)
    tn_markup(s,
              "<p class=\"muted\">Outlined: the next best is within %g %%, noise or the known "
              "error.</p>\n",
              100 * TN_TUNE_TIE);
  g_string_append(s, "</figure>\n");
  g_free(finding.text);
  tn_figure_free(f);
}
