#include "sensitivity.h"

#include <math.h>

#include "base/loss.h"
#include "platform/joint.h"
#include "study/study_rows.h"
#include "tune_entries.h"

/* When a parameter changes by more than its stated error, at most MAX_RIVALS rivals are tried, the
 * fastest first. */
enum { MAX_RIVALS = 6, LADDER = 4, HALVINGS = 7 };

struct direction {
  struct tn_decision_point *decision;
  struct tn_move move; /* parameter, direction and size of the first change */
  double value;        /* the platform's value of the parameter */
  /* winner's lead over the fastest rival at `move.value`; NAN if the parameter cannot have this
   * value */
  double stated;
  /* `near`: farthest tried value at which the winner still wins; `far`: nearest tried value at
   * which a rival wins, NAN without one */
  double near, far;
  guint far_to;
  double trying; /* value that is tried in the current round; NAN if there is none */
  guint ticket;  /* number of the winner's trial; the trials of the rivals follow */
  guint n_rivals;
  int rung;
};

struct analysis {
  const struct tn_study *study;
  enum tn_objective objective;
  struct tn_trials *trials;
  double *time; /* [points] seconds */
  GPtrArray *decisions;
  GArray *directions;
};

static guint rival_of(const struct tn_decision_point *d, guint i)
{
  return g_array_index(d->rivals, guint, i);
}

static void decision_free(void *data)
{
  struct tn_decision_point *d = data;
  g_array_unref(d->rivals);
  g_array_unref(d->influences);
  g_free(d);
}

static gint by_time(gconstpointer a, gconstpointer b, gpointer data)
{
  const struct analysis *n = data;
  const guint x = *(const guint *)a, y = *(const guint *)b;
  if (n->time[x] < n->time[y] || n->time[x] > n->time[y])
    return n->time[x] < n->time[y] ? -1 : 1;
  return (x > y) - (x < y);
}

/* Finds the winner and its rivals. A point with exactly the winner's time does the same work (a
 * tree with one level and a flat one) and is a rival only if there are no other rivals. */
static void find_rivals(const struct analysis *n, const GArray *points, const GPtrArray *rows,
                        struct tn_decision_point *d)
{
  bool several = false;
  d->winner = g_array_index(points, guint, 0);
  for (guint i = 1; i < points->len; i++) {
    const guint p = g_array_index(points, guint, i);
    if (tn_tune_beats(rows->pdata[p], rows->pdata[d->winner], n->objective))
      d->winner = p;
  }
  const struct tn_method *best = tn_study_point(n->study, d->winner)->algorithm;
  for (guint i = 0; i < points->len; i++)
    several =
        several || tn_study_point(n->study, g_array_index(points, guint, i))->algorithm != best;
  for (guint i = 0; i < points->len; i++) {
    const guint p = g_array_index(points, guint, i);
    if (several ? tn_study_point(n->study, p)->algorithm != best : p != d->winner)
      g_array_append_val(d->rivals, p);
  }
  g_array_sort_with_data(d->rivals, by_time, (void *)n);
  while (d->rivals->len > 1 && !(n->time[rival_of(d, 0)] > n->time[d->winner]))
    g_array_remove_index(d->rivals, 0);
}

static void add_decision(struct analysis *n, const GArray *points, const GPtrArray *rows)
{
  struct tn_decision_point *d = g_new0(struct tn_decision_point, 1);
  d->rivals = g_array_new(FALSE, FALSE, sizeof(guint));
  d->influences = g_array_new(FALSE, FALSE, sizeof(struct tn_influence));
  find_rivals(n, points, rows, d);
  if (d->rivals->len == 0) {
    decision_free(d);
    return;
  }
  d->rival = rival_of(d, 0);
  d->time = n->time[d->winner];
  d->rival_time = n->time[d->rival];
  d->lead = d->rival_time / d->time - 1.0;
  g_ptr_array_add(n->decisions, d);
}

static void find_decisions(struct analysis *n)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autoptr(GPtrArray) sets = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  g_autoptr(GHashTable) known = tn_tune_numbers_new();
  for (guint i = 0; i < tn_study_n(n->study); i++) {
    const bool done = tn_study_outcome(n->study, i)->state == TN_DONE;
    struct tn_row *row = done ? tn_study_row(n->study, i, NULL) : tn_row_new();
    g_ptr_array_add(rows, row);
    n->time[i] = done ? tn_row_time(row, n->objective) : NAN;
    if (isnan(n->time[i]))
      continue;
    const guint set = tn_tune_number(known, row, TN_ROLE_CONTEXT | TN_ROLE_SIZE, -1);
    if (set == sets->len)
      g_ptr_array_add(sets, g_array_new(FALSE, FALSE, sizeof(guint)));
    g_array_append_val((GArray *)sets->pdata[set], i);
  }
  for (guint i = 0; i < sets->len; i++)
    add_decision(n, sets->pdata[i], rows);
}

