#include "error.h"

GQuark tn_sim_error_quark(void)
{
  return g_quark_from_static_string("tn-sim-error-quark");
}
