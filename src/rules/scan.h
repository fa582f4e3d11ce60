/* Scans the numbers of Open MPI's classic files as ompi_coll_base_file_getnext_long does: it uses
 * scanf "%li"; if that fails, it skips one character, or the rest of the line from #. Therefore
 * letters are ignored, 010 is 8, and 16K is 16. */
#ifndef TN_RULES_SCAN_H
#define TN_RULES_SCAN_H

#include <glib.h>
#include <stdbool.h>

#include "flaws.h"

struct tn_scan {
  const char *text, *end, *at;
  int line;      /* number of the line with `at`, from 1 */
  GArray *flaws; /* receives flaws: skipped characters and non-decimal numbers */
};

/* Reads the next number, limited to the range of long, and the number of its line. Returns false at
 * the end of the text. */
bool tn_scan_next(struct tn_scan *scan, long *ret, int *ret_line);
/* Returns true if another number follows in the same line, as isnext_digit does. */
bool tn_scan_more_in_line(const struct tn_scan *scan);

#endif
