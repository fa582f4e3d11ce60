/* Index arithmetic of the algorithms, the registry, and the definitions that data are checked
 * against. */
#include <criterion/criterion.h>
#include <string.h>

#include "algos/bench/statistics.h"
#include "algos/bench/verify.h"
#include "algos/cma/allgather.h"
#include "algos/cma/alltoall.h"
#include "algos/kit/basics.h"
#include "algos/kit/knomial.h"
#include "algos/kit/reduction.h"

enum { MAX_RANKS = 64 };

Test(patterns, relative_and_absolute_are_inverse)
{
  for (int p = 1; p <= MAX_RANKS; p++)
    for (int root = 0; root < p; root++) {
      const struct tn_call call = { .n_ranks = p, .root = root };
      cr_assert_eq(tn_relative(&call, root), 0);
      for (int v = 0; v < p; v++)
        cr_assert_eq(tn_relative(&call, tn_absolute(&call, v)), v);
    }
}

Test(patterns, log2_ceil)
{
  cr_assert_eq(tn_ceil_lg(1), 0);
  cr_assert_eq(tn_ceil_lg(2), 1);
  cr_assert_eq(tn_ceil_lg(3), 2);
  cr_assert_eq(tn_ceil_lg(64), 6);
  cr_assert_eq(tn_ceil_lg(65), 7);
}

Test(patterns, blocks_cover_the_buffer_once)
{
  for (size_t total = 0; total < 40; total++)
    for (int p = 1; p <= 9; p++) {
      const size_t block = (total + (size_t)p - 1) / (size_t)p;
      const struct tn_blocks blocks = { .buf = TN_RECV, .block = block, .total = total };
      size_t covered = 0;
      for (int i = 0; i < p; i++) {
        const struct tn_span span = tn_block(&blocks, 3, i);
        cr_assert_eq(span.off, covered);
        cr_assert_eq(span.rank, 3);
        covered += span.len;
      }
      cr_assert_eq(covered, total);
      cr_assert_eq(tn_block_range(&blocks, 3, 0, p).len, total);
    }
}

/* Checks that every rank is served once, by its parent, in its round, with at most k - 1 others. */
static void check_knomial(int p, int k)
{
  int served[MAX_RANKS] = { 0 };
  for (int v = 0; v < p; v++) {
    const struct tn_knomial tree = tn_knomial(p, v, k);
    for (int round = tree.round + 1; round <= tree.n_rounds; round++) {
      int first, stride;
      const int n = tn_knomial_children(&tree, round, &first, &stride);
      cr_assert_leq(n, k);
      for (int i = 0; i < n; i++) {
        const int child = first + i * stride;
        cr_assert_lt(child, p);
        cr_assert_eq(tn_knomial(p, child, k).parent, v);
        cr_assert_eq(tn_knomial(p, child, k).round, round);
        served[child]++;
      }
    }
  }
  cr_assert_eq(served[0], 0);
  for (int v = 1; v < p; v++)
    cr_assert_eq(served[v], 1, "p=%d k=%d rank %d served %d times", p, k, v, served[v]);
}

Test(knomial, every_rank_is_served_once)
{
  for (int p = 1; p <= MAX_RANKS; p++)
    for (int k = 1; k <= p + 1; k++)
      check_knomial(p, k);
}

Test(knomial, rounds_are_the_logarithm)
{
  cr_assert_eq(tn_knomial(64, 0, 3).n_rounds, 3);
  cr_assert_eq(tn_knomial(64, 0, 7).n_rounds, 2);
  cr_assert_eq(tn_knomial(65, 0, 3).n_rounds, 4);
  cr_assert_eq(tn_knomial(64, 0, 1).n_rounds, 6);
  cr_assert_eq(tn_knomial(64, 0, INT64_MAX).n_rounds, 1);
  cr_assert_eq(tn_knomial(1, 0, 4).n_rounds, 0);
}

/* Does the reads phase by phase. Within a phase, reads that need the others come last. */
static void check_doubling(int p)
{
  bool has[MAX_RANKS][MAX_RANKS] = { { false } };
  for (int i = 0; i < p; i++)
    has[i][i] = true;
  for (int phase = 0; phase < tn_ceil_lg(p); phase++) {
    bool now[MAX_RANKS][MAX_RANKS];
    memcpy(now, has, sizeof has);
    for (int rank = 0; rank < p; rank++) {
      struct tn_doubling_read read;
      int source = rank;
      if (!tn_doubling_read(p, rank, phase, &read))
        continue;
      const int first = read.first, count = read.count;
      do {
        source = read.peer;
        cr_assert(source >= 0 && source < p);
      } while (read.peer_phases > phase && tn_doubling_read(p, source, phase, &read));
      for (int b = first; b < first + count; b++) {
        cr_assert(has[source][b], "p=%d phase %d: rank %d lacks block %d", p, phase, source, b);
        cr_assert_not(has[rank][b]);
        now[rank][b] = true;
      }
    }
    memcpy(has, now, sizeof has);
  }
  for (int i = 0; i < p; i++)
    for (int b = 0; b < p; b++)
      cr_assert(has[i][b], "p=%d: rank %d ends without block %d", p, i, b);
}

