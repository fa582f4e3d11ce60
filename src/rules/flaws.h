/* Lists of errors in a decision file (flaws), and of valid names. */
#ifndef TN_RULES_FLAWS_H
#define TN_RULES_FLAWS_H

#include <glib.h>
#include <stdbool.h>

struct tn_flaw {
  int line; /* line in the file, from 1 */
  char *what;
};

/* Returns an empty array of struct tn_flaw that owns its texts; free with g_array_unref. */
GArray *tn_flaws_new(void);
void tn_flaws_add(GArray *flaws, int line, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* Sorts the flaws by line; flaws of one line keep their order. */
void tn_flaws_sort(GArray *flaws);

/* Returns an empty list of names; free it with g_ptr_array_unref. */
GPtrArray *tn_names_new(void);
/* Appends each word of `words`, with `prefix` before it. */
void tn_names_add(GPtrArray *names, const char *prefix, const char *words);
bool tn_names_have(const GPtrArray *names, const char *name);
/* Returns " (nearest: x)" for the list's name nearest to `name`, or "". Transfer full. */
char *tn_names_hint(const GPtrArray *names, const char *name);

#endif
