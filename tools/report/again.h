/* The command that makes a chapter's rows again. */
#ifndef TN_TOOLS_AGAIN_H
#define TN_TOOLS_AGAIN_H

#include "chapters.h"
#include "platform/platform.h"

/* "turnstile sweep -p knl ...", whose rows are these and, where a parameter had several values,
 * their product. `spec` names the platform (NULL: as the rows do), `pf` is it (NULL: not known).
 * NULL for rows that come from elsewhere. Transfer full. */
char *tn_again_command(const struct tn_chapter *c, const char *spec, const struct tn_platform *pf);
/* The same selection for a command that simulates. Transfer full. */
char *tn_again_by(const char *command, const struct tn_chapter *c, const char *spec,
                  const struct tn_platform *pf);

/* The texts of a column, each once, in the order of the rows, without "" (char *). Transfer full. */
GPtrArray *tn_again_values(const GPtrArray *rows, int column);

/* Ascending sizes (int64_t) as -s takes them, powers of two that follow one another as 1K..4M.
 * Transfer full. */
char *tn_again_sizes(const GArray *sizes);

#endif
