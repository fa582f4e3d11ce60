#include "scoreboard.h"

#include <math.h>
#include <string.h>

#include "document/wrap.h"
#include "table/table.h"

const char *const tn_scoreboard_formats[] = { "text", "csv", "json", "markdown", NULL };

static const char columns[] =
    "id paper where platform ranks:i kernel law protocol claim class verdict tolerance fitted "
    "figures note stock_verdict flips overrides repeats points:i right:i factor:d bound";

static void put(struct tn_table *t, const struct tn_judgement *f, const char *overrides)
{
  const struct tn_claim *c = f->claim;
  const bool ran = c->judge != NULL;
  const struct tn_degree *d = &f->degree;
  tn_table_texts(t, c->id, c->paper, c->where, c->platform);
  tn_table_count(t, ran ? c->ranks : -1);
  tn_table_texts(t, ran ? tn_kernel_names[tn_paper_find(tn_papers, c->paper)->kernel] : NULL,
                 ran ? tn_law_names[TN_CLAIM_LAW] : NULL,
                 ran ? tn_protocol_names[TN_CLAIM_PROTOCOL] : NULL, c->text,
                 tn_claim_class_names[c->class], tn_verdict_names[f->verdict], c->margin, c->fitted,
                 f->figures, c->note, tn_verdict_names[f->stock], f->flips, overrides, c->repeats);
  tn_table_counts(t, ran ? d->n_points : -1, ran ? d->n_right : -1);
  tn_table_number(t, d->factor > 0 ? d->factor : NAN, 3);
  tn_table_text(t, d->bound < 0 || !ran ? NULL : tn_parts[d->bound].bound);
}

static void write_judgement(FILE *file, const struct tn_judgement *f)
{
  const struct tn_claim *c = f->claim;
  if (c->judge)
    fprintf(file, "%s  %-10s %3d ranks  %s, %s  %s\n", c->id, c->platform, c->ranks,
            tn_claim_class_names[f->claim->class], tn_verdict_names[f->verdict], c->where);
  else
    fprintf(file, "%s  %s  %s\n", c->id, tn_claim_class_names[f->claim->class], c->where);
  tn_paragraph(file, 8, "      claim: %s%s%s%s", c->text, c->margin ? " [" : "",
               c->margin ? c->margin : "", c->margin ? "]" : "");
  if (*f->figures)
    tn_paragraph(file, 8, "      found: %s", f->figures);
  g_autofree char *degree = tn_scoreboard_degree(f);
  if (*degree)
    tn_paragraph(file, 8, "      points: %s", degree);
  if (f->verdict == TN_UNDECIDED)
    tn_paragraph(file, 8, "      errors: %s; not with %s", tn_verdict_names[f->stock], f->flips);
  if (c->note)
    tn_paragraph(file, 8, "      note:  %s", c->note);
}

/* Writes a line like "predicted: 3 hold, 1 fail" per class. */
static void write_tally(FILE *file, const GPtrArray *judgements)
{
  static const char *const verbs[TN_N_VERDICTS] = { "hold",      "fail", "meet a lower limit",
                                                    "undecided", NULL,   "with an error" };
  for (int c = 0; c < TN_N_CLASSES; c++) {
    const struct tn_tally tally = tn_judgements_count(judgements, NULL, (enum tn_claim_class)c);
    const char *before = ": ";
    int sum = tally.n_repeats;
    for (int v = 0; v < TN_N_VERDICTS; v++)
      sum += tally.n[v];
    if (sum == 0)
      continue;
    fprintf(file, "%d %s", sum, tn_claim_class_names[c]);
    for (int v = 0; v < TN_N_VERDICTS; v++) {
      if (!verbs[v] || tally.n[v] == 0)
        continue;
      fprintf(file, "%s%d %s", before, tally.n[v], verbs[v]);
      before = ", ";
    }
    if (tally.n_repeats > 0)
      fprintf(file, "%s%d repeat others", before, tally.n_repeats);
    fputs("\n", file);
  }
}

static bool is_any_of(const GPtrArray *judgements, const char *paper)
{
  for (guint i = 0; i < judgements->len; i++)
    if (strcmp(((const struct tn_judgement *)judgements->pdata[i])->claim->paper, paper) == 0)
      return true;
  return false;
}

static void write_text(FILE *file, const struct tn_scoreboard *board)
{
  const GPtrArray *judgements = board->judgements;
  g_autofree char *model = tn_scoreboard_model(board), *line = tn_scoreboard_line(judgements);
  for (guint i = 0; i < judgements->len; i++)
    write_judgement(file, judgements->pdata[i]);
  fputs("\n", file);
  write_tally(file, judgements);
  for (const struct tn_paper *p = tn_papers; p->name; p++)
    if (is_any_of(judgements, p->name))
      fprintf(file, "%s: kernel %s; ", p->name, tn_kernel_names[p->kernel]);
  fprintf(file, "law %s; protocol %s; turnstile %s\n", tn_law_names[TN_CLAIM_LAW],
          tn_protocol_names[TN_CLAIM_PROTOCOL], TN_VERSION);
  if (board->recalled)
    fprintf(file, "undecided by errors of parameters: as on %s\n", board->recalled);
  else if (!board->moved)
    fputs("parameters were not moved by their errors: nothing is undecided by them\n", file);
  if (*model)
    tn_paragraph(file, 2, "%s", model);
  fprintf(file, "%s\n", line);
}

bool tn_scoreboard_write(FILE *file, const struct tn_scoreboard *board, int format, GError **error)
{
  if (format > TN_OUT_JSON)
    return tn_scoreboard_markdown(file, board, error);
  if (format == TN_OUT_TEXT)
    write_text(file, board);
  else {
    g_autofree char *overrides = g_strjoinv(";", (char **)board->sets);
    struct tn_table *t = tn_table_new(columns);
    for (guint i = 0; i < board->judgements->len; i++)
      put(t, board->judgements->pdata[i], overrides);
    tn_table_write(file, t, format == TN_OUT_JSON);
  }
  return true;
}
