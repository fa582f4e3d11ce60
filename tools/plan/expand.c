/* The inner axes of a plan: collective, algorithm, ranks, parameters by name, size. */
#include "expand.h"

#include "param.h"

#include <string.h>

#include "platform/quantity.h"

#define MAX_POINTS 1000000u

/* The values asked for of one parameter of one algorithm. */
struct values {
  int param;
  GArray *list; /* int64_t */
};

static void values_clear(void *data)
{
  g_array_unref(((struct values *)data)->list);
}

static int by_name(const void *x, const void *y)
{
  const struct tn_pair *const *a = x, *const *b = y;
  return strcmp((*a)->name, (*b)->name);
}

/* The parameters of `a` that were asked for, by name. */
static GArray *collect_values(const struct tn_plan *plan, const struct tn_algorithm *a, int n_ranks,
                              GError **error)
{
  GArray *all = g_array_new(FALSE, FALSE, sizeof(struct values));
  g_autoptr(GPtrArray) pairs = g_ptr_array_new();
  g_array_set_clear_func(all, values_clear);
  for (guint i = 0; i < plan->settings->params->len; i++)
    g_ptr_array_add(pairs, plan->settings->params->pdata[i]);
  g_ptr_array_sort(pairs, by_name);
  for (guint i = 0; i < pairs->len; i++) {
    const struct tn_pair *pair = pairs->pdata[i];
    bool is_alias = false;
    struct values v = { .param = tn_algorithm_param(a, pair->name, &is_alias) };
    if (v.param < 0)
      continue;
    for (guint j = 0; j < all->len; j++) {
      if (g_array_index(all, struct values, j).param != v.param)
        continue;
      g_set_error(error, TN_USAGE_ERROR, 0, "%s: %s and %s are one parameter (give one)",
                  pair->where, a->params[v.param].name, a->params[v.param].alias);
      g_array_unref(all);
      return NULL;
    }
    v.list = tn_param_read(&a->params[v.param], pair, is_alias, n_ranks, error);
    if (!v.list) {
      g_array_unref(all);
      return NULL;
    }
    g_array_append_val(all, v);
  }
  return all;
}

/* Where the text of what a study refused stands; NULL: the message says it all. */
static const char *where_of(const struct tn_settings *s, int code)
{
  switch ((enum tn_study_error)code) {
  case TN_STUDY_ROOT:
    return tn_settings_where(s, TN_OPT_ROOT);
  case TN_STUDY_SIZE:
    return tn_settings_where(s, TN_OPT_SIZE);
  case TN_STUDY_NOISE:
    return tn_settings_where(s, TN_OPT_NOISE);
  case TN_STUDY_ARRIVAL:
    return tn_settings_where(s, TN_OPT_ARRIVAL);
  case TN_STUDY_SETUP:
  case TN_STUDY_MECHANISM:
  case TN_STUDY_PARAM:
  case TN_STUDY_PLACES:
  case TN_STUDY_UNSUPPORTED:
    break;
  }
  return NULL;
}

static bool refuse_case(const struct tn_settings *s, GError **error, GError *why)
{
  const char *where = where_of(s, why->code);
  if (where)
    return tn_usage_prefix(error, why, where);
  g_set_error_literal(error, TN_USAGE_ERROR, 0, why->message);
  g_error_free(why);
  return false;
}

/* Whether the kind of experiment has a place for the ranks. */
static bool check_fit(const struct tn_plan *plan, const struct tn_case *asked, GError **error)
{
  GError *why = NULL;
  if (!plan->kind->fits || plan->kind->fits(plan->settings, asked->platform, asked->mapping,
                                            tn_case_ranks(asked), &why))
    return true;
  return tn_usage_prefix(error, why, tn_platform_name(asked->platform));
}

