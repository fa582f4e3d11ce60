/* Explains why predicted and measured rows cannot be compared, and prints the command that makes
 * matching rows. */
#ifndef TN_COMPARE_COMPARE_REFUSE_H
#define TN_COMPARE_COMPARE_REFUSE_H

#include "study/same_point.h"

bool tn_compare_is_stated(const GPtrArray *rows, enum tn_same condition);

/* Returns true if predicted and measured rows state all needed conditions and have times of the
 * objective. Otherwise returns false and *error (usage), which names everything that is missing. */
bool tn_compare_check(const GPtrArray *predicted, const GPtrArray *measured,
                      enum tn_objective objective, GError **error);
/* Sets *error (usage), because no point is both predicted and measured. Always returns false. */
bool tn_compare_refuse(const GPtrArray *predicted, const GPtrArray *measured, GError **error);

#endif
