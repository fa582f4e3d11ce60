/* Simulates typical times with the platform's values. Then repeats each with one parameter moved,
 * for every parameter that influences the time. */
#include "unmeasured.h"

#include <math.h>
#include <string.h>

#include "fit.h"
#include "perturb/trials.h"
#include "platform/choices.h"
#include "platform/params.h"

/* Largest number of ranks in the simulations of typical times: few ranks suffice to show an
 * effect. */
enum { MAX_RANKS = 16, PAIR = 2 };

struct figure {
  const char *name; /* name in output */
  enum tn_collective collective;
  const char *algorithm;
  enum tn_mechanism mechanism;
  size_t bytes;
  bool is_pair; /* two ranks at the largest distance */
};

static const struct figure figures[] = {
  { "message of 8 B, farthest pair", TN_PATTERN, "message-pingpong", TN_CMA, 8, true },
  { "message of 1 MiB, farthest pair", TN_PATTERN, "message-pingpong", TN_CMA, 1 << 20, true },
  { "bcast 8 B, binomial", TN_BCAST, "binomial", TN_CMA, 8, false },
  { "bcast 64 KiB, binomial (cma)", TN_BCAST, "binomial", TN_CMA, 65536, false },
  { "bcast 64 KiB, binomial (cico)", TN_BCAST, "binomial", TN_CICO, 65536, false },
  { "bcast 8 B, xhc-flat", TN_BCAST, "xhc-flat", TN_XPMEM, 8, false },
  { "bcast 1 MiB, xhc-flat (xpmem)", TN_BCAST, "xhc-flat", TN_XPMEM, 1 << 20, false },
  { "scatter 64 KiB, parallel-read (cma)", TN_SCATTER, "parallel-read", TN_CMA, 65536, false },
  { "allreduce 64 KiB, ring (cma)", TN_ALLREDUCE, "ring", TN_CMA, 65536, false },
  { "barrier, dissemination", TN_BARRIER, "dissemination", TN_CMA, 0, false },
};
enum { N_FIGURES = G_N_ELEMENTS(figures) };

int tn_unmeasured_moves(const struct tn_platform *pf, enum tn_param p, double value, double ret[2])
{
  const struct tn_param_info *info = &tn_params[p];
  const struct tn_bounds range = tn_platform_bounds(pf, tn_platform_kernel(pf), p);
  const double error = tn_platform_param(pf, p).error;
  const double factor = info->power_of_two           ? 2
                        : !isnan(error) && error > 0 ? 1 + error
                                                     : exp(TN_PRIOR_DEVIATION);
  const bool whole = info->unit == TN_UNIT_BYTES || info->unit == TN_UNIT_COUNT;
  double wanted[] = { value * factor, value / factor };
  int n = 0;
  if (tn_bounds_are_stated(&range))
    return tn_bounds_ends(&range, value, ret);
  if (isnan(value) || isinf(value))
    return 0;
  if (info->unit == TN_UNIT_SHARING) {
    ret[n++] = tn_core_sharing_other(value);
    return n;
  }
  if (info->unit == TN_UNIT_CHOICE) {
    for (int c = 0; info->choices[c] && n < 2; c++)
      if (c != (int)value)
        ret[n++] = c;
    return n;
  }
  if (info->power_of_two)
    /* Only double the value: most parameters that are powers of two already have their smallest
     * value. */
    wanted[1] = wanted[0];
  if (info->unit == TN_UNIT_NONE && (info->max <= 1 || value <= 0)) {
    wanted[0] = fmin(info->max, 1);
    wanted[1] = info->min;
  }
  for (int i = 0; i < 2; i++) {
    const double moved = tn_param_clamp(p, whole ? floor(wanted[i]) : wanted[i]);
    if (moved < value || moved > value)
      ret[n++] = moved;
  }
  return n;
}

static enum tn_distance farthest(const struct tn_platform *pf)
{
  for (int d = TN_OTHER_PACKAGE; d > TN_SAME_CORE; d--) {
    struct tn_places *pair = tn_places_pair(pf, "core", (enum tn_distance)d, NULL);
    if (!pair)
      continue;
    tn_places_free(pair);
    return (enum tn_distance)d;
  }
  return TN_SAME_CORE;
}

static struct tn_case case_of(const struct tn_platform *pf, const struct figure *f)
{
  enum { DISTANCE };
  struct tn_case asked = { .platform = pf,
                           .mechanism = TN_JUST(f->mechanism),
                           .bytes = f->bytes,
                           .algorithm = tn_method_find(f->collective, f->algorithm) };
  if (f->is_pair) {
    asked.given = 1u << DISTANCE;
    asked.params[DISTANCE] = 1 + (int64_t)farthest(pf);
  } else {
    asked.ranks = MIN(tn_platform_n_cores(pf), MAX_RANKS);
    asked.mapping = "socket";
  }
  return asked;
}

static int by_change(gconstpointer a, gconstpointer b)
{
  const struct tn_unmeasured *x = a, *y = b;
  if (x->change > y->change || x->change < y->change)
    return x->change > y->change ? -1 : 1;
  return (int)x->param - (int)y->param;
}

