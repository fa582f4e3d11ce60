/* What releases of MPI libraries make of a machine: which single copy they take for long messages,
 * whether it works, and what would have to be set for another. From facts alone, without input or
 * output. */
#ifndef TN_PLATFORM_MPI_H
#define TN_PLATFORM_MPI_H

#include "facts.h"
#include "transports.h"

/* How a release finds out whether it may copy by CMA. */
enum tn_cma_test {
  TN_CMA_NEVER,         /* it has none */
  TN_CMA_ON_REQUEST,    /* not unless an environment variable says so, and then without a test */
  TN_CMA_SCOPE_0,       /* ptrace_scope has to be 0, or absent */
  TN_CMA_ASKS,          /* that, or prctl(PR_SET_PTRACER) has to succeed */
  TN_CMA_ASKS_COMPARES, /* besides, kcmp has to work between two ranks */
  TN_CMA_TRIES_ITSELF /* a write to its own memory has to work, and what it knows of ptrace_scope */
};

/* Whether its segments fit into /dev/shm. */
enum tn_room {
  TN_ROOM_ENOUGH,  /* or nobody knows */
  TN_ROOM_TO_FILL, /* until they are filled: then ranks are killed by SIGBUS */
  TN_ROOM_NONE     /* not even at the start */
};

/* A release, or UCX below one. */
struct tn_mpi {
  const char *name; /* "ompi-5.0" */
  enum tn_transport_profile transport;
  const char *library; /* its choice of algorithms is the entry library:NAME */
  enum tn_cma_test test;
  bool has_xpmem, has_knem; /* where it was built with them */
  bool knem_first;          /* before XPMEM */
  int64_t segment;          /* bytes in /dev/shm for each rank, at most */
  bool is_filled;           /* from the start on; else as messages fill it */
  const char *without_cma;  /* what keeps it from CMA */
  const char *failing;      /* what it does when CMA is refused after it was chosen */
};

extern const struct tn_mpi tn_mpis[];
extern const int tn_n_mpis;

/* What becomes of a release. Texts are owned. */
struct tn_mpi_fate {
  enum tn_mechanism mechanism; /* by which it copies long messages */
  bool breaks;                 /* it takes CMA, and the system will refuse */
  int64_t segments;            /* bytes that its segments take of /dev/shm; 0: none */
  enum tn_room room;
  char *why;
  char *remedy; /* what to set so that it works, or copies better; NULL: nothing */
};

/* For n_ranks ranks. tn_mpi_fate_clear releases the texts. */
void tn_mpi_foretell(const struct tn_mpi *mpi, const struct tn_facts *facts, int n_ranks,
                     struct tn_mpi_fate *ret);
void tn_mpi_fate_clear(struct tn_mpi_fate *fate);

/* What removes the obstacle to CMA; NULL: there is none. Static. */
const char *tn_obstacle_remedy(const struct tn_facts *facts, bool asked);

#endif
