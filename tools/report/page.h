/* Sections of a page beside its chapters. */
#ifndef TN_TOOLS_PAGE_H
#define TN_TOOLS_PAGE_H

#include "marks.h"
#include "report.h"

/* A page that is being written. */
struct tn_page {
  GString *s;
  const struct tn_report *report;
  const GPtrArray *chapters; /* struct tn_chapter * */
  const struct tn_marks *marks;
};

/* What the closest decisions hang on, simulated again as the report asks for. False and *error where
 * that was interrupted. */
bool tn_page_append_sensitivity(const struct tn_page *p, GError **error);
/* The rules of the report, if it has any. */
void tn_page_append_rules(const struct tn_page *p);
/* How far the figures can be trusted. */
void tn_page_append_trust(const struct tn_page *p);
/* Where the rows come from, and the platforms' parameters. */
void tn_page_append_sources(const struct tn_page *p);
/* The commands that make the rows again. */
void tn_page_append_commands(const struct tn_page *p);

#endif
