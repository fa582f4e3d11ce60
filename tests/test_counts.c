/* Blocks of different sizes: their offsets, accepted and refused cases, and the text of rows. */
#include <criterion/criterion.h>
#include <string.h>

#include "algos/bench/verify.h"
#include "algos/kit/counts.h"
#include "study/study_rows.h"

enum { P = 4 };

Test(counts, blocks_lie_one_after_another)
{
  static const size_t counts[P] = { 7, 0, 30, 5 };
  const struct tn_call call = {
    .collective = TN_ALLGATHERV, .n_ranks = P, .counts = counts, .block = 30
  };
  const struct tn_blocks blocks = tn_blocks_of(&call, TN_RECV);
  cr_assert_eq(tn_count(&call, 2), 30);
  cr_assert_eq(tn_displacement(&call, 3), 37);
  cr_assert_eq(tn_count_total(&call), 42);
  cr_assert_eq(tn_counts_largest(P, counts), 30);
  cr_assert_eq(tn_block(&blocks, 0, 1).len, 0);
  cr_assert_eq(tn_block_range(&blocks, 0, 1, 3).off, 7);
  cr_assert_eq(tn_block_range(&blocks, 0, 1, 3).len, 35);
  cr_assert_eq(tn_block_range(&blocks, 0, 4, 0).off, 42);
}

/* From rank 1 to 2: the block behind those that 1 sends to 0 and 1, and behind the one that 0 sends to 2. */
Test(counts, pairs_lie_by_the_other_rank)
{
  static const size_t counts[3 * 3] = { 1, 2, 3, 10, 20, 30, 100, 200, 300 };
  const struct tn_call call = {
    .collective = TN_ALLTOALLV, .n_ranks = 3, .counts = counts, .block = 300
  };
  const struct tn_span sent = tn_pair_sent(&call, TN_SEND, 1, 2);
  const struct tn_span received = tn_pair_received(&call, TN_RECV, 1, 2);
  int a, b;
  cr_assert(sent.rank == 1 && sent.off == 30 && sent.len == 30);
  cr_assert(received.rank == 2 && received.off == 3 && received.len == 30);
  cr_assert_eq(tn_pairs_sent(&call, 1), 60);
  cr_assert_eq(tn_pairs_received(&call, 2), 333);
  cr_assert(tn_counts_uneven_pair(3, counts, &a, &b) && a == 0 && b == 1);
  static const size_t even[2 * 2] = { 1, 5, 5, 2 };
  cr_assert_not(tn_counts_uneven_pair(2, even, &a, &b));
}

Test(counts, without_them_all_blocks_are_alike)
{
  const struct tn_call call = { .collective = TN_ALLTOALLV, .n_ranks = P, .block = 10 };
  cr_assert_eq(tn_pair_sent(&call, TN_SEND, 1, 3).off, 30);
  cr_assert_eq(tn_pair_received(&call, TN_RECV, 1, 3).off, 10);
  cr_assert_eq(tn_count_total(&call), 40);
}

static void check_sizes(enum tn_collective collective, int rank, bool in_place, size_t send,
                        size_t recv)
{
  static const size_t rows[P] = { 7, 0, 30, 5 };
  static const size_t pairs[P * P] = { 1, 2, 3, 4, 0, 0, 0, 0, 5, 6, 7, 8, 9, 9, 9, 9 };
  const struct tn_call call = { .collective = collective,
                                .n_ranks = P,
                                .rank = rank,
                                .root = 2,
                                .in_place = in_place,
                                .counts = collective == TN_ALLTOALLV ? pairs : rows };
  const struct tn_sizes sizes = tn_user_sizes(&call);
  cr_expect(sizes.send == send && sizes.recv == recv, "%s, rank %d: %zu, %zu",
            tn_collective_names[collective], rank, sizes.send, sizes.recv);
}

Test(counts, buffers_are_as_large_as_their_blocks)
{
  check_sizes(TN_SCATTERV, 2, false, 42, 30);
  check_sizes(TN_SCATTERV, 2, true, 42, 0);
  check_sizes(TN_SCATTERV, 1, false, 0, 0);
  check_sizes(TN_GATHERV, 3, false, 5, 0);
  check_sizes(TN_GATHERV, 2, true, 0, 42);
  check_sizes(TN_ALLGATHERV, 0, false, 7, 42);
  check_sizes(TN_ALLTOALLV, 2, false, 26, 19);
}