/* Appends one point unless `all` skips it. */
static bool add_point(struct tn_plan *plan, const struct tn_case *asked, bool named,
                      GError **error)
{
  struct tn_point point;
  GError *why = NULL;
  if (!check_fit(plan, asked, error))
    return false;
  if (!tn_study_find(plan->study, asked, &point, &why)) {
    if (named || why->code != TN_STUDY_UNSUPPORTED)
      return refuse_case(plan->settings, error, why);
    g_error_free(why);
    return true;
  }
  if (plan->kind->has_form && !plan->kind->has_form(&point)) {
    if (named)
      g_set_error(error, TN_USAGE_ERROR, 0, "%s: no closed form is known (see turnstile run)",
                  asked->algorithm->name);
    return !named;
  }
  if (tn_study_n(plan->study) >= MAX_POINTS) {
    g_set_error(error, TN_USAGE_ERROR, 0, "more than %u points (ask for fewer values)", MAX_POINTS);
    return false;
  }
  if (plan->kind->adjust)
    plan->kind->adjust(plan->settings, &point);
  tn_study_take(plan->study, &point);
  return true;
}

/* All sizes. */
static bool expand_sizes(struct tn_plan *plan, const struct tn_axes *axes, struct tn_case *asked,
                         bool named, GError **error)
{
  const guint n = asked->algorithm->sizeless ? 1 : axes->sizes->len;
  for (guint i = 0; i < n; i++) {
    asked->bytes = asked->algorithm->sizeless ? 0 : g_array_index(axes->sizes, size_t, i);
    if (!add_point(plan, asked, named, error))
      return false;
  }
  return true;
}

static bool expand_params(struct tn_plan *plan, const struct tn_axes *axes, struct tn_case *asked,
                          GArray *values, guint depth, bool named, GError **error)
{
  if (depth == values->len)
    return expand_sizes(plan, axes, asked, named, error);
  const struct values *v = &g_array_index(values, struct values, depth);
  asked->given |= 1u << v->param;
  for (guint i = 0; i < v->list->len; i++) {
    asked->params[v->param] = g_array_index(v->list, int64_t, i);
    if (!expand_params(plan, axes, asked, values, depth + 1, named, error))
      return false;
  }
  return true;
}

/* The first mechanism asked for that the algorithm has, its own or the transport's when none was asked
 * for; TN_N_MECHANISMS when it has none of them. What was named may be tried where the machine has
 * none. */
static enum tn_mechanism mechanism_of(const struct tn_axes *axes, int64_t list,
                                      const struct tn_algorithm *a, bool named)
{
  struct tn_case asked = axes->asked;
  asked.algorithm = a;
  for (int i = 0; i < tn_list_length(list); i++) {
    const enum tn_mechanism m = (enum tn_mechanism)tn_list_item(list, i);
    if (tn_algorithm_has(a, m))
      return m;
  }
  if (list != 0)
    return TN_N_MECHANISMS;
  const enum tn_mechanism own = tn_case_mechanism(&asked);
  return own == TN_N_MECHANISMS && named ? a->mechanisms[0] : own;
}

/* With n_ranks == 0 as many as the platform or the parameters make. */
static bool expand_ranks(struct tn_plan *plan, const struct tn_axes *axes,
                         const struct tn_algorithm *a, int n_ranks, bool named, GError **error)
{
  struct tn_case asked = axes->asked;
  const int upper = n_ranks ? n_ranks : tn_platform_default_ranks(asked.platform);
  asked.algorithm = a;
  asked.mechanism = TN_JUST(mechanism_of(axes, axes->mechanism, a, named));
  asked.ranks = n_ranks;
  g_autoptr(GArray) values = collect_values(plan, a, upper, error);
  return values && expand_params(plan, axes, &asked, values, 0, named, error);
}

static bool expand_algorithm(struct tn_plan *plan, const struct tn_axes *axes,
                             const struct tn_algorithm *a, bool named, GError **error)
{
  const char *text = tn_settings_get(plan->settings, TN_OPT_RANKS);
  g_autoptr(GArray) ranks = NULL;
  GError *why = NULL;
  if (!text)
    return expand_ranks(plan, axes, a, 0, named, error);
  if (!tn_parse_ints(text, 1, 1000000, 0, &ranks, &why))
    return tn_usage_prefix(error, why, tn_settings_where(plan->settings, TN_OPT_RANKS));
  for (guint i = 0; i < ranks->len; i++)
    if (!expand_ranks(plan, axes, a, (int)g_array_index(ranks, int64_t, i), named, error))
      return false;
  return true;
}

