/* Errors of user input, with the accepted values. */
#ifndef TN_STUDY_USAGE_H
#define TN_STUDY_USAGE_H

#include "base/names.h"
#include "platform/error.h"

GQuark tn_usage_error_quark(void);
/* Exit status 2 of the program. */
#define TN_USAGE_ERROR tn_usage_error_quark()

/* Sets *error in the usage domain; returns false. */
#define tn_usage(error, ...) tn_refuse(error, TN_USAGE_ERROR, 0, __VA_ARGS__)
/* Sets *error in the usage domain; returns NULL. */
#define tn_usage_null(...) (tn_usage(__VA_ARGS__), NULL)
/* Moves *error to the usage domain with the prefix "where: " (NULL: none); returns false. */
bool tn_usage_prefix(GError **error, const char *where);
/* Sets *error to: where: no WHAT "text" (nearest: x), or with all known words. Returns false. */
bool tn_usage_unknown(GError **error, const char *where, const char *what, const char *text,
                      const char *const *known);
/* Returns " (nearest: x)", or "" without a near candidate (NULL-terminated). Transfer full. */
char *tn_hint(const char *text, const char *const *candidates);
/* Sets *error to "file:line: ..." in the usage domain; returns false. */
bool tn_usage_at(const char *file, int line, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* Returns a word in shell syntax, quoted if necessary. Transfer full. */
char *tn_shell_word(const char *word);

#endif
