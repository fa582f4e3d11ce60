/* Output of a comparison as a document and as a figure. */
#ifndef TN_TOOLS_COMPARISON_COMPARE_WRITE_H
#define TN_TOOLS_COMPARISON_COMPARE_WRITE_H

#include "compare/compare_stats.h"
#include "document/document.h"
#include "figure/figure.h"

/* Names of the predicted and measured rows in headings; borrowed. */
struct tn_compare_names {
  const char *predicted, *measured; /* names as the user gave them */
  const GPtrArray *notes;           /* char *: notes on the input */
};

/* Adds the comparison to a document. CSV has one line per point; JSON also has errors by algorithm
 * and group, and choices. Markdown has only errors and regret by group. */
void tn_compare_write(struct tn_document *d, const struct tn_comparison *c,
                      const struct tn_compare_names *names);

/* Returns the compared points by descending error. Transfer container (g_free). */
const struct tn_compared **tn_compare_by_error(const struct tn_comparison *c);

/* Adds which single parameters would explain the difference, or why this is unknown. Simulates some
 * points again with `jobs` workers (tn_conditions). `file`: platform file; NULL: the platform of
 * the rows. */
void tn_compare_write_gap(struct tn_document *d, const struct tn_comparison *c, const char *file,
                          int jobs);

/* Checks that each platform in the measured rows is also in the sealed predictions. Errors are
 * usage errors. */
bool tn_sealed_check(const GPtrArray *predicted, const GPtrArray *measured, GError **error);
/* Copies the ranges of a sealed prediction, or of --uncertainty, to the compared points. Medians are
 * also compared with these ranges, which are for averages. */
void tn_ranges_take(struct tn_comparison *c, bool is_sealed);
/* Returns how many measured times lie inside sealed ranges, by group and in total; empty if nothing
 * is sealed. Transfer full. */
struct tn_table *tn_sealed_table(const struct tn_comparison *c);
/* Adds the table of tn_sealed_table to a document for people; without a seal a sentence on the
 * ranges, if there are any. */
void tn_sealed_write(struct tn_document *d, const struct tn_comparison *c);

struct tn_figure *tn_compare_figure(const struct tn_comparison *c);

#endif
