/* The tracer: a library between a program and its MPI, using MPI's profiling interface (PMPI). It
 * writes a file for each rank (src/trace/record.h) and changes neither results nor return codes.
 * The script tools/trace builds it with the user's mpicc and preloads it. It is then also loaded
 * into mpirun and shells, where it does nothing. It refers to the MPI library by weak references,
 * for programs that load their MPI late. It communicates in MPI_Init and, to number communicators,
 * when they are created; never in a collective. The program may have threads. */
#ifndef TRACER_H
#define TRACER_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "trace/record.h"

/* The tracer's data about a communicator, stored as an attribute of the communicator. */
struct tracer_comm {
  uint32_t number;   /* number of the communicator in the rank's file */
  uint32_t sequence; /* sequence number of the next call on the communicator */
  uint64_t id;       /* identifier that all ranks of the communicator share; 0 if it is not
                      * recorded */
  uint32_t n_copies; /* number of copies by MPI_Comm_dup and similar calls */
  int n, rank;       /* number of ranks and this rank; n is 0 in a copy that is not yet
                      * initialised */
  int reason;        /* enum tn_record_reason: why calls on this communicator are not recorded; -1
                      * if they are recorded */
};

/* A call in progress. */
struct tracer_call {
  struct tn_record record;
  const struct tracer_comm *comm;
  int n_numbers;
  const uint64_t *numbers; /* numbers that follow the record; owned by this thread, valid until its
                            * next call */
};

/* true if the tracer records and counts calls and numbers communicators; equal on all ranks between
 * MPI_Init and MPI_Finalize */
extern bool tracer_on;
/* true after MPI_Pcontrol(0): calls are not recorded */
extern bool tracer_paused;

static inline uint64_t tracer_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* file.c */

/* Creates the rank's file in the folder. On failure prints a line on stderr and returns false. */
bool tracer_file_open(const char *folder, int rank);
/* Returns the mapped header of the file for the caller to fill; NULL before the file is open and
 * after it is closed. */
struct tn_record_header *tracer_file_header(void);
/* Appends a record and n numbers. Returns false if the file has no room for them. */
bool tracer_file_put(const struct tn_record *record, int n, const uint64_t *numbers);
void tracer_file_close(void);
/* Removes the file and returns to the state before tracer_file_open. */
void tracer_file_remove(void);
/* Counts a call that is not recorded, by the kind of call and the reason. */
void tracer_count(int kind, int reason);

/* comm.c */

/* Starts the list of communicators. Borrows `node`: node[world rank] is the lowest rank on the same
 * node. */
void tracer_comms_begin(int world_rank, const int *node);
struct tracer_comm *tracer_comm_of(MPI_Comm comm);

/* call.c */

/* Makes the record of a call that has returned. Returns false if the call is not recorded. Checks
 * the communicator and types only after the call, because MPI may end the program if it is asked
 * about invalid ones. `entry`: time of the call in ns, or 0. */
bool tracer_end(struct tracer_call *call, int kind, MPI_Comm comm, uint64_t entry, int status);
/* Writes the record of a call. */
void tracer_put(const struct tracer_call *call);
/* Writes the record of a non-blocking call. Its end is recorded when `request` is complete. */
void tracer_started(const struct tracer_call *call, MPI_Request request);

/* Store the arguments of a collective that succeeded in `call` (arguments.c). */

/* Stores no arguments, for a call that failed. */
void tracer_take_nothing(struct tracer_call *call);

void tracer_take_bcast(struct tracer_call *call, const void *buffer, int count, MPI_Datatype type,
                       int root);
/* Stores the arguments of scatter, scatterv, gather and gatherv. counts: NULL for scatter and
 * gather. */
void tracer_take_scatter(struct tracer_call *call, const void *send, int send_count,
                         const int *send_counts, MPI_Datatype send_type, const void *receive,
                         int receive_count, MPI_Datatype receive_type, int root);
void tracer_take_gather(struct tracer_call *call, const void *send, int send_count,
                        MPI_Datatype send_type, const void *receive, int receive_count,
                        const int *receive_counts, MPI_Datatype receive_type, int root);
/* Stores the arguments of allgather, allgatherv and alltoall. */
void tracer_take_all(struct tracer_call *call, const void *send, int send_count,
                     MPI_Datatype send_type, const void *receive, int receive_count,
                     const int *receive_counts, MPI_Datatype receive_type);
void tracer_take_alltoallv(struct tracer_call *call, const void *send, const int *send_counts,
                           MPI_Datatype send_type, const void *receive, const int *receive_counts,
                           MPI_Datatype receive_type);
void tracer_take_alltoallw(struct tracer_call *call, const void *send, const int *send_counts,
                           const MPI_Datatype *send_types, const void *receive,
                           const int *receive_counts, const MPI_Datatype *receive_types);
/* Stores the arguments of reductions. root: -1 if there is no root; counts: only for
 * reduce_scatter, else NULL. */
void tracer_take_reduce(struct tracer_call *call, const void *send, const void *receive, int count,
                        const int *counts, MPI_Datatype type, MPI_Op op, int root);

#endif
