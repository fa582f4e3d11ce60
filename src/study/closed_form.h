/* Closed form of the CMA paper for a point. */
#ifndef TN_STUDY_CLOSED_FORM_H
#define TN_STUDY_CLOSED_FORM_H

#include "contention/model.h"
#include "sim/sim.h"
#include "study_point.h"

/* Computes the cost of the copies of the point's algorithm. Returns false if the call has no closed
 * form, or if the paper does not cover the mechanism. The form assumes one page lock per process
 * (lock_scope process). */
bool tn_closed_form(const struct tn_point *point, struct tn_cost *ret_cost);

/* Computes the closed form as a simulation result. Members that only simulated calls have are not
 * set. */
bool tn_closed_form_result(const struct tn_point *point, struct tn_sim_result *ret_result);

/* Returns false and sets *error if the platform has several nodes. */
bool tn_closed_form_accepts(const struct tn_platform *pf, GError **error);

/* Returns false and sets *error if a process has several locks under the setup. */
bool tn_closed_form_holds(const struct tn_setup *setup, GError **error);

/* Returns true if the closed form of the point, with its law of the lock, depends on parameter
 * p. */
bool tn_closed_form_reads(const struct tn_point *point, enum tn_param p);

#endif
