/* Output of a comparison as a document and as a figure. */
#ifndef TN_TOOLS_COMPARISON_COMPARE_WRITE_H
#define TN_TOOLS_COMPARISON_COMPARE_WRITE_H

#include "compare/compare_stats.h"
#include "document/document.h"
#include "figure/figure.h"

/* The two sides in headings; borrowed. */
struct tn_compare_names {
  const char *predicted, *measured; /* sides as the user named them */
  const GPtrArray *notes;           /* char *: notes on the input */
};

/* Adds the comparison to a document: CSV one line per point; JSON also errors by algorithm and
 * group and choices; Markdown only errors and regret by group. */
void tn_compare_write(struct tn_document *d, const struct tn_comparison *c,
                      const struct tn_compare_names *names);

/* Returns the points by descending error. Transfer container (g_free). */
const struct tn_compared **tn_compare_by_error(const struct tn_comparison *c);

/* Adds which single parameters would explain the difference, or why this is unknown; simulates some
 * points again with `jobs` workers as in tn_conditions. `file`: the platform; NULL: as in the
 * rows. */
void tn_compare_write_gap(struct tn_document *d, const struct tn_comparison *c, const char *file,
                          int jobs);

/* Checks that the sealed predictions have each platform of measured rows. Errors are usage
 * errors. */
bool tn_sealed_check(const GPtrArray *predicted, const GPtrArray *measured, GError **error);
/* Copies the ranges of a sealed prediction (made before the measurement) to the compared points;
 * also medians are compared with these ranges of averages. */
void tn_sealed_take(struct tn_comparison *c);
/* Returns how many measurements lie inside sealed ranges, by group and in total; empty without
 * sealed predictions. Transfer full. */
struct tn_table *tn_sealed_table(const struct tn_comparison *c);
/* Adds the table of tn_sealed_table to a document for people; adds nothing if the table is
 * empty. */
void tn_sealed_write(struct tn_document *d, const struct tn_comparison *c);

struct tn_figure *tn_compare_figure(const struct tn_comparison *c);

#endif
