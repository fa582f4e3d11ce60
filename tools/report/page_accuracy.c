/* Writes how accurate the predicted times are. */
#include <math.h>

#include "page.h"
#include "study/rows.h"

enum { MAX_ERRORS = 60 };

/* Adds known errors by collective and platform. */
static void write_errors(const struct tn_page *p)
{
  static const char layout[] = "{platform:group}{collective:*}{known error}";
  struct tn_table *t = tn_table_of(layout);
  g_autoptr(GHashTable) done = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_row *row = ((const struct tn_chapter *)p->chapters->pdata[i])->first;
    const struct tn_report_platform *known = tn_report_platform(p->report, row->platform);
    const char *error = tn_report_known_error(p->report, row);
    g_autofree char *measured = tn_rows_measured(p->report->rows, row->collective);
    if (tn_source_predicts(row->source) &&
        g_hash_table_add(done, g_strdup_printf("%s\n%s", row->platform, row->collective)) &&
        g_hash_table_size(done) <= MAX_ERRORS)
      tn_table_texts(t, row->platform, row->collective,
                     error      ? error
                     : measured ? measured
                     : known    ? "not compared with measurements"
                                : "not known: there is no platform of that name here");
  }
  const guint n = g_hash_table_size(done);
  if (n > 0)
    tn_document_captioned(p->d, "Errors of predictions that were compared with measurements", t,
                          layout);
  else
    tn_table_free(t);
  if (n > MAX_ERRORS)
    tn_document_add(p->d, TN_MUTED, "%u others are not shown.", n - MAX_ERRORS);
}

/* Adds how many decisions have a rival and known errors, and where these exceed the margin. */
static void write_doubts(const struct tn_page *p)
{
  guint n = 0, n_known = 0, n_open = 0;
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_chapter *c = p->chapters->pdata[i];
    GHashTableIter iter;
    gpointer data;
    g_hash_table_iter_init(&iter, c->winners);
    while (tn_source_predicts(c->first->source) && g_hash_table_iter_next(&iter, NULL, &data)) {
      const struct tn_winner *w = data;
      if (!w->second || !tn_winner_is_sure(w))
        continue;
      n++;
      n_known += !isnan(w->first->high) && !isnan(w->second->low);
      n_open += w->first->high > w->second->low;
    }
  }
  if (n_known > 0)
    tn_document_paragraph(p->d, 0,
                          "Of %u decisions with known errors, %u %s open: the stated errors of the "
                          "platform’s parameters exceed the margin.",
                          n_known, n_open, n_open == 1 ? "is" : "are");
  else if (n > 0)
    tn_document_paragraph(
        p->d, 0,
        "The rows lack the effect of the parameters’ stated errors (turnstile run "
        "--uncertainty adds it).");
}

void tn_page_accuracy(const struct tn_page *p)
{
  tn_document_begin(p->d, TN_GROUP_SECTION, "trust", "How far to trust this");
  tn_document_paragraph(
      p->d, 0,
      "Differences below %g %% count as none, and those within the known error or noise "
      "are marked. Predicted times are as good as the model and the parameters of the "
      "platform.",
      100 * TN_TUNE_TIE);
  write_errors(p);
  write_doubts(p);
  tn_document_end(p->d);
}
