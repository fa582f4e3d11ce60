/* The rules on the page of report --brief: their table, what they gain, and how to use them. */
#include <math.h>

#include "decide/row_rule.h"
#include "exports/export.h"
#include "figure/figure_words.h"
#include "page.h"
#include "study/rows.h"
#include "tuning/tune_text.h"

/* Upper limits of lines, so that the page fits on a sheet of A4. */
enum { MAX_LINES = 13, LINE_LETTERS = 90, MAX_SETTINGS = 12 };

/* Returns the number in a foreign column, NAN without one. */
static double number_in(const struct tn_row *row, const char *column)
{
  g_autofree char *text = tn_row_foreign(row, column);
  return text ? g_ascii_strtod(text, NULL) : NAN;
}

/* Support of rules by the rows: their expected gain and, if advise judged the rows, how sure they
 * are. */
struct support {
  double ratios; /* sum of the default's time over the rule's */
  int n_ratios;
  double least, most; /* probabilities that the loss is accepted; fractions */
  int n, n_measured, n_near;
};

/* Returns the time of the library's default at the row's point; NAN without such a row. */
static double default_time(const struct tn_page *p, const struct tn_row *row)
{
  for (guint i = 0; i < p->report->rows->len; i++) {
    const struct tn_row *own = p->report->rows->pdata[i];
    if (own->size == row->size && own->ranks == row->ranks &&
        tn_target_is_own(p->report->rules->target, own->algorithm) &&
        tn_row_agrees(own, row, TN_ROLE_CONTEXT, -1))
      return tn_row_time(own, p->report->objective);
  }
  return NAN;
}

/* Returns the library's size of a call over the size of a block. */
static int64_t scale_of(const struct tn_rules *rules, int id, int64_t ranks)
{
  return tn_tuned_size(tn_target_format(rules->target), id) == TN_TUNED_ALL ? ranks : 1;
}

/* Adds the rows whose choice the block's rules take at their size. */
static void add_support(const struct tn_page *p, int id, const struct tn_rule_block *block,
                        struct support *s)
{
  const struct tn_rules *rules = p->report->rules;
  for (guint i = 0; i < p->report->rows->len; i++) {
    const struct tn_row *row = p->report->rows->pdata[i];
    const int64_t bytes = row->size * scale_of(rules, id, row->ranks);
    const struct tn_rule *taken = NULL;
    struct tn_rule own;
    int of;
    if (row->ranks != block->ranks || row->transport != rules->example->transport)
      continue;
    for (guint k = 0; k < block->rules->len; k++)
      if (g_array_index(block->rules, struct tn_rule, k).from <= bytes)
        taken = &g_array_index(block->rules, struct tn_rule, k);
    g_autofree char *why = tn_rule_from_row(rules->target, row, &of, &own);
    if (why || of != id || !taken || !tn_rule_same(taken, &own))
      continue;
    const double ratio =
        taken->name ? default_time(p, row) / tn_row_time(row, p->report->objective) : NAN;
    s->ratios += isnan(ratio) ? 0 : ratio;
    s->n_ratios += !isnan(ratio);
    g_autofree char *basis = tn_row_foreign(row, TN_ROW_BASIS);
    s->least = fmin(s->least, number_in(row, TN_ROW_CHANCE));
    s->most = fmax(s->most, number_in(row, TN_ROW_CHANCE));
    s->n++;
    s->n_measured += g_strcmp0(basis, TN_BASIS_MEASURED) == 0;
    s->n_near += g_strcmp0(basis, "predicted") != 0;
  }
}

/* Appends a rule. Its size is that of one rank's block. */
static void append_rule(GString *text, const struct tn_rule *rule, int64_t scale)
{
  g_autofree char *from = tn_words_size(rule->from / scale);
  g_autofree char *segment = tn_words_size(rule->segment);
  g_string_append_printf(text, "%sfrom %s %s", text->len ? "; " : "", from,
                         rule->name ? rule->name : "the default");
  if (rule->segment > 0)
    g_string_append_printf(text, " (segment %s)", segment);
}

/* Adds the cells of what the rules rest on, and of how sure they are. */
static void put_support(struct tn_table *t, const struct support *s)
{
  g_autofree char *chance = s ? tn_tune_range(100 * s->least, 100 * s->most, 0) : NULL;
  tn_table_text(t, !s                      ? ""
                   : s->n_measured == s->n ? TN_BASIS_MEASURED
                   : s->n_near == s->n     ? "near"
                                           : "predicted");
  tn_table_take(t, s ? g_strdup_printf("%s %%", chance) : NULL);
}

