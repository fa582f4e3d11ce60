#include "advise/problem.h"

#include <math.h>
#include <string.h>

#include "advise/force.h"
#include "advise/worlds.h"
#include "base/spread.h"

enum { SEED = 1 };

/* Adds a row's item, and finds items with its time or error. */
static void add_item(struct tn_problem *p, const struct tn_row *row, enum tn_target target)
{
  g_autofree char *force = tn_force_of(target, row);
  const int own = (int)p->items->len;
  struct tn_item item = { .row = row,
                          .choice = p->n_choices,
                          .cell = p->packed.n,
                          .like = own,
                          .is_own = tn_target_is_own(target, row->algorithm),
                          .is_forced = force != NULL };
  item.at = (struct tn_advice_at){ .state = own,
                                   .ranks = log2((double)MAX(row->ranks, 1)),
                                   .size = log2((double)MAX(row->size, 1)) };
  int algorithm = own; /* the first item of this algorithm */
  for (int i = 0; i < own; i++) {
    const struct tn_item *other = tn_problem_item(p, i);
    const struct tn_row *its = other->row;
    if (its->algorithm == row->algorithm)
      algorithm = MIN(algorithm, i);
    if (its->buffers == row->buffers)
      item.at.state = other->at.state;
    if (tn_row_agrees(its, row, TN_ROLE_CHOICE, -1))
      item.choice = other->choice;
    if (its->ranks != row->ranks || its->size != row->size || its->buffers != row->buffers)
      continue;
    item.cell = other->cell;
    if (item.like == own && its->avg == row->avg && its->span == row->span &&
        its->min == row->min && its->transfers == row->transfers)
      item.like = other->alike;
  }
  item.alike = item.is_own ? own : item.like;
  item.at.choice = item.like == own ? item.choice : tn_problem_item(p, item.like)->choice;
  item.at.algorithm =
      item.like == own ? algorithm + 1 : tn_problem_item(p, item.like)->at.algorithm;
  p->n_choices = MAX(p->n_choices, item.choice + 1);
  p->packed.n = MAX(p->packed.n, item.cell + 1);
  g_array_append_val(p->items, item);
}

/* Computes the mean and covariance of the logarithms of the times from the predictions and the
 * worlds. */
static void predict(struct tn_problem *p, const GPtrArray *rows, const GPtrArray *worlds)
{
  const int n = (int)p->items->len;
  int n_worlds;
  double *off = tn_worlds_of(p, rows, worlds, &n_worlds);
  tn_gauss_init(&p->prior, n);
  for (int i = 0; i < n; i++) {
    double mean = 0;
    for (int k = 0; k < n_worlds; k++)
      mean += off[i * n_worlds + k] / n_worlds;
    for (int k = 0; k < n_worlds; k++)
      off[i * n_worlds + k] -= mean;
    p->prior.mean[i] = log(tn_problem_item(p, i)->row->avg) + mean;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n_worlds; k++)
        p->prior.cov[i * n + j] += off[i * n_worlds + k] * off[j * n_worlds + k] / n_worlds;
  free(off);
}

struct tn_problem *tn_problem_new(const GPtrArray *rows, const GPtrArray *worlds,
                                  enum tn_target target)
{
  struct tn_problem *p = g_new0(struct tn_problem, 1);
  p->items = g_array_new(FALSE, FALSE, sizeof(struct tn_item));
  p->collective = ((const struct tn_row *)rows->pdata[0])->collective;
  /* own decisions come last and refer to other algorithms' items (`like`), not the reverse */
  for (int own = 0; own < 2; own++)
    for (guint i = 0; i < rows->len; i++)
      if (tn_target_is_own(target, ((const struct tn_row *)rows->pdata[i])->algorithm) ==
          (own == 1))
        add_item(p, rows->pdata[i], target);
  p->is_one_by_one = !tn_force_switches(target);
  struct tn_contests *packed = &p->packed;
  g_autofree int *n = g_new0(int, packed->n);
  for (int i = 0; i < (int)p->items->len; i++) {
    const int count = ++n[tn_problem_item(p, i)->cell];
    packed->most = MAX(packed->most, count);
  }
  int *item = g_new(int, (gsize)packed->n *(gsize)packed->most + 1);
  for (int i = 0; i < packed->n * packed->most; i++)
    item[i] = -1;
  for (int i = (int)p->items->len; i-- > 0;)
    item[tn_problem_item(p, i)->cell * packed->most + --n[tn_problem_item(p, i)->cell]] = i;
  packed->item = item;
  p->deviates = tn_deviates_new(packed->most, SEED);
  predict(p, rows, worlds);
  return p;
}

