#include "options.h"

#include <stdio.h>
#include <string.h>

#include "algos/registry.h"
#include "platform/params.h"
#include "platform/ucx_table.h"
#include "study/usage.h"
#include "user_file.h"

/* Commands that take many options together. */
enum {
  BOTH = TN_CMD_RUN | TN_CMD_CLOSED_FORM,
  SELECTS = BOTH | TN_CMD_MEASURE,
  TIMES = TN_CMD_RUN | TN_CMD_MEASURE,
  ALL = SELECTS | TN_CMD_SHOW,
  LIKE = ALL | TN_CMD_FIT
};

const struct tn_option_info tn_options[TN_N_OPTIONS] = {
#define TN_OPTION(id, name, letter, alias, group, key, kind, ...)                                  \
  { name, letter, alias, group, key, TN_OPTION_##kind, __VA_ARGS__ },
#include "options.def"
};

bool tn_option_is_of(enum tn_option o, unsigned command)
{
  const unsigned many = TN_CMD_SWEEP | TN_CMD_TUNE, one = TN_CMD_EXPLAIN;
  const unsigned own = TN_CMD_DIFF; /* libraries' own decisions are compared */
  const unsigned refused = o == TN_OPT_TIMELINE || o == TN_OPT_DELAY_MAP   ? many | one | own
                           : o == TN_OPT_UNCERTAINTY || o == TN_OPT_JITTER ? TN_CMD_TUNE | one | own
                           : o == TN_OPT_VERIFY                            ? one
                           : o == TN_OPT_REFERENCE                         ? one | own
                           : o == TN_OPT_ALGORITHM || o == TN_OPT_PARAM    ? own
                                                                           : 0;
  return tn_options[o].commands & command && !(refused & command);
}

static void pair_free(void *data)
{
  struct tn_pair *pair = data;
  g_free(pair->name);
  g_free(pair->value);
  g_free(pair->where);
  g_free(pair);
}

struct tn_settings *tn_settings_new(void)
{
  struct tn_settings *s = g_new0(struct tn_settings, 1);
  s->params = g_ptr_array_new_with_free_func(pair_free);
  s->sets = g_ptr_array_new_with_free_func(pair_free);
  s->rows = g_ptr_array_new_with_free_func(g_free);
  return s;
}

void tn_settings_free(struct tn_settings *s)
{
  if (!s)
    return;
  for (int o = 0; o < TN_N_OPTIONS; o++) {
    g_free(s->value[o]);
    g_free(s->where[o]);
  }
  g_ptr_array_unref(s->params);
  g_ptr_array_unref(s->sets);
  g_ptr_array_unref(s->rows);
  g_free(s);
}

const char *tn_settings_get(const struct tn_settings *s, enum tn_option o)
{
  if (o == TN_OPT_OUTPUT && g_strcmp0(s->value[o], "-") == 0)
    return NULL; /* standard output, as without it */
  return s->value[o] ? s->value[o] : tn_options[o].preset;
}

const char *tn_settings_changed(const struct tn_settings *s, enum tn_option o)
{
  const char *text = tn_settings_get(s, o);
  return g_strcmp0(text, tn_options[o].preset) == 0 ? NULL : text;
}

char *tn_settings_platform(const struct tn_settings *s, const char *word)
{
  const char *nodes = tn_settings_get(s, TN_OPT_NODES);
  return g_strconcat(word, nodes ? ":nodes=" : NULL, nodes, NULL);
}

const char *tn_settings_where(const struct tn_settings *s, enum tn_option o)
{
  return s->where[o] ? s->where[o] : tn_options[o].name;
}

GPtrArray *tn_all_param_names(void)
{
  GPtrArray *names = g_ptr_array_new();
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++) {
    for (int i = 0; i < tn_algorithm_n_params(*a); i++) {
      g_ptr_array_add(names, (void *)(*a)->params[i].name);
      if ((*a)->params[i].alias)
        g_ptr_array_add(names, (void *)(*a)->params[i].alias);
    }
  }
  g_ptr_array_add(names, NULL);
  return names;
}

static void pair_put(GPtrArray *pairs, const char *name, const char *value, const char *where)
{
  struct tn_pair *pair = g_new0(struct tn_pair, 1);
  pair->name = g_strdup(name);
  pair->value = g_strdup(value);
  pair->where = g_strdup(where);
  for (guint i = 0; i < pairs->len; i++) {
    const struct tn_pair *old = pairs->pdata[i];
    if (strcmp(old->name, name) == 0) {
      g_ptr_array_remove_index(pairs, i);
      break;
    }
  }
  g_ptr_array_add(pairs, pair);
}

