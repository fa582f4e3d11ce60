/* Words of former releases that are refused with a hint. */
#ifndef TN_PLAN_REPLACED_H
#define TN_PLAN_REPLACED_H

#include "options.h"

/* Returns true if a former release had `word`, and sets *error (usage), which names the
 * replacement. `word` is an option as typed or, if `command` is 0, a command. */
bool tn_refuse_replaced(unsigned command, const char *word, GError **error);

#endif
