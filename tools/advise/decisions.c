#include "advise/decisions.h"

#include <math.h>

#include "decide/row_rule.h"
#include "study/rows.h"
#include "tuning/tune_text.h"

/* Standard deviations on each side of the mean for 80 % of a normal distribution. */
#define FOUR_FIFTHS 1.2815515655446004

static const char near[] = "near";
static const char columns[] =
    "collective ranks:i from:i to:i choice parameters basis expected_loss:d "
    "default_loss:d chance:d";

static double scaled(double time, double factor)
{
  return isnan(time) ? time : tn_row_seconds(time * factor * 1e6);
}

/* Returns what an item's expected time rests on. */
static const char *basis_of(const struct tn_problem *p, int item)
{
  const struct tn_item *i = tn_problem_item(p, item);
  return i->is_measured                                      ? TN_BASIS_MEASURED
         : p->now.cov[item * (p->now.n + 1)] < i->before / 2 ? near
                                                             : "predicted";
}

GPtrArray *tn_expected_rows(const GPtrArray *problems, double limit)
{
  GPtrArray *rows = tn_rows_new();
  g_autofree char *most = g_strdup_printf("%g", limit);
  for (guint k = 0; k < problems->len; k++) {
    const struct tn_problem *p = problems->pdata[k];
    for (guint i = 0; i < p->items->len; i++) {
      const int item = (int)i;
      struct tn_row *row = tn_row_copy(tn_problem_item(p, item)->row);
      row->loss = tn_row_share(tn_problem_item(p, item)->risk.loss);
      g_autofree char *chance = g_strdup_printf("%.4f", tn_problem_item(p, item)->risk.chance);
      tn_row_add_foreign(row, TN_ROW_LIMIT, most);
      tn_row_add_foreign(row, TN_ROW_CHANCE, chance);
      tn_row_add_foreign(row, TN_ROW_BASIS, basis_of(p, item));
      const double mean = p->now.mean[item];
      const double spread = FOUR_FIFTHS * sqrt(fmax(p->now.cov[item * (p->now.n + 1)], 0));
      const double factor = exp(mean) / row->avg;
      row->low = scaled(exp(mean - spread), 1);
      row->high = scaled(exp(mean + spread), 1);
      row->avg = scaled(row->avg, factor);
      row->min = scaled(row->min, factor);
      row->max = scaled(row->max, factor);
      row->span = scaled(row->span, factor);
      for (int j = 0; j < TN_N_PARTS; j++)
        row->parts[j] = scaled(row->parts[j], factor);
      g_ptr_array_add(rows, row);
    }
  }
  return rows;
}

/* Least, greatest and summed values of a decision. */
struct range {
  double least, most, sum;
  int n;
};

static void range_add(struct range *r, double value)
{
  r->least = r->n ? fmin(r->least, value) : value;
  r->most = r->n ? fmax(r->most, value) : value;
  r->sum += value;
  r->n++;
}

static double range_mean(const struct range *r)
{
  return r->n ? r->sum / r->n : NAN;
}

/* Adds a decision to both tables, with its values over all sizes and states of the buffers. Returns
 * its expected losses. */
static struct range put(struct tn_table *rows, struct tn_table *shown, const struct tn_problem *p,
                        const struct tn_winner *w)
{
  struct range loss = { 0 }, own = { 0 }, chance = { 0 };
  int n_measured = 0, n_near = 0;
  for (guint i = 0; i < p->items->len; i++) {
    const struct tn_item *item = tn_problem_item(p, (int)i);
    const struct tn_row *row = item->row;
    if (row->ranks != w->first->ranks || row->size < w->size_from || row->size > w->size_to)
      continue;
    if (item->is_own)
      range_add(&own, item->risk.loss);
    if (!tn_row_agrees(row, w->first, TN_ROLE_CHOICE, -1))
      continue;
    range_add(&loss, item->risk.loss);
    range_add(&chance, item->risk.chance);
    n_measured += item->is_measured;
    n_near += basis_of(p, (int)i) == near || item->is_measured;
  }
  struct tn_table *const both[] = { rows, shown };
  for (int k = 0; k < 2; k++) {
    tn_table_text(both[k], w->first->collective);
    tn_table_counts(both[k], w->first->ranks, w->size_from, w->size_to);
    tn_table_texts(both[k], w->first->algorithm, w->first->params->text,
                   n_measured == loss.n ? TN_BASIS_MEASURED
                   : n_near == loss.n   ? near
                                        : "predicted");
  }
  tn_table_numbers(rows, 4, range_mean(&loss), range_mean(&own));
  tn_table_number(rows, range_mean(&chance), 4);
  g_autofree char *chances = tn_tune_range(100 * chance.least, 100 * chance.most, 0);
  tn_table_takes(shown, tn_expected_text(loss.least, loss.most, false),
                 own.n ? tn_expected_text(own.least, own.most, false) : NULL,
                 g_strdup_printf("%s %%", chances));
  return loss;
}

char *tn_advice_write(struct tn_document *d, const struct tn_learning *l, const GPtrArray *rows,
                      double *ret_loss, GError **error)
{
  const struct tn_tune_terms terms = { .role = tn_rule_role,
                                       .data = &l->target,
                                       .most_loss = l->limit };
  g_autoptr(GArray) winners = tn_tune_simplest(rows, &terms, error);
  if (!winners)
    return NULL;
  g_autofree char *layout =
      g_strdup_printf("{collective:*}  {ranks:>5}  {from:>5size}  {to:>5size}  {choice:*}  "
                      "{parameters:*}  {basis:*}  {expected loss:>*}  {default loses:>*}  "
                      "{within %g %%:>*}",
                      100 * l->limit);
  struct tn_table *t = tn_table_new(columns), *shown = tn_table_of(layout);
  struct range all = { 0 };
  for (guint i = 0; i < winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
    for (guint k = 0; k < l->problems->len; k++) {
      const struct tn_problem *p = l->problems->pdata[k];
      if (p->collective != w->first->collective)
        continue;
      const struct range loss = put(t, shown, p, w);
      all.sum += loss.sum;
      all.n += loss.n;
    }
  }
  *ret_loss = range_mean(&all);
  tn_document_table(d, shown, layout);
  char *text = tn_table_csv(t);
  tn_table_free(t);
  return text;
}
