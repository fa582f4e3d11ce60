/* Errors in a decision file, and lists of the names that are valid in it. */
#ifndef TN_RULES_FLAWS_H
#define TN_RULES_FLAWS_H

#include <glib.h>
#include <stdbool.h>

struct tn_flaw {
  int line; /* number of the line, from 1 */
  char *what;
};

/* Returns an empty array of struct tn_flaw that owns the texts of its elements; free it with
 * g_array_unref. */
GArray *tn_flaws_new(void);
void tn_flaws_add(GArray *flaws, int line, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* Sorts the flaws by line; flaws of one line keep their order. */
void tn_flaws_sort(GArray *flaws);

/* Returns an empty list of names; free it with g_ptr_array_unref. */
GPtrArray *tn_names_new(void);
/* Appends each word of the text `words`, preceded by `prefix`. */
void tn_names_add(GPtrArray *names, const char *prefix, const char *words);
bool tn_names_have(const GPtrArray *names, const char *name);
/* Returns " (nearest: x)", or "" if no name is similar. Transfer full. */
char *tn_names_hint(const GPtrArray *names, const char *name);

#endif