Test(doubling, every_rank_ends_with_every_block)
{
  for (int p = 1; p <= MAX_RANKS; p++)
    check_doubling(p);
}

Test(pairwise, each_step_is_a_permutation_and_all_peers_come)
{
  for (int p = 1; p <= MAX_RANKS; p++) {
    bool met[MAX_RANKS][MAX_RANKS] = { { false } };
    for (int step = 1; step < p; step++) {
      bool read_from[MAX_RANKS] = { false };
      for (int rank = 0; rank < p; rank++) {
        const int peer = tn_pairwise_peer(p, rank, step);
        cr_assert_neq(peer, rank);
        cr_assert_not(read_from[peer]);
        cr_assert_not(met[rank][peer]);
        read_from[peer] = met[rank][peer] = true;
      }
    }
  }
}

Test(bruck, next_walks_the_numbers_with_the_bit)
{
  for (int p = 1; p <= MAX_RANKS; p++)
    for (int d = 1; d < p; d *= 2) {
      int at = tn_bruck_next(p, d, -1);
      for (int j = 0; j < p; j++)
        if (j & d) {
          cr_assert_eq(at, j);
          at = tn_bruck_next(p, d, at);
        }
      cr_assert_eq(at, p);
    }
}

Test(ring, a_common_divisor_is_refused_with_advice)
{
  cr_assert_null(tn_ring_unsupported(28, 15));
  cr_assert_null(tn_ring_unsupported(1, 7));
  cr_assert_str_eq(tn_ring_unsupported(28, 2),
                   "distance 2 and 28 ranks have a common divisor (try 1, 3, 5, 9)");
  cr_assert_str_eq(tn_ring_unsupported(2, 4),
                   "distance 4 and 2 ranks have a common divisor (try 1)");
}

Test(registry, entries_are_complete_and_found_by_name)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    cr_assert_eq(tn_method_find((*a)->collective, (*a)->name), *a);
    cr_assert((*a)->summary && (*a)->source);
    cr_assert((*a)->chooser || (((*a)->runs->n_slots || (*a)->runs->n_lines > 0) &&
                                ((*a)->runs->run || (*a)->runs->exchange)));
    cr_assert_gt((*a)->n_mechanisms, 0);
  }
  cr_assert_null(tn_method_find(TN_SCATTER, "direct-read"));
}

/* No algorithm would offer a mechanism that is missing in the lists of entries.h. */
Test(registry, entries_have_all_mechanisms_that_do_what_they_need)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++) {
    const bool is_mapped = tn_mechanism_is_mapped((*a)->mechanisms[0]);
    const bool has_cico = tn_method_has(*a, TN_CICO), copies = tn_method_has(*a, TN_CMA);
    const bool is_kernel = tn_mechanism_is_on_device((*a)->mechanisms[0]);
    for (int m = 0; m < TN_N_MECHANISMS; m++) {
      const bool is_single = tn_mechanism_is_single_copy((enum tn_mechanism)m);
      const bool has = tn_method_has(*a, (enum tn_mechanism)m);
      if (tn_mechanism_is_on_device((enum tn_mechanism)m)) /* cores cannot access that memory */
        cr_expect(!has || copies || is_kernel, "%s %s", (*a)->name, tn_mechanism_names[m]);
      else if ((*a)->runs->cma_native)
        cr_expect_eq(has, is_single, "%s %s", (*a)->name, tn_mechanism_names[m]);
      else if (is_mapped)
        cr_expect_eq(has, copies ? is_single : tn_mechanism_is_mapped((enum tn_mechanism)m),
                     "%s %s", (*a)->name, tn_mechanism_names[m]);
      else if (has_cico && (*a)->n_mechanisms > 1)
        cr_expect(has, "%s %s", (*a)->name, tn_mechanism_names[m]);
    }
  }
}

