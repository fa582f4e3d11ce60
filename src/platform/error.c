#include "error.h"

#include "platform.h"

G_DEFINE_QUARK(tn_platform_error, tn_platform_error)

bool tn_refuse(GError **error, GQuark domain, int code, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_propagate_error(error, g_error_new_valist(domain, code, format, arguments));
  va_end(arguments);
  return false;
}
