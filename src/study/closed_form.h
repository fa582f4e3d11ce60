/* Closed form of the CMA paper for a point. */
#ifndef TN_STUDY_CLOSED_FORM_H
#define TN_STUDY_CLOSED_FORM_H

#include "contention/model.h"
#include "sim/sim.h"
#include "study_point.h"

/* Computes the cost of the algorithm's copies. Returns false if the call or the mechanism has no
 * closed form. Assumes one page lock per process (lock_scope process). */
bool tn_closed_form(const struct tn_point *point, struct tn_cost *ret_cost);

/* Computes the closed form as a result, without the members that only simulated calls have. */
bool tn_closed_form_result(const struct tn_point *point, struct tn_sim_result *ret_result);

/* Returns false and *error if the platform has several nodes. */
bool tn_closed_form_accepts(const struct tn_platform *pf, GError **error);

/* Returns false and *error if lock_scope gives a process several page locks. */
bool tn_closed_form_holds(const struct tn_setup *setup, GError **error);

/* Returns true if the point's closed form depends on parameter p. */
bool tn_closed_form_reads(const struct tn_point *point, enum tn_param p);

#endif
