#include "reduction.h"

#include <string.h>

#include "algos/registry.h"
#include "counts.h"

const char *const tn_type_names[] = { [TN_UINT8] = "uint8",
                                      [TN_INT32] = "int32",
                                      [TN_FLOAT32] = "float32",
                                      [TN_FLOAT64] = "float64",
                                      NULL };
const char *const tn_op_names[] = { [TN_SUM] = "sum", NULL };

size_t tn_type_size(enum tn_type type)
{
  static const size_t sizes[] = {
    [TN_UINT8] = sizeof(uint8_t),
    [TN_INT32] = sizeof(int32_t),
    [TN_FLOAT32] = sizeof(float),
    [TN_FLOAT64] = sizeof(double),
  };
  return sizes[type];
}

size_t tn_element_size(const struct tn_call *call)
{
  return tn_collective_reduces(call->collective) ? tn_type_size(call->type) : 1;
}

/* Elements go through variables, as memory need not be aligned for them. */
#define SUM(name, element)                                                                         \
  static void name(size_t len, unsigned char *dst, const unsigned char *a, const unsigned char *b) \
  {                                                                                                \
    for (size_t i = 0; i < len; i += sizeof(element)) {                                            \
      element x, y;                                                                                \
      memcpy(&x, a + i, sizeof x);                                                                 \
      memcpy(&y, b + i, sizeof y);                                                                 \
      x += y;                                                                                      \
      memcpy(dst + i, &x, sizeof x);                                                               \
    }                                                                                              \
  }
SUM(sum_int32, uint32_t)
SUM(sum_float32, float)
SUM(sum_float64, double)
#undef SUM

static void sum_uint8(size_t len, unsigned char *dst, const unsigned char *a,
                      const unsigned char *b)
{
  for (size_t i = 0; i < len; i++)
    dst[i] = (unsigned char)(a[i] + b[i]);
}

void tn_sum(enum tn_type type, size_t len, unsigned char *dst, const unsigned char *a,
            const unsigned char *b)
{
  static void (*const sums[])(size_t len, unsigned char *dst, const unsigned char *a,
                              const unsigned char *b) = {
    [TN_UINT8] = sum_uint8,
    [TN_INT32] = sum_int32,
    [TN_FLOAT32] = sum_float32,
    [TN_FLOAT64] = sum_float64,
  };
  sums[type](len, dst, a, b);
}

size_t tn_vector_bytes(const struct tn_call *call)
{
  const bool has_shares =
      call->collective == TN_REDUCE_SCATTER_BLOCK || call->collective == TN_REDUCE_SCATTER;
  return has_shares ? tn_count_total(call) : call->block;
}

enum tn_buf tn_contribution(const struct tn_call *call, int rank)
{
  return tn_call_has_input_in_recv(call, rank) ? TN_RECV : TN_SEND;
}

struct tn_span tn_own_vector(const struct tn_call *call)
{
  return (struct tn_span){ call->rank, tn_contribution(call, call->rank), 0,
                           tn_vector_bytes(call) };
}

void tn_move_own_vector(struct tn_strand *r)
{
  const struct tn_span own = tn_own_vector(r->call);
  if (own.buf != TN_RECV)
    tn_move(r, (struct tn_span){ own.rank, TN_RECV, 0, own.len }, own);
}
