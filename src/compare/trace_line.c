/* Line prefixes of launchers, and text encodings. */
#include <string.h>

#include "study/usage.h"
#include "trace_table.h"

/* Matches mpirun's "[1,0]<stdout>:", PRRTE's "[prterun-node-231@1,0]<stdout>: " and
 * "DATE<stdout>:", mpiexec's "[0] ", srun's " 0: ", and time stamps of ts and of logs. */
#define TAG                                                                                        \
  "^(?:[^<>#]*<std(?:out|err|diag)>: ?|\\[\\d+\\] ?|\\s*\\d+: ?"                                   \
  "|\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d[^ \\]]*\\]?:? "                               \
  "|[A-Z][a-z]{2} +\\d+ \\d\\d:\\d\\d:\\d\\d )+"

const char *tn_trace_line(const char *line)
{
  static GRegex *tag;
  g_autoptr(GMatchInfo) match = NULL;
  int end = 0;
  if (!strpbrk(line, ":]"))
    return line;
  if (g_once_init_enter(&tag))
    g_once_init_leave(&tag, g_regex_new(TAG, G_REGEX_OPTIMIZE, 0, NULL));
  if (!g_regex_match(tag, line, 0, &match) || !g_match_info_fetch_pos(match, 0, NULL, &end))
    return line;
  const char *error = strstr(line, "<stderr>");
  return error && error < line + end ? NULL : line + end;
}

static char *convert(const char *text, gsize length, const char *from, const char *file,
                     gsize *ret_length, GError **error)
{
  char *own = g_convert(text, (gssize)length, "UTF-8", from, NULL, ret_length, NULL);
  if (own && !memchr(own, '\0', *ret_length))
    return own;
  g_free(own);
  return tn_usage_null(error, "%s: not text in %s", file, from);
}

char *tn_trace_decode(const char *file, const char *text, gsize length, gsize *ret_length,
                      GPtrArray *notes, GError **error)
{
  const unsigned char *b = (const unsigned char *)text;
  if (length >= 2 && ((b[0] == 0xff && b[1] == 0xfe) || (b[0] == 0xfe && b[1] == 0xff)))
    return convert(text + 2, length - 2, b[0] == 0xff ? "UTF-16LE" : "UTF-16BE", file, ret_length,
                   error);
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
    text += 3;
    length -= 3;
  }
  *ret_length = length;
  if (g_utf8_validate(text, (gssize)length, NULL))
    return g_strndup(text, length);
  if (memchr(text, '\0', length))
    return tn_usage_null(error, "%s: not text (it has NUL bytes)", file);
  g_ptr_array_add(notes, g_strdup_printf("%s: not in UTF-8, read as ISO 8859-1", file));
  return convert(text, length, "ISO-8859-1", file, ret_length, error);
}
