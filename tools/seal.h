/* Sealed predictions: rows in a file that tells when it was edited, and what made them. */
#ifndef TN_TOOLS_SEAL_H
#define TN_TOOLS_SEAL_H

#include "rows/text_rows.h"

/* Further columns of sealed rows: the range that a measured avg_us lies within in 8 of 10 cases
 * (compare/compare_stats.h). */
#define TN_RANGE_LOW "range_low_us"
#define TN_RANGE_HIGH "range_high_us"

/* Whether the plan's points can be sealed: their ranges are known of one node's host memory only.
 * False and *error (usage) otherwise. */
bool tn_seal_check_plan(const struct tn_plan *plan, GError **error);

/* The rows of all points, which are done, behind a head of lines that begin with "#": format, SHA-256 of
 * all below it, program, files that decide times, platforms as settled, command. Columns that no row
 * knows and parts of times are left out. Transfer full; NULL and *error when a topology cannot be told. */
char *tn_seal_text(const struct tn_results *results, GError **error);

/* Of a text that is sealed *ret_sealed is set, and the seal checked: false and *error when the text was
 * edited since (TN_SEAL_ERROR), or has another format (usage). `file` is named in errors. */
bool tn_seal_check(const char *file, const char *text, gsize length, bool *ret_sealed,
                   GError **error);
#define TN_SEAL_ERROR tn_seal_error_quark()
GQuark tn_seal_error_quark(void);

#endif
