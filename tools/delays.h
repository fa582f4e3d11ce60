/* run --delay-map: whom one delay reaches, when and by how much. */
#ifndef TN_TOOLS_DELAYS_H
#define TN_TOOLS_DELAYS_H

#include "plan/points.h"

/* Simulates each point of the plan without and with the delay and writes when the data of each rank
 * were complete, and when it left the call, to --output as --format says. False: *error, or a point failed. */
bool tn_delay_map(const struct tn_plan *plan, GError **error);

#endif
