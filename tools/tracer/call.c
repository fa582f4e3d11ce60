/* The record of a call, from its begin to its end. */
#include "tracer.h"

bool tracer_begin(struct tracer_call *call, int kind, MPI_Comm comm)
{
  if (!tracer_on || comm == MPI_COMM_NULL)
    return false;
  struct tracer_comm *known = tracer_comm_of(comm);
  /* Calls that are not recorded are numbered too, since a rank may be paused alone. */
  const uint32_t sequence = known->sequence++;
  const int reason = known->reason >= 0 ? known->reason : tracer_paused ? TN_REASON_PAUSED : -1;
  if (reason >= 0) {
    tracer_count(kind, reason);
    return false;
  }
  *call = (struct tracer_call){
    .record = { .kind = (uint8_t)kind, .comm = known->number, .sequence = sequence }, .comm = known
  };
  return true;
}

void tracer_end(struct tracer_call *call, int status)
{
  call->record.exit = tracer_now();
  if (status != MPI_SUCCESS)
    call->record.flags |= TN_CALL_FAILED;
  if (!tracer_file_put(&call->record, call->n_numbers, call->numbers))
    tracer_count(call->record.kind, TN_REASON_ROOM);
}
