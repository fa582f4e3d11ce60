#include "verify_reduction.h"

#include <string.h>

#include "algos/kit/counts.h"
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

/* Part of the sum of what the ranks first .. end - 1 contribute. */
struct part {
  const struct tn_call *call;
  int first, end;
  size_t from, len; /* bytes of the vector */
};

static struct run sum_of(const struct part *part, size_t run)
{
  struct run sum = { { 0 } };
  for (int rank = part->first; rank < part->end; rank++)
    add_contribution(part->call, rank, run, &sum);
  return sum;
}

static struct part contribution(const struct tn_call *call)
{
  return (struct part){ call, call->rank, call->rank + 1, 0, tn_vector_bytes(call) };
}

/* What the caller has in RECV after the call, from its start. */
static struct part result(const struct tn_call *call)
{
  const int n = call->n_ranks, rank = call->rank;
  switch (call->collective) {
  case TN_SCAN:
    return (struct part){ call, 0, rank + 1, 0, call->block };
  case TN_EXSCAN:
    return (struct part){ call, 0, rank, 0, rank > 0 ? call->block : 0 };
  case TN_REDUCE_SCATTER_BLOCK:
  case TN_REDUCE_SCATTER:
    return (struct part){ call, 0, n, tn_displacement(call, rank), tn_count(call, rank) };
  default:
    return (struct part){ call, 0, n, 0, tn_call_sizes(NULL, call).recv };
  }
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

/* The bytes of the part from `done` to the end of a run, or of the part; their number. */
static size_t next_bytes(const struct part *part, size_t done, unsigned char bytes[RUN_BYTES])
{
  const enum tn_type type = part->call->type;
  const size_t all = RUN * tn_type_size(type), at = part->from + done;
  const size_t skipped = at % all, left = part->len - done;
  const struct run run = sum_of(part, at / all);
  encode(type, &run, bytes);
  memmove(bytes, bytes + skipped, all - skipped);
  return left < all - skipped ? left : all - skipped;
}

static void fill(unsigned char *buf, struct part part)
{
  unsigned char bytes[RUN_BYTES];
  for (size_t off = 0, n; off < part.len; off += n) {
    n = next_bytes(&part, off, bytes);
    memcpy(buf + off, bytes, n);
  }
}

static bool holds(const unsigned char *buf, struct part part, size_t *ret_offset)
{
  unsigned char bytes[RUN_BYTES];
  for (size_t off = 0, n; off < part.len; off += n) {
    n = next_bytes(&part, off, bytes);
    if (memcmp(buf + off, bytes, n) == 0)
      continue;
    *ret_offset = off;
    while (buf[*ret_offset] == bytes[*ret_offset - off])
      ++*ret_offset;
    return false;
  }
  return true;
}

/* The first rank of an exscan has no result: whether its RECV is as it was filled. */
static bool is_untouched(const struct tn_call *call, const unsigned char *recv, size_t *ret_offset)
{
  if (tn_contribution(call, call->rank) == TN_RECV)
    return holds(recv, contribution(call), ret_offset);
  for (size_t off = 0; off < call->block; off++) {
    if (recv[off] != TN_NO_RESULT) {
      *ret_offset = off;
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
  fill(tn_contribution(call, call->rank) == TN_SEND ? send : recv, contribution(call));
}

bool tn_verify_check_reduction(const struct tn_call *call, const unsigned char *send,
                               const unsigned char *recv, size_t *ret_offset, bool *ret_in_send)
{
  const struct tn_sizes sizes = tn_call_sizes(NULL, call);
  const bool has_none = call->collective == TN_EXSCAN && call->rank == 0;
  size_t offset = 0;
  const bool send_holds = sizes.send == 0 || holds(send, contribution(call), &offset);
  if (send_holds && (has_none ? is_untouched(call, recv, &offset)
                              : holds(recv, result(call), &offset)))
    return true;
  *ret_offset = offset;
  *ret_in_send = !send_holds;
  return false;
}
