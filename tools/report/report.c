#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chapter_command.h"
#include "decide/row_rule.h"
#include "figure/figure_words.h"
#include "page.h"
#include "page_findings.h"
#include "study/rows.h"
#include "tune/device_paths.h"
#include "tune/known_errors.h"

/* Limits for a readable page. */
enum { MAX_FINDINGS = 10, MAX_CHAPTERS = 32, MAX_BRIEF = 200, MAX_DRAWN = 12, MAX_NAMES = 3 };

/* Returns the distinct values of a column: "knl, broadwell, power8 and 4 more". Transfer full. */
static char *listed(const struct tn_page *p, const char *column)
{
  g_autoptr(GPtrArray) names = tn_command_values(p->report->rows, tn_row_column(column));
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < MIN(names->len, MAX_NAMES); i++)
    g_string_append_printf(text, "%s%s",
                           i == 0                                           ? ""
                           : i + 1 == names->len && names->len <= MAX_NAMES ? " and "
                                                                            : ", ",
                           (const char *)names->pdata[i]);
  if (names->len > MAX_NAMES)
    g_string_append_printf(text, " and %u more", names->len - MAX_NAMES);
  return g_string_free(text, FALSE);
}

static void write_lead(const struct tn_page *p)
{
  const guint n = p->report->rows->len;
  int64_t least = INT64_MAX, most = 0, from = INT64_MAX, to = 0;
  for (guint i = 0; i < n; i++) {
    const struct tn_row *row = p->report->rows->pdata[i];
    least = MIN(least, row->ranks);
    most = MAX(most, row->ranks);
    from = MIN(from, row->size);
    to = MAX(to, row->size);
  }
  g_autofree char *measured = tn_rows_measured(p->report->rows, NULL);
  g_autofree char *sources = measured ? g_steal_pointer(&measured) : listed(p, "source");
  g_autofree char *bytes = tn_words_sizes(from, to);
  g_autofree char *ranks = tn_words_ranks(most);
  g_autofree char *range = least < most ? g_strdup_printf("%" PRId64 " to ", least) : g_strdup("");
  tn_document_add(p->d, TN_LEAD,
                  "%s: %u point%s (%s), %s%s, %s bytes (K, M: powers of 1024). Times are the %s.",
                  p->report->is_brief
                      ? "What the library’s default costs on this node, and the rules that avoid it"
                      : "Which algorithm is fastest, by how much, and where its time goes",
                  n, n == 1 ? "" : "s", sources, range, ranks, bytes,
                  tn_objective_text(p->report->objective));
}

static int by_gain(const void *x, const void *y)
{
  const double a = ((const struct tn_headline *)x)->gain, b = ((const struct tn_headline *)y)->gain;
  return (a < b) - (a > b);
}

static void clear_finding(void *finding)
{
  g_free(((struct tn_headline *)finding)->text);
}

static void write_findings(const struct tn_page *p)
{
  g_autoptr(GArray) findings = g_array_new(FALSE, FALSE, sizeof(struct tn_headline));
  g_array_set_clear_func(findings, clear_finding);
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_headline finding = tn_headline_of(p->chapters->pdata[i]);
    g_array_append_val(findings, finding);
  }
  /* The sort is stable: equal gains keep the chapters' order. */
  g_array_sort(findings, by_gain);
  tn_document_begin(p->d, TN_GROUP_SECTION, NULL, "Findings");
  for (guint i = 0; i < MIN(findings->len, MAX_FINDINGS); i++)
    tn_document_add(p->d, TN_ITEM, "%s", g_array_index(findings, struct tn_headline, i).text);
  if (findings->len > MAX_FINDINGS)
    tn_document_add(p->d, TN_MUTED, "The %u with the largest gains of %u; the others are below.",
                    MAX_FINDINGS, findings->len);
  tn_document_end(p->d);
}

/* Adds chapter i; beyond a limit only its result in a sentence. */
static void write_chapter(const struct tn_page *p, guint i)
{
  const struct tn_chapter *c = p->chapters->pdata[i];
  const struct tn_headline finding = tn_headline_of(c);
  const bool is_full = i < MAX_CHAPTERS;
  const char *error = tn_report_known_error(p->report, c->first);
  g_autofree char *id = is_full ? g_strdup_printf("c%u", i + 1) : NULL;
  g_autofree char *heading =
      g_strdup_printf("%s%s%s on %s", c->first->collective, *c->context ? ", " : "", c->context,
                      c->first->platform);
  tn_document_begin(p->d, TN_GROUP_SECTION, id, heading);
  tn_document_paragraph(p->d, 0, "%s", finding.text);
  if (is_full) {
    if (error)
      tn_document_add(p->d, TN_MUTED, "Known error: %s", error);
    tn_document_begin(p->d, TN_GROUP_PAIR, NULL, NULL);
    tn_document_begin(p->d, TN_GROUP_PLAIN, NULL, NULL);
    tn_chapter_map(p, c);
    tn_chapter_parts(p, c);
    tn_document_end(p->d);
    tn_document_begin(p->d, TN_GROUP_PLAIN, NULL, NULL);
    tn_chapter_curves(p, c);
    tn_chapter_factors(p, c);
    tn_document_end(p->d);
    tn_document_end(p->d);
    tn_chapter_decisions(p, c);
    tn_chapter_libraries(p, c);
    tn_chapter_price(p, c);
  }
  tn_document_end(p->d);
  g_free(finding.text);
}

