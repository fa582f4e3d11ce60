/* Decisions for libraries that have one setting for all sizes, or one threshold. */
#ifndef TN_DECIDE_SETTINGS_H
#define TN_DECIDE_SETTINGS_H

#include "algos/registry.h"
#include "study/row.h"

/* Bytes of a line that UCX takes at once (INI_MAX_LINE, fgets). */
#define TN_UCX_LONGEST_LINE 199

/* Why coll/xhc cannot be told to do as a row of an algorithm that it has (transfer full); NULL: it
 * can. */
char *tn_xhc_express(const struct tn_row *row, const struct tn_algorithm *algorithm);
/* For each collective of the rows, all of which it can be told, the hierarchy, chunk and limit of
 * copies through shared memory that lose least over all ranks and sizes: lines (transfer full)
 * appended. False and *error (usage): a row without the time, or none there for all points. */
bool tn_settings_xhc(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);

/* Whether a row of the algorithm tells of single messages as long as its size says. */
bool tn_ucx_takes(const struct tn_algorithm *algorithm);
char *tn_ucx_express(const struct tn_row *row);
/* The size from which single copies beat copies through shared memory, and the mechanism that does
 * best: lines appended. False and *error (usage): the rows do not have both. */
bool tn_settings_ucx(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error);

#endif
