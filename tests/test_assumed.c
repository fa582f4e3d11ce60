/* Lists of assumed parameters are complete: an assumed parameter that changes a time when moved is
 * in the list of that point, and a parameter without any effect is in no list. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "perturb/assumed.h"
#include "plan/points.h"
#include "platform/params.h"

/* Times are printed in us with six digits. */
#define PRINTED 1e-12

/* The first two unless TN_TEST_FULL is set. */
static const char *const platforms[] = { "epyc-7763", "knl",       "csx48",
                                         "broadwell", "graviton3", "xeon-8480" };
#define BRIEF 2

/* Experiments that together read nearly all parameters. */
static const char *const experiments[] = {
  "-c scatter -a parallel-read,knem-linear -n 4 -s 20000 --kernel linux-6",
  "-c scatter -a parallel-read -n 3 -s 2M --backing thp,hugetlb",
  "-c bcast -a direct-write,binomial,xhc-flat -n 6 -s 20000 --mechanism cma,xpmem --mapping socket",
  "-c bcast -a binomial,xhc-flat -n 6 -s 100000 --mechanism cma,memfd,cico --mapping socket",
  "-c bcast -a linear,scatter-allgather -n 4 -s 64,20000 --mechanism cma,cico --buffers cold",
  "-c bcast -a xhc-tree -n 8 -s 8 -P sync=single-writer,atomic --mapping numa",
  "-c allreduce -a xhc-flat,ring -n 6 -s 64,20000 --mechanism xpmem,cico",
  "-c alltoall -a pairwise,pairwise-p2p -n 4 -s 20000 --mechanism cma,cico --buffers new",
  "-c allgather -a ring-source-read,ring -n 6 -s 70000 --mechanism cma,cico,xpmem --mapping socket",
  "-c barrier -a dissemination,xhc-flat -n 6 --mapping socket",
  "-c barrier -a dissemination,xhc-flat -n 8 --mapping pu",
  "-c scatter -a parallel-read -n 40 -s 1M --mapping socket --mechanism cma,xpmem --warmup 0",
  "-c scatter -a parallel-read -n 64 -s 4M",
  "-c bcast -a direct-read,xhc-flat -n 32 -s 400000 --mechanism cma,xpmem --buffers cold",
  "-c bcast -a linear,binomial -n 4 -s 3000,6000,12000,50000 --mechanism cico,cma",
  "-c allgather -a ring-source-read -n 64 -s 4000 --mechanism xpmem",
  "-c bcast -a direct-read -n 6 -s 16M --mechanism xpmem --mapping socket",
};

/* Returns NULL if the platform has fewer places than the experiment has ranks. */
static struct tn_plan *plan_of(struct tn_options **ret_settings, const char *platform,
                               const char *experiment, const char *set)
{
  GError *error = NULL;
  g_autofree char *line = g_strdup_printf("-p %s %s --jobs 1%s%s", platform, experiment,
                                          set ? " --set " : "", set ? set : "");
  g_auto(GStrv) words = g_strsplit(line, " ", -1);
  *ret_settings = tn_options_parse(TN_CMD_RUN, (int)g_strv_length(words), words, &error);
  cr_assert_not_null(*ret_settings, "%s: %s", line, error ? error->message : "");
  struct tn_plan *plan = tn_plan_new(*ret_settings, NULL, &error);
  if (!plan && strstr(error->message, "ranks do not fit")) {
    g_error_free(error);
    tn_options_free(*ret_settings);
    return NULL;
  }
  cr_assert_not_null(plan, "%s: %s", line, error ? error->message : "");
  cr_assert(tn_study_run(plan->study, NULL, &error));
  return plan;
}

static bool has(const GArray *list, enum tn_param p)
{
  for (guint i = 0; i < list->len; i++)
    if (g_array_index(list, enum tn_param, i) == p)
      return true;
  return false;
}

/* Returns the parameter's value times a factor as text, or NULL if it cannot be moved. */
static char *moved(enum tn_param p, double value, double factor)
{
  const struct tn_param_info *info = &tn_params[p];
  double other = info->unit == TN_UNIT_CHOICE ? (value > 0.0 ? 0.0 : 1.0) : value * factor;
  if (info->unit == TN_UNIT_COUNT || info->unit == TN_UNIT_BYTES)
    other = floor(other);
  if (value == 0.0 && info->unit == TN_UNIT_NONE)
    other = fmin(info->max, 1.0); /* a fraction, or a multiple */
  if (!isfinite(value) || other == value || !tn_param_accepts(p, other))
    return NULL;
  g_autofree char *text = tn_param_format(p, other);
  return g_strdup_printf("%s=%s", info->name, text);
}

/* Setting a gamma also selects its law, and is then not a move of the value. */
static bool chooses_law(enum tn_param p, const double *values)
{
  return values[TN_P_LOCK_LINES] > 0.0 &&
         (p == TN_P_GAMMA_A || p == TN_P_GAMMA_B || p == TN_P_GAMMA_CROSS);
}

static bool listed[TN_N_PARAMS], effective[TN_N_PARAMS];

/* Counts the points that have the parameter in their lists. */
static guint n_listed(const GPtrArray *lists, enum tn_param p)
{
  guint n = 0;
  for (guint i = 0; i < lists->len; i++)
    n += has(lists->pdata[i], p);
  return n;
}

