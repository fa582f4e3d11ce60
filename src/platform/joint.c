#include "joint.h"

#include <string.h>

#include "machine.h"
#include "params.h"
#include "quantity.h"

GArray *tn_joint_parse(const char *text, GError **error)
{
  g_autoptr(GArray) joint = g_array_new(FALSE, FALSE, sizeof(struct tn_joint));
  g_auto(GStrv) words = g_strsplit(text, " ", -1);
  struct tn_joint j = { .lead = TN_N_PARAMS };
  for (guint i = 0; words[i]; i += 2) {
    const int p = tn_param_find(words[i]);
    const char *factor = words[i + 1];
    g_autofree char *number = g_strdup(factor ? factor : "");
    const bool is_last = g_str_has_suffix(number, ";");
    if (is_last)
      number[strlen(number) - 1] = '\0';
    if (p < 0 || !tn_parse_number(number, &j.factor, NULL) || !(j.factor > 0)) {
      tn_refuse(error, TN_PLATFORM_ERROR, 0,
                "\"%s %s\" is not a parameter and a factor above 0 (pin_time 2.1 copy_rate.llc "
                "1.3; alpha 1.2)",
                words[i], number);
      return NULL;
    }
    j.param = (enum tn_param)p;
    j.lead = j.lead == TN_N_PARAMS ? j.param : j.lead;
    g_array_append_val(joint, j);
    j.lead = is_last ? TN_N_PARAMS : j.lead;
  }
  return g_steal_pointer(&joint);
}

const GArray *tn_platform_joint(const struct tn_platform *pf)
{
  return pf->joint;
}
