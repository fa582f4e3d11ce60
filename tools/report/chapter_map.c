#include <inttypes.h>

#include "figure/figure.h"
#include "figure/figure_words.h"
#include "figure/scale.h"
#include "page.h"
#include "page_findings.h"
#include "tuning/tune_text.h"

enum { SIDE = 26, HEIGHT = 24 };
/* Half of a cell's width, as a fraction of its place. */
#define CELL 0.46

struct map {
  const struct tn_chapter *c;
  const struct tn_marks *marks;
  struct tn_figure *figure; /* figure with one series per letter, and one series for algorithms
                             * without a letter */
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
        tn_figure_store_text(f, *mark.letter ? tn_words_algorithm(algorithm) : g_strdup("others"));
    tn_mark_series(series, &mark);
    series->letter = tn_figure_store_text(f, g_strdup(mark.letter));
  }
  const struct tn_tune_page page = { .objective = m->c->terms.objective };
  g_autofree char *ranks = tn_words_ranks(w->first->ranks), *size = tn_words_size(w->first->size);
  g_autofree char *choice = tn_tune_choice(w->first), *margin = tn_tune_margin(w, &page);
  g_autofree char *time = tn_words_time(tn_chapter_time(m->c, w->first));
  char *description = g_strdup_printf("%s, %s: %s, %s; %s", ranks, size, choice, time, margin);
  const struct tn_box box = { .x0 = column - CELL,
                              .x1 = column + CELL,
                              .y0 = row - CELL,
                              .y1 = row + CELL,
                              .text = series->letter,
                              .description = tn_figure_store_text(f, description),
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
                      m->c, tn_spread_over(s, TN_MAX_MAP_SIZES, m->c->sizes->len))));
  for (guint i = 0; i < n_ranks; i++) {
    const guint r = tn_spread_over(i, TN_MAX_MAP_RANKS, m->c->ranks->len);
    tn_axis_label(f, &f->y, g_strdup_printf("%" PRId64, tn_chapter_ranks(m->c, r)));
    for (guint s = 0; s < n_sizes; s++) {
      const struct tn_winner *w =
          tn_chapter_winner(m->c, r, tn_spread_over(s, TN_MAX_MAP_SIZES, m->c->sizes->len));
      if (w)
        add_cell(m, i, s, w);
    }
  }
}

void tn_chapter_map(const struct tn_page *p, const struct tn_chapter *c)
{
  const guint n_ranks = MIN(c->ranks->len, TN_MAX_MAP_RANKS);
  const guint n_sizes = MIN(c->sizes->len, TN_MAX_MAP_SIZES);
  if (c->ranks->len * c->sizes->len < 2)
    return;
  struct tn_figure *f = tn_figure_new(n_sizes * SIDE, n_ranks * HEIGHT);
  struct map m = { .c = c, .marks = p->marks, .figure = f };
  const struct tn_headline finding = tn_headline_of(c);
  g_autofree char *caption = NULL;
  fill(&m, n_ranks, n_sizes);
  f->description =
      tn_figure_store_text(f, g_strdup_printf("Winners by ranks and size. %s", finding.text));
  f->x.name = "size, bytes";
  f->y.name = "ranks";
  if (n_ranks < c->ranks->len || n_sizes < c->sizes->len)
    caption = g_strdup_printf("%u of %u numbers of ranks, %u of %u sizes.", n_ranks, c->ranks->len,
                              n_sizes, c->sizes->len);
  tn_document_heading(p->d, "Who wins", NULL);
  tn_page_figure(p, f, caption ? "%s" : NULL, caption);
  if (m.has_ties)
    tn_document_add(p->d, TN_MUTED,
                    "Outlined: the next best is within %g %%, noise or the known error.",
                    100 * TN_TUNE_TIE);
  g_free(finding.text);
}
