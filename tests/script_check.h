/* What a script of a picture may hold, whatever the rows say. Included by one file of a program. */
#ifndef TN_TESTS_SCRIPT_CHECK_H
#define TN_TESTS_SCRIPT_CHECK_H

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* The line without its strings; false when one is not closed. */
static bool strip_strings(const char *line, GString *ret)
{
  bool inside = false;
  for (const char *c = line; *c; c++) {
    if (*c == '\'')
      inside = !inside;
    else if (!inside)
      g_string_append_c(ret, *c);
  }
  return !inside;
}

static bool is_command(const char *line)
{
  static const char *const firsts[] = { "set ", "unset ", "plot ", "$", NULL };
  static const char *const never[] = { "`", "@", "!", "|", ";", "system", "load", "exec", NULL };
  g_autoptr(GString) rest = g_string_new(NULL);
  bool ok = false;
  for (int i = 0; firsts[i]; i++)
    ok = ok || g_str_has_prefix(line, firsts[i]);
  ok = ok && strip_strings(line, rest);
  for (int i = 0; never[i]; i++)
    ok = ok && !strstr(rest->str, never[i]);
  /* The one string in double quotes is ours: the line break of a title. */
  g_string_replace(rest, ".\"\\n\".", "", 0);
  return ok && !strchr(rest->str, '"');
}

/* Numbers; the one string behind them is ours: a slow-down, "12 %" or "17x". */
static bool is_data(const char *line)
{
  line += strspn(line, " 0123456789.+-einfa");
  if (*line == '"') {
    line += 1 + strspn(line + 1, "0123456789.+-einfa %x");
    line += *line == '"';
  }
  return !*line;
}

/* Whether each line sets something, plots, or is a number; all other text stands in strings. */
static bool script_is_harmless(const char *script)
{
  g_auto(GStrv) lines = g_strsplit(script, "\n", -1);
  bool in_block = false, ok = g_utf8_validate(script, -1, NULL);
  for (char **line = lines; *line && ok; line++) {
    if (in_block && strcmp(*line, "EOD") == 0)
      in_block = false;
    else if (in_block)
      ok = is_data(*line);
    else if (**line)
      ok = is_command(*line);
    in_block = in_block || (**line == '$' && g_str_has_suffix(*line, " << EOD"));
  }
  return ok && !in_block;
}

#endif
