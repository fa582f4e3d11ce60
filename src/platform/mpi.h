/* Predicts from facts the single-copy mechanism that a release of an MPI library uses for long
 * messages, whether it works, and which settings would select another. No input or output. */
#ifndef TN_PLATFORM_MPI_H
#define TN_PLATFORM_MPI_H

#include "facts.h"
#include "transports.h"

/* Condition under which a release uses CMA. */
enum tn_cma_test {
  TN_CMA_NEVER,      /* the release has no CMA */
  TN_CMA_ON_REQUEST, /* CMA is used only if an environment variable demands it */
  TN_CMA_SCOPE_0,    /* ptrace_scope is 0, or the kernel has no Yama */
  /* ptrace_scope is 0, or the kernel has no Yama, or prctl(PR_SET_PTRACER) succeeds */
  TN_CMA_ASKS,
  TN_CMA_ASKS_COMPARES, /* the condition of TN_CMA_ASKS, and kcmp works between two ranks */
  /* the process can call process_vm_writev on itself, and the library's check of ptrace_scope
   * passes */
  TN_CMA_TRIES_ITSELF
};

/* Result of comparing the space in /dev/shm with the segments of all ranks. */
enum tn_shm_space {
  TN_SHM_ENOUGH, /* space for all segments, or unknown */
  /* space to create the segments, but ranks die by SIGBUS when messages fill them */
  TN_SHM_FILLS,
  TN_SHM_TOO_SMALL /* no space to create the segments */
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
  /* behaviour of the release if it chooses CMA and the system refuses it */
  const char *failing;
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
  /* setting with which the release works, or copies faster; NULL if none is needed */
  char *remedy;
};

/* Predicts the single-copy mechanism that n_ranks ranks of the release use. Free with
 * tn_mpi_prediction_clear. */
void tn_mpi_predict(const struct tn_mpi *mpi, const struct tn_facts *facts, int n_ranks,
                    struct tn_mpi_prediction *ret);
void tn_mpi_prediction_clear(struct tn_mpi_prediction *prediction);

/* Returns instructions to remove the obstacle to CMA, or NULL if there is no obstacle. Static. */
const char *tn_obstacle_remedy(const struct tn_facts *facts, bool asked);

#endif
