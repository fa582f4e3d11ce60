#include "for_library.h"

#include <string.h>

#include "decide/mpich.h"
#include "decide/row_rule.h"
#include "expand.h"

/* Returns true if a selected algorithm has the parameter and the user did not set it. */
static bool lacks_param(const struct tn_options *s, enum tn_target target, const char *name)
{
  g_auto(GStrv) names = g_strsplit(s->collective ? s->collective : "", ",", -1);
  g_auto(GStrv) words = g_strsplit(s->algorithm, ",", -1);
  const bool all = g_strv_contains((const char *const *)words, "all");
  bool is_alias;
  if (tn_options_pair(s->params, name))
    return false;
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if (tn_rule_has(target, *a) &&
        (all || g_strv_contains((const char *const *)words, (*a)->name)) &&
        tn_alg_params_find((*a)->params, name, &is_alias) >= 0 &&
        g_strv_contains((const char *const *)names, tn_collective_names[(*a)->collective]))
      return true;
  return false;
}

/* Sets the parameters that MPICH's code fixes, so that rules cannot change them. */
static void put_params(struct tn_options *s, enum tn_target target)
{
  const char *name, *value;
  for (int i = 0; (name = tn_mpich_fixed(target, i, &value)); i++)
    if (lacks_param(s, target, name))
      tn_options_put_pair(s, s->params, name, value, "--for");
}

static void fill(struct tn_options *s, enum tn_option o, const char **field, const char *text)
{
  if (*field || !text)
    return;
  *field = tn_options_store_text(s, text);
  s->where[o] = "--for";
}

/* Fails if buffers are in device memory and the library has no setting for it. */
static bool check_memory(const struct tn_options *s, enum tn_target target, GError **error)
{
  g_auto(GStrv) names = g_strsplit(s->collective ? s->collective : "", ",", -1);
  bool has =
      !(s->command & TN_CMD_SWEEP) || !s->collective || s->memory != TN_JUST(TN_MEMORY_DEVICE);
  for (int i = 0; names[i]; i++)
    has = has || tn_threshold_of(target, names[i]) != NULL;
  const char *own = tn_releases[target].own, *name = tn_target_names[target];
  return has || tn_usage(error,
                         "%s: %s has no setting for %s on device memory that export could write "
                         "(to compare: -a all%s%s in place of --for %s)",
                         tn_options_where(s, TN_OPT_MEMORY), name, s->collective, own ? "," : "",
                         own ? own : "", name);
}

/* Sets the options that select collectives and algorithms as the library's release needs them,
 * unless the user gave them. */
static void set_selection(struct tn_options *s, enum tn_target target)
{
  const char *own = tn_releases[target].own;
  g_autofree char *both = own ? g_strconcat("all,", own, NULL) : g_strdup("all");
  const enum tn_format format = tn_target_format(target);
  const bool on_device = s->memory == TN_JUST(TN_MEMORY_DEVICE);
  if (s->command & (TN_CMD_ALONE | TN_CMD_MEASURE) && !s->algorithm)
    fill(s, TN_OPT_REFERENCE, &s->reference, own);
  fill(s, TN_OPT_ALGORITHM, &s->algorithm, both);
  if (!(s->command & TN_CMD_MEASURE))
    fill(s, TN_OPT_TRANSPORT, &s->transport, tn_target_transport(target));
  if (!s->ideal)
    fill(s, TN_OPT_BUFFERS, &s->buffers, "unchanged,rewritten");
  if (format == TN_FORMAT_UCX)
    fill(s, TN_OPT_MECHANISM, &s->mechanism, on_device ? "device-mapped,device-ipc" : "cico,cma");
  if (format == TN_FORMAT_MPICH)
    put_params(s, target);
}

bool tn_for_library(struct tn_options *s, GError **error)
{
  enum tn_target target;
  if (!s->release)
    return true;
  if (!tn_target_find(s->release, &target, error) || !check_memory(s, target, error))
    return false;
  if (s->rows->len == 0)
    set_selection(s, target);
  return true;
}
