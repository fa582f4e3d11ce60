/* Converts a row into its case, so that it can be simulated. */
#ifndef TN_PLAN_ROW_CASE_H
#define TN_PLAN_ROW_CASE_H

#include "algos/compose/nested.h"
#include "study/case.h"
#include "study/row.h"
#include "study/study.h"

/* Borrows names and texts of the row. */
struct tn_row_case {
  const char *where; /* place that errors name */
  struct tn_case asked;
  struct tn_conditions conditions;
  struct tn_arrival *arrival; /* the conditions'; owned, as are all following members */
  struct tn_noises *noise;
  GArray *overrides; /* overrides of the case */
  struct tn_nested *nested;
};

/* Reads the part of a row that a measurement and its simulation share: not the machine, ranks,
 * bytes and what only simulations have. Fails (usage) on an invalid column. Call tn_row_case_finish
 * afterwards. */
bool tn_row_case_init(struct tn_row_case *c, const struct tn_row *row, const char *where,
                      GError **error);
/* Reads also the rest of a simulated row; the caller sets the platform. */
bool tn_row_case_complete(struct tn_row_case *c, const struct tn_row *row, const char *where,
                          GError **error);
/* Adds the point of a simulated row on a platform to a study with the row's conditions. */
bool tn_row_case_add(struct tn_study *study, const struct tn_row *row, const struct tn_platform *pf,
                     const char *where, GError **error);
/* Returns true if the row's noise, arrival or counts are in a file. */
bool tn_row_names_files(const struct tn_row *row);
void tn_row_case_finish(struct tn_row_case *c);

#endif
