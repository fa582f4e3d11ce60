/* A comparison as a document, and as a picture. */
#ifndef TN_TOOLS_COMPARISON_COMPARE_WRITE_H
#define TN_TOOLS_COMPARISON_COMPARE_WRITE_H

#include "compare/compare_stats.h"
#include "document/document.h"
#include "figure/figure.h"

/* What is compared, for headings; borrowed. */
struct tn_compare_names {
  const char *predicted, *measured; /* as the user gave them */
  const GPtrArray *notes;           /* char * */
};

/* Adds the comparison to a document: for programs one line per point, and in JSON errors by algorithm and
 * group and choices, too; in Markdown errors and regret by group alone. */
void tn_compare_tell(struct tn_document *d, const struct tn_comparison *c,
                     const struct tn_compare_names *names);

/* Returns the points (struct tn_compared), the farthest off first. Transfer container (g_free). */
const struct tn_compared **tn_compare_by_error(const struct tn_comparison *c);

/* Adds which single parameter would explain the gap, or why that is not known. A few of the points are
 * simulated again, by `jobs` workers as in tn_conditions. `file`: that of the platform, or NULL: rows name
 * it. */
void tn_compare_tell_gap(struct tn_document *d, const struct tn_comparison *c, const char *file,
                         int jobs);

/* Whether measured rows that name a platform name one of sealed predictions; false and *error (usage)
 * otherwise. */
bool tn_sealed_check(const GPtrArray *predicted, const GPtrArray *measured, GError **error);
/* Fills in the ranges that a seal states of averages; medians over calls are compared with them, too. */
void tn_sealed_take(struct tn_comparison *c);
/* How sealed predictions did, by group and in all; no row where none are sealed. Transfer full. */
struct tn_table *tn_sealed_table(const struct tn_comparison *c);
/* Adds the same to a document for people; nothing then. */
void tn_sealed_tell(struct tn_document *d, const struct tn_comparison *c);

/* The figure of predicted against measured time. */
struct tn_figure *tn_compare_figure(const struct tn_comparison *c);

#endif
