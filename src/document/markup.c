#include "markup.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

void tn_markup(GString *s, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  g_autofree char *escaped = g_markup_vprintf_escaped(format, args);
  va_end(args);
  g_autofree char *text = g_utf8_make_valid(escaped, -1);
  for (const char *at = text; *at;) {
    /* GLib writes control characters as references ("&#x1b;"), which XML forbids. Only GLib writes
     * "&#x", because ampersands of arguments are escaped. */
    const char *end = g_str_has_prefix(at, "&#x") ? strchr(at, ';') : NULL;
    const gunichar c = g_utf8_get_char(at);
    const bool is_of_xml =
        c == '\t' || c == '\n' || c == '\r' || c > 0xffff || (c >= 0x20 && c != 0x7f && c < 0xfffe);
    g_string_append_unichar(s, end || !is_of_xml ? 0xfffd : c);
    at = end ? end + 1 : g_utf8_next_char(at);
  }
}
