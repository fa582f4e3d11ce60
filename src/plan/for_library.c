#include "for_library.h"

#include <string.h>

#include "decide/express.h"
#include "decide/mpich.h"
#include "expand.h"

/* Whether a release's algorithm among those that the settings select has the parameter, and it was
 * not said. */
static bool lacks_param(const struct tn_options *s, enum tn_target target, const char *name)
{
  const char *said = s->value[TN_OPT_COLLECTIVE] ? s->value[TN_OPT_COLLECTIVE] : "";
  g_auto(GStrv) names = g_strsplit(said, ",", -1);
  g_auto(GStrv) words = g_strsplit(s->value[TN_OPT_ALGORITHM], ",", -1);
  const bool all = g_strv_contains((const char *const *)words, "all");
  bool is_alias;
  for (guint i = 0; i < s->params->len; i++)
    if (strcmp(((const struct tn_pair *)s->params->pdata[i])->name, name) == 0)
      return false;
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
    if (tn_rule_has(target, *a) &&
        (all || g_strv_contains((const char *const *)words, (*a)->name)) &&
        tn_algorithm_param(*a, name, &is_alias) >= 0 &&
        g_strv_contains((const char *const *)names, tn_collective_names[(*a)->collective]))
      return true;
  return false;
}

/* Values of parameters that rules of MPICH cannot change. */
static bool put_params(struct tn_options *s, enum tn_target target, GError **error)
{
  const char *name, *value;
  for (int i = 0; (name = tn_mpich_fixed(target, i, &value)); i++) {
    g_autofree char *pair = g_strdup_printf("%s=%s", name, value);
    if (lacks_param(s, target, name) && !tn_options_put(s, TN_OPT_PARAM, pair, "--for", error))
      return false;
  }
  return true;
}

static bool put(struct tn_options *s, enum tn_option o, const char *text, GError **error)
{
  return tn_options_usual(s, o, text, "--for", error);
}

/* A sweep for rules would be in vain where no collective on devices' memory has any. */
static bool check_memory(const struct tn_options *s, enum tn_target target, GError **error)
{
  const char *said = s->value[TN_OPT_COLLECTIVE];
  g_auto(GStrv) names = g_strsplit(said ? said : "", ",", -1);
  bool has = !(s->command & TN_CMD_SWEEP) || !said ||
             g_strcmp0(s->value[TN_OPT_MEMORY], tn_user_memory_names[TN_MEMORY_DEVICE]) != 0;
  for (int i = 0; names[i]; i++)
    has = has || tn_threshold_of(target, names[i]) != NULL;
  return has ||
         tn_usage(error,
                  "%s: rules of %s hold for the host's memory, so that export could use none "
                  "of these rows (without --for they are simulated)",
                  tn_options_where(s, TN_OPT_MEMORY), tn_target_names[target]);
}

static bool set_selection(struct tn_options *s, enum tn_target target, GError **error)
{
  const char *own = tn_releases[target].own;
  g_autofree char *both = own ? g_strconcat("all,", own, NULL) : g_strdup("all");
  const bool shows_ratio =
      s->command & (TN_CMD_ALONE | TN_CMD_MEASURE) && !s->value[TN_OPT_ALGORITHM];
  const enum tn_format format = tn_target_format(target);
  const bool on_device =
      g_strcmp0(s->value[TN_OPT_MEMORY], tn_user_memory_names[TN_MEMORY_DEVICE]) == 0;
  return put(s, TN_OPT_REFERENCE, shows_ratio ? own : NULL, error) &&
         put(s, TN_OPT_ALGORITHM, both, error) &&
         put(s, TN_OPT_TRANSPORT, s->command & TN_CMD_MEASURE ? NULL : tn_target_transport(target),
             error) &&
         put(s, TN_OPT_BUFFERS, s->ideal ? NULL : "unchanged,rewritten", error) &&
         put(s, TN_OPT_MECHANISM,
             format != TN_FORMAT_UCX ? NULL
             : on_device             ? "device-mapped,device-ipc"
                                     : "cico,cma",
             error) &&
         (format != TN_FORMAT_MPICH || put_params(s, target, error));
}

bool tn_for_library(struct tn_options *s, GError **error)
{
  enum tn_target target;
  return !s->release ||
         (tn_target_find(s->release, &target, error) && check_memory(s, target, error) &&
          (s->rows->len > 0 || set_selection(s, target, error)));
}
