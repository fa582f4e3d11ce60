/* Judgements as docs/validation.md: where gamma comes from, what holds, and every claim. */
#include <string.h>

#include "scoreboard.h"
#include "wrap.h"

char *tn_scoreboard_model(const struct tn_scoreboard *board)
{
  g_autofree char *sets = g_strjoinv(", ", (char **)board->sets);
  return *sets ? g_strdup_printf("not the stock model: %s", sets) : g_strdup("");
}

static void write_counts(FILE *file, const GPtrArray *judgements, enum tn_claim_class class)
{
  const bool judged = class != TN_DEFINITION && class != TN_UNTESTED;
  for (const struct tn_paper *p = tn_papers; p->name; p++) {
    const struct tn_tally tally = tn_judgements_count(judgements, p->name);
    const int *n = tally.n[class];
    if (judged)
      fprintf(file, " %d | %d | %d |", n[TN_HOLDS], n[TN_FAILS], n[TN_UNDECIDED]);
    else
      fprintf(file, " %d | | |", n[TN_UNJUDGED]);
  }
}

static const char evidence[] = "A row is a claim on one machine, so a claim may count several "
                               "times. **Only *predicted* rows that "
                               "hold or fail are evidence**: a *reproduced* row shows that the "
                               "paper agrees with itself and that "
                               "the program computes what the paper says; a *fitted* one, whose "
                               "parameters were chosen or assumed "
                               "so that it comes out, shows nothing, nor does one that was "
                               "*checked beforehand*: the constants of "
                               "the Epycs and of ARM-N1 were tried in small models of flags and "
                               "bandwidth, and those claims were "
                               "what they were tried on. The authors of the laws had read the XHC "
                               "paper's claims. The limits of "
                               "links between dies and of an L3's port, the rate within an L3 and "
                               "ARM-N1's system-level cache were "
                               "added after rows below had failed, with values from data sheets or "
                               "other machines. Most parameters "
                               "of these machines are assumed (`turnstile platform show`).";

static const char tolerances[] =
    "Unless a row says otherwise, tolerances are: \"about\", \"alike\", \"the same\" 20 %; "
    "\"clearly\", \"significantly\", \"notably\" 1.3 times; \"up to R times\" the largest gain, "
    "the ratio less 1, within a factor of 1.5 of R - 1; a best value 10 % more than the optimum. "
    "An "
    "order holds when it does at every size.";

static const char errors[] =
    "*Undecided*: the row has another verdict when one parameter moves by the error that its "
    "platform "
    "file states (`turnstile platform show`): an error of 0.5 is a factor of 1.5 either way, a "
    "share "
    "moves by the error itself. `turnstile validate --errors` computes it: every parameter that a "
    "point of the row was charged by, up and down, one at a time; the row names those that change "
    "it. "
    "Parameters without a stated error stay: the CMA paper's own numbers, data sheets', and the "
    "two "
    "constants of the page lock of `linux-6`. Two errors that add up are not looked for.";

static void write_head(FILE *file)
{
  fputs("## What holds and what fails\n\n| class | what decides |", file);
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    fprintf(file, " %s: hold | fail | undecided |", p->name);
  fputs("\n|---|---|", file);
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    fputs("---|---|---|", file);
}

static void write_summary(FILE *file, const GPtrArray *judgements)
{
  static const struct {
    enum tn_claim_class class;
    const char *name, *meaning;
  } rows[] = {
    { TN_PREDICTED, "**predicted**", "mechanisms and numbers that do not come from the claim" },
    { TN_CHECKED, "checked beforehand",
      "as predicted, by constants that were tried on the claim before they were chosen" },
    { TN_REPRODUCED, "reproduced with the paper's own parameters",
      "numbers or rules that the paper gives itself" },
    { TN_FITTED, "fitted", "a parameter that was chosen, or assumed, so that it holds, or nearly" },
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
  fputs("\n", file);
  tn_wrap_write(file, 0, 0, TN_LINE_WIDTH, tolerances);
  fputs("\n", file);
  tn_wrap_write(file, 0, 0, TN_LINE_WIDTH, errors);
}

/* "C039 knl 64, broadwell 28": those of a class with a verdict, each machine once. */
static void write_list(FILE *file, const GPtrArray *judgements, enum tn_claim_class class,
                       enum tn_verdict verdict, const char *word)
{
  g_autoptr(GString) text = g_string_new(NULL);
  const struct tn_claim *before = NULL;
  g_string_printf(text, "- *%s* and %s: ", tn_claim_class_names[class], word);
  for (guint i = 0; i < judgements->len; i++) {
    const struct tn_judgement *f = judgements->pdata[i];
    const struct tn_claim *c = f->claim;
    const bool same = before && strcmp(before->id, c->id) == 0;
    if (c->class != class || f->verdict != verdict ||
        (same && strcmp(before->platform, c->platform) == 0 && before->ranks == c->ranks))
      continue;
    if (same)
      g_string_append_printf(text, ", %s %d", c->platform, c->ranks);
    else
      g_string_append_printf(text, "%s%s %s %d", before ? "; " : "", c->id, c->platform, c->ranks);
    before = c;
  }
  if (before)
    tn_wrap_write(file, 0, 2, TN_LINE_WIDTH, text->str);
}

static void write_lists(FILE *file, const GPtrArray *judgements)
{
  static const enum tn_claim_class classes[] = { TN_PREDICTED, TN_CHECKED, TN_REPRODUCED,
                                                 TN_FITTED };
  static const struct {
    enum tn_verdict verdict;
    const char *word;
  } kinds[] = { { TN_HOLDS, "holding" }, { TN_FAILS, "failing" }, { TN_UNDECIDED, "undecided" } };
  for (size_t c = 0; c < G_N_ELEMENTS(classes); c++)
    for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++)
      if (kinds[k].verdict != TN_HOLDS || classes[c] == TN_PREDICTED)
        write_list(file, judgements, classes[c], kinds[k].verdict, kinds[k].word);
}

