/* Files of NAME = VALUE: Open MPI's mca-params.conf, UCX's ucx.conf, UCC's ucc.conf. UCX and UCC
 * use inih, which has sections, accepts ':' for '=', begins a comment at " ;", and appends an
 * indented line to the previous value (ucs/config/ini.c, ucc/utils/ini.c). */
#ifndef TN_RULES_RULE_LINES_H
#define TN_RULES_RULE_LINES_H

#include <stdbool.h>

#include "flaws.h"

struct tn_config_line {
  int number; /* line number, from 1 */
  bool is_section;
  bool is_more;                        /* true if inih appends the line to the previous value */
  char *section;                       /* text of the last [...] before this line, or "" */
  char *name;                          /* name of the setting; "" if the line begins a section or
                                        * has no setting */
  char *value;                         /* value without surrounding blanks; NULL without a
                                        * setting */
  const struct tn_config_line *before; /* first earlier line with the same section and name, or
                                        * NULL */
};

/* Returns the lines (struct tn_config_line) except blanks and comments. is_inih: by inih's rules.
 * Transfer full. */
GPtrArray *tn_lines_read(const char *text, gsize length, bool is_inih);

/* Reports lines, also comments, beyond the `longest` bytes of the line buffer of `reader`. */
void tn_lines_check_length(GArray *flaws, const char *text, gsize length, int longest,
                           const char *reader);

/* Appends a comment, split into several lines if one line is too long for the libraries. */
void tn_lines_put_comment(GString *text, const char *comment);

bool tn_line_is_number(const char *text);
/* Returns the bytes of a text such as "4k", "16MB" or, if `infinite`, "inf" (G_MAXINT64); case is
 * ignored. Returns -1 for other texts. */
gint64 tn_line_bytes(const char *text, bool infinite);

#endif
