/* The case that a row is of, so that it can be simulated. */
#ifndef TN_PLAN_ROW_CASE_H
#define TN_PLAN_ROW_CASE_H

#include "algos/compose/nested.h"
#include "study/case.h"
#include "study/row.h"
#include "study/study.h"

/* Borrows names and texts of the row. */
struct tn_row_case {
  const char *where; /* what errors name */
  struct tn_case asked;
  struct tn_conditions conditions;
  struct tn_arrival *arrival; /* the conditions'; owned, as is all that follows */
  struct tn_noises *noise;
  GArray *overrides; /* the case's */
  struct tn_nested *nested;
};

/* Reads from a row what a measurement and its simulation have in common: not the machine, ranks, bytes
 * and what else only simulations have. False and *error (usage) where a column says what none has.
 * tn_row_case_finish in any case. */
bool tn_row_case_init(struct tn_row_case *c, const struct tn_row *row, const char *where,
                      GError **error);
/* Reads the rest of a simulated row, too; the platform stays open. */
bool tn_row_case_complete(struct tn_row_case *c, const struct tn_row *row, const char *where,
                          GError **error);
/* Adds the point of a simulated row on a platform to a study, whose conditions are the row's. False and
 * *error. */
bool tn_row_case_add(struct tn_study *study, const struct tn_row *row, const struct tn_platform *pf,
                     const char *where, GError **error);
/* Returns true if the row's noise, arrival or counts are in a file. */
bool tn_row_names_files(const struct tn_row *row);
void tn_row_case_finish(struct tn_row_case *c);

#endif
