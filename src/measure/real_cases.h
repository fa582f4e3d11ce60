/* Measures a study's points with real processes, and writes calibrations of this machine. */
#ifndef TN_MEASURE_REAL_CASES_H
#define TN_MEASURE_REAL_CASES_H

#include "real/calibrate.h"
#include "real/processes.h"
#include "study/study.h"

/* Defaults of a row's measurement. It is complete if the median's 95 % confidence interval extends
 * at most this fraction of the median to each side, or at these upper limits of seconds and
 * calls. */
#define TN_MEASURE_PRECISION 0.02
#define TN_MEASURE_SECONDS 1.0
enum { TN_MEASURE_CALLS = 1000 };

/* Measures a point whose places are on this machine. `shape` has the values that the point lacks:
 * the host, the stagger, the limits of time, and whether to record a timeline. Fills ret->calls and
 * ret->result; the result's parts (NAN) and callers (-1) are unknown. ret_times (may be NULL)
 * receives the times of all calls; free them with tn_real_times_clear. Returns false and sets
 * *error (TN_REAL_ERROR) on failure. */
bool tn_measure_point(const struct tn_point *point, const struct tn_real_point *shape,
                      struct tn_outcome *ret, struct tn_real_times *ret_times, GError **error);

/* Default of `like` below, the platform for values that a calibration does not measure: an x86
 * server with a complete file. */
extern const char tn_calibration_usual_like[];

/* Writes a calibration as the platform file `file` (*.xml). Values not measured come from the
 * platform `like`. A topology without a synthetic string goes to a second file in the same folder.
 * Returns false and *error on failure. */
bool tn_calibration_write(const struct tn_calibration *c, const char *like, const char *file,
                          GError **error);

#endif
