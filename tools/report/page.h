/* Sections of a page beside its chapters. */
#ifndef TN_TOOLS_PAGE_H
#define TN_TOOLS_PAGE_H

#include "marks.h"
#include "report.h"
#include "why/hinges.h"

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

#endif
