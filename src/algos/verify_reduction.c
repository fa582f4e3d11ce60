#include "verify_reduction.h"

#include <string.h>

#include "reduction.h"

enum { RUN = 8, SMALLER_THAN = 128 }; /* elements that one hash gives, of a byte's seven bits */
enum { MAX_ELEMENT = 8 };             /* bytes */

/* RUN elements of a vector, as numbers, from element number RUN * run on. */
struct run {
  uint32_t value[RUN];
};

/* Adds what `rank` contributes. */
static void add_contribution(const struct tn_call *call, int rank, size_t run, struct run *sum)
{
  uint64_t x = (uint64_t)run * 0x9e3779b97f4a7c15u + (uint64_t)rank * 0xc2b2ae3d27d4eb4fu
               + (uint64_t)call->epoch * 0x165667b19e3779f9u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 32;
  for (int i = 0; i < RUN; i++)
    sum->value[i] += (uint32_t)(x >> 8 * i) % SMALLER_THAN;
}

static struct run contribution(const struct tn_call *call, size_t run)
{
  struct run sum = { { 0 } };
  add_contribution(call, call->rank, run, &sum);
  return sum;
}

static struct run result(const struct tn_call *call, size_t run)
{
  struct run sum = { { 0 } };
  for (int rank = 0; rank < call->n_ranks; rank++)
    add_contribution(call, rank, run, &sum);
  return sum;
}

/* The number as an element of the call's type. */
static void encode(enum tn_type type, uint32_t value, unsigned char element[MAX_ELEMENT])
{
  const int32_t as_int = (int32_t)value;
  const float as_float = (float)value;
  const double as_double = (double)value;
  switch (type) {
  case TN_UINT8:
    element[0] = (unsigned char)value;
    break;
  case TN_INT32:
    memcpy(element, &as_int, sizeof as_int);
    break;
  case TN_FLOAT32:
    memcpy(element, &as_float, sizeof as_float);
    break;
  case TN_FLOAT64:
    memcpy(element, &as_double, sizeof as_double);
    break;
  }
}

/* A vector of the call's length, as its runs define it. */
typedef struct run run_of(const struct tn_call *call, size_t run);

static void fill(const struct tn_call *call, unsigned char *buf, run_of *of)
{
  const size_t size = tn_type_size(call->type), n = call->block / size;
  struct run run = { { 0 } };
  for (size_t i = 0; i < n; i++) {
    unsigned char element[MAX_ELEMENT];
    if (i % RUN == 0)
      run = of(call, i / RUN);
    encode(call->type, run.value[i % RUN], element);
    memcpy(buf + i * size, element, size);
  }
}

static bool holds(const struct tn_call *call, const unsigned char *buf, run_of *of,
                  size_t *ret_offset)
{
  const size_t size = tn_type_size(call->type), n = call->block / size;
  struct run run = { { 0 } };
  for (size_t i = 0; i < n; i++) {
    unsigned char element[MAX_ELEMENT];
    if (i % RUN == 0)
      run = of(call, i / RUN);
    encode(call->type, run.value[i % RUN], element);
    if (memcmp(buf + i * size, element, size) != 0) {
      *ret_offset = i * size;
      return false;
    }
  }
  return true;
}

void tn_verify_fill_reduction(const struct tn_call *call, unsigned char *send,
                              unsigned char *recv)
{
  const struct tn_sizes sizes = tn_call_sizes(NULL, call);
  if (sizes.recv > 0)
    memset(recv, TN_NO_RESULT, sizes.recv);
  fill(call, tn_contribution(call, call->rank) == TN_SEND ? send : recv, contribution);
}

bool tn_verify_check_reduction(const struct tn_call *call, const unsigned char *send,
                               const unsigned char *recv, size_t *ret_offset, bool *ret_in_send)
{
  const struct tn_sizes sizes = tn_call_sizes(NULL, call);
  size_t offset = 0;
  const bool send_holds = sizes.send == 0 || holds(call, send, contribution, &offset);
  if (send_holds && (sizes.recv == 0 || holds(call, recv, result, &offset)))
    return true;
  *ret_offset = offset;
  *ret_in_send = !send_holds;
  return false;
}
