/* Output of a comparison as a document and as a figure. */
#ifndef TN_TOOLS_COMPARISON_COMPARE_WRITE_H
#define TN_TOOLS_COMPARISON_COMPARE_WRITE_H

#include "compare/compare_stats.h"
#include "document/document.h"
#include "figure/figure.h"

/* Names of the two sides for headings; borrowed. */
struct tn_compare_names {
  const char *predicted, *measured; /* the two sides as the user named them */
  const GPtrArray *notes;           /* char *: notes on the input */
};

/* Adds the comparison to a document. CSV has one line per point; JSON also has the errors by
 * algorithm and group and the choices; Markdown has only errors and regret by group. */
void tn_compare_write(struct tn_document *d, const struct tn_comparison *c,
                      const struct tn_compare_names *names);

/* Returns the points (struct tn_compared), sorted by descending error. Transfer container
 * (g_free). */
const struct tn_compared **tn_compare_by_error(const struct tn_comparison *c);

/* Adds to the document which single parameters would explain the difference between prediction and
 * measurement, or why they are unknown. Simulates a few of the points again with `jobs` worker
 * processes as in tn_conditions. `file`: the platform file; NULL if the rows name the platform. */
void tn_compare_write_gap(struct tn_document *d, const struct tn_comparison *c, const char *file,
                          int jobs);

/* Returns true if the sealed predictions contain the platform of every measured row that names a
 * platform; else false and *error (usage). */
bool tn_sealed_check(const GPtrArray *predicted, const GPtrArray *measured, GError **error);
/* Copies the range of the average from each row of a sealed prediction (a file made before the
 * measurement) to the compared point. Medians over calls are compared with these ranges, too. */
void tn_sealed_take(struct tn_comparison *c);
/* Returns a table of how many measurements lie inside the ranges of sealed predictions, by group
 * and in total; the table is empty without sealed predictions. Transfer full. */
struct tn_table *tn_sealed_table(const struct tn_comparison *c);
/* Adds the table of tn_sealed_table to a document for people; adds nothing if the table is
 * empty. */
void tn_sealed_write(struct tn_document *d, const struct tn_comparison *c);

/* Returns the figure of measured against predicted time. */
struct tn_figure *tn_compare_figure(const struct tn_comparison *c);

#endif
