/* Errors of user input, and the values accepted in their messages. */
#ifndef TN_STUDY_USAGE_H
#define TN_STUDY_USAGE_H

#include "base/names.h"
#include "platform/error.h"

GQuark tn_usage_error_quark(void);
/* Wrong usage or input: exit status 2 of the program. */
#define TN_USAGE_ERROR tn_usage_error_quark()

/* Sets *error to the text in the usage domain; returns false. */
#define tn_usage(error, ...) tn_refuse(error, TN_USAGE_ERROR, 0, __VA_ARGS__)
/* Sets *error like tn_usage for functions that return a pointer; returns NULL. */
#define tn_usage_null(...) (tn_usage(__VA_ARGS__), NULL)
/* Moves *error, just set by a function, to the usage domain and prefixes it with "where: " (NULL:
 * no prefix); returns false. */
bool tn_usage_prefix(GError **error, const char *where);
/* Sets *error to: where: no WHAT "text" (nearest: x), or with all known words. Returns false. */
bool tn_usage_unknown(GError **error, const char *where, const char *what, const char *text,
                      const char *const *known);
/* Returns " (nearest: x)", or "" if no candidate (NULL-terminated) is near. Transfer full. */
char *tn_hint(const char *text, const char *const *candidates);
/* Sets *error to "file:line: ..." in the usage domain; returns false. */
bool tn_usage_at(const char *file, int line, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* Returns a word in shell syntax, quoted only if necessary. Transfer full. */
char *tn_shell_word(const char *word);

#endif
