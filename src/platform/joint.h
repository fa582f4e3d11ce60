/* Correlated errors of parameters that the data of a fit do not determine separately. */
#ifndef TN_PLATFORM_JOINT_H
#define TN_PLATFORM_JOINT_H

#include "platform.h"

/* One parameter of a direction. A direction is a set of parameters that change together: in one
 * step each is multiplied by its `factor`. `lead` is the first parameter of the direction. Nine of
 * ten machines are within one step up or down. Directions are independent of each other. */
struct tn_joint {
  enum tn_param lead, param;
  double factor;
};

/* Parses "pin_time 2.1 copy_rate.llc 1.3; alpha 1.2" into directions, each led by its first
 * parameter (struct tn_joint). Transfer full. */
GArray *tn_joint_parse(const char *text, GError **error);
/* Returns the directions of the platform (struct tn_joint), or NULL. Owned by the platform. */
const GArray *tn_platform_joint(const struct tn_platform *pf);

#endif
