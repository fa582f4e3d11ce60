/* Checks that advise can measure what it is asked to decide. */
#ifndef TN_TOOLS_ADVISE_CMD_ADVISE_ACCEPTS_H
#define TN_TOOLS_ADVISE_CMD_ADVISE_ACCEPTS_H

#include "plan/options.h"

/* Returns true if advise accepts all options of the settings; else false and *error (usage), which begins
 * with `file` if that is not NULL. The options of a folder may be a stranger's: none of those accepted
 * names a file to write, but for the folder itself. */
bool tn_advise_accepts(const struct tn_options *s, const char *file, GError **error);

#endif
