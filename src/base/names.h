/* Names in lists. */
#ifndef TN_BASE_NAMES_H
#define TN_BASE_NAMES_H

#include <stdbool.h>

/* The index of `name` in a NULL-terminated list, -1: it is not there. */
int tn_name_find(const char *const *names, const char *name);

/* Orders pointers to texts, as qsort and arrays of pointers want it. */
int tn_by_text(const void *x, const void *y);

/* Whether a text of words, one blank between each two, has this one. */
bool tn_words_have(const char *words, const char *word);

#endif
