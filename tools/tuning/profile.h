/* Profile of a program as tune's selection: collectives, ranks and sizes by time. */
#ifndef TN_TOOLS_TUNING_PROFILE_H
#define TN_TOOLS_TUNING_PROFILE_H

#include <stdio.h>

#include "program/classes.h"
#include "tune_input.h"

struct tn_profile;

/* Returns the profile of the trace that --profile names. Prints to stderr which calls were omitted.
 * Transfer full; NULL and *error on failure. */
struct tn_profile *tn_profile_load(const struct tn_options *s, GError **error);
void tn_profile_free(struct tn_profile *profile);

/* Fills the field as tn_tune_input_collect, for each collective and ranks with the smallest and
 * largest call of each class of sizes. */
bool tn_profile_collect(const struct tn_profile *profile, struct tn_tune_input *field,
                        const struct tn_options *s, GError **error);

/* Writes the classes by time without waiting; nothing if times are unknown. */
void tn_profile_write(struct tn_document *d, const struct tn_profile *profile);

#endif
