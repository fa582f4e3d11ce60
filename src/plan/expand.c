/* Expands the inner axes of a plan: collective, algorithm, ranks. */
#include "expand.h"

#include <string.h>

#include "algos/kit/counts.h"
#include "decide/row_rule.h"
#include "platform/quantity.h"
#include "study/mechanisms.h"

char **tn_plan_algorithms(const struct tn_plan *plan)
{
  const char *choice = plan->kind->replacements.is_all ? NULL : plan->settings->algorithm;
  return tn_list_words(choice ? choice : tn_option_table[TN_OPT_ALGORITHM].preset, ":list:");
}

/* Suffix "@TRANSPORT:MAPPING" of a word of --algorithm. */
struct own {
  int transport;       /* transport as in tn_case; -1 if the word has none */
  const char *mapping; /* mapping, borrowed from the word; NULL if the word has none */
};

/* Cuts the suffix "@TRANSPORT:MAPPING" off the word and reads it; either part may be missing. */
static bool cut_own(const struct tn_plan *plan, char *word, struct own *ret, GError **error)
{
  const struct tn_options *s = plan->settings;
  const char *where = tn_options_where(s, TN_OPT_ALGORITHM);
  char *at = strchr(word, '@'), *colon = at ? strchr(at, ':') : NULL;
  const bool sends = tn_option_table[TN_OPT_TRANSPORT].commands & s->command;
  const bool chooses = s->command & (TN_CMD_TUNE | TN_CMD_ADVISE) || s->sensitivity;
  *ret = (struct own){ .transport = -1, .mapping = colon ? colon + 1 : NULL };
  if (!at || (!sends && !colon))
    return true;
  if (colon && chooses)
    return tn_usage(error, "%s: %s: all candidates must use one mapping (--mapping)", where, word);
  if (colon)
    *colon = '\0';
  *at = '\0';
  if (colon && !at[1])
    return true;
  return sends ? tn_read_transport(where, at + 1, &ret->transport, error)
               : tn_usage(error, "%s: %s@%s: no transport here (%s@:%s)", where, word, at + 1, word,
                          ret->mapping);
}

bool tn_expand_transports(const struct tn_plan *plan, struct tn_axes *axes, GError **error)
{
  GArray *all = axes->transports;
  g_auto(GStrv) words = tn_plan_algorithms(plan);
  bool ok = tn_read_transports(plan->settings, all, error);
  axes->n_transports = all->len;
  axes->n_mappings = axes->mappings->len;
  for (int i = 0; ok && words[i]; i++) {
    struct own own;
    ok = cut_own(plan, words[i], &own, error);
    for (guint k = 0; own.transport >= 0 && k < all->len; k++)
      if (g_array_index(all, int, k) == own.transport)
        own.transport = -1;
    if (ok && own.transport >= 0)
      g_array_append_val(all, own.transport);
    for (guint k = axes->n_mappings; own.mapping && k < axes->mappings->len; k++)
      if (strcmp(axes->mappings->pdata[k], own.mapping) == 0)
        own.mapping = NULL;
    if (ok && own.mapping)
      g_ptr_array_add(axes->mappings, g_strdup(own.mapping));
  }
  return ok;
}

/* Returns true if the suffix applies to the axes' current transport and mapping. */
static bool has_turn(const struct tn_axes *axes, const struct own *own)
{
  const bool is_for_all = axes->mapping < axes->n_mappings;
  if (own->mapping ? is_for_all || strcmp(axes->asked.mapping, own->mapping) != 0 : !is_for_all)
    return false;
  return own->transport < 0
             ? axes->transport < axes->n_transports
             : g_array_index(axes->transports, int, axes->transport) == own->transport;
}

/* Returns true if the algorithm and the machine have a mechanism of the list. For an algorithm that
 * the user named, the machine's lack is a later error. */
static bool has_one(const struct tn_axes *axes, int64_t list, const struct tn_method *a, bool named)
{
  struct tn_case asked = axes->asked;
  asked.algorithm = a;
  asked.mechanism = list;
  const enum tn_mechanism m = tn_mechanism_choose(&asked);
  return m != TN_N_MECHANISMS && (list || named || tn_case_has(&asked, m));
}

