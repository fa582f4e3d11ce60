/* The numbers of Open MPI's classic files as ompi_coll_base_file_getnext_long finds them: "%li" of
 * scanf, and where that fails one character is skipped, from # on the line. So letters vanish, 010
 * is 8, and 16K is 16. */
#ifndef TN_RULES_SCAN_H
#define TN_RULES_SCAN_H

#include <glib.h>
#include <stdbool.h>

#include "flaws.h"

struct tn_scan {
  const char *text, *end, *at;
  int line;      /* of `at`, from 1 */
  GArray *flaws; /* where characters that vanish are told, and numbers that are not decimal */
};

/* The next number, saturated, and its line; false at the end. */
bool tn_scan_next(struct tn_scan *scan, long *ret, int *ret_line);
/* Whether another number follows in the same line, as isnext_digit finds. */
bool tn_scan_more_in_line(const struct tn_scan *scan);

#endif
