/* Writes decision tables as text: a table per context, a line per range of sizes. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "plan/param.h"
#include "platform/quantity.h"
#include "rows/notes.h"
#include "tune_text.h"

char *tn_tune_baseline_text(const struct tn_baseline_best *best)
{
  g_autofree char *name = tn_tune_choice(best->row);
  return g_strconcat(name, best->changes ? " and others" : "", NULL);
}

static void library_heads(struct tn_table *t, const struct tn_tune_page *page)
{
  g_autofree char *own = g_strdup_printf("%s by default", page->library ? page->library->name : "");
  tn_table_heads(t, own, "loses", "fastest of those run", "winner loses");
}

static void put_library(struct tn_table *t, const struct tn_winner *w)
{
  const struct tn_baseline_best *own = &w->baseline[TN_BASELINE_DEFAULT];
  const struct tn_baseline_best *other = &w->baseline[TN_BASELINE_ALL];
  tn_table_takes(t, own->row ? tn_tune_baseline_text(own) : g_strdup("not known"),
                 tn_tune_longer(own->least, own->most), tn_tune_baseline_text(other));
  /* inverse ratios, because the winner is slower than the fastest of all */
  tn_table_take(t, tn_tune_longer(1 / other->most, 1 / other->least));
}

struct tn_table *tn_tune_winners(const struct tn_winner *winners, guint n,
                                 const struct tn_tune_page *page, const char *reference)
{
  struct tn_table *t = tn_table_new("ranks size winner mechanism parameters");
  tn_table_heads(t, "time, us", reference, page->most_loss > 0 ? "loses" : "margin");
  library_heads(t, page);
  tn_table_heads(t, "expected loss");
  if (page->more)
    tn_table_columns(t, "of key error");
  for (guint i = 0; i < n; i++) {
    const struct tn_winner *w = &winners[i];
    tn_table_takes(t, page->is_tree ? tn_tune_ranks(w) : NULL, tn_tune_sizes(w));
    tn_table_texts(t, w->first->algorithm, w->first->mechanism);
    tn_table_takes(t, tn_tune_shown_params(w), tn_tune_times(w, page->objective),
                   page->reference ? tn_tune_reference(w) : NULL, tn_tune_margin(w, page));
    if (page->library)
      put_library(t, w);
    else
      tn_table_texts(t, NULL, NULL, NULL, NULL);
    tn_table_take(t, tn_expected_text(w->expected_min, w->expected_max, w->expected_is_bound));
    if (page->more)
      page->more(page->data, t, w);
  }
  return t;
}

void tn_tune_write_heading(struct tn_document *d, const char *subject, const struct tn_row *row,
                           const struct tn_tune_page *page)
{
  g_autofree char *own = subject ? NULL : tn_tune_subject(row, NULL);
  g_autofree char *conditions = tn_tune_conditions(row, page);
  tn_document_heading(d, subject ? subject : own, conditions);
}

char *tn_tune_state_text(const struct tn_other_state *state)
{
  GString *text = g_string_new(state->changes->len ? "the best takes" : "the same winners take");
  g_autofree char *ratios = tn_tune_range(state->ratio_min, state->ratio_max, 2);
  g_string_append_printf(text, " %s times as long", ratios);
  for (guint k = 0; k < state->changes->len; k++) {
    const struct tn_other_change *c = &g_array_index(state->changes, struct tn_other_change, k);
    g_autofree char *sizes = tn_tune_size_range(c->first, c->last);
    g_autofree char *there = tn_tune_entry(c->there);
    g_autofree char *losses = tn_tune_range(100 * c->loss_min, 100 * c->loss_max, 0);
    g_string_append_printf(text, "; at %s %s (%s) wins", sizes, there, c->there->mechanism);
    if (isfinite(c->loss_max))
      g_string_append_printf(text, " and %s (%s) takes %s%s %% longer", c->here->algorithm,
                             c->here->mechanism, c->is_least ? "> " : "", losses);
  }
  return g_string_free(text, FALSE);
}

