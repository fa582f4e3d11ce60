/* Decision tables for a wiki: GitHub's tables. */
#include <stdlib.h>
#include <string.h>

#include "tune_text.h"

/* Text of rows, which anybody may have written: HTML in Markdown is HTML. */
static void write_plain(FILE *out, const char *text)
{
  for (; *text; text++)
    if (*text == '<')
      fputs("&lt;", out);
    else if (*text == '&')
      fputs("&amp;", out);
    else
      fputc(*text, out);
}

/* A cell: a bar ends one in Markdown. */
static void write_cell(FILE *out, const char *text)
{
  g_auto(GStrv) parts = g_strsplit(text, "|", -1);
  g_autofree char *escaped = g_strjoinv("\\|", parts);
  fputs(" ", out);
  write_plain(out, escaped);
  fputs(" |", out);
}

/* Takes the texts. */
static void write_line(FILE *out, GPtrArray *cells)
{
  fputc('|', out);
  for (guint i = 0; i < cells->len; i++)
    write_cell(out, cells->pdata[i]);
  fputc('\n', out);
  g_ptr_array_unref(cells);
}

static void write_heads(FILE *out, const struct tn_tune_page *page)
{
  GPtrArray *heads = g_ptr_array_new_with_free_func(g_free);
  static const char *const first[] = { "ranks",      "size",     "winner", "mechanism",
                                       "parameters", "time, us", NULL };
  for (int i = page->is_tree ? 0 : 1; first[i]; i++)
    g_ptr_array_add(heads, g_strdup(first[i]));
  if (page->reference)
    g_ptr_array_add(heads, g_strdup_printf("%s, times the winner's", page->reference));
  g_ptr_array_add(heads, g_strdup(page->is_cut ? "loses" : "margin"));
  if (page->library) {
    g_ptr_array_add(heads, g_strdup_printf("%s by default", page->library->name));
    g_ptr_array_add(heads, g_strdup("loses"));
    g_ptr_array_add(heads, page->is_among
                               ? g_strdup("fastest of all")
                               : g_strdup_printf("nearest that %s has", page->library->name));
    g_ptr_array_add(heads, g_strdup(page->is_among ? "winner loses" : "loses"));
  }
  const guint n = heads->len;
  write_line(out, heads);
  fputc('|', out);
  for (guint i = 0; i < n; i++)
    fputs("---|", out);
  fputc('\n', out);
}

static void write_winner(FILE *out, const struct tn_winner *w, const struct tn_tune_page *page)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func(g_free);
  if (page->is_tree)
    g_ptr_array_add(cells, tn_tune_ranks(w));
  g_ptr_array_add(cells, tn_tune_sizes(w));
  g_ptr_array_add(cells, g_strdup(w->first->algorithm));
  g_ptr_array_add(cells, g_strdup(w->first->mechanism));
  g_ptr_array_add(cells, tn_tune_shown_params(w));
  g_ptr_array_add(cells, tn_tune_times(w, page->objective));
  if (page->reference)
    g_ptr_array_add(cells, tn_tune_reference(w));
  g_ptr_array_add(cells, tn_tune_margin(w, page));
  if (page->library) {
    g_auto(GStrv) beside = tn_tune_library_cells(w, page);
    for (int i = 1; beside[i]; i++)
      g_ptr_array_add(cells, g_strdup(beside[i]));
  }
  write_line(out, cells);
}

static void write_states(FILE *out, const struct tn_other_states *states, const struct tn_row *row)
{
  char *text = NULL;
  size_t length;
  FILE *file = open_memstream(&text, &length);
  tn_tune_write_states(file, states, row);
  fclose(file);
  write_plain(out, text);
  free(text);
}

static void write_heading(FILE *out, const char *subject, const struct tn_row *row,
                          const struct tn_tune_page *page)
{
  g_autofree char *context = tn_tune_context(row, NULL), *says = tn_tune_page_says(page);
  g_autofree char *heading = g_strdup_printf("## %s\n\n%s; %s%s%s\n\n", subject, context, says,
                                             row->overrides->n ? "; " : "", row->overrides->text);
  write_plain(out, heading);
}

static void write_table(FILE *out, const struct tn_winner *winners, guint n,
                        const struct tn_tune_page *page)
{
  write_heads(out, page);
  for (guint i = 0; i < n; i++)
    write_winner(out, &winners[i], page);
}

static void write_paragraph(FILE *out, const char *text)
{
  fputc('\n', out);
  write_plain(out, text);
  fputc('\n', out);
}

/* The tree as a list of lists, and its leaves. */
static void write_tree(FILE *out, const struct tn_tune_tree *tree, const struct tn_tune_page *page)
{
  const struct tn_winner *leaves = &g_array_index(tree->leaves, struct tn_winner, 0);
  g_autofree char *subject = tn_tree_subject(tree);
  g_autoptr(GPtrArray) lines = tn_tree_lines(tree);
  g_auto(GStrv) says = tn_tree_says(tree, page);
  write_heading(out, subject, leaves->first, page);
  for (guint i = 0; i < lines->len; i++) {
    const struct tn_tree_line *line = lines->pdata[i];
    fprintf(out, "%*s- ", 2 * line->depth, "");
    write_plain(out, line->text);
    fputc('\n', out);
  }
  fputc('\n', out);
  write_table(out, leaves, tree->leaves->len, page);
  for (int i = 0; says[i]; i++)
    write_paragraph(out, says[i]);
}

static void write_context(FILE *out, const struct tn_winner *winners, guint n,
                          const struct tn_tune_page *page)
{
  g_autofree char *subject = tn_tune_subject(winners->first, NULL);
  g_autofree char *loss = page->is_cut ? tn_tune_loss_says(winners, n, page) : NULL;
  g_autofree char *worst = page->worst ? tn_tune_worst_says(winners, n, page) : NULL;
  write_heading(out, subject, winners->first, page);
  write_table(out, winners, n, page);
  if (loss)
    write_paragraph(out, loss);
  if (worst)
    write_paragraph(out, worst);
  if (page->states) {
    fputc('\n', out);
    write_states(out, page->states, winners->first);
  }
}

void tn_tune_write_markdown(FILE *out, const GArray *winners, const GPtrArray *trees,
                            const struct tn_tune_page *page, const char *command,
                            const char *search, const char *notes)
{
  for (guint t = 0; trees && t < trees->len; t++) {
    fputs(t ? "\n" : "", out);
    write_tree(out, trees->pdata[t], page);
  }
  for (guint begin = 0, end; !trees && begin < winners->len; begin = end) {
    const struct tn_winner *first = &g_array_index(winners, struct tn_winner, begin);
    end = begin + tn_tune_end_of_context(first, winners->len - begin);
    fputs(begin ? "\n" : "", out);
    write_context(out, first, end - begin, page);
  }
  fprintf(out, "\nMade by turnstile %s", TN_VERSION);
  if (winners->len) {
    const char *version = g_array_index(winners, struct tn_winner, 0).first->version;
    fprintf(out, " from rows of turnstile ");
    write_plain(out, *version ? version : "unknown");
  }
  fprintf(out, "; to make it again:\n\n    %s\n", command);
  if (search)
    fprintf(out, "\n%s\n", search);
  if (notes && *notes)
    fprintf(out, "\n%s", notes);
}
