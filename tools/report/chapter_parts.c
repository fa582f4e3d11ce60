#include "figure/figure.h"
#include "figure/figure_words.h"
#include "figure/scale.h"
#include "page.h"
#include "plot/plot.h"

void tn_page_figure(const struct tn_page *p, struct tn_figure *f, const char *caption, ...)
{
  GString *s = g_string_new(NULL);
  va_list arguments;
  va_start(arguments, caption);
  g_autofree char *text = caption ? g_strdup_vprintf(caption, arguments) : NULL;
  va_end(arguments);
  tn_figure_append(s, f);
  tn_document_figure(p->d, g_string_free(s, FALSE), text);
  tn_figure_free(f);
}

void tn_chapter_parts(const struct tn_page *p, const struct tn_chapter *c)
{
  const struct tn_picture picture = {
    .kind = TN_PLOT_PARTS, .of = "percent", .x = "size_bytes", .by = "algorithm"
  };
  g_autoptr(GPtrArray) rows = g_ptr_array_new();
  const guint n = c->sizes->len;
  for (guint i = 0; i < MIN(n, TN_MAX_BARS); i++) {
    const struct tn_winner *w =
        tn_chapter_winner(c, c->ranks->len - 1, tn_spread_over(i, TN_MAX_BARS, n));
    if (w && w->first->parts[tn_part_largest(w->first->parts)] > 0)
      g_ptr_array_add(rows, (void *)w->first);
  }
  struct tn_figure *f = tn_plot_figure_new(&picture, rows, NULL);
  if (!f)
    return;
  const struct tn_row *last = rows->pdata[rows->len - 1];
  g_autofree char *ranks = tn_words_ranks(last->ranks), *size = tn_words_size(last->size);
  g_autofree char *some =
      n > rows->len ? g_strdup_printf(" %u of %u sizes.", rows->len, n) : g_strdup("");
  f->description = tn_figure_store_text(
      f, g_strdup_printf("Parts of the winners' time by size with %s; at %s most is %s.", ranks,
                         size, tn_parts[tn_part_largest(last->parts)].name));
  tn_document_heading(p->d, "Where the winner’s time goes", NULL);
  tn_page_figure(p, f,
                 "%s: shares of the path that decides when the last rank leaves, its length on the "
                 "right.%s",
                 ranks, some);
}
