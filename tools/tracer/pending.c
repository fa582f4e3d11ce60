/* Non-blocking collectives in progress. While there is no such collective, a wait or test costs
 * only one comparison. */
#include "tracer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pending {
  MPI_Request request;
  uint32_t comm, sequence;
};

static struct {
  struct pending *all; /* [n] used elements of `room` */
  int n, room;
} pending;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void tracer_started(const struct tracer_call *call, MPI_Request request)
{
  tracer_put(call);
  if (call->record.flags & TN_CALL_FAILED || request == MPI_REQUEST_NULL)
    return;
  pthread_mutex_lock(&lock);
  if (pending.n == pending.room) {
    const int room = pending.room ? 2 * pending.room : 64;
    struct pending *all = realloc(pending.all, sizeof *all * (size_t)room);
    if (!all)
      abort();
    pending.all = all;
    pending.room = room;
  }
  pending.all[pending.n] = (struct pending){ request, call->record.comm, call->record.sequence };
  __atomic_store_n(&pending.n, pending.n + 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&lock);
}

/* Records the end of the collective that has this request, if any. */
static void complete(MPI_Request request, uint64_t now)
{
  struct tn_record record = { .kind = TN_KIND_DONE, .entry = now, .exit = now };
  bool is_ours = false;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < pending.n && !is_ours; i++) {
    if (pending.all[i].request != request)
      continue;
    is_ours = true;
    record.comm = pending.all[i].comm;
    record.sequence = pending.all[i].sequence;
    pending.all[i] = pending.all[pending.n - 1];
    __atomic_store_n(&pending.n, pending.n - 1, __ATOMIC_RELAXED);
  }
  pthread_mutex_unlock(&lock);
  if (is_ours && !tracer_file_put(&record, 0, NULL))
    return;
}

/* Returns a copy of requests, before MPI changes them. Returns NULL if no collective is pending or
 * memory is exhausted. */
static MPI_Request *copy_of(int n, const MPI_Request *requests)
{
  if (n <= 0 || __atomic_load_n(&pending.n, __ATOMIC_RELAXED) == 0)
    return NULL;
  MPI_Request *copy = malloc(sizeof *copy * (size_t)n);
  if (copy)
    memcpy(copy, requests, sizeof *copy * (size_t)n);
  return copy;
}

/* Records the end of the collectives whose requests MPI has set to MPI_REQUEST_NULL. */
static int finish(int status, int n, MPI_Request *before, const MPI_Request *after)
{
  const uint64_t now = before ? tracer_now() : 0;
  for (int i = 0; before && i < n; i++)
    if (before[i] != MPI_REQUEST_NULL && after[i] == MPI_REQUEST_NULL)
      complete(before[i], now);
  free(before);
  return status;
}

#define FINISH(name, parameters, arguments, n, requests)                                           \
  int MPI_##name parameters                                                                        \
  {                                                                                                \
    MPI_Request *before = copy_of(n, requests);                                                    \
    return finish(PMPI_##name arguments, n, before, requests);                                     \
  }

FINISH(Wait, (MPI_Request * request, MPI_Status *result), (request, result), 1, request)
FINISH(Test, (MPI_Request * request, int *flag, MPI_Status *result), (request, flag, result), 1,
       request)
FINISH(Waitall, (int n, MPI_Request requests[], MPI_Status results[]), (n, requests, results), n,
       requests)
FINISH(Testall, (int n, MPI_Request requests[], int *flag, MPI_Status results[]),
       (n, requests, flag, results), n, requests)
FINISH(Waitany, (int n, MPI_Request requests[], int *which, MPI_Status *result),
       (n, requests, which, result), n, requests)
FINISH(Testany, (int n, MPI_Request requests[], int *which, int *flag, MPI_Status *result),
       (n, requests, which, flag, result), n, requests)
FINISH(Waitsome, (int n, MPI_Request requests[], int *n_done, int which[], MPI_Status results[]),
       (n, requests, n_done, which, results), n, requests)
FINISH(Testsome, (int n, MPI_Request requests[], int *n_done, int which[], MPI_Status results[]),
       (n, requests, n_done, which, results), n, requests)
