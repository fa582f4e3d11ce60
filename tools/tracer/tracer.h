/* The tracer records a program's calls of MPI, by PMPI. It writes a file per rank
 * (src/trace/record.h) and changes neither results nor return codes. tools/trace builds it with the
 * user's mpicc and preloads it, also into mpirun and shells, where it does nothing. Weak references
 * to MPI allow programs that load their MPI late. It communicates in MPI_Init and at the creation
 * of communicators, to number them; never in a collective. Threads are allowed. */
#ifndef TRACER_H
#define TRACER_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "trace/record.h"

/* Data about a communicator, stored as its attribute in MPI. */
struct tracer_comm {
  uint32_t number;   /* index of the communicator in the rank's file */
  uint32_t sequence; /* sequence number of the communicator's next call */
  uint64_t id;       /* identifier that all ranks of the communicator share; 0 if it is not
                      * recorded */
  uint32_t n_copies; /* number of copies made by MPI_Comm_dup and similar calls */
  int n, rank;       /* number of ranks, and this rank; n is 0 in a new copy */
  int reason;        /* enum tn_record_reason: why calls on this communicator are not recorded; -1
                      * if they are recorded */
};

/* A call in progress. */
struct tracer_call {
  struct tn_record record;
  const struct tracer_comm *comm;
  int n_numbers;
  /* bytes per rank, stored after the record; owned by this thread until its next call */
  const uint64_t *numbers;
};

/* True if calls are recorded or counted, and communicators numbered. Equal on all ranks between
 * MPI_Init and MPI_Finalize. */
extern bool tracer_on;
/* True after MPI_Pcontrol(0): calls are then counted but not recorded. */
extern bool tracer_paused;

static inline uint64_t tracer_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* file.c */

/* Creates the rank's file in the folder. Returns false after a line on stderr if this fails. */
bool tracer_file_open(const char *folder, int rank);
/* Returns the mapped header of the file, which the caller fills; NULL if the file is not open. */
struct tn_record_header *tracer_file_header(void);
/* Appends a record and n numbers that belong to it. Returns false if the file is full. */
bool tracer_file_put(const struct tn_record *record, int n, const uint64_t *numbers);
void tracer_file_close(void);
/* Closes and removes the file, as if it had not been opened. */
void tracer_file_remove(void);
/* Counts a call that is not recorded, by the kind of call and the reason. */
void tracer_count(int kind, int reason);

/* comm.c */

/* Starts the list of communicators. Borrows node[]: for each rank of MPI_COMM_WORLD, the lowest
 * rank on its node. */
void tracer_comms_begin(int world_rank, const int *node);
struct tracer_comm *tracer_comm_of(MPI_Comm comm);

/* call.c */

/* Makes the record of a call that has returned. Returns false if the call is not recorded. Checks
 * communicator and types only after the call, because MPI may end the program on invalid ones.
 * `entry`: time of entry in ns, or 0 if recording was off. */
bool tracer_end(struct tracer_call *call, int kind, MPI_Comm comm, uint64_t entry, int status);
void tracer_put(const struct tracer_call *call);
/* Records the start of a non-blocking call. Its end is recorded when `request` is complete. */
void tracer_started(const struct tracer_call *call, MPI_Request request);

/* The following functions store the arguments of a successful collective (arguments.c). */

/* Stores zeros for a failed call, in place of the arguments. */
void tracer_take_nothing(struct tracer_call *call);

void tracer_take_bcast(struct tracer_call *call, const void *buffer, int count, MPI_Datatype type,
                       int root);
/* Stores the arguments of scatter, scatterv, gather and gatherv. send_counts and receive_counts:
 * NULL for scatter and gather. */
void tracer_take_scatter(struct tracer_call *call, const void *send, int send_count,
                         const int *send_counts, MPI_Datatype send_type, const void *receive,
                         int receive_count, MPI_Datatype receive_type, int root);
void tracer_take_gather(struct tracer_call *call, const void *send, int send_count,
                        MPI_Datatype send_type, const void *receive, int receive_count,
                        const int *receive_counts, MPI_Datatype receive_type, int root);
void tracer_take_all(struct tracer_call *call, const void *send, int send_count,
                     MPI_Datatype send_type, const void *receive, int receive_count,
                     const int *receive_counts, MPI_Datatype receive_type);
void tracer_take_alltoallv(struct tracer_call *call, const void *send, const int *send_counts,
                           MPI_Datatype send_type, const void *receive, const int *receive_counts,
                           MPI_Datatype receive_type);
void tracer_take_alltoallw(struct tracer_call *call, const void *send, const int *send_counts,
                           const MPI_Datatype *send_types, const void *receive,
                           const int *receive_counts, const MPI_Datatype *receive_types);
/* Stores the arguments of reductions. root: -1 if the collective has no root; counts: only for
 * reduce_scatter, otherwise NULL. */
void tracer_take_reduce(struct tracer_call *call, const void *send, const void *receive, int count,
                        const int *counts, MPI_Datatype type, MPI_Op op, int root);

#endif