/* Expands the points with n_ranks ranks; 0: the number that platform or parameters determine. */
static bool expand_ranks(struct tn_plan *plan, const struct tn_axes *axes,
                         const struct tn_method *a, int n_ranks, bool named, GError **error)
{
  struct tn_case asked = axes->asked;
  asked.algorithm = a;
  asked.mechanism = axes->mechanism;
  asked.ranks = n_ranks;
  if (!asked.mapping)
    asked.mapping = tn_usual_mapping(tn_case_memory(&asked));
  if (tn_counts_number(a->collective, 1) > 0)
    asked.counts = plan->counts;
  return tn_expand_product(plan, axes, &asked, named, error);
}

static bool expand_algorithm(struct tn_plan *plan, const struct tn_axes *axes,
                             const struct tn_method *a, bool named, GError **error)
{
  const int fixed = plan->kind->replacements.ranks;
  const char *text = plan->settings->ranks;
  g_autoptr(GArray) ranks = NULL;
  if (!text || fixed)
    return expand_ranks(plan, axes, a, fixed, named, error);
  if (!tn_parse_ints(text, 1, TN_MAX_COUNT, 0, &ranks, error))
    return tn_usage_prefix(error, tn_options_where(plan->settings, TN_OPT_RANKS));
  for (guint i = 0; i < ranks->len; i++)
    if (!expand_ranks(plan, axes, a, (int)g_array_index(ranks, int64_t, i), named, error))
      return false;
  return true;
}

static bool has_algorithms(enum tn_collective collective)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if ((*a)->collective == collective)
      return true;
  return false;
}

/* Selects the algorithms of the word `cma` or `all`; returns false for others. `all` omits
 * library:NAME entries and, with --for, what the release lacks. */
static bool select_group(const struct tn_options *s, enum tn_collective collective,
                         const char *word, GPtrArray *ret)
{
  const bool all = strcmp(word, "all") == 0, cma = strcmp(word, "cma") == 0;
  enum tn_target release;
  const bool is_for = s->release && tn_target_find(s->release, &release, NULL);
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if ((*a)->collective == collective &&
        ((all && !(*a)->chooser && (!is_for || tn_rule_has(release, *a))) ||
         (cma && (*a)->runs->cma_native && (*a)->runs->collective == collective)))
      g_ptr_array_add(ret, (void *)*a);
  return all || cma;
}

/* Selects the algorithms of a group, or the algorithm of a name, which is added to `named`. Only
 * algorithms that the user named twice are selected twice. */
static bool select_word(const struct tn_plan *plan, enum tn_collective collective, const char *word,
                        GPtrArray *ret, GHashTable *named, GError **error)
{
  const struct tn_options *s = plan->settings;
  const char *where = tn_options_where(s, TN_OPT_ALGORITHM);
  enum tn_target release;
  struct tn_library_word meaning;
  if (!has_algorithms(collective))
    return tn_usage(error, "%s: not available yet (see turnstile list algorithms)",
                    tn_collective_names[collective]);
  const guint before = ret->len;
  if (select_group(s, collective, word, ret))
    return ret->len > before || !s->release ||
           tn_usage(error, "%s: %s has no algorithm here for %s", where, s->release,
                    tn_collective_names[collective]);
  if (tn_target_find(word, &release, NULL))
    return tn_usage(error, "%s %s: removed; -a all --for %s selects what that release has", where,
                    word, tn_target_names[release]);
  if (!tn_read_algorithm(collective, where, word, &meaning, error))
    return false;
  if (g_hash_table_contains(named, meaning.algorithm) ||
      !g_ptr_array_find(ret, meaning.algorithm, NULL))
    g_ptr_array_add(ret, (void *)meaning.algorithm);
  g_hash_table_add(named, (void *)meaning.algorithm);
  if (meaning.library != TN_OWN_NAME)
    g_hash_table_insert(plan->called, (void *)meaning.algorithm, GINT_TO_POINTER(meaning.library));
  return true;
}

