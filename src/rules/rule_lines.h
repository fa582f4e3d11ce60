/* Files of settings, one NAME = VALUE a line, that libraries read: Open MPI's mca-params.conf,
 * UCX's ucx.conf and UCC's ucc.conf. The latter two are read by inih, which knows sections, takes
 * ':' for '=', " ;" for the beginning of a comment, and an indented line for more of the value
 * before it (ucs/config/ini.c, ucc/utils/ini.c). */
#ifndef TN_RULES_RULE_LINES_H
#define TN_RULES_RULE_LINES_H

#include <stdbool.h>

#include "flaws.h"

struct tn_config_line {
  int number; /* from 1 */
  bool is_section;
  bool is_more;                        /* inih takes the line for more of the setting before it */
  char *section;                       /* what stands in the last [...] before it, or "" */
  char *name;                          /* "": the line is a section's or no setting */
  char *value;                         /* without blanks around it; NULL: no setting */
  const struct tn_config_line *before; /* first one that sets the name in the section, or NULL */
};

/* The lines of the text that are neither blank nor comments, as struct tn_config_line in an array that
 * owns them. Transfer full. */
GPtrArray *tn_lines_read(const char *text, gsize length, bool is_inih);

/* Lines, comments too, of which `reader` takes no more than the first `longest` bytes at once. */
void tn_lines_check_length(GArray *flaws, const char *text, gsize length, int longest,
                           const char *reader);

/* Appends a comment, on several lines where one were too long for the libraries. */
void tn_lines_put_comment(GString *text, const char *comment);

/* Whether it is digits, at least one, and nothing else. */
bool tn_line_is_number(const char *text);
/* A number of bytes as "4k", "16MB", "inf" (when `infinite` may be there), case ignored; -1: none.
 * "inf" is G_MAXINT64. */
gint64 tn_line_bytes(const char *text, bool infinite);

#endif