void tn_tune_note_states(GPtrArray *remarks, const struct tn_other_states *states,
                         const struct tn_row *row)
{
  g_autoptr(GPtrArray) found = tn_other_states_of(states, row);
  for (guint i = 0; i < found->len; i++) {
    const struct tn_other_state *state = found->pdata[i];
    g_autofree char *text = tn_tune_state_text(state);
    tn_note_add(remarks, "with buffers %s: %s", state->first->buffers, text);
  }
}

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

/* Writes the parts of the times of n winners, their best rivals and the reference, if rows have
 * them. */
static void write_why(struct tn_document *d, const struct tn_winner *winners, guint n)
{
  bool any = false, has_second = false, has_reference = false;
  for (guint i = 0; i < n; i++) {
    any = any || has_parts(winners[i].first);
    has_second = has_second || has_parts(winners[i].second);
    has_reference = has_reference || has_parts(winners[i].reference);
  }
  if (!any)
    return;
  tn_document_paragraph(
      d, 2, "\nwhy: time of the last rank at the first size of each line, us; * fastest%s%s",
      has_second ? "; 2 second-fastest algorithm" : "", has_reference ? "; r reference" : "");
  struct tn_table *t = tn_path_table();
  for (guint i = 0; i < n; i++) {
    const struct tn_winner *w = &winners[i];
    if (!has_parts(w->first))
      continue;
    put_row(t, w->first, w->reference == w->first ? "*r" : " *");
    if (has_parts(w->second))
      put_row(t, w->second, w->reference == w->second ? "2r" : " 2");
    if (has_parts(w->reference) && w->reference != w->first && w->reference != w->second)
      put_row(t, w->reference, " r");
  }
  tn_path_write(d, t);
}

/* Writes, for one context, the default of the page's library, the default's loss, and the fastest
 * of all algorithms. Only text has this, because other formats have columns for it. */
static void write_library(struct tn_document *d, const struct tn_winner *winners, guint n,
                          const struct tn_tune_page *page)
{
  struct tn_table *t = tn_table_new_empty();
  tn_table_heads(t, page->is_tree ? "ranks, size" : "size");
  library_heads(t, page);
  for (guint i = 0; i < n; i++) {
    tn_table_take(t, tn_tune_place(&winners[i], page));
    put_library(t, &winners[i]);
  }
  tn_document_paragraph(d, -1, "  beside %s:", page->library->name);
  tn_document_table(d, t, "  {#0:*}  {#1:*}  {#2:*}  {#3:*}  {#4}");
}

void tn_tune_write_price(struct tn_document *d, const struct tn_winner *winners, guint n,
                         const char *keeps, enum tn_objective objective)
{
  const struct tn_row *first = winners[0].first;
  const int collective = tn_collective_find(first->collective);
  if (collective < 0 || !tn_collective_reduces((enum tn_collective)collective))
    return;
  struct tn_table *t = tn_table_new_empty();
  tn_table_heads(t, "size", "with the same bits", "us", "fastest of all", "us", "costs, us",
                 "longer");
  for (guint i = 0; i < n; i++) {
    const struct tn_baseline_best *best = &winners[i].baseline[TN_BASELINE_ALL];
    const double own = tn_row_microseconds(tn_row_time(winners[i].first, objective));
    const double other = tn_row_microseconds(tn_row_time(best->row, objective));
    tn_table_takes(t, tn_tune_sizes(&winners[i]), tn_tune_choice(winners[i].first),
                   g_strdup_printf("%.2f", own), tn_tune_baseline_text(best),
                   g_strdup_printf("%.2f", other), g_strdup_printf("%.2f", own - other),
                   tn_tune_longer(1 / best->most, 1 / best->least));
  }
  g_autofree char *subject = tn_tune_subject(first, NULL);
  static const char layout[] = "  {#0:*}  {#1:*}  {#2:>*}  {#3:*}  {#4:>*}  {#5:>*}  {#6:>*}";
  if (tn_document_is_for(d, TN_FOR_TEXT)) {
    tn_document_paragraph(d, -1, "  the price of the same bits (%s):", keeps);
    tn_document_table(d, t, layout);
    return;
  }
  g_autofree char *caption =
      g_strdup_printf("%s: the price of the same bits (%s).", subject, keeps);
  tn_document_captioned(d, caption, t, layout);
}