/* Checks that each given parameter belongs to one of the selected algorithms. */
static bool check_params(const struct tn_plan *plan, const GPtrArray *algorithms, GError **error)
{
  const GPtrArray *params = plan->settings->params;
  for (guint i = 0; !plan->kind->replacements.is_all && i < params->len; i++) {
    const struct tn_pair *pair = params->pdata[i];
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    bool found = false, is_alias;
    for (guint j = 0; j < algorithms->len; j++) {
      const struct tn_method *a = algorithms->pdata[j];
      const char *param;
      found = found || tn_alg_params_find(a->params, pair->name, &is_alias) >= 0 ||
              (a->runs->composed && tn_role_find(a->collective, pair->name, &param) >= 0);
      for (int k = 0; k < tn_alg_params_number(a->params); k++)
        if (!g_ptr_array_find_with_equal_func(known, a->params[k].name, g_str_equal, NULL))
          g_ptr_array_add(known, (void *)a->params[k].name);
    }
    g_ptr_array_add(known, NULL);
    if (!found)
      return tn_usage_unknown(error, pair->where, "parameter", pair->name,
                              (const char *const *)known->pdata);
  }
  return true;
}

/* Returns the mechanisms of a list as "a or b", for messages. Transfer full. */
static char *name_mechanisms(int64_t list)
{
  GString *names = g_string_new(NULL);
  for (int i = 0; i < tn_list_length(list); i++)
    g_string_append_printf(names, "%s%s", i ? " or " : "",
                           tn_mechanism_names[tn_list_item(list, i)]);
  return g_string_free(names, FALSE);
}

static bool refuse_mechanism(const struct tn_plan *plan, const struct tn_axes *axes,
                             const struct tn_method *a, GError **error)
{
  g_autoptr(GString) known = g_string_new(NULL);
  g_autofree char *asked = name_mechanisms(axes->mechanism);
  g_autoptr(GError) nodes = NULL;
  if (!tn_kernels_check_nodes(a, axes->asked.platform, axes->asked.mapping, &nodes))
    return tn_usage(error, "%s", nodes->message);
  if (axes->mechanism == 0) {
    g_autofree char *why = tn_memory_refusal(a, tn_case_memory(&axes->asked));
    return tn_usage(error, "%s: %s", tn_options_where(plan->settings, TN_OPT_MEMORY), why);
  }
  for (int i = 0; i < a->n_mechanisms; i++)
    g_string_append_printf(known, "%s%s", i ? ", " : "", tn_mechanism_names[a->mechanisms[i]]);
  return tn_usage(error, "%s: %s has no mechanism %s (it has %s)",
                  tn_options_where(plan->settings, TN_OPT_MECHANISM), a->name, asked, known->str);
}

static bool has_any(const struct tn_axes *axes, const struct tn_method *a)
{
  for (guint m = 0; m < axes->mechanisms->len; m++)
    if (has_one(axes, g_array_index(axes->mechanisms, int64_t, m), a, true))
      return true;
  return false;
}

/* Expands the algorithms with the current mechanism. Each algorithm that the user named must have a
 * requested mechanism; if all are named, one must have the current mechanism. */
static bool expand_mechanism(struct tn_plan *plan, const struct tn_axes *axes,
                             const GPtrArray *algorithms, GHashTable *named, GError **error)
{
  guint n_without = 0;
  for (guint i = 0; i < algorithms->len; i++) {
    const struct tn_method *a = algorithms->pdata[i];
    const bool is_named = g_hash_table_contains(named, a);
    const bool has_it = has_one(axes, axes->mechanism, a, is_named);
    n_without += is_named && !has_it;
    if (!has_it && is_named && (algorithms->len == 1 || !has_any(axes, a)))
      return refuse_mechanism(plan, axes, a, error);
    if (has_it && !expand_algorithm(plan, axes, a, is_named, error))
      return false;
  }
  if (n_without == 0 || n_without < algorithms->len)
    return true;
  g_autofree char *asked = name_mechanisms(axes->mechanism);
  return tn_usage(error, "%s: none of the algorithms named has the mechanism %s",
                  tn_options_where(plan->settings, TN_OPT_MECHANISM), asked);
}

