/* The case that measured rows are of, so that it can be simulated. */
#ifndef TN_TOOLS_FIT_CASE_H
#define TN_TOOLS_FIT_CASE_H

#include "algos/compose/nested.h"
#include "study/case.h"
#include "study/row.h"

/* What all rows have in common. The platform, ranks and bytes of the case are left open. */
struct tn_fit_case {
  struct tn_case asked;
  struct tn_conditions conditions;
  struct tn_arrival *arrival; /* the conditions'; owned */
  GArray *overrides;          /* the case's, without texts; owned */
  struct tn_nested *nested;   /* the case's, where it is a composition; owned */
};

/* Reads the columns of rows (struct tn_row, at least one), which must agree in them. False and *error
 * (usage) otherwise, or when a column says what no simulation has. */
bool tn_fit_case_init(struct tn_fit_case *c, const GPtrArray *rows, GError **error);
void tn_fit_case_finish(struct tn_fit_case *c);

#endif
