/* MPICH's selections: compared sizes, names of algorithms and compositions by release,
 * requirements. Source: src/mpi/coll/src/csel.c, csel_container.c,
 * src/mpid/ch4/src/ch4_coll_impl.h, maint/tuning/coll; 4.0.2's names are those in its library. */
#ifndef TN_DECIDE_MPICH_H
#define TN_DECIDE_MPICH_H

#include "rule.h"
#include "target.h"
#include "tuned.h"

/* Returns the first part of the JSON key that tests the size of a call, "avg_msg_size" or
 * "total_msg_size"; NULL if the collective has no test. `id`: the collective in coll/tuned. */
const char *tn_mpich_size_test(int id);

/* Returns the collective's name as in names of algorithms: "Bcast", "Reduce_scatter". Transfer
 * full. */
char *tn_mpich_title(int id);
/* tn_mpich_algorithm returns the JSON key of a rule's algorithm without "algorithm=" (transfer
 * full). tn_mpich_params returns the content of the key's object. Not for compositions by shared
 * memory. */
char *tn_mpich_algorithm(enum tn_target target, int id, const struct tn_rule *rule);
const char *tn_mpich_params(enum tn_target target, const struct tn_rule *rule);
/* Returns the JSON key of a rule's composition without "composition=" (transfer full); NULL if the
 * collective has only one within a node. */
char *tn_mpich_composition(int id, const struct tn_rule *rule);
/* Returns true if the rule's algorithm uses memory that all ranks share; only compositions select
 * such algorithms. */
bool tn_mpich_is_shared(const struct tn_rule *rule);
/* Returns true if calls of the collective reach MPIR's table only through a composition. */
bool tn_mpich_has_compositions(int id);

/* Returns true if the release has the algorithm ("binomial") for the collective, by the registry
 * and its list of names. */
bool tn_mpich_has(enum tn_target target, int id, const char *name);

/* Returns the i-th parameter, from 0, whose value (*ret_value) differs from the registry's default;
 * NULL after the last. */
const char *tn_mpich_fixed(enum tn_target target, int i, const char **ret_value);

/* Returns true if the algorithm exists only in releases after the target, or in no release. */
bool tn_mpich_is_newer(enum tn_target target, int id, const char *name);

/* Returns true if the algorithm divides vectors: it needs a predefined operation and an element per
 * rank. */
bool tn_mpich_cuts(const struct tn_rule *rule);

/* Returns why the release cannot run the row's algorithm with any parameters, or NULL. Transfer
 * full. */
char *tn_mpich_refuse(enum tn_target target, const struct tn_row *row,
                      const struct tn_method *algorithm);
/* Copies a row's parameter into the rule. Returns NULL, or why the release cannot set it (transfer
 * full). */
char *tn_mpich_take(enum tn_target target, const struct tn_method *algorithm,
                    const struct tn_value *param, struct tn_rule *rule);

#endif
