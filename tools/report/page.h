/* Writers of the sections of a page and of a chapter. Sections without content add nothing. */
#ifndef TN_TOOLS_PAGE_H
#define TN_TOOLS_PAGE_H

#include "document/document.h"
#include "explain/sensitivity_text.h"
#include "marks.h"
#include "report.h"

struct tn_page {
  struct tn_document *d;
  const struct tn_report *report;
  const GPtrArray *chapters; /* struct tn_chapter * */
  const struct tn_marks *marks;
};

/* Drawings or list items in one chapter or page; the text states how many are omitted. */
enum {
  TN_MAX_MAP_RANKS = 24,
  TN_MAX_MAP_SIZES = 32,
  TN_MAX_LIBRARIES = 4,
  TN_MAX_BARS = 16,
  TN_MAX_DECISIONS = 60,
  TN_MAX_PLATFORMS = 8
};

/* Adds a figure with a caption; owns it. */
void tn_page_figure(const struct tn_page *p, struct tn_figure *f, const char *caption, ...)
    G_GNUC_PRINTF(3, 4);

/* Adds a node's drawing and main numbers, and all parameters with sources, folded. */
void tn_page_machine(const struct tn_page *p, const struct tn_platform *pf);
void tn_page_parameters(const struct tn_page *p, const struct tn_platform *pf);
/* Adds only the drawing. */
void tn_page_node(const struct tn_page *p, const struct tn_platform *pf);
/* Returns the number of parameters that are neither published nor measured. */
guint tn_page_guesses(const struct tn_platform *pf);
/* Returns the platform from which the first inherited value comes, and the number of its values;
 * NULL without one. Transfer full. */
char *tn_page_relative(const struct tn_platform *pf, guint *ret_n);
/* Adds the page of report --brief: one printed sheet, with its own style sheet. */
void tn_page_brief(const struct tn_page *p);
/* Adds the rules to this page (brief_rules.c). */
void tn_page_brief_rules(const struct tn_page *p);
extern const char tn_brief_sheet[];
/* Adds the parameters of the closest decisions; simulates these again. Fails after an
 * interruption. */
bool tn_page_sensitivity(const struct tn_page *p, GError **error);
/* Returns how far each parameter moves the lead; the caller must set `says`. */
struct tn_figure *tn_tornado_new(const struct tn_decision_point *d);
void tn_page_rules(const struct tn_page *p);
void tn_page_accuracy(const struct tn_page *p);
/* Adds the sources of rows and parameters. */
void tn_page_sources(const struct tn_page *p);
/* Adds the commands for the rows. */
void tn_page_commands(const struct tn_page *p);

/* Adds the winners by ranks and size. */
void tn_chapter_map(const struct tn_page *p, const struct tn_chapter *c);
/* Adds curves of time over size, or over ranks if there is only one size: those for the largest
 * number of ranks are shown, the others folded. */
void tn_chapter_curves(const struct tn_page *p, const struct tn_chapter *c);
/* Adds curves of the throughput over the values of each parameter that has several values. */
void tn_chapter_factors(const struct tn_page *p, const struct tn_chapter *c);
/* Adds the parts of the winners' critical paths, for the largest number of ranks. */
void tn_chapter_parts(const struct tn_page *p, const struct tn_chapter *c);
/* Adds the decision table, and the libraries' defaults relative to the best. */
void tn_chapter_decisions(const struct tn_page *p, const struct tn_chapter *c);
void tn_chapter_libraries(const struct tn_page *p, const struct tn_chapter *c);
/* Adds what it costs to keep the bits of a reduction (--reproducible), for each number of ranks. */
void tn_chapter_price(const struct tn_page *p, const struct tn_chapter *c);

#endif
