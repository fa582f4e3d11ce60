/* Predicts from facts the single-copy mechanism that a release of an MPI library uses for long
 * messages, whether it works, and which settings would select another. No input or output. */
#ifndef TN_PLATFORM_MPI_H
#define TN_PLATFORM_MPI_H

#include "facts.h"
#include "transports.h"

/* Test by which a release decides if it may use CMA. */
enum tn_cma_test {
  TN_CMA_NEVER,         /* the release has no CMA */
  TN_CMA_ON_REQUEST,    /* only if an environment variable demands it */
  TN_CMA_SCOPE_0,       /* ptrace_scope 0 or absent */
  TN_CMA_ASKS,          /* ptrace_scope 0 or absent, or prctl(PR_SET_PTRACER) succeeds */
  TN_CMA_ASKS_COMPARES, /* like TN_CMA_ASKS, and kcmp works between two ranks */
  /* process_vm_writev to the caller itself works, and the check of ptrace_scope passes */
  TN_CMA_TRIES_ITSELF
};

/* Space in /dev/shm, compared with the segments of all ranks. */
enum tn_shm_space {
  TN_SHM_ENOUGH, /* enough space, or unknown */
  /* enough at the start, but ranks die by SIGBUS when the segments fill */
  TN_SHM_FILLS,
  TN_SHM_TOO_SMALL /* too small from the start */
};

/* Release of an MPI library, or UCX below such a library. */
struct tn_mpi {
  const char *name; /* "ompi-5.0" */
  enum tn_transport_profile transport;
  const char *library; /* NAME in library:NAME, the release's choice of algorithms */
  enum tn_cma_test test;
  bool has_xpmem, has_knem; /* true if builds with these devices use them */
  bool knem_first;          /* true if KNEM is preferred to XPMEM */
  int64_t segment;          /* largest number of bytes that a rank takes in /dev/shm */
  /* true if the segment is filled at the start; false if messages fill it */
  bool is_filled;
  const char *without_cma; /* setting that makes the release work without CMA */
  const char *failing;     /* what the release does if the system refuses the CMA that it chose */
};

extern const struct tn_mpi tn_mpis[];
extern const int tn_n_mpis;

/* Prediction for a release. Owns its texts. */
struct tn_mpi_prediction {
  enum tn_mechanism mechanism; /* for long messages */
  bool breaks;                 /* true if the release chooses CMA and the system refuses it */
  int64_t segments;            /* bytes of all ranks' segments in /dev/shm; 0: no segments */
  enum tn_shm_space room;
  char *why;
  /* setting that makes the release work or copy faster; NULL if none is needed */
  char *remedy;
};

/* Predicts the mechanism of n_ranks ranks. Free with tn_mpi_prediction_clear. */
void tn_mpi_predict(const struct tn_mpi *mpi, const struct tn_facts *facts, int n_ranks,
                    struct tn_mpi_prediction *ret);
void tn_mpi_prediction_clear(struct tn_mpi_prediction *prediction);

/* Returns instructions to remove the obstacle to CMA, or NULL if there is no obstacle. Static. */
const char *tn_obstacle_remedy(const struct tn_facts *facts, bool asked);

#endif
