#include "program_id.h"

#include <glib.h>

#include "model_sum.h"
#include "sim/sim.h"

const char *tn_store_program(void)
{
  static char *text;
  if (!text)
    text = g_strdup_printf("%s, model %s, SimGrid %s", TN_VERSION, TN_MODEL_SUM,
                           tn_sim_simgrid_version());
  return text;
}
