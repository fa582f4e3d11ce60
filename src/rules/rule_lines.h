/* Reads files with lines NAME = VALUE: Open MPI's mca-params.conf, UCX's ucx.conf, UCC's ucc.conf.
 * UCX and UCC use inih, which has sections, accepts ':' for '=', begins a comment at " ;", and
 * appends an indented line to the previous value (ucs/config/ini.c, ucc/utils/ini.c). */
#ifndef TN_RULES_RULE_LINES_H
#define TN_RULES_RULE_LINES_H

#include <stdbool.h>

#include "flaws.h"

struct tn_config_line {
  int number; /* line in the file, from 1 */
  bool is_section;
  bool is_more;  /* true if inih appends this line to the previous value */
  char *section; /* text in the last brackets [...] before this line, or "" */
  char *name;    /* name of the setting; "" if the line has no setting */
  /* value without surrounding blanks; NULL if the line has no setting */
  char *value;
  /* first earlier line with the same section and name, or NULL */
  const struct tn_config_line *before;
};

/* Returns the file's lines (struct tn_config_line) except blank lines and comments. is_inih: true
 * to read the file as inih does. Transfer full. */
GPtrArray *tn_lines_read(const char *text, gsize length, bool is_inih);

/* Reports lines, also comments, longer than the `longest` bytes that `reader` (a library) reads. */
void tn_lines_check_length(GArray *flaws, const char *text, gsize length, int longest,
                           const char *reader);

/* Appends a comment. Splits a line that is too long for the libraries. */
void tn_lines_put_comment(GString *text, const char *comment);

bool tn_line_is_number(const char *text);
/* Returns the number of bytes that a text such as "4k", "16MB" or, if `infinite`, "inf"
 * (G_MAXINT64) means; ignores case. Returns -1 for other texts. */
gint64 tn_line_bytes(const char *text, bool infinite);

#endif
