/* Why somebody wins: what the time of the winner, of the best other algorithm and of the reference
 * goes into. */
#include <math.h>

#include "rows/notes.h"
#include "tune_text.h"
#include "wrap.h"

static bool has_parts(const struct tn_row *row)
{
  return row && !isnan(row->span) && !isnan(row->parts[TN_LOCK]) && !isnan(row->parts[TN_COPY]);
}

static void put_row(struct tn_table *t, const struct tn_row *row, const char *mark)
{
  g_autofree char *params = tn_tune_params(row);
  g_autofree char *apart = g_strdup_printf("(%s)%s%s", row->mechanism, *params ? " " : "", params);
  tn_label_put(t, (size_t)row->size, mark, row->algorithm, apart);
  tn_path_put(t, row->avg, row->span, row->parts, tn_tune_error(row));
}

static void put_winner(struct tn_table *t, const struct tn_winner *w)
{
  if (!has_parts(w->first))
    return;
  put_row(t, w->first, w->reference == w->first ? "*r" : " *");
  if (has_parts(w->second))
    put_row(t, w->second, w->reference == w->second ? "2r" : " 2");
  if (has_parts(w->reference) && w->reference != w->first && w->reference != w->second)
    put_row(t, w->reference, " r");
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
  struct tn_table *t = tn_path_table();
  for (guint i = 0; i < n; i++)
    put_winner(t, &winners[i]);
  tn_path_write(out, t);
}
