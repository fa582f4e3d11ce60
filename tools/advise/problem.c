#include "advise/problem.h"

#include <math.h>
#include <string.h>

#include "advise/force.h"
#include "advise/worlds.h"
#include "base/spread.h"

enum { SEED = 1 };

const struct tn_item *tn_problem_item(const struct tn_problem *p, int item)
{
  return &g_array_index(p->items, struct tn_item, item);
}

static struct tn_item *item_at(const struct tn_problem *p, int item)
{
  return &g_array_index(p->items, struct tn_item, item);
}

/* The cell's or the choice's number, which a table gives to each key in turn. */
static int number_of(GHashTable *table, char *key)
{
  gpointer known;
  if (g_hash_table_lookup_extended(table, key, NULL, &known)) {
    g_free(key);
    return GPOINTER_TO_INT(known);
  }
  const int n = (int)g_hash_table_size(table);
  g_hash_table_insert(table, key, GINT_TO_POINTER(n));
  return n;
}

static void add_item(struct tn_problem *p, const struct tn_row *row, GHashTable *cells,
                     GHashTable *choices, enum tn_target target)
{
  g_autofree char *force = tn_force_of(target, row);
  const int own = (int)p->items->len;
  struct tn_item item = { .row = row,
                          .like = own,
                          .is_own = tn_target_is_own(target, row->algorithm),
                          .is_forced = force != NULL };
  item.choice = number_of(choices, tn_choice_key(row));
  item.cell =
      number_of(cells, g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s",
                                       (gint64)row->ranks, (gint64)row->size, row->buffers));
  if ((guint)item.cell == p->cells->len)
    g_ptr_array_add(p->cells, g_array_new(FALSE, FALSE, sizeof(int)));
  GArray *cell = p->cells->pdata[item.cell];
  for (guint i = 0; i < cell->len && item.like == own; i++) {
    const struct tn_item *other = item_at(p, g_array_index(cell, int, i));
    if (other->row->avg == row->avg && other->row->span == row->span &&
        other->row->min == row->min && other->row->transfers == row->transfers)
      item.like = other->alike;
  }
  item.alike = item.is_own ? own : item.like;
  g_array_append_val(cell, own);
  g_array_append_val(p->items, item);
}

static void pack(struct tn_problem *p)
{
  struct tn_contests *packed = &p->packed;
  packed->n = (int)p->cells->len;
  for (guint c = 0; c < p->cells->len; c++)
    packed->most = MAX(packed->most, (int)((const GArray *)p->cells->pdata[c])->len);
  int *item = g_new(int, (gsize)packed->n *(gsize)packed->most + 1);
  for (int c = 0; c < packed->n; c++) {
    const GArray *cell = p->cells->pdata[c];
    for (int i = 0; i < packed->most; i++)
      item[c * packed->most + i] = i < (int)cell->len ? g_array_index(cell, int, i) : -1;
  }
  packed->item = item;
  p->deviates = tn_deviates_new(packed->most, SEED);
}

/* Where the errors of each item lie; what is alike is one choice. */
static void place(struct tn_problem *p, GHashTable *states)
{
  p->at = g_new(struct tn_advice_at, p->items->len);
  for (guint i = 0; i < p->items->len; i++) {
    const struct tn_item *item = item_at(p, (int)i);
    p->at[i] = (struct tn_advice_at){ .choice = item_at(p, item->like)->choice,
                                      .state = number_of(states, g_strdup(item->row->buffers)),
                                      .ranks = log2((double)MAX(item->row->ranks, 1)),
                                      .size = log2((double)MAX(item->row->size, 1)) };
  }
}

/* Mean and covariance of the logarithms by the prediction and its worlds. */
static void predict(struct tn_problem *p, const GPtrArray *rows, const GPtrArray *worlds)
{
  const int n = (int)p->items->len;
  struct tn_worlds *w = tn_worlds_new(rows, worlds);
  const int n_worlds = tn_worlds_n(w);
  double *off = tn_numbers_new(n, n_worlds + 1);
  tn_gauss_init(&p->prior, n);
  for (int i = 0; i < n; i++) {
    double mean = 0;
    tn_worlds_of(w, item_at(p, item_at(p, i)->like)->row, off + i * n_worlds);
    for (int k = 0; k < n_worlds; k++)
      mean += off[i * n_worlds + k] / n_worlds;
    for (int k = 0; k < n_worlds; k++)
      off[i * n_worlds + k] -= mean;
    p->prior.mean[i] = log(item_at(p, i)->row->avg) + mean;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n_worlds; k++)
        sum += off[i * n_worlds + k] * off[j * n_worlds + k] / n_worlds;
      p->prior.cov[i * n + j] = sum;
    }
  free(off);
  tn_worlds_free(w);
}

