/* Converts a row into the case that simulates it. */
#ifndef TN_PLAN_ROW_CASE_H
#define TN_PLAN_ROW_CASE_H

#include "algos/compose/nested.h"
#include "study/case.h"
#include "study/row.h"
#include "study/study.h"

/* Case and conditions of a row. Names and texts belong to the row. */
struct tn_row_case {
  const char *where; /* the row's place, for errors */
  struct tn_case asked;
  struct tn_conditions conditions;
  struct tn_arrival *arrival; /* times at which ranks enter; owned, like all members after it */
  struct tn_noises *noise;
  GArray *overrides;
  struct tn_nested *nested;
};

/* Reads the columns of a row that a measurement and its simulation have in common, except machine,
 * ranks and bytes. Fails (usage) on an invalid column. Call tn_row_case_finish after success and
 * after failure. */
bool tn_row_case_init(struct tn_row_case *c, const struct tn_row *row, const char *where,
                      GError **error);
/* Reads the columns like tn_row_case_init, and also those that only simulated rows have. The caller
 * sets the platform. */
bool tn_row_case_complete(struct tn_row_case *c, const struct tn_row *row, const char *where,
                          GError **error);
/* Adds the point of a simulated row to a study, on the platform `pf`. The study must have the
 * conditions of the row. */
bool tn_row_case_add(struct tn_study *study, const struct tn_row *row, const struct tn_platform *pf,
                     const char *where, GError **error);
/* Returns true if the row's noise, arrival or counts are files. */
bool tn_row_names_files(const struct tn_row *row);
void tn_row_case_finish(struct tn_row_case *c);

#endif