/* Returns how many rivals could beat the winner at the tried value. A change of the parameter by a
 * factor changes ratios of times by at most that factor. */
static guint reachable(const struct analysis *n, const struct direction *w)
{
  const struct tn_decision_point *d = w->decision;
  const double most = tn_param_most(w->move.param, w->value, w->trying) * d->time;
  guint last = 1;
  if (tn_platform_joint(tn_study_point(n->study, d->winner)->setup->platform))
    return d->rivals->len; /* the model changes other parameters together with this one */
  while (last < d->rivals->len && n->time[rival_of(d, last)] <= most)
    last++;
  return last;
}

/* Returns how much longer the fastest rival takes than the winner, as a fraction, in this round's
 * simulations; NAN if one failed. *ret_best: that rival. */
static double answered(const struct analysis *n, const struct direction *w, guint *ret_best)
{
  const double own = tn_trials_time(n->trials, w->ticket, n->objective);
  double best = NAN;
  for (guint i = 0; i < w->n_rivals; i++) {
    const double time = tn_trials_time(n->trials, w->ticket + 1 + i, n->objective);
    if (time < best || isnan(best)) {
      best = time;
      *ret_best = rival_of(w->decision, i);
    }
  }
  return best / own - 1.0;
}

/* Adds a direction of search for each possible change (up, down) of each parameter on which the
 * times of winner or rivals depend. */
static void add_directions(struct analysis *n, struct tn_decision_point *d)
{
  const struct tn_setup *setup = tn_study_point(n->study, d->winner)->setup;
  g_autoptr(GArray) moves = tn_setup_moves(setup, TN_INFLUENCE_STEP);
  for (guint i = 0; i < moves->len; i++) {
    const struct tn_move *m = &g_array_index(moves, struct tn_move, i);
    const struct direction w = { .decision = d,
                                 .move = *m,
                                 .value = setup->values[m->param],
                                 .stated = NAN,
                                 .near = setup->values[m->param],
                                 .far = NAN };
    bool charged = tn_trials_charged(n->trials, d->winner, m->param);
    for (guint k = 0; k < d->rivals->len && !charged; k++)
      charged = tn_trials_charged(n->trials, rival_of(d, k), m->param);
    if (charged)
      g_array_append_val(n->directions, w);
  }
}

static double next_stated(struct direction *w)
{
  return w->move.value;
}

/* Returns the value of the parameter after the next larger change: 1, 3, 7 and so on times the
 * first. Returns NAN, which ends the search, if a rival already wins or the values are
 * exhausted. */
static double next_rung(struct direction *w)
{
  while (isnan(w->far) && w->rung < LADDER) {
    const double next =
        tn_param_moved(w->move.param, w->value, (double)(2 << w->rung++) - 1.0, w->move.is_up);
    if (w->move.is_up ? next > w->near : next < w->near)
      return next;
  }
  return NAN;
}

static double next_half(struct direction *w)
{
  const double middle = isnan(w->far) ? NAN : tn_param_between(w->move.param, w->near, w->far);
  const bool is_new = middle > fmin(w->near, w->far) && middle < fmax(w->near, w->far);
  return is_new ? middle : NAN;
}

/* Simulates, for each direction, winner and rivals with the parameter value that `next` returns.
 * Returns false if interrupted. */
static bool run_round(struct analysis *n, double (*next)(struct direction *w))
{
  bool any = false;
  for (guint i = 0; i < n->directions->len; i++) {
    struct direction *w = &g_array_index(n->directions, struct direction, i);
    w->trying = next(w);
    if (isnan(w->trying))
      continue;
    const struct tn_decision_point *d = w->decision;
    const guint most = w->rung > 0 ? MAX_RIVALS : d->rivals->len;
    w->n_rivals = MIN(most, reachable(n, w));
    w->ticket = tn_trials_ask(n->trials, d->winner, w->move.param, w->trying);
    for (guint k = 0; k < w->n_rivals; k++)
      tn_trials_ask(n->trials, rival_of(d, k), w->move.param, w->trying);
    any = true;
  }
  if (!any)
    return true;
  if (!tn_trials_run(n->trials))
    return false;
  for (guint i = 0; i < n->directions->len; i++) {
    struct direction *w = &g_array_index(n->directions, struct direction, i);
    if (!isnan(w->trying)) {
      guint best = 0;
      const double lead = answered(n, w, &best);
      if (w->rung == 0 && isnan(w->stated))
        w->stated = lead;
      if (lead < 0.0) {
        w->far = w->trying;
        w->far_to = best;
      } else if (lead >= 0.0) {
        w->near = w->trying;
      }
    }
  }
  return true;
}

static double taken(const struct tn_influence *l, double lead)
{
  return lead - fmin(isnan(l->down) ? lead : l->down, isnan(l->up) ? lead : l->up);
}

