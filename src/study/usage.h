/* Errors in user input, with the values that are accepted. */
#ifndef TN_STUDY_USAGE_H
#define TN_STUDY_USAGE_H

#include "base/names.h"
#include "platform/error.h"

GQuark tn_usage_error_quark(void);
/* Domain of errors that end the program with status 2. */
#define TN_USAGE_ERROR tn_usage_error_quark()

/* Sets *error in the usage domain; returns false. */
#define tn_usage(error, ...) tn_refuse(error, TN_USAGE_ERROR, 0, __VA_ARGS__)
/* Sets *error in the usage domain; returns NULL. */
#define tn_usage_null(...) (tn_usage(__VA_ARGS__), NULL)
/* Moves *error to the usage domain and prefixes "where: " (NULL: no prefix); returns false. */
bool tn_usage_prefix(GError **error, const char *where);
/* Sets *error to `where: no WHAT "text" (nearest: x)`. If no known word is similar, the message
 * lists all known words. Returns false. */
bool tn_usage_unknown(GError **error, const char *where, const char *what, const char *text,
                      const char *const *known);
/* Returns " (nearest: x)" for the nearest of the candidates (NULL-terminated), or "" if none is
 * near. Transfer full. */
char *tn_hint(const char *text, const char *const *candidates);
/* Sets *error to "file:line: ..." in the domain of usage errors; returns false. */
bool tn_usage_at(const char *file, int line, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* Returns a word in shell syntax, quoted if necessary. Transfer full. */
char *tn_shell_word(const char *word);

#endif
