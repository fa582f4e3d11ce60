#include <math.h>

#include "figure/figure_words.h"
#include "page.h"
#include "tuning/tune_text.h"

static void put_more(const void *data, struct tn_table *t, const struct tn_winner *w)
{
  const struct tn_page *p = data;
  const struct tn_row *a = w->first, *b = w->last;
  tn_table_takes(t, tn_words_ranks(a->ranks), tn_mark_key(p->marks, a->collective, a->algorithm));
  if (isnan(a->low) || isnan(b->low))
    tn_table_text(t, NULL);
  else
    tn_table_print(t, "−%.0f to +%.0f %%", 100 * fmax(1 - a->low / a->avg, 1 - b->low / b->avg),
                   100 * fmax(a->high / a->avg - 1, b->high / b->avg - 1));
}

void tn_chapter_decisions(const struct tn_page *p, const struct tn_chapter *c)
{
  const struct tn_tune_page page = { .objective = c->terms.objective, .more = put_more, .data = p };
  g_autoptr(GArray) winners = tn_tune_by(c->rows, &c->terms, NULL);
  if (!winners || !winners->len)
    return;
  const guint n = MIN(winners->len, TN_MAX_DECISIONS);
  g_autofree char *caption =
      g_strdup_printf("Fastest by the %s. Below %g %% there is no difference.%s",
                      tn_objective_text(c->terms.objective), 100 * TN_TUNE_TIE,
                      tn_chapter_has_ranges(c) ? " Errors: of the winner at its first and last "
                                                 "size, from the stated errors of parameters."
                                               : "");
  tn_document_heading(p->d, "Decision table", NULL);
  tn_document_captioned(
      p->d, caption, tn_tune_winners(&g_array_index(winners, struct tn_winner, 0), n, &page, NULL),
      "{of:group}{size:*}{=key:key}{winner:*}{parameters}{mechanism}{time, us:>*}{error:>*?}"
      "{expected loss:>*?}{margin}");
  if (winners->len > n)
    tn_document_add(p->d, TN_MUTED, "%u more lines are not shown; turnstile tune prints them.",
                    winners->len - n);
}

static unsigned role_of(const void *library, const struct tn_row *row)
{
  return TN_AS_CHOICE | (row->algorithm == library ? TN_AS_BASELINE << TN_BASELINE_DEFAULT : 0);
}

void tn_chapter_libraries(const struct tn_page *p, const struct tn_chapter *c)
{
  static const char layout[] = "{library:group}{size:*}{takes}{loses:>*}";
  struct tn_table *t = tn_table_of(layout);
  guint n = 0;
  for (guint a = 0; a < c->algorithms->len && n < TN_MAX_LIBRARIES; a++) {
    const char *library = c->algorithms->pdata[a];
    if (!tn_is_library(library))
      continue;
    const struct tn_tune_terms terms = { .objective = c->terms.objective,
                                         .role = role_of,
                                         .data = library };
    g_autoptr(GArray) winners = tn_tune_by(c->rows, &terms, NULL);
    n++;
    for (guint i = 0; winners && i < MIN(winners->len, TN_MAX_DECISIONS); i++) {
      const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
      const struct tn_baseline_best *own = &w->baseline[TN_BASELINE_DEFAULT];
      g_autofree char *name = tn_words_algorithm(library), *longer = NULL;
      g_autofree char *ranks = tn_words_ranks(w->first->ranks);
      if (!own->row)
        continue;
      longer = tn_tune_longer(own->least, own->most);
      tn_table_takes(t, g_strdup_printf("%s, %s", name, ranks), tn_tune_sizes(w),
                     tn_tune_baseline_text(own));
      tn_table_print(t, "%s%s", own->most > 1 + TN_TUNE_TIE ? "! " : "", longer);
    }
  }
  if (tn_table_n_rows(t) == 0) {
    tn_table_free(t);
    return;
  }
  tn_document_heading(p->d, "Cost of libraries’ defaults", NULL);
  tn_document_captioned(
      p->d, "The library’s default where one algorithm is the fastest, and its extra time", t,
      layout);
}

static unsigned role_of_kept(const void *data, const struct tn_row *row)
{
  const struct tn_report *r = data;
  const bool is_library = tn_is_library(row->algorithm);
  const bool is_kept = !is_library && g_ptr_array_find((GPtrArray *)r->kept, row, NULL);
  return (is_kept ? TN_AS_CHOICE : 0) | (is_library ? 0 : TN_AS_BASELINE << TN_BASELINE_ALL);
}

void tn_chapter_price(const struct tn_page *p, const struct tn_chapter *c)
{
  const struct tn_report *r = p->report;
  const struct tn_tune_terms terms = {
    .objective = r->objective, .role = role_of_kept, .data = r, .is_by_size = true
  };
  g_autoptr(GArray) winners = r->kept ? tn_tune_by(c->rows, &terms, NULL) : NULL;
  for (guint i = 0, end; winners && i < winners->len; i = end) {
    const struct tn_winner *first = &g_array_index(winners, struct tn_winner, i);
    end = i + tn_tune_end_of_context(first, winners->len - i);
    tn_tune_write_price(p->d, first, end - i, r->reproducible, r->objective);
  }
}
