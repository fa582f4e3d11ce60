#include "threads_reduce.h"

#include <string.h>

static void sum_int32(unsigned char *dst, const unsigned char *a, const unsigned char *b)
{
  uint32_t x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  x += y;
  memcpy(dst, &x, sizeof x);
}

static void sum_float32(unsigned char *dst, const unsigned char *a, const unsigned char *b)
{
  float x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  x += y;
  memcpy(dst, &x, sizeof x);
}

static void sum_float64(unsigned char *dst, const unsigned char *a, const unsigned char *b)
{
  double x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  x += y;
  memcpy(dst, &x, sizeof x);
}

static void sum_uint8(unsigned char *dst, const unsigned char *a, const unsigned char *b)
{
  *dst = (unsigned char)(*a + *b);
}

void tn_threads_sum(enum tn_type type, size_t len, unsigned char *dst, const unsigned char *a,
                    const unsigned char *b)
{
  static const struct {
    size_t size;
    void (*sum)(unsigned char *dst, const unsigned char *a, const unsigned char *b);
  } elements[] = {
    [TN_UINT8] = { 1, sum_uint8 },
    [TN_INT32] = { 4, sum_int32 },
    [TN_FLOAT32] = { 4, sum_float32 },
    [TN_FLOAT64] = { 8, sum_float64 },
  };
  for (size_t i = 0; i < len; i += elements[type].size)
    elements[type].sum(dst + i, a + i, b + i);
}
