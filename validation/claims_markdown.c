/* Writes docs/evidence/validation.md: the origin of gamma, the claims that hold, all claims. */

#include "document/layout.h"
#include "document/wrap.h"
#include "scoreboard.h"

char *tn_scoreboard_model(const struct tn_scoreboard *board)
{
  g_autofree char *sets = g_strjoinv(", ", (char **)board->sets);
  return *sets ? g_strdup_printf("not the stock model: %s", sets) : g_strdup("");
}

static const char degree[] =
    "A row is a claim on one machine. A *point* is a comparison of which the paper says what is "
    "faster; it is right when that is faster here, by however little. The *factor* of a row is "
    "the median of those by which the figures found differ from those claimed (2: half as much, "
    "or twice); *one-sided* rows, which claim an order or a least gain, have none. Where a number "
    "can be judged from below only (a program gains no more than its calls), the result is *lower "
    "limit met*, which a rival that is far too slow gives too: such a row does not hold. A row "
    "that "
    "repeats another's number counts as such only. **Only *predicted* rows are evidence**, and "
    "the first line is theirs: a *reproduced* row shows that the paper agrees with itself and "
    "that the program computes what the paper says; a *fitted* one shows nothing, nor does one "
    "that was *checked beforehand*: the constants of the Epycs and of ARM-N1 were tried in small "
    "models of flags and bandwidth, and those claims were what they were tried on. The authors of "
    "the laws had read the XHC paper's claims. The limits of links between dies and of an L3's "
    "port, the rate within an L3 and ARM-N1's system-level cache were added after rows below had "
    "failed, with values from data sheets or other machines. Most parameters of these machines "
    "are assumed (`turnstile platform show`).";

static const char causes[] =
    "What fails, by that to which most of the time of its points goes on the critical path, the "
    "library's as well as the paper's own: where an error of the model would show most.";

static const char tolerances[] =
    "Unless a row says otherwise, tolerances are: \"about\", \"alike\", \"the same\" 20 %; "
    "\"clearly\", \"significantly\", \"notably\" 1.3 times; \"up to R times\" the largest gain, "
    "the ratio less 1, within a factor of 1.5 of R - 1, and where that is less than 20 %, R within "
    "20 %; a best value 10 % more than the optimum. An order holds when it does at every size.";

static const char errors[] =
    "*Undecided*: the row has another verdict when one parameter moves by the error that its "
    "platform file states (`turnstile platform show`): an error of 0.5 is a factor of 1.5 either "
    "way, a share moves by the error itself. `validation/validate --errors` computes it: every "
    "parameter that a point of the row was charged by, up and down, one at a time; the row names "
    "those that change it. Parameters without a stated error stay: the CMA paper's own numbers, "
    "data sheets', and the two constants of the page lock of `linux-6`. Two errors that add up "
    "are not looked for.";

#define TALLY                                                                                      \
  " {direction right} {median factor} {one-sided} {hold} {fail} {lower limit met} {undecided} "    \
  "{repeat}"
static const char by_paper[] = "{predicted rows}" TALLY, by_class[] = "{class}" TALLY;

static void put_tally(struct tn_table *table, const char *name, const GPtrArray *judgements,
                      const char *paper, enum tn_claim_class class)
{
  const struct tn_tally t = tn_judgements_count(judgements, paper, class);
  tn_table_text(table, name);
  tn_table_print(table, "%d of %d", t.n_right, t.n_points);
  tn_table_take(table, tn_scoreboard_factor(t.factor));
  tn_table_counts(table, t.n_one_sided, t.n[TN_HOLDS], t.n[TN_FAILS], t.n[TN_LOWER_LIMIT_MET],
                  t.n[TN_UNDECIDED], t.n_repeats);
}

/* Writes failing claims by the part with most of their time, largest group first. */
static void write_causes(FILE *file, const GPtrArray *judgements)
{
  struct tn_tally all = tn_judgements_count(judgements, NULL, TN_PREDICTED);
  g_autoptr(GString) layout = g_string_new("{most time goes to} {predicted rows that fail}");
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    g_string_append_printf(layout, " {%s}", p->name);
  struct tn_table *t = tn_table_of(layout->str);
  for (;;) {
    int most = 0;
    for (int i = 1; i <= TN_N_PARTS; i++)
      most = all.n_bound[i] > all.n_bound[most] ? i : most;
    if (all.n_bound[most] == 0)
      break;
    tn_table_text(t, most < TN_N_PARTS ? tn_parts[most].bound : "replayed programs");
    tn_table_count(t, all.n_bound[most]);
    for (const struct tn_paper *p = tn_papers; p->name; p++)
      tn_table_count(t, tn_judgements_count(judgements, p->name, TN_PREDICTED).n_bound[most]);
    all.n_bound[most] = 0;
  }
  fputs("\n", file);
  tn_table_write_markdown(file, t, layout->str);
  fputs("\n", file);
  tn_paragraph(file, 0, "%s", causes);
}

