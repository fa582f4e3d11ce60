/* Computes the parameters of an experiment. A kernel profile replaces values of the platform file,
 * and --set replaces both. */
#include "machine.h"
#include "params.h"
#include "scope.h"
#include "transports.h"

#include <math.h>
#include <string.h>

static const struct {
  enum tn_kernel kernel;
  enum tn_param param;
  double value;
  struct tn_bounds range;
} profiles[] = {
#define TN_PROFILE(kernel, id, value, low, high) { kernel, TN_P_##id, value, { low, high } },
#include "parameters.def"
};

#define SOURCE(number, name, summary, source) [number] = source,
static const char *const profile_notes[] = { TN_KERNELS(SOURCE) };

bool tn_kernel_param(enum tn_kernel kernel, enum tn_param p, struct tn_param_value *ret)
{
  for (size_t i = 0; i < G_N_ELEMENTS(profiles); i++) {
    if (profiles[i].kernel == kernel && profiles[i].param == p) {
      *ret = (struct tn_param_value){ profiles[i].value, "measured", profile_notes[kernel], NAN };
      return true;
    }
  }
  return false;
}

static bool is_gamma(enum tn_param p)
{
  return p == TN_P_GAMMA_A || p == TN_P_GAMMA_B || p == TN_P_GAMMA_CROSS;
}

bool tn_platform_kernel_param(const struct tn_platform *pf, enum tn_kernel kernel, enum tn_param p,
                              struct tn_param_value *ret)
{
  /* A measured gamma takes precedence over the profile's parameters of contention. A measured
   * gamma_b decides for gamma_a, too, because gamma(2) determines the sum of both. */
  const bool is_law =
      is_gamma(p) || p == TN_P_LOCK_LINES || p == TN_P_LOCK_HOLD || p == TN_P_LOCK_UNFAIRNESS;
  const enum tn_param decides = p == TN_P_GAMMA_CROSS ? p : TN_P_GAMMA_B;
  if (is_law && g_strcmp0(pf->provenance[decides].source, "measured") == 0)
    return false;
  return tn_kernel_param(kernel, p, ret);
}

struct tn_bounds tn_platform_bounds(const struct tn_platform *pf, enum tn_kernel kernel,
                                    enum tn_param p)
{
  struct tn_param_value of_kernel;
  if (!tn_platform_kernel_param(pf, kernel, p, &of_kernel))
    return pf->provenance[p].range;
  for (size_t i = 0; i < G_N_ELEMENTS(profiles); i++)
    if (profiles[i].kernel == kernel && profiles[i].param == p)
      return profiles[i].range;
  return (struct tn_bounds){ 0 };
}

struct tn_param_value tn_platform_param(const struct tn_platform *pf, enum tn_param p)
{
  const struct tn_provenance *provenance = &pf->provenance[p];
  struct tn_param_value of_transport;
  if (tn_transport_fills(pf, p, &of_transport))
    return of_transport;
  if (isnan(pf->values[p]))
    return (struct tn_param_value){ pf->filled[p], "default", tn_param_default_note(p), NAN };
  return (struct tn_param_value){ pf->filled[p], provenance->source, provenance->note,
                                  provenance->error };
}

bool tn_platform_is_inherited(const struct tn_platform *pf, enum tn_param p)
{
  return pf->provenance[p].is_inherited && strcmp(tn_platform_param(pf, p).source, "assumed") == 0;
}

bool tn_override_parse(const char *set, struct tn_override *ret, GError **error)
{
  const char *equals = strchr(set, '=');
  struct tn_override found = { 0 };
  if (!equals)
    return tn_refuse(error, TN_PLATFORM_ERROR, 0, "\"%s\" is not PARAMETER=VALUE (try alpha=1us)",
                     set);
  g_autofree char *name = g_strndup(set, (gsize)(equals - set));
  const int p = tn_param_find(name);
  if (p >= 0) {
    g_auto(GStrv) sides = g_strsplit(equals + 1, ":", 2);
    found.param = (enum tn_param)p;
    if (!tn_param_parse(found.param, sides[0] ? sides[0] : "", &found.value, error) ||
        (sides[0] && sides[1] && !tn_scope_parse(found.param, sides[1], &found.per, error)))
      return false;
    *ret = found;
    return true;
  }
  g_autofree char *why = tn_param_absence(name, NULL);
  return tn_refuse(error, TN_PLATFORM_ERROR, 0, "%s", why);
}

