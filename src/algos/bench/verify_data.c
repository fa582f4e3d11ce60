#include "verify_data.h"

#include <string.h>

#include "algos/kit/reduction.h"

enum {
  RUN = 8,
  SMALLER_THAN = 128
}; /* one hash gives RUN elements, one from each byte, all below SMALLER_THAN */

/* RUN elements of a vector as numbers, from element RUN * run on. */
struct run {
  uint32_t value[RUN];
};

/* Returns `rank`'s elements of a run, one per byte, the first in the lowest byte. */
static inline uint64_t contributed(const struct tn_call *call, int rank, size_t run)
{
  const uint64_t each_byte = UINT64_MAX / UINT8_MAX;
  uint64_t x = (uint64_t)run * 0x9e3779b97f4a7c15u + (uint64_t)rank * 0xc2b2ae3d27d4eb4fu +
               (uint64_t)call->epoch * 0x165667b19e3779f9u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 32;
  return x & each_byte * (SMALLER_THAN - 1);
}

static inline uint64_t even_bytes(uint64_t x)
{
  return x & UINT64_MAX / UINT16_MAX * UINT8_MAX;
}

static inline uint64_t odd_bytes(uint64_t x)
{
  return even_bytes(x >> 8);
}

/* Returns the sum of a run over the ranks. This takes most of the time of a check, so four elements
 * are added at a time, in quarters of a word that are extracted before they can overflow. */
static struct run sum_of(const struct tn_expected *part, size_t run)
{
  enum { AT_A_TIME = UINT16_MAX / SMALLER_THAN };
  struct run sum = { { 0 } };
  for (int first = part->first, end; first < part->end; first = end) {
    uint64_t even = 0, odd = 0;
    end = part->end - first > AT_A_TIME ? first + AT_A_TIME : part->end;
    for (int rank = first; rank < end; rank++) {
      const uint64_t x = contributed(part->call, rank, run);
      even += even_bytes(x);
      odd += odd_bytes(x);
    }
    for (int i = 0; i < RUN / 2; i++) {
      sum.value[2 * i] += (uint16_t)(even >> 16 * i);
      sum.value[2 * i + 1] += (uint16_t)(odd >> 16 * i);
    }
  }
  return sum;
}

static void sum_bytes(const struct tn_expected *part, size_t run, uint8_t bytes[RUN])
{
  uint64_t even = 0, odd = 0;
  for (int rank = part->first; rank < part->end; rank++) {
    const uint64_t x = contributed(part->call, rank, run);
    even = even_bytes(even + even_bytes(x));
    odd = even_bytes(odd + odd_bytes(x));
  }
  for (int i = 0; i < RUN; i++)
    bytes[i] = (uint8_t)((even | odd << 8) >> 8 * i);
}

/* Elements of a run as they lie in memory. */
union elements {
  uint8_t bytes[RUN * sizeof(double)];
  int32_t ints[RUN];
  float floats[RUN];
  double doubles[RUN];
};

static void encode(const struct tn_expected *part, size_t at, union elements *elements)
{
  const enum tn_type type = part->type;
  if (type == TN_UINT8) {
    sum_bytes(part, at, elements->bytes);
    return;
  }
  const struct run run = sum_of(part, at);
  for (int i = 0; i < RUN; i++) {
    const int32_t value = (int32_t)run.value[i];
    if (type == TN_INT32)
      elements->ints[i] = value;
    else if (type == TN_FLOAT32)
      elements->floats[i] = (float)value;
    else
      elements->doubles[i] = value;
  }
}

/* Iteration over a part of a vector; a step ends where a run of elements or the part ends. */
struct walk {
  const struct tn_expected *part;
  size_t run_bytes;
  size_t run, skipped; /* number of the next run; bytes of this run that lie before the part */
  size_t off;          /* offset of `bytes` in the part */
  union elements elements;
  const uint8_t *bytes; /* [len] bytes of the current step */
  size_t len;
};

static struct walk walk_along(const struct tn_expected *part)
{
  const size_t run_bytes = RUN * tn_type_size(part->type);
  return (struct walk){ .part = part,
                        .run_bytes = run_bytes,
                        .run = part->from / run_bytes,
                        .skipped = part->from % run_bytes };
}

static bool walk_on(struct walk *w)
{
  w->off += w->len;
  if (w->off >= w->part->len)
    return false;
  encode(w->part, w->run++, &w->elements);
  const size_t left = w->part->len - w->off, rest = w->run_bytes - w->skipped;
  w->bytes = w->elements.bytes + w->skipped;
  w->len = left < rest ? left : rest;
  w->skipped = 0;
  return true;
}

void tn_expected_fill(const struct tn_expected *part, unsigned char *buf)
{
  for (struct walk w = walk_along(part); walk_on(&w);)
    memcpy(buf + w.off, w.bytes, w.len);
}

bool tn_expected_holds(const struct tn_expected *part, const unsigned char *buf, size_t *ret_offset)
{
  for (struct walk w = walk_along(part); walk_on(&w);) {
    size_t i = 0;
    if (memcmp(buf + w.off, w.bytes, w.len) == 0)
      continue;
    while (buf[w.off + i] == w.bytes[i])
      i++;
    *ret_offset = w.off + i;
    return false;
  }
  return true;
}
