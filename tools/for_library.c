#include "for_library.h"

#include <string.h>

#include "decide/among.h"
#include "decide/express.h"
#include "decide/mpich.h"
#include "plan/expand.h"
#include "report/again.h"
#include "rows/rows.h"
#include "wrap.h"

#define USUAL_LOSS 0.02

/* Whether a release's algorithm among those that the settings select has the parameter, and it was
 * not said. */
static bool lacks_param(const struct tn_settings *s, enum tn_target target, const char *name)
{
  const char *said = s->value[TN_OPT_COLLECTIVE] ? s->value[TN_OPT_COLLECTIVE] : "";
  g_auto(GStrv) names = g_strsplit(said, ",", -1);
  bool is_alias;
  for (guint i = 0; i < s->params->len; i++)
    if (strcmp(((const struct tn_pair *)s->params->pdata[i])->name, name) == 0)
      return false;
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
    if (tn_rule_has(target, *a) && tn_algorithm_param(*a, name, &is_alias) >= 0 &&
        g_strv_contains((const char *const *)names, tn_collective_names[(*a)->collective]))
      return true;
  return false;
}

/* Values of parameters that rules of MPICH cannot change. */
static bool put_params(struct tn_settings *s, enum tn_target target, GError **error)
{
  const char *name, *value;
  for (int i = 0; (name = tn_mpich_fixed(target, i, &value)); i++) {
    g_autofree char *pair = g_strdup_printf("%s=%s", name, value);
    if (lacks_param(s, target, name) && !tn_settings_put(s, TN_OPT_PARAM, pair, "--for", error))
      return false;
  }
  return true;
}

static bool put(struct tn_settings *s, enum tn_option o, const char *text, GError **error)
{
  return s->value[o] || !text || tn_settings_put(s, o, text, "--for", error);
}

static bool set_selection(struct tn_settings *s, enum tn_target target, GError **error)
{
  const char *name = tn_target_names[target], *own = tn_releases[target].own;
  g_autofree char *both = own ? g_strconcat(name, ",", own, NULL) : g_strdup(name);
  const enum tn_format format = tn_target_format(target);
  return put(s, TN_OPT_ALGORITHM, both, error) &&
         put(s, TN_OPT_TRANSPORT, tn_target_transport(target), error) &&
         put(s, TN_OPT_BUFFERS, tn_says_yes(s, TN_OPT_IDEAL) ? NULL : "unchanged,rewritten",
             error) &&
         put(s, TN_OPT_MECHANISM, format == TN_FORMAT_UCX ? "cico,cma" : NULL, error) &&
         (format != TN_FORMAT_MPICH || put_params(s, target, error));
}

bool tn_for_library(struct tn_settings *s, GError **error)
{
  enum tn_target target;
  struct tn_among unused;
  const char *name = s->value[TN_OPT_FOR];
  if (!name)
    return true;
  if (!tn_target_find(name, &target, error) || !tn_target_is_written(target, error) ||
      (s->command & TN_CMD_TUNE && !tn_among_find("--for", name, &unused, error)))
    return false;
  return (!(s->command & TN_CMD_TUNE) || put(s, TN_OPT_AMONG, name, error)) &&
         (s->rows->len > 0 || set_selection(s, target, error));
}

bool tn_for_terms(const struct tn_settings *s, enum tn_target target, struct tn_rules_terms *ret,
                  GError **error)
{
  static const enum tn_option of_tables[] = { TN_OPT_LOSS, TN_OPT_TRANSPORT };
  const enum tn_format format = tn_target_format(target);
  const char *said = s->value[TN_OPT_TRANSPORT];
  g_autoptr(GArray) known = g_array_new(FALSE, FALSE, sizeof(int));
  *ret = (struct tn_rules_terms){ 0 };
  for (guint i = 0; i < G_N_ELEMENTS(of_tables); i++)
    if (s->value[of_tables[i]] && (format == TN_FORMAT_MCA || format == TN_FORMAT_UCX)) {
      g_set_error(error, TN_USAGE_ERROR, 0, "%s: files of %s are no tables and ask for none",
                  tn_settings_where(s, of_tables[i]), tn_target_names[target]);
      return false;
    }
  if (!tn_objective_read(s, &ret->objective, error) ||
      !tn_read_percent(s, TN_OPT_LOSS, &ret->loss, error) || !tn_read_transports(s, known, error))
    return false;
  if (!s->value[TN_OPT_LOSS])
    ret->loss = USUAL_LOSS;
  ret->transport =
      said ? tn_transport_names[g_array_index(known, int, 0) - 1] : tn_target_transport(target);
  return true;
}

static void add_word(GString *list, const char *word)
{
  g_auto(GStrv) known = g_strsplit(list->str, ",", -1);
  if (!g_strv_contains((const char *const *)known, word))
    g_string_append_printf(list, "%s%s", list->len ? "," : "", word);
}

static int by_number(const void *x, const void *y)
{
  const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
  return (a > b) - (a < b);
}

void tn_for_explain(const struct tn_settings *s, const GPtrArray *rows, GError **error)
{
  g_autoptr(GString) platforms = g_string_new(NULL), collectives = g_string_new(NULL);
  g_autoptr(GString) ranks = g_string_new(NULL);
  g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(int64_t));
  if (!g_error_matches(*error, TN_USAGE_ERROR, TN_RULES_TRANSPORT))
    return;
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, (gint64)row->ranks);
    add_word(platforms, row->platform);
    add_word(collectives, row->collective);
    add_word(ranks, number);
    g_array_append_val(sizes, row->size);
  }
  g_array_sort(sizes, by_number);
  for (guint i = sizes->len; i-- > 1;)
    if (g_array_index(sizes, int64_t, i) == g_array_index(sizes, int64_t, i - 1))
      g_array_remove_index(sizes, i);
  g_autofree char *bytes = tn_again_sizes(sizes), *platform = tn_shell_word(platforms->str);
  g_autofree char *before = (*error)->message;
  const char *transport = s->value[TN_OPT_TRANSPORT];
  (*error)->message =
      g_strdup_printf("%s (these are: turnstile sweep -p %s -c %s -n %s -s %s --for %s%s%s)",
                      before, platform, collectives->str, ranks->str, bytes, s->value[TN_OPT_FOR],
                      transport ? " --transport " : "", transport ? transport : "");
}
