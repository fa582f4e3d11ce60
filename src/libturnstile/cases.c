#include <math.h>
#include <string.h>

#include "plan/for_library.h"
#include "platform/quantity.h"
#include "private.h"

/* Options for the output of commands and for pictures, which cases do not accept. */
static const enum tn_option no_case[] = { TN_OPT_TIMELINE, TN_OPT_DELAY_MAP, TN_OPT_OBJECTIVE,
                                          TN_OPT_FORMAT,   TN_OPT_OUTPUT,    TN_OPT_KEY,
                                          TN_OPT_HELP };

static bool takes(enum tn_option o)
{
  const unsigned commands = TN_CMD_RUN | TN_CMD_MEASURE | TN_CMD_CALIBRATE | TN_CMD_REPLAY;
  for (size_t i = 0; i < G_N_ELEMENTS(no_case); i++)
    if (no_case[i] == o)
      return false;
  return tn_option_table[o].commands & commands;
}

TurnstileTable *turnstile_options(void)
{
  struct tn_table *table = tn_table_new("name key argument preset help");
  for (int o = 0; o < TN_N_OPTIONS; o++) {
    const struct tn_option_info *info = &tn_option_table[o];
    if (!takes((enum tn_option)o))
      continue;
    tn_table_text(table, info->name);
    tn_table_take(table, info->group ? g_strdup_printf("%s.%s", info->group, info->key) : NULL);
    tn_table_texts(table, info->argument ? info->argument : "yes|no", info->preset);
    tn_table_take(table, tn_option_help(info, NULL, false));
  }
  return tn_library_table(table);
}

GHashTable *tn_loaded_new(void)
{
  return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)tn_platform_free);
}

static TurnstileCase *case_of(struct tn_options *settings)
{
  TurnstileCase *asked = g_new0(TurnstileCase, 1);
  asked->settings = settings;
  asked->loaded = tn_loaded_new();
  return asked;
}

TurnstileCase *turnstile_case_new(void)
{
  return case_of(tn_options_new());
}

TurnstileCase *turnstile_case_new_from_scenario(const char *scenario, GError **error)
{
  g_return_val_if_fail(scenario, NULL);
  g_autofree char *word = g_strdup(scenario);
  char *const words[] = { word, NULL };
  GError *why = NULL;
  struct tn_options *settings = tn_options_parse(TN_CMD_RUN, 1, words, &why);
  if (settings) {
    settings->words = NULL; /* a local array, which settings must not free */
    return case_of(settings);
  }
  return tn_library_refuse_null(error, why);
}

static struct tn_counts *copy_counts(const struct tn_counts *counts)
{
  if (!counts)
    return NULL;
  struct tn_counts *own = g_memdup2(counts, sizeof *counts);
  own->bytes = g_memdup2(counts->bytes, counts->n * sizeof *counts->bytes);
  return own;
}

static void free_counts(struct tn_counts *counts)
{
  if (counts)
    g_free((size_t *)counts->bytes);
  g_free(counts);
}

static void copy_loaded(GHashTable *to, GHashTable *from)
{
  GHashTableIter i;
  void *key, *platform;
  g_hash_table_iter_init(&i, from);
  while (g_hash_table_iter_next(&i, &key, &platform))
    g_hash_table_replace(to, g_strdup(key), tn_platform_ref(platform));
}

TurnstileCase *turnstile_case_copy(const TurnstileCase *asked)
{
  g_return_val_if_fail(asked, NULL);
  TurnstileCase *copy = case_of(tn_options_copy(asked->settings));
  copy->counts = copy_counts(asked->counts);
  copy_loaded(copy->loaded, asked->loaded);
  return copy;
}

void turnstile_case_free(TurnstileCase *asked)
{
  if (!asked)
    return;
  tn_options_free(asked->settings);
  g_hash_table_unref(asked->loaded);
  free_counts(asked->counts);
  g_free(asked);
}

/* A name's meaning: an option, or a parameter of algorithms or of the platform. */
struct named {
  enum tn_option option; /* TN_OPT_PARAM or TN_OPT_SET for a parameter */
  const char *param;     /* name of the parameter; NULL for an option */
};

