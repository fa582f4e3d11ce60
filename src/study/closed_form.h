/* Closed form of the CMA paper for a point. */
#ifndef TN_STUDY_CLOSED_FORM_H
#define TN_STUDY_CLOSED_FORM_H

#include "contention/model.h"
#include "sim/sim.h"
#include "study_point.h"

/* Computes the cost of the algorithm's copies. Returns false without a closed form of the call or
 * mechanism. Assumes one page lock per process (lock_scope process). */
bool tn_closed_form(const struct tn_point *point, struct tn_cost *ret_cost);

/* Computes the closed form as a result, without members of simulated calls. */
bool tn_closed_form_result(const struct tn_point *point, struct tn_sim_result *ret_result);

/* Returns false and *error for several nodes. */
bool tn_closed_form_accepts(const struct tn_platform *pf, GError **error);

/* Returns false and *error if a process has several locks. */
bool tn_closed_form_holds(const struct tn_setup *setup, GError **error);

/* Returns true if the point's closed form, with its law of the lock, depends on p. */
bool tn_closed_form_reads(const struct tn_point *point, enum tn_param p);

#endif
