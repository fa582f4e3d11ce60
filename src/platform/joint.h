/* Errors of several parameters that are correlated, since the data of a fit do not separate
 * them. */
#ifndef TN_PLATFORM_JOINT_H
#define TN_PLATFORM_JOINT_H

#include "platform.h"

/* One parameter of a direction. It is multiplied by `factor` when the direction's first parameter,
 * `lead`, is multiplied by its own factor. Nine of ten machines are within one such step up or
 * down. The directions are independent of each other. */
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
