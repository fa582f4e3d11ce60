/* Expands the axes of a plan that do not depend on the algorithm: platforms, kernel profiles and so
 * on. */
#include <string.h>

#include "algos/kit/reduction.h"
#include "algos/library/library.h"
#include "expand.h"
#include "platform/quantity.h"
#include "study/closed_form.h"
#include "study/mechanisms.h"

const struct tn_plan_kind tn_plan_closed_form = { .accepts = tn_closed_form_accepts,
                                                  .is_modelled = true,
                                                  .memory_refusal =
                                                      "closed forms are for host memory",
                                                  .strands_share = true };

bool tn_plan_compute(const struct tn_plan *plan, GError **error)
{
  for (guint i = 0; i < tn_study_n(plan->study); i++) {
    const struct tn_point *point = tn_study_point(plan->study, i);
    struct tn_outcome *outcome = &tn_study_outcomes(plan->study)[i];
    if (!tn_closed_form_holds(point->setup, error))
      return false;
    if (tn_closed_form_result(point, &outcome->result))
      outcome->state = TN_DONE;
  }
  return true;
}

/* Reads the values of all axes except the platforms from the options. */
static bool read_axes(const struct tn_plan *plan, struct tn_axes *axes, GError **error)
{
  const struct tn_options *s = plan->settings;
  const struct tn_replacements *replacements = &plan->kind->replacements;
  if (!tn_read_mechanisms(s, axes->mechanisms, error) ||
      !tn_read_memory(s, axes->mechanisms, &axes->asked.memory, error))
    return false;
  if (plan->kind->memory_refusal && s->memory == TN_JUST(TN_MEMORY_DEVICE))
    return tn_usage(error, "%s: %s", tn_options_where(s, TN_OPT_MEMORY),
                    plan->kind->memory_refusal);
  if (!tn_read_ints(s, TN_OPT_ROOT, TN_MAX_COUNT, &axes->roots, error))
    return false;
  if (replacements->sizes)
    axes->sizes = g_array_ref(replacements->sizes);
  else if (!tn_parse_sizes(tn_options_text(s, TN_OPT_SIZE), &axes->sizes, error))
    return tn_usage_prefix(error, tn_options_where(s, TN_OPT_SIZE));
  axes->asked.type = replacements->type ? replacements->type : TN_JUST(s->type);
  axes->asked.op = (enum tn_op)s->op;
  axes->asked.in_place = s->in_place;
  axes->asked.share_cores = s->oversubscribe;
  return true;
}

/* Returns the index of the platform `given`. Loads the platform unless it was loaded before.
 * Returns -1 and *error on failure. */
static int load_platform(struct tn_plan *plan, const char *given, GError **error)
{
  const char *like = plan->settings->like;
  g_autofree char *word = tn_options_platform(plan->settings, given);
  g_autofree char *key = g_strdup_printf("%s like %s", word, like ? like : "itself");
  for (guint i = 0; i < plan->platforms->len; i++)
    if (strcmp(plan->platform_keys->pdata[i], key) == 0)
      return (int)i;
  GHashTable *loaded = plan->kind->loaded;
  struct tn_platform *pf = loaded ? g_hash_table_lookup(loaded, key) : NULL;
  pf = pf ? tn_platform_ref(pf) : tn_platform_load(word, like, error);
  if (!pf) {
    tn_usage_prefix(error, tn_options_where(plan->settings, TN_OPT_PLATFORM));
    return -1;
  }
  bool ok = !plan->kind->accepts || plan->kind->accepts(pf, error);
  for (guint i = 0; ok && i < plan->platforms->len; i++)
    if (strcmp(tn_platform_name(plan->platforms->pdata[i]), tn_platform_name(pf)) == 0)
      ok = tn_usage(error, "%s: two platforms are called %s (change property `name` of %s)",
                    tn_options_where(plan->settings, TN_OPT_PLATFORM), tn_platform_name(pf), word);
  if (!ok) {
    tn_platform_free(pf);
    return -1;
  }
  if (loaded)
    g_hash_table_replace(loaded, g_strdup(key), tn_platform_ref(pf));
  g_ptr_array_add(plan->platforms, pf);
  g_ptr_array_add(plan->platform_keys, g_steal_pointer(&key));
  return (int)plan->platforms->len - 1;
}

