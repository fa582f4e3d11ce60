/* Reads whole files up to a size that fits into memory. */
#ifndef TN_PLATFORM_CONTENTS_H
#define TN_PLATFORM_CONTENTS_H

#include <glib.h>

/* Largest accepted files in bytes: files with rows, rules or settings; traces; platform files and
 * their topologies. */
#define TN_CONTENTS_MAX ((gsize)512 << 20)
#define TN_CONTENTS_MAX_OF_TRACE ((gsize)2 << 30)
#define TN_CONTENTS_MAX_OF_PLATFORM ((gsize)16 << 20)

/* Returns the bytes of a file or a pipe, or of standard input from its start (path NULL), followed
 * by a NUL; transfer full. ret_length may be NULL. Fails (G_FILE_ERROR: "path: why") if the file is
 * unreadable, larger than `most`, or a device, which might never end. */
char *tn_contents_read(const char *path, gsize most, gsize *ret_length, GError **error);

#endif
