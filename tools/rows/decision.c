/* Remarks on which algorithms the entries library:* choose. */
#include "notes.h"

#include "block.h"
#include "platform/quantity.h"
#include "study/study_rows.h"

static char *decision_at(const struct tn_block *b, guint size, guint column)
{
  const guint i = tn_block_cell(b, size, column);
  if (i == TN_NO_POINT)
    return g_strdup("");
  return tn_point_decision(tn_study_point(b->results->plan->study, i));
}

/* Returns a column's decisions as text, as in "64..1K binomial; 2K chain"; neighbouring sizes with
 * equal decisions are merged. Transfer full. */
static char *decisions_of(const struct tn_block *b, guint column)
{
  g_autoptr(GString) text = g_string_new(NULL);
  guint end;
  for (guint first = 0; first < b->sizes->len; first = end) {
    g_autofree char *decision = decision_at(b, first, column);
    for (end = first + 1; end < b->sizes->len; end++) {
      g_autofree char *next = decision_at(b, end, column);
      if (!g_str_equal(next, decision))
        break;
    }
    g_autofree char *from = tn_format_size(tn_block_size(b, first));
    g_autofree char *to = tn_format_size(tn_block_size(b, end - 1));
    if (*decision)
      g_string_append_printf(text, "%s%s%s%s %s", text->len ? "; " : "", from,
                             end - 1 > first ? ".." : "", end - 1 > first ? to : "", decision);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

void tn_note_decisions(GPtrArray *remarks, const struct tn_block *b)
{
  for (guint c = 0; c < b->columns->len; c++) {
    const struct tn_method *a = tn_block_column(b, c)->algorithm;
    if (!a->chooser)
      continue;
    g_autofree char *text = decisions_of(b, c);
    tn_note_add(remarks, "%s: %s", a->name, text);
  }
}
