/* Search in lists of names. */
#ifndef TN_BASE_NAMES_H
#define TN_BASE_NAMES_H

#include <stdbool.h>

/* Returns the index of `name` in a NULL-terminated list, or -1. */
int tn_name_find(const char *const *names, const char *name);

/* Compares two strings by pointers to pointers, for qsort and arrays of pointers. */
int tn_by_text(const void *x, const void *y);

/* Returns true if `word` is one of `words`, which single blanks separate. */
bool tn_words_have(const char *words, const char *word);

#endif
