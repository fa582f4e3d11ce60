/* Prose for a terminal. */
#ifndef TN_DOCUMENT_WRAP_H
#define TN_DOCUMENT_WRAP_H

#include <glib.h>
#include <stdio.h>

#include "study/usage.h"

/* Characters of the longest line: of a report, and of help, which is read beside a prompt. */
enum { TN_LINE_WIDTH = 100, TN_HELP_WIDTH = 80 };

/* Writes text (UTF-8) in lines of at most `width` characters, broken at blanks, and ends the last.
 * `at` characters stand in the first line already; further lines begin with `indent` blanks. A
 * longer word stands alone in its line. */
void tn_wrap_write(FILE *file, int at, int indent, int width, const char *text);

/* A paragraph of a report: text as printf makes it, wrapped, of which further lines begin with `indent`
 * blanks. */
void tn_paragraph(FILE *file, int indent, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Text that may be a stranger's as one line that a terminal only shows: what it would obey, or not
 * show, and what is no UTF-8 stands as \033. Transfer full. */
char *tn_shown(const char *text);
/* "turnstile: " and the message, shown so, on stderr. */
void tn_tell(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* "turnstile COMMAND WORD..." as a shell takes it; `words` up to NULL. Transfer full. */
char *tn_command_text(const char *command, char *const *words);

#endif
