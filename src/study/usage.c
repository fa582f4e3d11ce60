#include "usage.h"

#include "platform/quantity.h"

GQuark tn_usage_error_quark(void)
{
  return g_quark_from_static_string("tn-usage-error-quark");
}

bool tn_usage_prefix(GError **error, GError *why, const char *where)
{
  g_set_error(error, TN_USAGE_ERROR, 0, "%s: %s", where, why->message);
  g_error_free(why);
  return false;
}

bool tn_usage_unknown(GError **error, const char *where, const char *what, const char *text,
                      const char *const *known)
{
  g_autofree char *hint = tn_hint(text, known);
  g_autofree char *names = *hint ? NULL : g_strjoinv(", ", (char **)known);
  const char *list = names && !*names ? "none" : names;
  g_set_error(error, TN_USAGE_ERROR, 0, "%s: no %s \"%s\"%s%s%s%s", where, what, text, hint,
              list ? " (there are: " : "", list ? list : "", list ? ")" : "");
  return false;
}

char *tn_hint(const char *text, const char *const *candidates)
{
  const char *near = tn_nearest(text, candidates);
  return near ? g_strdup_printf(" (nearest: %s)", near) : g_strdup("");
}

bool tn_usage_at(const char *file, int line, GError **error, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error(error, TN_USAGE_ERROR, 0, "%s:%d: %s", file, line, text);
  return false;
}
