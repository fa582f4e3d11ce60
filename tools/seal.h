/* Sealed predictions: files of rows with a checksum that reveals later edits, and with a record of
 * how the rows were made. */
#ifndef TN_TOOLS_SEAL_H
#define TN_TOOLS_SEAL_H

#include "rows/text_rows.h"

/* Additional columns of sealed rows: the range that contains a measured avg_us in 8 of 10 cases
 * (compare/compare_stats.h). */
#define TN_RANGE_LOW "range_low_us"
#define TN_RANGE_HIGH "range_high_us"

/* Checks that the plan's points can be sealed: ranges are known only for host memory of one node.
 * Returns false and *error (usage) otherwise. */
bool tn_seal_check_plan(const struct tn_plan *plan, GError **error);

/* Returns the rows of all points, which must be done, after a head of lines that begin with "#":
 * format, SHA-256 of the rest, program, files that affect times, completed platforms, command.
 * Omits empty columns and the columns of the parts of times. Transfer full; NULL and *error if a
 * topology cannot be described. */
char *tn_seal_text(const struct tn_results *results, GError **error);

/* Checks the seal of a text and sets *ret_sealed if there is a seal. Returns false and *error if
 * the text was edited (TN_SEAL_ERROR), or has another format (usage). `file`: name for errors. */
bool tn_seal_check(const char *file, const char *text, gsize length, bool *ret_sealed,
                   GError **error);
#define TN_SEAL_ERROR tn_seal_error_quark()
GQuark tn_seal_error_quark(void);

#endif
