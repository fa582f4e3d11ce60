/* Expands a plan's innermost axes: parameters, also of a composition's roles, and sizes. */
#include "expand.h"

#include "param.h"
#include "study/case_call.h"
#include "study/closed_form.h"

#include <string.h>

#define MAX_POINTS 1000000u

/* Requested values of a name: an algorithm's parameter, a composition's role (the values are
 * algorithms), or a parameter of a role's algorithms. */
struct values {
  int param; /* index of the algorithm's parameter; -1 if the name is not a parameter of it */
  /* int64_t: values; NULL if they are read separately for each algorithm of the role */
  GArray *list;
  int role;
  /* struct tn_method: algorithms that are the values of a role; NULL for a parameter */
  GPtrArray *algorithms;
  const struct tn_pair *pair; /* borrowed */
  /* parameter's name after the role's in pair->name; NULL for a role alone */
  const char *name;
  bool is_used; /* true if one of the role's algorithms has the parameter */
};

static void values_clear(void *data)
{
  struct values *v = data;
  if (v->list)
    g_array_unref(v->list);
  if (v->algorithms)
    g_ptr_array_unref(v->algorithms);
}

static int by_name(const void *x, const void *y)
{
  const struct tn_pair *const *a = x, *const *b = y;
  return strcmp((*a)->name, (*b)->name);
}

static GPtrArray *read_role(const struct tn_method *a, int role, const struct tn_pair *pair,
                            GError **error)
{
  enum tn_collective collective = a->collective;
  g_auto(GStrv) words = g_strsplit(pair->value, ",", -1);
  GPtrArray *all = g_ptr_array_new();
  tn_role_find_collective(a->collective, role, &collective);
  for (int i = 0; words[i]; i++) {
    g_autofree char *where = g_strdup_printf("%s: %s", pair->where, pair->name);
    struct tn_library_word meaning;
    if (!tn_read_algorithm(collective, where, words[i], &meaning, error)) {
      g_ptr_array_unref(all);
      return NULL;
    }
    if (meaning.algorithm->runs->composed) {
      tn_usage(error,
               "%s: a composition cannot contain compositions (levels accepts several: "
               "levels=llc+package)",
               where);
      g_ptr_array_unref(all);
      return NULL;
    }
    g_ptr_array_add(all, (void *)meaning.algorithm);
  }
  return all;
}

/* Reads the values of `pair` if its name is a parameter or role of `a`. *ret_found: true if it
 * is. */
static bool read_values(const struct tn_method *a, const struct tn_pair *pair, int n_ranks,
                        struct values *ret, bool *ret_found, GError **error)
{
  bool is_alias = false;
  *ret = (struct values){ .param = tn_alg_params_find(a->params, pair->name, &is_alias),
                          .pair = pair };
  *ret_found = ret->param >= 0;
  if (ret->param >= 0) {
    ret->list = tn_param_read(&a->params[ret->param], pair, is_alias, n_ranks, error);
    return ret->list != NULL;
  }
  ret->role = a->runs->composed ? tn_role_find(a->collective, pair->name, &ret->name) : -1;
  *ret_found = ret->role >= 0;
  if (ret->role < 0 || ret->name)
    return true;
  ret->algorithms = read_role(a, ret->role, pair, error);
  return ret->algorithms != NULL;
}

/* Collects the values that the user gave for parameters and roles of `a`, by name. */
static GArray *collect_values(const struct tn_plan *plan, const struct tn_method *a, int n_ranks,
                              GError **error)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct values));
  g_autoptr(GPtrArray) pairs = g_ptr_array_new();
  g_array_set_clear_func(all, values_clear);
  for (guint i = 0; !plan->kind->replacements.is_all && i < plan->settings->params->len; i++)
    g_ptr_array_add(pairs, plan->settings->params->pdata[i]);
  g_ptr_array_sort(pairs, by_name);
  for (guint i = 0; i < pairs->len; i++) {
    struct values v;
    bool is_found;
    if (!read_values(a, pairs->pdata[i], n_ranks, &v, &is_found, error))
      return NULL;
    if (!is_found)
      continue;
    g_array_append_val(all, v);
    for (guint j = 0; j + 1 < all->len; j++) {
      if (v.param < 0 || g_array_index(all, struct values, j).param != v.param)
        continue;
      return tn_usage_null(error, "%s: %s and %s are the same parameter (give one)", v.pair->where,
                           a->params[v.param].name, a->params[v.param].alias);
    }
  }
  return g_steal_pointer(&all);
}

