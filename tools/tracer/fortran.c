/* Open MPI's Fortran bindings call PMPI_ and bypass the C wrappers. This file wraps their blocking
 * collectives in mpif.h and `use mpi` (mpi_bcast_) and in `use mpi_f08` (ompi_bcast_f). MPICH's
 * bindings call MPI_ and need no wrappers. */
#include "tracer.h"

#ifdef OPEN_MPI

_Static_assert(sizeof(MPI_Fint) == sizeof(int), "Fortran's counts are C's");

/* Variables whose addresses are Fortran's MPI_IN_PLACE and MPI_BOTTOM. */
extern int mpi_fortran_in_place_, mpi_fortran_bottom_;

static void *buffer_of(void *given)
{
  if (given == &mpi_fortran_in_place_)
    return MPI_IN_PLACE;
  return given == &mpi_fortran_bottom_ ? MPI_BOTTOM : given;
}

#define TYPE(t) PMPI_Type_f2c(*(t))
#define COMM(c) PMPI_Comm_f2c(*(c))
#define OP(o) PMPI_Op_f2c(*(o))

/* Defines one Fortran function under both of its names. */
#define FORTRAN(name, arguments, ...)                                                              \
  void mpi_##name##_ arguments;                                                                    \
  void ompi_##name##_f arguments __attribute__((alias("mpi_" #name "_")));                         \
  void mpi_##name##_ arguments                                                                     \
  {                                                                                                \
    const int status = __VA_ARGS__;                                                                \
    if (error)                                                                                     \
      *error = status;                                                                             \
  }

FORTRAN(init, (MPI_Fint * error), MPI_Init(NULL, NULL))
FORTRAN(init_thread, (MPI_Fint * required, MPI_Fint *provided, MPI_Fint *error),
        MPI_Init_thread(NULL, NULL, *required, provided))
FORTRAN(finalize, (MPI_Fint * error), MPI_Finalize())

void mpi_pcontrol_(MPI_Fint *level);
void ompi_pcontrol_f(MPI_Fint *level) __attribute__((alias("mpi_pcontrol_")));
void mpi_pcontrol_(MPI_Fint *level)
{
  MPI_Pcontrol(*level);
}

FORTRAN(barrier, (MPI_Fint * comm, MPI_Fint *error), MPI_Barrier(COMM(comm)))

FORTRAN(bcast,
        (void *buffer, MPI_Fint *n, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm,
         MPI_Fint *error),
        MPI_Bcast(buffer_of(buffer), *n, TYPE(type), *root, COMM(comm)))

FORTRAN(scatter,
        (void *send, MPI_Fint *n_send, MPI_Fint *s_type, void *receive, MPI_Fint *n_receive,
         MPI_Fint *r_type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *error),
        MPI_Scatter(buffer_of(send), *n_send, TYPE(s_type), buffer_of(receive), *n_receive,
                    TYPE(r_type), *root, COMM(comm)))

FORTRAN(scatterv,
        (void *send, MPI_Fint *n_send, MPI_Fint *at, MPI_Fint *s_type, void *receive,
         MPI_Fint *n_receive, MPI_Fint *r_type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *error),
        MPI_Scatterv(buffer_of(send), n_send, at, TYPE(s_type), buffer_of(receive), *n_receive,
                     TYPE(r_type), *root, COMM(comm)))

FORTRAN(gather,
        (void *send, MPI_Fint *n_send, MPI_Fint *s_type, void *receive, MPI_Fint *n_receive,
         MPI_Fint *r_type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *error),
        MPI_Gather(buffer_of(send), *n_send, TYPE(s_type), buffer_of(receive), *n_receive,
                   TYPE(r_type), *root, COMM(comm)))

FORTRAN(gatherv,
        (void *send, MPI_Fint *n_send, MPI_Fint *s_type, void *receive, MPI_Fint *n_receive,
         MPI_Fint *at, MPI_Fint *r_type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *error),
        MPI_Gatherv(buffer_of(send), *n_send, TYPE(s_type), buffer_of(receive), n_receive, at,
                    TYPE(r_type), *root, COMM(comm)))

FORTRAN(allgather,
        (void *send, MPI_Fint *n_send, MPI_Fint *s_type, void *receive, MPI_Fint *n_receive,
         MPI_Fint *r_type, MPI_Fint *comm, MPI_Fint *error),
        MPI_Allgather(buffer_of(send), *n_send, TYPE(s_type), buffer_of(receive), *n_receive,
                      TYPE(r_type), COMM(comm)))

FORTRAN(allgatherv,
        (void *send, MPI_Fint *n_send, MPI_Fint *s_type, void *receive, MPI_Fint *n_receive,
         MPI_Fint *at, MPI_Fint *r_type, MPI_Fint *comm, MPI_Fint *error),
        MPI_Allgatherv(buffer_of(send), *n_send, TYPE(s_type), buffer_of(receive), n_receive, at,
                       TYPE(r_type), COMM(comm)))

FORTRAN(alltoall,
        (void *send, MPI_Fint *n_send, MPI_Fint *s_type, void *receive, MPI_Fint *n_receive,
         MPI_Fint *r_type, MPI_Fint *comm, MPI_Fint *error),
        MPI_Alltoall(buffer_of(send), *n_send, TYPE(s_type), buffer_of(receive), *n_receive,
                     TYPE(r_type), COMM(comm)))

FORTRAN(alltoallv,
        (void *send, MPI_Fint *n_send, MPI_Fint *s_at, MPI_Fint *s_type, void *receive,
         MPI_Fint *n_receive, MPI_Fint *r_at, MPI_Fint *r_type, MPI_Fint *comm, MPI_Fint *error),
        MPI_Alltoallv(buffer_of(send), n_send, s_at, TYPE(s_type), buffer_of(receive), n_receive,
                      r_at, TYPE(r_type), COMM(comm)))

FORTRAN(reduce,
        (void *send, void *receive, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint *root,
         MPI_Fint *comm, MPI_Fint *error),
        MPI_Reduce(buffer_of(send), buffer_of(receive), *n, TYPE(type), OP(op), *root, COMM(comm)))

FORTRAN(allreduce,
        (void *send, void *receive, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
         MPI_Fint *error),
        MPI_Allreduce(buffer_of(send), buffer_of(receive), *n, TYPE(type), OP(op), COMM(comm)))

FORTRAN(reduce_scatter,
        (void *send, void *receive, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
         MPI_Fint *error),
        MPI_Reduce_scatter(buffer_of(send), buffer_of(receive), n, TYPE(type), OP(op), COMM(comm)))

FORTRAN(reduce_scatter_block,
        (void *send, void *receive, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
         MPI_Fint *error),
        MPI_Reduce_scatter_block(buffer_of(send), buffer_of(receive), *n, TYPE(type), OP(op),
                                 COMM(comm)))

FORTRAN(scan,
        (void *send, void *receive, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
         MPI_Fint *error),
        MPI_Scan(buffer_of(send), buffer_of(receive), *n, TYPE(type), OP(op), COMM(comm)))

FORTRAN(exscan,
        (void *send, void *receive, MPI_Fint *n, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
         MPI_Fint *error),
        MPI_Exscan(buffer_of(send), buffer_of(receive), *n, TYPE(type), OP(op), COMM(comm)))

#else
typedef int tracer_needs_no_fortran;
#endif
