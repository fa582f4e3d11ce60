/* Settings of one's own, to change. */
#include "options.h"

struct tn_settings *tn_settings_copy(const struct tn_settings *s)
{
  struct tn_settings *own = tn_settings_new();
  own->command = s->command;
  for (int o = 0; o < TN_N_OPTIONS; o++) {
    own->value[o] = g_strdup(s->value[o]);
    own->where[o] = g_strdup(s->where[o]);
  }
  for (guint i = 0; i < s->params->len + s->sets->len; i++) {
    const bool is_param = i < s->params->len;
    const struct tn_pair *pair =
        is_param ? s->params->pdata[i] : s->sets->pdata[i - s->params->len];
    g_autofree char *text = g_strdup_printf("%s=%s", pair->name, pair->value);
    tn_settings_put(own, is_param ? TN_OPT_PARAM : TN_OPT_SET, text, pair->where, NULL);
  }
  for (guint i = 0; i < s->rows->len; i++)
    g_ptr_array_add(own->rows, g_strdup(s->rows->pdata[i]));
  return own;
}
