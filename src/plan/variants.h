/* Reads the algorithms for replays of a program from --reference and --algorithm. */
#ifndef TN_PLAN_VARIANTS_H
#define TN_PLAN_VARIANTS_H

#include "decide/among.h"
#include "options.h"
#include "program/replay.h"

/* Assignment of algorithms to all calls. */
struct tn_assignment {
  char *name;                /* as written; owned */
  struct tn_choice *choices; /* [classes], owned */
  struct tn_program_times *times;
};
/* Creates a variant with the choices of `like`, or without choices if NULL. Transfer full. */
struct tn_assignment *tn_assignment_new(const struct tn_replay *replay, const char *name,
                                        const struct tn_assignment *like);
void tn_assignment_free(struct tn_assignment *variant);

/* Reads the variants (struct tn_assignment), the reference first. Where others have no algorithm,
 * or it cannot be run, they use the reference's. `library`: the program's, "ompi-4.1", or NULL.
 * Transfer full; errors are usage errors. */
GPtrArray *tn_variants_read(const struct tn_options *s, const struct tn_replay *replay,
                            const char *library, GError **error);

/* Returns the name of the choice's mechanism; "" without an algorithm. */
const char *tn_choice_mechanism(const struct tn_replay *replay, const struct tn_choice *choice);

/* Formats all parameters, including defaults: "segment=16384;throttle=8". Transfer full. */
char *tn_choice_params(const struct tn_choice *choice);
/* Returns the choice, which has an algorithm, as a row without times. Free with tn_row_free. */
struct tn_row *tn_choice_row(const char *collective, const struct tn_choice *choice);

/* Returns the algorithms that --tune chooses from for each class: [classes] arrays of struct
 * tn_choice, with the requested mechanisms and parameters, limited to those that `among` has (NULL:
 * no limit). Transfer full. */
GArray **tn_variants_candidates(const struct tn_options *s, const struct tn_replay *replay,
                                const struct tn_among *among, GError **error);
void tn_variants_candidates_free(GArray **candidates, guint n_classes);

#endif
