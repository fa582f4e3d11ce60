/* Converts a row into its case for a simulation. */
#ifndef TN_PLAN_ROW_CASE_H
#define TN_PLAN_ROW_CASE_H

#include "algos/compose/nested.h"
#include "study/case.h"
#include "study/row.h"
#include "study/study.h"

/* Case and conditions of a row; names and texts are the row's. */
struct tn_row_case {
  const char *where; /* place for errors */
  struct tn_case asked;
  struct tn_conditions conditions;
  struct tn_arrival *arrival; /* arrival of the conditions; owned, as all following members */
  struct tn_noises *noise;
  GArray *overrides;
  struct tn_nested *nested;
};

/* Reads the part of a row that a measurement and its simulation share, without the machine, ranks
 * and bytes, and without columns that only simulations have. Fails (usage) on an invalid column.
 * Call tn_row_case_finish after success and failure. */
bool tn_row_case_init(struct tn_row_case *c, const struct tn_row *row, const char *where,
                      GError **error);
/* Reads also the columns of simulated rows; the caller sets the platform. */
bool tn_row_case_complete(struct tn_row_case *c, const struct tn_row *row, const char *where,
                          GError **error);
/* Adds the point of a simulated row to a study on a platform. The study has the conditions of the
 * row. */
bool tn_row_case_add(struct tn_study *study, const struct tn_row *row, const struct tn_platform *pf,
                     const char *where, GError **error);
/* Returns true if noise, arrival or counts are files. */
bool tn_row_names_files(const struct tn_row *row);
void tn_row_case_finish(struct tn_row_case *c);

#endif