Test(registry, parameters_are_found_by_name_and_alias)
{
  const struct tn_method *a = tn_method_find(TN_BCAST, "k-nomial");
  bool is_alias = true;
  cr_assert_eq(tn_alg_params_find(a->params, "throttle", &is_alias), 0);
  cr_assert_not(is_alias);
  cr_assert_eq(tn_alg_params_find(a->params, "radix", &is_alias), 0);
  cr_assert(is_alias);
  cr_assert_eq(a->params[0].alias_offset, -1);
  cr_assert_eq(tn_alg_params_find(a->params, "distance", &is_alias), -1);
}

static void check_sizes(struct tn_call call, size_t send, size_t recv)
{
  const struct tn_sizes sizes = tn_user_sizes(&call);
  cr_assert_eq(sizes.send, send);
  cr_assert_eq(sizes.recv, recv);
}

Test(registry, sizes_follow_the_definitions)
{
  struct tn_call call = { .n_ranks = 4, .rank = 1, .root = 1, .block = 10 };
  const struct {
    enum tn_collective collective;
    size_t send, recv, send_in_place, recv_in_place;
  } at_root[] = { { TN_BCAST, 0, 10, 0, 10 },
                  { TN_SCATTER, 40, 10, 40, 0 },
                  { TN_GATHER, 10, 40, 0, 40 },
                  { TN_ALLGATHER, 10, 40, 0, 40 },
                  { TN_ALLTOALL, 40, 40, 0, 40 } };
  for (size_t i = 0; i < sizeof at_root / sizeof at_root[0]; i++) {
    call.collective = at_root[i].collective;
    call.in_place = false;
    check_sizes(call, at_root[i].send, at_root[i].recv);
    call.in_place = true;
    check_sizes(call, at_root[i].send_in_place, at_root[i].recv_in_place);
  }
  call.rank = 0;
  call.collective = TN_SCATTER;
  check_sizes(call, 0, 10);
  call.collective = TN_GATHER;
  check_sizes(call, 10, 0);
}

/* An alltoall written by its definition passes; one with a wrong byte fails. */
/* The table of collectives agrees with the definition in the buffers of a rank that it fills and
 * checks. */
Test(registry, collectives_say_where_their_data_lies)
{
  enum { BLOCK = 8, MOST = 4 };
  for (int c = 0; c < TN_N_COLLECTIVES; c++)
    for (int i = 0; i < MOST * MOST * 2 && c != TN_PATTERN; i++) {
      const struct tn_call call = { .collective = (enum tn_collective)c,
                                    .n_ranks = MOST,
                                    .rank = i % MOST,
                                    .root = i / MOST % MOST,
                                    .block = BLOCK,
                                    .in_place = i / MOST / MOST,
                                    .epoch = 1 };
      const struct tn_sizes sizes = tn_user_sizes(&call);
      const bool scatters = c == TN_SCATTER || c == TN_ISCATTER || c == TN_SCATTERV;
      const bool is_in_send = call.in_place && scatters && call.rank == call.root;
      unsigned char send[MOST * BLOCK], recv[MOST * BLOCK], untouched[MOST * BLOCK];
      memset(untouched, 0xa5, sizeof untouched);
      tn_verify_fill(&call, send, recv);
      cr_expect_eq(tn_call_has_input_in_recv(&call, call.rank),
                   sizes.recv > 0 && memcmp(recv, untouched, sizes.recv) != 0,
                   "%s, rank %d of root %d%s", tn_collective_names[c], call.rank, call.root,
                   call.in_place ? ", in place" : "");
      cr_expect_eq(tn_call_has_result(&call, call.rank), sizes.recv > 0 || is_in_send,
                   "%s, rank %d of root %d", tn_collective_names[c], call.rank, call.root);
      cr_expect_eq(tn_collective_synchronises(call.collective), sizes.recv + sizes.send == 0, "%s",
                   tn_collective_names[c]);
    }
}

Test(verify, accepts_the_definition_and_nothing_else)
{
  enum { P = 3, N = 5 };
  unsigned char send[P][P * N], recv[P][P * N];
  struct tn_call call = { .collective = TN_ALLTOALL, .n_ranks = P, .block = N, .epoch = 1 };
  size_t offset = 0;
  bool in_send = false;
  for (call.rank = 0; call.rank < P; call.rank++) {
    tn_verify_fill(&call, send[call.rank], recv[call.rank]);
    cr_assert_not(tn_verify_check(&call, send[call.rank], recv[call.rank], &offset, &in_send));
  }
  for (int i = 0; i < P; i++)
    for (int j = 0; j < P; j++)
      memcpy(recv[j] + i * N, send[i] + j * N, N);
  call.rank = 2;
  cr_assert(tn_verify_check(&call, send[2], recv[2], &offset, &in_send));
  recv[2][7] ^= 1;
  cr_assert_not(tn_verify_check(&call, send[2], recv[2], &offset, &in_send));
  cr_assert_eq(offset, 7);
  cr_assert_not(in_send);
  recv[2][7] ^= 1;
  send[2][4] ^= 1;
  cr_assert_not(tn_verify_check(&call, send[2], recv[2], &offset, &in_send));
  cr_assert_eq(offset, 4);
  cr_assert(in_send);
}

