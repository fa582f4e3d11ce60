#include "platform.h"

GQuark tn_platform_error_quark(void)
{
  return g_quark_from_static_string("tn-platform-error");
}
