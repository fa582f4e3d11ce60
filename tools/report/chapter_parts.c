#include <math.h>

#include "chapter_page.h"
#include "figures.h"
#include "markup.h"
#include "scale.h"
#include "sim/sim.h"
#include "words.h"

/* By enum tn_part. */
#define LETTER(part, name, letter, ...) letter,
static const char letters[] = { TN_PARTS(LETTER) '\0' };
G_STATIC_ASSERT((int)TN_N_PARTS <= (int)TN_MOST_PIECES);

/* The bars' texts, owned; pieces in seconds. */
struct parts {
  GArray *bars; /* struct tn_bar */
  bool has[TN_N_PARTS];
};

static void bar_clear(void *data)
{
  const struct tn_bar *bar = data;
  g_free((char *)bar->head);
  g_free((char *)bar->foot);
}

static void add(struct parts *parts, const struct tn_row *row, const struct tn_marks *marks)
{
  const struct tn_mark mark = tn_mark_of(marks, row->collective, row->algorithm);
  struct tn_bar bar = { 0 };
  double sum = 0;
  for (int p = 0; p < TN_N_PARTS; p++) {
    bar.pieces[p] = row->parts[p] > 0 ? row->parts[p] : 0;
    parts->has[p] = parts->has[p] || bar.pieces[p] > 0;
    sum += bar.pieces[p];
  }
  if (!(sum > 0))
    return;
  g_autofree char *size = tn_words_size(row->size);
  bar.head = g_strdup_printf("%s%s%s", size, *mark.letter ? " " : "", mark.letter);
  bar.foot = tn_words_time(sum);
  g_array_append_val(parts->bars, bar);
}

/* "At 4M: copy 62 %, lock 30 %", the two largest of the last bar. Transfer full. */
static char *finding_of(const struct parts *parts)
{
  const struct tn_bar *bar = &g_array_index(parts->bars, struct tn_bar, parts->bars->len - 1);
  const int first = tn_part_largest(bar->pieces);
  int second = -1;
  double sum = 0;
  for (int p = 0; p < TN_N_PARTS; p++)
    sum += bar->pieces[p];
  for (int p = 0; p < TN_N_PARTS; p++)
    if (p != first && (second < 0 || bar->pieces[p] > bar->pieces[second]))
      second = p;
  g_autofree char *also =
      bar->pieces[second] > 0
          ? g_strdup_printf(", %.0f %% %s", 100 * bar->pieces[second] / sum, tn_parts[second].name)
          : g_strdup("");
  return g_strdup_printf("%s: %.0f %% %s%s.", bar->head, 100 * bar->pieces[first] / sum,
                         tn_parts[first].name, also);
}

static void append_legend(GString *s, const struct parts *parts)
{
  g_string_append(s, "<ul class=\"legend\">\n");
  for (int p = 0; p < TN_N_PARTS; p++) {
    const struct tn_mark mark = { { letters[p] }, p, TN_PLAIN };
    if (parts->has[p])
      tn_legend_append(s, &mark, tn_parts[p].name);
  }
  g_string_append(s, "</ul>\n");
}

static void append_figure(GString *s, const struct tn_chapter *c, const struct parts *parts,
                          guint n_sizes)
{
  g_autofree char *found = finding_of(parts);
  g_autofree char *ranks = tn_words_ranks(tn_chapter_ranks(c, c->ranks->len - 1));
  g_autofree char *says =
      g_strdup_printf("Parts of the winners' time by size with %s. %s", ranks, found);
  struct tn_bars bars = { .says = says,
                          .letters = letters,
                          .bars = (const struct tn_bar *)(void *)parts->bars->data,
                          .n_bars = parts->bars->len };
  for (int p = 0; p < TN_N_PARTS; p++)
    bars.names[p] = tn_parts[p].name;
  tn_markup(s,
            "<figure><h4>Where the winner’s time goes</h4>\n<figcaption>%s: shares of the path "
            "that decides when the last rank leaves, its length on the right.",
            ranks);
  if (n_sizes > parts->bars->len)
    tn_markup(s, " %u of %u sizes.", parts->bars->len, n_sizes);
  g_string_append(s, "</figcaption>\n<div class=\"scroll\" tabindex=\"0\">\n");
  tn_bars_append(s, &bars);
  g_string_append(s, "</div>\n");
  append_legend(s, parts);
  g_string_append(s, "</figure>\n");
}

void tn_parts_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks)
{
  struct parts parts = { .bars = g_array_new(FALSE, FALSE, sizeof(struct tn_bar)) };
  const guint n = c->sizes->len;
  g_array_set_clear_func(parts.bars, bar_clear);
  for (guint i = 0; i < MIN(n, TN_MOST_BARS); i++) {
    const struct tn_winner *w =
        tn_chapter_winner(c, c->ranks->len - 1, tn_spread_over(i, TN_MOST_BARS, n));
    if (w)
      add(&parts, w->first, marks);
  }
  if (parts.bars->len > 0)
    append_figure(s, c, &parts, n);
  g_array_unref(parts.bars);
}
