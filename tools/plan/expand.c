/* The inner axes of a plan: collective, algorithm, ranks, parameters by name, size. */
#include "expand.h"

#include "measured.h"
#include "param.h"

#include <string.h>

#include "platform/quantity.h"

#define MAX_POINTS 10000000u

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

/* Appends one point unless `all` skips it. */
static bool add_point(struct tn_plan *plan, const struct tn_axes *axes, struct tn_point *point,
                      bool named, GError **error)
{
  const struct tn_algorithm *a = point->algorithm;
  if (!tn_size_check(plan, point, error))
    return false;
  const char *why = a->unsupported ? a->unsupported(&point->call) : NULL;
  if (!why && axes->has_form && !axes->has_form(point))
    why = "no closed form is known (see turnstile run)";
  if (why && named)
    g_set_error(error, TN_USAGE_ERROR, 0, "%s: %s", a->name, why);
  if (why)
    return !named;
  if (plan->points->len >= MAX_POINTS) {
    g_set_error(error, TN_USAGE_ERROR, 0, "more than %u points (ask for fewer values)", MAX_POINTS);
    return false;
  }
  g_array_append_val(plan->points, *point);
  return true;
}

static const struct tn_places *find_places(struct tn_plan *plan, const struct tn_axes *axes,
                                           const struct tn_point *point, GError **error)
{
  const struct tn_platform *pf = axes->setup->platform;
  const struct tn_algorithm *a = point->algorithm;
  const char *mapping = point->mapping;
  const int64_t distance = a->crew.distant ? point->call.params[a->crew.param] : 0;
  const guint n = plan->points->len;
  GError *why = NULL;
  if (n > axes->first && distance == 0) {
    const struct tn_point *last = &g_array_index(plan->points, struct tn_point, n - 1);
    if (!last->algorithm->crew.distant && last->platform == axes->platform &&
        strcmp(last->mapping, mapping) == 0 && last->places->n == point->call.n_ranks)
      return last->places;
  }
  struct tn_places *places =
    distance > 0 ? tn_places_pair(pf, mapping, (enum tn_distance)(distance - 1), &why) :
    plan->settings->command == TN_CMD_MEASURE ?
                   tn_measured_places(plan->settings, pf, mapping, point->call.n_ranks, &why) :
                   tn_places_new(pf, mapping, point->call.n_ranks, &why);
  if (places)
    g_ptr_array_add(plan->places, places);
  else
    tn_usage_prefix(error, why, tn_platform_name(pf));
  return places;
}

/* All sizes, now that the parameters are known, and with them the ranks unless they were said. */
static bool expand_sizes(struct tn_plan *plan, const struct tn_axes *axes, struct tn_point *point,
                         bool named, GError **error)
{
  const struct tn_algorithm *a = point->algorithm;
  const int64_t n_ranks = tn_algorithm_ranks(a, &point->call);
  if (n_ranks > 0 && !tn_settings_get(plan->settings, TN_OPT_RANKS))
    point->call.n_ranks = (int)n_ranks;
  if (axes->root >= point->call.n_ranks) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%s: rank %d of %d (0..%d are accepted)",
                tn_settings_where(plan->settings, TN_OPT_ROOT), axes->root, point->call.n_ranks,
                point->call.n_ranks - 1);
    return false;
  }
  point->places = find_places(plan, axes, point, error);
  if (!point->places)
    return false;
  point->call.block = 0;
  if (a->sizeless)
    return add_point(plan, axes, point, named, error);
  for (guint i = 0; i < axes->sizes->len; i++) {
    point->call.block = g_array_index(axes->sizes, size_t, i);
    if (!add_point(plan, axes, point, named, error))
      return false;
  }
  return true;
}

static bool expand_params(struct tn_plan *plan, const struct tn_axes *axes, struct tn_point *point,
                          GArray *values, guint depth, bool named, GError **error)
{
  if (depth == values->len)
    return expand_sizes(plan, axes, point, named, error);
  const struct values *v = &g_array_index(values, struct values, depth);
  for (guint i = 0; i < v->list->len; i++) {
    point->call.params[v->param] = g_array_index(v->list, int64_t, i);
    if (!expand_params(plan, axes, point, values, depth + 1, named, error))
      return false;
  }
  return true;
}

