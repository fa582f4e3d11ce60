#include "sensitivity_text.h"
#include "schema.h"

#include <math.h>
#include <string.h>

#include "perturb/moves.h"
#include "platform/joint.h"
#include "platform/quantity.h"
#include "study/study_rows.h"
#include "tuning/tune_text.h"

/* Returns the row of a point. Transfer full (tn_row_free). */
static struct tn_row *sensitivity_row(const struct tn_sensitivity_result *h, guint point)
{
  return tn_study_row(h->study, point, NULL);
}

char *tn_sensitivity_choice(const struct tn_sensitivity_result *h, guint point)
{
  struct tn_row *row = sensitivity_row(h, point);
  char *text = tn_tune_entry(row);
  tn_row_free(row);
  return text;
}

char *tn_sensitivity_percent(double share)
{
  return isnan(share) ? g_strdup("-") : g_strdup_printf("%+.1f %%", 100.0 * share);
}

/* Returns the nearest value of the parameter at which another choice wins, and that choice, as in
 * "4.2GB/s: chain". Returns NULL if no such value was found. Transfer full. */
static char *influence_flip(const struct tn_sensitivity_result *h, const struct tn_influence *l)
{
  if (isnan(l->flip))
    return NULL;
  g_autofree char *value = tn_param_format(l->param, l->flip);
  g_autofree char *to = tn_sensitivity_choice(h, l->flip_to);
  return g_strdup_printf("%s: %s", value, to);
}

/* Returns true if measuring the parameter of an influence could change the decision. If the choices
 * tie, no measurement is needed. */
static bool asks(const struct tn_decision_point *d, guint influence)
{
  return d->lead >= TN_TUNE_TIE &&
         g_array_index(d->influences, struct tn_influence, influence).flips;
}

static guint n_flips(const struct tn_decision_point *d)
{
  guint n = 0;
  for (guint i = 0; i < d->influences->len; i++)
    n += asks(d, i);
  return n;
}

/* Returns the measurement that settles most of the decisions that depend on a stated error. If no
 * measurement settles one, returns the measurement that affects most decisions. Returns NULL if no
 * decision depends on a stated error. *ret_settled: number of decisions that it settles. */
static const char *best_measurement(const struct tn_sensitivity_result *h, guint *ret_settled)
{
  const char *best = NULL;
  guint most = 0, concerned = 0;
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const char *way = tn_measured_by((enum tn_param)p);
    guint touches;
    guint settles = 0;
    touches = 0;
    for (guint i = 0; i < h->decisions->len; i++) {
      const struct tn_decision_point *d = h->decisions->pdata[i];
      guint n_own = 0;
      for (guint k = 0; k < d->influences->len; k++) {
        const struct tn_influence *l = &g_array_index(d->influences, struct tn_influence, k);
        n_own += asks(d, k) && strcmp(tn_measured_by(l->param), way) == 0;
      }
      settles += n_own > 0 && n_own == n_flips(d);
      touches += n_own > 0;
    }
    if (touches == 0 || (best && (settles < most || (settles == most && touches <= concerned))))
      continue;
    best = way;
    most = settles;
    concerned = touches;
  }
  *ret_settled = most;
  return best;
}

/* Returns true if some parameter that affects a lead (winner over rival) has a stated error. */
static bool is_tested(const struct tn_sensitivity_result *h)
{
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    for (guint k = 0; k < d->influences->len; k++)
      if (g_array_index(d->influences, struct tn_influence, k).is_stated)
        return true;
  }
  return false;
}

