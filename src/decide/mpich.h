/* What MPICH's selections rest on: by what size they go, the names of algorithms and compositions
 * in files of each release, and what an algorithm needs. Source: src/mpi/coll/src/csel.c,
 * csel_container.c, src/mpid/ch4/src/ch4_coll_impl.h, maint/tuning/coll; 4.0.2's names are those in
 * its library. */
#ifndef TN_DECIDE_MPICH_H
#define TN_DECIDE_MPICH_H

#include "rule.h"
#include "target.h"
#include "tuned.h"

/* The beginning of the test of sizes for a collective (coll/tuned's number of it): "avg_msg_size",
 * "total_msg_size"; NULL: none. */
const char *tn_mpich_size_test(int id);

/* "Bcast", "Reduce_scatter": the collective as the names of its algorithms have it. Transfer
 * full. */
char *tn_mpich_title(int id);
/* The key of a rule's algorithm without "algorithm=", and what is in its object; transfer full.
 * Not for rules of compositions other than by messages. */
char *tn_mpich_algorithm(enum tn_target target, int id, const struct tn_rule *rule);
const char *tn_mpich_params(enum tn_target target, const struct tn_rule *rule);
/* The key of a rule's composition without "composition=", transfer full; NULL: its collective has
 * one only that matters within a node. */
char *tn_mpich_composition(int id, const struct tn_rule *rule);
/* Whether it is in memory shared by all ranks, which compositions choose. */
bool tn_mpich_is_shared(const struct tn_rule *rule);
/* Whether calls reach MPIR's table only by a composition. */
bool tn_mpich_has_compositions(int id);

/* Whether the release has an algorithm of this name ("binomial") for the collective; such as the
 * registry and its list of names know. */
bool tn_mpich_has(enum tn_target target, int id, const char *name);

/* The name of the i-th parameter, from 0, that the release has fixed where the registry's default is
 * another, and *ret_value; NULL: there are no more. */
const char *tn_mpich_fixed(enum tn_target target, int i, const char **ret_value);

/* Whether it is one that only releases after this one have, or none yet. */
bool tn_mpich_is_newer(enum tn_target target, int id, const char *name);

/* Whether the algorithm cuts vectors by elements, so that it needs at least one for each rank, and
 * an operation of MPI's own. */
bool tn_mpich_cuts(const struct tn_rule *rule);

/* Why the release cannot do as a row of the algorithm, whatever its parameters; NULL: it can. Transfer
 * full. */
char *tn_mpich_refuse(enum tn_target target, const struct tn_row *row,
                      const struct tn_algorithm *algorithm);
/* Takes one parameter of a row into the rule; NULL, or why the release cannot be told of it (transfer
 * full). */
char *tn_mpich_take(enum tn_target target, const struct tn_algorithm *algorithm,
                    const struct tn_value *param, struct tn_rule *rule);

#endif