static bool has_algorithms(enum tn_collective collective)
{
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
    if ((*a)->collective == collective)
      return true;
  return false;
}

/* Algorithms that the word selects: `all` but what libraries would take, `cma`, or one by name. */
static bool select_word(const struct tn_plan *plan, enum tn_collective collective, const char *word,
                        GPtrArray *ret, GError **error)
{
  const bool all = strcmp(word, "all") == 0, cma = strcmp(word, "cma") == 0;
  struct tn_calling calling;
  if (!has_algorithms(collective)) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%s: not available yet (see turnstile list algorithms)",
                tn_collective_names[collective]);
    return false;
  }
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
    if ((*a)->collective == collective && ((all && !(*a)->decide) || (cma && (*a)->cma_native)))
      g_ptr_array_add(ret, (void *)*a);
  if (all || cma)
    return true;
  if (!tn_read_algorithm(collective, tn_settings_where(plan->settings, TN_OPT_ALGORITHM), word,
                         &calling, error))
    return false;
  g_ptr_array_add(ret, (void *)calling.algorithm);
  if (calling.library != TN_OWN_NAME)
    g_hash_table_insert(plan->called, (void *)calling.algorithm,
                        GINT_TO_POINTER(calling.library));
  return true;
}

/* Every parameter asked for must be one that some selected algorithm has. */
static bool check_params(const struct tn_plan *plan, const GPtrArray *algorithms, GError **error)
{
  for (guint i = 0; i < plan->settings->params->len; i++) {
    const struct tn_pair *pair = plan->settings->params->pdata[i];
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    bool found = false, is_alias;
    for (guint j = 0; j < algorithms->len; j++) {
      const struct tn_algorithm *a = algorithms->pdata[j];
      found = found || tn_algorithm_param(a, pair->name, &is_alias) >= 0;
      for (int k = 0; k < tn_algorithm_n_params(a); k++)
        g_ptr_array_add(known, (void *)a->params[k].name);
    }
    g_ptr_array_add(known, NULL);
    if (!found)
      return tn_usage_unknown(error, pair->where, "parameter", pair->name,
                              (const char *const *)known->pdata);
  }
  return true;
}

/* The mechanisms of one list of alternatives, for people; transfer full. */
static char *name_mechanisms(int64_t list)
{
  GString *names = g_string_new(NULL);
  for (int i = 0; i < tn_list_length(list); i++)
    g_string_append_printf(names, "%s%s", i ? " or " : "",
                           tn_mechanism_names[tn_list_item(list, i)]);
  return g_string_free(names, FALSE);
}

static bool refuse_mechanism(const struct tn_plan *plan, const struct tn_axes *axes,
                             const struct tn_algorithm *a, GError **error)
{
  g_autoptr(GString) known = g_string_new(NULL);
  g_autofree char *asked = name_mechanisms(axes->mechanism);
  for (int i = 0; i < a->n_mechanisms; i++)
    g_string_append_printf(known, "%s%s", i ? ", " : "", tn_mechanism_names[a->mechanisms[i]]);
  g_set_error(error, TN_USAGE_ERROR, 0, "%s: %s has no mechanism %s (it has %s)",
              tn_settings_where(plan->settings, TN_OPT_MECHANISM), a->name, asked, known->str);
  return false;
}

/* Whether the algorithm has a mechanism of those asked for. */
static bool has_any(const struct tn_axes *axes, const struct tn_algorithm *a)
{
  for (guint m = 0; m < axes->mechanisms->len; m++)
    if (mechanism_of(axes, g_array_index(axes->mechanisms, int64_t, m), a, true) !=
        TN_N_MECHANISMS)
      return true;
  return false;
}

