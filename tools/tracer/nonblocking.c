/* The non-blocking collectives: recorded when they are started; pending.c notes when they end. */
#include "tracer.h"

/* Surrounds PMPI's call; `take` notes the arguments. */
#define START(kind, comm, take, run)                                                               \
  do {                                                                                             \
    struct tracer_call call;                                                                       \
    const uint64_t entry = tracer_on ? tracer_now() : 0;                                           \
    const int status = run;                                                                        \
    if (tracer_end(&call, kind, comm, entry, status)) {                                            \
      status == MPI_SUCCESS ? take : tracer_take_nothing(&call);                                   \
      /* Numbers would cost more than they tell. */                                                \
      call.n_numbers = 0;                                                                          \
      tracer_started(&call, *request);                                                             \
    }                                                                                              \
    return status;                                                                                 \
  } while (0)

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_IBARRIER, comm, (void)0, PMPI_Ibarrier(comm, request));
}

int MPI_Ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request *request)
{
  START(TN_KIND_IBCAST, comm, tracer_take_bcast(&call, buffer, count, type, root),
        PMPI_Ibcast(buffer, count, type, root, comm, request));
}

int MPI_Iscatter(const void *send, int n_send, MPI_Datatype s_type, void *receive, int n_receive,
                 MPI_Datatype r_type, int root, MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_ISCATTER, comm,
        tracer_take_scatter(&call, send, n_send, NULL, s_type, receive, n_receive, r_type, root),
        PMPI_Iscatter(send, n_send, s_type, receive, n_receive, r_type, root, comm, request));
}

int MPI_Iscatterv(const void *send, const int n_send[], const int at[], MPI_Datatype s_type,
                  void *receive, int n_receive, MPI_Datatype r_type, int root, MPI_Comm comm,
                  MPI_Request *request)
{
  START(TN_KIND_ISCATTERV, comm,
        tracer_take_scatter(&call, send, 0, n_send, s_type, receive, n_receive, r_type, root),
        PMPI_Iscatterv(send, n_send, at, s_type, receive, n_receive, r_type, root, comm, request));
}

int MPI_Igather(const void *send, int n_send, MPI_Datatype s_type, void *receive, int n_receive,
                MPI_Datatype r_type, int root, MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_IGATHER, comm,
        tracer_take_gather(&call, send, n_send, s_type, receive, n_receive, NULL, r_type, root),
        PMPI_Igather(send, n_send, s_type, receive, n_receive, r_type, root, comm, request));
}

int MPI_Igatherv(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                 const int n_receive[], const int at[], MPI_Datatype r_type, int root,
                 MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_IGATHERV, comm,
        tracer_take_gather(&call, send, n_send, s_type, receive, 0, n_receive, r_type, root),
        PMPI_Igatherv(send, n_send, s_type, receive, n_receive, at, r_type, root, comm, request));
}

int MPI_Iallgather(const void *send, int n_send, MPI_Datatype s_type, void *receive, int n_receive,
                   MPI_Datatype r_type, MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_IALLGATHER, comm,
        tracer_take_all(&call, send, n_send, s_type, receive, n_receive, NULL, r_type),
        PMPI_Iallgather(send, n_send, s_type, receive, n_receive, r_type, comm, request));
}

int MPI_Iallgatherv(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                    const int n_receive[], const int at[], MPI_Datatype r_type, MPI_Comm comm,
                    MPI_Request *request)
{
  START(TN_KIND_IALLGATHERV, comm,
        tracer_take_all(&call, send, n_send, s_type, receive, 0, n_receive, r_type),
        PMPI_Iallgatherv(send, n_send, s_type, receive, n_receive, at, r_type, comm, request));
}

int MPI_Ialltoall(const void *send, int n_send, MPI_Datatype s_type, void *receive, int n_receive,
                  MPI_Datatype r_type, MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_IALLTOALL, comm,
        tracer_take_all(&call, send, n_send, s_type, receive, n_receive, NULL, r_type),
        PMPI_Ialltoall(send, n_send, s_type, receive, n_receive, r_type, comm, request));
}

int MPI_Ialltoallv(const void *send, const int n_send[], const int s_at[], MPI_Datatype s_type,
                   void *receive, const int n_receive[], const int r_at[], MPI_Datatype r_type,
                   MPI_Comm comm, MPI_Request *request)
{
  START(
      TN_KIND_IALLTOALLV, comm,
      tracer_take_alltoallv(&call, send, n_send, s_type, receive, n_receive, r_type),
      PMPI_Ialltoallv(send, n_send, s_at, s_type, receive, n_receive, r_at, r_type, comm, request));
}

int MPI_Ialltoallw(const void *send, const int n_send[], const int s_at[],
                   const MPI_Datatype s_types[], void *receive, const int n_receive[],
                   const int r_at[], const MPI_Datatype r_types[], MPI_Comm comm,
                   MPI_Request *request)
{
  START(TN_KIND_IALLTOALLW, comm,
        tracer_take_alltoallw(&call, send, n_send, s_types, receive, n_receive, r_types),
        PMPI_Ialltoallw(send, n_send, s_at, s_types, receive, n_receive, r_at, r_types, comm,
                        request));
}

int MPI_Ireduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_IREDUCE, comm,
        tracer_take_reduce(&call, send, receive, count, NULL, type, op, root),
        PMPI_Ireduce(send, receive, count, type, op, root, comm, request));
}

int MPI_Iallreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_IALLREDUCE, comm,
        tracer_take_reduce(&call, send, receive, count, NULL, type, op, -1),
        PMPI_Iallreduce(send, receive, count, type, op, comm, request));
}

int MPI_Ireduce_scatter(const void *send, void *receive, const int counts[], MPI_Datatype type,
                        MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_IREDUCE_SCATTER, comm,
        tracer_take_reduce(&call, send, receive, 0, counts, type, op, -1),
        PMPI_Ireduce_scatter(send, receive, counts, type, op, comm, request));
}

int MPI_Ireduce_scatter_block(const void *send, void *receive, int count, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_IREDUCE_SCATTER_BLOCK, comm,
        tracer_take_reduce(&call, send, receive, count, NULL, type, op, -1),
        PMPI_Ireduce_scatter_block(send, receive, count, type, op, comm, request));
}

int MPI_Iscan(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_ISCAN, comm, tracer_take_reduce(&call, send, receive, count, NULL, type, op, -1),
        PMPI_Iscan(send, receive, count, type, op, comm, request));
}

int MPI_Iexscan(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm, MPI_Request *request)
{
  START(TN_KIND_IEXSCAN, comm, tracer_take_reduce(&call, send, receive, count, NULL, type, op, -1),
        PMPI_Iexscan(send, receive, count, type, op, comm, request));
}
