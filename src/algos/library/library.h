/* What MPI libraries choose by default, for ranks of one node: the entries `library:ompi` and
 * `library:mpich`, and those of releases, `library:ompi-4.1`. A library decides by the collective,
 * the ranks and the bytes; the entry of the algorithm that it chooses then does the work, on the
 * same flags and memory. */
#ifndef TN_ALGOS_LIBRARY_LIBRARY_H
#define TN_ALGOS_LIBRARY_LIBRARY_H

#include "algos/registry.h"

/* How the names of these entries begin. */
#define TN_LIBRARY_PREFIX "library:"
/* The name of the entry with Open MPI's decisions. */
#define TN_OMPI_CHOICE "library:ompi"

/* Open MPI's fixed decision (coll/tuned of 4.1 to 6.0, commutative operations): the number of the
 * algorithm, never segmented, for a vector or block of `bytes`, of allgatherv the mean one. 0 for
 * patterns and what coll/tuned has not. */
int tn_ompi_decision(enum tn_collective collective, int n_ranks, size_t bytes);

/* The entry with its parameters' defaults; NULL: one that is not in the registry. */
struct tn_decision tn_decision_make(const struct tn_algorithm *algorithm, const char *name);
/* The same with a parameter set; and of an entry that stands in for the library's own. */
struct tn_decision tn_decision_with(const struct tn_algorithm *algorithm, const char *name,
                                    const char *param, int64_t value);
struct tn_decision tn_decision_like(const struct tn_algorithm *algorithm, const char *name);
/* Sets a parameter of the decision that its algorithm has. */
void tn_decision_set(struct tn_decision *decision, const char *param, int64_t value);
/* The number of a name among a parameter's choices, or -1. */
int tn_decision_find(const struct tn_decision *decision, const char *param, const char *value);

/* What it takes for a gatherv and a scatterv, in all releases: coll/basic's. */
struct tn_decision tn_ompi_of_basic(const struct tn_call *call);

/* The entry by MPICH's name of it. */
struct tn_decision tn_mpich_of(const struct tn_algorithm *algorithm);
/* Whether MPICH, and MPICH2 before it, takes something else where the ranks of such a call sit on
 * several nodes than within one. */
bool tn_mpich_needs_node(enum tn_collective collective);
/* What MPICH takes for a bcast, a reduction or a barrier of ranks on several nodes; `is_4_0`:
 * release 4.0. */
struct tn_decision tn_mpich_between_nodes(const struct tn_call *call, bool is_4_0);
/* What it takes for the other collectives, by messages, wherever the ranks sit. */
struct tn_decision tn_mpich_by_messages(const struct tn_call *call);
/* Its broadcast by messages between all ranks, wherever they sit. */
struct tn_decision tn_mpich_bcast(const struct tn_call *call);

/* Defines the entries of a release, one for each collective of a list (each.h), by the members that
 * all have. */
#define TN_DEFINE_RELEASE(each, release, ...) each(TN_RELEASE_ENTRY, release, __VA_ARGS__)
#define TN_RELEASE_ENTRY(c, C, release, ...)                                                       \
  const struct tn_algorithm tn_##c##_##release = { .collective = TN_##C,                           \
                                                   .sizeless = TN_##C == TN_BARRIER,               \
                                                   __VA_ARGS__ };

/* The same of a library that goes by messages: its name behind TN_LIBRARY_PREFIX, how it decides,
 * a summary and a source. */
#define TN_LIBRARY(each, release, title, how, ...)                                                 \
  TN_LIBRARY_OF(each, release, title, how, __VA_ARGS__)
#define TN_LIBRARY_OF(each, release, title, how, what, from)                                       \
  TN_DEFINE_RELEASE(each, release, .name = TN_LIBRARY_PREFIX title, .summary = what,               \
                    .source = from, TN_OF_LIBRARIES, .decide = (how))

/* The name of a release's entry, TN_RELEASE_OF("ompi", "6.0"). */
#define TN_RELEASE_OF(library, release) TN_LIBRARY_PREFIX library "-" release

#endif