/* The algorithms under one mechanism: those that have it. One that was named must have one of
 * those asked for, and each of these must be some algorithm's where all were named. */
static bool expand_mechanism(struct tn_plan *plan, const struct tn_axes *axes,
                             const GPtrArray *algorithms, GHashTable *named, GError **error)
{
  guint n_without = 0;
  for (guint i = 0; i < algorithms->len; i++) {
    const struct tn_algorithm *a = algorithms->pdata[i];
    const bool is_named = g_hash_table_contains(named, a);
    const bool has_it =
      mechanism_of(axes, axes->mechanism, a, is_named) != TN_N_MECHANISMS;
    n_without += is_named && !has_it;
    if (!has_it && is_named && (algorithms->len == 1 || !has_any(axes, a)))
      return refuse_mechanism(plan, axes, a, error);
    if (has_it && !expand_algorithm(plan, axes, a, is_named, error))
      return false;
  }
  if (n_without == 0 || n_without < algorithms->len)
    return true;
  g_autofree char *asked = name_mechanisms(axes->mechanism);
  g_set_error(error, TN_USAGE_ERROR, 0, "%s: none of the algorithms named has the mechanism %s",
              tn_settings_where(plan->settings, TN_OPT_MECHANISM), asked);
  return false;
}

/* Adds the algorithms it selects to `all`. */
static bool expand_collective(struct tn_plan *plan, struct tn_axes *axes, GPtrArray *all,
                              GError **error)
{
  const struct tn_settings *s = plan->settings;
  g_auto(GStrv) words = g_strsplit(tn_settings_get(s, TN_OPT_ALGORITHM), ",", -1);
  g_autoptr(GPtrArray) algorithms = g_ptr_array_new();
  GHashTable *named = g_hash_table_new(NULL, NULL);
  bool ok = true;
  if (s->value[TN_OPT_ROOT] && !tn_collective_rooted(axes->collective)) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%s: %s has no root", tn_settings_where(s, TN_OPT_ROOT),
                tn_collective_names[axes->collective]);
    ok = false;
  }
  for (int i = 0; ok && words[i]; i++) {
    const guint before = algorithms->len;
    ok = select_word(plan, axes->collective, words[i], algorithms, error);
    if (strcmp(words[i], "all") != 0 && strcmp(words[i], "cma") != 0 && algorithms->len > before)
      g_hash_table_add(named, algorithms->pdata[before]);
  }
  for (guint i = 0; ok && i < algorithms->len; i++)
    g_ptr_array_add(all, algorithms->pdata[i]);
  for (guint m = 0; ok && m < axes->mechanisms->len; m++) {
    axes->mechanism = g_array_index(axes->mechanisms, int64_t, m);
    ok = expand_mechanism(plan, axes, algorithms, named, error);
  }
  g_hash_table_unref(named);
  return ok;
}

bool tn_expand_collectives(struct tn_plan *plan, struct tn_axes *axes, GError **error)
{
  const char *names[TN_N_COLLECTIVES + 1] = { NULL };
  const char *text = tn_settings_get(plan->settings, TN_OPT_COLLECTIVE);
  g_autoptr(GPtrArray) algorithms = g_ptr_array_new();
  if (!text) {
    g_set_error(error, TN_USAGE_ERROR, 0,
                "no collective (-c NAME; see turnstile list collectives)");
    return false;
  }
  memcpy(names, tn_collective_names, sizeof(tn_collective_names));
  g_auto(GStrv) words = g_strsplit(text, ",", -1);
  for (int i = 0; words[i]; i++) {
    const int found = tn_name_find(names, words[i]);
    if (found < 0)
      return tn_usage_unknown(error, tn_settings_where(plan->settings, TN_OPT_COLLECTIVE),
                              "collective", words[i], names);
    axes->collective = (enum tn_collective)found;
    if (!expand_collective(plan, axes, algorithms, error))
      return false;
  }
  return check_params(plan, algorithms, error) &&
         tn_effect_check(plan->settings, algorithms, error);
}
