/* Decision tables as text: a table for each context, a line for each range of sizes. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "document/layout.h"
#include "document/wrap.h"
#include "plan/param.h"
#include "platform/quantity.h"
#include "rows/notes.h"
#include "tune_text.h"

bool tn_tune_tells_mechanism(const struct tn_row *row)
{
  const struct tn_algorithm *a = tn_entry_named(row->collective, row->algorithm);
  return a && strcmp(row->mechanism, tn_mechanism_names[a->mechanisms[0]]) != 0;
}

char *tn_tune_reference(const struct tn_winner *w)
{
  if (!isfinite(w->reference_max))
    return g_strdup("-");
  g_autofree char *both = tn_tune_range(w->reference_min, w->reference_max, 2);
  return g_strconcat(both, "x", NULL);
}

/* The choice at the first size; others may follow. Transfer full. */
static char *name_of(const struct tn_beside_best *best)
{
  g_autofree char *name = tn_tune_choice(best->row);
  return g_strconcat(name, best->changes ? " and others" : "", NULL);
}

static void library_heads(struct tn_table *t, const struct tn_tune_page *page)
{
  g_autofree char *own = g_strdup_printf("%s by default", page->library ? page->library->name : "");
  tn_table_heads(t, own, "loses", "fastest of all", "winner loses");
}

static void put_library(struct tn_table *t, const struct tn_winner *w)
{
  const struct tn_beside_best *own = &w->beside[TN_BESIDE_DEFAULT];
  const struct tn_beside_best *other = &w->beside[TN_BESIDE_ALL];
  tn_table_takes(t, own->row ? name_of(own) : g_strdup("not known"),
                 tn_tune_longer(own->least, own->most), name_of(other));
  /* Of all the fastest: how much longer the winner takes, not the other way round. */
  tn_table_take(t, tn_tune_longer(1 / other->most, 1 / other->least));
}

void tn_tune_write_library(FILE *out, const struct tn_winner *winners, guint n,
                           const struct tn_tune_page *page)
{
  struct tn_table *t = tn_table_new_empty();
  tn_table_heads(t, page->is_tree ? "ranks, size" : "size");
  library_heads(t, page);
  for (guint i = 0; i < n; i++) {
    tn_table_take(t, tn_tune_place(&winners[i], page));
    put_library(t, &winners[i]);
  }
  fprintf(out, "  beside %s:\n", page->library->name);
  tn_table_write_text(out, t, "  {#0:*}  {#1:*}  {#2:*}  {#3:*}  {#4}");
}

struct tn_table *tn_tune_winners(const struct tn_winner *winners, guint n,
                                 const struct tn_tune_page *page, const char *reference)
{
  struct tn_table *t = tn_table_new("ranks size winner mechanism parameters");
  tn_table_heads(t, "time, us", reference, page->most_loss > 0 ? "loses" : "margin");
  library_heads(t, page);
  tn_table_heads(t, "expected loss");
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
  }
  return t;
}

static bool is_told(const char *column, const char *const *but)
{
  return !but || !g_strv_contains(but, column);
}

char *tn_tune_subject(const struct tn_row *row, const char *const *but)
{
  GString *text = g_string_new(is_told("collective", but) ? row->collective : "collectives");
  if (is_told("platform", but))
    g_string_append_printf(text, " on %s", *row->platform ? row->platform : "an unnamed machine");
  if (is_told("ranks", but))
    g_string_append_printf(text, ", %" PRId64 " rank%s", row->ranks, row->ranks == 1 ? "" : "s");
  return g_string_free(text, FALSE);
}

/* Appends ", name value" unless it is one of the columns `but`. */
static void append_cell(GString *text, const char *name, const char *value, const char *const *but)
{
  if (is_told(name, but))
    g_string_append_printf(text, "%s%s %s", text->len ? ", " : "", name,
                           *value ? value : "unknown");
}

char *tn_tune_context(const struct tn_row *row, const char *const *but)
{
  static const struct {
    const char *column;
    enum tn_option option;
  } told[] = { { "mapping", TN_OPT_MAPPING },   { "root", TN_OPT_ROOT },
               { "in_place", TN_OPT_IN_PLACE }, { "law", TN_OPT_LAW },
               { "noise", TN_OPT_NOISE },       { "seed", TN_OPT_SEED },
               { "memory", TN_OPT_MEMORY } };
  GString *text = g_string_new(NULL);
  append_cell(text, "kernel", row->kernel, but);
  append_cell(text, "backing", row->backing, but);
  append_cell(text, "buffers", row->buffers, but);
  append_cell(text, "protocol", row->protocol, but);
  if (*row->transport)
    append_cell(text, "transport", row->transport, but);
  for (size_t i = 0; i < G_N_ELEMENTS(told); i++) {
    g_autofree char *cell = tn_row_text(row, tn_row_column(told[i].column));
    if (*cell && strcmp(cell, tn_options[told[i].option].preset) != 0)
      append_cell(text, told[i].column, cell, but);
  }
  append_cell(text, "source", tn_source_name(row->source), but);
  return g_string_free(text, FALSE);
}