struct tn_problem *tn_problem_new(const GPtrArray *rows, const GPtrArray *worlds,
                                  enum tn_target target)
{
  struct tn_problem *p = g_new0(struct tn_problem, 1);
  g_autoptr(GHashTable) cells = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) choices = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  p->items = g_array_new(FALSE, FALSE, sizeof(struct tn_item));
  p->cells = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  p->collective = ((const struct tn_row *)rows->pdata[0])->collective;
  /* The library's own decision last, so that what it takes stands for it, not the other way. */
  for (int own = 0; own < 2; own++)
    for (guint i = 0; i < rows->len; i++)
      if (tn_target_is_own(target, ((const struct tn_row *)rows->pdata[i])->algorithm) ==
          (own == 1))
        add_item(p, rows->pdata[i], cells, choices, target);
  p->n_choices = (int)g_hash_table_size(choices);
  p->is_one_by_one = !tn_force_switches(target);
  pack(p);
  place(p, states);
  predict(p, rows, worlds);
  return p;
}

void tn_problem_free(struct tn_problem *p)
{
  if (!p)
    return;
  g_array_unref(p->items);
  g_ptr_array_unref(p->cells);
  g_free((int *)p->packed.item);
  g_free(p->at);
  tn_gauss_clear(&p->prior);
  tn_gauss_clear(&p->now);
  free(p->deviates);
  g_free(p);
}

int tn_problem_find(const struct tn_problem *p, const struct tn_row *row, enum tn_same *ret_differs)
{
  /* measure.c has a loop of its own, which is near to OSU's: errors of the protocol are in the bias. */
  const unsigned ignored = 1u << TN_SAME_PROTOCOL;
  const char *buffers = *row->buffers ? row->buffers : "unchanged";
  int farthest = -1;
  for (guint i = 0; i < p->items->len; i++) {
    const struct tn_row *own = item_at(p, (int)i)->row;
    enum tn_same differs = tn_same_differs(row, own, ignored);
    if (differs > TN_SAME_BUFFERS && strcmp(own->buffers, buffers) != 0)
      differs = TN_SAME_BUFFERS;
    if (differs == TN_N_SAME)
      return (int)i;
    farthest = MAX(farthest, (int)differs);
  }
  if (ret_differs && farthest >= 0)
    *ret_differs = MAX(*ret_differs, (enum tn_same)farthest);
  return -1;
}

/* What was seen of items that stand for themselves: the logarithm of the least time, since disturbances
 * only add. */
struct observations {
  GArray *item, *value, *variance; /* int, double, double */
};

/* Variance of the least of two measured logarithms, as the two of one item differ in the middle (`apart`,
 * double): of normal ones 1 - 1/pi of a single one's. */
static double variance_of(GArray *apart)
{
  enum { ENOUGH_PAIRS = 20 };
  /* The difference's absolute value is in the middle so many deviations of one. */
  static const double middle = 0.9538725524089398, of_least = 0.6816901138162093;
  if (apart->len < ENOUGH_PAIRS)
    return TN_MEASURED_VARIANCE;
  tn_sort((double *)(void *)apart->data, (int)apart->len);
  const double deviation = g_array_index(apart, double, apart->len / 2) / middle;
  return fmax(TN_LEAST_VARIANCE, of_least * deviation * deviation);
}

/* The median over calls, where the row tells it. */
static double time_of(const struct tn_row *row)
{
  const double median = tn_row_time(row, TN_OBJECTIVE_MEDIAN);
  return isnan(median) ? row->avg : median;
}

static guint observe(struct tn_problem *p, const GPtrArray *measured, struct observations *o)
{
  g_autofree double *low = g_new0(double, p->items->len), *high = g_new0(double, p->items->len);
  g_autofree int *n = g_new0(int, p->items->len);
  g_autoptr(GArray) apart = g_array_new(FALSE, FALSE, sizeof(double));
  guint known = 0;
  for (guint i = 0; i < measured->len; i++) {
    const double time = time_of(measured->pdata[i]);
    const int item = time > 0 ? tn_problem_find(p, measured->pdata[i], NULL) : -1;
    if (item < 0)
      continue;
    const int alike = item_at(p, item)->alike;
    known++;
    low[alike] = n[alike] ? fmin(low[alike], log(time)) : log(time);
    high[alike] = n[alike] ? fmax(high[alike], log(time)) : log(time);
    n[alike]++;
  }
  for (guint i = 0; i < p->items->len; i++) {
    const double difference = high[i] - low[i];
    item_at(p, (int)i)->is_measured = n[item_at(p, (int)i)->alike] > 0;
    if (n[i] > 1)
      g_array_append_val(apart, difference);
  }
  const double variance = variance_of(apart);
  for (guint i = 0; i < p->items->len; i++)
    if (n[i] > 0) {
      g_array_append_val(o->item, i);
      g_array_append_val(o->value, low[i]);
      g_array_append_val(o->variance, variance);
    }
  return known;
}

