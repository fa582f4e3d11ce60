/* What measurement gives a parameter. */
#ifndef TN_TOOLS_MEASURED_BY_H
#define TN_TOOLS_MEASURED_BY_H

#include "platform/platform.h"

/* How to measure it, in words: "calibrate --only copy", or, where there is no probe, a fit to
 * measured rows. Static or interned. */
const char *tn_measured_by(enum tn_param p);

#endif