static gint by_rank(gconstpointer a, gconstpointer b, gpointer data)
{
  const struct tn_influence *x = a, *y = b;
  const double lead = ((const struct tn_decision_point *)data)->lead;
  const double first = taken(x, lead), second = taken(y, lead);
  if (x->flips != y->flips)
    return x->flips ? -1 : 1;
  if (first < second || first > second)
    return first > second ? -1 : 1;
  return (x->param > y->param) - (x->param < y->param);
}

/* Returns the ratio (at least 1) of two positive values, otherwise their difference. */
static double distance(double value, double other)
{
  return value > 0.0 && other > 0.0 ? fmax(value / other, other / value) : fabs(value - other);
}

/* Adds the result of one direction to the influence of its parameter, which is the decision's last
 * one or, for a new parameter, is appended. A parameter's two directions are adjacent. */
static void join_direction(const struct direction *w)
{
  GArray *influences = w->decision->influences;
  const struct tn_influence fresh = { .param = w->move.param,
                                      .value = w->value,
                                      .error = w->move.error,
                                      .is_stated = w->move.is_stated,
                                      .down = NAN,
                                      .up = NAN,
                                      .flip = NAN };
  if (influences->len == 0 ||
      g_array_index(influences, struct tn_influence, influences->len - 1).param != w->move.param)
    g_array_append_val(influences, fresh);
  struct tn_influence *l = &g_array_index(influences, struct tn_influence, influences->len - 1);
  if (w->move.is_up)
    l->up = w->stated;
  else
    l->down = w->stated;
  l->flips = l->flips || (w->move.is_stated && w->stated < 0.0);
  if (isnan(w->far) ||
      (!isnan(l->flip) && distance(l->value, l->flip) <= distance(w->value, w->far)))
    return;
  l->flip = w->far;
  l->flip_to = w->far_to;
}

GPtrArray *tn_sensitivity_of(const struct tn_study *study, enum tn_objective objective,
                             struct tn_trials *trials, GError **error)
{
  g_autoptr(GPtrArray) decisions = g_ptr_array_new_with_free_func(decision_free);
  g_autoptr(GArray) directions = g_array_new(FALSE, FALSE, sizeof(struct direction));
  g_autofree double *time = g_new(double, tn_study_n(study) + 1);
  struct analysis n = { study, objective, trials, time, decisions, directions };
  find_decisions(&n);
  for (guint i = 0; i < decisions->len; i++)
    add_directions(&n, decisions->pdata[i]);
  bool ok = run_round(&n, next_stated);
  for (guint i = 0; ok && i < directions->len;
       i++) { /* search further only where the first change reduces the lead */
    struct direction *w = &g_array_index(directions, struct direction, i);
    const double lead = w->decision->lead, enough = 1e-4 * (1.0 + lead);
    if (!(w->stated < lead - enough))
      w->rung = LADDER;
  }
  for (int i = 0; i < LADDER && ok; i++)
    ok = run_round(&n, next_rung);
  for (int i = 0; i < HALVINGS && ok; i++)
    ok = run_round(&n, next_half);
  if (!ok)
    return tn_refuse_null(error, G_FILE_ERROR, G_FILE_ERROR_INTR,
                          "interrupted, or a run with a "
                          "parameter moved failed");
  for (guint i = 0; i < directions->len; i++)
    join_direction(&g_array_index(directions, struct direction, i));
  for (guint i = 0; i < decisions->len; i++) {
    struct tn_decision_point *d = decisions->pdata[i];
    const double nothing = 1e-9;
    for (guint k = d->influences->len; k > 0; k--) {
      const struct tn_influence *l = &g_array_index(d->influences, struct tn_influence, k - 1);
      if (!(fabs(l->up - d->lead) > nothing) && !(fabs(l->down - d->lead) > nothing))
        g_array_remove_index(d->influences, k - 1);
    }
    g_array_sort_with_data(d->influences, by_rank, d);
    const double ninety = 1.6449;
    double variance = 0.0;
    for (guint k = 0; k < d->influences->len; k++) {
      const struct tn_influence *l = &g_array_index(d->influences, struct tn_influence, k);
      const double down = isnan(l->down) ? d->lead : l->down, up = isnan(l->up) ? d->lead : l->up;
      const double sides = isnan(l->down) || isnan(l->up) ? 1.0 : 2.0;
      const double moved = (log1p(up) - log1p(down)) / sides / ninety;
      variance += l->is_stated ? moved * moved : 0.0;
    }
    const bool is_within =
        tn_study_point(study, d->winner)->algorithm == tn_study_point(study, d->rival)->algorithm;
    d->expected_loss = (is_within ? tn_expected_loss_within : tn_expected_loss)(d->lead, variance);
  }
  return g_steal_pointer(&decisions);
}
