#include <string.h>

#include "algos/library/library_names.h"
#include "plan/expand.h"
#include "private.h"

char **turnstile_platform_names(void)
{
  return tn_platform_names();
}

static TurnstilePlatform *found(struct tn_platform *pf, GError *why, GError **error)
{
  if (!pf)
    tn_library_refuse(error, why);
  return (TurnstilePlatform *)pf;
}

TurnstilePlatform *turnstile_platform_new(const char *name, const char *like, GError **error)
{
  GError *why = NULL;
  g_return_val_if_fail(name, NULL);
  struct tn_platform *pf = tn_platform_load(name, like, &why);
  return found(pf, why, error);
}

TurnstilePlatform *turnstile_platform_new_from_xml(const char *xml, gssize length, GError **error)
{
  GError *why = NULL;
  g_return_val_if_fail(xml, NULL);
  struct tn_platform *pf = tn_platform_parse(xml, length < 0 ? strlen(xml) : (gsize)length, &why);
  return found(pf, why, error);
}

void turnstile_platform_free(TurnstilePlatform *platform)
{
  tn_platform_free(tn_platform_of(platform));
}

const char *turnstile_platform_name(const TurnstilePlatform *platform)
{
  g_return_val_if_fail(platform, NULL);
  return tn_platform_name(tn_platform_of(platform));
}

int turnstile_platform_cores(const TurnstilePlatform *platform)
{
  g_return_val_if_fail(platform, 0);
  return tn_platform_n_cores(tn_platform_of(platform));
}

int turnstile_platform_packages(const TurnstilePlatform *platform)
{
  g_return_val_if_fail(platform, 0);
  return tn_platform_n_packages(tn_platform_of(platform));
}

int turnstile_platform_ranks(const TurnstilePlatform *platform)
{
  g_return_val_if_fail(platform, 0);
  return tn_platform_default_ranks(tn_platform_of(platform));
}

TurnstileTable *turnstile_platform_parameters(const TurnstilePlatform *platform, const char *kernel,
                                              GError **error)
{
  g_return_val_if_fail(platform, NULL);
  const struct tn_platform *pf = tn_platform_of(platform);
  const int k = kernel ? tn_name_find(tn_kernel_names, kernel) : (int)tn_platform_kernel(pf);
  double values[TN_N_PARAMS];
  GError *why = NULL;
  if (k < 0)
    tn_usage_unknown(&why, tn_platform_name(pf), "kernel", kernel, tn_kernel_names);
  else
    tn_platform_values(pf, (enum tn_kernel)k, NULL, 0, values, &why);
  if (why)
    return tn_library_refuse_null(error, why);
  struct tn_table *table = tn_table_new("name value:d unit text source error:d note");
  for (int p = 0; p < TN_N_PARAMS; p++) {
    struct tn_param_value v = tn_platform_param(pf, (enum tn_param)p);
    tn_platform_kernel_param(pf, (enum tn_kernel)k, (enum tn_param)p, &v);
    tn_table_text(table, tn_params[p].name);
    tn_table_number(table, values[p], TN_ALL_DIGITS);
    tn_table_text(table, tn_unit_names[tn_params[p].unit]);
    tn_table_take(table, tn_param_format((enum tn_param)p, values[p]));
    tn_table_text(table, v.source);
    tn_table_number(table, v.error, TN_ALL_DIGITS);
    tn_table_text(table, v.note);
  }
  return tn_library_table(table);
}

static char *join(const char *(*name)(const struct tn_method *a, int i), const struct tn_method *a,
                  int n)
{
  GString *text = g_string_new(NULL);
  for (int i = 0; i < n; i++)
    g_string_append_printf(text, "%s%s", i ? "," : "", name(a, i));
  return g_string_free(text, FALSE);
}

static const char *mechanism_name(const struct tn_method *a, int i)
{
  return tn_mechanism_names[a->mechanisms[i]];
}

static const char *parameter_name(const struct tn_method *a, int i)
{
  return a->params[i].name;
}

static int find_collective(const char *collective, GError **error)
{
  const int c = tn_collective_find(collective);
  GError *why = NULL;
  if (c < 0) {
    tn_usage_unknown(&why, "library", "collective", collective, tn_collective_names);
    tn_library_refuse(error, why);
  }
  return c;
}

TurnstileTable *turnstile_algorithms(const char *collective, GError **error)
{
  const int c = collective ? find_collective(collective, error) : TN_N_COLLECTIVES;
  if (c < 0)
    return NULL;
  struct tn_table *table = tn_table_new("collective algorithm summary mechanisms parameters");
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    if (c < TN_N_COLLECTIVES && (int)(*a)->collective != c)
      continue;
    tn_table_texts(table, tn_collective_names[(*a)->collective], (*a)->name, (*a)->summary);
    tn_table_takes(table, join(mechanism_name, *a, (*a)->n_mechanisms),
                   join(parameter_name, *a, tn_alg_params_number((*a)->params)));
  }
  return tn_library_table(table);
}

TurnstileTable *turnstile_parameters(const char *collective, const char *algorithm, GError **error)
{
  g_return_val_if_fail(collective && algorithm, NULL);
  const int c = find_collective(collective, error);
  struct tn_library_word meaning;
  GError *why = NULL;
  if (c < 0)
    return NULL;
  if (!tn_read_algorithm((enum tn_collective)c, "library", algorithm, &meaning, &why))
    return tn_library_refuse_null(error, why);
  struct tn_table *table = tn_table_new("name summary min:i max:i preset:i choices");
  for (int i = 0; i < tn_alg_params_number(meaning.algorithm->params); i++) {
    const struct tn_alg_param *p = &meaning.algorithm->params[i];
    tn_table_texts(table, p->name, p->summary);
    tn_table_counts(table, p->min, p->max > 0 ? p->max : -1, p->preset);
    tn_table_take(table, p->choices ? g_strjoinv(",", (char **)p->choices) : NULL);
  }
  return tn_library_table(table);
}
