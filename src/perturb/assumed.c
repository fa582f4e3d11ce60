#include "assumed.h"

#include <math.h>

#include "platform/choices.h"
#include "platform/params.h"
#include "study/closed_form.h"

/* Upper limit of the number of operations that tn_assumed_sort simulates: the operations of all
 * points divided by SHARE, or ENOUGH if that is larger. */
#define SHARE 10
#define ENOUGH 200000

static guint number_at(const GArray *points, guint i)
{
  return g_array_index(points, guint, i);
}

static const struct tn_setup *setup_of(const struct tn_study *study, const GArray *points)
{
  return tn_study_point(study, number_at(points, 0))->setup;
}

bool tn_is_assumed(const struct tn_setup *setup, enum tn_param p)
{
  struct tn_param_value of_kernel;
  if (tn_setup_sets(setup, p))
    return false;
  if (tn_platform_kernel_param(setup->platform, setup->kernel, p, &of_kernel)) {
    const struct tn_bounds range = tn_setup_bounds(setup, p);
    return tn_bounds_are_stated(&range);
  }
  const struct tn_param_value v = tn_setup_param(setup, p);
  return tn_param_is_guess(&v);
}

GArray *tn_assumed_of(const struct tn_study *study, const GArray *points, bool is_model)
{
  GArray *list = g_array_new(FALSE, FALSE, sizeof(enum tn_param));
  bool read[TN_N_PARAMS] = { false };
  if (points->len == 0)
    return list;
  const struct tn_setup *setup = setup_of(study, points);
  for (guint i = 0; i < points->len; i++) {
    const struct tn_outcome *o = tn_study_outcome(study, number_at(points, i));
    if (o->state != TN_DONE)
      continue;
    const struct tn_point *point = tn_study_point(study, number_at(points, i));
    for (int q = 0; q < TN_N_PARAMS; q++)
      read[q] = read[q] || (is_model ? tn_closed_form_reads(point, (enum tn_param)q)
                                     : tn_sim_has_read(&o->result, (enum tn_param)q));
  }
  tn_setup_add_origins(setup, read);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    const enum tn_param param = (enum tn_param)p;
    if (read[p] && tn_is_assumed(setup, param))
      g_array_append_val(list, param);
  }
  return list;
}

/* Returns true if a and b differ at most in algorithm, parameters and mechanism. */
static bool competes(const struct tn_point *a, const struct tn_point *b)
{
  return a->call.collective == b->call.collective && a->call.pattern == b->call.pattern &&
         a->call.n_ranks == b->call.n_ranks && a->call.block == b->call.block &&
         a->call.root == b->call.root && a->backing == b->backing && a->buffers == b->buffers &&
         a->mapping == b->mapping;
}

/* Returns the fastest point (guint) of each set of competing points. Transfer full. */
static GArray *winners_of(const struct tn_study *study, const GArray *points)
{
  GArray *winners = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < points->len; i++) {
    const guint own = number_at(points, i);
    guint w = 0;
    if (tn_study_outcome(study, own)->state != TN_DONE)
      continue;
    while (w < winners->len &&
           !competes(tn_study_point(study, own), tn_study_point(study, number_at(winners, w))))
      w++;
    if (w == winners->len)
      g_array_append_val(winners, own);
    else if (tn_study_outcome(study, own)->result.avg <
             tn_study_outcome(study, number_at(winners, w))->result.avg)
      g_array_index(winners, guint, w) = own;
  }
  return winners;
}

static long long operations_of(const struct tn_study *study, guint point)
{
  return tn_study_outcome(study, point)->result.operations;
}

static gint by_operations(gconstpointer a, gconstpointer b, gpointer study)
{
  const guint x = *(const guint *)a, y = *(const guint *)b;
  const long long first = operations_of(study, x), second = operations_of(study, y);
  return first != second ? (first > second) - (first < second) : (x > y) - (x < y);
}

/* Sets *ret to another value of p, if possible one that makes times longer. Returns false if p
 * accepts no other value. */
