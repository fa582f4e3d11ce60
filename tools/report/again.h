/* Commands that make the rows of a chapter again. */
#ifndef TN_TOOLS_AGAIN_H
#define TN_TOOLS_AGAIN_H

#include "chapters.h"
#include "platform/platform.h"

/* Returns a command "turnstile sweep -p knl ..." that makes these rows and, if a parameter has
 * several values, their product with the other parameters. `spec`: name of the platform (NULL: as
 * in the rows); `pf`: the platform (NULL: unknown). Returns NULL for rows that this program has
 * not made. Transfer full. */
char *tn_again_command(const struct tn_chapter *c, const char *spec, const struct tn_platform *pf);
/* Returns the same selection for another command that simulates. Transfer full. */
char *tn_again_by(const char *command, const struct tn_chapter *c, const char *spec,
                  const struct tn_platform *pf);

/* Returns the distinct non-empty texts of a column (char *) in the order of the rows. Transfer
 * full. */
GPtrArray *tn_again_values(const GPtrArray *rows, int column);

/* Returns ascending sizes (int64_t) in the form of -s; consecutive powers of two become 1K..4M.
 * Transfer full. */
char *tn_again_sizes(const GArray *sizes);

#endif
