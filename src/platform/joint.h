/* Correlated errors of parameters that the data of a fit do not determine separately. */
#ifndef TN_PLATFORM_JOINT_H
#define TN_PLATFORM_JOINT_H

#include "platform.h"

/* One parameter of a direction: a set of parameters with correlated errors. One step along a
 * direction multiplies each of its parameters by the parameter's `factor`. `lead` is the
 * direction's first parameter. Nine of ten machines are within one step up or down. Directions are
 * independent of each other. */
struct tn_joint {
  enum tn_param lead, param;
  double factor;
};

/* Parses a list of directions, "pin_time 2.1 copy_rate.llc 1.3; alpha 1.2": each is a list of
 * parameters with factors, and its first parameter is the lead. Returns struct tn_joint. Transfer
 * full. */
GArray *tn_joint_parse(const char *text, GError **error);
/* Returns the parameters of the platform's directions (struct tn_joint); NULL if the platform has
 * no directions. Owned by the platform. */
const GArray *tn_platform_joint(const struct tn_platform *pf);

#endif
