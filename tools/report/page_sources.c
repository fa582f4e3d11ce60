/* Where figures come from. */

#include "again.h"
#include "base/names.h"
#include "document/markup.h"
#include "page.h"

enum { MOST_VALUES = 6, MOST_LETTERS = 200, MOST_PLATFORMS = 8, MOST_COMMANDS = 48 };

/* Columns that say how rows were made. */
static bool is_told(int column)
{
  static const char *const told[] = { "source",  "version", "platform", "kernel",    "backing",
                                      "mapping", "root",    "in_place", "law",       "protocol",
                                      "buffers", "noise",   "seed",     "overrides", "transport",
                                      "state",   NULL };
  return tn_name_find(told, tn_row_columns[column].name) >= 0;
}

/* The column's values in the order of the rows, the first few. Transfer full. */
static char *values_of(const GPtrArray *rows, int column)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  GString *text = g_string_new(NULL);
  const struct tn_row *last = NULL;
  guint n = 0;
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    const bool is_same = last && tn_row_same(last, row, column);
    g_autofree char *value = is_same ? NULL : tn_row_text(row, column);
    last = row;
    if (is_same || !*value || g_hash_table_contains(known, value))
      continue;
    if (n++ < MOST_VALUES) {
      const glong length = g_utf8_strlen(value, -1);
      g_autofree char *start =
          length > MOST_LETTERS ? g_utf8_substring(value, 0, MOST_LETTERS) : g_strdup(value);
      g_string_append_printf(text, "%s%s%s", text->len ? ", " : "", start,
                             length > MOST_LETTERS ? " …" : "");
    }
    g_hash_table_add(known, g_steal_pointer(&value));
  }
  if (n > MOST_VALUES)
    g_string_append_printf(text, " and %u more", n - MOST_VALUES);
  return g_string_free(text, FALSE);
}

void tn_page_append_sources(const struct tn_page *p)
{
  const GPtrArray *platforms = p->report->platforms;
  g_string_append(p->s, "<section id=\"sources\"><h2>Where the figures come from</h2>\n"
                        "<div class=\"scroll\" tabindex=\"0\"><table>\n<caption>What the rows say "
                        "of themselves</caption>\n<tbody>\n");
  tn_markup(p->s, "<tr><th scope=\"row\">rows</th><td>%u of ", p->report->rows->len);
  for (guint i = 0; i < p->report->files->len; i++)
    tn_markup(p->s, "%s%s", i ? ", " : "", (const char *)p->report->files->pdata[i]);
  g_string_append(p->s, "</td></tr>\n");
  for (int c = 0; c < tn_row_n_columns; c++) {
    g_autofree char *values = is_told(c) ? values_of(p->report->rows, c) : g_strdup("");
    if (*values)
      tn_markup(p->s, "<tr><th scope=\"row\">%s</th><td>%s</td></tr>\n", tn_row_columns[c].name,
                values);
  }
  tn_markup(p->s,
            "<tr><th scope=\"row\">this page</th><td>turnstile %s</td></tr>\n</tbody></table>"
            "</div>\n",
            TN_VERSION);
  for (guint i = 0; i < MIN(platforms->len, MOST_PLATFORMS); i++)
    tn_machine_append_parameters(
        p->s, ((const struct tn_report_platform *)platforms->pdata[i])->platform);
  g_string_append(p->s, "</section>\n");
}

void tn_page_append_commands(const struct tn_page *p)
{
  g_autoptr(GString) files = g_string_new(NULL);
  guint n = 0, n_more = 0;
  g_string_append(p->s, "<section id=\"again\"><h2>Commands</h2>\n<p>These make the rows again, "
                        "and this page.</p>\n<pre>");
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_chapter *c = p->chapters->pdata[i];
    const struct tn_report_platform *known = tn_report_platform(p->report, c->first->platform);
    g_autofree char *command =
        tn_again_command(c, known ? known->spec : NULL, known ? known->platform : NULL);
    if (command && n >= MOST_COMMANDS)
      n_more++;
    if (!command || n >= MOST_COMMANDS)
      continue;
    tn_markup(p->s, "%s -o rows-%u.csv\n\n", command, ++n);
    g_string_append_printf(files, " rows-%u.csv", n);
  }
  tn_markup(p->s, "turnstile report%s -o report.html</pre>\n", n ? files->str : " ROWS.csv");
  if (n_more > 0)
    tn_markup(p->s, "<p class=\"muted\">%u more commands are left out.</p>\n", n_more);
  g_string_append(p->s, "</section>\n");
}
