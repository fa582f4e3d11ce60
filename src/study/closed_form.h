/* The CMA paper's closed form of a point. */
#ifndef TN_STUDY_CLOSED_FORM_H
#define TN_STUDY_CLOSED_FORM_H

#include "contention/model.h"
#include "sim/sim.h"
#include "study_point.h"

/* What the copies of the point's algorithm cost. False when it has no form for the call, or copies
 * by a mechanism that the paper does not know. The form counts the callers of one lock: it holds
 * for a lock_scope of process. */
bool tn_closed_form(const struct tn_point *point, struct tn_cost *ret_cost);

/* The same as a result, without what only calls have. */
bool tn_closed_form_result(const struct tn_point *point, struct tn_sim_result *ret_result);

/* The closed forms are of one node: false and *error where the platform has several. */
bool tn_closed_form_accepts(const struct tn_platform *pf, GError **error);

/* False and *error where a process has several locks under the setup. */
bool tn_closed_form_holds(const struct tn_setup *setup, GError **error);

/* Whether the form of the point depends on the parameter p: of the two laws of the lock one counts. */
bool tn_closed_form_reads(const struct tn_point *point, enum tn_param p);

#endif
