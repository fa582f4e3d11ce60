/* What is wrong with a file of decisions, and the names that are right there. */
#ifndef TN_RULES_FLAWS_H
#define TN_RULES_FLAWS_H

#include <glib.h>
#include <stdbool.h>

struct tn_flaw {
  int line; /* from 1 */
  char *what;
};

/* An array of struct tn_flaw that owns their texts. g_array_unref. */
GArray *tn_flaws_new(void);
void tn_flaws_add(GArray *flaws, int line, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* In the order of the lines; those of one line stay in theirs. */
void tn_flaws_sort(GArray *flaws);

/* A list of names. g_ptr_array_unref. */
GPtrArray *tn_names_new(void);
/* Appends the words of a text, each behind the prefix. */
void tn_names_add(GPtrArray *names, const char *prefix, const char *words);
bool tn_names_have(const GPtrArray *names, const char *name);
/* " (nearest: x)", or "" when none is near. Transfer full. */
char *tn_names_hint(const GPtrArray *names, const char *name);

#endif
