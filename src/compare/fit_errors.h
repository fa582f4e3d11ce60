/* Estimates with the simulator how well the data determine fitted values. */
#ifndef TN_COMPARE_FIT_ERRORS_H
#define TN_COMPARE_FIT_ERRORS_H

#include "fit.h"

/* Prior of a parameter: one standard deviation is a factor of 4. A value counts as unknown if its
 * standard deviation after the fit is above a factor of 2. */
#define TN_FIT_PRIOR 1.386         /* ln 4 */
#define TN_FIT_MAX_DEVIATION 0.693 /* ln 2 */
/* Standard deviation of log(a / b) for two values a and b that the fit assumes to be equal. */
#define TN_FIT_SPLIT_PRIOR 0.56 /* ln 1.75 */

/* Sets the errors of fit->fitted so that they cover nine of ten true values, and the source of
 * undetermined values to "unknown". Simulates the messages on `pf` with values[TN_N_PARAMS] (NAN:
 * the platform's value) and moves each fitted value separately. A value without effect on a message
 * is undetermined. An error combines the residuals with the shift due to values from other
 * platforms. If is_calm, first replaces the fitted values, which are the best ones for the closed
 * form (kept in fit->values), by the best ones for the simulator. Sets fit->joint to the correlated
 * errors. Returns false and *error if a message cannot be simulated. */
bool tn_fit_errors(struct tn_fit *fit, const GArray *points, const struct tn_platform *pf,
                   const double *values, bool is_calm, GError **error);

#endif