/* Option to name in the message, for errors by which a study refuses a point. Messages of other
 * errors name the cause already. */
static const enum tn_option refused_by[] = { [TN_STUDY_ROOT] = TN_OPT_ROOT,
                                             [TN_STUDY_SIZE] = TN_OPT_SIZE,
                                             [TN_STUDY_COUNTS] = TN_OPT_COUNTS,
                                             [TN_STUDY_NOISE] = TN_OPT_NOISE,
                                             [TN_STUDY_ARRIVAL] = TN_OPT_ARRIVAL };

static bool refuse_case(const struct tn_plan *plan, GError **error, GError *why)
{
  const enum tn_option o = refused_by[why->code];
  const bool is_taken = o == TN_OPT_SIZE && plan->kind->replacements.sizes;
  g_propagate_error(error, why);
  return tn_usage_prefix(error, is_taken ? plan->kind->replacements.where
                                : o      ? tn_options_where(plan->settings, o)
                                         : NULL);
}

/* State of the expansion of one algorithm: the product of its parameters and sizes. */
struct product {
  struct tn_plan *plan;
  const struct tn_axes *axes;
  GArray *values; /* struct values: the values to combine */
  struct tn_case asked;
  struct tn_nested nested; /* algorithms chosen for the roles, if the algorithm is a composition */
  int n_ranks;             /* number of ranks, the p in ranges such as 1..p-1 */
  /* true if the user named the algorithm; otherwise points that cannot run are omitted */
  bool named;
  /* true if a role has several algorithms: compositions that cannot run are omitted, unless none
   * can run */
  bool of_several;
  GError *first_refused;
};

/* Handles a point that cannot run: fails if the user named the algorithm, else omits the point. */
static bool refuse_point(struct product *p, GError *why, GError **error)
{
  const bool is_impossible =
      why->code == TN_STUDY_UNSUPPORTED || (p->of_several && why->code == TN_STUDY_MECHANISM);
  if (!is_impossible || (p->named && !p->of_several))
    return refuse_case(p->plan, error, why);
  if (p->named && !p->first_refused)
    p->first_refused = why;
  else
    g_error_free(why);
  return true;
}

/* Appends one point. If it cannot run and the user did not name the algorithm, the point is
 * omitted. */
static bool add_point(struct product *p, GError **error)
{
  struct tn_plan *plan = p->plan;
  struct tn_case *asked = &p->asked;
  struct tn_point point;
  struct tn_cost unused;
  GError *why = NULL;
  if (plan->kind->fits && !plan->kind->fits(plan->settings, asked->platform, asked->mapping,
                                            tn_case_call(asked).n_ranks, error))
    return tn_usage_prefix(error, tn_platform_name(asked->platform));
  if (!tn_study_find(plan->study, asked, &point, &why))
    return refuse_point(p, why, error);
  if (plan->kind->is_modelled && !tn_closed_form(&point, &unused)) {
    if (p->named)
      tn_usage(error, "%s: no closed form is known", asked->algorithm->name);
    return !p->named;
  }
  if (tn_study_n(plan->study) >= MAX_POINTS)
    return tn_usage(error, "more than %u points (ask for fewer values)", MAX_POINTS);
  tn_study_take(plan->study, &point);
  return true;
}

/* Adds a point for each noise and seed; only one seed if nothing is random. */
static bool expand_noises(struct product *p, GError **error)
{
  const struct tn_plan *plan = p->plan;
  struct tn_conditions own = *tn_study_conditions(plan->study);
  const bool is_drawn = own.arrival || plan->kind->most_calls || plan->noises->len == 1;
  bool ok = true;
  p->asked.conditions = &own;
  for (guint i = 0; ok && i < plan->noises->len; i++) {
    own.noise = plan->noises->pdata[i];
    for (guint k = 0; ok && k < (is_drawn || own.noise ? plan->seeds->len : 1); k++) {
      const int64_t seed = g_array_index(plan->seeds, int64_t, k);
      own.seed = seed == 0 ? TN_REALLY_ZERO : seed;
      ok = add_point(p, error);
    }
  }
  p->asked.conditions = NULL;
  return ok;
}

