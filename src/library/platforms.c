#include <string.h>

#include "private.h"

GQuark turnstile_error_quark(void)
{
  return g_quark_from_static_string("turnstile-error-quark");
}

/* 0 of the public enumerations leaves the choice open; the others follow the simulator's. */
G_STATIC_ASSERT((int)TURNSTILE_KERNEL_PAPER == TN_JUST(TN_KERNEL_PAPER));
G_STATIC_ASSERT((int)TURNSTILE_KERNEL_LINUX6 == TN_JUST(TN_KERNEL_LINUX6));
G_STATIC_ASSERT((int)TURNSTILE_KERNEL_MEASURED == TN_JUST(TN_KERNEL_MEASURED));

const char *turnstile_version(void)
{
  return TN_VERSION;
}

bool tn_library_refuse(GError **error, TurnstileError code, GError *why)
{
  g_set_error_literal(error, TURNSTILE_ERROR, (int)code, why->message);
  g_error_free(why);
  return false;
}

char **turnstile_platform_names(void)
{
  return tn_platform_names();
}

TurnstilePlatform *turnstile_platform_new(const char *name, GError **error)
{
  GError *why = NULL;
  struct tn_platform *pf = tn_platform_load(name, NULL, &why);
  if (!pf)
    tn_library_refuse(error, TURNSTILE_ERROR_INPUT, why);
  return (TurnstilePlatform *)pf;
}

void turnstile_platform_free(TurnstilePlatform *platform)
{
  tn_platform_free(tn_platform_of(platform));
}

const char *turnstile_platform_name(const TurnstilePlatform *platform)
{
  return tn_platform_name(tn_platform_of(platform));
}

int turnstile_platform_cores(const TurnstilePlatform *platform)
{
  return tn_platform_n_cores(tn_platform_of(platform));
}

int turnstile_platform_packages(const TurnstilePlatform *platform)
{
  return tn_platform_n_packages(tn_platform_of(platform));
}

int turnstile_platform_ranks(const TurnstilePlatform *platform)
{
  return tn_platform_default_ranks(tn_platform_of(platform));
}

char **turnstile_parameter_names(void)
{
  char **names = g_new0(char *, TN_N_PARAMS + 1);
  for (int p = 0; p < TN_N_PARAMS; p++)
    names[p] = g_strdup(tn_params[p].name);
  return names;
}

const char *turnstile_parameter_unit(const char *parameter)
{
  const int p = tn_param_find(parameter);
  return p < 0 ? NULL : tn_unit_names[tn_params[p].unit];
}

gboolean turnstile_platform_value(const TurnstilePlatform *platform, TurnstileKernel kernel,
                                  const char *parameter, double *ret_value, GError **error)
{
  const struct tn_platform *pf = tn_platform_of(platform);
  const int p = parameter ? tn_param_find(parameter) : -1;
  const enum tn_kernel k = kernel ? (enum tn_kernel)(kernel - 1) : tn_platform_kernel(pf);
  double values[TN_N_PARAMS];
  GError *why = NULL;
  if (p < 0) {
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT,
                "no parameter \"%s\" (see turnstile_parameter_names)",
                parameter ? parameter : "(null)");
    return FALSE;
  }
  if (kernel > TURNSTILE_KERNEL_MEASURED) {
    g_set_error(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT, "kernel %d: out of range (0 to %d)",
                (int)kernel, (int)TURNSTILE_KERNEL_MEASURED);
    return FALSE;
  }
  if (!tn_platform_values(pf, k, NULL, 0, values, &why))
    return tn_library_refuse(error, TURNSTILE_ERROR_INPUT, why);
  *ret_value = values[p];
  return TRUE;
}

const char *turnstile_platform_source(const TurnstilePlatform *platform, const char *parameter)
{
  const int p = tn_param_find(parameter);
  return p < 0 ? NULL : tn_platform_param(tn_platform_of(platform), (enum tn_param)p).source;
}
