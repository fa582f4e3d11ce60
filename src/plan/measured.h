/* What a plan of real processes has of its own: this machine, ranks that may share its cores. */
#ifndef TN_PLAN_MEASURED_H
#define TN_PLAN_MEASURED_H

#include "points.h"

/* The platform is this machine, or that of -p when it is this machine; the mechanism, where nobody
 * asks for one, the first of the algorithm's that this machine has. A row has up to 1000 calls where
 * nobody asks for another number. */
extern const struct tn_plan_kind tn_plan_measured;

#endif