/* Adds the table of n winners of a context, or of a tree's leaves. */
static void write_winners(struct tn_document *d, const struct tn_winner *winners, guint n,
                          const struct tn_tune_page *page)
{
  const bool is_text = tn_document_is_for(d, TN_FOR_TEXT);
  g_autofree char *times =
      page->reference ? g_strdup_printf("%s, times the winner's", page->reference) : NULL;
  tn_document_table(d, tn_tune_winners(winners, n, page, is_text ? page->reference : times),
                    is_text
                        ? "  {size:*}  {winner:*}  {mechanism:*}  {parameters:*}  {time, us:>*}  "
                          "{#6:>*?}  {expected loss:>*?}  {#7}"
                        : "{ranks:?} {size} {winner} {mechanism} {parameters} {time, us} {#6:?} "
                          "{expected loss:?} {#7} {#8:?} {#9:?} {#10:?} {#11:?}");
}

bool tn_tune_write(struct tn_document *d, const GArray *winners, const GPtrArray *trees,
                   const struct tn_tune_page *page, GPtrArray *remarks)
{
  bool has_why = false;
  for (guint i = 0; !trees && i < winners->len; i++)
    has_why = has_why || has_parts(g_array_index(winners, struct tn_winner, i).first);
  for (guint t = 0; trees && t < trees->len; t++) {
    if (t > 0)
      tn_document_gap(d);
    const struct tn_tune_tree *tree = trees->pdata[t];
    const struct tn_winner *leaves = &g_array_index(tree->leaves, struct tn_winner, 0);
    g_autofree char *subject = tn_tree_subject(tree);
    g_auto(GStrv) description = tn_tree_paragraphs(tree, page);
    tn_tune_write_heading(d, subject, leaves->first, page);
    tn_tree_write(d, tree, page);
    if (!tn_document_is_for(d, TN_FOR_TEXT))
      write_winners(d, leaves, tree->leaves->len, page);
    for (int i = 0; description[i]; i++)
      tn_document_paragraph(d, 4, "  %s", description[i]);
    if (page->library && tn_document_is_for(d, TN_FOR_TEXT))
      write_library(d, leaves, tree->leaves->len, page);
  }
  for (guint begin = 0, end; !trees && begin < winners->len; begin = end) {
    const struct tn_winner *first = &g_array_index(winners, struct tn_winner, begin);
    end = begin + tn_tune_end_of_context(first, winners->len - begin);
    if (begin > 0)
      tn_document_gap(d);
    const guint n = end - begin;
    g_autofree char *loss = page->most_loss > 0 ? tn_tune_loss_text(first, n, page) : NULL;
    tn_tune_write_heading(d, NULL, first[0].first, page);
    write_winners(d, first, n, page);
    if (loss)
      tn_document_paragraph(d, 4, "  %s", loss);
    if (page->library && tn_document_is_for(d, TN_FOR_TEXT))
      write_library(d, first, n, page);
    if (page->keeps)
      tn_tune_write_price(d, first, n, page->keeps, page->objective);
    tn_device_paths_write(d, page->ways, first[0].first);
    if (page->has_notes && tn_document_is_for(d, TN_FOR_TEXT))
      write_why(d, first, n);
    if (page->states)
      tn_tune_note_states(remarks, page->states, first[0].first);
    if (end < winners->len) {
      tn_document_remarks(d, remarks, page->has_notes, NULL);
      g_ptr_array_set_size(remarks, 0);
    }
  }
  if (page->reference && winners->len > 0 && tn_document_is_for(d, TN_FOR_TEXT))
    tn_note_add(remarks, "%s: its time over the %s's", page->reference,
                trees ? "choice" : "winner");
  return has_why;
}
