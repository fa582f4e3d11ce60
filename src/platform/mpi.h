/* Predicts the behaviour of MPI libraries on a machine: the single-copy mechanism that a release
 * uses for long messages, whether that works, and which settings would select another. The
 * functions compute from facts only and do no input or output. */
#ifndef TN_PLATFORM_MPI_H
#define TN_PLATFORM_MPI_H

#include "facts.h"
#include "transports.h"

/* Test by which a release decides if it may use CMA. */
enum tn_cma_test {
  TN_CMA_NEVER,         /* the release has no CMA */
  TN_CMA_ON_REQUEST,    /* only if an environment variable requests it, then without a test */
  TN_CMA_SCOPE_0,       /* ptrace_scope 0 or absent */
  TN_CMA_ASKS,          /* ptrace_scope 0 or absent, or prctl(PR_SET_PTRACER) succeeds */
  TN_CMA_ASKS_COMPARES, /* TN_CMA_ASKS, and kcmp must work between two ranks */
  /* process_vm_writev to the caller's own memory works, and the release's check of ptrace_scope
   * passes */
  TN_CMA_TRIES_ITSELF
};

/* Result of comparing the release's segments with the space in /dev/shm. */
enum tn_shm_space {
  TN_SHM_ENOUGH, /* the space is sufficient, or unknown */
  /* the space is sufficient at the start; when the segments fill, ranks are killed by SIGBUS */
  TN_SHM_FILLS,
  TN_SHM_TOO_SMALL /* too small from the start */
};

/* A release of a library, or UCX below one. */
struct tn_mpi {
  const char *name; /* "ompi-5.0" */
  enum tn_transport_profile transport;
  const char *library; /* NAME in library:NAME, the release's choice of algorithms */
  enum tn_cma_test test;
  bool has_xpmem, has_knem; /* true if builds with these devices use them */
  bool knem_first;          /* true if KNEM is preferred to XPMEM */
  int64_t segment;          /* largest number of bytes in /dev/shm for each rank */
  /* true if the segment is filled at the start; false if messages fill it */
  bool is_filled;
  const char *without_cma; /* reason why it does not use CMA */
  const char *failing;     /* effect if the release chooses CMA but the system refuses it */
};

extern const struct tn_mpi tn_mpis[];
extern const int tn_n_mpis;

/* Prediction for a release. Owns its texts. */
struct tn_mpi_prediction {
  enum tn_mechanism mechanism; /* mechanism that copies long messages */
  bool breaks;                 /* true if the release chooses CMA and the system refuses it */
  int64_t segments;            /* bytes of /dev/shm that the segments take; 0: no segments */
  enum tn_shm_space room;
  char *why;
  /* setting that makes the release work or copy faster; NULL if no setting is needed */
  char *remedy;
};

/* Predicts the behaviour with n_ranks ranks. Free with tn_mpi_prediction_clear. */
void tn_mpi_predict(const struct tn_mpi *mpi, const struct tn_facts *facts, int n_ranks,
                    struct tn_mpi_prediction *ret);
void tn_mpi_prediction_clear(struct tn_mpi_prediction *prediction);

/* Returns a text that explains how to remove the obstacle to CMA, or NULL. Static. */
const char *tn_obstacle_remedy(const struct tn_facts *facts, bool asked);

#endif