static bool move(enum tn_param p, double value, double *ret)
{
  const struct tn_param_info *info = &tn_params[p];
  const bool falls = info->unit == TN_UNIT_BYTES_PER_SECOND || info->unit == TN_UNIT_BYTES;
  const double moved[] = { falls ? floor(value / 2) : 2 * value, falls ? 2 * value : value / 2 };
  if (info->unit == TN_UNIT_SHARING) {
    *ret = tn_core_sharing_other(value);
    return true;
  }
  if (info->unit == TN_UNIT_CHOICE) {
    *ret = value > 0.0 ? 0.0 : 1.0;
    return true;
  }
  if (value == 0.0 && info->unit == TN_UNIT_NONE && info->max <= 1.0) { /* a fraction from 0 to 1 */
    *ret = info->max;
    return true;
  }
  for (int i = 0; i < 2 && isfinite(value); i++)
    if (moved[i] != value && tn_param_accepts(p, moved[i])) {
      *ret = moved[i];
      return true;
    }
  return false;
}

struct effect {
  enum tn_param p;
  guint first; /* if `moves`: number of the simulation of the first winner with p moved */
  bool moves;
  double size;
};

static int by_size(gconstpointer a, gconstpointer b)
{
  const struct effect *x = a, *y = b;
  return x->size != y->size ? (x->size < y->size) - (x->size > y->size) : (int)x->p - (int)y->p;
}

/* Returns the effects of the parameters on the winners' times (struct effect), the largest first.
 * Transfer full. */
static GArray *effects_of(const GArray *list, const struct tn_study *study, const GArray *winners,
                          tn_study_runner *run)
{
  struct tn_trials *trials = tn_trials_new(study, run);
  const struct tn_setup *setup = setup_of(study, winners);
  GArray *effects = g_array_new(FALSE, FALSE, sizeof(struct effect));
  for (guint i = 0; i < list->len; i++) {
    struct effect e = { .p = g_array_index(list, enum tn_param, i) };
    const struct tn_bounds range = tn_setup_bounds(setup, e.p);
    double ends[2] = { 0.0 };
    e.moves = tn_bounds_ends(&range, setup->values[e.p], ends) > 0 ||
              move(e.p, setup->values[e.p], &ends[0]);
    e.first = tn_study_n(tn_trials_study(trials));
    for (guint w = 0; w < winners->len && e.moves; w++)
      tn_trials_ask(trials, number_at(winners, w), e.p, ends[0]);
    g_array_append_val(effects, e);
  }
  tn_trials_run(trials);
  for (guint i = 0; i < effects->len; i++) {
    struct effect *e = &g_array_index(effects, struct effect, i);
    for (guint w = 0; w < winners->len && e->moves; w++) {
      const struct tn_sim_result *moved = tn_trials_answer(trials, e->first + w);
      const double before = tn_study_outcome(study, number_at(winners, w))->result.avg;
      const double change = moved ? fabs(moved->avg / before - 1.0) : NAN;
      if (isfinite(change))
        e->size = MAX(e->size, change);
    }
  }
  tn_trials_free(trials);
  g_array_sort(effects, by_size);
  return effects;
}

int tn_assumed_sort(GArray *list, const struct tn_study *study, const GArray *points,
                    tn_study_runner *run, double *ret_error)
{
  int n_effective = 0;
  double squares = 0;
  if (list->len == 0)
    return -1;
  g_autoptr(GArray) winners = winners_of(study, points);
  /* The limit allows one simulation of a winner per parameter. Keep as many winners as it allows,
   * those with the fewest operations first. */
  long long all = 0;
  guint kept = 0;
  for (guint i = 0; i < points->len; i++)
    all += operations_of(study, number_at(points, i));
  long long left = MAX(all / SHARE, ENOUGH);
  g_array_sort_with_data(winners, by_operations, (void *)study);
  while (kept < winners->len && operations_of(study, number_at(winners, kept)) <= left / list->len)
    left -= operations_of(study, number_at(winners, kept++)) * list->len;
  g_array_set_size(winners, kept);
  if (winners->len == 0)
    return -1;
  g_autoptr(GArray) effects = effects_of(list, study, winners, run);
  for (guint i = 0; i < effects->len; i++) {
    const struct effect *e = &g_array_index(effects, struct effect, i);
    g_array_index(list, enum tn_param, i) = e->p;
    n_effective += e->size > 0.0;
    const double stated = tn_setup_error(setup_of(study, points), e->p);
    const double share = e->size * (stated > 0.0 ? MIN(stated, 1.0) : 1.0);
    squares += share * share;
  }
  *ret_error = sqrt(squares);
  return n_effective;
}
