#include <string.h>

#include "algos/library/names.h"
#include "private.h"

const struct tn_algorithm *tn_library_algorithm(const char *collective, const char *algorithm)
{
  const int c = tn_collective_find(collective);
  return c < 0 ? NULL : tn_calling_of((enum tn_collective)c, algorithm).algorithm;
}

static char **finish(GPtrArray *names)
{
  g_ptr_array_add(names, NULL);
  return (char **)g_ptr_array_free(names, FALSE);
}

char **turnstile_collective_names(void)
{
  GPtrArray *names = g_ptr_array_new();
  for (int c = 0; c < TN_N_COLLECTIVES; c++)
    g_ptr_array_add(names, g_strdup(tn_collective_names[c]));
  return finish(names);
}

char **turnstile_algorithm_names(const char *collective)
{
  const int c = tn_collective_find(collective);
  if (c < 0)
    return NULL;
  GPtrArray *names = g_ptr_array_new();
  for (const struct tn_algorithm *const *a = tn_algorithms; *a; a++)
    if ((int)(*a)->collective == c)
      g_ptr_array_add(names, g_strdup((*a)->name));
  return finish(names);
}

const char *turnstile_algorithm_summary(const char *collective, const char *algorithm)
{
  const struct tn_algorithm *a = tn_library_algorithm(collective, algorithm);
  return a ? a->summary : NULL;
}

char **turnstile_algorithm_mechanisms(const char *collective, const char *algorithm)
{
  const struct tn_algorithm *a = tn_library_algorithm(collective, algorithm);
  if (!a)
    return NULL;
  GPtrArray *names = g_ptr_array_new();
  for (int i = 0; i < a->n_mechanisms; i++)
    g_ptr_array_add(names, g_strdup(tn_mechanism_names[a->mechanisms[i]]));
  return finish(names);
}

char **turnstile_algorithm_parameters(const char *collective, const char *algorithm)
{
  const struct tn_algorithm *a = tn_library_algorithm(collective, algorithm);
  if (!a)
    return NULL;
  GPtrArray *names = g_ptr_array_new();
  for (int i = 0; i < tn_algorithm_n_params(a); i++)
    g_ptr_array_add(names, g_strdup(a->params[i].name));
  return finish(names);
}

gboolean turnstile_algorithm_parameter(const char *collective, const char *algorithm,
                                       const char *parameter, TurnstileParameter *ret_parameter)
{
  const struct tn_algorithm *a = tn_library_algorithm(collective, algorithm);
  bool is_alias = false;
  const int i = a ? tn_algorithm_param(a, parameter, &is_alias) : -1;
  if (i < 0)
    return FALSE;
  const struct tn_alg_param *p = &a->params[i];
  *ret_parameter = (TurnstileParameter){ .name = p->name,
                                         .summary = p->summary,
                                         .min = p->min,
                                         .max = MAX(p->max, 0),
                                         .preset = p->preset,
                                         .choices = p->choices };
  return TRUE;
}