/* The first mechanism asked for that the algorithm has, its own when none was asked for;
 * TN_N_MECHANISMS when it has none of them. */
static enum tn_mechanism mechanism_of(int64_t list, const struct tn_algorithm *a)
{
  for (int i = 0; i < tn_list_length(list); i++) {
    const enum tn_mechanism m = (enum tn_mechanism)tn_list_item(list, i);
    if (tn_algorithm_has(a, m))
      return m;
  }
  return list == 0 ? a->mechanisms[0] : TN_N_MECHANISMS;
}

static bool expand_ranks(struct tn_plan *plan, const struct tn_axes *axes,
                         const struct tn_algorithm *a, int n_ranks, bool named, GError **error)
{
  struct tn_point point = { .platform = axes->platform, .setup = axes->setup, .algorithm = a };
  point.backing = axes->backing;
  point.mechanism = mechanism_of(axes->mechanism, a);
  point.buffers = axes->buffers;
  point.mapping = axes->mapping;
  point.call.collective = a->collective;
  point.call.pattern = a->pattern;
  point.call.n_ranks = n_ranks;
  point.call.root = axes->root;
  point.call.in_place = axes->in_place;
  point.call.type = axes->type;
  point.call.op = axes->op;
  for (int i = 0; i < tn_algorithm_n_params(a); i++)
    point.call.params[i] = a->params[i].preset;
  tn_algorithm_fit(a, &point.call);
  g_autoptr(GArray) values = collect_values(plan, a, n_ranks, error);
  return values && expand_params(plan, axes, &point, values, 0, named, error);
}

static bool expand_algorithm(struct tn_plan *plan, const struct tn_axes *axes,
                             const struct tn_algorithm *a, bool named, GError **error)
{
  const char *text = tn_settings_get(plan->settings, TN_OPT_RANKS);
  g_autoptr(GArray) ranks = NULL;
  GError *why = NULL;
  if (!text)
    return expand_ranks(plan, axes, a, tn_platform_default_ranks(axes->setup->platform), named,
                        error);
  if (!tn_parse_ints(text, 1, 1000000, 0, &ranks, &why))
    return tn_usage_prefix(error, why, tn_settings_where(plan->settings, TN_OPT_RANKS));
  for (guint i = 0; i < ranks->len; i++)
    if (!expand_ranks(plan, axes, a, (int)g_array_index(ranks, int64_t, i), named, error))
      return false;
  return true;
}

/* Algorithms that the word selects: `all` but what libraries would take, `cma`, or one by name. */
static bool select_word(const struct tn_plan *plan, enum tn_collective collective, const char *word,
                        GPtrArray *ret, GError **error)
{
  const bool all = strcmp(word, "all") == 0, cma = strcmp(word, "cma") == 0;
  g_autoptr(GPtrArray) known = g_ptr_array_new();
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++) {
    if ((*a)->collective != collective)
      continue;
    g_ptr_array_add(known, (void *)(*a)->name);
    if ((all && !(*a)->decide) || (cma && (*a)->cma_native) || strcmp((*a)->name, word) == 0)
      g_ptr_array_add(ret, (void *)*a);
  }
  g_ptr_array_add(known, NULL);
  if (known->len == 1) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%s: not available yet (see turnstile list algorithms)",
                tn_collective_names[collective]);
    return false;
  }
  if (all || cma || tn_name_find((const char *const *)known->pdata, word) >= 0)
    return true;
  return tn_usage_unknown(error, tn_settings_where(plan->settings, TN_OPT_ALGORITHM),
                          tn_collective_names[collective], word,
                          (const char *const *)known->pdata);
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
    if (mechanism_of(g_array_index(axes->mechanisms, int64_t, m), a) != TN_N_MECHANISMS)
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
    const bool has_it = mechanism_of(axes->mechanism, a) != TN_N_MECHANISMS;
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
