/* Properties of every parameter: how its text is read, and its default. */
#ifndef TN_PLATFORM_PARAMS_H
#define TN_PLATFORM_PARAMS_H

#include "platform.h"

/* Reads a value of parameter p into SI units. Errors begin with the parameter's name. */
bool tn_param_parse(enum tn_param p, const char *text, double *ret, GError **error);

/* Returns true if parameter p accepts this value, in SI units. */
bool tn_param_accepts(enum tn_param p, double value);

/* Returns the nearest accepted value; powers of two only keep the range. Positive values stay
 * positive. */
double tn_param_clamp(enum tn_param p, double value);

/* Returns the range, "0, or 0.001ns to 1s". Transfer full. */
char *tn_param_range(enum tn_param p);

/* Returns an example of an accepted value of parameter p, for messages. Static. */
const char *tn_param_example(enum tn_param p);

/* Returns true if a platform file must give parameter p. */
bool tn_param_is_mandatory(enum tn_param p);

/* Returns true for a share from 0 to 1, which is varied by differences. */
bool tn_param_is_share(enum tn_param p);

/* Returns true if parameter p is a time of a library's software. software_scale multiplies it if
 * its value was measured on another core, as the values of transports.def were. */
bool tn_param_is_software(enum tn_param p);

/* Returns true if parameter p only matters with several nodes. */
bool tn_param_is_of_network(enum tn_param p);

/* Returns what a user does now who set a parameter of a former release; NULL for other names.
 * Static. */
const char *tn_param_successor(const char *name);

/* Returns why there is no parameter `name`, with what a user may have meant: a parameter, another
 * name of others[] (NULL-terminated, may be NULL), or what replaces a name of a former release.
 * Transfer full. */
char *tn_param_absence(const char *name, const char *const *others);

/* Returns the conflict between values, of which some may be NAN; NULL if consistent. Static. */
const char *tn_params_flaw(const double *values);

/* Replaces each absent value (NAN) of values[TN_N_PARAMS] by its default. n_cores is the default of
 * default_ranks. Mandatory parameters stay absent. */
void tn_params_fill(double *values, int n_cores);

/* Returns the origin of parameter p's default in words. Static. */
const char *tn_param_default_note(enum tn_param p);

#endif
