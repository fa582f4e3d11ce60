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

/* Reads what a measurement and its simulation share, without machine, ranks and bytes. Fails
 * (usage) on an invalid column. Always call tn_row_case_finish afterwards. */
bool tn_row_case_init(struct tn_row_case *c, const struct tn_row *row, const char *where,
                      GError **error);
/* Reads also the columns of simulated rows; the caller sets the platform. */
bool tn_row_case_complete(struct tn_row_case *c, const struct tn_row *row, const char *where,
                          GError **error);
/* Adds a simulated row's point to a study with the row's conditions. */
bool tn_row_case_add(struct tn_study *study, const struct tn_row *row, const struct tn_platform *pf,
                     const char *where, GError **error);
/* Returns true if noise, arrival or counts are files. */
bool tn_row_names_files(const struct tn_row *row);
void tn_row_case_finish(struct tn_row_case *c);

#endif