char *tn_tune_conditions(const struct tn_row *row, const struct tn_tune_page *page)
{
  g_autofree char *context = tn_tune_context(row, NULL), *says = tn_tune_page_says(page);
  return g_strdup_printf("%s; %s%s%s", context, says, row->overrides->n ? "; " : "",
                         row->overrides->text);
}

void tn_tune_write_heading(FILE *out, const char *subject, const struct tn_row *row,
                           const struct tn_tune_page *page)
{
  g_autofree char *own = subject ? NULL : tn_tune_subject(row, NULL);
  g_autofree char *conditions = tn_tune_conditions(row, page);
  tn_paragraph(out, 2, "%s; %s", subject ? subject : own, conditions);
}

/* "64K..256K xhc-tree (xpmem) wins, direct-read (cma) takes 38..60 % longer". Transfer full. */
static char *change_text(const struct tn_other_change *change)
{
  g_autofree char *sizes = tn_tune_size_range(change->first, change->last);
  g_autofree char *there = tn_tune_entry(change->there);
  g_autofree char *losses = tn_tune_range(100 * change->loss_min, 100 * change->loss_max, 0);
  if (!isfinite(change->loss_max))
    return g_strdup_printf("%s %s (%s) wins", sizes, there, change->there->mechanism);
  return g_strdup_printf("%s %s (%s) wins, where %s (%s) takes %s%s %% longer", sizes, there,
                         change->there->mechanism, change->here->algorithm, change->here->mechanism,
                         change->is_least ? "> " : "", losses);
}

char *tn_tune_state_text(const struct tn_other_state *state)
{
  GString *text = g_string_new(state->changes->len ? "the best takes" : "the same winners take");
  g_autofree char *ratios = tn_tune_range(state->ratio_min, state->ratio_max, 2);
  g_string_append_printf(text, " %s times as long", ratios);
  for (guint k = 0; k < state->changes->len; k++) {
    g_autofree char *change =
        change_text(&g_array_index(state->changes, struct tn_other_change, k));
    g_string_append_printf(text, "; %s", change);
  }
  return g_string_free(text, FALSE);
}

void tn_tune_write_states(FILE *out, const struct tn_other_states *states, const struct tn_row *row)
{
  g_autoptr(GPtrArray) found = tn_other_states_of(states, row);
  for (guint i = 0; i < found->len; i++) {
    const struct tn_other_state *state = found->pdata[i];
    g_autofree char *text = tn_tune_state_text(state);
    tn_paragraph(out, 4, "  with buffers %s: %s", state->first->buffers, text);
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

/* What the time of n winners, of the best other algorithms and of the reference goes into; nothing
 * where the rows do not tell. */
static void write_why(FILE *out, const struct tn_winner *winners, guint n)
{
  bool any = false, has_second = false, has_reference = false;
  for (guint i = 0; i < n; i++) {
    any = any || has_parts(winners[i].first);
    has_second = has_second || has_parts(winners[i].second);
    has_reference = has_reference || has_parts(winners[i].reference);
  }
  if (!any)
    return;
  tn_paragraph(out, 4,
               "  why: the last rank's time at the first size of each line, us; * winner%s%s",
               has_second ? "; 2 best other algorithm" : "", has_reference ? "; r reference" : "");
  struct tn_table *t = tn_path_table();
  for (guint i = 0; i < n; i++)
    put_winner(t, &winners[i]);
  tn_path_write(out, t);
}

/* What is to be said of all lines together. */
static void write_says(FILE *out, const struct tn_winner *winners, guint n,
                       const struct tn_tune_page *page)
{
  g_autofree char *loss = page->most_loss > 0 ? tn_tune_loss_says(winners, n, page) : NULL;
  if (loss)
    tn_paragraph(out, 4, "  %s", loss);
  if (page->library)
    tn_tune_write_library(out, winners, n, page);
}

/* The n winners of one context. */
static void write_table(FILE *out, const struct tn_winner *winners, guint n,
                        const struct tn_tune_page *page)
{
  tn_tune_write_heading(out, NULL, winners[0].first, page);
  tn_table_write_text(out, tn_tune_winners(winners, n, page, page->reference),
                      "  {size:*}  {winner:*}  {mechanism:*}  {parameters:*}  {time, us:>*}  "
                      "{#6:>*?}  {expected loss:>*?}  {#7}");
  write_says(out, winners, n, page);
  tn_ways_write(out, page->ways, winners[0].first, false);
  if (page->states)
    tn_tune_write_states(out, page->states, winners[0].first);
  write_why(out, winners, n);
}

void tn_tune_write_text(FILE *out, const GArray *winners, const struct tn_tune_page *page)
{
  for (guint begin = 0, end; begin < winners->len; begin = end) {
    const struct tn_winner *first = &g_array_index(winners, struct tn_winner, begin);
    end = begin + tn_tune_end_of_context(first, winners->len - begin);
    fputs(begin ? "\n" : "", out);
    write_table(out, first, end - begin, page);
  }
  if (page->reference && winners->len > 0)
    fprintf(out, "\n%s: its time over the winner's\n", page->reference);
}
