#include "verify_reduction.h"

#include <string.h>

#include "algos/kit/reduction.h"

enum { RUN = 8, SMALLER_THAN = 128 }; /* elements that one hash gives, of a byte's seven bits */
enum { RUN_BYTES = RUN * sizeof(double) }; /* at most */

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

/* The numbers as elements of the type, one after another. */
static void encode(enum tn_type type, const struct run *run, unsigned char bytes[RUN_BYTES])
{
  int32_t ints[RUN];
  float floats[RUN];
  double doubles[RUN];
  const void *elements[] = { [TN_UINT8] = bytes, [TN_INT32] = ints, [TN_FLOAT32] = floats,
                             [TN_FLOAT64] = doubles };
  for (int i = 0; i < RUN; i++) {
    bytes[i] = (unsigned char)run->value[i];
    ints[i] = (int32_t)run->value[i];
    floats[i] = (float)run->value[i];
    doubles[i] = (double)run->value[i];
  }
  if (type != TN_UINT8)
    memcpy(bytes, elements[type], RUN * tn_type_size(type));
}

/* A vector of the call's length, as its runs define it. */
typedef struct run run_of(const struct tn_call *call, size_t run);

/* The bytes of the vector from `off`, the start of a run, to that run's end. */
static size_t next_bytes(const struct tn_call *call, run_of *of, size_t off,
                         unsigned char bytes[RUN_BYTES])
{
  const size_t all = RUN * tn_type_size(call->type), left = call->block - off;
  const struct run run = of(call, off / all);
  encode(call->type, &run, bytes);
  return left < all ? left : all;
}

static void fill(const struct tn_call *call, unsigned char *buf, run_of *of)
{
  unsigned char bytes[RUN_BYTES];
  for (size_t off = 0, n; off < call->block; off += n) {
    n = next_bytes(call, of, off, bytes);
    memcpy(buf + off, bytes, n);
  }
}

static bool holds(const struct tn_call *call, const unsigned char *buf, run_of *of,
                  size_t *ret_offset)
{
  unsigned char bytes[RUN_BYTES];
  for (size_t off = 0, n; off < call->block; off += n) {
    n = next_bytes(call, of, off, bytes);
    if (memcmp(buf + off, bytes, n) == 0)
      continue;
    *ret_offset = off;
    while (buf[*ret_offset] == bytes[*ret_offset - off])
      ++*ret_offset;
    return false;
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