/* Adds up the vectors as verify fills them. */
static void fill_prefix_sums(struct tn_call call, int32_t vector[4][8], int32_t sum[5][8])
{
  unsigned char unused[sizeof vector[0]];
  memset(sum[0], 0, sizeof sum[0]);
  for (call.rank = 0; call.rank < 4; call.rank++) {
    if (call.in_place)
      tn_verify_fill(&call, NULL, (unsigned char *)vector[call.rank]);
    else
      tn_verify_fill(&call, (unsigned char *)vector[call.rank], unused);
    for (int i = 0; i < 8; i++)
      sum[call.rank + 1][i] = sum[call.rank][i] + vector[call.rank][i];
  }
}

static bool holds(const struct tn_call *call, const int32_t *vector, const int32_t *recv)
{
  size_t offset;
  bool in_send;
  return tn_verify_check(call, (const unsigned char *)vector, (const unsigned char *)recv, &offset,
                         &in_send);
}

Test(verify, prefix_sums_are_of_the_ranks_before)
{
  int32_t vector[4][8], sum[5][8], recv[8];
  struct tn_call call = {
    .collective = TN_SCAN, .n_ranks = 4, .block = sizeof recv, .type = TN_INT32, .epoch = 3
  };
  fill_prefix_sums(call, vector, sum);
  for (call.rank = 0; call.rank < 4; call.rank++) {
    call.collective = TN_SCAN;
    cr_expect(holds(&call, vector[call.rank], sum[call.rank + 1]));
    cr_expect_not(holds(&call, vector[call.rank], sum[call.rank]));
    call.collective = TN_EXSCAN;
    cr_expect_not(holds(&call, vector[call.rank], sum[call.rank + 1]));
    cr_expect_eq(holds(&call, vector[call.rank], sum[call.rank]), call.rank > 0);
  }
}

Test(verify, an_exscan_leaves_the_first_rank_alone)
{
  int32_t vector[4][8], sum[5][8], recv[8];
  struct tn_call call = {
    .collective = TN_EXSCAN, .n_ranks = 4, .block = sizeof recv, .type = TN_INT32, .epoch = 1
  };
  tn_verify_fill(&call, (unsigned char *)vector[0], (unsigned char *)recv);
  cr_expect(holds(&call, vector[0], recv));
  recv[7] ^= 1;
  cr_expect_not(holds(&call, vector[0], recv));
  call.in_place = true;
  fill_prefix_sums(call, vector, sum);
  call.rank = 0;
  cr_expect(holds(&call, NULL, vector[0]));
  vector[0][3] ^= 1;
  cr_expect_not(holds(&call, NULL, vector[0]));
}

Test(verify, shares_of_a_sum_are_the_ranks_own)
{
  enum { SHARE = 2 };
  int32_t vector[4][8], sum[5][8];
  struct tn_call call = { .collective = TN_REDUCE_SCATTER_BLOCK,
                          .n_ranks = 4,
                          .block = SHARE * sizeof(int32_t),
                          .type = TN_INT32,
                          .epoch = 2 };
  fill_prefix_sums(call, vector, sum);
  for (call.rank = 0; call.rank < 4; call.rank++) {
    cr_expect(holds(&call, vector[call.rank], sum[4] + SHARE * call.rank));
    cr_expect_not(holds(&call, vector[call.rank], sum[4] + SHARE * (3 - call.rank)));
  }
}

Test(verify, shares_have_the_lengths_of_the_counts)
{
  static const size_t counts[] = { 12, 0, 16, 4 };
  int32_t vector[4][8], sum[5][8];
  struct tn_call call = { .collective = TN_REDUCE_SCATTER,
                          .n_ranks = 4,
                          .block = 16,
                          .counts = counts,
                          .type = TN_INT32,
                          .epoch = 2 };
  fill_prefix_sums(call, vector, sum);
  for (call.rank = 0; call.rank < 4; call.rank++) {
    static const int first[] = { 0, 3, 3, 7 };
    cr_expect(holds(&call, vector[call.rank], sum[4] + first[call.rank]));
    sum[4][first[call.rank]] ^= 1;
    cr_expect_eq(holds(&call, vector[call.rank], sum[4] + first[call.rank]), call.rank == 1);
    sum[4][first[call.rank]] ^= 1;
  }
}