/* The covariance of the bias at a scale of 1: [items * items]. To be freed. */
static double *bias_of(const struct tn_problem *p)
{
  const int n = p->prior.n;
  double *bias = tn_numbers_new(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      bias[i * n + j] = tn_bias_covariance(&p->at[i], &p->at[j]);
  return bias;
}

/* `now` as the prior with a bias of that scale, and own decisions that are so far from what they are said
 * to be. */
static void with_bias(struct tn_problem *p, const double *bias, double scale, double own)
{
  const int n = p->prior.n;
  memcpy(p->now.mean, p->prior.mean, (size_t)n * sizeof *p->now.mean);
  for (int i = 0; i < n * n; i++)
    p->now.cov[i] = p->prior.cov[i] + scale * scale * bias[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; item_at(p, i)->is_own && j < n; j++)
      if (item_at(p, j)->is_own)
        p->now.cov[i * n + j] += own * own * tn_own_correlation(&p->at[i], &p->at[j]);
}

/* The scale of the bias and the deviation of own decisions are powers of two by halves, from 1 and from
 * the usual; so many octaves off are as likely as one standard deviation. */
enum { LEAST_STEP = -2, MOST_STEP = 4, LEAST_OWN_STEP = -8, MOST_OWN_STEP = 4 };
#define SCALE_OCTAVES 1.0
#define OWN_OCTAVES 2.0

static void with_steps(struct tn_problem *p, const double *bias, int scale, int own)
{
  with_bias(p, bias, exp2(scale / 2.0), TN_OWN_DEVIATION * exp2(own / 2.0));
}

/* The logarithm of how likely these steps are, and by them what was seen. */
static double likelihood(struct tn_problem *p, const double *bias, const struct tn_seen *seen,
                         int scale, int own)
{
  const double off = scale / 2.0 / SCALE_OCTAVES, own_off = own / 2.0 / OWN_OCTAVES;
  with_steps(p, bias, scale, own);
  return tn_gauss_evidence(&p->now, seen) - 0.5 * (off * off + own_off * own_off);
}

/* `now` by the likeliest scale and then the likeliest deviation. */
static void suit(struct tn_problem *p, const double *bias, const struct tn_seen *seen)
{
  int scale = 0, own = 0;
  p->evidence = -INFINITY;
  for (int step = LEAST_STEP; step <= MOST_STEP; step++) {
    const double evidence = likelihood(p, bias, seen, step, own);
    scale = evidence > p->evidence ? step : scale;
    p->evidence = fmax(p->evidence, evidence);
  }
  for (int step = LEAST_OWN_STEP; step <= MOST_OWN_STEP; step++) {
    const double evidence = likelihood(p, bias, seen, scale, step);
    own = evidence > p->evidence ? step : own;
    p->evidence = fmax(p->evidence, evidence);
  }
  with_steps(p, bias, scale, own);
}

guint tn_problem_learn(struct tn_problem *p, const GPtrArray *measured)
{
  struct observations o = { g_array_new(FALSE, FALSE, sizeof(int)),
                            g_array_new(FALSE, FALSE, sizeof(double)),
                            g_array_new(FALSE, FALSE, sizeof(double)) };
  const guint known = observe(p, measured, &o);
  const struct tn_seen seen = { (int)o.item->len, (const int *)(void *)o.item->data,
                                (const double *)(void *)o.value->data,
                                (const double *)(void *)o.variance->data };
  if (!p->now.cov)
    tn_gauss_init(&p->now, p->prior.n);
  p->evidence = 0;
  double *bias = bias_of(p);
  if (seen.n > 0)
    suit(p, bias, &seen);
  else
    with_bias(p, bias, 1, TN_OWN_DEVIATION);
  free(bias);
  for (guint i = 0; i < p->items->len; i++)
    item_at(p, (int)i)->before = p->now.cov[i * p->items->len + i];
  if (seen.n > 0)
    tn_gauss_condition(&p->now, &seen);
  g_array_unref(o.item);
  g_array_unref(o.value);
  g_array_unref(o.variance);
  return known;
}

double tn_problem_item_loss(const struct tn_problem *p, int item)
{
  return tn_cell_loss(&p->now, &p->packed, tn_problem_item(p, item)->cell, item, p->deviates);
}

double tn_problem_loss(const struct tn_problem *p)
{
  double sum = 0;
  for (int c = 0; c < p->packed.n; c++)
    sum += tn_problem_item_loss(p, tn_cell_best(&p->now, &p->packed, c));
  return sum / p->packed.n;
}

double tn_problem_own_loss(const struct tn_problem *p)
{
  double sum = 0;
  int n = 0;
  for (guint i = 0; i < p->items->len; i++)
    if (item_at(p, (int)i)->is_own) {
      sum += tn_problem_item_loss(p, (int)i);
      n++;
    }
  return n > 0 ? sum / n : NAN;
}
