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

GArray *tn_settings_overrides(const struct tn_settings *s, GError **error)
{
  g_auto(GStrv) sets = tn_settings_sets(s);
  g_autoptr(GArray) overrides = g_array_new(FALSE, TRUE, sizeof(struct tn_override));
  for (int i = 0; sets[i]; i++) {
    struct tn_override o;
    GError *why = NULL;
    if (!tn_override_parse(sets[i], &o, &why)) {
      tn_usage_prefix(error, why, "--set");
      return NULL;
    }
    g_array_append_val(overrides, o);
  }
  return g_steal_pointer(&overrides);
}

/* The values that --transport and --set name, a single transport's first. False and *error. */
static bool read_overrides(const struct tn_settings *s, struct tn_setup *setup, GError **error)
{
  g_autoptr(GArray) transports = g_array_new(FALSE, FALSE, sizeof(int));
  g_auto(GStrv) sets = tn_settings_sets(s);
  if (!tn_read_transports(s, transports, error))
    return false;
  const int transport = g_array_index(transports, int, 0) - 1;
  if (transport >= 0) {
    const enum tn_transport_profile t = (enum tn_transport_profile)transport;
    setup->n_overrides = tn_transport_overrides(t, tn_transport_mechanism(t, 0), setup->overrides);
  }
  for (int i = 0; sets[i]; i++) {
    GError *why = NULL;
    if (!tn_override_parse(sets[i], &setup->overrides[setup->n_overrides++], &why))
      return tn_usage_prefix(error, why, tn_platform_name(setup->platform));
  }
  return true;
}

bool tn_resolve(const struct tn_settings *s, const struct tn_platform *pf, int kernel,
                struct tn_setup *ret, GError **error)
{
  struct tn_setup setup = { .platform = pf };
  GError *why = NULL;
  setup.kernel = kernel < 0 ? tn_platform_kernel(pf) : (enum tn_kernel)kernel;
  setup.overrides = g_new0(struct tn_override, TN_MOST_TRANSPORT_VALUES + s->sets->len);
  bool ok = read_overrides(s, &setup, error);
  if (ok &&
      !tn_platform_values(pf, setup.kernel, setup.overrides, setup.n_overrides, setup.values, &why))
    ok = tn_usage_prefix(error, why, tn_platform_name(pf));
  if (ok)
    *ret = setup;
  else
    g_free(setup.overrides);
  return ok;
}