Test(statistics, median_and_interval_are_order_statistics)
{
  double three[] = { 3.0, 1.0, 2.0 }, two[] = { 4.0, 2.0 }, hundred[100];
  for (int i = 0; i < 100; i++)
    hundred[i] = 99.0 - i;
  const struct tn_spread few = tn_spread_of(three, 3), even = tn_spread_of(two, 2);
  const struct tn_spread many = tn_spread_of(hundred, 100);
  cr_assert_float_eq(few.median, 2.0, 0.0);
  cr_assert_float_eq(few.low, 1.0, 0.0);
  cr_assert_float_eq(few.high, 3.0, 0.0);
  cr_assert_float_eq(even.median, 3.0, 0.0);
  cr_assert_float_eq(many.median, 49.5, 0.0);
  cr_assert_float_eq(many.low, 40.0, 0.0);
  cr_assert_float_eq(many.high, 60.0, 0.0);
  cr_assert_float_eq(many.p5, 5.0, 0.0);
  cr_assert_float_eq(many.p95, 94.0, 0.0);
}

/* Computes element i of a sum by C's arithmetic. */
static void add_element(enum tn_type type, size_t i, unsigned char *dst, const unsigned char *a,
                        const unsigned char *b)
{
  const size_t size = tn_type_size(type), at = i * size;
  union {
    uint8_t u8;
    uint32_t u32;
    float f32;
    double f64;
  } x, y;
  memcpy(&x, a + at, size);
  memcpy(&y, b + at, size);
  switch (type) {
  case TN_UINT8:
    x.u8 = (uint8_t)(x.u8 + y.u8);
    break;
  case TN_INT32:
    x.u32 += y.u32;
    break;
  case TN_FLOAT32:
    x.f32 += y.f32;
    break;
  case TN_FLOAT64:
    x.f64 += y.f64;
    break;
  }
  memcpy(dst + at, &x, size);
}

/* Vectors of elements at any offset have the bytes of single elements, and nothing behind them
 * changes. */
Test(sums, have_the_bytes_of_single_elements)
{
  enum { MOST = 200, ROOM = MOST + 64 };
  unsigned char a[ROOM], b[ROOM], sum[ROOM], expected[ROOM];
  uint32_t state = 1;
  for (int i = 0; i < ROOM; i++) {
    a[i] = (unsigned char)((state = state * 1664525 + 1013904223) >> 24);
    b[i] = (unsigned char)((state = state * 1664525 + 1013904223) >> 24);
    if (b[i] >= 0x7f) /* of two NaNs C does not define which one the sum has */
      b[i] = (unsigned char)(b[i] & 0x3f);
  }
  for (int type = TN_UINT8; type <= TN_FLOAT64; type++) {
    const size_t size = tn_type_size((enum tn_type)type);
    for (size_t len = 0; len <= MOST; len += size)
      for (size_t off = 0; off < 40; off += 13)
        for (int in_place = 0; in_place < 2; in_place++) {
          const size_t to = in_place ? off : 7;
          memcpy(sum, a, ROOM);
          memcpy(expected, a, ROOM);
          for (size_t i = 0; i < len / size; i++)
            add_element((enum tn_type)type, i, expected + to, a + off, b + 1);
          tn_sum((enum tn_type)type, len, sum + to, in_place ? sum + off : a + off, b + 1);
          cr_assert_arr_eq(sum, expected, ROOM, "%s, %zu bytes from %zu", tn_type_names[type], len,
                           off);
        }
  }
}

/* Several vectors in one pass, longer than its blocks; integers are exact in any order. */
Test(sums, of_several_vectors_are_sums_of_all)
{
  enum { N = 3000 };
  static float data[TN_REDUCE_MAX][N];
  for (int n = 2; n <= TN_REDUCE_MAX; n++) {
    const unsigned char *src[TN_REDUCE_MAX];
    for (int i = 0; i < n; i++) {
      src[i] = (const unsigned char *)data[i];
      for (int k = 0; k < N; k++)
        data[i][k] = (float)((i + 1) * k);
    }
    tn_sum_all(TN_FLOAT32, sizeof data[0], (unsigned char *)data[0], n, src);
    for (int k = 0; k < N; k++)
      cr_assert_eq(data[0][k], (float)(n * (n + 1) / 2 * k), "%d vectors, element %d", n, k);
  }
}
