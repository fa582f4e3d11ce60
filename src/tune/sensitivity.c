#include "sensitivity.h"

#include <math.h>

#include "entries.h"
#include "study/study_rows.h"

/* Rivals at most where values beyond the stated error are tried, the nearest ones. */
enum { MOST_RIVALS = 6, LADDER = 4, HALVINGS = 7 };

/* The points of one context and size. */
struct contest {
  guint winner;
  GArray *rivals; /* guint, the fastest first */
};

/* One direction of a parameter in a contest, and how far it has been followed. */
struct way {
  guint contest;
  struct tn_move move; /* the first */
  double value;        /* as it is */
  double stated;       /* the lead at the stated error; NAN: not moved there */
  double near, far;    /* values: the farthest that leaves the winner, the nearest that does not */
  guint far_to;
  double trying; /* the value of this round; NAN: none */
  guint ticket;  /* of the winner; the rivals' follow */
  guint n_rivals;
  int rung;
};

struct analysis {
  const struct tn_study *study;
  enum tn_objective objective;
  struct tn_trials *trials;
  double *time; /* [points] */
  GPtrArray *contests;
  GArray *ways;
};

static guint rival_of(const struct contest *c, guint i)
{
  return g_array_index(c->rivals, guint, i);
}

static void contest_free(void *data)
{
  struct contest *c = data;
  g_array_unref(c->rivals);
  g_free(c);
}

static void decision_free(void *data)
{
  struct tn_decision_point *d = data;
  g_array_unref(d->levers);
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

/* Of points that compete, the winner and its rivals; NULL: there is none. Who takes the very same
 * time does the same, as a tree of one level and a flat one do, and is no rival where there is
 * another. */
static struct contest *contest_new(struct analysis *n, const GArray *points, const GPtrArray *rows)
{
  guint winner = g_array_index(points, guint, 0);
  bool several = false;
  for (guint i = 1; i < points->len; i++) {
    const guint p = g_array_index(points, guint, i);
    if (tn_tune_beats(rows->pdata[p], rows->pdata[winner], n->objective))
      winner = p;
  }
  const struct tn_algorithm *best = tn_study_point(n->study, winner)->algorithm;
  for (guint i = 0; i < points->len; i++)
    several =
        several || tn_study_point(n->study, g_array_index(points, guint, i))->algorithm != best;
  struct contest *c = g_new0(struct contest, 1);
  c->winner = winner;
  c->rivals = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < points->len; i++) {
    const guint p = g_array_index(points, guint, i);
    const bool is_rival = several ? tn_study_point(n->study, p)->algorithm != best : p != winner;
    if (is_rival)
      g_array_append_val(c->rivals, p);
  }
  g_array_sort_with_data(c->rivals, by_time, n);
  while (c->rivals->len > 1 && !(n->time[rival_of(c, 0)] > n->time[winner]))
    g_array_remove_index(c->rivals, 0);
  if (c->rivals->len > 0)
    return c;
  contest_free(c);
  return NULL;
}

static void find_contests(struct analysis *n)
{
  const struct tn_origin simulated = { 0 };
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autoptr(GPtrArray) sets = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  g_autoptr(GHashTable) known =
      g_hash_table_new_full(tn_row_key_hash, tn_row_key_equal, g_free, NULL);
  for (guint i = 0; i < tn_study_n(n->study); i++) {
    const bool done = tn_study_outcome(n->study, i)->state == TN_DONE;
    struct tn_row *row = done ? tn_study_row(n->study, i, &simulated) : tn_row_new();
    g_ptr_array_add(rows, row);
    n->time[i] = done ? tn_row_time(row, n->objective) : NAN;
    if (isnan(n->time[i]))
      continue;
    const guint set = tn_tune_number(known, row, TN_ROLE_CONTEXT | TN_ROLE_SIZE, -1);
    if (set == sets->len)
      g_ptr_array_add(sets, g_array_new(FALSE, FALSE, sizeof(guint)));
    g_array_append_val((GArray *)sets->pdata[set], i);
  }
  for (guint i = 0; i < sets->len; i++) {
    struct contest *c = contest_new(n, sets->pdata[i], rows);
    if (c)
      g_ptr_array_add(n->contests, c);
  }
}

static const struct contest *contest_of(const struct analysis *n, const struct way *w)
{
  return n->contests->pdata[w->contest];
}

static double lead_of(const struct analysis *n, const struct contest *c)
{
  return n->time[rival_of(c, 0)] / n->time[c->winner] - 1.0;
}

