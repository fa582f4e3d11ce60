#include "sensitivity_text.h"

#include <math.h>

#include "platform/quantity.h"
#include "schema.h"
#include "tuning/tune_text.h"

#define MICROSECONDS 1e6

struct tn_table *tn_levers_table(const struct tn_hinges *h, const struct tn_decision_point *d)
{
  struct tn_table *t = tn_table_new("flips parameter value error down up");
  tn_table_heads(t, "another wins at");
  for (guint i = 0; i < MIN(d->levers->len, TN_MOST_LEVERS); i++) {
    const struct tn_lever *l = &g_array_index(d->levers, struct tn_lever, i);
    tn_table_answer(t, l->flips);
    tn_table_text(t, tn_params[l->param].name);
    tn_table_takes(t, tn_param_format(l->param, l->value), tn_lever_error(l),
                   tn_hinges_percent(l->down), tn_hinges_percent(l->up), tn_lever_flip(h, l));
  }
  return t;
}

static void tell_decision(struct tn_document *page, const struct tn_hinges *h,
                          const struct tn_decision_point *d)
{
  g_autofree char *winner = tn_hinges_choice(h, d->winner), *rival = tn_hinges_choice(h, d->rival);
  g_autofree char *size = tn_format_size(tn_study_point(h->study, d->winner)->call.block);
  guint n_effective = MIN(d->levers->len, TN_MOST_LEVERS);
  tn_document_say(
      page, -1, "\n%s: %s %.2f us, before %s %.2f us: lead %+.1f %%%s; expected loss %.1f %%", size,
      winner, d->time * MICROSECONDS, rival, d->rival_time * MICROSECONDS, 100.0 * d->lead,
      d->lead < TN_TUNE_TIE ? " (no difference)" : "", 100.0 * d->expected_loss);
  if (d->levers->len == 0) {
    tn_document_say(page, -1, "  no parameter changes that");
    return;
  }
  tn_document_table(page, tn_levers_table(h, d),
                    "  {=flips:yes!} {parameter:22} {value:>10} {error:>7} {lead: down=down:>10} "
                    "{up:>10}  {another wins at}");
  if (d->levers->len > n_effective)
    tn_document_say(page, -1, "    and %u more of less effect", d->levers->len - n_effective);
}

static void tell_decisions(struct tn_document *page, const struct tn_hinges *h)
{
  struct tn_row *before = NULL;
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    struct tn_row *row = tn_hinges_row(h, d->winner);
    if (!before || !tn_row_context_equal(before, row)) {
      g_autofree char *subject = tn_tune_subject(row, NULL), *context = tn_tune_context(row, NULL);
      if (i > 0)
        tn_document_gap(page);
      tn_document_say(page, 2, "%s (%s%s%s): what the choice depends on", subject, context,
                      row->overrides->n ? "; " : "", row->overrides->text);
    }
    tell_decision(page, h, d);
    tn_row_free(before);
    before = row;
  }
  tn_row_free(before);
  g_autofree char *verdict = tn_hinges_verdict(h), *legend = tn_hinges_legend(h);
  tn_document_say(page, 2, "\n%s", verdict);
  tn_document_say(page, 2, "%s", legend);
}

const char tn_sensitivity_columns[] =
    "platform kernel ranks:i buffers collective size_bytes:iB objective algorithm params "
    "time_us:dus rival rival_params rival_us:dus lead:d rank:i parameter value error:d lead_down:d "
    "lead_up:d flips flips_at flips_to flips_to_params measured_by "
    "expected_loss:d";

static void put_lever(struct tn_table *t, const struct tn_hinges *h, const struct tn_lever *l,
                      guint rank)
{
  const bool found = !isnan(l->flip);
  const struct tn_point *to = found ? tn_study_point(h->study, l->flip_to) : NULL;
  tn_table_count(t, rank);
  tn_table_text(t, tn_params[l->param].name);
  tn_table_take(t, tn_param_format(l->param, l->value));
  tn_table_numbers(t, 6, l->is_stated ? l->error : NAN, l->down, l->up);
  tn_table_answer(t, l->flips);
  tn_table_take(t, found ? tn_param_format(l->param, l->flip) : NULL);
  tn_table_text(t, found ? to->algorithm->name : NULL);
  tn_table_take(t, found ? tn_point_params(to) : NULL);
  tn_table_text(t, tn_measured_by(l->param));
}

static void put_decision(struct tn_table *t, const struct tn_hinges *h,
                         const struct tn_decision_point *d, guint lever)
{
  const struct tn_point *w = tn_study_point(h->study, d->winner);
  const struct tn_point *r = tn_study_point(h->study, d->rival);
  struct tn_row *row = tn_hinges_row(h, d->winner);
  tn_table_texts(t, row->platform, row->kernel);
  tn_table_count(t, w->call.n_ranks);
  tn_table_texts(t, row->buffers, row->collective);
  tn_table_count(t, (int64_t)w->call.block);
  tn_table_texts(t, tn_objective_names[h->objective], w->algorithm->name);
  tn_table_take(t, tn_point_params(w));
  tn_table_number(t, d->time * MICROSECONDS, 6);
  tn_table_text(t, r->algorithm->name);
  tn_table_take(t, tn_point_params(r));
  tn_table_numbers(t, 6, d->rival_time * MICROSECONDS, d->lead);
  put_lever(t, h, &g_array_index(d->levers, struct tn_lever, lever), lever + 1);
  tn_table_number(t, d->expected_loss, 4);
  tn_row_free(row);
}

void tn_hinges_tell(struct tn_document *page, const struct tn_hinges *h)
{
  struct tn_table *t = tn_table_new(tn_sensitivity_columns);
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    for (guint k = 0; k < d->levers->len; k++)
      put_decision(t, h, d, k);
  }
  tn_document_rows(page, NULL, t);
  if (tn_document_is_for(page, TN_FOR_TEXT))
    tell_decisions(page, h);
}
