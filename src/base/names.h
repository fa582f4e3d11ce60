/* Names in lists. */
#ifndef TN_BASE_NAMES_H
#define TN_BASE_NAMES_H

/* The index of `name` in a NULL-terminated list, -1: it is not there. */
int tn_name_find(const char *const *names, const char *name);

#endif
