/* Estimates with the simulator how well the data determine the values of a fit. */
#ifndef TN_COMPARE_FIT_ERRORS_H
#define TN_COMPARE_FIT_ERRORS_H

#include "fit.h"

/* Prior deviation: an unknown parameter is known within a factor of 4 (one standard deviation)
 * before the fit. A value that the data determine less well than within a factor of 2 counts as
 * unknown. */
#define TN_FIT_PRIOR 1.386         /* ln 4 */
#define TN_FIT_MAX_DEVIATION 0.693 /* ln 2 */
/* Standard deviation of the ratio of two values that the fit assumes to be equal (its
 * logarithm). */
#define TN_FIT_SPLIT_PRIOR 0.56 /* ln 1.75 */

/* Sets the errors of fit->fitted so that nine of ten true values lie within them, and sets the
 * source of undetermined values to "unknown". Simulates the messages on `pf` with
 * values[TN_N_PARAMS] (NAN: the platform's value) and moves each fitted value separately. If no
 * message depends on a value, the value is undetermined, even if the closed form depends on it. If
 * the data are calm, the fitted values first move from those of the closed form (kept in
 * fit->values) to the best ones of the simulator. fit->joint gets the correlated errors. Each error
 * combines the residuals with the shift of the value that results if values from other platforms
 * move too. Returns false and *error if a message cannot be simulated. */
bool tn_fit_errors(struct tn_fit *fit, const GArray *points, const struct tn_platform *pf,
                   const double *values, bool is_calm, GError **error);

#endif
