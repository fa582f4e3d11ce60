/* Correlated errors of parameters that the data of a fit do not determine separately. */
#ifndef TN_PLATFORM_JOINT_H
#define TN_PLATFORM_JOINT_H

#include "platform.h"

/* A parameter of a direction: parameters that change together, each by its `factor` per step.
 * `lead` is the first one. Nine of ten machines are within one step. Directions are independent. */
struct tn_joint {
  enum tn_param lead, param;
  double factor;
};

/* Parses "pin_time 2.1 copy_rate.llc 1.3; alpha 1.2" into directions. Transfer full. */
GArray *tn_joint_parse(const char *text, GError **error);
/* Returns the platform's directions (struct tn_joint), or NULL. */
const GArray *tn_platform_joint(const struct tn_platform *pf);

#endif
