/* Decision tables for a wiki: GitHub's tables. */
#include <stdlib.h>

#include "document/layout.h"
#include "tune_text.h"

static void write_states(FILE *out, const struct tn_other_states *states, const struct tn_row *row)
{
  char *text = NULL;
  size_t length;
  FILE *file = open_memstream(&text, &length);
  tn_tune_write_states(file, states, row);
  fclose(file);
  tn_markdown_write(out, text);
  free(text);
}

static void write_heading(FILE *out, const char *subject, const struct tn_row *row,
                          const struct tn_tune_page *page)
{
  g_autofree char *conditions = tn_tune_conditions(row, page);
  g_autofree char *heading = g_strdup_printf("## %s\n\n%s\n\n", subject, conditions);
  tn_markdown_write(out, heading);
}

static void write_table(FILE *out, const struct tn_winner *winners, guint n,
                        const struct tn_tune_page *page)
{
  g_autofree char *reference =
      page->reference ? g_strdup_printf("%s, times the winner's", page->reference) : NULL;
  tn_table_write_markdown(out, tn_tune_winners(winners, n, page, reference),
                          "{ranks:?} {size} {winner} {mechanism} {parameters} {time, us} {#6:?} "
                          "{expected loss:?} {#7} {#8:?} {#9:?} {#10:?} {#11:?}");
}

static void write_paragraph(FILE *out, const char *text)
{
  fputc('\n', out);
  tn_markdown_write(out, text);
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
    tn_markdown_write(out, line->text);
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
  g_autofree char *loss = page->most_loss > 0 ? tn_tune_loss_says(winners, n, page) : NULL;
  write_heading(out, subject, winners->first, page);
  write_table(out, winners, n, page);
  if (loss)
    write_paragraph(out, loss);
  tn_ways_write(out, page->ways, winners->first, true);
  if (page->states) {
    fputc('\n', out);
    write_states(out, page->states, winners->first);
  }
}

void tn_tune_write_markdown(FILE *out, const GArray *winners, const GPtrArray *trees,
                            const struct tn_tune_page *page, const char *command, const char *notes)
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
    tn_markdown_write(out, *version ? version : "unknown");
  }
  fprintf(out, "; to make it again:\n\n    %s\n", command);
  if (notes && *notes)
    fprintf(out, "\n%s", notes);
}
