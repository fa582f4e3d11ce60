/* How functions fail. */
#ifndef TN_PLATFORM_ERROR_H
#define TN_PLATFORM_ERROR_H

#include <glib.h>
#include <stdbool.h>

/* Sets *error, which may be NULL, to the text in a domain with a code; always false. */
bool tn_refuse(GError **error, GQuark domain, int code, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
/* The same of a function that answers by a pointer; always NULL. */
#define tn_refuse_null(...) (tn_refuse(__VA_ARGS__), NULL)

#endif
