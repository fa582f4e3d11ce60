#include "doubts.h"

#include <math.h>

struct tn_doubts {
  struct tn_study *study; /* borrowed */
  struct tn_study *shifted;
  GArray *shifts; /* struct tn_shift; NULL: not asked for */
  GArray *jitter; /* struct tn_shift, of which only point and number count */
};

static void jitter_point(struct tn_doubts *d, guint i, guint n)
{
  struct tn_shift moved = { .point = i };
  for (guint k = 0; k < n && tn_study_outcome(d->study, i)->state == TN_DONE; k++) {
    struct tn_point point = *tn_study_point(d->study, i);
    point.setup = tn_setup_jittered(d->shifted, point.setup, (uint64_t)point.seed, k);
    if (!point.setup)
      continue;
    moved.number = tn_study_n(d->shifted);
    tn_study_take(d->shifted, &point);
    g_array_append_val(d->jitter, moved);
  }
}

struct tn_doubts *tn_doubts_new(struct tn_study *study, bool by_errors, guint n_jitter)
{
  const struct tn_conditions conditions = tn_shift_conditions(study);
  struct tn_doubts *d = g_new0(struct tn_doubts, 1);
  d->study = study;
  d->shifted = tn_study_new(&conditions);
  d->jitter = g_array_new(FALSE, FALSE, sizeof(struct tn_shift));
  if (by_errors)
    d->shifts = tn_study_shift(study, NULL, 0.0, d->shifted);
  for (guint i = 0; i < tn_study_n(study); i++)
    jitter_point(d, i, n_jitter);
  return d;
}

void tn_doubts_free(struct tn_doubts *d)
{
  if (!d)
    return;
  g_clear_pointer(&d->shifts, g_array_unref);
  g_array_unref(d->jitter);
  tn_study_free(d->shifted);
  g_free(d);
}

struct tn_study *tn_doubts_study(const struct tn_doubts *d)
{
  return d->shifted;
}

static double excess(double more, double less)
{
  return more > less && less > 0.0 ? more / less - 1.0 : 0.0;
}

void tn_doubts_join(const GArray *doubts, double time, double *ret_low, double *ret_high)
{
  double longer = 0.0, shorter = 0.0;
  for (guint i = 0; i < doubts->len; i++) {
    const struct tn_doubt *d = &g_array_index(doubts, struct tn_doubt, i);
    const double up = excess(d->high, time), down = excess(time, d->low);
    longer += up * up;
    shorter += down * down;
  }
  *ret_low = time / (1.0 + sqrt(shorter));
  *ret_high = time * (1.0 + sqrt(longer));
}

/* The first of the shifts of the point; they are in the order of the points. */
static guint first_of(const GArray *shifts, guint point)
{
  guint low = 0, high = shifts->len;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    if (g_array_index(shifts, struct tn_shift, middle).point < point)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Appends the parameters of the point (struct tn_doubt) in their order; false where a move failed.
 */
static bool collect(const struct tn_doubts *d, guint point, GArray *ret)
{
  const double time = tn_study_outcome(d->study, point)->result.avg;
  bool known = true;
  for (guint i = first_of(d->shifts, point); i < d->shifts->len; i++) {
    const struct tn_shift *s = &g_array_index(d->shifts, struct tn_shift, i);
    if (s->point != point)
      break;
    const struct tn_outcome *o = tn_study_outcome(d->shifted, s->number);
    if (o->state != TN_DONE) {
      known = false;
      continue;
    }
    struct tn_doubt *last = ret->len ? &g_array_index(ret, struct tn_doubt, ret->len - 1) : NULL;
    if (!last || last->param != s->param) {
      const struct tn_doubt fresh = { .param = s->param, .low = time, .high = time };
      g_array_append_val(ret, fresh);
      last = &g_array_index(ret, struct tn_doubt, ret->len - 1);
    }
    last->low = fmin(last->low, o->result.avg);
    last->high = fmax(last->high, o->result.avg);
  }
  return known;
}

/* A move that failed makes the range unknown, whatever comes after it. */
static void widen(struct tn_outcome *own, const struct tn_outcome *moved)
{
  const double avg = own->result.avg, other = moved->result.avg;
  if (moved->state != TN_DONE)
    own->jitter_high = -1.0;
  if (own->jitter_high < 0.0)
    return;
  const bool is_first = !(own->jitter_high > 0.0);
  own->jitter_low = fmin(is_first ? avg : own->jitter_low, other);
  own->jitter_high = fmax(is_first ? avg : own->jitter_high, other);
}

void tn_doubts_settle(struct tn_doubts *d)
{
  struct tn_outcome *outcomes = tn_study_outcomes(d->study);
  for (guint i = 0; i < d->jitter->len; i++) {
    const struct tn_shift *moved = &g_array_index(d->jitter, struct tn_shift, i);
    widen(&outcomes[moved->point], tn_study_outcome(d->shifted, moved->number));
  }
  for (guint i = 0; d->shifts && i < tn_study_n(d->study); i++) {
    g_autoptr(GArray) doubts = g_array_new(FALSE, FALSE, sizeof(struct tn_doubt));
    if (outcomes[i].state == TN_DONE && collect(d, i, doubts))
      tn_doubts_join(doubts, outcomes[i].result.avg, &outcomes[i].low, &outcomes[i].high);
  }
}

static int by_effect(gconstpointer a, gconstpointer b)
{
  const struct tn_doubt *x = a, *y = b;
  const double first = x->high - x->low, second = y->high - y->low;
  if (first < second || first > second)
    return first < second ? 1 : -1;
  return (x->param > y->param) - (x->param < y->param);
}

GArray *tn_doubts_of(const struct tn_doubts *d, guint point)
{
  GArray *doubts = g_array_new(FALSE, FALSE, sizeof(struct tn_doubt));
  collect(d, point, doubts);
  g_array_sort(doubts, by_effect);
  return doubts;
}
