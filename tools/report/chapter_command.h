/* Commands that simulate a chapter's rows again. */
#ifndef TN_TOOLS_CHAPTER_COMMAND_H
#define TN_TOOLS_CHAPTER_COMMAND_H

#include "chapters.h"
#include "platform/platform.h"

/* Returns "turnstile sweep -p knl ..." for the chapter's rows; with several values of several
 * parameters also their other combinations. `spec`: the platform (NULL: as in the rows); `pf` may
 * be NULL. NULL for rows of another program. Transfer full. */
char *tn_chapter_command(const struct tn_chapter *c, const char *spec,
                         const struct tn_platform *pf);
/* Returns `command` ("explain") with the options for these rows. Transfer full. */
char *tn_chapter_command_for(const char *command, const struct tn_chapter *c, const char *spec,
                             const struct tn_platform *pf);

/* Returns a column's distinct texts (char *) in order, without empty ones. Transfer full. */
GPtrArray *tn_command_values(const GPtrArray *rows, int column);

/* Returns ascending sizes (int64_t, bytes) for -s; successive powers of two become 1K..4M. Transfer
 * full. */
char *tn_command_sizes(const GArray *sizes);

/* Returns the command that measures two choices of one point, of any source. The rows need a time.
 * Transfer full. */
char *tn_measure_command(const struct tn_row *a, const struct tn_row *b);

#endif
