/* Where the values of a setup come from, and how well they are known. */
#ifndef TN_STUDY_SETUP_H
#define TN_STUDY_SETUP_H

#include "study.h"

/* Whether p was set in the setup, over the value of the platform and of a transport. */
bool tn_setup_sets(const struct tn_setup *setup, enum tn_param p);

/* Whether the file, a transport or who set it gives p: no default. */
bool tn_setup_gives(const struct tn_setup *setup, enum tn_param p);

/* Adds to read[TN_N_PARAMS] the parameters that those of it follow by default. */
void tn_setup_add_origins(const struct tn_setup *setup, bool *read);

/* Whether p follows another parameter, since nobody gives it a value. */
bool tn_setup_follows(const struct tn_setup *setup, enum tn_param p);

/* The relative error that is stated for the value of p (1: a factor of 2 either way), or that of the
 * far end of its range (1 where one of the two is 0 or none); 0: none is, or p was set. */
double tn_setup_error(const struct tn_setup *setup, enum tn_param p);

/* The range of p (tn_platform_bounds), unless something else than the file gives its value. */
struct tn_bounds tn_setup_bounds(const struct tn_setup *setup, enum tn_param p);

/* The setup with more[n] set besides, owned by `study`; NULL where it cannot be had. */
const struct tn_setup *tn_setup_with_all(struct tn_study *study, const struct tn_setup *setup,
                                         const struct tn_override *more, int n);

/* The setup with each rate and each time multiplied by a random number from 1 - TN_JITTER to
 * 1 + TN_JITTER, the same for the same seed and number; owned by `study`. NULL: it cannot be had. */
#define TN_JITTER 1e-9
const struct tn_setup *tn_setup_jittered(struct tn_study *study, const struct tn_setup *setup,
                                         uint64_t seed, guint number);

#endif
