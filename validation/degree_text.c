/* Formats the degree to which a claim holds as one line. */
#include "scoreboard.h"

char *tn_scoreboard_degree(const struct tn_judgement *f)
{
  const struct tn_degree *d = &f->degree;
  GString *text = g_string_new(NULL);
  if (d->n_points > 0)
    g_string_append_printf(text, "%d of %d", d->n_right, d->n_points);
  if (d->factor > 0)
    g_string_append_printf(text, "%sfactor %.2f", text->len ? ", " : "", d->factor);
  else if (d->n_points > 0)
    g_string_append(text, ", one-sided");
  if (f->verdict == TN_FAILS && d->bound >= 0)
    g_string_append_printf(text, "%smostly %s", text->len ? "; " : "", tn_parts[d->bound].bound);
  if (f->claim->repeats)
    g_string_append_printf(text, "%srepeats %s", text->len ? "; " : "", f->claim->repeats);
  return g_string_free(text, FALSE);
}

char *tn_scoreboard_factor(double factor)
{
  return factor > 0 ? g_strdup_printf("%.2f", factor) : g_strdup("-");
}

char *tn_scoreboard_line(const GPtrArray *judgements)
{
  const struct tn_tally t = tn_judgements_count(judgements, NULL, TN_PREDICTED);
  g_autofree char *factor = tn_scoreboard_factor(t.factor);
  g_autofree char *limits = t.n[TN_LOWER_LIMIT_MET] > 0 ? g_strdup_printf(", %d meet a lower limit",
                                                                          t.n[TN_LOWER_LIMIT_MET])
                                                        : g_strdup("");
  return g_strdup_printf("direction right at %d of %d points; median factor %s; "
                         "independent rows: %d hold, %d fail%s, %d undecided",
                         t.n_right, t.n_points, factor, t.n[TN_HOLDS], t.n[TN_FAILS], limits,
                         t.n[TN_UNDECIDED]);
}
