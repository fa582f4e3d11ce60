#include <math.h>
#include <string.h>

#include "document/markup.h"
#include "figure/figure_words.h"
#include "figure/scale.h"
#include "page.h"
#include "page_findings.h"

enum { MOST_LOSS_RANKS = 8, MOST_LOSS_SIZES = 24, MOST_CHOICES = 8 };

static void append_ratio(GString *s, double ratio)
{
  g_autofree char *text = isnan(ratio) ? g_strdup("") : tn_words_figures(ratio);
  tn_markup(s, "<td class=\"n%s\">%s</td>", ratio > 1 + TN_TUNE_TIE ? " hot" : "", text);
}

static double ratio_of(const struct tn_chapter *c, const char *library, guint r, guint s)
{
  const struct tn_library_loss loss = tn_library_loss(c, library, r, s, s);
  return loss.n_sizes ? loss.worst : NAN;
}

static void append_library(GString *s, const struct tn_chapter *c, const char *library,
                           guint n_sizes)
{
  const guint n_ranks = MIN(c->ranks->len, MOST_LOSS_RANKS);
  g_autofree char *name = tn_words_algorithm(library);
  tn_markup(s, "<tbody><tr><th scope=\"rowgroup\" colspan=\"%u\">%s</th></tr>\n", n_sizes + 1,
            name);
  for (guint i = 0; i < n_ranks; i++) {
    const guint r = tn_spread_over(i, MOST_LOSS_RANKS, c->ranks->len);
    g_autofree char *ranks = tn_words_ranks(tn_chapter_ranks(c, r));
    tn_markup(s, "<tr><th scope=\"row\" class=\"w\">%s</th>", ranks);
    for (guint k = 0; k < n_sizes; k++)
      append_ratio(s, ratio_of(c, library, r, tn_spread_over(k, MOST_LOSS_SIZES, c->sizes->len)));
    g_string_append(s, "</tr>\n");
  }
  g_string_append(s, "</tbody>\n");
}

/* The library's own name of what it takes: "knomial" of "knomial = knomial-p2p;radix=4"; "" where
 * the row does not say. Transfer full. */
static char *choice_of(const struct tn_row *row)
{
  return g_strndup(row ? row->decision : "", row ? strcspn(row->decision, " ") : 0);
}

/* "With 64 ranks Open MPI's default takes knomial up to 8K, pipeline from 16K." */
static void append_choices(GString *s, const struct tn_chapter *c, const char *library)
{
  const guint r = c->ranks->len - 1;
  g_autofree char *name = tn_words_algorithm(library);
  g_autofree char *ranks = tn_words_ranks(tn_chapter_ranks(c, r));
  g_autoptr(GString) text = g_string_new(NULL);
  guint n = 0;
  for (guint first = 0, end; first < c->sizes->len; first = end) {
    g_autofree char *choice = choice_of(tn_chapter_best(c, library, r, first));
    for (end = first + 1; end < c->sizes->len; end++) {
      g_autofree char *next = choice_of(tn_chapter_best(c, library, r, end));
      if (strcmp(choice, next) != 0)
        break;
    }
    if (!*choice || n++ >= MOST_CHOICES)
      continue;
    g_autofree char *where = tn_words_where(c, first, end - 1);
    g_string_append_printf(text, "%s %s %s", text->len ? "," : "", choice, where);
  }
  if (n > MOST_CHOICES)
    g_string_append_printf(text, " and %u more", n - MOST_CHOICES);
  if (n > 0)
    tn_markup(s, "<p class=\"muted\">With %s %s takes%s.</p>\n", ranks, name, text->str);
}

static void append_head(GString *s, const struct tn_chapter *c, guint n_sizes)
{
  g_string_append(s, "<h4>What libraries’ defaults cost</h4>\n<div class=\"scroll\" "
                     "tabindex=\"0\"><table>\n<caption>Time of the library’s own choice over the "
                     "best time in these rows; 1 is as good as the best.</caption>\n<thead><tr>"
                     "<th scope=\"col\">ranks</th>");
  for (guint k = 0; k < n_sizes; k++) {
    g_autofree char *size =
        tn_words_size(tn_chapter_size(c, tn_spread_over(k, MOST_LOSS_SIZES, c->sizes->len)));
    tn_markup(s, "<th scope=\"col\" class=\"n\">%s</th>", size);
  }
  g_string_append(s, "</tr></thead>\n");
}

void tn_libraries_of_chapter(GString *s, const struct tn_chapter *c)
{
  const guint n_sizes = MIN(c->sizes->len, MOST_LOSS_SIZES);
  const char *libraries[TN_MOST_LIBRARIES];
  guint n = 0;
  for (guint a = 0; a < c->algorithms->len && n < TN_MOST_LIBRARIES; a++)
    if (tn_is_library(c->algorithms->pdata[a]))
      libraries[n++] = c->algorithms->pdata[a];
  if (n == 0)
    return;
  append_head(s, c, n_sizes);
  for (guint i = 0; i < n; i++)
    append_library(s, c, libraries[i], n_sizes);
  g_string_append(s, "</table></div>\n");
  if (n_sizes < c->sizes->len)
    tn_markup(s, "<p class=\"muted\">%u of %u sizes are shown.</p>\n", n_sizes, c->sizes->len);
  for (guint i = 0; i < n; i++)
    append_choices(s, c, libraries[i]);
}
