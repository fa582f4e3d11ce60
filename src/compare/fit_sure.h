/* How well the data of a fit tell its values, by the simulator that is going to use them. */
#ifndef TN_COMPARE_FIT_SURE_H
#define TN_COMPARE_FIT_SURE_H

#include "fit.h"

/* What nobody knows is taken to be right within a factor of 4, by one standard deviation, and what the
 * data do not tell within a factor of 2 is unknown. */
#define TN_SURE_PRIOR 1.386 /* ln 4 */
#define TN_SURE_MOST 0.693  /* ln 2 */
/* By how much two values may differ that the fit takes to be the same. */
#define TN_SURE_SPLIT 0.56 /* ln 1.75 */

/* Sets the errors of fit->fitted meant for nine of ten values, and the source of those that the data do
 * not tell to "unknown". The messages are simulated on `pf` with values[TN_N_PARAMS] (NAN: the
 * platform's) in which each fitted one is moved in turn: of what no message depends on the fit knows
 * nothing, whatever its form says. Of calm data the fitted values are first moved to where the
 * simulator is nearest, from the form's, which fit->values keeps. fit->joint gets the directions in which
 * fitted values are off together. The error adds what the residuals
 * leave open to how far the value would move still if lent ones moved too. False and *error: a message
 * cannot be simulated. */
bool tn_fit_sure(struct tn_fit *fit, const GArray *points, const struct tn_platform *pf,
                 const double *values, enum tn_mechanism mechanism, bool is_calm, GError **error);

#endif
