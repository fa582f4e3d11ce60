/* Scans numbers like Open MPI's ompi_coll_base_file_getnext_long: scanf "%li"; if this fails, skips
 * one character, or from # on the rest of the line. Thus letters are ignored, 010 is 8, and 16K is
 * 16. */
#ifndef TN_RULES_SCAN_H
#define TN_RULES_SCAN_H

#include <glib.h>
#include <stdbool.h>

#include "flaws.h"

struct tn_scan {
  const char *text, *end, *at;
  int line;      /* line that contains `at`, from 1 */
  GArray *flaws; /* list for reports of skipped characters and non-decimal numbers */
};

/* Reads the next number, limited to long, and its line. Returns false at the text's end. */
bool tn_scan_next(struct tn_scan *scan, long *ret, int *ret_line);
/* Returns true if another number follows in the same line, like Open MPI's isnext_digit. */
bool tn_scan_more_in_line(const struct tn_scan *scan);

#endif
