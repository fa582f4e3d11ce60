/* The tracer: a library between a program and its MPI, using MPI's profiling interface (PMPI). It
 * writes a file for each rank (src/trace/record.h) and changes neither results nor return codes.
 * tools/trace builds it with the user's mpicc and preloads it, also into mpirun and shells, where
 * it does nothing. It is linked to that MPI by weak references, for programs that load their MPI
 * late.
 * It communicates in MPI_Init and, to number communicators, when they are created; never in a
 * collective. The program may have threads. */
#ifndef TRACER_H
#define TRACER_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "trace/record.h"

/* Tracer's data about a communicator, stored as an attribute of it. */
struct tracer_comm {
  uint32_t number;   /* in the file */
  uint32_t sequence; /* sequence number of its next call */
  uint64_t id;       /* identifier that all of its ranks share; 0 if it is not recorded */
  uint32_t n_copies; /* number of copies by MPI_Comm_dup and similar calls */
  int n, rank;       /* n 0: a copy that is not yet initialised */
  int reason;        /* enum tn_record_reason: reason why its calls are not recorded; -1 if they
                      * are recorded */
};

/* A call in progress. */
struct tracer_call {
  struct tn_record record;
  const struct tracer_comm *comm;
  int n_numbers;
  const uint64_t *numbers; /* numbers after the record; owned by this thread, valid until its next
                            * call */
};

/* True if calls are recorded and counted, and communicators numbered; equal on all ranks between
 * MPI_Init and MPI_Finalize. */
extern bool tracer_on;
/* MPI_Pcontrol(0) was called. */
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
/* Appends a record and n numbers. Returns false if there is no room. */
bool tracer_file_put(const struct tn_record *record, int n, const uint64_t *numbers);
void tracer_file_close(void);
/* Removes the file and returns to the state before tracer_file_open. */
void tracer_file_remove(void);
/* Counts a call that is not recorded. */
void tracer_count(int kind, int reason);

/* comm.c */

/* Starts the list of communicators. Borrows `node[world rank]`. */
void tracer_comms_begin(int world_rank, const int *node);
struct tracer_comm *tracer_comm_of(MPI_Comm comm);

/* call.c */

/* Makes the record of a call that has returned. Returns false if the call is not recorded. The
 * communicator and types are checked only now, because MPI may end the program if it is asked
 * about invalid ones. `entry`: time of the call, or 0. */
bool tracer_end(struct tracer_call *call, int kind, MPI_Comm comm, uint64_t entry, int status);
/* Writes it. */
void tracer_put(const struct tracer_call *call);
/* Makes the record of a call that ends when `request` is complete. */
void tracer_started(const struct tracer_call *call, MPI_Request request);

/* Note the arguments of each collective that succeeded (arguments.c). */

/* Notes no arguments, for a call that failed. */
void tracer_take_nothing(struct tracer_call *call);

void tracer_take_bcast(struct tracer_call *call, const void *buffer, int count, MPI_Datatype type,
                       int root);
/* counts: NULL for scatter and gather. */
void tracer_take_scatter(struct tracer_call *call, const void *send, int send_count,
                         const int *send_counts, MPI_Datatype send_type, const void *receive,
                         int receive_count, MPI_Datatype receive_type, int root);
void tracer_take_gather(struct tracer_call *call, const void *send, int send_count,
                        MPI_Datatype send_type, const void *receive, int receive_count,
                        const int *receive_counts, MPI_Datatype receive_type, int root);
/* Notes the arguments of allgather, allgatherv and alltoall. */
void tracer_take_all(struct tracer_call *call, const void *send, int send_count,
                     MPI_Datatype send_type, const void *receive, int receive_count,
                     const int *receive_counts, MPI_Datatype receive_type);
void tracer_take_alltoallv(struct tracer_call *call, const void *send, const int *send_counts,
                           MPI_Datatype send_type, const void *receive, const int *receive_counts,
                           MPI_Datatype receive_type);
void tracer_take_alltoallw(struct tracer_call *call, const void *send, const int *send_counts,
                           const MPI_Datatype *send_types, const void *receive,
                           const int *receive_counts, const MPI_Datatype *receive_types);
/* Notes the arguments of reductions. root: -1 if there is no root; counts: only for
 * reduce_scatter. */
void tracer_take_reduce(struct tracer_call *call, const void *send, const void *receive, int count,
                        const int *counts, MPI_Datatype type, MPI_Op op, int root);

#endif
