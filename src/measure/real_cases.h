/* This machine: points of a study as real processes, and its calibration as a platform file. */
#ifndef TN_MEASURE_REAL_CASES_H
#define TN_MEASURE_REAL_CASES_H

#include "real/calibrate.h"
#include "real/processes.h"
#include "study/study.h"

/* A row is good enough when the 95 % interval of its median is no wider than this on either side. It
 * has so many seconds and calls at most where nobody says how many. */
#define TN_MEASURE_PRECISION 0.02
#define TN_MEASURE_SECONDS 1.0
enum { TN_MEASURE_CALLS = 1000 };

/* Runs a point, whose places are this machine's, under its conditions. Of `shape` counts what it does
 * not say: host, stagger, limits of time, timeline. Fills ret->result, whose parts and
 * callers are unknown, and ret->calls. *ret_times (may be NULL): the times of all calls,
 * tn_real_times_clear. False and *error (TN_REAL_ERROR). */
bool tn_measure_point(const struct tn_point *point, const struct tn_real_point *shape,
                      struct tn_outcome *ret, struct tn_real_times *ret_times, GError **error);

/* The platform that gives what a calibration does not measure, unless another is named: an x86
 * server whose file is complete. */
extern const char tn_calibration_usual_like[];

/* Writes what was measured as the platform file `file`, which ends in .xml, with the rest from the
 * platform `like`; a topology that no synthetic string describes goes into a file beside it. False
 * and *error. */
bool tn_calibration_write(const struct tn_calibration *c, const char *like, const char *file,
                          GError **error);

#endif
