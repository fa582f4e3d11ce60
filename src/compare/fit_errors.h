/* Estimates with the simulator how well the data determine fitted values. */
#ifndef TN_COMPARE_FIT_ERRORS_H
#define TN_COMPARE_FIT_ERRORS_H

#include "fit.h"

/* Prior: an unknown parameter is within a factor of 4 (one standard deviation). A value that is
 * determined less well than within a factor of 2 counts as unknown. */
#define TN_FIT_PRIOR 1.386         /* ln 4 */
#define TN_FIT_MAX_DEVIATION 0.693 /* ln 2 */
/* Standard deviation of the log ratio of two values that the fit assumes to be equal. */
#define TN_FIT_SPLIT_PRIOR 0.56 /* ln 1.75 */

/* Sets the errors of fit->fitted to cover nine of ten true values, and the source of undetermined
 * values to "unknown". Simulates the messages on `pf` with values[TN_N_PARAMS] (NAN: the platform's
 * value) and moves each fitted value separately. A value without effect on a message is
 * undetermined. If the data are calm, the fitted values first move from the closed form's (kept in
 * fit->values) to the simulator's best. fit->joint gets the correlated errors. An error combines
 * the residuals with the shift due to values from other platforms. Returns false and *error if a
 * message cannot be simulated. */
bool tn_fit_errors(struct tn_fit *fit, const GArray *points, const struct tn_platform *pf,
                   const double *values, bool is_calm, GError **error);

#endif