/* Loads the platforms and appends their indices to `ret` (int). */
static bool load_platforms(struct tn_plan *plan, GArray *ret, GError **error)
{
  const char *text = plan->settings->platform;
  if (plan->kind->platform) {
    struct tn_platform *only = plan->kind->platform(plan->settings, error);
    const int number = (int)plan->platforms->len;
    if (!only)
      return false;
    g_ptr_array_add(plan->platforms, only);
    g_array_append_val(ret, number);
    return true;
  }
  if (!text)
    return tn_usage(error, "no platform (-p NAME; see turnstile list platforms)");
  if (plan->settings->like && !g_str_has_prefix(text, "synthetic:"))
    return tn_usage(error, "%s: only synthetic:STRING borrows parameters, not %s",
                    tn_options_where(plan->settings, TN_OPT_LIKE), text);
  g_auto(GStrv) words = tn_list_words(text, "synthetic:");
  for (int i = 0; words[i]; i++) {
    const int platform = load_platform(plan, words[i], error);
    if (platform < 0)
      return false;
    g_array_append_val(ret, platform);
  }
  return true;
}

static bool expand_layouts(struct tn_plan *plan, struct tn_axes *axes, GError **error)
{
  for (axes->mapping = 0; axes->mapping < axes->mappings->len; axes->mapping++) {
    axes->asked.mapping = axes->mappings->pdata[axes->mapping];
    for (guint i = 0; i < axes->roots->len; i++) {
      axes->asked.root = (int)g_array_index(axes->roots, int64_t, i);
      if (!tn_expand_collectives(plan, axes, error))
        return false;
    }
  }
  return true;
}

static bool expand_backings(struct tn_plan *plan, struct tn_axes *axes, GError **error)
{
  if (!tn_study_case_setup(plan->study, &axes->asked, error))
    return tn_usage_prefix(error, NULL);
  for (guint b = 0; b < axes->backings->len; b++) {
    axes->asked.backing = 1 + g_array_index(axes->backings, int, b);
    for (guint i = 0; i < axes->buffers->len; i++) {
      axes->asked.buffers = (enum tn_buffers)g_array_index(axes->buffers, int, i);
      if (!expand_layouts(plan, axes, error))
        return false;
    }
  }
  return true;
}

/* Expands the parameters of --set from number `depth` on: combines each value with all values of
 * the later parameters. */
static bool expand_sets(struct tn_plan *plan, struct tn_axes *axes, struct tn_override *overrides,
                        guint depth, GError **error)
{
  if (depth == plan->settings->sets->len)
    return expand_backings(plan, axes, error);
  const struct tn_pair *pair = plan->settings->sets->pdata[depth];
  g_auto(GStrv) values = g_strsplit(pair->value, ",", -1);
  for (int i = 0; values[i]; i++) {
    g_autofree char *set = g_strdup_printf("%s=%s", pair->name, values[i]);
    if (!tn_override_parse(set, &overrides[depth], error))
      return tn_usage_prefix(error, tn_platform_name(axes->asked.platform));
    overrides[depth].text = values[i];
    overrides[depth].varies = values[1] != NULL;
    if (!expand_sets(plan, axes, overrides, depth + 1, error))
      return false;
  }
  return true;
}

/* Returns NAME if exactly one of the algorithms is named library:NAME, otherwise NULL. Transfer
 * full. */
