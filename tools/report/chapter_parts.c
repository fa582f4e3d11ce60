#include <math.h>

#include "document/markup.h"
#include "figure/figure.h"
#include "figure/figure_words.h"
#include "figure/scale.h"
#include "page.h"
#include "plot/plot.h"
#include "sim/sim.h"

/* "4M: 62 % copy, 30 % lock", the two largest. Transfer full. */
static char *finding_of(const struct tn_row *row)
{
  double parts[TN_N_PARTS], sum = 0;
  for (int p = 0; p < TN_N_PARTS; p++) {
    parts[p] = fmax(row->parts[p], 0);
    sum += parts[p];
  }
  const enum tn_part first = tn_part_largest(parts);
  const double share = 100 * parts[first] / sum;
  parts[first] = 0;
  const enum tn_part second = tn_part_largest(parts);
  g_autofree char *size = tn_words_size(row->size);
  g_autofree char *also =
      parts[second] > 0
          ? g_strdup_printf(", %.0f %% %s", 100 * parts[second] / sum, tn_parts[second].name)
          : g_strdup("");
  return g_strdup_printf("%s: %.0f %% %s%s.", size, share, tn_parts[first].name, also);
}

void tn_parts_of_chapter(GString *s, const struct tn_chapter *c)
{
  const struct tn_picture picture = {
    .kind = TN_PLOT_PARTS, .of = "percent", .x = "size_bytes", .by = "algorithm"
  };
  g_autoptr(GPtrArray) rows = g_ptr_array_new();
  const guint n = c->sizes->len;
  for (guint i = 0; i < MIN(n, TN_MOST_BARS); i++) {
    const struct tn_winner *w =
        tn_chapter_winner(c, c->ranks->len - 1, tn_spread_over(i, TN_MOST_BARS, n));
    if (w && w->first->parts[tn_part_largest(w->first->parts)] > 0)
      g_ptr_array_add(rows, (void *)w->first);
  }
  struct tn_figure *f = tn_plot_figure_new(&picture, rows, NULL);
  if (!f)
    return;
  g_autofree char *found = finding_of(rows->pdata[rows->len - 1]);
  g_autofree char *ranks = tn_words_ranks(tn_chapter_ranks(c, c->ranks->len - 1));
  f->says = tn_figure_keep(
      f, g_strdup_printf("Parts of the winners' time by size with %s. %s", ranks, found));
  tn_markup(s,
            "<figure><h4>Where the winner’s time goes</h4>\n<figcaption>%s: shares of the path "
            "that decides when the last rank leaves, its length on the right.",
            ranks);
  if (n > rows->len)
    tn_markup(s, " %u of %u sizes.", rows->len, n);
  g_string_append(s, "</figcaption>\n<div class=\"scroll\" tabindex=\"0\">\n");
  tn_figure_append(s, f);
  g_string_append(s, "</div>\n</figure>\n");
  tn_figure_free(f);
}
