/* A comparison as text for people, as CSV or JSON for programs, as a table for documents, and as a
 * picture. */
#ifndef TN_TOOLS_COMPARE_WRITE_H
#define TN_TOOLS_COMPARE_WRITE_H

#include <stdio.h>

#include "compare/compare_stats.h"
#include "figure/figure.h"

/* What is compared, for headings; borrowed. */
struct tn_compare_names {
  const char *predicted, *measured; /* as the user gave them */
  const GPtrArray *notes;           /* char * */
};

void tn_compare_text(FILE *out, const struct tn_comparison *c,
                     const struct tn_compare_names *names);
/* One line per point. */
void tn_compare_csv(FILE *out, const struct tn_comparison *c, const struct tn_compare_names *names);
/* One object: points, errors by algorithm and group, choices. */
void tn_compare_json(FILE *out, const struct tn_comparison *c,
                     const struct tn_compare_names *names);

/* A table in Markdown: errors and regret by group, all algorithms together. */
void tn_compare_markdown(FILE *out, const struct tn_comparison *c,
                         const struct tn_compare_names *names);

/* The figure of predicted against measured time. */
struct tn_figure *tn_compare_figure(const struct tn_comparison *c);

#endif
