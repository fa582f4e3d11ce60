/* Collectives that are counted by kind and not recorded: neighbourhood collectives and, from MPI 4,
 * persistent ones (by their initialisation). */
#include "tracer.h"

static void count(int kind)
{
  if (tracer_on)
    tracer_count(kind, tracer_paused ? TN_REASON_PAUSED : TN_REASON_UNKNOWN);
}

int MPI_Neighbor_allgather(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                           int n_receive, MPI_Datatype r_type, MPI_Comm comm)
{
  count(TN_KIND_NEIGHBOR);
  return PMPI_Neighbor_allgather(send, n_send, s_type, receive, n_receive, r_type, comm);
}

int MPI_Neighbor_allgatherv(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                            const int n_receive[], const int at[], MPI_Datatype r_type,
                            MPI_Comm comm)
{
  count(TN_KIND_NEIGHBOR);
  return PMPI_Neighbor_allgatherv(send, n_send, s_type, receive, n_receive, at, r_type, comm);
}

int MPI_Neighbor_alltoall(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                          int n_receive, MPI_Datatype r_type, MPI_Comm comm)
{
  count(TN_KIND_NEIGHBOR);
  return PMPI_Neighbor_alltoall(send, n_send, s_type, receive, n_receive, r_type, comm);
}

int MPI_Neighbor_alltoallv(const void *send, const int n_send[], const int s_at[],
                           MPI_Datatype s_type, void *receive, const int n_receive[],
                           const int r_at[], MPI_Datatype r_type, MPI_Comm comm)
{
  count(TN_KIND_NEIGHBOR);
  return PMPI_Neighbor_alltoallv(send, n_send, s_at, s_type, receive, n_receive, r_at, r_type,
                                 comm);
}

int MPI_Neighbor_alltoallw(const void *send, const int n_send[], const MPI_Aint s_at[],
                           const MPI_Datatype s_types[], void *receive, const int n_receive[],
                           const MPI_Aint r_at[], const MPI_Datatype r_types[], MPI_Comm comm)
{
  count(TN_KIND_NEIGHBOR);
  return PMPI_Neighbor_alltoallw(send, n_send, s_at, s_types, receive, n_receive, r_at, r_types,
                                 comm);
}

int MPI_Ineighbor_allgather(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                            int n_receive, MPI_Datatype r_type, MPI_Comm comm, MPI_Request *request)
{
  count(TN_KIND_NEIGHBOR);
  return PMPI_Ineighbor_allgather(send, n_send, s_type, receive, n_receive, r_type, comm, request);
}

int MPI_Ineighbor_alltoall(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                           int n_receive, MPI_Datatype r_type, MPI_Comm comm, MPI_Request *request)
{
  count(TN_KIND_NEIGHBOR);
  return PMPI_Ineighbor_alltoall(send, n_send, s_type, receive, n_receive, r_type, comm, request);
}

int MPI_Ineighbor_allgatherv(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                             const int n_receive[], const int at[], MPI_Datatype r_type,
                             MPI_Comm comm, MPI_Request *request)
{
  count(TN_KIND_NEIGHBOR);
  return PMPI_Ineighbor_allgatherv(send, n_send, s_type, receive, n_receive, at, r_type, comm,
                                   request);
}

int MPI_Ineighbor_alltoallv(const void *send, const int n_send[], const int s_at[],
                            MPI_Datatype s_type, void *receive, const int n_receive[],
                            const int r_at[], MPI_Datatype r_type, MPI_Comm comm,
                            MPI_Request *request)
{
  count(TN_KIND_NEIGHBOR);
  return PMPI_Ineighbor_alltoallv(send, n_send, s_at, s_type, receive, n_receive, r_at, r_type,
                                  comm, request);
}

int MPI_Ineighbor_alltoallw(const void *send, const int n_send[], const MPI_Aint s_at[],
                            const MPI_Datatype s_types[], void *receive, const int n_receive[],
                            const MPI_Aint r_at[], const MPI_Datatype r_types[], MPI_Comm comm,
                            MPI_Request *request)
{
  count(TN_KIND_NEIGHBOR);
  return PMPI_Ineighbor_alltoallw(send, n_send, s_at, s_types, receive, n_receive, r_at, r_types,
                                  comm, request);
}

#if MPI_VERSION >= 4
int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
  count(TN_KIND_PERSISTENT);
  return PMPI_Barrier_init(comm, info, request);
}

int MPI_Bcast_init(void *buffer, int n, MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info,
                   MPI_Request *request)
{
  count(TN_KIND_PERSISTENT);
  return PMPI_Bcast_init(buffer, n, type, root, comm, info, request);
}

int MPI_Allreduce_init(const void *send, void *receive, int n, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
  count(TN_KIND_PERSISTENT);
  return PMPI_Allreduce_init(send, receive, n, type, op, comm, info, request);
}

int MPI_Reduce_init(const void *send, void *receive, int n, MPI_Datatype type, MPI_Op op, int root,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
  count(TN_KIND_PERSISTENT);
  return PMPI_Reduce_init(send, receive, n, type, op, root, comm, info, request);
}

int MPI_Allgather_init(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                       int n_receive, MPI_Datatype r_type, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request)
{
  count(TN_KIND_PERSISTENT);
  return PMPI_Allgather_init(send, n_send, s_type, receive, n_receive, r_type, comm, info, request);
}

int MPI_Alltoall_init(const void *send, int n_send, MPI_Datatype s_type, void *receive,
                      int n_receive, MPI_Datatype r_type, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request)
{
  count(TN_KIND_PERSISTENT);
  return PMPI_Alltoall_init(send, n_send, s_type, receive, n_receive, r_type, comm, info, request);
}
#endif