char *tn_sensitivity_verdict(const struct tn_sensitivity_result *h)
{
  guint open = 0, ties = 0, settled;
  for (guint i = 0; i < h->decisions->len; i++) {
    open += n_flips(h->decisions->pdata[i]) > 0;
    ties += ((const struct tn_decision_point *)h->decisions->pdata[i])->lead < TN_TUNE_TIE;
  }
  if (ties == h->decisions->len)
    return g_strdup_printf("a tie, within %g %%: either is fine, no measurement is needed",
                           100.0 * TN_TUNE_TIE);
  const char *best = best_measurement(h, &settled);
  if (!is_tested(h))
    return g_strdup("no parameter here has a stated error: the choice may be uncertain");
  const bool is_one = h->decisions->len == 1;
  const struct tn_decision_point *first = h->decisions->pdata[0];
  const char *but = tn_mechanism_is_on_device(tn_study_point(h->study, first->winner)->mechanism)
                        ? "; " TN_DEVICES_NOT_VARIED
                        : "";
  if (!best && is_one)
    return g_strdup_printf(
        "the choice stays the same when any one parameter moves by its stated error%s", but);
  if (!best)
    return g_strdup_printf("no choice%s changes when any one parameter moves by its stated error%s",
                           ties ? " except ties" : "", but);
  bool flips[TN_N_PARAMS] = { false };
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    for (guint k = 0; k < d->influences->len; k++) {
      const struct tn_influence *l = &g_array_index(d->influences, struct tn_influence, k);
      flips[l->param] = flips[l->param] || asks(d, k);
    }
  }
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (flips[p] && strcmp(tn_measured_by((enum tn_param)p), best) == 0)
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", tn_params[p].name);
  g_autofree char *params = g_string_free(text, FALSE);
  if (is_one)
    return g_strdup_printf("the choice depends on a stated error. %s: %s (%s)",
                           settled > 0 ? "One measurement settles it"
                                       : "No single measurement settles it; start with",
                           best, params);
  g_autofree char *what = settled == 0 ? g_strdup("No single measurement settles one; start with")
                          : open == 1
                              ? g_strdup("One measurement settles it:")
                              : g_strdup_printf("One measurement settles %u of them:", settled);
  return g_strdup_printf("%u of %u choices depend%s on a stated error. %s %s (%s)", open,
                         h->decisions->len, open == 1 ? "s" : "", what, best, params);
}

char *tn_sensitivity_legend(const struct tn_sensitivity_result *h)
{
  /* all tables of a report have the same legend */
  const bool has_any = h->decisions && h->decisions->len > 0;
  const struct tn_decision_point *first = has_any ? h->decisions->pdata[0] : NULL;
  const bool is_joint =
      first && tn_platform_joint(tn_study_point(h->study, first->winner)->setup->platform);
  return g_strdup_printf(
      "! flips the choice within its stated error; lead: the rival's time over the winner's, minus "
      "1, with the parameter moved by its error%s (-: no stated error, moved by %.0f %%); expected "
      "loss: of the winner against this rival, with all stated errors at once and the model's own "
      "error; %s; %u runs",
      is_joint ? " and others by the file's joint_errors" : "", 100.0 * TN_INFLUENCE_STEP,
      tn_objective_text(h->objective), h->n_runs);
}

#define MICROSECONDS 1e6

struct tn_table *tn_influences_table(const struct tn_sensitivity_result *h,
                                     const struct tn_decision_point *d)
{
  struct tn_table *t = tn_table_new("flips parameter value error down up");
  tn_table_heads(t, "another wins at");
  for (guint i = 0; i < MIN(d->influences->len, TN_MAX_INFLUENCES); i++) {
    const struct tn_influence *l = &g_array_index(d->influences, struct tn_influence, i);
    tn_table_answer(t, l->flips);
    tn_table_text(t, tn_params[l->param].name);
    tn_table_takes(t, tn_param_format(l->param, l->value),
                   l->is_stated ? g_strdup_printf("%.0f %%", 100.0 * l->error) : g_strdup("-"),
                   tn_sensitivity_percent(l->down), tn_sensitivity_percent(l->up),
                   influence_flip(h, l));
  }
  return t;
}

