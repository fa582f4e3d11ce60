/* Words of former releases that are refused with a hint. */
#ifndef TN_PLAN_REPLACED_H
#define TN_PLAN_REPLACED_H

#include "options.h"

/* Returns true and sets *error (usage) if a former release had `word`; the error names the
 * replacement. `word`: an option as typed or, with command 0, a command. */
bool tn_refuse_replaced(unsigned command, const char *word, GError **error);

#endif
