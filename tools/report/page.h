/* Sections of a page, and of a chapter. */
#ifndef TN_TOOLS_PAGE_H
#define TN_TOOLS_PAGE_H

#include "explain/hinges.h"
#include "marks.h"
#include "report.h"

/* A page that is being written. */
struct tn_page {
  GString *s;
  const struct tn_report *report;
  const GPtrArray *chapters; /* struct tn_chapter * */
  const struct tn_marks *marks;
};

/* Appends the drawing of a node and its main numbers; all its parameters with their sources, out of
 * the way. */
void tn_machine_append(GString *s, const struct tn_platform *pf);
void tn_machine_append_parameters(GString *s, const struct tn_platform *pf);
/* Appends the style sheet. */
void tn_page_append_style(GString *s);
/* What the closest decisions hang on, simulated again as the report asks for. False and *error where
 * that was interrupted. */
bool tn_page_append_sensitivity(const struct tn_page *p, GError **error);
/* The figure of that: how far each parameter moves the lead; its `says` is still NULL. */
struct tn_figure *tn_tornado_new(const struct tn_decision_point *d);
/* The rules of the report, if it has any. */
void tn_page_append_rules(const struct tn_page *p);
/* How far the figures can be trusted. */
void tn_page_append_trust(const struct tn_page *p);
/* Where the rows come from, and the platforms' parameters. */
void tn_page_append_sources(const struct tn_page *p);
/* The commands that make the rows again. */
void tn_page_append_commands(const struct tn_page *p);

/* What a page says of a chapter: figures and tables, each under a heading of level 4. Those that a
 * chapter has nothing for append nothing. */

/* Bounds of what is drawn and listed of one chapter; what lies beyond is counted in the text. */
enum {
  TN_MOST_MAP_RANKS = 24,
  TN_MOST_MAP_SIZES = 32,
  TN_MOST_LIBRARIES = 4,
  TN_MOST_BARS = 16,
  TN_MOST_DECISIONS = 60
};

/* Who wins, by ranks and size. */
void tn_map_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks);
/* Time over size, or over ranks where there is one size: the best algorithms for the most ranks,
 * for others out of the way. */
void tn_curves_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks);
/* Time over the values of each parameter that has several, over the least. */
void tn_factors_of_chapter(GString *s, const struct tn_chapter *c);
/* What the winners' critical paths consist of, for the most ranks. */
void tn_parts_of_chapter(GString *s, const struct tn_chapter *c);
/* The decision table. */
void tn_decisions_of_chapter(GString *s, const struct tn_chapter *c, const struct tn_marks *marks);
/* What libraries' defaults take over the best time. */
void tn_libraries_of_chapter(GString *s, const struct tn_chapter *c);

#endif
