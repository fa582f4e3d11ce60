/* Choices that are judged by the entry pattern that is the worst for them. */
#ifndef TN_TUNE_ARRIVALS_H
#define TN_TUNE_ARRIVALS_H

#include "study/row.h"

struct tn_worst_arrivals {
  GPtrArray *rows; /* of each point its row under the worst arrival (tn_rows_new), in the order of
                    * the points' first rows; their overrides name no arrival */
  GHashTable *arrivals; /* each of these rows -> char *: the arrival */
  GPtrArray *all;       /* char *: the arrivals, in the order of the rows */
  guint n_left;         /* points left out: they lack rows of some arrival */
};

/* What a row takes under an arrival: from the last entry to the last exit. Averages over the ranks
 * are mostly waiting for who is late, whatever the algorithm. */
#define TN_ARRIVAL_OBJECTIVE TN_OBJECTIVE_SPAN

/* What rows that differ in nothing but `arrival` among their overrides come to.
 * Rows are copied. NULL and *error (usage) when all are of one arrival, or a row has no such time.
 * tn_worst_arrivals_free. */
struct tn_worst_arrivals *tn_worst_arrivals_new(const GPtrArray *rows, GError **error);
void tn_worst_arrivals_free(struct tn_worst_arrivals *worst);

#endif
