/* Errors of what somebody typed or handed in, and how they name what is accepted. */
#ifndef TN_STUDY_USAGE_H
#define TN_STUDY_USAGE_H

#include "base/names.h"
#include "platform/error.h"

GQuark tn_usage_error_quark(void);
/* Wrong usage or input: exit status 2 of the program. */
#define TN_USAGE_ERROR tn_usage_error_quark()

/* Sets *error to the text in the usage domain; always false. */
#define tn_usage(error, ...) tn_refuse(error, TN_USAGE_ERROR, 0, __VA_ARGS__)
/* The same for functions that return what they made; always NULL. */
#define tn_usage_null(...) (tn_usage(__VA_ARGS__), NULL)
/* Makes *error, which a function has just set, one of the usage domain that begins with "where: " (NULL:
 * as it is); always false. */
bool tn_usage_prefix(GError **error, const char *where);
/* "where: no WHAT "text" (nearest: x)", or the whole list when none is near; always false. */
bool tn_usage_unknown(GError **error, const char *where, const char *what, const char *text,
                      const char *const *known);
/* " (nearest: x)", or "" when no candidate (NULL-terminated) is near. Transfer full. */
char *tn_hint(const char *text, const char *const *candidates);
/* Sets *error to "file:line: ..." in the usage domain; always false. */
bool tn_usage_at(const char *file, int line, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* Returns a word as a shell takes it: quoted only where it has to be. Transfer full. */
char *tn_shell_word(const char *word);

#endif
