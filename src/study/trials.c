#include "trials.h"

#include <math.h>

#include "study_rows.h"

enum { AS_IT_IS = -1, CANNOT_BE = -2 };

/* What was asked for: a point of the round's study, or the first study's own. */
struct question {
  guint point;
  gint64 number; /* in the round's study, or one of the above */
};

struct tn_trials {
  const struct tn_study *study; /* borrowed */
  tn_study_runner *run;
  struct tn_conditions conditions;
  GHashTable *followings;
  struct tn_study *round;
  GArray *questions; /* struct question */
  bool has_run;
  guint n_run;
};

struct tn_trials *tn_trials_new(const struct tn_study *study, tn_study_runner *run)
{
  struct tn_trials *t = g_new0(struct tn_trials, 1);
  t->study = study;
  t->run = run;
  t->conditions = tn_shift_conditions(study);
  t->followings = tn_followings_new();
  t->questions = g_array_new(FALSE, FALSE, sizeof(struct question));
  t->round = tn_study_new(&t->conditions);
  return t;
}

void tn_trials_free(struct tn_trials *t)
{
  if (!t)
    return;
  tn_study_free(t->round);
  g_array_unref(t->questions);
  g_hash_table_unref(t->followings);
  g_free(t);
}

bool tn_trials_charged(struct tn_trials *t, guint point, enum tn_param p)
{
  return tn_point_charged(t->followings, t->study, point, p);
}

guint tn_trials_ask(struct tn_trials *t, guint point, enum tn_param p, double value)
{
  struct question q = { point, AS_IT_IS };
  if (t->has_run) {
    tn_study_free(t->round);
    t->round = tn_study_new(&t->conditions);
    g_array_set_size(t->questions, 0);
    t->has_run = false;
  }
  if (tn_trials_charged(t, point, p)) {
    struct tn_point moved = *tn_study_point(t->study, point);
    moved.setup = tn_setup_with(t->round, moved.setup, p, value);
    q.number = moved.setup ? (gint64)tn_study_n(t->round) : CANNOT_BE;
    if (moved.setup)
      tn_study_take(t->round, &moved);
  }
  g_array_append_val(t->questions, q);
  return t->questions->len - 1;
}

bool tn_trials_run(struct tn_trials *t)
{
  t->has_run = true;
  t->n_run += tn_study_n(t->round);
  return t->run(t->round);
}

/* The study and the number in it that an answer is of; NULL: the parameter cannot have the value.
 */
static const struct tn_study *place_of(const struct tn_trials *t, guint number, guint *ret_point)
{
  const struct question *q = &g_array_index(t->questions, struct question, number);
  *ret_point = q->number >= 0 ? (guint)q->number : q->point;
  return q->number >= 0 ? t->round : q->number == AS_IT_IS ? t->study : NULL;
}

const struct tn_sim_result *tn_trials_answer(const struct tn_trials *t, guint number)
{
  guint point;
  const struct tn_study *study = place_of(t, number, &point);
  const struct tn_outcome *o = study ? tn_study_outcome(study, point) : NULL;
  return o && o->state == TN_DONE ? &o->result : NULL;
}

double tn_trials_time(const struct tn_trials *t, guint number, enum tn_objective objective)
{
  const struct tn_origin simulated = { 0 };
  guint point;
  const struct tn_study *study = place_of(t, number, &point);
  if (!tn_trials_answer(t, number))
    return NAN;
  struct tn_row *row = tn_study_row(study, point, &simulated);
  const double time = tn_row_time(row, objective);
  tn_row_free(row);
  return time;
}

guint tn_trials_count(const struct tn_trials *t)
{
  return t->n_run;
}
