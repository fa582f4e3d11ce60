#include "tracer.h"

#include <stdlib.h>
#include <string.h>

/* Returns the bytes of `count` elements. If the count is 0, the type is not used, because it may be
 * null or already freed. */
static uint64_t bytes_of(int count, MPI_Datatype type)
{
  MPI_Count size = 0;
  if (count > 0 && type != MPI_DATATYPE_NULL)
    PMPI_Type_size_x(type, &size);
  return size > 0 ? (uint64_t)count * (uint64_t)size : 0;
}

static uint64_t address(const void *buffer)
{
  return (uint64_t)(uintptr_t)buffer;
}

/* Stores the address of the send buffer. Returns false for MPI_IN_PLACE. */
static bool take_send(struct tracer_call *call, const void *send)
{
  if (send == MPI_IN_PLACE) {
    call->record.flags |= TN_CALL_IN_PLACE;
    return false;
  }
  call->record.send = address(send);
  return true;
}

void tracer_take_bcast(struct tracer_call *call, const void *buffer, int count, MPI_Datatype type,
                       int root)
{
  call->record.root = root;
  call->record.bytes = bytes_of(count, type);
  if (root == call->comm->rank)
    call->record.send = address(buffer);
  else
    call->record.receive = address(buffer);
}

void tracer_take_scatter(struct tracer_call *call, const void *send, int send_count,
                         const int *send_counts, MPI_Datatype send_type, const void *receive,
                         int receive_count, MPI_Datatype receive_type, int root)
{
  call->record.root = root;
  if (root == call->comm->rank) {
    call->record.send = address(send);
    if (receive == MPI_IN_PLACE) {
      call->record.flags |= TN_CALL_IN_PLACE;
      call->record.bytes = bytes_of(send_counts ? send_counts[root] : send_count, send_type);
      return;
    }
  }
  call->record.receive = address(receive);
  call->record.bytes = bytes_of(receive_count, receive_type);
}

void tracer_take_gather(struct tracer_call *call, const void *send, int send_count,
                        MPI_Datatype send_type, const void *receive, int receive_count,
                        const int *receive_counts, MPI_Datatype receive_type, int root)
{
  call->record.root = root;
  if (root == call->comm->rank)
    call->record.receive = address(receive);
  if (take_send(call, send))
    call->record.bytes = bytes_of(send_count, send_type);
  else
    call->record.bytes =
        bytes_of(receive_counts ? receive_counts[root] : receive_count, receive_type);
}

void tracer_take_all(struct tracer_call *call, const void *send, int send_count,
                     MPI_Datatype send_type, const void *receive, int receive_count,
                     const int *receive_counts, MPI_Datatype receive_type)
{
  call->record.receive = address(receive);
  if (take_send(call, send))
    call->record.bytes = bytes_of(send_count, send_type);
  else
    call->record.bytes =
        bytes_of(receive_counts ? receive_counts[call->comm->rank] : receive_count, receive_type);
}

/* Returns room for a number per rank of the communicator; valid until this thread's next call. */
static uint64_t *room_for(struct tracer_call *call)
{
  const int n = call->comm->n;
  static _Thread_local uint64_t *numbers;
  static _Thread_local int n_numbers;
  if (n > n_numbers) {
    uint64_t *larger = realloc(numbers, sizeof *numbers * (size_t)n);
    if (!larger)
      abort();
    numbers = larger;
    n_numbers = n;
  }
  call->numbers = numbers;
  call->n_numbers = n;
  return numbers;
}

void tracer_take_nothing(struct tracer_call *call)
{
  if (call->record.kind == TN_KIND_ALLTOALLV || call->record.kind == TN_KIND_ALLTOALLW)
    memset(room_for(call), 0, sizeof(uint64_t) * (size_t)call->comm->n);
}

void tracer_take_alltoallw(struct tracer_call *call, const void *send, const int *send_counts,
                           const MPI_Datatype *send_types, const void *receive,
                           const int *receive_counts, const MPI_Datatype *receive_types)
{
  uint64_t *numbers = room_for(call);
  call->record.receive = address(receive);
  const bool has_send = take_send(call, send);
  const int *counts = has_send ? send_counts : receive_counts;
  const MPI_Datatype *types = has_send ? send_types : receive_types;
  for (int i = 0; i < call->comm->n; i++)
    call->record.bytes += numbers[i] = bytes_of(counts[i], types[i]);
}