static bool profile_values(const struct tn_platform *pf, enum tn_kernel kernel, double *ret,
                           GError **error)
{
  if (!tn_machine_has_kernel(pf, kernel)) {
    g_autoptr(GString) has = g_string_new(NULL);
    for (int k = 0; tn_kernel_names[k]; k++)
      if (tn_machine_has_kernel(pf, (enum tn_kernel)k))
        g_string_append_printf(has, "%s%s", has->len ? ", " : "", tn_kernel_names[k]);
    return tn_refuse(error, TN_PLATFORM_ERROR, 0,
                     "kernel \"%s\" has no values on the platform %s (there is: %s)",
                     tn_kernel_names[kernel], pf->name, has->str);
  }
  memcpy(ret, pf->values, sizeof pf->values);
  for (int p = 0; p < TN_N_PARAMS; p++) {
    struct tn_param_value of_kernel;
    if (tn_platform_kernel_param(pf, kernel, p, &of_kernel))
      ret[p] = of_kernel.value;
  }
  return true;
}

/* Computes an override's value. Software times of a transport were measured on other machines and
 * are multiplied by `scale`. Returns false if the value is out of range, or if the topology has no
 * part of the override's scope. */
static bool value_of(const struct tn_platform *pf, const struct tn_override *o, bool domain_links,
                     double scale, double *ret, GError **error)
{
  double value = o->transport && tn_param_is_software(o->param) ? scale * o->value : o->value;
  if (o->per != TN_OF_NOTHING)
    value = tn_scope_value(o->param, value, o->per, &pf->topology, domain_links, error);
  if (isnan(value))
    return false;
  if (!tn_param_accepts(o->param, value)) {
    g_autofree char *range = tn_param_range(o->param);
    return tn_refuse(error, TN_PLATFORM_ERROR, 0, "%s: %g is out of range (%s)",
                     tn_params[o->param].name, value, range);
  }
  *ret = value;
  return true;
}

bool tn_platform_values(const struct tn_platform *pf, enum tn_kernel kernel,
                        const struct tn_override *overrides, int n, double *ret_values,
                        GError **error)
{
  double values[TN_N_PARAMS], value = 0.0;
  bool lines_set = false;
  if (!profile_values(pf, kernel, values, error))
    return false;
  g_autofree struct tn_override *all = g_new(struct tn_override, TN_MAX_TRANSPORT_VALUES + n);
  /* First come the values of the transport that was measured on the platform, for its preferred
   * mechanism. */
  const enum tn_transport_profile t = (enum tn_transport_profile)(pf->transport - 1);
  const int n_own = (n > 0 && overrides[0].transport) || !pf->transport
                        ? 0
                        : tn_transport_overrides(pf, t, tn_transport_mechanism(t, 0), all);
  for (int i = 0; i < n; i++)
    all[n_own + i] = overrides[i];
  overrides = all;
  n += n_own;
  bool domain_links = values[TN_P_PACKAGE_LINK] == TN_LINK_OF_DOMAIN;
  double scale = pf->filled[TN_P_SOFTWARE_SCALE];
  for (int i = 0; i < n; i++) {
    if (overrides[i].param == TN_P_PACKAGE_LINK)
      domain_links = overrides[i].value == TN_LINK_OF_DOMAIN;
    if (overrides[i].param == TN_P_SOFTWARE_SCALE)
      scale = overrides[i].value;
  }
  for (int i = 0; i < n; i++) {
    if (!value_of(pf, &overrides[i], domain_links, scale, &value, error))
      return false;
    /* If the user sets a gamma, lock_lines becomes 0 unless the user also sets it, because with
     * lock_lines the gamma would have no effect. */
    const enum tn_param set = overrides[i].param;
    values[set] = value;
    lines_set = lines_set || set == TN_P_LOCK_LINES;
    if (is_gamma(set) && !lines_set)
      values[TN_P_LOCK_LINES] = 0.0;
  }
  /* Defaults come last, because those derived from copy_rate must use the value that the user
   * set. */
  tn_params_fill(values, pf->topology.n_cores);
  if (tn_params_flaw(values))
    return tn_refuse(error, TN_PLATFORM_ERROR, 0, "%s", tn_params_flaw(values));
  memcpy(ret_values, values, sizeof values);
  return true;
}

bool tn_platform_resolve(const struct tn_platform *pf, enum tn_kernel kernel,
                         const char *const *sets, double *ret_values, GError **error)
{
  g_autoptr(GArray) overrides = g_array_new(FALSE, FALSE, sizeof(struct tn_override));
  for (; sets && *sets; sets++) {
    struct tn_override set;
    if (!tn_override_parse(*sets, &set, error))
      return false;
    g_array_append_val(overrides, set);
  }
  return tn_platform_values(pf, kernel, (const struct tn_override *)(const void *)overrides->data,
                            (int)overrides->len, ret_values, error);
}