/* How many of the rivals may win with the parameter at that value: no ratio of two times changes by
 * more than the parameter does. */
static guint reachable(const struct analysis *n, const struct contest *c, enum tn_param p,
                       double value, double other)
{
  const double most = tn_param_most(p, value, other) * n->time[c->winner];
  guint last = 1;
  while (last < c->rivals->len && n->time[rival_of(c, last)] <= most)
    last++;
  return last;
}

/* Asks for the winner and its rivals with the parameter at w->trying. */
static void ask(struct analysis *n, struct way *w)
{
  const struct contest *c = contest_of(n, w);
  const guint most = w->rung > 0 ? MOST_RIVALS : c->rivals->len;
  w->n_rivals = MIN(most, reachable(n, c, w->move.param, w->value, w->trying));
  w->ticket = tn_trials_ask(n->trials, c->winner, w->move.param, w->trying);
  for (guint i = 0; i < w->n_rivals; i++)
    tn_trials_ask(n->trials, rival_of(c, i), w->move.param, w->trying);
}

/* The lead that came out, and who has it then; NAN: a run failed. */
static double answered(const struct analysis *n, const struct way *w, guint *ret_best)
{
  const double own = tn_trials_time(n->trials, w->ticket, n->objective);
  double best = NAN;
  for (guint i = 0; i < w->n_rivals; i++) {
    const double time = tn_trials_time(n->trials, w->ticket + 1 + i, n->objective);
    if (time < best || isnan(best)) {
      best = time;
      *ret_best = rival_of(contest_of(n, w), i);
    }
  }
  return best / own - 1.0;
}