static char *library_named(const struct tn_plan *plan)
{
  g_auto(GStrv) words = tn_plan_algorithms(plan);
  const char *found = NULL;
  for (int i = 0; words[i]; i++) {
    char *at = strchr(words[i], '@');
    if (!g_str_has_prefix(words[i], TN_LIBRARY_PREFIX) || (at && at[1] != ':'))
      continue;
    if (at)
      *at = '\0';
    if (found && strcmp(found, words[i]) != 0)
      return NULL;
    found = words[i];
  }
  return found ? g_strdup(found + strlen(TN_LIBRARY_PREFIX)) : NULL;
}

/* Sets the barrier of benchmarks that synchronise before each call: that of the library that the
 * user or the platform names, if it has one (NCCL has none). */
static bool take_benchmarks_barrier(const struct tn_plan *plan, struct tn_case *asked,
                                    GError **error)
{
  const struct tn_options *s = plan->settings;
  const struct tn_conditions *c = tn_study_conditions(plan->study);
  if (s->arrival || c->ideal || (s->command & TN_CMD_MEASURE) ||
      (c->protocol != TN_OSU && c->protocol != TN_IMB))
    return true;
  g_autofree char *named = library_named(plan);
  const char *name = named ? named : tn_platform_word(asked->platform, TN_WORD_LIBRARY);
  const int transport = tn_case_transport(asked);
  if (asked->transport > 0 || (transport && !*name))
    name = tn_transport_libraries[transport - 1];
  asked->barrier = *name ? tn_arrival_find_barrier(name, named ? NULL : error) : NULL;
  return !*name || named || asked->barrier ||
         tn_usage_prefix(error, tn_platform_name(asked->platform));
}

static bool expand_setup(struct tn_plan *plan, struct tn_axes *axes, GError **error)
{
  const guint n = plan->settings->sets->len;
  g_autofree struct tn_override *overrides = g_new0(struct tn_override, n);
  axes->asked.overrides = overrides;
  axes->asked.n_overrides = (int)n;
  for (guint i = 0; i < axes->transports->len; i++) {
    axes->transport = i;
    axes->asked.transport = g_array_index(axes->transports, int, i);
    /* measurements send our own messages, not those of a library's transport */
    if (plan->settings->command & TN_CMD_MEASURE)
      axes->asked.transport = -1;
    if (!take_benchmarks_barrier(plan, &axes->asked, error) ||
        !expand_sets(plan, axes, overrides, 0, error))
      return false;
  }
  return true;
}

static bool expand_setups(struct tn_plan *plan, const GArray *platforms, struct tn_axes *axes,
                          GError **error)
{
  const struct tn_options *s = plan->settings;
  g_autoptr(GArray) kernels = g_array_new(FALSE, FALSE, sizeof(int));
  if (!tn_read_names(s, TN_OPT_KERNEL, -1, kernels, error) ||
      !tn_expand_transports(plan, axes, error) ||
      !tn_read_names(s, TN_OPT_BACKING, -1, axes->backings, error))
    return false;
  if (s->ideal && !TN_NONE_SAID(s, error, "there are no caches under --ideal", TN_OPT_BUFFERS))
    return false;
  if (!tn_read_names(s, TN_OPT_BUFFERS, TN_BUFFERS_UNCHANGED, axes->buffers, error))
    return false;
  for (guint i = 0; i < platforms->len; i++) {
    axes->asked.platform = plan->platforms->pdata[g_array_index(platforms, int, i)];
    if (s->memory == TN_JUST(TN_MEMORY_DEVICE) && tn_platform_n_devices(axes->asked.platform) == 0)
      return tn_usage(error,
                      "%s: %s names no memory of a device (<prop id=\"place.NAME\" "
                      "value=\"memory ...\"/>)",
                      tn_options_where(s, TN_OPT_MEMORY), tn_platform_name(axes->asked.platform));
    for (guint k = 0; k < kernels->len; k++) {
      axes->asked.kernel = 1 + g_array_index(kernels, int, k);
      if (!expand_setup(plan, axes, error))
        return false;
    }
  }
  return true;
}

