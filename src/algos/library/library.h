/* Default decisions of MPI libraries by collective, ranks and bytes: the choosers `library:ompi`,
 * `library:mpich` and so on, and those of releases such as `library:ompi-4.1`. The chosen algorithm
 * runs the call with the same flags and memory. */
#ifndef TN_ALGOS_LIBRARY_LIBRARY_H
#define TN_ALGOS_LIBRARY_LIBRARY_H

#include "algos/registry.h"

#define TN_LIBRARY_PREFIX "library:"
/* Name of the chooser with Open MPI's decisions. */
#define TN_OMPI_CHOICE "library:ompi"

/* Returns the number of the algorithm in coll/tuned (4.1 to 6.0, commutative operations) on which
 * Open MPI decides; 0 for patterns and collectives that coll/tuned lacks. `bytes` is the size of a
 * vector or block (allgatherv: of the mean block). */
int tn_ompi_decision(enum tn_collective collective, int n_ranks, size_t bytes);

/* Returns the algorithm that has this number, not 0, in coll/tuned, or NULL. Algorithms of the CMA
 * paper are excluded, although they may have such numbers. */
const struct tn_algorithm *tn_ompi_numbered(enum tn_collective collective, int number);

/* Returns a decision for an algorithm (NULL if the registry lacks it) with default parameters.
 * `name` is the library's name of the algorithm. */
struct tn_decision tn_decision_make(const struct tn_algorithm *algorithm, const char *name);
/* Return a decision for an algorithm with one parameter set, and for an algorithm that replaces a
 * similar one of the library (is_substitute). */
struct tn_decision tn_decision_with(const struct tn_algorithm *algorithm, const char *name,
                                    const char *param, int64_t value);
struct tn_decision tn_decision_like(const struct tn_algorithm *algorithm, const char *name);
/* Sets a parameter of the decision. The algorithm must have the parameter. */
void tn_decision_set(struct tn_decision *decision, const char *param, int64_t value);
/* Returns the index of the choice named `value` of a parameter; -1 if the parameter has no such
 * choice. */
int tn_decision_find(const struct tn_decision *decision, const char *param, const char *value);

/* Returns Open MPI's decision for a gatherv or scatterv: in all releases coll/basic's. */
struct tn_decision tn_ompi_of_basic(const struct tn_call *call);

/* Returns a decision for an algorithm under its MPICH name. */
struct tn_decision tn_mpich_of(const struct tn_algorithm *algorithm);
/* Returns true if MPICH and MPICH2 decide differently for ranks on several nodes than on one. */
bool tn_mpich_needs_node(enum tn_collective collective);
/* Returns MPICH's decision for a bcast, reduction or barrier on several nodes; `is_4_0`: in release
 * 4.0. */
struct tn_decision tn_mpich_between_nodes(const struct tn_call *call, bool is_4_0);
/* Returns MPICH's decision for the other collectives, which use messages on any number of nodes. */
struct tn_decision tn_mpich_by_messages(const struct tn_call *call);
/* Returns MPICH's decision for a broadcast by messages between all ranks. */
struct tn_decision tn_mpich_bcast(const struct tn_call *call);

#define TN_SET(collective) (1u << TN_##collective)
#define TN_SET_TUNED                                                                               \
  (TN_SET(BCAST) | TN_SET(SCATTER) | TN_SET(GATHER) | TN_SET(ALLGATHER) | TN_SET(ALLTOALL))
#define TN_SET_COUNTED (TN_SET(SCATTERV) | TN_SET(GATHERV) | TN_SET(ALLGATHERV) | TN_SET(ALLTOALLV))
#define TN_SET_SUMS (TN_SET(REDUCE) | TN_SET(ALLREDUCE))
#define TN_SET_SHARES (TN_SET(REDUCE_SCATTER_BLOCK) | TN_SET(REDUCE_SCATTER))
#define TN_SET_SCANS (TN_SET(SCAN) | TN_SET(EXSCAN))
#define TN_SET_OF_MPI                                                                              \
  (TN_SET_TUNED | TN_SET_COUNTED | TN_SET_SUMS | TN_SET_SHARES | TN_SET_SCANS | TN_SET(BARRIER))

/* Initialiser of a chooser for a library that sends messages: its set of collectives, its name
 * after TN_LIBRARY_PREFIX, the functions that decide and stage, the source and a summary. */
#define TN_CHOOSER_OF(set, title, how, staged, from, what)                                         \
  {                                                                                                \
    .name = TN_LIBRARY_PREFIX title, .summary = what, .source = from, .collectives = (set),        \
    .decide = (how), .stage = (staged), TN_OF_LIBRARIES                                            \
  }

/* Name of a release's chooser, e.g. TN_RELEASE_OF("ompi", "6.0"). */
#define TN_RELEASE_OF(library, release) TN_LIBRARY_PREFIX library "-" release

/* Returns the decision of the chooser with this name, which must have the call's collective. */
struct tn_decision tn_decide_as(const char *chooser, const struct tn_call *call);

/* Return the buffers that Open MPI up to 5.0, Open MPI from 6.0 on, MPICH 4.0 and MPICH from 4.1 on
 * copy from a device to the host. */
enum tn_staging tn_stage_cuda(const struct tn_call *call);
enum tn_staging tn_stage_accelerator(const struct tn_call *call);
enum tn_staging tn_stage_mpich_4_0(const struct tn_call *call);
enum tn_staging tn_stage_mpich(const struct tn_call *call);

bool tn_is_scan(enum tn_collective collective);
/* Return decisions for scans and reduce-scatters. A linear reduce-scatter consists of a reduce and
 * a scatter; `decide` is Open MPI's function that decides on both. */
struct tn_decision tn_ompi_scan(const struct tn_call *call,
                                struct tn_decision (*decide)(const struct tn_call *call));
struct tn_decision tn_ompi_4_0_scan(const struct tn_call *call,
                                    struct tn_decision (*decide)(const struct tn_call *call));
struct tn_decision tn_mpich_scan(const struct tn_call *call);

#endif
