#include "trials.h"

#include <math.h>

#include "platform/joint.h"
#include "study/study_rows.h"

/* For each parameter p: one bit, as in tn_sim_result.reads, for p and for each parameter that
 * follows p by default or by joint errors. A point that reads one of them depends on p. */
struct dependents {
  uint64_t of[TN_N_PARAMS][TN_READ_WORDS];
};

struct tn_trials {
  const struct tn_study *study; /* borrowed */
  tn_study_runner *run;
  struct tn_conditions conditions;
  GHashTable *dependents; /* struct tn_setup -> struct dependents */
  /* simulations requested since the last tn_trials_run; a point that does not depend on the changed
   * parameter has its result at once */
  struct tn_study *round;
  bool has_run;
  guint n_run;
};

struct tn_trials *tn_trials_new(const struct tn_study *study, tn_study_runner *run)
{
  struct tn_trials *t = g_new0(struct tn_trials, 1);
  t->study = study;
  t->run = run;
  t->conditions = *tn_study_conditions(study);
  t->conditions.verify = false;
  t->conditions.outputs = (struct tn_sim_outputs){ 0 };
  t->dependents = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  t->round = tn_study_new(&t->conditions);
  return t;
}

void tn_trials_free(struct tn_trials *t)
{
  if (!t)
    return;
  tn_study_free(t->round);
  g_hash_table_unref(t->dependents);
  g_free(t);
}

struct tn_study *tn_trials_study(const struct tn_trials *t)
{
  return t->round;
}

/* Returns the dependents of the setup's parameters, which are computed once for each setup. */
static const struct dependents *dependents_of(struct tn_trials *t, const struct tn_setup *setup)
{
  struct dependents *f = g_hash_table_lookup(t->dependents, setup);
  if (f)
    return f;
  f = g_new0(struct dependents, 1);
  for (int q = 0; q < TN_N_PARAMS; q++) {
    bool origins[TN_N_PARAMS] = { false };
    origins[q] = true;
    tn_setup_add_origins(setup, origins);
    for (int p = 0; p < TN_N_PARAMS; p++)
      if (origins[p])
        f->of[p][q / 64] |= (uint64_t)1 << q % 64;
  }
  const GArray *joint = tn_platform_joint(setup->platform);
  for (guint i = 0; joint && i < joint->len; i++) {
    const struct tn_joint *j = &g_array_index(joint, struct tn_joint, i);
    for (int w = 0; w < TN_READ_WORDS; w++)
      f->of[j->lead][w] |= f->of[j->param][w];
  }
  g_hash_table_insert(t->dependents, (void *)setup, f);
  return f;
}

bool tn_trials_charged(struct tn_trials *t, guint point, enum tn_param p)
{
  const struct tn_outcome *o = tn_study_outcome(t->study, point);
  if (o->state != TN_DONE)
    return false;
  const struct dependents *f = dependents_of(t, tn_study_point(t->study, point)->setup);
  for (int i = 0; i < TN_READ_WORDS; i++)
    if (o->result.reads[i] & f->of[p][i])
      return true;
  return false;
}

static void begin(struct tn_trials *t)
{
  if (!t->has_run)
    return;
  tn_study_free(t->round);
  t->round = tn_study_new(&t->conditions);
  t->has_run = false;
}

guint tn_trials_try(struct tn_trials *t, const struct tn_point *point)
{
  begin(t);
  tn_study_take(t->round, point);
  return tn_study_n(t->round) - 1;
}

bool tn_trials_under(struct tn_trials *t, guint point, const struct tn_setup *setup,
                     guint *ret_number)
{
  struct tn_point moved = *tn_study_point(t->study, point);
  if (!setup)
    return false;
  moved.setup = setup;
  *ret_number = tn_trials_try(t, &moved);
  return true;
}

guint tn_trials_ask(struct tn_trials *t, guint point, enum tn_param p, double value)
{
  const struct tn_point *own = tn_study_point(t->study, point);
  const struct tn_outcome *o = tn_study_outcome(t->study, point);
  guint number;
  begin(t);
  if (!tn_trials_under(t, point, tn_setup_moved(t->round, own->setup, p, value), &number)) {
    number = tn_trials_try(t, own);
    tn_study_outcomes(t->round)[number].state = TN_SKIPPED;
  } else if (!tn_trials_charged(t, point, p)) {
    tn_study_outcomes(t->round)[number] = (struct tn_outcome){
      .state = o->state == TN_DONE ? TN_DONE : TN_SKIPPED, .result = o->result, .calls = o->calls
    };
  }
  return number;
}

bool tn_trials_run(struct tn_trials *t)
{
  begin(t);
  t->has_run = true;
  for (guint i = 0; i < tn_study_n(t->round); i++)
    t->n_run += tn_study_outcome(t->round, i)->state == TN_PENDING;
  return t->run(t->round);
}

const struct tn_sim_result *tn_trials_answer(const struct tn_trials *t, guint number)
{
  const struct tn_outcome *o = tn_study_outcome(t->round, number);
  return o->state == TN_DONE ? &o->result : NULL;
}

struct tn_row *tn_trials_row(const struct tn_trials *t, guint number)
{
  return tn_trials_answer(t, number) ? tn_study_row(t->round, number, NULL) : NULL;
}

double tn_trials_time(const struct tn_trials *t, guint number, enum tn_objective objective)
{
  return tn_study_time(t->round, number, objective);
}

guint tn_trials_count(const struct tn_trials *t)
{
  return t->n_run;
}
