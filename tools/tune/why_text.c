/* Why somebody wins: what the time of the winner, of the best other algorithm and of the reference
 * goes into. */
#include <math.h>
#include <string.h>

#include "platform/quantity.h"
#include "rows/notes.h"
#include "tune_text.h"
#include "wrap.h"

enum { BYTES_WIDTH = 8, LABEL_WIDTH = 28 };

static bool has_parts(const struct tn_row *row)
{
  return row && !isnan(row->span) && !isnan(row->parts[TN_LOCK]) && !isnan(row->parts[TN_COPY]);
}

static double known(double seconds)
{
  return isnan(seconds) ? 0 : seconds;
}

static void write_row(FILE *out, const struct tn_row *row, const char *mark)
{
  double others = 0;
  for (int part = 0; part < TN_N_PARTS; part++)
    if (part != TN_LOCK && part != TN_COPY && part != TN_MEMORY)
      others += known(row->parts[part]);
  g_autofree char *bytes = tn_format_size((size_t)row->size);
  g_autofree char *params = tn_tune_params(row);
  g_autofree char *name =
      g_strdup_printf("%s (%s)%s%s", row->algorithm, row->mechanism, *params ? " " : "", params);
  const bool fits = strlen(name) <= LABEL_WIDTH;
  fprintf(out, "%*s %2s %-*s", BYTES_WIDTH, bytes, mark, LABEL_WIDTH, fits ? name : row->algorithm);
  const double path[TN_N_PATH] = { known(row->avg),
                                   known(row->span),
                                   known(row->parts[TN_LOCK]),
                                   known(row->parts[TN_COPY]),
                                   known(row->parts[TN_MEMORY]),
                                   others };
  tn_path_write(out, path, tn_tune_error(row));
  if (!fits)
    fprintf(out, "%*s%s\n", BYTES_WIDTH + 4, "", name + strlen(row->algorithm) + 1);
}

static void write_winner(FILE *out, const struct tn_winner *w)
{
  if (!has_parts(w->first))
    return;
  write_row(out, w->first, w->reference == w->first ? "*r" : "*");
  if (has_parts(w->second))
    write_row(out, w->second, w->reference == w->second ? "2r" : "2");
  if (has_parts(w->reference) && w->reference != w->first && w->reference != w->second)
    write_row(out, w->reference, "r");
}

void tn_tune_write_why(FILE *out, const struct tn_winner *winners, guint n)
{
  bool any = false, has_second = false, has_reference = false;
  for (guint i = 0; i < n; i++) {
    any = any || has_parts(winners[i].first);
    has_second = has_second || has_parts(winners[i].second);
    has_reference = has_reference || has_parts(winners[i].reference);
  }
  if (!any)
    return;
  g_autofree char *text = g_strdup_printf(
      "the last rank's time at the first size of each line, us; * winner%s%s",
      has_second ? "; 2 best other algorithm" : "", has_reference ? "; r reference" : "");
  tn_wrap_write(out, fprintf(out, "  why: "), 4, TN_LINE_WIDTH, text);
  fprintf(out, "%*s", BYTES_WIDTH, "size");
  tn_path_write_head(out, LABEL_WIDTH + 4);
  for (guint i = 0; i < n; i++)
    write_winner(out, &winners[i]);
}
