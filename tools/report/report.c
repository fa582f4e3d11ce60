#include "report.h"

#include <inttypes.h>
#include <math.h>

#include "document/markup.h"
#include "figure/figure_words.h"
#include "page.h"
#include "page_findings.h"
#include "tune/known.h"

/* Beyond these a page would be too long to be read. */
enum { MOST_FINDINGS = 10, MOST_CHAPTERS = 32, MOST_BRIEF = 200, MOST_DRAWN = 12, MOST_NAMES = 3 };

static const char head[] =
    "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
    "<meta charset=\"utf-8\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'; img-src data:\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
    "<link rel=\"icon\" href=\"data:,\"/>\n";

/* The names of a column of the chapters' rows, each once: const char *. Container owned. */
static GPtrArray *names_of(const GPtrArray *chapters, bool of_platforms)
{
  GPtrArray *names = g_ptr_array_new();
  g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < chapters->len; i++) {
    const struct tn_row *row = ((const struct tn_chapter *)chapters->pdata[i])->first;
    const char *name = of_platforms ? row->platform : row->collective;
    if (g_hash_table_add(known, (void *)name))
      g_ptr_array_add(names, (void *)name);
  }
  return names;
}

/* "knl, broadwell and power8", "knl, broadwell, power8 and 4 more". Transfer full. */
static char *listed(const GPtrArray *names)
{
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < MIN(names->len, MOST_NAMES); i++)
    g_string_append_printf(text, "%s%s",
                           i == 0                                            ? ""
                           : i + 1 == names->len && names->len <= MOST_NAMES ? " and "
                                                                             : ", ",
                           (const char *)names->pdata[i]);
  if (names->len > MOST_NAMES)
    g_string_append_printf(text, " and %u more", names->len - MOST_NAMES);
  return g_string_free(text, FALSE);
}

static char *title_of(const struct tn_page *p)
{
  g_autoptr(GPtrArray) platforms = names_of(p->chapters, true);
  g_autoptr(GPtrArray) collectives = names_of(p->chapters, false);
  if (p->chapters->len == 0)
    return g_strdup("No rows");
  g_autofree char *on = listed(platforms), *what = listed(collectives);
  return g_strdup_printf("%s on %s", collectives->len > 1 ? "MPI collectives" : what, on);
}

static const char *words_of_source(enum tn_source source)
{
  static const char *const words[TN_N_SOURCES] = {
    [TN_SOURCE_SIM] = "simulated",
    [TN_SOURCE_MODEL] = "computed by closed forms",
    [TN_SOURCE_MEASURED] = "measured",
    [TN_SOURCE_IMPORTED] = "taken from other programs",
  };
  return source < 0 ? "of unknown origin" : words[source];
}

/* "simulated and measured". Transfer full. */
static char *sources_of(const struct tn_page *p)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new();
  for (guint i = 0; i < p->chapters->len; i++) {
    const char *word =
        words_of_source(((const struct tn_chapter *)p->chapters->pdata[i])->first->source);
    if (!g_ptr_array_find(words, word, NULL))
      g_ptr_array_add(words, (void *)word);
  }
  return listed(words);
}

/* The least and greatest of all rows. */
struct extent {
  int64_t least, most;
};

static void widen(struct extent *e, int64_t value)
{
  e->least = MIN(e->least, value);
  e->most = MAX(e->most, value);
}

