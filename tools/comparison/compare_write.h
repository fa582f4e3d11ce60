/* Output of a comparison as a document and as a figure. */
#ifndef TN_TOOLS_COMPARISON_COMPARE_WRITE_H
#define TN_TOOLS_COMPARISON_COMPARE_WRITE_H

#include "compare/compare_stats.h"
#include "document/document.h"
#include "figure/figure.h"

/* Names of the two sides for headings; borrowed. */
struct tn_compare_names {
  const char *predicted, *measured; /* as given by the user */
  const GPtrArray *notes;           /* char * */
};

/* Adds the comparison to a document. CSV has one line per point; JSON also has the errors by
 * algorithm and group and the choices; Markdown has only errors and regret by group. */
void tn_compare_tell(struct tn_document *d, const struct tn_comparison *c,
                     const struct tn_compare_names *names);

/* Returns the points (struct tn_compared), sorted by descending error. Transfer container
 * (g_free). */
const struct tn_compared **tn_compare_by_error(const struct tn_comparison *c);

/* Adds the single parameters that would explain the gap, or the reason why they are unknown.
 * Simulates a few of the points again with `jobs` workers as in tn_conditions. `file`: the
 * platform file; NULL if the rows name the platform. */
void tn_compare_tell_gap(struct tn_document *d, const struct tn_comparison *c, const char *file,
                         int jobs);

/* Returns true if every measured row that names a platform names one of the sealed predictions;
 * else false and *error (usage). */
bool tn_sealed_check(const GPtrArray *predicted, const GPtrArray *measured, GError **error);
/* Fills in the ranges of averages from a seal; medians over calls are compared with these ranges,
 * too. */
void tn_sealed_take(struct tn_comparison *c);
/* Returns how many measurements lie in the ranges of sealed predictions, by group and in total;
 * the table is empty without sealed predictions. Transfer full. */
struct tn_table *tn_sealed_table(const struct tn_comparison *c);
/* Adds this table to a document for people; adds nothing if the table is empty. */
void tn_sealed_tell(struct tn_document *d, const struct tn_comparison *c);

/* Returns the figure of measured against predicted time. */
struct tn_figure *tn_compare_figure(const struct tn_comparison *c);

#endif
