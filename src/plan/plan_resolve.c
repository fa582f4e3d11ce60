/* Values of one platform's parameters under --set, for commands without a plan. */
#include "expand.h"

/* Reads --set into `ret`, which must have room; errors begin with `where`. */
static bool read_sets(const struct tn_options *s, struct tn_override *ret, const char *where,
                      GError **error)
{
  for (guint i = 0; i < s->sets->len; i++) {
    const struct tn_pair *pair = s->sets->pdata[i];
    g_autofree char *set = g_strdup_printf("%s=%s", pair->name, pair->value);
    if (!tn_override_parse(set, &ret[i], error))
      return tn_usage_prefix(error, where);
  }
  return true;
}

GArray *tn_options_overrides(const struct tn_options *s, GError **error)
{
  g_autoptr(GArray) overrides = g_array_new(FALSE, TRUE, sizeof(struct tn_override));
  g_array_set_size(overrides, s->sets->len);
  return read_sets(s, (struct tn_override *)(void *)overrides->data, "--set", error)
             ? g_steal_pointer(&overrides)
             : NULL;
}

/* Reads --transport (only one) and --set into the overrides. The transport's values come first. */
static bool read_overrides(const struct tn_options *s, struct tn_setup *setup, GError **error)
{
  g_autoptr(GArray) transports = g_array_new(FALSE, FALSE, sizeof(int));
  if (!tn_read_transports(s, transports, error))
    return false;
  int transport = g_array_index(transports, int, 0);
  if (transport == 0)
    transport = tn_platform_transport(setup->platform, NULL);
  if (transport) {
    const enum tn_transport_profile t = (enum tn_transport_profile)(transport - 1);
    setup->n_overrides =
        tn_transport_overrides(setup->platform, t, tn_transport_mechanism(t, 0), setup->overrides);
  }
  struct tn_override *own = setup->overrides + setup->n_overrides;
  setup->n_overrides += (int)s->sets->len;
  return read_sets(s, own, tn_platform_name(setup->platform), error);
}

bool tn_resolve(const struct tn_options *s, const struct tn_platform *pf, int kernel,
                struct tn_setup *ret, GError **error)
{
  struct tn_setup setup = { .platform = pf };
  setup.kernel = kernel < 0 ? tn_platform_kernel(pf) : (enum tn_kernel)kernel;
  setup.overrides = g_new0(struct tn_override, TN_MAX_TRANSPORT_VALUES + s->sets->len);
  bool ok = read_overrides(s, &setup, error);
  if (ok && !tn_platform_values(pf, setup.kernel, setup.overrides, setup.n_overrides, setup.values,
                                error))
    ok = tn_usage_prefix(error, tn_platform_name(pf));
  if (ok)
    *ret = setup;
  else
    g_free(setup.overrides);
  return ok;
}