void tn_problem_free(struct tn_problem *p)
{
  if (!p)
    return;
  g_array_unref(p->items);
  g_free((int *)p->packed.item);
  tn_gauss_clear(&p->prior);
  tn_gauss_clear(&p->now);
  free(p->deviates);
  g_free(p);
}

int tn_problem_find(const struct tn_problem *p, const struct tn_row *row, enum tn_same *ret_differs)
{
  /* measure.c's loop differs from all protocols but resembles OSU's; the bias includes this
   * error. Times of this machine count under any kernel. */
  const unsigned ignored = 1u << TN_SAME_PROTOCOL | 1u << TN_SAME_KERNEL;
  const char *buffers = *row->buffers ? row->buffers : "unchanged";
  int farthest = -1;
  for (guint i = 0; i < p->items->len; i++) {
    const struct tn_row *own = tn_problem_item(p, (int)i)->row;
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

/* Returns the variance of the minimum of two measured logarithms from the median absolute
 * difference (`apart`, double). For normal distributions: 1 - 1/pi times one measurement's. */
static double variance_of(GArray *apart)
{
  enum { ENOUGH_PAIRS = 20 };
  /* middle: median of the absolute difference of two values, divided by the standard deviation of
   * one value. */
  static const double middle = 0.9538725524089398, of_least = 0.6816901138162093;
  if (apart->len < ENOUGH_PAIRS)
    return TN_MEASURED_VARIANCE;
  tn_sort((double *)(void *)apart->data, (int)apart->len);
  const double deviation = g_array_index(apart, double, apart->len / 2) / middle;
  return fmax(TN_LEAST_VARIANCE, of_least * deviation * deviation);
}

/* Sets the log of the least time of each measured item that represents itself, because disturbances
 * only add time. Returns how many rows belong to items. */
static guint observe(struct tn_problem *p, const GPtrArray *measured, struct tn_observations *ret)
{
  const guint all = p->items->len;
  g_autofree double *low = g_new(double, all), *high = g_new(double, all);
  g_autofree int *n = g_new0(int, all);
  g_autoptr(GArray) apart = g_array_new(FALSE, FALSE, sizeof(double));
  int *observed = g_new(int, all);
  double *value = g_new(double, all), *variance = g_new(double, all);
  guint known = 0;
  for (guint i = 0; i < measured->len; i++) {
    const struct tn_row *row = measured->pdata[i];
    const double median = tn_row_time(row, TN_OBJECTIVE_MEDIAN);
    const double time = isnan(median) ? row->avg : median;
    const int item = time > 0 ? tn_problem_find(p, row, NULL) : -1;
    if (item < 0)
      continue;
    const int alike = tn_problem_item(p, item)->alike;
    known++;
    low[alike] = n[alike] ? fmin(low[alike], log(time)) : log(time);
    high[alike] = n[alike] ? fmax(high[alike], log(time)) : log(time);
    n[alike]++;
  }
  *ret = (struct tn_observations){ 0, observed, value, variance };
  for (int i = 0; i < (int)all; i++) {
    const double difference = n[i] ? high[i] - low[i] : 0;
    tn_problem_item(p, i)->is_measured = n[tn_problem_item(p, i)->alike] > 0;
    if (n[i] > 1)
      g_array_append_val(apart, difference);
    if (n[i] > 0) {
      observed[ret->n] = i;
      value[ret->n++] = low[i];
    }
  }
  variance[0] = variance_of(apart);
  for (int i = 1; i < ret->n; i++)
    variance[i] = variance[0];
  return known;
}

/* Sets `now` to the prior plus a bias of this scale and the variance of own decisions; `own`: their
 * standard deviation from the assumed algorithms. */
static void with_bias(struct tn_problem *p, const double *bias, double scale, double own)
{
  const int n = p->prior.n;
  memcpy(p->now.mean, p->prior.mean, (size_t)n * sizeof *p->now.mean);
  for (int i = 0; i < n * n; i++)
    p->now.cov[i] = p->prior.cov[i] + scale * scale * bias[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; tn_problem_item(p, i)->is_own && j < n; j++)
      if (tn_problem_item(p, j)->is_own)
        p->now.cov[i * n + j] +=
            own * own *
            tn_decision_correlation(&tn_problem_item(p, i)->at, &tn_problem_item(p, j)->at);
}

/* Grid of the bias's scale and own decisions' standard deviation: half powers of two around 1 and
 * around the usual deviation. The priors are normal in octaves, with the given standard
 * deviations. */
enum { LEAST_STEP = -2, MAX_STEP = 4, LEAST_OWN_STEP = -8, MAX_OWN_STEP = 4 };
#define SCALE_OCTAVES 1.0
#define OWN_OCTAVES 2.0

static void with_steps(struct tn_problem *p, const double *bias, int scale, int own)
{
  with_bias(p, bias, exp2(scale / 2.0), TN_OWN_DEVIATION * exp2(own / 2.0));
}

/* Returns the log probability of a grid point and of the measurements given it. */
static double likelihood(struct tn_problem *p, const double *bias,
                         const struct tn_observations *observed, int scale, int own)
{
  const double off = scale / 2.0 / SCALE_OCTAVES, own_off = own / 2.0 / OWN_OCTAVES;
  with_steps(p, bias, scale, own);
  return tn_gauss_evidence(&p->now, observed) - 0.5 * (off * off + own_off * own_off);
}

guint tn_problem_learn(struct tn_problem *p, const GPtrArray *measured)
{
  struct tn_observations observed;
  const guint known = observe(p, measured, &observed);
  if (!p->now.cov)
    tn_gauss_init(&p->now, p->prior.n);
  p->evidence = 0;
  /* covariance of the bias at scale 1: [items * items] */
  const int n = p->prior.n;
  double *bias = tn_numbers_new(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      bias[i * n + j] = tn_bias_covariance(&tn_problem_item(p, i)->at, &tn_problem_item(p, j)->at);
  if (observed.n > 0) {
    int scale = 0, own = 0;
    p->evidence = -INFINITY;
    for (int step = LEAST_STEP; step <= MAX_STEP; step++) {
      const double evidence = likelihood(p, bias, &observed, step, own);
      scale = evidence > p->evidence ? step : scale;
      p->evidence = fmax(p->evidence, evidence);
    }
    for (int step = LEAST_OWN_STEP; step <= MAX_OWN_STEP; step++) {
      const double evidence = likelihood(p, bias, &observed, scale, step);
      own = evidence > p->evidence ? step : own;
      p->evidence = fmax(p->evidence, evidence);
    }
    with_steps(p, bias, scale, own);
  } else
    with_bias(p, bias, 1, TN_OWN_DEVIATION);
  free(bias);
  for (guint i = 0; i < p->items->len; i++)
    tn_problem_item(p, (int)i)->before = p->now.cov[i * p->items->len + i];
  if (observed.n > 0)
    tn_gauss_condition(&p->now, &observed);
  g_free((int *)observed.item);
  g_free((double *)observed.value);
  g_free((double *)observed.variance);
  return known;
}

void tn_problem_judge(struct tn_problem *p, double limit)
{
  g_autofree struct tn_risk *risks = g_new(struct tn_risk, p->packed.most);
  for (int c = 0; c < p->packed.n; c++) {
    const int *item = p->packed.item + c * p->packed.most;
    tn_cell_risks(&p->now, &p->packed, c, p->deviates, limit, risks);
    for (int i = 0; i < p->packed.most && item[i] >= 0; i++)
      tn_problem_item(p, item[i])->risk = risks[i];
  }
}

double tn_problem_loss(const struct tn_problem *p)
{
  double sum = 0;
  for (int c = 0; c < p->packed.n; c++)
    sum += tn_problem_item(p, tn_cell_best(&p->now, &p->packed, c))->risk.loss;
  return sum / p->packed.n;
}

double tn_problem_own_loss(const struct tn_problem *p)
{
  double sum = 0;
  int n = 0;
  for (guint i = 0; i < p->items->len; i++)
    if (tn_problem_item(p, (int)i)->is_own) {
      sum += tn_problem_item(p, (int)i)->risk.loss;
      n++;
    }
  return n > 0 ? sum / n : NAN;
}
