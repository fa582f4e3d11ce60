#include "tracer.h"

bool tracer_end(struct tracer_call *call, int kind, MPI_Comm comm, uint64_t entry, int status)
{
  const uint64_t exit = tracer_now();
  int class = MPI_SUCCESS;
  if (!tracer_on || !entry || comm == MPI_COMM_NULL)
    return false;
  if (status != MPI_SUCCESS)
    PMPI_Error_class(status, &class);
  /* MPI has already called the program's error handler; tracer_comm_of would call it again */
  if (class == MPI_ERR_COMM)
    return false;
  struct tracer_comm *known = tracer_comm_of(comm);
  /* Calls that are not recorded also get a sequence number, because recording may be paused on some
   * ranks only. */
  const uint32_t sequence = known->sequence++;
  const int reason = known->reason >= 0 ? known->reason : tracer_paused ? TN_REASON_PAUSED : -1;
  if (reason >= 0) {
    tracer_count(kind, reason);
    return false;
  }
  *call = (struct tracer_call){ .record = { .kind = (uint8_t)kind,
                                            .comm = known->number,
                                            .sequence = sequence,
                                            .flags = status == MPI_SUCCESS ? 0 : TN_CALL_FAILED,
                                            .entry = entry,
                                            .exit = exit },
                                .comm = known };
  return true;
}

void tracer_put(const struct tracer_call *call)
{
  if (!tracer_file_put(&call->record, call->n_numbers, call->numbers))
    tracer_count(call->record.kind, TN_REASON_ROOM);
}
