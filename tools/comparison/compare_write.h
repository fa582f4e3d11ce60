/* A comparison as text for people, as CSV or JSON for programs, as a table for documents, and as a
 * picture. */
#ifndef TN_TOOLS_COMPARISON_COMPARE_WRITE_H
#define TN_TOOLS_COMPARISON_COMPARE_WRITE_H

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

/* Whether measured rows that name a platform name one of sealed predictions; false and *error (usage)
 * otherwise. */
bool tn_sealed_check(const GPtrArray *predicted, const GPtrArray *measured, GError **error);
/* Fills in the ranges that a seal states of averages; medians over calls are compared with them, too. */
void tn_sealed_take(struct tn_comparison *c);
/* How sealed predictions did, by group and in all; no row where none are sealed. Transfer full. */
struct tn_table *tn_sealed_table(const struct tn_comparison *c);
/* The same as text; nothing then. */
void tn_sealed_write(FILE *out, const struct tn_comparison *c);

/* The figure of predicted against measured time. */
struct tn_figure *tn_compare_figure(const struct tn_comparison *c);

#endif
