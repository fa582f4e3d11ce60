#ifndef TN_DOCUMENT_WRAP_H
#define TN_DOCUMENT_WRAP_H

#include <glib.h>
#include <stdio.h>

#include "study/usage.h"

/* Longest line of a report, and of the help, in characters. */
enum { TN_LINE_WIDTH = 100, TN_HELP_WIDTH = 80 };

/* Writes UTF-8 text in lines of at most `width` characters, broken at blanks, and ends the last
 * line. The current line already has `at` characters; continuation lines begin with `indent`
 * blanks. */
void tn_wrap_write(FILE *file, int at, int indent, int width, const char *text);

/* Writes a wrapped paragraph of a report; continuation lines begin with `indent` blanks. */
void tn_paragraph(FILE *file, int indent, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Returns text from files as one line that is safe on a terminal: control and invisible characters
 * and invalid UTF-8 appear like \033. Transfer full. */
char *tn_printable(const char *text);
/* Prints "turnstile: " and the message (tn_printable) on stderr. */
void tn_print_message(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* Returns the command "turnstile COMMAND WORD ...", quoted for a shell; `words` is NULL-terminated.
 * Transfer full. */
char *tn_command_text(const char *command, char *const *words);

#endif
