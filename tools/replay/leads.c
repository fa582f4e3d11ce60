/* Writes by how much the chosen algorithms lead, as `tune` does. */
#include <string.h>

#include "program_text.h"
#include "replay_text.h"
#include "tune/known_errors.h"
#include "tuning/tune_text.h"

/* Returns the error of predictions of the row's collective that the platform's file states. */
static double leads_known_error(const void *data, const struct tn_row *row)
{
  const struct tn_platform *pf = (const struct tn_platform *)data;
  return tn_percentage_in(tn_platform_known_error(pf, row->collective));
}

/* Returns the finalists (struct tn_row) of a class, borrowed. Transfer container. */
static GPtrArray *leads_of(const struct tn_replay_report *r, const struct tn_call_class *class)
{
  GPtrArray *rows = g_ptr_array_new();
  for (guint i = 0; i < r->finalists->len; i++) {
    struct tn_row *row = r->finalists->pdata[i];
    if (strcmp(row->collective, class->name) == 0 && row->ranks == class->n_ranks &&
        row->size == (int64_t) class->most)
      g_ptr_array_add(rows, row);
  }
  return rows;
}

void tn_replay_write_leads(struct tn_document *d, const struct tn_replay_report *r)
{
  static const char layout[] = "  {collective:*}  {ranks:>*}  {size:>*}  {winner:*}  {sampled:>*}  "
                               "{expected loss:>*}  {margin:*}  {before}";
  const struct tn_assignment *base = r->variants->pdata[0];
  const struct tn_assignment *best = r->variants->pdata[r->variants->len - 1];
  const struct tn_tune_terms terms = { .known_error = leads_known_error,
                                       .data = r->replay->machine.platform };
  const struct tn_tune_page page = { 0 };
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < r->replay->classes->all->len; i++) {
    const struct tn_call_class *class = tn_call_class(r->replay->classes, i);
    const struct tn_class_times *before = &base->times->classes[i];
    const struct tn_class_times *after = &best->times->classes[i];
    g_autoptr(GPtrArray) rows = leads_of(r, class);
    g_autoptr(GArray) winners = tn_tune_by(rows, &terms, NULL);
    if (!winners || !winners->len || r->gains[i] <= 0.0)
      continue;
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, 0);
    const double ratio = (before->inside - before->waiting) / (after->inside - after->waiting);
    g_autofree char *longer = tn_tune_longer(ratio, ratio);
    tn_table_text(t, class->name);
    tn_table_count(t, class->n_ranks);
    tn_table_take(t, tn_class_sizes(class));
    tn_table_text(t, w->first->algorithm);
    tn_table_print(t, "%u of %u", MIN(class->n_calls, TN_REPLAY_SAMPLES), class->n_calls);
    tn_table_takes(t, tn_expected_text(w->expected_min, w->expected_max, false),
                   tn_tune_margin(w, &page),
                   g_strconcat(longer, g_str_has_suffix(longer, "%") ? " longer" : "", NULL));
  }
  if (tn_table_n_rows(t) == 0) {
    tn_table_free(t);
    return;
  }
  tn_document_paragraph(d, 2,
                        "\nthe %d fastest in the sampled calls, compared in all calls without "
                        "waiting (expected loss: by the model's own error; before: the first "
                        "table):",
                        TN_REPLAY_FINALISTS);
  tn_document_table(d, t, layout);
}
