/* Whole files, of a size that memory has room for. */
#ifndef TN_PLATFORM_CONTENTS_H
#define TN_PLATFORM_CONTENTS_H

#include <glib.h>

/* The most bytes that are read: of rows, rules and settings; of a trace; of a platform or its topology. */
#define TN_CONTENTS_MOST ((gsize)512 << 20)
#define TN_CONTENTS_MOST_OF_TRACE ((gsize)2 << 30)
#define TN_CONTENTS_MOST_OF_PLATFORM ((gsize)16 << 20)

/* The bytes of a file or a pipe, or of standard input from its start (path NULL), transfer full,
 * and a NUL behind them; ret_length may be NULL. NULL and *error (G_FILE_ERROR: "path: why") when
 * it cannot be read, has more than `most` bytes, or is a device, which might never end. */
char *tn_contents_read(const char *path, gsize most, gsize *ret_length, GError **error);

#endif
