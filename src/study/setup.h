/* Origin and uncertainty of the values of a setup (platform, kernel profile and overrides). */
#ifndef TN_STUDY_SETUP_H
#define TN_STUDY_SETUP_H

#include "study.h"

/* Returns true if an override that belongs to no transport sets p. */
bool tn_setup_sets(const struct tn_setup *setup, enum tn_param p);

/* Returns true if the file, a transport or an override gives p; false: a default. */
bool tn_setup_has_value(const struct tn_setup *setup, enum tn_param p);

/* Adds to a set of parameters those from which parameters of the set take their defaults.
 * read[TN_N_PARAMS]: true for each parameter of the set. */
void tn_setup_add_origins(const struct tn_setup *setup, bool *read);

bool tn_setup_follows(const struct tn_setup *setup, enum tn_param p);

/* Returns the relative error of p (1: a factor of 2 up or down), for shares the absolute one: the
 * distance to the range's farther end (1 if the value or this end is 0 or infinite), else the
 * stated error; 0 if unknown or if p was set. */
double tn_setup_error(const struct tn_setup *setup, enum tn_param p);

/* Returns the range of p (tn_platform_bounds); empty if an override or a transport sets p. */
struct tn_bounds tn_setup_bounds(const struct tn_setup *setup, enum tn_param p);

/* Returns the setup with overrides more[n], owned by `study`; NULL: invalid. */
const struct tn_setup *tn_setup_with_all(struct tn_study *study, const struct tn_setup *setup,
                                         const struct tn_override *more, int n);

/* Returns the setup with each rate and time times a random factor of 1 - TN_JITTER to 1 +
 * TN_JITTER, equal for equal seed and number; owned by `study`. NULL: invalid values. */
#define TN_JITTER 1e-9
const struct tn_setup *tn_setup_jittered(struct tn_study *study, const struct tn_setup *setup,
                                         uint64_t seed, guint number);

#endif