static bool expand_sizes(struct product *p, GError **error)
{
  const bool sizeless = p->asked.algorithm->sizeless || p->asked.counts;
  const guint n = sizeless ? 1 : p->axes->sizes->len;
  for (guint i = 0; i < n; i++) {
    p->asked.bytes = sizeless ? 0 : g_array_index(p->axes->sizes, size_t, i);
    if (!expand_noises(p, error))
      return false;
  }
  return true;
}

static bool expand_params(struct product *p, guint depth, GError **error);

/* Expands a role's algorithms. The same algorithm performs the return phase, unless another one is
 * given. */
static bool expand_role(struct product *p, struct values *v, guint depth, GError **error)
{
  const struct tn_nested before = p->nested;
  bool ok = true;
  for (guint i = 0; ok && i < v->algorithms->len; i++) {
    p->nested.part[v->role] = tn_nested_choice_make(v->algorithms->pdata[i]);
    tn_nested_complete(&p->nested, p->asked.algorithm->collective, TN_MAX_LEVELS_NAMED);
    ok = expand_params(p, depth + 1, error);
    p->nested = before;
  }
  return ok;
}

/* Expands a parameter of the role's algorithm, if it has this parameter. */
static bool expand_role_param(struct product *p, struct values *v, guint depth, GError **error)
{
  struct tn_nested_choice *part = &p->nested.part[v->role];
  bool is_alias = false;
  const int n =
      part->algorithm ? tn_alg_params_find(part->algorithm->params, v->name, &is_alias) : -1;
  if (n < 0)
    return expand_params(p, depth + 1, error);
  const int64_t before = part->params[n];
  g_autoptr(GArray) list =
      tn_param_read(&part->algorithm->params[n], v->pair, is_alias, p->n_ranks, error);
  bool ok = list != NULL;
  v->is_used = true;
  for (guint i = 0; ok && i < list->len; i++) {
    part->params[n] = g_array_index(list, int64_t, i);
    ok = expand_params(p, depth + 1, error);
  }
  part->params[n] = before;
  return ok;
}

static bool expand_params(struct product *p, guint depth, GError **error)
{
  if (depth == p->values->len)
    return expand_sizes(p, error);
  struct values *v = &g_array_index(p->values, struct values, depth);
  if (v->algorithms)
    return expand_role(p, v, depth, error);
  if (v->param < 0)
    return expand_role_param(p, v, depth, error);
  p->asked.given |= 1u << v->param;
  for (guint i = 0; i < v->list->len; i++) {
    p->asked.params[v->param] = g_array_index(v->list, int64_t, i);
    if (!expand_params(p, depth + 1, error))
      return false;
  }
  return true;
}

static bool names_several(const GArray *values)
{
  for (guint i = 0; i < values->len; i++) {
    const struct values *v = &g_array_index(values, struct values, i);
    if (v->algorithms && v->algorithms->len > 1)
      return true;
  }
  return false;
}

/* Checks that each parameter of a role belongs to one of its algorithms. */
static bool check_roles(const struct product *p, GError **error)
{
  for (guint i = 0; i < p->values->len; i++) {
    const struct values *v = &g_array_index(p->values, struct values, i);
    if (v->param >= 0 || v->algorithms || v->is_used)
      continue;
    return tn_usage(error, "%s: no algorithm that was named for %.*s has a parameter \"%s\"",
                    v->pair->where, (int)(v->name - v->pair->name - 1), v->pair->name, v->name);
  }
  return true;
}

bool tn_expand_product(struct tn_plan *plan, const struct tn_axes *axes,
                       const struct tn_case *asked, bool named, GError **error)
{
  struct product p = { .plan = plan, .axes = axes, .asked = *asked, .named = named };
  const guint before = tn_study_n(plan->study);
  p.n_ranks = tn_case_usual_ranks(asked);
  p.asked.nested = asked->algorithm->runs->composed ? &p.nested : NULL;
  g_autoptr(GArray) values = collect_values(plan, asked->algorithm, p.n_ranks, error);
  if (!values)
    return false;
  p.values = values;
  p.of_several = names_several(values);
  const bool ok = expand_params(&p, 0, error) && check_roles(&p, error);
  if (ok && p.first_refused && tn_study_n(plan->study) == before)
    return refuse_case(plan, error, p.first_refused);
  g_clear_error(&p.first_refused);
  return ok;
}
