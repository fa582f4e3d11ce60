/* Why two sides of a comparison do not fit together: everything at once, with the command that makes the
 * rows that would. */
#ifndef TN_COMPARE_COMPARE_REFUSE_H
#define TN_COMPARE_COMPARE_REFUSE_H

#include "study/same_point.h"

/* Returns true if any of the rows states the condition. */
bool tn_compare_knows(const GPtrArray *rows, enum tn_same condition);

/* Returns true if both sides state what a comparison needs and have the time; else false and *error
 * (usage), which names all that is missing. */
bool tn_compare_check(const GPtrArray *predicted, const GPtrArray *measured,
                      enum tn_objective objective, GError **error);
/* Sets *error (usage) for sides without a common point; always false. */
bool tn_compare_refuse(const GPtrArray *predicted, const GPtrArray *measured, GError **error);

#endif
