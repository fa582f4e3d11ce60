/* Texts for names that are not parameters: former and misspelt ones. */
#include <string.h>

#include "params.h"
#include "quantity.h"

const char *tn_param_successor(const char *name)
{
  static const struct {
    const char *name, *now;
  } former[] = {
#define TN_FORMER(name, now) { name, now },
#include "parameters.def"
  };
  for (size_t i = 0; i < G_N_ELEMENTS(former); i++)
    if (strcmp(name, former[i].name) == 0)
      return former[i].now;
  return NULL;
}

char *tn_param_absence(const char *name, const char *const *others)
{
  if (tn_param_successor(name))
    return g_strdup_printf("the parameter \"%s\" was removed: %s", name, tn_param_successor(name));
  g_autoptr(GPtrArray) known = g_ptr_array_new();
  for (int p = 0; p < TN_N_PARAMS; p++)
    g_ptr_array_add(known, (char *)tn_params[p].name);
  for (; others && *others; others++)
    g_ptr_array_add(known, (char *)*others);
  g_ptr_array_add(known, NULL);
  const char *nearest = tn_nearest(name, (const char *const *)known->pdata);
  return g_strdup_printf("the parameter \"%s\" is not known (%s%s%s)", name,
                         nearest ? "did you mean " : "`turnstile platform show` lists them",
                         nearest ? nearest : "", nearest ? "?" : "");
}
