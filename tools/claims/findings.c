/* Findings as text for people, CSV and JSON for programs, Markdown for docs/validation.md. */
#include <string.h>

#include "claims.h"
#include "row.h"
#include "wrap.h"

const char *const tn_finding_formats[] = { "text", "csv", "json", "markdown", NULL };

static const struct tn_column columns[] = {
  { "id", false },       { "paper", false },   { "where", false }, { "platform", false },
  { "ranks", true },     { "kernel", false },  { "law", false },   { "protocol", false },
  { "claim", false },    { "verdict", false }, { "fitted", false }, { "figures", false },
  { "note", false },
};

/* The texts of `columns`, NULL-terminated. Transfer full. */
static char **fields(const struct tn_finding *f)
{
  const struct tn_claim *c = f->claim;
  g_autofree char *ranks = g_strdup_printf("%d", c->ranks);
  const char *const texts[] = { c->id,
                                c->paper,
                                c->where,
                                c->platform,
                                ranks,
                                tn_kernel_names[TN_KERNEL_PAPER],
                                tn_law_names[TN_LAW_BATCHED],
                                tn_options[TN_OPT_PROTOCOL].preset,
                                c->text,
                                tn_verdict_names[f->verdict],
                                c->fitted ? c->fitted : "",
                                f->figures,
                                c->note ? c->note : "",
                                NULL };
  G_STATIC_ASSERT(G_N_ELEMENTS(texts) == G_N_ELEMENTS(columns) + 1);
  return g_strdupv((char **)texts);
}

/* "holds", or "holds (fitted)" where that is no test. Transfer full. */
static char *verdict(const struct tn_finding *f)
{
  return g_strdup_printf("%s%s", tn_verdict_names[f->verdict], f->claim->fitted ? " (fitted)" : "");
}

static void write_csv(FILE *file, const GPtrArray *findings)
{
  char *header[G_N_ELEMENTS(columns) + 1] = { NULL };
  for (size_t c = 0; c < G_N_ELEMENTS(columns); c++)
    header[c] = (char *)columns[c].name;
  tn_csv_line(file, header);
  for (guint i = 0; i < findings->len; i++) {
    g_auto(GStrv) texts = fields(findings->pdata[i]);
    tn_csv_line(file, texts);
  }
}

static void write_json(FILE *file, const GPtrArray *findings)
{
  fputs("[\n", file);
  for (guint i = 0; i < findings->len; i++) {
    g_auto(GStrv) texts = fields(findings->pdata[i]);
    tn_json_object(file, columns, texts);
    fputs(i + 1 < findings->len ? ",\n" : "\n", file);
  }
  fputs("]\n", file);
}

/* "12 hold, 3 fail, 1 not testable; 2 of them on what was fitted". Transfer full. */
static char *summary(const GPtrArray *findings)
{
  static const char *const verbs[] = { "hold", "fail", "not testable", "with an error" };
  int n[TN_N_VERDICTS] = { 0 }, n_fitted = 0;
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < findings->len; i++) {
    const struct tn_finding *f = findings->pdata[i];
    if (f->claim->fitted)
      n_fitted++;
    else
      n[f->verdict]++;
  }
  g_string_append_printf(text, "%u findings", findings->len);
  for (int v = 0; v < TN_N_VERDICTS; v++)
    if (n[v])
      g_string_append_printf(text, ", %d %s", n[v], verbs[v]);
  if (n_fitted)
    g_string_append_printf(text, ", %d no test (a parameter was fitted to them)", n_fitted);
  return g_string_free(text, FALSE);
}

static void write_labelled(FILE *file, const char *label, const char *text)
{
  const int at = fprintf(file, "      %s", label);
  tn_wrap_write(file, at, 8, TN_LINE_WIDTH, text);
}

static void write_text(FILE *file, const GPtrArray *findings)
{
  g_autofree char *end = summary(findings);
  for (guint i = 0; i < findings->len; i++) {
    const struct tn_finding *f = findings->pdata[i];
    g_autofree char *judged = verdict(f);
    fprintf(file, "%s  %-10s %3d ranks  %-16s %s\n", f->claim->id, f->claim->platform,
            f->claim->ranks, judged, f->claim->where);
    write_labelled(file, "claim: ", f->claim->text);
    write_labelled(file, "found: ", f->figures);
    if (f->claim->note)
      write_labelled(file, "note:  ", f->claim->note);
  }
  fprintf(file, "\n%s\nkernel %s; law %s; protocol %s; turnstile %s\n", end,
          tn_kernel_names[TN_KERNEL_PAPER], tn_law_names[TN_LAW_BATCHED],
          tn_options[TN_OPT_PROTOCOL].preset, TN_VERSION);
}

static void write_markdown(FILE *file, const GPtrArray *findings)
{
  g_autofree char *end = summary(findings);
  fprintf(file,
          "# What the papers claim and what comes out\n\n"
          "Written by `turnstile validate --format markdown`; do not edit. %s.\n"
          "Kernel profile %s, law %s, protocol %s, turnstile %s. A finding that is *fitted* is no\n"
          "test: a parameter was chosen so that it comes out, or nearly. Sizes are powers of "
          "two. The claims are in our words, with the margin they are judged by.\n\n"
          "| claim | where | machine | ranks | what is claimed | verdict | figures | note |\n"
          "|---|---|---|---|---|---|---|---|\n",
          end, tn_kernel_names[TN_KERNEL_PAPER], tn_law_names[TN_LAW_BATCHED],
          tn_options[TN_OPT_PROTOCOL].preset, TN_VERSION);
  for (guint i = 0; i < findings->len; i++) {
    const struct tn_finding *f = findings->pdata[i];
    const struct tn_claim *c = f->claim;
    g_autofree char *judged = verdict(f);
    fprintf(file, "| %s | %s | %s | %d | %s | **%s** | %s | %s |\n", c->id, c->where, c->platform,
            c->ranks, c->text, judged, f->figures, c->note ? c->note : "");
  }
}

void tn_findings_write(FILE *file, const GPtrArray *findings, int format)
{
  static void (*const writers[])(FILE *, const GPtrArray *) = { write_text, write_csv, write_json,
                                                                write_markdown };
  writers[format](file, findings);
}
