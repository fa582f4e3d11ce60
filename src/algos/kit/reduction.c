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

bool tn_has_few_elements(const struct tn_call *call, int n_ranks)
{
  return call->block / tn_element_size(call) < (size_t)tn_power_within(n_ranks);
}

/* Defines a function that adds all whole elements within `len` bytes and returns the bytes of these
 * elements. Elements are copied to variables, since memory may be unaligned. */
#define SUM(storage, name, element)                                                                \
  storage size_t name(size_t len, unsigned char *dst, const unsigned char *a,                      \
                      const unsigned char *b)                                                      \
  {                                                                                                \
    size_t i = 0;                                                                                  \
    for (; len - i >= sizeof(element); i += sizeof(element)) {                                     \
      element x, y;                                                                                \
      memcpy(&x, a + i, sizeof x);                                                                 \
      memcpy(&y, b + i, sizeof y);                                                                 \
      x = (element)(x + y);                                                                        \
      memcpy(dst + i, &x, sizeof x);                                                               \
    }                                                                                              \
    return i;                                                                                      \
  }
SUM(static, sum_uint8, uint8_t)
SUM(static, sum_int32, uint32_t)
SUM(static, sum_float32, float)
SUM(static, sum_float64, double)

/* Functions that add several elements at once, with AVX2 as in Open MPI's op/avx; on other
 * architectures the compiler generates vector code (NEON). The sums are bit-identical to those of
 * single elements. */
enum { VECTOR = 32 };
typedef uint8_t uint8_vector __attribute__((vector_size(VECTOR)));
typedef uint32_t uint32_vector __attribute__((vector_size(VECTOR)));
typedef float float_vector __attribute__((vector_size(VECTOR)));
typedef double double_vector __attribute__((vector_size(VECTOR)));
#ifdef __x86_64__
#define VECTORS __attribute__((target("avx2"))) static
#else
#define VECTORS static
#endif
SUM(VECTORS, sum_uint8_vectors, uint8_vector)
SUM(VECTORS, sum_int32_vectors, uint32_vector)
SUM(VECTORS, sum_float32_vectors, float_vector)
SUM(VECTORS, sum_float64_vectors, double_vector)
#undef VECTORS
#undef SUM

static bool has_vectors(void)
{
#ifdef __x86_64__
  return __builtin_cpu_supports("avx2");
#else
  return true;
#endif
}

typedef size_t sum_function(size_t len, unsigned char *dst, const unsigned char *a,
                            const unsigned char *b);

void tn_sum(enum tn_type type, size_t len, unsigned char *dst, const unsigned char *a,
            const unsigned char *b)
{
  static sum_function *const elements[] = {
    [TN_UINT8] = sum_uint8,
    [TN_INT32] = sum_int32,
    [TN_FLOAT32] = sum_float32,
    [TN_FLOAT64] = sum_float64,
  };
  static sum_function *const vectors[] = {
    [TN_UINT8] = sum_uint8_vectors,
    [TN_INT32] = sum_int32_vectors,
    [TN_FLOAT32] = sum_float32_vectors,
    [TN_FLOAT64] = sum_float64_vectors,
  };
  const size_t done = has_vectors() ? vectors[type](len, dst, a, b) : 0;
  elements[type](len - done, dst + done, a + done, b + done);
}

void tn_sum_all(enum tn_type type, size_t len, unsigned char *dst, int n,
                const unsigned char *const *src)
{
  enum { PIECE = 4096 }; /* bytes that are summed at a time; the sum stays in the L1 cache */
  const size_t most = n > 2 ? PIECE : len;
  for (size_t at = 0, bytes; at < len; at += bytes) {
    bytes = len - at < most ? len - at : most;
    tn_sum(type, bytes, dst + at, src[0] + at, src[1] + at);
    for (int i = 2; i < n; i++)
      tn_sum(type, bytes, dst + at, dst + at, src[i] + at);
  }
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

enum tn_buf tn_sum_buf(const struct tn_call *call, int rank)
{
  return tn_call_has_result(call, rank) ? TN_RECV : TN_TEMP;
}

bool tn_reduce_scatter_trivially(struct tn_strand *r)
{
  if (tn_vector_bytes(r->call) == 0)
    return true;
  if (r->call->n_ranks == 1)
    tn_move_own_vector(r);
  return r->call->n_ranks == 1;
}
