/* Values of one platform under what --set says, for commands without a plan. */
#include "expand.h"

char **tn_settings_sets(const struct tn_settings *s)
{
  char **sets = g_new0(char *, s->sets->len + 1);
  for (guint i = 0; i < s->sets->len; i++) {
    const struct tn_pair *pair = s->sets->pdata[i];
    sets[i] = g_strdup_printf("%s=%s", pair->name, pair->value);
  }
  return sets;
}

bool tn_resolve(const struct tn_settings *s, const struct tn_platform *pf, int kernel,
                struct tn_setup *ret, GError **error)
{
  struct tn_setup setup = { .platform = pf };
  GError *why = NULL;
  g_auto(GStrv) sets = tn_settings_sets(s);
  setup.kernel = kernel < 0 ? tn_platform_kernel(pf) : (enum tn_kernel)kernel;
  if (!tn_platform_resolve(pf, setup.kernel, (const char *const *)sets, setup.values, &why))
    return tn_usage_prefix(error, why, tn_platform_name(pf));
  *ret = setup;
  return true;
}