/* Returns for each point whether another setting changes its time. Transfer full. */
static bool *changed_by(const struct tn_plan *plan, const char *platform, const char *experiment,
                        const char *set)
{
  struct tn_options *settings;
  struct tn_plan *other = plan_of(&settings, platform, experiment, set);
  bool *changed = g_new(bool, tn_study_n(plan->study));
  cr_assert_eq(tn_study_n(other->study), tn_study_n(plan->study));
  for (guint i = 0; i < tn_study_n(plan->study); i++)
    changed[i] = fabs(tn_study_outcome(plan->study, i)->result.avg -
                      tn_study_outcome(other->study, i)->result.avg) > PRINTED;
  tn_plan_free(other);
  tn_options_free(settings);
  return changed;
}

static const double factors[] = { 0.5, 2.0 };

/* Moves one parameter: each changed time must have it in its list. If all lists have it, one effect
 * is enough. */
static void try_param(const struct tn_plan *plan, const char *platform, const char *experiment,
                      const GPtrArray *lists, enum tn_param p)
{
  const bool in_all = n_listed(lists, p) == lists->len;
  for (size_t f = 0; f < G_N_ELEMENTS(factors) && !(in_all && effective[p]); f++) {
    const struct tn_point *first = tn_study_point(plan->study, 0);
    const double *values = first->setup->values;
    g_autofree char *set = chooses_law(p, values) ? NULL : moved(p, values[p], factors[f]);
    if (!set)
      continue;
    g_autofree bool *changed = changed_by(plan, platform, experiment, set);
    for (guint i = 0; i < tn_study_n(plan->study); i++) {
      g_autofree char *what = tn_point_describe(tn_study_point(plan->study, i));
      cr_expect(!changed[i] || has(lists->pdata[i], p),
                "%s: %s changes the time, but it is not in the list", what, set);
      effective[p] = effective[p] || changed[i];
    }
  }
}

/* Returns true if a time changes when all of `params` that are in no list are moved together. */
static bool unlisted_move(const struct tn_plan *plan, const char *platform, const char *experiment,
                          const GPtrArray *lists, const bool params[TN_N_PARAMS])
{
  const double *values = tn_study_point(plan->study, 0)->setup->values;
  bool any = false;
  for (size_t f = 0; f < G_N_ELEMENTS(factors); f++) {
    g_autoptr(GString) all = g_string_new(NULL);
    for (int p = 0; p < TN_N_PARAMS; p++) {
      const bool is_one = params[p] && !chooses_law((enum tn_param)p, values) &&
                          n_listed(lists, (enum tn_param)p) == 0;
      g_autofree char *set = is_one ? moved((enum tn_param)p, values[p], factors[f]) : NULL;
      if (set)
        g_string_append_printf(all, "%s%s", all->len ? " --set " : "", set);
    }
    g_autofree bool *changed = changed_by(plan, platform, experiment, all->len ? all->str : NULL);
    for (guint i = 0; i < tn_study_n(plan->study); i++)
      any = any || changed[i];
  }
  return any;
}

static void try_experiment(const char *platform, const char *experiment)
{
  struct tn_options *settings;
  struct tn_plan *plan = plan_of(&settings, platform, experiment, NULL);
  if (!plan)
    return;
  g_autoptr(GPtrArray) lists = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  bool assumed[TN_N_PARAMS] = { false };
  for (guint i = 0; i < tn_study_n(plan->study); i++) {
    g_autoptr(GArray) one = g_array_new(FALSE, FALSE, sizeof(guint));
    g_array_append_val(one, i);
    cr_assert_eq(tn_study_outcome(plan->study, i)->state, TN_DONE);
    GArray *list = tn_assumed_of(plan->study, one, false);
    g_ptr_array_add(lists, list);
    for (guint k = 0; k < list->len; k++)
      listed[g_array_index(list, enum tn_param, k)] = true;
    for (int p = 0; p < TN_N_PARAMS; p++)
      assumed[p] =
          assumed[p] || tn_is_assumed(tn_study_point(plan->study, i)->setup, (enum tn_param)p);
  }
  assumed[TN_P_DEFAULT_RANKS] = false;
  /* Parameters in no list are moved one by one only if they have an effect together, or in a full run. */
  const bool each =
      g_getenv("TN_TEST_FULL") || unlisted_move(plan, platform, experiment, lists, assumed);
  for (int p = 0; p < TN_N_PARAMS; p++)
    if (assumed[p] && (each || n_listed(lists, (enum tn_param)p) > 0))
      try_param(plan, platform, experiment, lists, (enum tn_param)p);
  tn_plan_free(plan);
  tn_options_free(settings);
}

Test(assumed, what_moves_a_time_is_listed_and_what_is_listed_moves_one)
{
  const size_t n = g_getenv("TN_TEST_FULL") ? G_N_ELEMENTS(platforms) : BRIEF;
  for (size_t p = 0; p < n; p++)
    for (size_t e = 0; e < G_N_ELEMENTS(experiments); e++)
      try_experiment(platforms[p], experiments[e]);
  for (int p = 0; p < TN_N_PARAMS; p++)
    cr_expect(!listed[p] || effective[p], "%s is listed, but never of any effect",
              tn_params[p].name);
}