/* Adds a line for each number of ranks of each collective. */
static void write_rule_table(const struct tn_page *p, const struct tn_rules *rules)
{
  const double limit = number_in(rules->example, TN_ROW_LIMIT);
  g_autofree char *layout =
      g_strdup_printf("{collective:*}{ranks:>*}{algorithms}{expected loss:>*}{basis:*?}{within %g "
                      "%%:>*?}",
                      100 * limit);
  struct tn_table *t = tn_table_of(layout);
  struct support all = { 0 };
  gsize lines = 0;
  guint n_left = 0;
  for (guint r = 0; r < rules->rulings->len; r++) {
    const struct tn_ruling *ruling = rules->rulings->pdata[r];
    for (guint b = 0; b < ruling->blocks->len; b++) {
      const struct tn_rule_block *block = ruling->blocks->pdata[b];
      struct support own = { .least = INFINITY, .most = -INFINITY };
      double least = INFINITY, most = -INFINITY;
      g_autoptr(GString) text = g_string_new(NULL);
      for (guint k = 0; k < block->rules->len; k++) {
        const struct tn_rule *rule = &g_array_index(block->rules, struct tn_rule, k);
        if (!rule->name && !rule->states[0].buffers)
          continue;
        append_rule(text, rule, scale_of(rules, ruling->id, block->ranks));
        least = fmin(least, rule->expected_min);
        most = fmax(most, rule->expected_max);
      }
      add_support(p, ruling->id, block, &own);
      all.ratios += own.ratios;
      all.n_ratios += own.n_ratios;
      lines += text->len ? 1 + text->len / LINE_LETTERS : 0;
      n_left += text->len && lines > MAX_LINES;
      if (!text->len || lines > MAX_LINES)
        continue;
      tn_table_text(t, tn_tuned_name(ruling->id));
      tn_table_print(t, "%" G_GINT64_FORMAT, (gint64)block->ranks);
      tn_table_text(t, text->str);
      tn_table_take(t, isfinite(most) ? tn_expected_text(least, most, false) : NULL);
      put_support(t, isnan(limit) ? NULL : &own);
    }
  }
  if (all.n_ratios > 0)
    tn_document_paragraph(p->d, 0,
                          "The rules are expected to be %.2f times as fast as the default: the "
                          "mean over the %d points that they decide.",
                          all.ratios / all.n_ratios, all.n_ratios);
  tn_document_table(p->d, t, layout);
  if (n_left > 0)
    tn_document_add(p->d, TN_MUTED, "%u more lines are not shown.", n_left);
}

void tn_page_brief_rules(const struct tn_page *p)
{
  const struct tn_rules *rules = p->report->rules;
  if (!rules) {
    tn_document_paragraph(p->d, 0, "There are no rules: %s.", p->report->no_rules);
    return;
  }
  g_autoptr(GString) settings = g_string_new(NULL), files = g_string_new(NULL);
  const guint n = rules->settings->len;
  for (guint i = 0; i < MIN(n, MAX_SETTINGS); i++)
    g_string_append_printf(settings, "%s%s", i ? "\n" : "", (char *)rules->settings->pdata[i]);
  if (n > 0)
    tn_document_add(p->d, TN_CODE, "%s", settings->str);
  else if (rules->rulings->len > 0)
    write_rule_table(p, rules);
  else
    tn_document_paragraph(p->d, 0, "The library’s own decisions are good enough at all points.");
  for (guint i = 0; i < p->report->files->len; i++)
    g_string_append_printf(files, " %s", (const char *)p->report->files->pdata[i]);
  g_autofree char *more =
      n > MAX_SETTINGS ? g_strdup_printf("%u more lines are not shown; ", n - MAX_SETTINGS) : NULL;
  const bool is_file = p->report->advice && tn_target_format(rules->target) != TN_FORMAT_MPICH;
  if (is_file)
    tn_document_add(p->d, TN_MUTED, "%srules.conf beside this page is the file%s.",
                    more ? more : "",
                    rules->target == TN_FOR_OMPI_5_0 && tn_rules_have_requests(rules)
                        ? ", for Open MPI 5.0.7 and later"
                        : "");
  else
    tn_document_add(p->d, TN_MUTED, "%sturnstile export%s --for %s -o FILE writes them.",
                    more ? more : "", files->str, tn_target_names[rules->target]);
  if (tn_target_format(rules->target) == TN_FORMAT_MPICH)
    return; /* its file depends on the default tables */
  g_autofree char *use = tn_export_use(rules, 0, is_file ? "rules.conf" : "FILE");
  tn_document_add(p->d, TN_CODE, "%s", use);
}
