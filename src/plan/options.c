#include "options.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "algos/compose/nested.h"
#include "algos/kit/reduction.h"
#include "algos/registry.h"
#include "decide/target.h"
#include "platform/params.h"
#include "platform/quantity.h"
#include "platform/ucx_table.h"
#include "study/case.h"
#include "study/reproducible.h"
#include "study/row.h"
#include "study/usage.h"
#include "user_file.h"

/* Groups of commands that have the same options. */
enum {
  BOTH = TN_CMD_RUN | TN_CMD_CLOSED_FORM,
  SELECTS = BOTH | TN_CMD_MEASURE,
  TIMES = TN_CMD_RUN | TN_CMD_MEASURE,
  ALL = SELECTS | TN_CMD_SHOW,
  LIKE = ALL | TN_CMD_FIT
};

const struct tn_option_info tn_option_table[TN_N_OPTIONS] = {
#define HELP(sentence, ...) sentence, { __VA_ARGS__ },
#define ALSO(text) { NULL, false, text },
#define FOR(command, text) { command, false, text },
#define USUAL(text) { NULL, true, text },
#define USUAL_OF(command, text) { command, true, text },
#define TN_OPTION_COUNT(from, to) TN_OPTION_COUNT, .least = from, .most = to
#define TN_OPTION_WORDS(all) TN_OPTION_TEXT, .names = all
#define TN_OPTION_NAME(all) TN_OPTION_NAME, .names = all
#define TN_OPTION_JUST(all) TN_OPTION_JUST, .names = all
#define TN_OFFSET(field) offsetof(struct tn_options, field)
#define TN_OPTION(id, field, word, letter, alias, group, key, kind_of, ...)                         \
  {                                                                                                 \
    word, letter, alias, group, key, TN_OFFSET(field), TN_OPTION_##kind_of, .argument = __VA_ARGS__ \
  },
#include "options.def"
};

bool tn_option_is_of(enum tn_option o, unsigned command)
{
  enum { SOME = TN_CMD_TUNE | TN_CMD_EXPLAIN | TN_CMD_DIFF, MANY = SOME | TN_CMD_SWEEP };
  static const struct {
    enum tn_option option;
    unsigned commands; /* commands that take all options of run except this one */
  } refused[] = {
    { TN_OPT_TIMELINE, MANY },
    { TN_OPT_DELAY_MAP, MANY },
    { TN_OPT_UNCERTAINTY, TN_CMD_EXPLAIN | TN_CMD_DIFF },
    { TN_OPT_JITTER, SOME },
    { TN_OPT_VERIFY, TN_CMD_EXPLAIN },
    { TN_OPT_REFERENCE, TN_CMD_EXPLAIN | TN_CMD_DIFF },
    { TN_OPT_ALGORITHM, TN_CMD_DIFF }, /* diff always compares the libraries' own decisions */
    { TN_OPT_PARAM, TN_CMD_DIFF },
  };
  for (size_t i = 0; i < G_N_ELEMENTS(refused); i++)
    if (refused[i].option == o && refused[i].commands & command)
      return false;
  return tn_option_table[o].commands & command;
}

static bool is_clause(const struct tn_help_clause *clause)
{
  return clause->is_default || clause->text;
}

char *tn_option_help(const struct tn_option_info *o, const char *command, bool is_brief)
{
  GString *text = g_string_new(o->help);
  bool has_own = false, has_default = !command || !o->preset || !o->argument;
  for (const struct tn_help_clause *c = o->clauses; is_clause(c); c++)
    has_own |= c->is_default && c->command && g_strcmp0(c->command, command) == 0;
  const char *named = NULL;
  for (const struct tn_help_clause *c = o->clauses; is_clause(c); c++) {
    if (c->command ? command && strcmp(c->command, command) != 0 : c->is_default && has_own)
      continue;
    has_default |= c->is_default;
    if (!c->text || (is_brief && !c->is_default && text->len > 0))
      continue;
    const bool is_named = !command && c->command && g_strcmp0(c->command, named) != 0;
    named = c->command;
    if (is_named)
      g_string_append_printf(text, "%s%s: ", text->len > 0 ? "; " : "", c->command);
    else if (text->len > 0)
      g_string_append(text, c->is_default ? " " : "; ");
    g_string_append_printf(text, c->is_default ? "(default: %s)" : "%s", c->text);
  }
  if (!has_default)
    g_string_append_printf(text, " (default: %s)", o->preset);
  return g_string_free(text, FALSE);
}

/* Reads a percentage, "15" or "15%", as 0.15. */
static bool read_percent(const char *text, double *ret, GError **error)
{
  g_autofree char *number = g_strdup(text);
  if (g_str_has_suffix(number, "%"))
    number[strlen(number) - 1] = '\0';
  if (!tn_parse_number(number, ret, NULL) || !(*ret >= 0))
    return tn_usage(error, "\"%s\" is not a percentage (try 15%%)", text);
  *ret /= 100;
  return true;
}