static bool is_of(const struct tn_claim *claim, const struct tn_claim_table *table)
{
  const struct tn_claim *c = table->claims;
  while (c->id && c != claim)
    c++;
  return c->id != NULL;
}

/* "fitted, gamma_cross: **undecided** (holds; not with gamma_cross=1)" */
static char *result_of(const struct tn_judgement *f)
{
  const struct tn_claim *c = f->claim;
  GString *text = g_string_new(tn_claim_class_names[c->class]);
  if (c->fitted)
    g_string_append_printf(text, ", %s", c->fitted);
  g_string_append_printf(text, ": **%s**", tn_verdict_names[f->verdict]);
  if (f->verdict == TN_UNDECIDED)
    g_string_append_printf(text, " (%s; not with %s)", tn_verdict_names[f->stock], f->flips);
  return g_string_free(text, FALSE);
}

static void write_judged(FILE *file, const struct tn_judgement *f)
{
  const struct tn_claim *c = f->claim;
  g_autofree char *result = result_of(f);
  fprintf(file, "| %s, %s | %s %d | %s | %s | %s | %s | %s |\n", c->id, c->where, c->platform,
          c->ranks, c->text, tn_or_nothing(c->margin), result, f->figures, tn_or_nothing(c->note));
}

static void write_unjudged(FILE *file, const struct tn_judgement *f)
{
  const struct tn_claim *c = f->claim;
  fprintf(file, "| %s, %s | %s | %s | %s |\n", c->id, c->where,
          tn_claim_class_names[f->claim->class], c->text,
          c->judge ? f->figures : tn_or_nothing(c->note));
}

static void write_table_head(FILE *file, const struct tn_claim_table *table, bool judged)
{
  const bool in_words = !table->claims[0].judge;
  fprintf(file, "\n### %s%s\n\n", table->title, judged || in_words ? "" : ": not judged");
  if (judged)
    fputs("| claim | machine, ranks | what is claimed | tolerance | class: result | found | why |\n"
          "|---|---|---|---|---|---|---|\n",
          file);
  else
    fputs("| claim | class | what is claimed | where it is defined, or why it is not judged |\n"
          "|---|---|---|---|\n",
          file);
}

/* The judgements of a table that were judged, or those that were not. */
static void write_table(FILE *file, const GPtrArray *judgements, const struct tn_claim_table *table,
                        bool judged)
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

/* What keeps the text from being the scoreboard of the model as it is. */
static void write_warnings(FILE *file, const struct tn_scoreboard *board)
{
  g_autofree char *model = tn_scoreboard_model(board);
  if (*model)
    fprintf(file, "**%s**\n\n", model);
  if (!board->moved)
    fputs("Parameters were not moved by their errors, so that no row is *undecided*: `turnstile "
          "validate CLAIM --errors` does it for one claim in seconds to minutes, for all it took "
          "an hour ([the rows that are](undecided.md)).\n\n",
          file);
}

bool tn_scoreboard_markdown(FILE *file, const struct tn_scoreboard *board, GError **error)
{
  const GPtrArray *judgements = board->judgements;
  fputs("# What the papers claim and what the simulator finds\n\n"
        "Written by `turnstile validate --format markdown`; do not edit. The claims are in our "
        "words.\n\n",
        file);
  write_warnings(file, board);
  if (!tn_gamma_section(file, error))
    return false;
  write_summary(file, judgements);
  fputs("\n", file);
  write_lists(file, judgements);
  fprintf(file,
          "\nLaw `%s`, protocol `%s`, turnstile %s. Times are averages over the ranks; sizes are\n"
          "powers of two, or powers of four where a row says \"by 4\".\n",
          tn_law_names[TN_CLAIM_LAW], tn_protocol_names[TN_CLAIM_PROTOCOL], TN_VERSION);
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    write_paper(file, judgements, p);
  return true;
}