static bool unknown(const char *name, GError **error)
{
  g_autoptr(GPtrArray) known = tn_all_param_names();
  GError *why = NULL;
  g_autofree char *hint = NULL;
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (takes((enum tn_option)o))
      g_ptr_array_add(known, (void *)tn_option_table[o].name);
  g_ptr_array_add(known, NULL);
  hint = tn_hint(name, (const char *const *)known->pdata);
  tn_usage(&why, "case: no \"%s\"%s (turnstile_options has all)", name, hint);
  return tn_library_refuse(error, why);
}

/* Finds the option or parameter that `name` means. Returns false and *error if it does not
 * exist. */
static bool find_name(const char *name, struct named *ret, GError **error)
{
  static const char set[] = "set.";
  const char *dot = strchr(name, '.');
  for (int o = 0; o < TN_N_OPTIONS; o++) {
    const struct tn_option_info *info = &tn_option_table[o];
    const size_t n = dot ? (size_t)(dot - name) : 0;
    const bool is_key = dot && info->group && strlen(info->group) == n &&
                        strncmp(info->group, name, n) == 0 && strcmp(info->key, dot + 1) == 0;
    if (!takes((enum tn_option)o) || (strcmp(info->name, name) != 0 && !is_key))
      continue;
    *ret = (struct named){ .option = (enum tn_option)o };
    return true;
  }
  *ret = (struct named){ .option = TN_OPT_PARAM, .param = name };
  if (g_str_has_prefix(name, set) && tn_param_find(name + strlen(set)) >= 0)
    *ret = (struct named){ .option = TN_OPT_SET, .param = name + strlen(set) };
  else if (!tn_names_param(name))
    return unknown(name, error);
  return true;
}

static bool put(TurnstileCase *asked, const struct named *named, const char *name,
                const char *value, GError **error)
{
  g_autofree char *pair = named->param ? g_strconcat(named->param, "=", value, NULL) : NULL;
  GError *why = NULL;
  if (tn_options_put(asked->settings, named->option, pair ? pair : value, name, &why))
    return true;
  return tn_library_refuse(error, why);
}

gboolean turnstile_case_set(TurnstileCase *asked, const char *name, const char *value,
                            GError **error)
{
  struct named named;
  g_return_val_if_fail(asked && name && value, FALSE);
  return find_name(name, &named, error) && put(asked, &named, name, value, error);
}

gboolean turnstile_case_set_int64(TurnstileCase *asked, const char *name, gint64 value,
                                  GError **error)
{
  struct named named;
  g_return_val_if_fail(asked && name, FALSE);
  g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, value);
  if (!find_name(name, &named, error))
    return FALSE;
  const bool is_flag = tn_option_table[named.option].kind == TN_OPTION_FLAG;
  return put(asked, &named, name, !is_flag ? text : value ? "yes" : "no", error);
}

gboolean turnstile_case_set_double(TurnstileCase *asked, const char *name, double value,
                                   GError **error)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  struct named named;
  g_return_val_if_fail(asked && name, FALSE);
  if (!find_name(name, &named, error))
    return FALSE;
  const char *argument = tn_option_table[named.option].argument;
  g_autofree char *text = g_strdup(g_ascii_dtostr(digits, sizeof digits, value));
  if (isnan(value)) {
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "%s: NAN is not a value", name);
    return FALSE;
  }
  if (named.option == TN_OPT_SET || g_strcmp0(argument, "TIME") == 0) {
    g_free(text);
    text = named.option == TN_OPT_SET
               ? tn_param_format((enum tn_param)tn_param_find(named.param), value)
               : tn_format_time(value);
  } else if (g_strcmp0(argument, "PERCENT") == 0) {
    g_free(text);
    text = g_strconcat(g_ascii_dtostr(digits, sizeof digits, 100.0 * value), "%", NULL);
  }
  return put(asked, &named, name, text, error);
}