/* Expands a collective, and appends the algorithms selected for it to `all`. */
static bool expand_collective(struct tn_plan *plan, struct tn_axes *axes, GPtrArray *all,
                              GError **error)
{
  const struct tn_options *s = plan->settings;
  g_auto(GStrv) words = tn_plan_algorithms(plan);
  g_autoptr(GPtrArray) algorithms = g_ptr_array_new();
  GHashTable *named = g_hash_table_new(NULL, NULL), *named_of_all = g_hash_table_new(NULL, NULL);
  bool ok = !s->root || tn_collective_rooted(axes->collective) ||
            tn_usage(error, "%s: %s has no root", tn_options_where(s, TN_OPT_ROOT),
                     tn_collective_names[axes->collective]);
  for (int i = 0; ok && words[i]; i++) {
    struct own own;
    ok = cut_own(plan, words[i], &own, error) &&
         select_word(plan, axes->collective, words[i], all, named_of_all, error) &&
         (!has_turn(axes, &own) ||
          select_word(plan, axes->collective, words[i], algorithms, named, error));
  }
  for (guint m = 0; ok && m < axes->mechanisms->len; m++) {
    axes->mechanism = g_array_index(axes->mechanisms, int64_t, m);
    ok = expand_mechanism(plan, axes, algorithms, named, error);
  }
  g_hash_table_unref(named_of_all);
  g_hash_table_unref(named);
  return ok;
}

bool tn_expand_collectives(struct tn_plan *plan, struct tn_axes *axes, GError **error)
{
  const int fixed = plan->kind->replacements.collective - 1;
  g_autoptr(GPtrArray) algorithms = g_ptr_array_new();
  g_autoptr(GArray) collectives = g_array_new(FALSE, FALSE, sizeof(int));
  if (fixed < 0 && !plan->settings->collective)
    return tn_usage(error, "no collective (-c NAME; see turnstile list collectives)");
  if (fixed >= 0)
    g_array_append_val(collectives, fixed);
  else if (!tn_read_names(plan->settings, TN_OPT_COLLECTIVE, 0, collectives, error))
    return false;
  for (guint i = 0; i < collectives->len; i++) {
    axes->collective = (enum tn_collective)g_array_index(collectives, int, i);
    if (!expand_collective(plan, axes, algorithms, error))
      return false;
  }
  return check_params(plan, algorithms, error) &&
         tn_effect_check(plan->settings, algorithms, error);
}

/* Smallest number of calls for a 95th percentile; with fewer it is the longest call. */
enum { FEWEST_CALLS = 20 };

bool tn_objective_read(const struct tn_options *s, enum tn_objective *ret, GError **error)
{
  *ret = s->objective                  ? (enum tn_objective)(s->objective - 1)
         : s->command & TN_CMD_MEASURE ? TN_OBJECTIVE_MEDIAN
                                       : TN_OBJECTIVE_AVG;
  if (*ret != TN_OBJECTIVE_P95 || s->rows->len)
    return true;
  if (!s->noise || strcmp(s->noise, "none") == 0)
    return tn_usage(error, "%s: needs noise (--noise SPEC, e.g. poisson:rate=100Hz,duration=20us)",
                    tn_options_where(s, TN_OPT_OBJECTIVE));
  return s->repetitions >= FEWEST_CALLS ||
         tn_usage(error, "%s: a 95th percentile needs --repetitions %d or more, not %d",
                  tn_options_where(s, TN_OPT_OBJECTIVE), FEWEST_CALLS, s->repetitions);
}

const char *tn_wants_ranges(const struct tn_options *s)
{
  return s->seal ? "seal" : s->uncertainty ? "uncertainty" : s->jitter ? "jitter" : NULL;
}
