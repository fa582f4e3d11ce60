/* Errors of several parameters that go together, since the data of a fit do not tell them apart. */
#ifndef TN_PLATFORM_JOINT_H
#define TN_PLATFORM_JOINT_H

#include "platform.h"

/* One parameter of a direction: it is multiplied by `factor` where the direction's first parameter,
 * `lead`, is multiplied by its own. Nine of ten machines lie within one such step up or down; the
 * directions are independent of each other. */
struct tn_joint {
  enum tn_param lead, param;
  double factor;
};

/* Parses "pin_time 2.1 copy_rate.llc 1.3; alpha 1.2": directions, of which the first parameter leads
 * (struct tn_joint). Transfer full; NULL and *error. */
GArray *tn_joint_parse(const char *text, GError **error);
/* The directions of the platform's file (struct tn_joint); NULL: none. Owned by the platform. */
const GArray *tn_platform_joint(const struct tn_platform *pf);

#endif
