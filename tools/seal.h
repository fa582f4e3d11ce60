/* Sealed predictions: rows with a checksum that reveals later edits, and a record of their
 * origin. */
#ifndef TN_TOOLS_SEAL_H
#define TN_TOOLS_SEAL_H

#include "rows/text_rows.h"

/* Names of the columns with the range in which a measured avg_us lies in 8 of 10 cases
 * (compare/compare_stats.h). */
#define TN_RANGE_LOW "range_low_us"
#define TN_RANGE_HIGH "range_high_us"

/* Returns true if the points can be sealed; otherwise returns false and *error (usage error).
 * Expected ranges are known only for host memory within one node. */
bool tn_seal_check_plan(const struct tn_plan *plan, GError **error);

/* Returns a sealed text: "#" lines with format, SHA-256 of the rest, program, files that affect
 * times, platforms and command, then the rows of all points, which must be done. Omits empty
 * columns and parts of times. Transfer full; fails if a topology cannot be described. */
char *tn_seal_text(const struct tn_results *results, GError **error);

/* Checks the seal of a text. *ret_sealed: true if it has one. Fails if the text was edited
 * (TN_SEAL_ERROR) or has another format (usage error). `file`: for errors. */
bool tn_seal_check(const char *file, const char *text, gsize length, bool *ret_sealed,
                   GError **error);
#define TN_SEAL_ERROR tn_seal_error_quark()
GQuark tn_seal_error_quark(void);

#endif
