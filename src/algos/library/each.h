/* The collectives of a release, as lists: EACH(X, ...) is X(bcast, BCAST, ...) and so on. */
#ifndef TN_ALGOS_LIBRARY_EACH_H
#define TN_ALGOS_LIBRARY_EACH_H

#define TN_EACH_TUNED(X, ...)                                                                      \
  X(bcast, BCAST, __VA_ARGS__)                                                                     \
  X(scatter, SCATTER, __VA_ARGS__)                                                                 \
  X(gather, GATHER, __VA_ARGS__)                                                                   \
  X(allgather, ALLGATHER, __VA_ARGS__) X(alltoall, ALLTOALL, __VA_ARGS__)
#define TN_EACH_DATA(X, ...)                                                                       \
  TN_EACH_TUNED(X, __VA_ARGS__)                                                                    \
  X(scatterv, SCATTERV, __VA_ARGS__)                                                               \
  X(gatherv, GATHERV, __VA_ARGS__)                                                                 \
  X(allgatherv, ALLGATHERV, __VA_ARGS__) X(alltoallv, ALLTOALLV, __VA_ARGS__)
#define TN_EACH_SUM(X, ...)                                                                        \
  X(reduce, REDUCE, __VA_ARGS__)                                                                   \
  X(allreduce, ALLREDUCE, __VA_ARGS__) X(barrier, BARRIER, __VA_ARGS__)
#define TN_EACH_SHARED(X, ...) X(bcast, BCAST, __VA_ARGS__) TN_EACH_SUM(X, __VA_ARGS__)
#define TN_EACH_SCAN(X, ...)                                                                       \
  X(reduce_scatter_block, REDUCE_SCATTER_BLOCK, __VA_ARGS__)                                       \
  X(reduce_scatter, REDUCE_SCATTER, __VA_ARGS__)                                                   \
  X(scan, SCAN, __VA_ARGS__) X(exscan, EXSCAN, __VA_ARGS__)
#define TN_EACH_NCCL(X, ...)                                                                       \
  X(bcast, BCAST, __VA_ARGS__)                                                                     \
  X(allgather, ALLGATHER, __VA_ARGS__)                                                             \
  X(reduce, REDUCE, __VA_ARGS__)                                                                   \
  X(allreduce, ALLREDUCE, __VA_ARGS__)                                                             \
  X(reduce_scatter_block, REDUCE_SCATTER_BLOCK, __VA_ARGS__)
#define TN_EACH(X, ...) TN_EACH_DATA(X, __VA_ARGS__) TN_EACH_SUM(X, __VA_ARGS__)
#define TN_EACH_UCC(X, ...)                                                                        \
  X(bcast, BCAST, __VA_ARGS__)                                                                     \
  X(gather, GATHER, __VA_ARGS__)                                                                   \
  X(allgather, ALLGATHER, __VA_ARGS__)                                                             \
  X(alltoall, ALLTOALL, __VA_ARGS__)                                                               \
  X(scatterv, SCATTERV, __VA_ARGS__)                                                               \
  X(gatherv, GATHERV, __VA_ARGS__)                                                                 \
  X(allgatherv, ALLGATHERV, __VA_ARGS__)                                                           \
  X(alltoallv, ALLTOALLV, __VA_ARGS__)                                                             \
  TN_EACH_SUM(X, __VA_ARGS__)                                                                      \
  X(reduce_scatter_block, REDUCE_SCATTER_BLOCK, __VA_ARGS__)                                       \
  X(reduce_scatter, REDUCE_SCATTER, __VA_ARGS__)
#define TN_EACH_NONBLOCKING(X, ...)                                                                \
  X(ibcast, IBCAST, __VA_ARGS__)                                                                   \
  X(ireduce, IREDUCE, __VA_ARGS__) X(iallreduce, IALLREDUCE, __VA_ARGS__)
#define TN_EACH_ACOLL(X, ...)                                                                      \
  X(gather, GATHER, __VA_ARGS__)                                                                   \
  X(bcast, BCAST, __VA_ARGS__)                                                                     \
  X(allgather, ALLGATHER, __VA_ARGS__)                                                             \
  X(alltoall, ALLTOALL, __VA_ARGS__) X(barrier, BARRIER, __VA_ARGS__)
#define TN_EACH_SUM_BUT_BARRIER(X, ...)                                                            \
  X(reduce, REDUCE, __VA_ARGS__) X(allreduce, ALLREDUCE, __VA_ARGS__)

#endif