/* Takes in what the round says of the way's value. */
static void take_in(const struct analysis *n, struct way *w)
{
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

static bool is_charged(struct analysis *n, const struct contest *c, enum tn_param p)
{
  bool charged = tn_trials_charged(n->trials, c->winner, p);
  for (guint i = 0; i < c->rivals->len && !charged; i++)
    charged = tn_trials_charged(n->trials, rival_of(c, i), p);
  return charged;
}

static void add_ways(struct analysis *n, guint contest)
{
  const struct contest *c = n->contests->pdata[contest];
  const struct tn_setup *setup = tn_study_point(n->study, c->winner)->setup;
  g_autoptr(GArray) moves = tn_setup_moves(setup, TN_LEVER_STEP);
  for (guint i = 0; i < moves->len; i++) {
    const struct tn_move *m = &g_array_index(moves, struct tn_move, i);
    const struct way w = { .contest = contest,
                           .move = *m,
                           .value = setup->values[m->param],
                           .stated = NAN,
                           .near = setup->values[m->param],
                           .far = NAN };
    if (is_charged(n, c, m->param))
      g_array_append_val(n->ways, w);
  }
}

static double next_stated(struct way *w)
{
  return w->move.value;
}

/* The next value beyond those tried that may change the choice; NAN: it is not followed further. */
static double next_rung(struct way *w)
{
  while (isnan(w->far) && w->rung < LADDER) {
    const double next =
        tn_param_moved(w->move.param, w->value, (double)(2 << w->rung++) - 1.0, w->move.is_up);
    if (w->move.is_up ? next > w->near : next < w->near)
      return next;
  }
  return NAN;
}

static double next_half(struct way *w)
{
  const double middle = isnan(w->far) ? NAN : tn_param_between(w->move.param, w->near, w->far);
  const bool is_new = middle > fmin(w->near, w->far) && middle < fmax(w->near, w->far);
  return is_new ? middle : NAN;
}

/* A round: each way with the next value, which `next` gives. */
static bool run_round(struct analysis *n, double (*next)(struct way *w))
{
  bool any = false;
  for (guint i = 0; i < n->ways->len; i++) {
    struct way *w = &g_array_index(n->ways, struct way, i);
    w->trying = next(w);
    if (isnan(w->trying))
      continue;
    ask(n, w);
    any = true;
  }
  if (!any)
    return true;
  if (!tn_trials_run(n->trials))
    return false;
  for (guint i = 0; i < n->ways->len; i++) {
    struct way *w = &g_array_index(n->ways, struct way, i);
    if (!isnan(w->trying))
      take_in(n, w);
  }
  return true;
}

/* By the errors first. Then only ways that take something of the lead are followed. */
static bool run_stated(struct analysis *n)
{
  if (!run_round(n, next_stated))
    return false;
  for (guint i = 0; i < n->ways->len; i++) {
    struct way *w = &g_array_index(n->ways, struct way, i);
    const double lead = lead_of(n, contest_of(n, w)), enough = 1e-4 * (1.0 + lead);
    if (!(w->stated < lead - enough))
      w->rung = LADDER;
  }
  return true;
}

static bool run_all(struct analysis *n)
{
  bool ok = run_stated(n);
  for (int i = 0; i < LADDER && ok; i++)
    ok = run_round(n, next_rung);
  for (int i = 0; i < HALVINGS && ok; i++)
    ok = run_round(n, next_half);
  return ok;
}

static double taken(const struct tn_lever *l, double lead)
{
  return lead - fmin(isnan(l->down) ? lead : l->down, isnan(l->up) ? lead : l->up);
}

static gint by_rank(gconstpointer a, gconstpointer b, gpointer data)
{
  const struct tn_lever *x = a, *y = b;
  const double lead = ((const struct tn_decision_point *)data)->lead;
  const double first = taken(x, lead), second = taken(y, lead);
  if (x->flips != y->flips)
    return x->flips ? -1 : 1;
  if (first < second || first > second)
    return first > second ? -1 : 1;
  return (x->param > y->param) - (x->param < y->param);
}

/* How far a value is from the parameter's own, whichever way. */
static double distance(double value, double other)
{
  return value > 0.0 && other > 0.0 ? fmax(value / other, other / value) : fabs(value - other);
}

static void join_way(struct tn_lever *l, const struct way *w)
{
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

static struct tn_decision_point *decision_new(const struct analysis *n, guint contest)
{
  const double nothing = 1e-9;
  const struct contest *c = n->contests->pdata[contest];
  struct tn_decision_point *d = g_new0(struct tn_decision_point, 1);
  *d = (struct tn_decision_point){ .winner = c->winner,
                                   .rival = rival_of(c, 0),
                                   .time = n->time[c->winner],
                                   .rival_time = n->time[rival_of(c, 0)],
                                   .lead = lead_of(n, c),
                                   .levers = g_array_new(FALSE, FALSE, sizeof(struct tn_lever)) };
  for (guint i = 0; i < n->ways->len; i++) {
    const struct way *w = &g_array_index(n->ways, struct way, i);
    struct tn_lever *last =
        d->levers->len ? &g_array_index(d->levers, struct tn_lever, d->levers->len - 1) : NULL;
    if (w->contest != contest)
      continue;
    if (!last || last->param != w->move.param) {
      const struct tn_lever fresh = { .param = w->move.param,
                                      .value = w->value,
                                      .error = w->move.error,
                                      .is_stated = w->move.is_stated,
                                      .down = NAN,
                                      .up = NAN,
                                      .flip = NAN };
      g_array_append_val(d->levers, fresh);
      last = &g_array_index(d->levers, struct tn_lever, d->levers->len - 1);
    }
    join_way(last, w);
  }
  for (guint i = d->levers->len; i > 0; i--) {
    const struct tn_lever *l = &g_array_index(d->levers, struct tn_lever, i - 1);
    if (!(fabs(l->up - d->lead) > nothing) && !(fabs(l->down - d->lead) > nothing))
      g_array_remove_index(d->levers, i - 1);
  }
  g_array_sort_with_data(d->levers, by_rank, d);
  return d;
}

GPtrArray *tn_sensitivity_of(const struct tn_study *study, enum tn_objective objective,
                             struct tn_trials *trials, GError **error)
{
  struct analysis n = { .study = study, .objective = objective, .trials = trials };
  GPtrArray *decisions = g_ptr_array_new_with_free_func(decision_free);
  n.time = g_new(double, tn_study_n(study) + 1);
  n.contests = g_ptr_array_new_with_free_func(contest_free);
  n.ways = g_array_new(FALSE, FALSE, sizeof(struct way));
  find_contests(&n);
  for (guint i = 0; i < n.contests->len; i++)
    add_ways(&n, i);
  if (!run_all(&n)) {
    g_clear_pointer(&decisions, g_ptr_array_unref);
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR,
                "sensitivity: interrupted, or a run with a "
                "parameter moved failed");
  }
  for (guint i = 0; i < n.contests->len && decisions; i++)
    g_ptr_array_add(decisions, decision_new(&n, i));
  g_array_unref(n.ways);
  g_ptr_array_unref(n.contests);
  g_free(n.time);
  return decisions;
}
