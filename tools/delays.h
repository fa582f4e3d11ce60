/* run --delay-map: whom one delay reaches, when and by how much. */
#ifndef TN_TOOLS_DELAYS_H
#define TN_TOOLS_DELAYS_H

#include "plan/points.h"

/* A rank stands still for `seconds` from `at` seconds after the ranks have met, before the call. */
struct tn_delay {
  int rank;
  double seconds, at;
};

/* "3:20ms", or "3:20ms@1ms"; false and *error (usage). */
bool tn_delay_parse(const char *text, struct tn_delay *ret, GError **error);

/* The share of the delay by which a rank must be later to count as reached: less comes from memory
 * and links that others use at other times. */
#define TN_DELAY_REACHES 0.01

/* Simulates each point of the plan without and with the delay and writes when the data of each rank
 * were complete, and when it left the call, to --output as --format says. False: *error, or a point failed. */
bool tn_delay_map(const struct tn_plan *plan, GError **error);

#endif
