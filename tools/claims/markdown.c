/* Judgements as docs/validation.md: where gamma comes from, what holds, and every claim. */
#include <string.h>

#include "scoreboard.h"
#include "wrap.h"

static void write_counts(FILE *file, const GPtrArray *judgements, enum tn_claim_class class)
{
  const bool judged = class != TN_DEFINITION && class != TN_UNTESTED;
  for (const struct tn_paper *p = tn_papers; p->name; p++) {
    const struct tn_tally tally = tn_judgements_count(judgements, p->name);
    const int *n = tally.n[class];
    if (judged)
      fprintf(file, " %d | %d |", n[TN_HOLDS], n[TN_FAILS]);
    else
      fprintf(file, " %d | |", n[TN_UNJUDGED]);
  }
}

static const char evidence[] =
  "A row is a claim on one machine, so a claim may count several times. **Only *predicted* "
  "is evidence** for the simulator: a *reproduced* row shows that the paper agrees with itself "
  "and that the program computes what the paper says, a *fitted* one shows nothing. No parameter "
  "of the Epycs and of ARM-N1 was fitted to a number of the XHC paper. But the authors of the laws "
  "had read its claims. The limits of links between dies and of an L3's port, the rate within an "
  "L3 and ARM-N1's system-level cache were added after rows below had failed, with values from "
  "data sheets or other machines. Most parameters of these machines are assumed (`turnstile "
  "platform show`). Unless a row says otherwise, tolerances are: \"about\", \"alike\", \"the "
  "same\" 20 %; \"clearly\" 1.3 times; \"up to R times\" the largest ratio above 1 and within a factor of "
  "1.5 of R; a best value 10 % more than the optimum. An order holds when it does at every size.";

static void write_head(FILE *file)
{
  fputs("## What holds and what fails\n\n| class | what decides |", file);
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    fprintf(file, " %s: hold | fail |", p->name);
  fputs("\n|---|---|", file);
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    fputs("---|---|", file);
}

static void write_summary(FILE *file, const GPtrArray *judgements)
{
  static const struct {
    enum tn_claim_class class;
    const char *name, *meaning;
  } rows[] = {
    { TN_PREDICTED, "**predicted**",
      "mechanisms and numbers that do not come from the claim" },
    { TN_REPRODUCED, "reproduced with the paper's own parameters",
      "numbers or rules that the paper gives itself" },
    { TN_FITTED, "fitted", "a parameter that was chosen to make it hold, or nearly" },
    { TN_DEFINITION, "definition", "nothing: it defines a term or a value" },
    { TN_UNTESTED, "cannot be tested", "nothing; the row has the reason" },
  };
  write_head(file);
  for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
    fprintf(file, "\n| %s | %s |", rows[i].name, rows[i].meaning);
    write_counts(file, judgements, rows[i].class);
  }
  fputs("\n\n", file);
  tn_wrap_write(file, 0, 0, TN_LINE_WIDTH, evidence);
}

static void write_item(FILE *file, const char *class, const char *failing)
{
  g_autofree char *text = g_strdup_printf("- *%s* and failing: %s", class, failing);
  tn_wrap_write(file, 0, 2, TN_LINE_WIDTH, text);
}

/* "C039 knl 64, broadwell 28": those of a class that fail, each machine once. */
static void write_failures(FILE *file, const GPtrArray *judgements, enum tn_claim_class class)
{
  g_autoptr(GString) text = g_string_new(NULL);
  const struct tn_claim *before = NULL;
  for (guint i = 0; i < judgements->len; i++) {
    const struct tn_judgement *f = judgements->pdata[i];
    const struct tn_claim *c = f->claim;
    const bool same = before && strcmp(before->id, c->id) == 0;
    if (f->class != class || f->verdict != TN_FAILS ||
        (same && strcmp(before->platform, c->platform) == 0 && before->ranks == c->ranks))
      continue;
    if (same)
      g_string_append_printf(text, ", %s %d", c->platform, c->ranks);
    else
      g_string_append_printf(text, "%s%s %s %d", before ? "; " : "", c->id, c->platform, c->ranks);
    before = c;
  }
  if (before)
    write_item(file, tn_claim_class_names[class], text->str);
}