static bool read_field(struct tn_options *s, enum tn_option o, GError **error)
{
  const struct tn_option_info *info = &tn_option_table[o];
  const char *text = s->value[o] ? s->value[o] : info->preset;
  void *field = (char *)s + info->offset;
  int64_t count = info->least - 1;
  bool ok = true;
  switch (info->kind) {
  case TN_OPTION_FLAG:
    *(bool *)field = strcmp(text, "yes") == 0;
    break;
  case TN_OPTION_PAIR:
    break;
  case TN_OPTION_LIST:
  case TN_OPTION_TEXT: /* the text "-" means standard output, the default */
    *(const char **)field = o == TN_OPT_OUTPUT && g_strcmp0(text, "-") == 0 ? NULL : s->value[o];
    break;
  case TN_OPTION_COUNT:
    ok = !text || tn_parse_int(text, info->least, info->most, &count, error);
    *(int *)field = (int)count;
    break;
  case TN_OPTION_TIME:
    *(double *)field = 0;
    ok = !text || tn_parse_time(text, field, error);
    break;
  case TN_OPTION_SIZE:
    ok = tn_parse_size(text, field, error);
    break;
  case TN_OPTION_PERCENT:
    *(double *)field = INFINITY;
    ok = !text || read_percent(text, field, error);
    break;
  case TN_OPTION_NAME:
  case TN_OPTION_JUST:
    count = tn_name_find(info->names, text);
    *(int *)field = info->kind == TN_OPTION_NAME ? (int)count : s->value[o] ? (int)count + 1 : 0;
    return count >= 0 ||
           tn_usage_unknown(error, tn_options_where(s, o), info->name, text, info->names);
  }
  return ok || tn_usage_prefix(error, tn_options_where(s, o));
}

struct tn_options *tn_options_new(void)
{
  struct tn_options *s = g_new0(struct tn_options, 1);
  for (int o = 0; o < TN_N_OPTIONS; o++)
    read_field(s, (enum tn_option)o, NULL);
  s->params = g_ptr_array_new();
  s->sets = g_ptr_array_new();
  s->rows = g_ptr_array_new();
  s->kept = g_ptr_array_new_with_free_func(g_atomic_rc_box_release);
  return s;
}

static void *hold(const void *block, void *unused)
{
  (void)unused;
  return g_atomic_rc_box_acquire((void *)block);
}

struct tn_options *tn_options_copy(const struct tn_options *s)
{
  struct tn_options *own = g_memdup2(s, sizeof *s);
  own->params = g_ptr_array_copy(s->params, NULL, NULL);
  own->sets = g_ptr_array_copy(s->sets, NULL, NULL);
  own->rows = g_ptr_array_copy(s->rows, NULL, NULL);
  own->kept = g_ptr_array_copy(s->kept, hold, NULL);
  return own;
}

void tn_options_free(struct tn_options *s)
{
  if (!s)
    return;
  g_ptr_array_unref(s->params);
  g_ptr_array_unref(s->sets);
  g_ptr_array_unref(s->rows);
  g_ptr_array_unref(s->kept);
  g_free(s);
}

static void *store_block(struct tn_options *s, const void *block, size_t size)
{
  void *kept = g_atomic_rc_box_dup(size, (void *)block);
  g_ptr_array_add(s->kept, kept);
  return kept;
}

char *tn_options_store_text(struct tn_options *s, const char *text)
{
  return store_block(s, text, strlen(text) + 1);
}

const char *tn_options_text(const struct tn_options *s, enum tn_option o)
{
  const struct tn_option_info *info = &tn_option_table[o];
  const bool is_text = info->kind == TN_OPTION_TEXT || info->kind == TN_OPTION_LIST;
  const char *own = is_text ? *(char *const *)((const char *)s + info->offset) : s->value[o];
  return own ? own : info->preset;
}

const char *tn_options_changed(const struct tn_options *s, enum tn_option o)
{
  const char *text = tn_options_text(s, o);
  return g_strcmp0(text, tn_option_table[o].preset) == 0 ? NULL : text;
}

char *tn_options_platform(const struct tn_options *s, const char *word)
{
  const char *nodes = s->nodes;
  return g_strconcat(word, nodes ? ":nodes=" : NULL, nodes, NULL);
}

const char *tn_options_where(const struct tn_options *s, enum tn_option o)
{
  return s->where[o] ? s->where[o] : tn_option_table[o].name;
}

GPtrArray *tn_all_param_names(void)
{
  GPtrArray *names = g_ptr_array_new();
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    for (int i = 0; i < tn_alg_params_number((*a)->params); i++) {
      g_ptr_array_add(names, (void *)(*a)->params[i].name);
      if ((*a)->params[i].alias)
        g_ptr_array_add(names, (void *)(*a)->params[i].alias);
    }
  }
  return names;
}

