#include "usage.h"

#include <string.h>

#include "platform/quantity.h"

G_DEFINE_QUARK(tn_usage_error, tn_usage_error)

bool tn_usage_prefix(GError **error, const char *where)
{
  g_autoptr(GError) why = error ? g_steal_pointer(error) : NULL;
  return why && where ? tn_usage(error, "%s: %s", where, why->message)
                      : why && tn_usage(error, "%s", why->message);
}

bool tn_usage_unknown(GError **error, const char *where, const char *what, const char *text,
                      const char *const *known)
{
  g_autofree char *hint = tn_hint(text, known);
  g_autofree char *names = *hint ? NULL : g_strjoinv(", ", (char **)known);
  const char *list = names && !*names ? "none" : names;
  return tn_usage(error, "%s: no %s \"%s\"%s%s%s%s", where, what, text, hint,
                  list ? " (there are: " : "", list ? list : "", list ? ")" : "");
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
  return tn_usage(error, "%s:%d: %s", file, line, text);
}

char *tn_shell_word(const char *word)
{
  const bool is_plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyz"
                                                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                                    "-_=,./:+@%")];
  return is_plain ? g_strdup(word) : g_shell_quote(word);
}