static void append_lead(const struct tn_page *p)
{
  g_autofree char *sources = sources_of(p);
  struct extent ranks = { INT64_MAX, 0 }, sizes = { INT64_MAX, 0 };
  for (guint i = 0; i < p->report->rows->len; i++) {
    const struct tn_row *row = p->report->rows->pdata[i];
    widen(&ranks, row->ranks);
    widen(&sizes, row->size);
  }
  g_autofree char *bytes = tn_words_sizes(sizes.least, sizes.most);
  g_autofree char *most = tn_words_ranks(ranks.most);
  tn_markup(p->s,
            "<p class=\"lead\">Which algorithm is fastest, by how much, and where its time goes: "
            "%u point%s, %s, ",
            p->report->rows->len, p->report->rows->len == 1 ? "" : "s", sources);
  if (ranks.least < ranks.most)
    tn_markup(p->s, "%" PRId64 " to ", ranks.least);
  tn_markup(p->s, "%s, %s bytes (K, M: powers of 1024). Times are the %s.</p>\n", most, bytes,
            tn_objective_says(p->report->objective));
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

static void append_findings(const struct tn_page *p)
{
  g_autoptr(GArray) findings = g_array_new(FALSE, FALSE, sizeof(struct tn_headline));
  g_array_set_clear_func(findings, clear_finding);
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_headline finding = tn_headline_of(p->chapters->pdata[i]);
    g_array_append_val(findings, finding);
  }
  /* GLib's sort is stable: equal gains stay in the order of the chapters. */
  g_array_sort(findings, by_gain);
  g_string_append(p->s, "<section id=\"findings\"><h2>Findings</h2>\n<ul>\n");
  for (guint i = 0; i < MIN(findings->len, MOST_FINDINGS); i++)
    tn_markup(p->s, "<li>%s</li>\n", g_array_index(findings, struct tn_headline, i).text);
  g_string_append(p->s, "</ul>\n");
  if (findings->len > MOST_FINDINGS)
    tn_markup(p->s,
              "<p class=\"muted\">The %u with the largest gains of %u; the others are below.</p>\n",
              MOST_FINDINGS, findings->len);
  g_string_append(p->s, "</section>\n");
}

static char *heading_of(const struct tn_chapter *c)
{
  return g_strdup_printf("%s%s%s", c->first->collective, *c->context ? ", " : "", c->context);
}

static void append_contents(const struct tn_page *p)
{
  g_string_append(p->s, "<nav aria-label=\"Contents\"><ul>\n");
  for (guint i = 0; i < MIN(p->chapters->len, MOST_CHAPTERS); i++) {
    const struct tn_chapter *c = p->chapters->pdata[i];
    g_autofree char *heading = heading_of(c);
    tn_markup(p->s, "<li><a href=\"#c%u\">%s: %s</a></li>\n", i + 1, c->first->platform, heading);
  }
  if (p->report->rules)
    g_string_append(p->s, "<li><a href=\"#rules\">Rules</a></li>\n");
  g_string_append(p->s, "<li><a href=\"#sensitivity\">What decisions depend on</a></li>\n"
                        "<li><a href=\"#trust\">How far to trust this</a></li>\n"
                        "<li><a href=\"#sources\">Where the figures come from</a></li>\n"
                        "<li><a href=\"#again\">Commands</a></li>\n</ul></nav>\n");
}

/* What is known of the error of the chapter's predictions, if anything is. */
static void append_known_error(const struct tn_page *p, const struct tn_row *row)
{
  const struct tn_report_platform *known = tn_report_platform(p->report, row->platform);
  const char *error = known && row->source != TN_SOURCE_MEASURED
                          ? tn_platform_known_error(known->platform, row->collective)
                          : NULL;
  if (error)
    tn_markup(p->s, "<p class=\"muted\">Known error: %s</p>\n", error);
}

static void append_chapter(const struct tn_page *p, guint i)
{
  const struct tn_chapter *c = p->chapters->pdata[i];
  const struct tn_headline finding = tn_headline_of(c);
  g_autofree char *heading = heading_of(c), *others = tn_headline_others(c);
  tn_markup(p->s, "<section id=\"c%u\"><h3>%s on %s</h3>\n<p>%s %s</p>\n", i + 1, heading,
            c->first->platform, finding.text, others);
  append_known_error(p, c->first);
  g_string_append(p->s, "<div class=\"pair\">\n");
  g_string_append(p->s, "<div>\n");
  tn_map_of_chapter(p->s, c, p->marks);
  tn_parts_of_chapter(p->s, c);
  g_string_append(p->s, "</div>\n<div>\n");
  tn_curves_of_chapter(p->s, c, p->marks);
  tn_factors_of_chapter(p->s, c);
  g_string_append(p->s, "</div>\n</div>\n");
  tn_decisions_of_chapter(p->s, c, p->marks);
  tn_libraries_of_chapter(p->s, c);
  g_string_append(p->s, "</section>\n");
  g_free(finding.text);
}

