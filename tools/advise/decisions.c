#include "advise/decisions.h"

#include <math.h>
#include <string.h>

#include "decide/express.h"
#include "document/layout.h"
#include "tune/tune.h"

/* Four fifths of a normal distribution lie within so many standard deviations. */
#define FOUR_FIFTHS 1.2815515655446004

static const char columns[] =
    "collective ranks:i from:i to:i choice parameters basis expected_loss:d";

static double scaled(double time, double factor)
{
  return isnan(time) ? time : tn_row_seconds(time * factor * 1e6);
}

/* The row with its time as expected, and all others by the same factor. */
static struct tn_row *expected_row(const struct tn_problem *p, int item)
{
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
  for (int i = 0; i < TN_N_PARTS; i++)
    row->parts[i] = scaled(row->parts[i], factor);
  return row;
}

GPtrArray *tn_expected_rows(const GPtrArray *problems)
{
  GPtrArray *rows = tn_rows_new();
  for (guint k = 0; k < problems->len; k++) {
    const struct tn_problem *p = problems->pdata[k];
    for (guint i = 0; i < p->items->len; i++)
      g_ptr_array_add(rows, expected_row(p, (int)i));
  }
  return rows;
}

/* What is known of a choice over the sizes of a decision. */
struct grounds {
  double loss; /* summed */
  int n, n_measured, n_near;
};

static void add_grounds(struct grounds *g, const struct tn_problem *p, const struct tn_winner *w)
{
  for (guint i = 0; i < p->items->len; i++) {
    const struct tn_item *item = tn_problem_item(p, (int)i);
    const struct tn_row *row = item->row;
    if (row->ranks != w->first->ranks || row->size < w->size_from || row->size > w->size_to ||
        strcmp(row->algorithm, w->first->algorithm) != 0 || row->params != w->first->params ||
        row->mechanism != w->first->mechanism)
      continue;
    g->loss += tn_problem_item_loss(p, (int)i);
    g->n++;
    g->n_measured += item->is_measured;
    g->n_near += p->now.cov[i * p->items->len + i] < item->before / 2;
  }
}

static const char *basis_of(const struct grounds *g)
{
  if (g->n_measured == g->n)
    return "measured";
  return g->n_near == g->n ? "near" : "predicted";
}

static void put(struct tn_table *t, const struct tn_problem *p, const struct tn_winner *w)
{
  struct grounds g = { 0 };
  add_grounds(&g, p, w);
  tn_table_text(t, w->first->collective);
  tn_table_counts(t, w->first->ranks, w->size_from, w->size_to);
  tn_table_texts(t, w->first->algorithm, w->first->params->text, basis_of(&g));
  tn_table_number(t, g.n > 0 ? g.loss / g.n : NAN, 4);
}

static const struct tn_problem *problem_of(const GPtrArray *problems, const char *collective)
{
  for (guint i = 0; i < problems->len; i++)
    if (strcmp(((const struct tn_problem *)problems->pdata[i])->collective, collective) == 0)
      return problems->pdata[i];
  g_assert_not_reached();
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
    put(t, problem_of(problems, w->first->collective), w);
  }
  return t;
}

void tn_advice_write(FILE *out, struct tn_table *table)
{
  static const char layout[] =
      "{collective:*}  {ranks:>5}  {from:>5size}  {to:>5size}  {choice:*}  "
      "{parameters:*}  {basis:9}  {expected loss=expected_loss:>13.1 %}";
  tn_table_write_text(out, table, layout);
}
