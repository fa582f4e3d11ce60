/* The algorithms with which a program is replayed, as --reference and --algorithm name them. */
#ifndef TN_PLAN_VARIANTS_H
#define TN_PLAN_VARIANTS_H

#include "decide/among.h"
#include "options.h"
#include "program/replay.h"

/* One way to do all calls. */
struct tn_assignment {
  char *name;                /* as it was written; owned */
  struct tn_choice *choices; /* [classes], owned */
  struct tn_program_times *times;
};
/* A variant with the choices of `like`; NULL: without choices. Transfer full. */
struct tn_assignment *tn_assignment_new(const struct tn_replay *replay, const char *name,
                                        const struct tn_assignment *like);
void tn_assignment_free(struct tn_assignment *variant);

/* The variants (struct tn_assignment), the reference first; the choices of others are its own where they
 * have no algorithm or cannot be run. `library`: what the program was linked with, "ompi-4.1", or
 * NULL. Transfer full; NULL and *error (usage). */
GPtrArray *tn_variants_read(const struct tn_options *s, const struct tn_replay *replay,
                            const char *library, GError **error);

/* The name of its mechanism there; "": it has no algorithm. */
const char *tn_choice_mechanism(const struct tn_replay *replay, const struct tn_choice *choice);

/* "segment=16384;throttle=8", with those that were not given. Transfer full. */
char *tn_choice_params(const struct tn_choice *choice);
/* The choice, which has an algorithm, as a row without times. tn_row_free. */
struct tn_row *tn_choice_row(const char *collective, const struct tn_choice *choice);

/* For each class the algorithms that --tune chooses from, with the mechanisms and parameters asked
 * for, of those that `among` has (NULL: of all): [classes] arrays of struct tn_choice. Transfer full; NULL and *error. */
GArray **tn_variants_candidates(const struct tn_options *s, const struct tn_replay *replay,
                                const struct tn_among *among, GError **error);
void tn_variants_candidates_free(GArray **candidates, guint n_classes);

#endif
