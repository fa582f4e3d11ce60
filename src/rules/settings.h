/* Decisions for libraries that have one setting for all sizes, or one threshold. */
#ifndef TN_RULES_SETTINGS_H
#define TN_RULES_SETTINGS_H

#include "study/row.h"

/* For each collective of the rows, all of which it can be told, the hierarchy, chunk and limit of
 * copies through shared memory that lose least over all ranks and sizes: lines (transfer full)
 * appended. False and *error (usage): a row without the time, or none there for all points. */
bool tn_settings_xhc(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);

/* The size from which single copies beat copies through shared memory, and the mechanism that does
 * best: lines appended. False and *error (usage): the rows do not have both. */
bool tn_settings_ucx(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);

#endif
