#include "sensitivity_text.h"

#include <string.h>

#include "real/probes.h"

/* Returns the probe of `calibrate` that measures the parameter, or NULL if no probe does. */
static const char *probe_of(enum tn_param p)
{
  /* The probe gamma also measures these parameters of the kernel profile, with two or more readers
   * of one page of the page table. */
  if (p == TN_P_LOCK_LINES || p == TN_P_LOCK_HOLD)
    return "gamma";
  for (const struct tn_probe *probe = tn_probes; probe->name; probe++)
    for (int i = 0; probe->params[i]; i++)
      if (strcmp(probe->params[i], tn_params[p].name) == 0)
        return probe->name;
  return NULL;
}

const char *tn_measured_by(enum tn_param p)
{
  const char *probe = probe_of(p);
  g_autofree char *text =
      probe ? g_strdup_printf("calibrate --only %s", probe)
            : g_strdup_printf("platform fit --rows ROWS --free %s", tn_params[p].name);
  return g_intern_string(text);
}
