#include "scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_SHOWN = 40, LONGEST_NUMBER = 64 };

static bool begins_number(const struct tn_scan *s, const char *c)
{
  if (c < s->end && (*c == '-' || *c == '+'))
    c++;
  return c < s->end && g_ascii_isdigit(*c);
}

bool tn_scan_next(struct tn_scan *s, long *ret, int *ret_line)
{
  for (;;) {
    for (; s->at < s->end && (g_ascii_isspace(*s->at) || *s->at == '\v'); s->at++)
      s->line += *s->at == '\n';
    if (s->at == s->end)
      return false;
    if (begins_number(s, s->at))
      break;
    const char *start = s->at;
    const bool is_comment = *start == '#';
    while (s->at < s->end &&
           (is_comment ? *s->at != '\n'
                       : !g_ascii_isspace(*s->at) && *s->at != '#' && !begins_number(s, s->at)))
      s->at++;
    if (is_comment)
      continue;
    g_autofree char *skipped = g_strndup(start, MIN((gsize)(s->at - start), LONGEST_SHOWN));
    g_autofree char *shown = g_strescape(skipped, NULL);
    tn_flaws_add(s->flaws, s->line, "\"%s\" is not a number: it is skipped silently", shown);
  }
  char *stop;
  g_autofree char *word = g_strndup(s->at, MIN((gsize)(s->end - s->at), LONGEST_NUMBER));
  errno = 0;
  *ret = strtol(word, &stop, 0);
  *ret_line = s->line;
  const gsize length = (gsize)(stop - word);
  *stop = '\0';
  if (errno == ERANGE)
    tn_flaws_add(s->flaws, s->line, "%s is read as %ld, the limit of 64 bits", word, *ret);
  const char *digits = word + (*word == '-' || *word == '+');
  if (digits[0] == '0' && digits[1])
    tn_flaws_add(s->flaws, s->line,
                 "%s is read as %ld: a 0 in front makes a number octal or, "
                 "with x, hexadecimal",
                 word, *ret);
  s->at += length;
  if (begins_number(s, s->at))
    tn_flaws_add(s->flaws, s->line, "%s is read as a separate number, without the text after it",
                 word);
  return true;
}

bool tn_scan_more_in_line(const struct tn_scan *s)
{
  const char *c = s->at;
  while (c < s->end && (*c == ' ' || *c == '\t'))
    c++;
  return c < s->end && g_ascii_isdigit(*c);
}
