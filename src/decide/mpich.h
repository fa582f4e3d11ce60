/* Describes MPICH's selections: the sizes that they compare, the names of algorithms and
 * compositions in files of each release, and the requirements of algorithms. Source:
 * src/mpi/coll/src/csel.c, csel_container.c, src/mpid/ch4/src/ch4_coll_impl.h, maint/tuning/coll;
 * 4.0.2's names are those in its library. */
#ifndef TN_DECIDE_MPICH_H
#define TN_DECIDE_MPICH_H

#include "rule.h"
#include "target.h"
#include "tuned.h"

/* Returns the first part of the JSON key by which MPICH tests the size for a collective,
 * "avg_msg_size" or "total_msg_size"; NULL if it does not test the size. `id` is the number of the
 * collective in coll/tuned. */
const char *tn_mpich_size_test(int id);

/* Returns the collective as it is written in names of its algorithms: "Bcast", "Reduce_scatter".
 * Transfer full. */
char *tn_mpich_title(int id);
/* Return the JSON key of a rule's algorithm without "algorithm=" (transfer full); the content of
 * the key's object. The rule must not be a composition by shared memory. */
char *tn_mpich_algorithm(enum tn_target target, int id, const struct tn_rule *rule);
const char *tn_mpich_params(enum tn_target target, const struct tn_rule *rule);
/* Returns the JSON key of a rule's composition without "composition=" (transfer full), or NULL if
 * the collective has only one composition within a node. */
char *tn_mpich_composition(int id, const struct tn_rule *rule);
/* Returns true if the rule's algorithm uses memory that all ranks share. Only compositions select
 * such algorithms. */
bool tn_mpich_is_shared(const struct tn_rule *rule);
/* Returns true if the collective's calls reach MPIR's table only through a composition. */
bool tn_mpich_has_compositions(int id);

/* Returns true if the release has the algorithm ("binomial") for the collective, by the registry
 * and its list of names. */
bool tn_mpich_has(enum tn_target target, int id, const char *name);

/* Returns the name of the i-th parameter, from 0, whose value in the release differs from the
 * registry's default; *ret_value gets the value. Returns NULL after the last one. */
const char *tn_mpich_fixed(enum tn_target target, int i, const char **ret_value);

/* Returns true if the algorithm exists only in later releases or in no release yet. */
bool tn_mpich_is_newer(enum tn_target target, int id, const char *name);

/* Returns true if the algorithm divides vectors into elements. It then needs a predefined operation
 * and at least one element per rank. */
bool tn_mpich_cuts(const struct tn_rule *rule);

/* Returns the reason why the release cannot run the row's algorithm with any parameters, or NULL if
 * it can. Transfer full. */
char *tn_mpich_refuse(enum tn_target target, const struct tn_row *row,
                      const struct tn_method *algorithm);
/* Copies a parameter of a row into the rule. Returns NULL, or the reason why that is impossible
 * (transfer full). */
char *tn_mpich_take(enum tn_target target, const struct tn_method *algorithm,
                    const struct tn_value *param, struct tn_rule *rule);

#endif
