#include "advise/decisions.h"

#include <math.h>

#include "decide/row_rule.h"
#include "tune/tune.h"

/* Standard deviations on each side of the mean for 80 % of a normal distribution. */
#define FOUR_FIFTHS 1.2815515655446004

static const char columns[] =
    "collective ranks:i from:i to:i choice parameters basis expected_loss:d";

static double scaled(double time, double factor)
{
  return isnan(time) ? time : tn_row_seconds(time * factor * 1e6);
}

GPtrArray *tn_expected_rows(const GPtrArray *problems)
{
  GPtrArray *rows = tn_rows_new();
  for (guint k = 0; k < problems->len; k++) {
    const struct tn_problem *p = problems->pdata[k];
    for (guint i = 0; i < p->items->len; i++) {
      const int item = (int)i;
      struct tn_row *row = tn_row_copy(tn_problem_item(p, item)->row);
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

/* Adds a decision, with its basis over all sizes and states of the buffers. */
static void put(struct tn_table *t, const struct tn_problem *p, const struct tn_winner *w)
{
  double loss = 0;
  int n = 0, n_measured = 0, n_near = 0;
  for (guint i = 0; i < p->items->len; i++) {
    const struct tn_item *item = tn_problem_item(p, (int)i);
    const struct tn_row *row = item->row;
    if (row->ranks != w->first->ranks || row->size < w->size_from || row->size > w->size_to ||
        !tn_row_agrees(row, w->first, TN_ROLE_CHOICE, -1))
      continue;
    loss += tn_problem_item_loss(p, (int)i);
    n++;
    n_measured += item->is_measured;
    n_near += p->now.cov[i * p->items->len + i] < item->before / 2;
  }
  tn_table_text(t, w->first->collective);
  tn_table_counts(t, w->first->ranks, w->size_from, w->size_to);
  tn_table_texts(t, w->first->algorithm, w->first->params->text,
                 n_measured == n ? "measured"
                 : n_near == n   ? "near"
                                 : "predicted");
  tn_table_number(t, n > 0 ? loss / n : NAN, 4);
}

struct tn_table *tn_advice_table(const GPtrArray *problems, const GPtrArray *rows,
                                 enum tn_target target, double loss, GError **error)
{
  const struct tn_tune_terms terms = { .role = tn_rule_role, .data = &target, .most_loss = loss };
  g_autoptr(GArray) winners = tn_tune_simplest(rows, &terms, error);
  if (!winners)
    return NULL;
  struct tn_table *t = tn_table_new(columns);
  for (guint i = 0; i < winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
    for (guint k = 0; k < problems->len; k++) {
      const struct tn_problem *p = problems->pdata[k];
      if (p->collective == w->first->collective)
        put(t, p, w);
    }
  }
  return t;
}

const char tn_advice_layout[] =
    "{collective:*}  {ranks:>5}  {from:>5size}  {to:>5size}  {choice:*}  "
    "{parameters:*}  {basis:9}  {expected loss=expected_loss:>13.1 %}";