/* MPI's definition: i's block for j is the j-th block of i, and becomes the i-th of j. */
Test(counts, verification_is_of_the_right_bytes)
{
  enum { MOST = 16 };
  static const size_t counts[3 * 3] = { 1, 2, 3, 0, 4, 0, 2, 0, 5 };
  unsigned char send[3][MOST], recv[3][MOST];
  struct tn_call call = {
    .collective = TN_ALLTOALLV, .n_ranks = 3, .counts = counts, .block = 5, .epoch = 1
  };
  size_t offset;
  bool in_send;
  for (call.rank = 0; call.rank < 3; call.rank++)
    tn_verify_fill(&call, send[call.rank], recv[call.rank]);
  memcpy(recv[2], send[0] + 3, 3);
  memcpy(recv[2] + 3, send[2] + 2, 5);
  call.rank = 2;
  cr_assert(tn_verify_check(&call, send[2], recv[2], &offset, &in_send));
  recv[2][7] ^= 1;
  cr_assert_not(tn_verify_check(&call, send[2], recv[2], &offset, &in_send));
  cr_assert_eq(offset, 7);
}

static struct tn_platform *platform;
static struct tn_study *study;

static void set_up(void)
{
  platform = tn_platform_load("broadwell", NULL, NULL);
  cr_assert_not_null(platform);
  study = tn_study_new(NULL);
}

static void tear_down(void)
{
  tn_study_free(study);
  tn_platform_free(platform);
}

TestSuite(counted, .init = set_up, .fini = tear_down);

/* Adds a case of P ranks. Returns the error, or NULL. Transfer full. */
static char *add(enum tn_collective collective, const char *algorithm, size_t n,
                 const size_t *bytes, bool in_place)
{
  const struct tn_counts counts = { .name = "my counts;1", .bytes = bytes, .n = n };
  const struct tn_case asked = { .platform = platform,
                                 .ranks = P,
                                 .counts = &counts,
                                 .in_place = in_place,
                                 .algorithm = tn_method_find(collective, algorithm) };
  g_autoptr(GError) error = NULL;
  if (tn_study_add(study, &asked, &error))
    return NULL;
  return g_strdup(error->message);
}

static void refuses(char *message, const char *wanted)
{
  cr_assert_str_eq(message, wanted);
  g_free(message);
}

Test(counted, their_number_must_fit)
{
  static const size_t some[P] = { 1, 2, 3, 4 };
  refuses(add(TN_SCATTERV, "linear", 3, some, false),
          "my counts;1: 3 counts for scatterv of 4 ranks (4 are accepted)");
  refuses(add(TN_ALLTOALLV, "linear", 3, some, false),
          "my counts;1: 3 counts for alltoallv of 4 ranks (4 or 16 are accepted)");
  refuses(add(TN_SCATTER, "linear", P, some, false), "scatter has blocks of one size");
}

Test(counted, in_place_pairs_exchange_as_much)
{
  static const size_t some[P] = { 8, 8, 8, 4 };
  refuses(add(TN_ALLTOALLV, "linear", P, some, true),
          "in place rank 0 sends rank 3 4 bytes and gets 8 (equal sizes are accepted)");
}

Test(counted, rows_with_other_counts_differ)
{
  static const size_t a[P] = { 0, 4096, 16, 1 }, b[P] = { 0, 4096, 1, 16 };
  cr_assert_null(add(TN_GATHERV, "linear", P, a, false));
  cr_assert_null(add(TN_GATHERV, "linear", P, b, false));
  const struct tn_point *first = tn_study_point(study, 0), *second = tn_study_point(study, 1);
  struct tn_row *row = tn_study_row(study, 0, &(struct tn_origin){ 0 });
  cr_assert(g_str_has_prefix(row->overrides->text, "counts=my_counts_1:"), "%s",
            row->overrides->text);
  cr_assert_eq(row->size, 4096);
  cr_assert_str_neq(first->counts, second->counts);
  tn_row_free(row);
}

/* All ranks send the same amount to a rank: one row of counts, with an entry per receiver. */
Test(counted, one_row_of_counts_serves_all_senders)
{
  static const size_t some[P] = { 0, 1, 2, 3 };
  cr_assert_null(add(TN_ALLTOALLV, "linear", P, some, false));
  const struct tn_point *p = tn_study_point(study, 0);
  for (int i = 0; i < P * P; i++)
    cr_assert_eq(p->call.counts[i], some[i % P]);
}
