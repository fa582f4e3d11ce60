/* Words that a former release took. */
#ifndef TN_PLAN_REPLACED_H
#define TN_PLAN_REPLACED_H

#include "options.h"

/* Sets *error (usage) to what replaces `word`, an option as typed ("--resume") or, with command 0, the name of
 * a command, and returns true; returns false when replaced.def does not have it. */
bool tn_refuse_replaced(unsigned command, const char *word, GError **error);

#endif
