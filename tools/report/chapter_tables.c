#include <inttypes.h>
#include <math.h>

#include "document/markup.h"
#include "figure/figure_words.h"
#include "page.h"
#include "tuning/tune_text.h"

/* What the next best takes. Transfer full. */
static char *margin_of(const struct tn_winner *w)
{
  if (isnan(w->margin_min))
    return g_strdup("no rival");
  if (!w->differs)
    return g_strdup("no difference");
  g_autofree char *takes = tn_words_takes_range(1 + w->margin_min, 1 + w->margin_max);
  const int n = w->n_error + w->n_noise;
  if (n == 0)
    return g_strdup(takes);
  g_autofree char *where =
      n < w->n_sizes ? g_strdup_printf(" at %d of %d sizes", n, w->n_sizes) : g_strdup("");
  return g_strdup_printf("%s (%s%s)", takes,
                         w->n_noise == 0   ? "within the known error"
                         : w->n_error == 0 ? "within noise"
                                           : "within noise or the known error",
                         where);
}

/* "-9 to +12 %": how far the winner's times may be off by the stated errors of parameters; "" where
 * that is not known. Transfer full. */
static char *range_of(const struct tn_chapter *c, guint r, const struct tn_winner *w)
{
  double low = INFINITY, high = -INFINITY;
  for (guint s = 0; s < c->sizes->len; s++) {
    const int64_t size = tn_chapter_size(c, s);
    const struct tn_winner *here = tn_chapter_winner(c, r, s);
    if (!here || size < w->first->size || size > w->last->size || isnan(here->first->low) ||
        !(here->first->avg > 0))
      continue;
    low = fmin(low, here->first->low / here->first->avg - 1);
    high = fmax(high, here->first->high / here->first->avg - 1);
  }
  return high >= low ? g_strdup_printf("−%.0f to +%.0f %%", fmax(-100 * low, 0), 100 * high)
                     : g_strdup("");
}

/* Algorithm, parameters and mechanism. */
static void append_choice(GString *s, const struct tn_row *row, const struct tn_marks *marks)
{
  const struct tn_mark mark = tn_mark_of(marks, row->collective, row->algorithm);
  g_autofree char *name = tn_words_algorithm(row->algorithm), *params = tn_tune_params(row);
  g_string_append(s, "<td class=\"w\">");
  tn_mark_append(s, &mark);
  tn_markup(s, "%s</td><td>%s</td><td>%s</td>", name, params, row->mechanism);
}

/* A table of decisions. */
struct table {
  const struct tn_chapter *c;
  const struct tn_marks *marks;
  bool has_ranges;
};

static void append_decision(GString *s, const struct table *t, guint r, const struct tn_winner *w)
{
  g_autofree char *sizes = tn_words_sizes(w->first->size, w->last->size);
  g_autofree char *from = tn_words_time(tn_chapter_time(t->c, w->first));
  g_autofree char *to = tn_words_time(tn_chapter_time(t->c, w->last));
  g_autofree char *margin = margin_of(w);
  tn_markup(s, "<tr><th scope=\"row\" class=\"w\">%s</th>", sizes);
  append_choice(s, w->first, t->marks);
  tn_markup(s, "<td class=\"n\">%s%s%s</td>", from, w->n_sizes > 1 ? " to " : "",
            w->n_sizes > 1 ? to : "");
  if (t->has_ranges) {
    g_autofree char *range = range_of(t->c, r, w);
    tn_markup(s, "<td class=\"n\">%s</td>", range);
  }
  if (w->second) {
    g_autofree char *second = tn_words_algorithm(w->second->algorithm);
    tn_markup(s, "<td class=\"w\">%s%s</td>", second, w->same_second ? "" : " and others");
  } else {
    g_string_append(s, "<td></td>");
  }
  tn_markup(s, "<td class=\"w\">%s</td></tr>\n", margin);
}

static void append_head(GString *s, const struct table *t)
{
  g_string_append(s, "<h4>Decision table</h4>\n<div class=\"scroll\" tabindex=\"0\"><table>\n");
  tn_markup(
      s,
      "<caption>Fastest by the %s. Below %g %% there is no difference.%s</caption>\n<thead><tr><th "
      "scope=\"col\">size</th><th scope=\"col\">winner</th><th scope=\"col\">parameters</th><th "
      "scope=\"col\">mechanism</th><th scope=\"col\" class=\"n\">time</th>",
      tn_objective_says(t->c->terms.objective), 100 * TN_TUNE_TIE,
      t->has_ranges ? " Errors are those of the winner by the stated errors of parameters." : "");
  g_string_append(s, t->has_ranges ? "<th scope=\"col\" class=\"n\">error</th>" : "");
  g_string_append(s, "<th scope=\"col\">next best</th><th scope=\"col\">takes</th></tr></thead>\n");
}

void tn_decisions_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks)
{
  const struct table table = { c, marks, tn_chapter_has_ranges(c) };
  g_autoptr(GArray) winners = tn_tune_by(c->rows, &c->terms, NULL);
  guint n = 0;
  if (!winners)
    return;
  append_head(s, &table);
  for (guint r = 0; r < c->ranks->len && n < TN_MOST_DECISIONS; r++) {
    g_autofree char *ranks = tn_words_ranks(tn_chapter_ranks(c, r));
    tn_markup(s, "<tbody><tr><th scope=\"rowgroup\" colspan=\"%d\">%s</th></tr>\n",
              table.has_ranges ? 8 : 7, ranks);
    for (guint i = 0; i < winners->len && n < TN_MOST_DECISIONS; i++) {
      const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
      if (w->first->ranks != tn_chapter_ranks(c, r))
        continue;
      append_decision(s, &table, r, w);
      n++;
    }
    g_string_append(s, "</tbody>\n");
  }
  g_string_append(s, "</table></div>\n");
  if (winners->len > n)
    tn_markup(s,
              "<p class=\"muted\">%u more lines are left out; <code>turnstile tune</code> prints "
              "them.</p>\n",
              winners->len - n);
}
