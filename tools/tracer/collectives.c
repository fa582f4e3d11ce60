/* Wrappers of MPI's collectives. A blocking collective is recorded with arguments and times; a
 * non-blocking one when it starts, and by pending.c when it ends. Neighbourhood collectives and,
 * from MPI 4 on, initialisations of persistent ones are only counted by kind. */
#include "tracer.h"

/* Removes the parentheses around arguments. */
#define INSIDE(...) __VA_ARGS__

/* Wraps a collective: `run` calls PMPI, `take` stores the arguments, `then` finishes the record. */
#define TRACE(kind, take, then, run)                                                               \
  do {                                                                                             \
    struct tracer_call call;                                                                       \
    const uint64_t entry = tracer_on ? tracer_now() : 0;                                           \
    const int status = run;                                                                        \
    if (tracer_end(&call, kind, comm, entry, status)) {                                            \
      status == MPI_SUCCESS ? take : tracer_take_nothing(&call);                                   \
      then;                                                                                        \
    }                                                                                              \
    return status;                                                                                 \
  } while (0)

#define COLLECTIVE(name, small, kind, parameters, arguments, take)                                 \
  int MPI_##name parameters                                                                        \
  {                                                                                                \
    TRACE(TN_KIND_##kind, take, tracer_put(&call), PMPI_##name arguments);                         \
  }
#include "collectives.def"

static void start(struct tracer_call *call, MPI_Request request)
{
  call->n_numbers = 0; /* counts per rank would need too much space for their use */
  tracer_started(call, request);
}

#define COLLECTIVE(name, small, kind, parameters, arguments, take)                                 \
  int MPI_I##small(INSIDE parameters, MPI_Request *request)                                        \
  {                                                                                                \
    TRACE(TN_KIND_I##kind, take, start(&call, *request),                                           \
          PMPI_I##small(INSIDE arguments, request));                                               \
  }
#include "collectives.def"

static void only_count(int kind)
{
  if (tracer_on)
    tracer_count(kind, tracer_paused ? TN_REASON_PAUSED : TN_REASON_UNKNOWN);
}

#define NEIGHBOR(small, parameters, arguments)                                                     \
  int MPI_Neighbor_##small parameters                                                              \
  {                                                                                                \
    only_count(TN_KIND_NEIGHBOR);                                                                  \
    return PMPI_Neighbor_##small arguments;                                                        \
  }                                                                                                \
  int MPI_Ineighbor_##small(INSIDE parameters, MPI_Request *request)                               \
  {                                                                                                \
    only_count(TN_KIND_NEIGHBOR);                                                                  \
    return PMPI_Ineighbor_##small(INSIDE arguments, request);                                      \
  }
#include "collectives.def"

#if MPI_VERSION >= 4
#define COLLECTIVE(name, small, kind, parameters, arguments, take)                                 \
  int MPI_##name##_init(INSIDE parameters, MPI_Info info, MPI_Request *request)                    \
  {                                                                                                \
    only_count(TN_KIND_PERSISTENT);                                                                \
    return PMPI_##name##_init(INSIDE arguments, info, request);                                    \
  }
#include "collectives.def"
#endif
