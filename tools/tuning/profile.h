/* What a program calls, as the selection of tune: its collectives, ranks and sizes, by the time that
 * they take. */
#ifndef TN_TOOLS_TUNING_PROFILE_H
#define TN_TOOLS_TUNING_PROFILE_H

#include <stdio.h>

#include "field.h"
#include "program/classes.h"

struct tn_profile;

/* The profile of the trace that --profile names. Transfer full; NULL and *error. What of the trace
 * is left out goes to stderr. */
struct tn_profile *tn_profile_load(const struct tn_options *s, GError **error);
void tn_profile_free(struct tn_profile *profile);

/* As tn_field_collect, of the points that the profile has: for each collective and number of ranks
 * the smallest and the largest call of each class of sizes. */
bool tn_profile_collect(const struct tn_profile *profile, struct tn_field *field,
                        const struct tn_options *s, GError **error);

/* The classes by the time that their calls took, without waiting; nothing where it is not known. */
void tn_profile_write(struct tn_document *d, const struct tn_profile *profile);

#endif
