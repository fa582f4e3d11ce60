/* What measurement gives a parameter. */
#ifndef TN_TOOLS_MEASURED_BY_H
#define TN_TOOLS_MEASURED_BY_H

#include "platform/platform.h"

/* The probe of `calibrate` that sets the parameter, or NULL: there is none. Static. */
const char *tn_measured_by_probe(enum tn_param p);
/* How to measure it, in words: "calibrate --only copy", or, where there is no probe, a fit to
 * measured rows. Static or interned. */
const char *tn_measured_by(enum tn_param p);

#endif
