#include <math.h>

#include "chapter_page.h"
#include "figure/figure.h"
#include "figure/markup.h"
#include "figure/scale.h"
#include "sim/sim.h"
#include "words.h"

/* By enum tn_part. */
#define LETTER(part, name, letter, ...) letter,
static const char letters[] = { TN_PARTS(LETTER) '\0' };

enum { WIDTH = 294, BAR = 23 };

/* A bar for each size, its pieces shares of the time. */
struct parts {
  struct tn_figure *figure; /* with a series for each part, and one for the sums */
  double last[TN_N_PARTS];  /* of the last bar */
  const char *head;         /* the same */
};

static struct parts parts_new(void)
{
  struct parts parts = { .figure = tn_figure_new(WIDTH, 0) };
  for (int p = 0; p < TN_N_PARTS; p++)
    tn_figure_add(parts.figure, NULL, 0, p)->letter =
        tn_figure_keep(parts.figure, g_strndup(&letters[p], 1));
  tn_figure_add(parts.figure, NULL, 0, TN_GREY);
  return parts;
}

static void add(struct parts *parts, const struct tn_row *row, const struct tn_marks *marks)
{
  const struct tn_mark mark = tn_mark_of(marks, row->collective, row->algorithm);
  struct tn_figure *f = parts->figure;
  const double y = f->y.labels ? f->y.labels->len : 0;
  double sum = 0, from = 0;
  for (int p = 0; p < TN_N_PARTS; p++)
    sum += fmax(row->parts[p], 0);
  if (!(sum > 0))
    return;
  g_autofree char *size = tn_words_size(row->size);
  tn_axis_label(f, &f->y, g_strdup_printf("%s%s%s", size, *mark.letter ? " " : "", mark.letter));
  parts->head = g_ptr_array_index(f->y.labels, f->y.labels->len - 1);
  for (int p = 0; p < TN_N_PARTS; p++) {
    struct tn_series *series = f->series->pdata[p];
    const double share = 100 * fmax(row->parts[p], 0) / sum;
    const struct tn_box box = { .x0 = from,
                                .x1 = from + share,
                                .y0 = y - 0.4,
                                .y1 = y + 0.4,
                                .text = series->letter,
                                .says =
                                    tn_figure_keep(f, g_strdup_printf("%s %s: %.0f %%", parts->head,
                                                                      tn_parts[p].name, share)) };
    parts->last[p] = share;
    from += share;
    if (!(share > 0))
      continue;
    series->name = tn_parts[p].name;
    tn_series_box(series, box);
  }
  const struct tn_box end = { .x0 = 100,
                              .x1 = 100,
                              .y0 = y,
                              .y1 = y,
                              .text = tn_figure_keep(f, tn_words_time(sum)),
                              .place = TN_TEXT_BEYOND };
  tn_series_box(f->series->pdata[TN_N_PARTS], end);
}

/* "4M: 62 % copy, 30 % lock", the two largest of the last bar. Transfer full. */
static char *finding_of(const struct parts *parts)
{
  const int first = tn_part_largest(parts->last);
  int second = -1;
  for (int p = 0; p < TN_N_PARTS; p++)
    if (p != first && (second < 0 || parts->last[p] > parts->last[second]))
      second = p;
  g_autofree char *also =
      parts->last[second] > 0
          ? g_strdup_printf(", %.0f %% %s", parts->last[second], tn_parts[second].name)
          : g_strdup("");
  return g_strdup_printf("%s: %.0f %% %s%s.", parts->head, parts->last[first], tn_parts[first].name,
                         also);
}

static char *percent_of(double value)
{
  return g_strdup_printf("%g %%", value);
}

static void append_figure(GString *s, const struct tn_chapter *c, struct parts *parts,
                          guint n_sizes)
{
  struct tn_figure *f = parts->figure;
  g_autofree char *found = finding_of(parts);
  g_autofree char *ranks = tn_words_ranks(tn_chapter_ranks(c, c->ranks->len - 1));
  f->says = tn_figure_keep(
      f, g_strdup_printf("Parts of the winners' time by size with %s. %s", ranks, found));
  f->height = BAR * f->y.labels->len;
  f->x = (struct tn_axis){ .low = 0, .high = 100, .words = percent_of };
  tn_markup(s,
            "<figure><h4>Where the winner’s time goes</h4>\n<figcaption>%s: shares of the path "
            "that decides when the last rank leaves, its length on the right.",
            ranks);
  if (n_sizes > f->y.labels->len)
    tn_markup(s, " %u of %u sizes.", f->y.labels->len, n_sizes);
  g_string_append(s, "</figcaption>\n<div class=\"scroll\" tabindex=\"0\">\n");
  tn_figure_append(s, f);
  g_string_append(s, "</div>\n");
  g_string_append(s, "</figure>\n");
}

void tn_parts_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks)
{
  struct parts parts = parts_new();
  const guint n = c->sizes->len;
  for (guint i = 0; i < MIN(n, TN_MOST_BARS); i++) {
    const struct tn_winner *w =
        tn_chapter_winner(c, c->ranks->len - 1, tn_spread_over(i, TN_MOST_BARS, n));
    if (w)
      add(&parts, w->first, marks);
  }
  if (parts.figure->y.labels)
    append_figure(s, c, &parts, n);
  tn_figure_free(parts.figure);
}