static void append_brief(const struct tn_page *p, const struct tn_chapter *c)
{
  const struct tn_headline finding = tn_headline_of(c);
  g_autofree char *heading = heading_of(c);
  tn_markup(p->s, "<h3>%s on %s</h3>\n<p>%s</p>\n", heading, c->first->platform, finding.text);
  g_free(finding.text);
}

static void append_platform(const struct tn_page *p, const char *name, bool is_drawn)
{
  const struct tn_report_platform *known = tn_report_platform(p->report, name);
  tn_markup(p->s, "<section><h2>%s</h2>\n", *name ? name : "Unnamed platform");
  if (known && is_drawn)
    tn_machine_append(p->s, known->platform);
  else if (!known)
    tn_markup(p->s, "<p class=\"muted\">Nothing is known of this node here; with <code>-p "
                    "FILE</code> its platform is shown.</p>\n");
  for (guint i = 0; i < p->chapters->len; i++) {
    const struct tn_chapter *c = p->chapters->pdata[i];
    if (c->first->platform != name)
      continue;
    if (i < MOST_CHAPTERS)
      append_chapter(p, i);
    else if (i < MOST_CHAPTERS + MOST_BRIEF)
      append_brief(p, c);
  }
  g_string_append(p->s, "</section>\n");
}

static void append_body(const struct tn_page *p)
{
  g_autoptr(GPtrArray) platforms = names_of(p->chapters, true);
  append_lead(p);
  append_findings(p);
  append_contents(p);
  for (guint i = 0; i < platforms->len && i < MOST_BRIEF; i++)
    append_platform(p, platforms->pdata[i], i < MOST_DRAWN);
  if (p->chapters->len > MOST_CHAPTERS)
    tn_markup(p->s,
              "<p class=\"muted\">Of %u combinations of collective, platform and conditions the "
              "first %d are shown in full, %u more in a sentence, and the rest is left out.</p>\n",
              p->chapters->len, MOST_CHAPTERS, MIN(p->chapters->len - MOST_CHAPTERS, MOST_BRIEF));
}

static void append_empty(const struct tn_page *p)
{
  g_string_append(p->s,
                  "<p class=\"lead\">There are no rows to report on. A sweep makes some:</p>\n"
                  "<pre>turnstile sweep -p knl -c bcast,allreduce -a all,library:ompi -n 16,64 "
                  "-s 1K..4M -o rows.csv\nturnstile report rows.csv -o report.html</pre>\n");
}

static double known_error(const void *data, const struct tn_row *row)
{
  const struct tn_report_platform *known = tn_report_platform(data, row->platform);
  return known && row->source != TN_SOURCE_MEASURED
             ? tn_percentage_in(tn_platform_known_error(known->platform, row->collective))
             : NAN;
}

char *tn_report_page(const struct tn_report *report, GError **error)
{
  const struct tn_tune_terms terms = { .objective = report->objective,
                                       .known_error = known_error,
                                       .data = report };
  g_autoptr(GPtrArray) chapters = tn_chapters_new(report->rows, &terms, error);
  if (!chapters)
    return NULL;
  struct tn_marks *marks = tn_marks_new(chapters);
  const struct tn_page page = { g_string_new(head), report, chapters, marks };
  g_autofree char *title = title_of(&page);
  tn_markup(page.s, "<title>%s</title>\n<style>\n", title);
  tn_page_append_style(page.s);
  tn_markup(page.s, "</style>\n</head>\n<body>\n");
  tn_markup(page.s, "<header><h1>%s</h1>\n</header>\n<main>\n", title);
  bool ok = true;
  if (chapters->len > 0) {
    append_body(&page);
    tn_page_append_rules(&page);
    ok = tn_page_append_sensitivity(&page, error);
    tn_page_append_trust(&page);
    tn_page_append_sources(&page);
    tn_page_append_commands(&page);
  } else {
    append_empty(&page);
  }
  g_string_append(page.s, "</main>\n</body>\n</html>\n");
  tn_marks_free(marks);
  return g_string_free(page.s, !ok);
}