static void write_summary(FILE *file, const GPtrArray *judgements)
{
  static const struct {
    enum tn_claim_class class;
    const char *name;
  } rows[] = {
    { TN_PREDICTED, "**predicted**: by mechanisms and numbers that do not come from the claim" },
    { TN_CHECKED, "checked beforehand: constants were tried on it before they were chosen" },
    { TN_REPRODUCED, "reproduced with the paper's own parameters, or rules" },
    { TN_FITTED, "fitted: a parameter was chosen, or assumed, so that it holds, or nearly" },
  };
  struct tn_table *t = tn_table_of(by_paper);
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    put_tally(t, p->name, judgements, p->name, TN_PREDICTED);
  put_tally(t, "all", judgements, NULL, TN_PREDICTED);
  tn_table_write_markdown(file, t, by_paper);
  write_causes(file, judgements);
  fputs("\n", file);
  t = tn_table_of(by_class);
  for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
    put_tally(t, rows[i].name, judgements, NULL, rows[i].class);
  tn_table_write_markdown(file, t, by_class);
  fprintf(file, "\nNot judged: %d definitions, and %d rows that cannot be tested.\n\n",
          tn_judgements_count(judgements, NULL, TN_DEFINITION).n[TN_UNJUDGED],
          tn_judgements_count(judgements, NULL, TN_UNTESTED).n[TN_UNJUDGED]);
  tn_paragraph(file, 0, "%s", degree);
  fputs("\n", file);
  tn_paragraph(file, 0, "%s", tolerances);
  fputs("\n", file);
  tn_paragraph(file, 0, "%s", errors);
}

static bool is_of(const struct tn_claim *claim, const struct tn_claim_table *table)
{
  const struct tn_claim *c = table->claims;
  while (c->id && c != claim)
    c++;
  return c->id != NULL;
}

/* Returns the result of a judgement as text: "fitted, gamma_cross: **undecided** (holds; not with
 * gamma_cross=1)". Transfer full. */
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

static const char judged_layout[] = "{claim} {machine, ranks} {what is claimed} {tolerance} "
                                    "{class: result=result:} {points} {found} {why}";
static const char unjudged_layout[] =
    "{claim} {class} {what is claimed} {where it is defined, or why it is not judged}";

static void put_claim(struct tn_table *t, const struct tn_judgement *f, bool judged)
{
  const struct tn_claim *c = f->claim;
  tn_table_print(t, "%s, %s", c->id, c->where);
  if (judged) {
    tn_table_print(t, "%s %d", c->platform, c->ranks);
    tn_table_texts(t, c->text, c->margin);
    tn_table_takes(t, result_of(f), tn_scoreboard_degree(f));
    tn_table_texts(t, f->figures, c->note);
  } else {
    tn_table_texts(t, tn_claim_class_names[c->class], c->text, c->judge ? f->figures : c->note);
  }
}

/* Writes the judgements on the claims of a table: either on those that are judged, or on those that
 * are not. */
static void write_table(FILE *file, const GPtrArray *judgements, const struct tn_claim_table *table,
                        bool judged)
{
  const char *layout = judged ? judged_layout : unjudged_layout;
  const bool in_words = !table->claims[0].judge;
  struct tn_table *t = tn_table_of(layout);
  for (guint i = 0; i < judgements->len; i++) {
    const struct tn_judgement *f = judgements->pdata[i];
    if (is_of(f->claim, table) && (f->verdict != TN_UNJUDGED) == judged)
      put_claim(t, f, judged);
  }
  if (tn_table_n_rows(t) == 0) {
    tn_table_free(t);
    return;
  }
  fprintf(file, "\n### %s%s\n\n", table->title, judged || in_words ? "" : ": not judged");
  tn_table_write_markdown(file, t, layout);
}

/* Writes a warning if parameters of the model were changed. */
static void write_warnings(FILE *file, const struct tn_scoreboard *board)
{
  g_autofree char *model = tn_scoreboard_model(board);
  if (*model)
    fprintf(file, "**%s**\n\n", model);
  if (board->recalled)
    fprintf(file,
            "*Undecided* by the errors of parameters are those that were so on %s, with the same\n"
            "verdict: a run of an hour (`validation/validate --errors`; of one claim it takes "
            "seconds to\n"
            "minutes). Rows that only spans would judge otherwise are computed each time.\n\n",
            board->recalled);
}

bool tn_scoreboard_markdown(FILE *file, const struct tn_scoreboard *board, GError **error)
{
  const GPtrArray *judgements = board->judgements;
  g_autofree char *line = tn_scoreboard_line(judgements);
  fprintf(file,
          "# What the papers claim and what the simulator finds\n\n**%s**\n\n"
          "Written by `validation/validate --format markdown`; do not edit. The claims are in our "
          "words.\n\n",
          line);
  write_warnings(file, board);
  write_summary(file, judgements);
  fprintf(file,
          "\nLaw `%s`, protocol `%s`, turnstile %s. Times are averages over the ranks; sizes are\n"
          "powers of two, or powers of four where a row says \"by 4\".\n\n",
          tn_law_names[TN_CLAIM_LAW], tn_protocol_names[TN_CLAIM_PROTOCOL], TN_VERSION);
  if (!tn_gamma_section(file, error))
    return false;
  for (const struct tn_paper *p = tn_papers; p->name; p++) {
    fprintf(file, "\n## The %s rows\n\n%s. Judged with kernel profile `%s`.\n", p->name,
            p->citation, tn_kernel_names[p->kernel]);
    if (p->remark)
      tn_paragraph(file, 0, "%s", p->remark);
    for (const struct tn_claim_table *t = p->tables; t->title; t++) {
      write_table(file, judgements, t, true);
      write_table(file, judgements, t, false);
    }
  }
  return true;
}
