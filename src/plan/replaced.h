/* Words of former releases. */
#ifndef TN_PLAN_REPLACED_H
#define TN_PLAN_REPLACED_H

#include "options.h"

/* Returns true and sets *error (usage) to the replacement of `word`: an option as typed
 * ("--resume") or, with command 0, a command's name. Returns false if it was not replaced. */
bool tn_refuse_replaced(unsigned command, const char *word, GError **error);

#endif
