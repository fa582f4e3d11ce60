/* What is known of every parameter: how it is read, and what it is when nobody gives it. */
#ifndef TN_PLATFORM_PARAMS_H
#define TN_PLATFORM_PARAMS_H

#include "platform.h"

/* Reads the text of a value of parameter p into SI units. The message begins with its name. */
bool tn_param_parse(enum tn_param p, const char *text, double *ret, GError **error);

/* Whether parameter p may have this value, in SI units. */
bool tn_param_accepts(enum tn_param p, double value);

/* The value, or the nearest one that is accepted; of powers of two their range alone. What is above
 * 0 stays above it. */
double tn_param_clamp(enum tn_param p, double value);

/* "0, or 0.001ns to 1s". Transfer full. */
char *tn_param_range(enum tn_param p);

/* An example of an accepted value of parameter p, for messages. Static. */
const char *tn_param_example(enum tn_param p);

/* Whether a platform file must give parameter p itself. */
bool tn_param_is_mandatory(enum tn_param p);

/* Whether parameter p is a share, 0 to 1, which moves by differences. */
bool tn_param_is_share(enum tn_param p);

/* Whether parameter p is a time of a library's software: software_scale goes with it where its value
 * was measured on another core, as those of transports.def were. */
bool tn_param_is_software(enum tn_param p);

/* Whether parameter p has a meaning only where there are several nodes. */
bool tn_param_is_of_network(enum tn_param p);

/* What values cannot be together, some of which may be absent (NAN); NULL: nothing. Static. */
const char *tn_params_flaw(const double *values);

/* Replaces each absent value (NAN) of values[TN_N_PARAMS] by its default; n_cores is the default
 * of default_ranks. Mandatory parameters stay absent. */
void tn_params_fill(double *values, int n_cores);

/* Where the default of parameter p comes from, in words; static. */
const char *tn_param_default_note(enum tn_param p);

#endif