static bool put_pair(struct tn_settings *s, enum tn_option o, const char *text, const char *where,
                     GError **error)
{
  const char *equals = strchr(text, '=');
  g_autofree char *name = equals ? g_strndup(text, equals - text) : NULL;
  if (!equals || equals == text || !equals[1])
    return tn_usage(error, "%s: \"%s\" is not %s", where, text, tn_options[o].argument);
  pair_put(o == TN_OPT_SET ? s->sets : s->params, name, equals + 1, where);
  return true;
}

/* "segment=16384;throttle=8", as rows have it, since no value has a semicolon. */
static bool put_params(struct tn_settings *s, const char *text, const char *where, GError **error)
{
  g_auto(GStrv) words = g_strsplit(text, ";", -1);
  for (int i = 0; i == 0 || words[i]; i++)
    if (!put_pair(s, TN_OPT_PARAM, words[i] ? words[i] : "", where, error))
      return false;
  return true;
}

/* Open MPI's transport over UCX with the limits of a table, unless these are set. */
static bool put_limits(struct tn_settings *s, const struct tn_ucx_limits *limits, const char *where,
                       GError **error)
{
  for (int i = 0; i < limits->n_overrides; i++) {
    const char *name = tn_params[limits->overrides[i].param].name;
    g_autofree char *value = g_strdup_printf("%.0f", limits->overrides[i].value);
    bool is_set = false;
    for (guint k = 0; k < s->sets->len; k++)
      is_set = is_set || strcmp(((struct tn_pair *)s->sets->pdata[k])->name, name) == 0;
    if (!is_set)
      pair_put(s->sets, name, value, where);
  }
  return (limits->mechanism == TN_CMA || s->value[TN_OPT_MECHANISM] ||
          tn_settings_put(s, TN_OPT_MECHANISM, tn_mechanism_names[limits->mechanism], where,
                          error)) &&
         tn_settings_put(s, TN_OPT_TRANSPORT, tn_transport_names[TN_TRANSPORT_OMPI_UCX], where,
                         error);
}

/* "file:LOG": what UCX printed in a run. */
static bool put_log(struct tn_settings *s, const char *file, const char *where, GError **error)
{
  gsize length;
  g_autofree char *text = tn_contents(file, &length, error), *why = NULL;
  struct tn_ucx_limits limits;
  if (!text)
    return false;
  bool ok = tn_ucx_limits_read(text, length, &limits, &why);
  if (ok && limits.adapter && limits.is_adapter_alone)
    ok = tn_usage(error,
                  "%s: %s: messages inside the node go over %s from %" G_GINT64_FORMAT
                  " bytes on, which is not simulated (record again with UCX_TLS=shm,self, or give "
                  "--transport ompi-ucx)",
                  where, file, limits.adapter, (gint64)limits.adapter_from);
  else if (ok && limits.adapter)
    fprintf(stderr,
            "turnstile: %s: messages inside the node from %" G_GINT64_FORMAT
            " bytes on: %s; predicted as %s alone (UCX_TLS=shm,self makes it so)\n",
            file, (gint64)limits.adapter_from, limits.adapter,
            tn_mechanism_names[limits.mechanism]);
  if (ok)
    ok = put_limits(s, &limits, where, error);
  else if (!error || !*error)
    tn_usage(error, "%s: %s: %s", where, file, why ? why : "no table of UCX_PROTO_INFO=y");
  tn_ucx_limits_free(&limits);
  return ok;
}

bool tn_settings_put(struct tn_settings *s, enum tn_option o, const char *text, const char *where,
                     GError **error)
{
  const struct tn_option_info *info = &tn_options[o];
  if (o == TN_OPT_PARAM)
    return put_params(s, text, where, error);
  if (o == TN_OPT_TRANSPORT && g_str_has_prefix(text, "file:"))
    return put_log(s, text + strlen("file:"), where, error);
  if (info->kind == TN_OPTION_PAIR)
    return put_pair(s, o, text, where, error);
  if (info->kind == TN_OPTION_FLAG && strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
    return tn_usage(error, "%s: \"%s\" is neither yes nor no", where, text);
  if (!*text)
    return tn_usage(error, "%s: empty (%s)", where, info->help);
  char *before = s->value[o];
  s->value[o] =
      info->kind == TN_OPTION_LIST && before ? g_strjoin(";", before, text, NULL) : g_strdup(text);
  g_free(before);
  g_free(s->where[o]);
  s->where[o] = g_strdup(where);
  return true;
}

bool tn_settings_usual(struct tn_settings *s, enum tn_option o, const char *text, const char *where,
                       GError **error)
{
  return s->value[o] || !text || tn_settings_put(s, o, text, where, error);
}
