
#include "base/names.h"
#include "chapter_command.h"
#include "page.h"
#include "study/rows.h"

enum { MAX_VALUES = 6, MAX_LETTERS = 200, MAX_COMMANDS = 48 };

/* Adds two cells: the name of a column and its first values. */
static void put_values(struct tn_table *t, const GPtrArray *rows, int column)
{
  g_autoptr(GPtrArray) values = tn_command_values(rows, column);
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < MIN(values->len, MAX_VALUES); i++) {
    const char *value = values->pdata[i];
    const bool is_long = g_utf8_strlen(value, -1) > MAX_LETTERS;
    g_autofree char *start = g_utf8_substring(value, 0, is_long ? MAX_LETTERS : -1);
    g_string_append_printf(text, "%s%s%s", i ? ", " : "", start, is_long ? " …" : "");
  }
  if (values->len > MAX_VALUES)
    g_string_append_printf(text, " and %u more", values->len - MAX_VALUES);
  if (values->len)
    tn_table_texts(t, tn_row_columns[column].name, text->str);
}

void tn_page_sources(const struct tn_page *p)
{
  /* Columns that describe where rows come from. */
  static const char *const told[] = { "source",  "version", "platform", "kernel",    "backing",
                                      "mapping", "root",    "in_place", "law",       "protocol",
                                      "buffers", "noise",   "seed",     "overrides", "transport",
                                      "state",   NULL };
  static const char layout[] = "{=name}{=value}";
  const struct tn_report *report = p->report;
  struct tn_table *t = tn_table_of(layout);
  g_autoptr(GString) files = g_string_new(NULL);
  for (guint i = 0; i < report->files->len; i++)
    g_string_append_printf(files, "%s%s", i ? ", " : "", (const char *)report->files->pdata[i]);
  tn_table_text(t, "rows");
  g_autofree char *measured = tn_rows_measured(report->rows, NULL);
  tn_table_print(t, "%u of %s%s%s", report->rows->len, files->str, measured ? ", " : "",
                 measured ? measured : "");
  for (int c = 0; c < tn_row_n_columns; c++)
    if (tn_name_find(told, tn_row_columns[c].name) >= 0)
      put_values(t, report->rows, c);
  tn_table_texts(t, "this page", "turnstile " TN_VERSION);
  tn_document_begin(p->d, TN_GROUP_SECTION, "sources", "Where the figures come from");
  tn_document_captioned(p->d, "Details stated by the rows", t, layout);
  for (guint i = 0; i < MIN(report->platforms->len, TN_MAX_PLATFORMS); i++)
    tn_page_parameters(p,
                       ((const struct tn_report_platform *)report->platforms->pdata[i])->platform);
  tn_document_end(p->d);
}

void tn_page_commands(const struct tn_page *p)
{
  g_autoptr(GString) text = g_string_new(NULL), files = g_string_new(NULL);
  guint n = 0;
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_chapter *c = p->chapters->pdata[i];
    const struct tn_report_platform *known = tn_report_platform(p->report, c->first->platform);
    g_autofree char *command =
        tn_chapter_command(c, known ? known->spec : NULL, known ? known->platform : NULL);
    if (!command || n++ >= MAX_COMMANDS)
      continue;
    g_string_append_printf(text, "%s -o rows-%u.csv\n\n", command, n);
    g_string_append_printf(files, " rows-%u.csv", n);
  }
  tn_document_begin(p->d, TN_GROUP_SECTION, "again", "Commands");
  tn_document_paragraph(p->d, 0, "These make the rows again, and this page.");
  tn_document_add(p->d, TN_CODE, "%sturnstile report%s -o report.html", text->str,
                  n ? files->str : " ROWS.csv");
  if (n > MAX_COMMANDS)
    tn_document_add(p->d, TN_MUTED, "%u more commands are not shown.", n - MAX_COMMANDS);
  tn_document_end(p->d);
}
