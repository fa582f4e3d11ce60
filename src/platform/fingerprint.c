#include "fingerprint.h"

#include <math.h>
#include <string.h>

#include "quantity.h"

static const char *const names[] = { "copy.0=", "copy.1=", "line=" };
enum { FIRST, SECOND, LINE, N_COSTS };
static const char arrow[] = " -> ";

char *tn_fingerprint_format(const struct tn_fingerprint *f)
{
  const int digits = 3; /* further digits are noise */
  g_autofree char *first = tn_format_rate(tn_in_digits(f->copy[0], digits));
  g_autofree char *second = tn_format_rate(tn_in_digits(f->copy[1], digits));
  g_autofree char *line = tn_format_time(tn_in_digits(f->line, digits));
  return g_strconcat(names[FIRST], first, ";", names[SECOND], second, ";", names[LINE], line, NULL);
}

bool tn_fingerprint_parse(const char *text, struct tn_fingerprint *ret, GError **error)
{
  struct tn_fingerprint found;
  g_auto(GStrv) words = g_strsplit(text, ";", -1);
  bool ok = g_strv_length(words) == N_COSTS;
  for (int i = 0; i < N_COSTS && ok; i++)
    ok = g_str_has_prefix(words[i], names[i]);
  if (ok && tn_parse_rate(words[FIRST] + strlen(names[FIRST]), &found.copy[0], NULL) &&
      tn_parse_rate(words[SECOND] + strlen(names[SECOND]), &found.copy[1], NULL) &&
      tn_parse_time(words[LINE] + strlen(names[LINE]), &found.line, NULL) && found.line > 0) {
    *ret = found;
    return true;
  }
  g_autofree char *shown = g_strescape(text, NULL);
  return tn_refuse(
      error, TN_QUANTITY_ERROR, 0,
      "\"%s\" is not the state of a machine (try copy.0=8.4GB/s;copy.1=8.5GB/s;line=57ns)", shown);
}

char *tn_fingerprint_span(const struct tn_fingerprint *before, const struct tn_fingerprint *after)
{
  g_autofree char *first = tn_fingerprint_format(before), *last = tn_fingerprint_format(after);
  return g_strconcat(first, arrow, last, NULL);
}

bool tn_fingerprint_parse_span(const char *text, struct tn_fingerprint *ret_before,
                               struct tn_fingerprint *ret_after, GError **error)
{
  const char *between = strstr(text, arrow);
  struct tn_fingerprint before, after;
  g_autofree char *first = between ? g_strndup(text, (gsize)(between - text)) : g_strdup(text);
  if (!tn_fingerprint_parse(first, &before, error) ||
      !tn_fingerprint_parse(between ? between + strlen(arrow) : first, &after, error))
    return false;
  *ret_before = before;
  *ret_after = after;
  return true;
}

double tn_fingerprint_factor(const struct tn_fingerprint *a, const struct tn_fingerprint *b)
{
  double farthest = fabs(log(a->line / b->line));
  for (int i = 0; i < 2; i++)
    farthest = fmax(farthest, fabs(log(a->copy[i] / b->copy[i])));
  return exp(farthest);
}