static bool fill(struct tn_plan *plan, GError **error)
{
  const struct tn_options *s = plan->settings;
  g_autoptr(GArray) mechanisms = g_array_new(FALSE, FALSE, sizeof(int64_t));
  g_autoptr(GArray) transports = g_array_new(FALSE, FALSE, sizeof(int));
  g_autoptr(GArray) backings = g_array_new(FALSE, FALSE, sizeof(int));
  g_autoptr(GArray) buffers = g_array_new(FALSE, FALSE, sizeof(int));
  g_autoptr(GArray) platforms = g_array_new(FALSE, FALSE, sizeof(int));
  g_autoptr(GPtrArray) mappings = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) named = s->mapping ? tn_list_words(s->mapping, "list:") : NULL;
  if (!named)
    g_ptr_array_add(mappings, NULL);
  for (int i = 0; named && named[i]; i++)
    g_ptr_array_add(mappings, g_strdup(named[i]));
  struct tn_axes axes = { .asked.strands_share = plan->kind->strands_share,
                          .asked.has = plan->kind->has,
                          .mechanisms = mechanisms,
                          .transports = transports,
                          .backings = backings,
                          .buffers = buffers,
                          .mappings = mappings };
  const bool ok = read_axes(plan, &axes, error) && load_platforms(plan, platforms, error) &&
                  expand_setups(plan, platforms, &axes, error);
  g_clear_pointer(&axes.sizes, g_array_unref);
  g_clear_pointer(&axes.roots, g_array_unref);
  return ok && (tn_study_n(plan->study) > 0 ||
                tn_usage(error, "nothing to do: no algorithm supports this selection"));
}

/* Returns the options in effect that rows of measurements state as overrides, "name=value"
 * (tn_origin). Transfer full. */
static char **labels_of(const struct tn_options *s)
{
  static const enum tn_option also[] = { TN_OPT_OVERSUBSCRIBE, TN_OPT_STAGGER };
  char **labels = g_new0(char *, G_N_ELEMENTS(also) + 1);
  int n = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(also); i++) {
    const char *text = tn_options_changed(s, also[i]);
    if (text)
      labels[n++] = g_strdup_printf("%s=%s", tn_option_table[also[i]].name, text);
  }
  return labels;
}

struct tn_plan *tn_plan_new(const struct tn_options *s, const struct tn_plan_kind *kind,
                            GError **error)
{
  static const struct tn_plan_kind simulated = { 0 };
  if (s->calls)
    return tn_usage_null(error, "%s: an application (turnstile replay accepts it)",
                         tn_options_where(s, TN_OPT_CALLS));
  struct tn_plan *plan = g_new0(struct tn_plan, 1);
  plan->settings = s;
  plan->reference = s->reference;
  plan->labels = labels_of(s);
  plan->kind = kind ? kind : &simulated;
  plan->platforms = g_ptr_array_new_with_free_func((GDestroyNotify)tn_platform_free);
  plan->platform_keys = g_ptr_array_new_with_free_func(g_free);
  plan->called = g_hash_table_new(NULL, NULL);
  plan->noises = g_ptr_array_new_with_free_func((GDestroyNotify)tn_noises_free);
  plan->seeds = g_array_new(FALSE, FALSE, sizeof(int64_t));
  if (tn_read_conditions(plan, error) && tn_read_counts(plan, error) && fill(plan, error))
    return plan;
  tn_plan_free(plan);
  return NULL;
}

void tn_plan_free(struct tn_plan *plan)
{
  if (!plan)
    return;
  tn_study_free(plan->study);
  tn_study_free(plan->whole);
  g_free(plan->numbers);
  g_strfreev(plan->labels);
  g_ptr_array_unref(plan->platforms);
  g_ptr_array_unref(plan->platform_keys);
  g_hash_table_unref(plan->called);
  g_ptr_array_unref(plan->noises);
  g_array_unref(plan->seeds);
  tn_arrival_free(plan->arrival);
  tn_plan_counts_free(plan->counts);
  g_free(plan);
}