static bool is_of(const struct tn_claim *claim, const struct tn_claim_table *table)
{
  const struct tn_claim *c = table->claims;
  while (c->id && c != claim)
    c++;
  return c->id != NULL;
}

static void write_judged(FILE *file, const struct tn_judgement *f)
{
  const struct tn_claim *c = f->claim;
  fprintf(file, "| %s, %s | %s %d | %s | %s | %s%s%s: **%s** | %s | %s |\n", c->id, c->where,
          c->platform, c->ranks, c->text, tn_or_nothing(c->margin), tn_claim_class_names[f->class],
          c->fitted ? ", " : "", tn_or_nothing(c->fitted), tn_verdict_names[f->verdict], f->figures,
          tn_or_nothing(c->note));
}

static void write_unjudged(FILE *file, const struct tn_judgement *f)
{
  const struct tn_claim *c = f->claim;
  fprintf(file, "| %s, %s | %s | %s | %s |\n", c->id, c->where, tn_claim_class_names[f->class],
          c->text, c->judge ? f->figures : tn_or_nothing(c->note));
}

static void write_table_head(FILE *file, const struct tn_claim_table *table, bool judged)
{
  const bool in_words = !table->claims[0].judge;
  fprintf(file, "\n### %s%s\n\n", table->title, judged || in_words ? "" : ": not judged");
  if (judged)
    fputs("| claim | machine, ranks | what is claimed | tolerance | class: result | found | why |\n"
          "|---|---|---|---|---|---|---|\n", file);
  else
    fputs("| claim | class | what is claimed | where it is defined, or why it is not judged |\n"
          "|---|---|---|---|\n", file);
}

/* The judgements of a table that were judged, or those that were not. */
static void write_table(FILE *file, const GPtrArray *judgements,
                        const struct tn_claim_table *table, bool judged)
{
  bool begun = false;
  for (guint i = 0; i < judgements->len; i++) {
    const struct tn_judgement *f = judgements->pdata[i];
    if (!is_of(f->claim, table) || (f->verdict != TN_UNJUDGED) != judged)
      continue;
    if (!begun)
      write_table_head(file, table, judged);
    begun = true;
    (judged ? write_judged : write_unjudged)(file, f);
  }
}

static void write_paper(FILE *file, const GPtrArray *judgements, const struct tn_paper *paper)
{
  fprintf(file, "\n## The %s rows\n\n%s. Judged with kernel profile `%s`.\n", paper->name,
          paper->citation, tn_kernel_names[paper->kernel]);
  if (paper->remark)
    tn_wrap_write(file, 0, 0, TN_LINE_WIDTH, paper->remark);
  for (const struct tn_claim_table *t = paper->tables; t->title; t++) {
    write_table(file, judgements, t, true);
    write_table(file, judgements, t, false);
  }
}

bool tn_scoreboard_markdown(FILE *file, const GPtrArray *judgements, GError **error)
{
  fputs("# What the papers claim and what the simulator finds\n\n"
        "Written by `turnstile validate --format markdown`; do not edit. The claims are in our "
        "words.\n\n", file);
  if (!tn_gamma_section(file, error))
    return false;
  write_summary(file, judgements);
  fputs("\n", file);
  write_failures(file, judgements, TN_PREDICTED);
  write_failures(file, judgements, TN_REPRODUCED);
  write_failures(file, judgements, TN_FITTED);
  fprintf(file,
          "\nLaw `%s`, protocol `%s`, turnstile %s. Times are averages over the ranks; sizes are\n"
          "powers of two, or powers of four where a row says \"by 4\".\n",
          tn_law_names[TN_CLAIM_LAW], tn_protocol_names[TN_CLAIM_PROTOCOL], TN_VERSION);
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    write_paper(file, judgements, p);
  return true;
}
