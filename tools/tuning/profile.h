/* Profile of a program as tune's selection: the collectives, ranks and sizes of its calls. */
#ifndef TN_TOOLS_TUNING_PROFILE_H
#define TN_TOOLS_TUNING_PROFILE_H

#include <stdio.h>

#include "program/classes.h"
#include "tune_input.h"

struct tn_profile;

/* Returns the profile of the trace that --profile names. Prints to stderr which calls were omitted.
 * Transfer full. Returns NULL and *error on failure. */
struct tn_profile *tn_profile_load(const struct tn_options *s, GError **error);
void tn_profile_free(struct tn_profile *profile);

/* Fills the field as tn_tune_input_collect does: for each collective and number of ranks, with the
 * smallest and largest size of each class of calls. */
bool tn_profile_collect(const struct tn_profile *profile, struct tn_tune_input *field,
                        const struct tn_options *s, GError **error);

/* Writes the classes of calls by their time without waiting; nothing if times are unknown. */
void tn_profile_write(struct tn_document *d, const struct tn_profile *profile);

#endif
