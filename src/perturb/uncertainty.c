#include "uncertainty.h"

#include <math.h>

struct asked {
  enum tn_param param; /* moved parameter; TN_N_PARAMS: all are jittered */
  guint number;        /* number of the trial */
};

struct tn_uncertainty {
  struct tn_study *study; /* borrowed */
  struct tn_trials *trials;
  bool by_errors;
  GArray *asked; /* struct asked: the requested simulations, sorted by point */
  guint *first;  /* [points + 1] index in `asked` of the point's first entry */
};

static void ask(struct tn_uncertainty *d, guint point, enum tn_param param,
                const struct tn_setup *setup)
{
  struct asked a = { .param = param };
  if (tn_trials_under(d->trials, point, setup, &a.number))
    g_array_append_val(d->asked, a);
}

struct tn_uncertainty *tn_uncertainty_new(struct tn_study *study, bool by_errors, guint n_jitter)
{
  const guint n = tn_study_n(study);
  struct tn_uncertainty *d = g_new0(struct tn_uncertainty, 1);
  d->study = study;
  d->trials = tn_trials_new(study, NULL);
  d->by_errors = by_errors;
  d->asked = g_array_new(FALSE, FALSE, sizeof(struct asked));
  d->first = g_new(guint, n + 1);
  for (guint i = 0; i < n; i++) {
    d->first[i] = d->asked->len;
    const struct tn_point *own = tn_study_point(study, i);
    g_autoptr(GArray) moves = by_errors ? tn_setup_moves(own->setup, 0.0) : NULL;
    for (guint k = 0; moves && k < moves->len; k++) {
      const struct tn_move *m = &g_array_index(moves, struct tn_move, k);
      if (tn_trials_charged(d->trials, i, m->param))
        ask(d, i, m->param,
            tn_setup_moved(tn_trials_study(d->trials), own->setup, m->param, m->value));
    }
    for (guint k = 0; k < n_jitter && tn_study_outcome(study, i)->state == TN_DONE; k++)
      ask(d, i, TN_N_PARAMS,
          tn_setup_jittered(tn_trials_study(d->trials), own->setup, (uint64_t)own->seed, k));
  }
  d->first[n] = d->asked->len;
  return d;
}

void tn_uncertainty_free(struct tn_uncertainty *d)
{
  if (!d)
    return;
  g_array_unref(d->asked);
  tn_trials_free(d->trials);
  g_free(d->first);
  g_free(d);
}

struct tn_study *tn_uncertainty_study(const struct tn_uncertainty *d)
{
  return tn_trials_study(d->trials);
}

static double excess(double more, double less)
{
  return more > less && less > 0.0 ? more / less - 1.0 : 0.0;
}

void tn_uncertainty_join(const GArray *effects, double time, double *ret_low, double *ret_high)
{
  double longer = 0.0, shorter = 0.0;
  for (guint i = 0; i < effects->len; i++) {
    const struct tn_param_effect *d = &g_array_index(effects, struct tn_param_effect, i);
    const double up = excess(d->high, time), down = excess(time, d->low);
    longer += up * up;
    shorter += down * down;
  }
  *ret_low = time / (1.0 + sqrt(shorter));
  *ret_high = time * (1.0 + sqrt(longer));
}

/* Appends the ranges of a point's times (struct tn_param_effect): one for each moved parameter or,
 * if `jittered`, one for all jittered moves. Returns false if a move failed. */
static bool collect(const struct tn_uncertainty *d, guint point, bool jittered, GArray *ret)
{
  const double time = tn_study_outcome(d->study, point)->result.avg;
  bool known = true;
  for (guint i = d->first[point]; i < d->first[point + 1]; i++) {
    const struct asked *a = &g_array_index(d->asked, struct asked, i);
    const struct tn_sim_result *moved = tn_trials_answer(d->trials, a->number);
    if ((a->param == TN_N_PARAMS) != jittered)
      continue;
    known = known && moved;
    if (!moved)
      continue;
    const struct tn_param_effect fresh = { .param = a->param, .low = time, .high = time };
    if (ret->len == 0 || g_array_index(ret, struct tn_param_effect, ret->len - 1).param != a->param)
      g_array_append_val(ret, fresh); /* moves of one parameter are consecutive */
    struct tn_param_effect *doubt = &g_array_index(ret, struct tn_param_effect, ret->len - 1);
    doubt->low = fmin(doubt->low, moved->avg);
    doubt->high = fmax(doubt->high, moved->avg);
  }
  return known;
}

void tn_uncertainty_fill(struct tn_uncertainty *d)
{
  struct tn_outcome *outcomes = tn_study_outcomes(d->study);
  for (guint i = 0; i < tn_study_n(d->study); i++) {
    struct tn_outcome *o = &outcomes[i];
    g_autoptr(GArray) effects = g_array_new(FALSE, FALSE, sizeof(struct tn_param_effect));
    g_autoptr(GArray) jitter = g_array_new(FALSE, FALSE, sizeof(struct tn_param_effect));
    if (o->state != TN_DONE)
      continue;
    if (d->by_errors && collect(d, i, false, effects))
      tn_uncertainty_join(effects, o->result.avg, &o->low, &o->high);
    if (collect(d, i, true, jitter) && jitter->len > 0) {
      o->jitter_low = g_array_index(jitter, struct tn_param_effect, 0).low;
      o->jitter_high = g_array_index(jitter, struct tn_param_effect, 0).high;
    }
  }
}

static int by_effect(gconstpointer a, gconstpointer b)
{
  const struct tn_param_effect *x = a, *y = b;
  const double first = x->high - x->low, second = y->high - y->low;
  if (first < second || first > second)
    return first < second ? 1 : -1;
  return (x->param > y->param) - (x->param < y->param);
}

GArray *tn_uncertainty_effects(const struct tn_uncertainty *d, guint point)
{
  GArray *effects = g_array_new(FALSE, FALSE, sizeof(struct tn_param_effect));
  collect(d, point, false, effects);
  g_array_sort(effects, by_effect);
  return effects;
}
