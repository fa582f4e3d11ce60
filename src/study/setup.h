/* Origin and uncertainty of the values of a setup (platform, kernel profile and overrides). */
#ifndef TN_STUDY_SETUP_H
#define TN_STUDY_SETUP_H

#include "study.h"

/* Returns true if an override other than the transport's sets p. */
bool tn_setup_sets(const struct tn_setup *setup, enum tn_param p);

/* Returns true if the file, a transport or an override gives the value of p, false if p has its
 * default. */
bool tn_setup_has_value(const struct tn_setup *setup, enum tn_param p);

/* Adds to a set of parameters the parameters from which they take their defaults.
 * read[TN_N_PARAMS]: true for each parameter of the set. */
void tn_setup_add_origins(const struct tn_setup *setup, bool *read);

bool tn_setup_follows(const struct tn_setup *setup, enum tn_param p);

/* Returns the relative error of p (1: a factor of 2 up or down); for shares, the absolute error. It
 * is the distance to the farther end of p's range, or 1 if the value or this end is 0 or infinite.
 * Without a range it is the stated error. Returns 0 if the error is unknown or p was set. */
double tn_setup_error(const struct tn_setup *setup, enum tn_param p);

/* Returns the range in which p lies (tn_platform_bounds); empty if an override or a transport sets
 * p. */
struct tn_bounds tn_setup_bounds(const struct tn_setup *setup, enum tn_param p);

/* Returns a copy of the setup with the additional overrides more[n], owned by `study`; NULL if a
 * value is invalid. */
const struct tn_setup *tn_setup_with_all(struct tn_study *study, const struct tn_setup *setup,
                                         const struct tn_override *more, int n);

/* Returns the setup with each rate and time multiplied by a random factor of 1 - TN_JITTER to 1 +
 * TN_JITTER, owned by `study`. Equal seeds and numbers give equal factors. NULL: invalid values. */
#define TN_JITTER 1e-9
const struct tn_setup *tn_setup_jittered(struct tn_study *study, const struct tn_setup *setup,
                                         uint64_t seed, guint number);

#endif