void tracer_take_alltoallv(struct tracer_call *call, const void *send, const int *send_counts,
                           MPI_Datatype send_type, const void *receive, const int *receive_counts,
                           MPI_Datatype receive_type)
{
  uint64_t *numbers = room_for(call);
  call->record.receive = address(receive);
  const bool has_send = take_send(call, send);
  const int *counts = has_send ? send_counts : receive_counts;
  for (int i = 0; i < call->comm->n; i++)
    call->record.bytes += numbers[i] = bytes_of(counts[i], has_send ? send_type : receive_type);
}

/* Returns the kind of element that a datatype has (enum tn_record_type). */
static int kind_of(MPI_Datatype type)
{
  static const MPI_Datatype reals[] = {
    MPI_DOUBLE,           MPI_FLOAT, MPI_LONG_DOUBLE, MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX,
    MPI_DOUBLE_PRECISION, MPI_REAL
  };
  static const MPI_Datatype integers[] = {
    MPI_INT,           MPI_LONG,        MPI_UNSIGNED,
    MPI_UNSIGNED_LONG, MPI_LONG_LONG,   MPI_UNSIGNED_LONG_LONG,
    MPI_CHAR,          MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR,
    MPI_BYTE,          MPI_SHORT,       MPI_UNSIGNED_SHORT,
    MPI_INT8_T,        MPI_INT16_T,     MPI_INT32_T,
    MPI_INT64_T,       MPI_UINT8_T,     MPI_UINT16_T,
    MPI_UINT32_T,      MPI_UINT64_T,    MPI_C_BOOL,
    MPI_INTEGER,       MPI_AINT,        MPI_OFFSET,
    MPI_COUNT
  };
  for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
    if (type == reals[i])
      return TN_ELEMENT_REAL;
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
    if (type == integers[i])
      return TN_ELEMENT_INTEGER;
  return TN_ELEMENT_OTHER;
}

static int op_of(MPI_Op op)
{
  static const struct {
    MPI_Op op;
    int is;
  } ops[] = { { MPI_SUM, TN_RECORD_OP_SUM },      { MPI_MAX, TN_RECORD_OP_MAX },
              { MPI_MIN, TN_RECORD_OP_MIN },      { MPI_PROD, TN_RECORD_OP_PROD },
              { MPI_LAND, TN_RECORD_OP_LOGICAL }, { MPI_LOR, TN_RECORD_OP_LOGICAL },
              { MPI_LXOR, TN_RECORD_OP_LOGICAL }, { MPI_BAND, TN_RECORD_OP_BITS },
              { MPI_BOR, TN_RECORD_OP_BITS },     { MPI_BXOR, TN_RECORD_OP_BITS },
              { MPI_MINLOC, TN_RECORD_OP_LOC },   { MPI_MAXLOC, TN_RECORD_OP_LOC } };
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (op == ops[i].op)
      return ops[i].is;
  return TN_RECORD_OP_USER;
}

void tracer_take_reduce(struct tracer_call *call, const void *send, const void *receive, int count,
                        const int *counts, MPI_Datatype type, MPI_Op op, int root)
{
  struct tn_record *record = &call->record;
  const int kind = kind_of(type);
  bool is_sound = count > 0 || kind != TN_ELEMENT_OTHER;
  for (int i = 0; counts && i < call->comm->n; i++)
    is_sound = is_sound || counts[i] > 0;
  const uint64_t size = is_sound ? bytes_of(1, type) : 0;
  take_send(call, send);
  if (root < 0 || root == call->comm->rank)
    record->receive = address(receive);
  record->root = root < 0 ? 0 : root;
  record->bytes = (uint64_t)(counts ? counts[call->comm->rank] : count) * size;
  record->element = (uint16_t)(size < UINT16_MAX ? size : UINT16_MAX);
  record->type = (uint8_t)kind;
  record->op = (uint8_t)op_of(op);
}
