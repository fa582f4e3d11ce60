/* What a plan of real processes has of its own: this machine, ranks that may share its cores. */
#ifndef TN_TOOLS_MEASURED_H
#define TN_TOOLS_MEASURED_H

#include "plan/points.h"

/* Timed calls of a row at most, where nobody asks for another number. */
enum { TN_MEASURED_CALLS = 1000 };

/* This machine, or the platform of -p when it is this machine. Transfer full; NULL and *error. */
struct tn_platform *tn_measured_platform(const struct tn_settings *s, GError **error);

/* Places of n ranks by `mapping`; more than there are cores only with --oversubscribe, unless the
 * mapping names processing units. Transfer full; NULL and *error (without the platform's name). */
struct tn_places *tn_measured_places(const struct tn_settings *s, const struct tn_platform *pf,
                                     const char *mapping, int n, GError **error);

#endif