const char *turnstile_case_get(const TurnstileCase *asked, const char *name, GError **error)
{
  struct named named;
  g_return_val_if_fail(asked && name, NULL);
  if (!find_name(name, &named, error))
    return NULL;
  const struct tn_options *s = asked->settings;
  const struct tn_pair *pair =
      named.param ? tn_options_pair(named.option == TN_OPT_SET ? s->sets : s->params, named.param)
                  : NULL;
  const char *text = pair ? pair->value : named.param ? NULL : tn_options_text(s, named.option);
  return text ? text : "";
}

/* Parses a quantity in SI units. Returns false if the text is not one quantity. */
static bool read_quantity(const char *text, double *ret)
{
  g_autofree char *bare = g_strdup(text);
  const size_t length = strlen(bare);
  size_t bytes;
  if (tn_parse_number(text, ret, NULL) || tn_parse_time(text, ret, NULL) ||
      tn_parse_rate(text, ret, NULL))
    return true;
  const bool is_percent = length > 0 && bare[length - 1] == '%';
  if (is_percent)
    bare[length - 1] = '\0';
  if (is_percent && tn_parse_number(bare, ret, NULL)) {
    *ret /= 100.0;
    return true;
  }
  const bool is_size = tn_parse_size(text, &bytes, NULL);
  if (is_size)
    *ret = (double)bytes;
  else if (strcmp(text, "yes") == 0 || strcmp(text, "no") == 0)
    *ret = strcmp(text, "yes") == 0;
  else
    return false;
  return true;
}

double turnstile_case_get_double(const TurnstileCase *asked, const char *name, GError **error)
{
  const char *text = turnstile_case_get(asked, name, error);
  double value = NAN;
  if (text && !read_quantity(text, &value))
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "%s: \"%s\" is not a number", name,
                text);
  return value;
}

gint64 turnstile_case_get_int64(const TurnstileCase *asked, const char *name, GError **error)
{
  const double most = 9007199254740992.0; /* 2^53: a double cannot represent all larger integers */
  GError *why = NULL;
  const double value = turnstile_case_get_double(asked, name, &why);
  if (!why && fabs(value) <= most && floor(value) >= value)
    return (gint64)value;
  if (!why && !isnan(value))
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "%s: %g is not whole", name, value);
  else if (why)
    g_propagate_error(error, why);
  return -1;
}

void turnstile_case_set_platform(TurnstileCase *asked, const TurnstilePlatform *platform)
{
  g_return_if_fail(asked && platform);
  g_autofree char *word = g_strdup_printf("memory:%p", (const void *)platform);
  g_hash_table_replace(asked->loaded, g_strconcat(word, " like itself", NULL),
                       tn_platform_ref(tn_platform_of(platform)));
  asked->settings->platform = tn_options_store_text(asked->settings, word);
}

void turnstile_case_set_counts(TurnstileCase *asked, const gsize *counts, gsize n)
{
  g_return_if_fail(asked && (counts || n == 0));
  const struct tn_counts given = { .bytes = counts, .n = n };
  free_counts(asked->counts);
  asked->counts = n ? copy_counts(&given) : NULL;
}

struct tn_selection *tn_selection_new(const TurnstileCase *asked, unsigned command,
                                      const struct tn_plan_kind *kind, GHashTable *loaded,
                                      GError **error)
{
  struct tn_selection *own = g_new0(struct tn_selection, 1);
  GError *why = NULL;
  own->settings = tn_options_copy(asked->settings);
  own->settings->command = command;
  own->counts = copy_counts(asked->counts);
  if (kind)
    own->kind = *kind;
  own->kind.loaded = loaded;
  own->kind.mute = true;
  own->kind.replacements.counts = own->counts;
  copy_loaded(loaded, asked->loaded);
  if (tn_for_library(own->settings, &why))
    own->plan = tn_plan_new(own->settings, &own->kind, &why);
  if (own->plan)
    return own;
  tn_library_refuse(error, why);
  tn_selection_free(own);
  return NULL;
}

void tn_selection_free(struct tn_selection *asked)
{
  tn_plan_free(asked->plan);
  tn_options_free(asked->settings);
  free_counts(asked->counts);
  g_free(asked);
}
