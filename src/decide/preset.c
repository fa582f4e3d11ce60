#include "preset.h"

#include <glib.h>
#include <string.h>

/* "numa+socket" */
static char *list_text(const struct tn_alg_param *param)
{
  GString *text = g_string_new(NULL);
  for (int i = 0; i < tn_list_length(param->preset); i++)
    g_string_append_printf(text, "%s%s", i ? "+" : "",
                           param->choices[tn_list_item(param->preset, i)]);
  return g_string_free(text, FALSE);
}

static char *preset_text(const struct tn_alg_param *param)
{
  if (param->kind == TN_PARAM_LIST)
    return list_text(param);
  if (param->kind == TN_PARAM_CHOICE)
    return g_strdup(param->choices[param->preset]);
  if (param->preset == param->min - 1 && param->word)
    return g_strdup(param->word);
  return g_strdup_printf("%" G_GINT64_FORMAT, (gint64)param->preset);
}

bool tn_is_preset(const struct tn_algorithm *algorithm, const char *name, const char *value)
{
  bool is_alias;
  const int p = tn_algorithm_param(algorithm, name, &is_alias);
  if (p < 0 || is_alias)
    return false;
  g_autofree char *text = preset_text(&algorithm->params[p]);
  return strcmp(text, value) == 0;
}