/* Simulation of a typical time with one parameter moved. */
struct trial {
  int figure;
  guint point;      /* index of the point that has the platform's values */
  guint unmeasured; /* index in the array of struct tn_unmeasured */
  double moved;     /* the parameter's changed value */
  double before;    /* seconds with the platform's value of the parameter */
  guint number;
};

static bool add_trials(struct tn_trials *trials, const struct tn_platform *pf, struct trial trial,
                       const GArray *unmeasured, GArray *all, GError **error)
{
  const enum tn_kernel kernel = tn_platform_kernel(pf);
  const struct tn_case asked = case_of(pf, &figures[trial.figure]);
  for (trial.unmeasured = 0; trial.unmeasured < unmeasured->len; trial.unmeasured++) {
    const struct tn_unmeasured *l =
        &g_array_index(unmeasured, struct tn_unmeasured, trial.unmeasured);
    struct tn_param_value of_kernel;
    struct tn_point point;
    double moves[2];
    if (!tn_trials_charged(trials, trial.point, l->param) ||
        tn_platform_kernel_param(pf, kernel, l->param, &of_kernel))
      continue;
    const int n = tn_unmeasured_moves(pf, l->param, l->value, moves);
    for (int m = 0; m < n; m++) {
      if (!tn_param_accepts(l->param, moves[m]))
        continue;
      g_autofree struct tn_case *moved = tn_case_with(&asked, l->param, moves[m]);
      if (!tn_study_find(tn_trials_study(trials), moved, &point, error))
        return false;
      trial.moved = moves[m];
      trial.number = tn_trials_try(trials, &point);
      g_array_append_val(all, trial);
    }
  }
  return true;
}

/* Moves the parameters on which the typical times depend, and records the largest effect of each
 * parameter. */
static bool try_figures(struct tn_trials *trials, const struct tn_study *study,
                        const struct tn_platform *pf, const GArray *which, GArray *unmeasured,
                        GError **error)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct trial));
  guint n_done = 0;
  for (guint i = 0; i < which->len; i++) {
    const struct tn_outcome *o = tn_study_outcome(study, i);
    const struct trial trial = { .figure = g_array_index(which, int, i),
                                 .point = i,
                                 .before = o->result.avg };
    if (o->state != TN_DONE)
      continue;
    n_done++;
    if (!add_trials(trials, pf, trial, unmeasured, all, error))
      return false;
  }
  if (which->len > 0 && n_done == 0)
    return tn_study_refuse(error, UNSUPPORTED, "%s: no typical time could be simulated",
                           tn_platform_name(pf));
  if (!tn_study_run(tn_trials_study(trials), NULL, error))
    return false;
  for (guint i = 0; i < all->len; i++) {
    const struct trial *t = &g_array_index(all, struct trial, i);
    const struct tn_sim_result *r = tn_trials_answer(trials, t->number);
    struct tn_unmeasured *l = &g_array_index(unmeasured, struct tn_unmeasured, t->unmeasured);
    const double change = r ? fabs(r->avg / t->before - 1) : 0;
    if (!(change > l->change))
      continue;
    l->change = change;
    l->moved = t->moved;
    l->figure = figures[t->figure].name;
  }
  return true;
}

GArray *tn_unmeasured_of(const struct tn_platform *pf, GError **error)
{
  double values[TN_N_PARAMS];
  if (!tn_platform_values(pf, tn_platform_kernel(pf), NULL, 0, values, error))
    return NULL;
  g_autoptr(GArray) unmeasured = g_array_new(FALSE, FALSE, sizeof(struct tn_unmeasured));
  for (int p = 0; p < TN_N_PARAMS; p++) {
    struct tn_unmeasured l = { .param = (enum tn_param)p, .value = values[p], .moved = values[p] };
    const struct tn_param_value v = tn_platform_param(pf, l.param);
    l.is_default = strcmp(v.source, "default") == 0;
    l.is_unknown = tn_param_is_unknown(&v);
    if (tn_param_measured_by(l.param) &&
        !(tn_param_is_of_network(l.param) && tn_platform_n_nodes(pf) == 1) &&
        (l.is_default ? tn_params[p].preset.kind == TN_DEFAULT_VALUE
                      : l.is_unknown || tn_platform_is_inherited(pf, l.param)))
      g_array_append_val(unmeasured, l);
  }
  g_autoptr(GArray) which = g_array_new(FALSE, FALSE, sizeof(int));
  struct tn_study *study = tn_study_new(NULL);
  for (int f = 0; f < N_FIGURES; f++) {
    const struct tn_case asked = case_of(pf, &figures[f]);
    if (!figures[f].is_pair && asked.ranks < PAIR)
      continue;
    if (tn_study_add(study, &asked, NULL))
      g_array_append_val(which, f);
  }
  struct tn_trials *trials = tn_trials_new(study, NULL);
  const bool ok =
      tn_study_run(study, NULL, error) && try_figures(trials, study, pf, which, unmeasured, error);
  tn_trials_free(trials);
  tn_study_free(study);
  g_array_sort(unmeasured, by_change);
  return ok ? g_steal_pointer(&unmeasured) : NULL;
}