static void write_decision(struct tn_document *page, const struct tn_sensitivity_result *h,
                           const struct tn_decision_point *d)
{
  g_autofree char *winner = tn_sensitivity_choice(h, d->winner),
                  *rival = tn_sensitivity_choice(h, d->rival);
  g_autofree char *size = tn_format_size(tn_study_point(h->study, d->winner)->call.block);
  guint n_effective = MIN(d->influences->len, TN_MAX_INFLUENCES);
  tn_document_paragraph(
      page, -1, "\n%s: %s %.2f us, before %s %.2f us: lead %+.1f %%%s; expected loss %.1f %%", size,
      winner, d->time * MICROSECONDS, rival, d->rival_time * MICROSECONDS, 100.0 * d->lead,
      d->lead < TN_TUNE_TIE ? " (no difference)" : "", 100.0 * d->expected_loss);
  if (d->influences->len == 0) {
    tn_document_paragraph(page, -1, "  no parameter changes that");
    return;
  }
  tn_document_table(page, tn_influences_table(h, d),
                    "  {=flips:yes!} {parameter:22} {value:>10} {error:>7} {lead: down=down:>10} "
                    "{up:>10}  {another wins at}");
  if (d->influences->len > n_effective)
    tn_document_paragraph(page, -1, "    and %u more of less effect",
                          d->influences->len - n_effective);
}

static void write_decisions(struct tn_document *page, const struct tn_sensitivity_result *h)
{
  struct tn_row *before = NULL;
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    struct tn_row *row = sensitivity_row(h, d->winner);
    if (!before || !tn_row_context_equal(before, row)) {
      g_autofree char *subject = tn_tune_subject(row, NULL), *context = tn_tune_context(row, NULL);
      if (i > 0)
        tn_document_gap(page);
      tn_document_paragraph(page, 2, "%s (%s%s%s): what the choice depends on", subject, context,
                            row->overrides->n ? "; " : "", row->overrides->text);
    }
    write_decision(page, h, d);
    tn_row_free(before);
    before = row;
  }
  tn_row_free(before);
  g_autofree char *verdict = tn_sensitivity_verdict(h), *legend = tn_sensitivity_legend(h);
  tn_document_paragraph(page, 2, "\n%s", verdict);
  tn_document_paragraph(page, 2, "%s", legend);
}

const char tn_sensitivity_columns[] =
    "platform kernel ranks:i buffers collective size_bytes:iB objective algorithm params "
    "time_us:dus rival rival_params rival_us:dus lead:d rank:i parameter value error:d lead_down:d "
    "lead_up:d flips flips_at flips_to flips_to_params measured_by "
    "expected_loss:d";

static void put_decision(struct tn_table *t, const struct tn_sensitivity_result *h,
                         const struct tn_decision_point *d, guint influence)
{
  const struct tn_point *w = tn_study_point(h->study, d->winner);
  const struct tn_point *r = tn_study_point(h->study, d->rival);
  struct tn_row *row = sensitivity_row(h, d->winner);
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
  const struct tn_influence *l = &g_array_index(d->influences, struct tn_influence, influence);
  const bool found = !isnan(l->flip);
  const struct tn_point *to = found ? tn_study_point(h->study, l->flip_to) : NULL;
  tn_table_count(t, influence + 1);
  tn_table_text(t, tn_params[l->param].name);
  tn_table_take(t, tn_param_format(l->param, l->value));
  tn_table_numbers(t, 6, l->is_stated ? l->error : NAN, l->down, l->up);
  tn_table_answer(t, l->flips);
  tn_table_take(t, found ? tn_param_format(l->param, l->flip) : NULL);
  tn_table_text(t, found ? to->algorithm->name : NULL);
  tn_table_take(t, found ? tn_point_params(to) : NULL);
  tn_table_text(t, tn_measured_by(l->param));
  tn_table_number(t, d->expected_loss, 4);
  tn_row_free(row);
}

void tn_sensitivity_write(struct tn_document *page, const struct tn_sensitivity_result *h)
{
  struct tn_table *t = tn_table_new(tn_sensitivity_columns);
  for (guint i = 0; i < h->decisions->len; i++) {
    const struct tn_decision_point *d = h->decisions->pdata[i];
    for (guint k = 0; k < d->influences->len; k++)
      put_decision(t, h, d, k);
  }
  tn_document_rows(page, NULL, t);
  if (tn_document_is_for(page, TN_FOR_TEXT))
    write_decisions(page, h);
}
