#include "scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_SHOWN = 40, LONGEST_NUMBER = 64 };

static void skip_space(struct tn_scan *s)
{
  for (; s->at < s->end && (g_ascii_isspace(*s->at) || *s->at == '\v'); s->at++)
    s->line += *s->at == '\n';
}

static void skip_comment(struct tn_scan *s)
{
  while (s->at < s->end && *s->at != '\n')
    s->at++;
}

/* Whether a number begins at `c`. */
static bool begins_number(const struct tn_scan *s, const char *c)
{
  if (c < s->end && (*c == '-' || *c == '+'))
    c++;
  return c < s->end && g_ascii_isdigit(*c);
}

/* Characters that are no number, up to the next one, blank or comment. */
static void skip_word(struct tn_scan *s)
{
  const char *start = s->at;
  while (s->at < s->end && !g_ascii_isspace(*s->at) && *s->at != '#' && !begins_number(s, s->at))
    s->at++;
  g_autofree char *skipped = g_strndup(start, MIN((gsize)(s->at - start), LONGEST_SHOWN));
  g_autofree char *word = g_strescape(skipped, NULL);
  tn_flaws_add(s->flaws, s->line, "\"%s\" is no number: it is skipped without a word", word);
}

static void check_spelling(struct tn_scan *s, const char *word, long value)
{
  if (errno == ERANGE)
    tn_flaws_add(s->flaws, s->line, "%s is read as %ld, the limit of 64 bits", word, value);
  const char *digits = word + (*word == '-' || *word == '+');
  if (digits[0] == '0' && digits[1])
    tn_flaws_add(s->flaws, s->line,
                 "%s is read as %ld: a 0 in front makes a number octal or, "
                 "with x, hexadecimal",
                 word, value);
}

bool tn_scan_next(struct tn_scan *s, long *ret, int *ret_line)
{
  for (;;) {
    skip_space(s);
    if (s->at == s->end)
      return false;
    if (*s->at == '#')
      skip_comment(s);
    else if (begins_number(s, s->at))
      break;
    else
      skip_word(s);
  }
  char *stop;
  g_autofree char *word = g_strndup(s->at, MIN((gsize)(s->end - s->at), LONGEST_NUMBER));
  errno = 0;
  *ret = strtol(word, &stop, 0);
  *ret_line = s->line;
  const gsize length = (gsize)(stop - word);
  *stop = '\0';
  check_spelling(s, word, *ret);
  s->at += length;
  if (begins_number(s, s->at))
    tn_flaws_add(s->flaws, s->line, "%s is read apart from what follows it, as a number of its own",
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
