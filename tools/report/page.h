/* Sections of a page, and of a chapter. Those that there is nothing for add nothing. */
#ifndef TN_TOOLS_PAGE_H
#define TN_TOOLS_PAGE_H

#include "document/document.h"
#include "explain/hinges.h"
#include "marks.h"
#include "report.h"

/* A page that is being filled. */
struct tn_page {
  struct tn_document *d;
  const struct tn_report *report;
  const GPtrArray *chapters; /* struct tn_chapter * */
  const struct tn_marks *marks;
};

/* Bounds of what is drawn and listed of one chapter or page; what lies beyond is counted in the text. */
enum {
  TN_MOST_MAP_RANKS = 24,
  TN_MOST_MAP_SIZES = 32,
  TN_MOST_LIBRARIES = 4,
  TN_MOST_BARS = 16,
  TN_MOST_DECISIONS = 60,
  TN_MOST_PLATFORMS = 8
};

/* Adds a figure, which it takes, under a caption. */
void tn_page_figure(const struct tn_page *p, struct tn_figure *f, const char *caption, ...)
    G_GNUC_PRINTF(3, 4);

/* Adds the drawing of a node and its main numbers; all its parameters with their sources, out of the
 * way. */
void tn_page_machine(const struct tn_page *p, const struct tn_platform *pf);
void tn_page_parameters(const struct tn_page *p, const struct tn_platform *pf);
/* Adds what the closest decisions depend on, simulated again as the report asks for. False and *error
 * where that was interrupted. */
bool tn_page_sensitivity(const struct tn_page *p, GError **error);
/* Returns the figure of that: how far each parameter moves the lead; its `says` is still NULL. */
struct tn_figure *tn_tornado_new(const struct tn_decision_point *d);
/* Adds the rules of the report. */
void tn_page_rules(const struct tn_page *p);
/* Adds how far the figures can be trusted. */
void tn_page_trust(const struct tn_page *p);
/* Adds where the rows come from, and the platforms' parameters. */
void tn_page_sources(const struct tn_page *p);
/* Adds the commands that make the rows again. */
void tn_page_commands(const struct tn_page *p);

/* Adds who wins, by ranks and size. */
void tn_chapter_map(const struct tn_page *p, const struct tn_chapter *c);
/* Adds time over size, or over ranks where there is one size: for the most ranks, for others out of
 * the way. */
void tn_chapter_curves(const struct tn_page *p, const struct tn_chapter *c);
/* Adds throughput over the values of each parameter that has several. */
void tn_chapter_factors(const struct tn_page *p, const struct tn_chapter *c);
/* Adds what the winners' critical paths consist of, for the most ranks. */
void tn_chapter_parts(const struct tn_page *p, const struct tn_chapter *c);
/* Adds the decision table, and what libraries' defaults take over the best time. */
void tn_chapter_decisions(const struct tn_page *p, const struct tn_chapter *c);
void tn_chapter_libraries(const struct tn_page *p, const struct tn_chapter *c);

#endif
