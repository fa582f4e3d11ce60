/* Reads the variants of a replay from --reference and --algorithm. */
#ifndef TN_PLAN_VARIANTS_H
#define TN_PLAN_VARIANTS_H

#include "decide/library_rows.h"
#include "options.h"
#include "program/replay.h"

/* A variant of a replay: an algorithm for each class of calls. */
struct tn_assignment {
  char *name;                /* name as the user wrote it; owned */
  struct tn_choice *choices; /* [classes] algorithm of each class; owned */
  struct tn_program_times *times;
};
/* Creates a variant with the choices of `like`; if `like` is NULL, without choices. Transfer
 * full. */
struct tn_assignment *tn_assignment_new(const struct tn_replay *replay, const char *name,
                                        const struct tn_assignment *like);
void tn_assignment_free(struct tn_assignment *variant);

/* Reads the variants (struct tn_assignment), the reference first. A class without an algorithm, or
 * with one that cannot run, has the reference's. `library`: the one that made the trace,
 * "ompi-4.1", or NULL. Transfer full; errors are usage errors. */
GPtrArray *tn_variants_read(const struct tn_options *s, const struct tn_replay *replay,
                            const char *library, GError **error);

/* Returns the name of the choice's mechanism; "" if the choice has no algorithm. */
const char *tn_choice_mechanism(const struct tn_replay *replay, const struct tn_choice *choice);

/* Returns all parameters with defaults: "segment=16384;throttle=8". Transfer full. */
char *tn_choice_params(const struct tn_choice *choice);
/* Returns a choice (with an algorithm) as a row without times; free with tn_row_free. */
struct tn_row *tn_choice_row(const char *collective, const struct tn_choice *choice);

/* Returns the candidates of --tune: [classes] arrays of struct tn_choice. They have the requested
 * mechanisms (without a request: all except knem) and parameters, and algorithms of `library_rows`
 * (NULL: all algorithms). Transfer full. */
GArray **tn_variants_candidates(const struct tn_options *s, const struct tn_replay *replay,
                                const struct tn_library_rows *library_rows, GError **error);
void tn_variants_candidates_free(GArray **candidates, guint n_classes);

#endif
