/* What MPI libraries choose by default, for ranks of one node: the choosers `library:ompi` and
 * `library:mpich`, and those of releases, `library:ompi-4.1`. A library decides by the collective,
 * the ranks and the bytes; the algorithm that it chooses then does the work, on the same flags and
 * memory. */
#ifndef TN_ALGOS_LIBRARY_LIBRARY_H
#define TN_ALGOS_LIBRARY_LIBRARY_H

#include "algos/registry.h"

/* How the names of these choosers begin. */
#define TN_LIBRARY_PREFIX "library:"
/* The name of the chooser with Open MPI's decisions. */
#define TN_OMPI_CHOICE "library:ompi"

/* Open MPI's fixed decision (coll/tuned of 4.1 to 6.0, commutative operations): the number of the
 * algorithm, never segmented, for a vector or block of `bytes`, of allgatherv the mean one. 0 for
 * patterns and what coll/tuned has not. */
int tn_ompi_decision(enum tn_collective collective, int n_ranks, size_t bytes);

/* Returns the algorithm of a number that is not 0, by messages: a paper's own one may bear the name of the
 * one that it stands for. NULL: there is none. */
const struct tn_algorithm *tn_ompi_numbered(enum tn_collective collective, int number);

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

/* The collectives of choosers. */
#define TN_SET(collective) (1u << TN_##collective)
#define TN_SET_TUNED                                                                               \
  (TN_SET(BCAST) | TN_SET(SCATTER) | TN_SET(GATHER) | TN_SET(ALLGATHER) | TN_SET(ALLTOALL))
#define TN_SET_COUNTED (TN_SET(SCATTERV) | TN_SET(GATHERV) | TN_SET(ALLGATHERV) | TN_SET(ALLTOALLV))
#define TN_SET_SUMS (TN_SET(REDUCE) | TN_SET(ALLREDUCE))
#define TN_SET_SHARES (TN_SET(REDUCE_SCATTER_BLOCK) | TN_SET(REDUCE_SCATTER))
#define TN_SET_SCANS (TN_SET(SCAN) | TN_SET(EXSCAN))
/* All blocking ones. */
#define TN_SET_OF_MPI                                                                              \
  (TN_SET_TUNED | TN_SET_COUNTED | TN_SET_SUMS | TN_SET_SHARES | TN_SET_SCANS | TN_SET(BARRIER))

/* A chooser of a library that goes by messages: its name behind TN_LIBRARY_PREFIX, how it decides and what
 * it stages, the source and a summary. */
#define TN_CHOOSER_OF(set, title, how, staged, from, what)                                         \
  {                                                                                                \
    .name = TN_LIBRARY_PREFIX title, .summary = what, .source = from, .collectives = (set),        \
    .decide = (how), .stage = (staged), TN_OF_LIBRARIES                                            \
  }

/* The name of a release's chooser, TN_RELEASE_OF("ompi", "6.0"). */
#define TN_RELEASE_OF(library, release) TN_LIBRARY_PREFIX library "-" release

/* Returns the decision of another chooser, which has the call's collective. */
struct tn_decision tn_decide_as(const char *chooser, const struct tn_call *call);

/* What they stage: Open MPI up to 5.0 and from 6.0 on, MPICH 4.0 and later ones. */
enum tn_staging tn_stage_cuda(const struct tn_call *call);
enum tn_staging tn_stage_accelerator(const struct tn_call *call);
enum tn_staging tn_stage_mpich_4_0(const struct tn_call *call);
enum tn_staging tn_stage_mpich(const struct tn_call *call);

/* What libraries take for reduce-scatters and scans. */
bool tn_is_scan(enum tn_collective collective);
/* Open MPI's; `decide` is the release's decision for a reduce and a scatter. */
struct tn_decision tn_ompi_scan(const struct tn_call *call,
                                struct tn_decision (*decide)(const struct tn_call *call));
struct tn_decision tn_ompi_4_0_scan(const struct tn_call *call,
                                    struct tn_decision (*decide)(const struct tn_call *call));
struct tn_decision tn_mpich_scan(const struct tn_call *call);

#endif
