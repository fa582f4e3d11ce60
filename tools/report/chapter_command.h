/* Commands that repeat the simulations of a chapter's rows. */
#ifndef TN_TOOLS_CHAPTER_COMMAND_H
#define TN_TOOLS_CHAPTER_COMMAND_H

#include "chapters.h"
#include "platform/platform.h"

/* Returns a command "turnstile sweep -p knl ..." that makes the rows of the chapter. If a parameter
 * has several values, the command also makes the other combinations of parameters. `spec`: name of
 * the platform (NULL: as in the rows); `pf`: the platform (NULL: unknown). Returns NULL for rows
 * that another program has made. Transfer full. */
char *tn_chapter_command(const struct tn_chapter *c, const char *spec,
                         const struct tn_platform *pf);
/* Returns the command `command` (for example "explain") with the options that select these rows.
 * Transfer full. */
char *tn_chapter_command_for(const char *command, const struct tn_chapter *c, const char *spec,
                             const struct tn_platform *pf);

/* Returns the distinct texts of a column (char *) in the order of the rows, without empty texts.
 * Transfer full. */
GPtrArray *tn_command_values(const GPtrArray *rows, int column);

/* Returns ascending sizes (int64_t, bytes) as the value of -s; consecutive powers of two become
 * 1K..4M. Transfer full. */
char *tn_command_sizes(const GArray *sizes);

#endif
