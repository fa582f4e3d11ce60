/* Files of settings, one NAME = VALUE a line, that libraries read: Open MPI's mca-params.conf,
 * UCX's ucx.conf and UCC's ucc.conf (the latter two by inih). Comments are whole lines. */
#ifndef TN_DECIDE_LINES_H
#define TN_DECIDE_LINES_H

#include <stdbool.h>

#include "flaws.h"

struct tn_line {
  int number; /* from 1 */
  int length; /* bytes of the line, without its end */
  bool is_section;
  char *section; /* what stands in the last [...] before it, or "" */
  char *name;    /* "": the line is a section's or no setting */
  char *value;   /* without blanks around it; NULL: no setting */
};

/* The lines of the text that are neither blank nor comments (marks: the characters that begin one),
 * as struct tn_line in an array that owns them. Transfer full. */
GPtrArray *tn_lines_read(const char *text, gsize length, const char *marks);

/* The line before line i that sets the same name in the same section, or NULL. */
const struct tn_line *tn_lines_before(const GPtrArray *lines, guint i);

/* A number of bytes as "4k", "16MB", "inf" (when `infinite` may be there), case ignored; -1: none.
 * "inf" is G_MAXINT64. */
gint64 tn_line_bytes(const char *text, bool infinite);

#endif
