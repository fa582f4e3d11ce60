/* Sets errors. Functions that fail set *error and return false, NULL or -1. */
#ifndef TN_PLATFORM_ERROR_H
#define TN_PLATFORM_ERROR_H

#include <glib.h>
#include <stdbool.h>

/* Sets *error, which may be NULL, to the formatted text. Returns false. */
bool tn_refuse(GError **error, GQuark domain, int code, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
/* Sets *error as tn_refuse does, but returns NULL, for functions that return a pointer. */
#define tn_refuse_null(...) (tn_refuse(__VA_ARGS__), NULL)

#endif
