#include <inttypes.h>

#include "chapter_page.h"
#include "figures.h"
#include "findings.h"
#include "markup.h"
#include "scale.h"
#include "words.h"

void tn_legend_append(GString *s, const struct tn_mark *mark, const char *text)
{
  g_string_append(s, "<li>");
  tn_mark_append(s, mark);
  tn_markup(s, "%s</li>\n", text);
}

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

/* Which ranks and sizes of a chapter its map shows, and the cells. */
struct shown {
  const struct tn_chapter *c;
  guint n_ranks, n_sizes;
  char **ranks, **sizes;
  struct tn_map_cell *cells;
};

static guint rank_of(const struct shown *m, guint i)
{
  return tn_spread_over(i, TN_MOST_MAP_RANKS, m->c->ranks->len);
}

static guint size_of(const struct shown *m, guint i)
{
  return tn_spread_over(i, TN_MOST_MAP_SIZES, m->c->sizes->len);
}

static void fill(struct shown *m, const struct tn_marks *marks)
{
  for (guint r = 0; r < m->n_ranks; r++)
    m->ranks[r] = g_strdup_printf("%" PRId64, tn_chapter_ranks(m->c, rank_of(m, r)));
  for (guint s = 0; s < m->n_sizes; s++)
    m->sizes[s] = tn_words_size(tn_chapter_size(m->c, size_of(m, s)));
  for (guint r = 0; r < m->n_ranks; r++)
    for (guint s = 0; s < m->n_sizes; s++) {
      const struct tn_winner *w = tn_chapter_winner(m->c, rank_of(m, r), size_of(m, s));
      if (!w)
        continue;
      m->cells[r * m->n_sizes + s] =
          (struct tn_map_cell){ .is_there = true,
                                .is_tie = !tn_winner_is_sure(w),
                                .mark =
                                    tn_mark_of(marks, w->first->collective, w->first->algorithm),
                                .says = cell_text(m->c, w) };
    }
}

static struct shown shown_new(const struct tn_chapter *c, const struct tn_marks *marks)
{
  struct shown m = { .c = c,
                     .n_ranks = MIN(c->ranks->len, TN_MOST_MAP_RANKS),
                     .n_sizes = MIN(c->sizes->len, TN_MOST_MAP_SIZES) };
  m.ranks = g_new0(char *, m.n_ranks + 1);
  m.sizes = g_new0(char *, m.n_sizes + 1);
  m.cells = g_new0(struct tn_map_cell, m.n_ranks * m.n_sizes);
  fill(&m, marks);
  return m;
}

static void shown_clear(struct shown *m)
{
  for (guint i = 0; i < m->n_ranks * m->n_sizes; i++)
    g_free(m->cells[i].says);
  g_free(m->cells);
  g_strfreev(m->ranks);
  g_strfreev(m->sizes);
}

/* The winners by their letters; those that have none stand together at the end. */
static void append_legend(GString *s, const struct shown *m, const struct tn_marks *marks)
{
  const char *winners[TN_N_MARKS] = { NULL };
  bool has_ties = false;
  g_string_append(s, "<ul class=\"legend\">\n");
  for (guint a = 0; a < m->c->algorithms->len; a++) {
    const char *algorithm = m->c->algorithms->pdata[a];
    const struct tn_mark mark = tn_mark_of(marks, m->c->first->collective, algorithm);
    if (*mark.letter)
      winners[*mark.letter - 'A'] = algorithm;
  }
  for (int i = 0; i < TN_N_MARKS; i++) {
    bool wins = false;
    struct tn_mark mark = { 0 };
    for (guint k = 0; k < m->n_ranks * m->n_sizes; k++) {
      has_ties = has_ties || (m->cells[k].is_there && m->cells[k].is_tie);
      if (m->cells[k].is_there && *m->cells[k].mark.letter == 'A' + i) {
        wins = true;
        mark = m->cells[k].mark;
      }
    }
    if (!wins)
      continue;
    g_autofree char *name = tn_words_algorithm(winners[i]);
    tn_legend_append(s, &mark, name);
  }
  if (has_ties)
    tn_markup(s,
              "<li class=\"muted\">outlined: the next best is within %g %%, noise or the known "
              "error</li>\n",
              100 * TN_TUNE_TIE);
  g_string_append(s, "</ul>\n");
}

void tn_map_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks)
{
  if (c->ranks->len * c->sizes->len < 2)
    return;
  struct shown m = shown_new(c, marks);
  const struct tn_headline finding = tn_headline_of(c);
  g_autofree char *others = tn_headline_others(c);
  g_autofree char *says = g_strdup_printf("Winners by ranks and size. %s %s", finding.text, others);
  const struct tn_map map = { .says = says,
                              .row_axis = "ranks",
                              .column_axis = "size, bytes",
                              .n_rows = m.n_ranks,
                              .n_columns = m.n_sizes,
                              .rows = m.ranks,
                              .columns = m.sizes,
                              .cells = m.cells };
  g_string_append(s, "<figure><h4>Who wins</h4>\n");
  if (m.n_ranks < c->ranks->len || m.n_sizes < c->sizes->len)
    tn_markup(s, "<figcaption>%u of %u numbers of ranks, %u of %u sizes.</figcaption>\n", m.n_ranks,
              c->ranks->len, m.n_sizes, c->sizes->len);
  g_string_append(s, "<div class=\"scroll\" tabindex=\"0\">\n");
  tn_map_append(s, &map);
  g_string_append(s, "</div>\n");
  append_legend(s, &m, marks);
  g_string_append(s, "</figure>\n");
  g_free(finding.text);
  shown_clear(&m);
}