bool tn_names_param(const char *name)
{
  g_autoptr(GPtrArray) names = tn_all_param_names();
  const char *param;
  int c = 0;
  while (c < TN_N_COLLECTIVES && tn_role_find((enum tn_collective)c, name, &param) < 0)
    c++;
  return c < TN_N_COLLECTIVES || g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL);
}

const struct tn_pair *tn_options_pair(const GPtrArray *pairs, const char *name)
{
  for (guint i = 0; i < pairs->len; i++)
    if (strcmp(((const struct tn_pair *)pairs->pdata[i])->name, name) == 0)
      return pairs->pdata[i];
  return NULL;
}

void tn_options_put_pair(struct tn_options *s, GPtrArray *pairs, const char *name,
                         const char *value, const char *where)
{
  const struct tn_pair pair = { tn_options_store_text(s, name), tn_options_store_text(s, value),
                                tn_options_store_text(s, where) };
  g_ptr_array_remove(pairs, (void *)tn_options_pair(pairs, name));
  g_ptr_array_add(pairs, store_block(s, &pair, sizeof pair));
}

static bool put_pair(struct tn_options *s, enum tn_option o, const char *text, const char *where,
                     GError **error)
{
  const char *equals = strchr(text, '=');
  g_autofree char *name = equals ? g_strndup(text, equals - text) : NULL;
  if (!equals || equals == text || !equals[1])
    return tn_usage(error, "%s: \"%s\" is not %s", where, text, tn_option_table[o].argument);
  const struct tn_pair *before = o == TN_OPT_PARAM ? tn_options_pair(s->params, name) : NULL;
  if (before && *before->where == '-' && *where == '-')
    return tn_usage(error, "%s: %s is given twice (%s=%s,%s takes both values)", where, name, name,
                    before->value, equals + 1);
  tn_options_put_pair(s, o == TN_OPT_SET ? s->sets : s->params, name, equals + 1, where);
  return true;
}

/* Selects Open MPI's transport over UCX, with the limits from a table that UCX printed, unless the
 * user set the limits. */
static bool put_limits(struct tn_options *s, const struct tn_ucx_limits *limits, const char *where,
                       GError **error)
{
  for (int i = 0; i < limits->n_overrides; i++) {
    const char *name = tn_params[limits->overrides[i].param].name;
    g_autofree char *value = g_strdup_printf("%.0f", limits->overrides[i].value);
    if (!tn_options_pair(s->sets, name))
      tn_options_put_pair(s, s->sets, name, value, where);
  }
  return (limits->mechanism == TN_CMA || s->mechanism ||
          tn_options_put(s, TN_OPT_MECHANISM, tn_mechanism_names[limits->mechanism], where,
                         error)) &&
         tn_options_put(s, TN_OPT_TRANSPORT, tn_transport_names[TN_TRANSPORT_OMPI_UCX], where,
                        error);
}

/* Reads the limits from "file:LOG"; LOG is UCX's output in a run. */
static bool put_log(struct tn_options *s, const char *file, const char *where, GError **error)
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

bool tn_options_add(struct tn_options *s, enum tn_option o, const char *text, const char *where,
                    GError **error)
{
  const bool joins = tn_option_table[o].kind == TN_OPTION_LIST && s->value[o] && *text;
  g_autofree char *all = joins ? g_strjoin(";", s->value[o], text, NULL) : NULL;
  return tn_options_put(s, o, all ? all : text, where, error);
}

bool tn_options_put(struct tn_options *s, enum tn_option o, const char *text, const char *where,
                    GError **error)
{
  const struct tn_option_info *info = &tn_option_table[o];
  /* text as in rows, "segment=16384;throttle=8"; values have no semicolons */
  if (o == TN_OPT_PARAM) {
    g_auto(GStrv) words = g_strsplit(text, ";", -1);
    bool ok = true;
    for (int i = 0; ok && (i == 0 || words[i]); i++)
      ok = put_pair(s, o, words[i] ? words[i] : "", where, error);
    return ok;
  }
  if (o == TN_OPT_TRANSPORT && g_str_has_prefix(text, "file:"))
    return put_log(s, text + strlen("file:"), where, error);
  if (info->kind == TN_OPTION_PAIR)
    return put_pair(s, o, text, where, error);
  if (info->kind == TN_OPTION_FLAG && strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
    return tn_usage(error, "%s: \"%s\" is not yes or no", where, text);
  if (!*text) {
    g_autofree char *help = tn_option_help(info, NULL, false);
    return tn_usage(error, "%s: empty (%s)", where, help);
  }
  const char *before = s->value[o], *where_before = s->where[o];
  s->value[o] = tn_options_store_text(s, text);
  s->where[o] = tn_options_store_text(s, where);
  if (read_field(s, o, error))
    return true;
  s->value[o] = before;
  s->where[o] = where_before;
  read_field(s, o, NULL);
  return false;
}