static void write_platform(const struct tn_page *p, const char *name, bool is_drawn)
{
  const struct tn_report_platform *known = tn_report_platform(p->report, name);
  tn_document_begin(p->d, TN_GROUP_SECTION, NULL, *name ? name : "Unnamed platform");
  if (known && is_drawn)
    tn_page_machine(p, known->platform);
  else if (!known)
    tn_document_add(p->d, TN_MUTED, "This node is unknown here; -p FILE shows its platform.");
  for (guint i = 0; i < MIN(p->chapters->len, MAX_CHAPTERS + MAX_BRIEF); i++)
    if (((const struct tn_chapter *)p->chapters->pdata[i])->first->platform == name)
      write_chapter(p, i);
  tn_document_end(p->d);
}

/* Adds the whole page. Fails after an interruption. */
static bool write_page(const struct tn_page *p, GError **error)
{
  const char *last = NULL;
  write_lead(p);
  write_findings(p);
  tn_document_contents(p->d);
  for (guint i = 0, n = 0; i < p->chapters->len && n < MAX_BRIEF; i++) {
    const char *name = ((const struct tn_chapter *)p->chapters->pdata[i])->first->platform;
    if (name != last)
      write_platform(p, name, n++ < MAX_DRAWN);
    last = name;
  }
  if (p->chapters->len > MAX_CHAPTERS)
    tn_document_add(p->d, TN_MUTED,
                    "Of %u combinations of collective, platform and conditions, the first %d are "
                    "shown in full and %u more in a sentence.",
                    p->chapters->len, MAX_CHAPTERS,
                    MIN(p->chapters->len - MAX_CHAPTERS, MAX_BRIEF));
  tn_page_rules(p);
  if (!tn_page_sensitivity(p, error))
    return false;
  tn_page_accuracy(p);
  tn_page_sources(p);
  tn_page_commands(p);
  return true;
}

static double known_error(const void *report, const struct tn_row *row)
{
  const char *error = tn_report_known_error(report, row);
  return error ? tn_percentage_in(error) : NAN;
}

/* On a brief page only choices that rules can express win; rows on devices have no rules. */
static unsigned role_in_rules(const void *report, const struct tn_row *row)
{
  struct tn_rule unused;
  int id;
  g_autofree char *why =
      tn_row_is_on_device(row)
          ? NULL
          : tn_rule_from_row(((const struct tn_report *)report)->rules->target, row, &id, &unused);
  return why ? 0 : TN_AS_CHOICE;
}

char *tn_report_page(const struct tn_report *report, GError **error)
{
  const bool is_for_rules = report->is_brief && report->rules;
  const struct tn_tune_terms terms = { .objective = report->objective,
                                       .role = is_for_rules ? role_in_rules : NULL,
                                       .known_error = known_error,
                                       .data = report };
  g_autoptr(GPtrArray) chapters = tn_chapters_new(report->rows, &terms, error);
  if (!chapters)
    return NULL;
  struct tn_marks *marks = tn_marks_new(chapters);
  const struct tn_page page = { tn_document_new(TN_OUT_HTML), report, chapters, marks };
  g_autofree char *palette = tn_palette_sheet();
  g_autofree char *colours = g_strconcat(palette, report->is_brief ? tn_brief_sheet : NULL, NULL);
  g_autofree char *on = listed(&page, "platform"), *what = listed(&page, "collective");
  g_autofree char *title =
      g_strdup_printf("%s on %s", strpbrk(what, " ") ? "MPI collectives" : what, on);
  bool ok = true;
  tn_document_title(page.d, chapters->len ? title : "No rows", colours);
  if (chapters->len > 0 && report->is_brief) {
    write_lead(&page);
    tn_page_brief(&page);
  } else if (chapters->len > 0)
    ok = write_page(&page, error);
  else {
    tn_document_add(page.d, TN_LEAD, "There are no rows to report on. A sweep makes some:");
    tn_document_add(
        page.d, TN_CODE,
        "turnstile sweep -p knl -c bcast,allreduce -a all,library:ompi -n 16,64 -s 1K..4M "
        "-o rows.csv\nturnstile report rows.csv -o report.html");
  }
  char *text = tn_document_text(page.d);
  tn_marks_free(marks);
  if (!ok)
    g_clear_pointer(&text, free);
  return text;
}
