/* The blocking collectives: each takes what its arguments say, and the time before and after. */
#include "tracer.h"

/* Surrounds PMPI's call; `take` notes the arguments. */
#define TRACE(kind, comm, take, run)                                                               \
  do {                                                                                             \
    struct tracer_call call;                                                                       \
    const uint64_t entry = tracer_on ? tracer_now() : 0;                                           \
    const int status = run;                                                                        \
    if (tracer_end(&call, kind, comm, entry, status)) {                                            \
      status == MPI_SUCCESS ? take : tracer_take_nothing(&call);                                   \
      tracer_put(&call);                                                                           \
    }                                                                                              \
    return status;                                                                                 \
  } while (0)

int MPI_Barrier(MPI_Comm comm)
{
  TRACE(TN_KIND_BARRIER, comm, (void)0, PMPI_Barrier(comm));
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
  TRACE(TN_KIND_BCAST, comm, tracer_take_bcast(&call, buffer, count, type, root),
        PMPI_Bcast(buffer, count, type, root, comm));
}

int MPI_Scatter(const void *send, int n_send, MPI_Datatype s_type, void *receive, int n_receive,
                MPI_Datatype r_type, int root, MPI_Comm comm)
{
  TRACE(TN_KIND_SCATTER, comm,
        tracer_take_scatter(&call, send, n_send, NULL, s_type, receive, n_receive, r_type, root),
        PMPI_Scatter(send, n_send, s_type, receive, n_receive, r_type, root, comm));
}

int MPI_Scatterv(const void *send, const int n_send[], const int at[], MPI_Datatype s_type,
                 void *receive, int n_receive, MPI_Datatype r_type, int root, MPI_Comm comm)
{
  TRACE(TN_KIND_SCATTERV, comm,
        tracer_take_scatter(&call, send, 0, n_send, s_type, receive, n_receive, r_type, root),
        PMPI_Scatterv(send, n_send, at, s_type, receive, n_receive, r_type, root, comm));
}

int MPI_Gather(const void *send, int n_send, MPI_Datatype s_type, void *receive, int n_receive,
               MPI_Datatype r_type, int root, MPI_Comm comm)
{
  TRACE(TN_KIND_GATHER, comm,
        tracer_take_gather(&call, send, n_send, s_type, receive, n_receive, NULL, r_type, root),
        PMPI_Gather(send, n_send, s_type, receive, n_receive, r_type, root, comm));
}

int MPI_Gatherv(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                const int n_receive[], const int at[], MPI_Datatype r_type, int root, MPI_Comm comm)
{
  TRACE(TN_KIND_GATHERV, comm,
        tracer_take_gather(&call, send, n_send, s_type, receive, 0, n_receive, r_type, root),
        PMPI_Gatherv(send, n_send, s_type, receive, n_receive, at, r_type, root, comm));
}

int MPI_Allgather(const void *send, int n_send, MPI_Datatype s_type, void *receive, int n_receive,
                  MPI_Datatype r_type, MPI_Comm comm)
{
  TRACE(TN_KIND_ALLGATHER, comm,
        tracer_take_all(&call, send, n_send, s_type, receive, n_receive, NULL, r_type),
        PMPI_Allgather(send, n_send, s_type, receive, n_receive, r_type, comm));
}

int MPI_Allgatherv(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                   const int n_receive[], const int at[], MPI_Datatype r_type, MPI_Comm comm)
{
  TRACE(TN_KIND_ALLGATHERV, comm,
        tracer_take_all(&call, send, n_send, s_type, receive, 0, n_receive, r_type),
        PMPI_Allgatherv(send, n_send, s_type, receive, n_receive, at, r_type, comm));
}

int MPI_Alltoall(const void *send, int n_send, MPI_Datatype s_type, void *receive, int n_receive,
                 MPI_Datatype r_type, MPI_Comm comm)
{
  TRACE(TN_KIND_ALLTOALL, comm,
        tracer_take_all(&call, send, n_send, s_type, receive, n_receive, NULL, r_type),
        PMPI_Alltoall(send, n_send, s_type, receive, n_receive, r_type, comm));
}

int MPI_Alltoallv(const void *send, const int n_send[], const int s_at[], MPI_Datatype s_type,
                  void *receive, const int n_receive[], const int r_at[], MPI_Datatype r_type,
                  MPI_Comm comm)
{
  TRACE(TN_KIND_ALLTOALLV, comm,
        tracer_take_alltoallv(&call, send, n_send, s_type, receive, n_receive, r_type),
        PMPI_Alltoallv(send, n_send, s_at, s_type, receive, n_receive, r_at, r_type, comm));
}

int MPI_Alltoallw(const void *send, const int n_send[], const int s_at[],
                  const MPI_Datatype s_types[], void *receive, const int n_receive[],
                  const int r_at[], const MPI_Datatype r_types[], MPI_Comm comm)
{
  TRACE(TN_KIND_ALLTOALLW, comm,
        tracer_take_alltoallw(&call, send, n_send, s_types, receive, n_receive, r_types),
        PMPI_Alltoallw(send, n_send, s_at, s_types, receive, n_receive, r_at, r_types, comm));
}

int MPI_Reduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm)
{
  TRACE(TN_KIND_REDUCE, comm, tracer_take_reduce(&call, send, receive, count, NULL, type, op, root),
        PMPI_Reduce(send, receive, count, type, op, root, comm));
}

int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
  TRACE(TN_KIND_ALLREDUCE, comm,
        tracer_take_reduce(&call, send, receive, count, NULL, type, op, -1),
        PMPI_Allreduce(send, receive, count, type, op, comm));
}

int MPI_Reduce_scatter(const void *send, void *receive, const int counts[], MPI_Datatype type,
                       MPI_Op op, MPI_Comm comm)
{
  TRACE(TN_KIND_REDUCE_SCATTER, comm,
        tracer_take_reduce(&call, send, receive, 0, counts, type, op, -1),
        PMPI_Reduce_scatter(send, receive, counts, type, op, comm));
}

int MPI_Reduce_scatter_block(const void *send, void *receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm)
{
  TRACE(TN_KIND_REDUCE_SCATTER_BLOCK, comm,
        tracer_take_reduce(&call, send, receive, count, NULL, type, op, -1),
        PMPI_Reduce_scatter_block(send, receive, count, type, op, comm));
}

int MPI_Scan(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,
             MPI_Comm comm)
{
  TRACE(TN_KIND_SCAN, comm, tracer_take_reduce(&call, send, receive, count, NULL, type, op, -1),
        PMPI_Scan(send, receive, count, type, op, comm));
}

int MPI_Exscan(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,
               MPI_Comm comm)
{
  TRACE(TN_KIND_EXSCAN, comm, tracer_take_reduce(&call, send, receive, count, NULL, type, op, -1),
        PMPI_Exscan(send, receive, count, type, op, comm));
}
