/* The transport on processes: operations that few algorithms use, and states of the buffers. */
#include <sys/uio.h>

#include "real_bench.h"

enum { PIECES = 3000 };

/* All read from the root, in thousands of odd pieces on their side and few on the other. */
static void read_in_pieces(struct tn_strand *r)
{
  const size_t n = r->call->block, piece = n / PIECES;
  static struct tn_span dst[PIECES];
  if (r->call->rank == 0) {
    tn_post(r, 0, 1);
    for (int peer = 1; peer < RANKS; peer++)
      tn_wait(r, peer, 0, 1);
    return;
  }
  for (size_t i = 0; i < PIECES; i++)
    dst[i] = (struct tn_span){ r->call->rank, TN_RECV, i * piece,
                               i + 1 < PIECES ? piece : n - i * piece };
  const struct tn_span src[] = { { 0, TN_RECV, 0, 1 },
                                 { 0, TN_RECV, 1, n / 2 },
                                 { 0, TN_RECV, n / 2 + 1, n - n / 2 - 1 } };
  tn_wait(r, 0, 0, 1);
  r->transport->copy(r, PIECES, dst, 3, src);
  tn_post(r, 0, 1);
}

Test(processes, copies_of_many_pieces)
{
  struct bench b = bench_of(read_in_pieces, RANKS, 100003);
  b.point.mechanism = TN_CMA;
  expect_right(&b);
  b = bench_of(read_in_pieces, RANKS, 100003);
  expect_right(&b);
}

Test(processes, copies_of_more_than_two_gigabytes)
{
  if (!getenv("TN_TEST_LARGE"))
    cr_skip_test("skipped, because it takes 5 GiB (TN_TEST_LARGE=1 runs it)");
  struct bench b = bench_of(write_to_all, 2, ((size_t)2 << 30) + 12345);
  b.algorithm.scratch = NULL;
  b.point.mechanism = TN_CMA;
  expect_right(&b);
}

Test(processes, every_state_of_the_buffers)
{
  for (int buffers = TN_BUFFERS_UNCHANGED; buffers <= TN_BUFFERS_COLD; buffers++) {
    for (int mechanism = TN_CMA; mechanism <= TN_MEMFD; mechanism += TN_MEMFD - TN_CMA) {
      struct bench b = bench_of(write_to_all, 2, 70000);
      b.point.buffers = (enum tn_buffers)buffers;
      b.point.mechanism = (enum tn_mechanism)mechanism;
      expect_right(&b);
    }
  }
}

Test(processes, huge_pages_are_had_or_refused)
{
  for (int backing = TN_THP; backing <= TN_HUGETLB; backing++) {
    struct bench b = bench_of(write_to_all, 2, (size_t)4 << 20);
    b.point.mechanism = TN_CMA;
    b.point.backing = (enum tn_backing)backing;
    const bool ok = run_bench(&b);
    cr_assert(ok || g_error_matches(b.error, TN_REAL_ERROR, TN_REAL_REFUSED), "%s",
              b.error ? b.error->message : "");
    bench_end(&b);
  }
}

/* Reads a byte of the next rank by its address, as a probe may. */
static void look_up(struct tn_strand *r)
{
  const int next = (r->call->rank + 1) % r->call->n_ranks;
  unsigned char byte = 0;
  pid_t pid;
  void *address;
  tn_real_locate(r, (struct tn_span){ next, TN_RECV, 7, 1 }, &pid, &address);
  const struct iovec own = { &byte, 1 }, theirs = { address, 1 };
  tn_real_note(r, 0, (double)process_vm_readv(pid, &own, 1, &theirs, 1, 0));
  tn_real_note(r, 1, (double)((uintptr_t)address % 4096));
}

Test(processes, probes_find_memory_and_keep_numbers)
{
  struct bench b = bench_of(look_up, 2, 100);
  b.point.mechanism = TN_CMA;
  cr_assert(run_bench(&b), "%s", b.error ? b.error->message : "");
  if (b.times.notes[0] < 0.0)
    cr_skip_test("skipped, because process_vm_readv is denied");
  for (int r = 0; r < 2; r++) {
    const double *notes = &b.times.notes[r * TN_REAL_NOTES];
    cr_assert_float_eq(notes[0], 1.0, 0.0);
    cr_assert_float_eq(notes[1], (1 - r) * TN_REAL_STAGGER + 7, 0.0);
    cr_assert_float_eq(notes[2], 0.0, 0.0);
  }
  bench_end(&b);
}

/* Every rank increments, and none continues before all have; then the root writes to all. */
static void count(struct tn_strand *r)
{
  r->transport->fetch_add(r, 0, TN_LINE_SLOTS, 1);
  while (r->transport->fetch_add(r, 0, TN_LINE_SLOTS, 0) < RANKS * (uint64_t)r->call->epoch)
    continue;
  write_to_all(r);
}

Test(processes, fetch_add_counts_across_calls)
{
  struct bench b = bench_of(count, RANKS, 100);
  expect_right(&b);
}

static void put_to_all(struct tn_strand *r)
{
  if (r->call->rank > 0) {
    tn_wait(r, r->call->rank, 0, 1);
    return;
  }
  for (int peer = 1; peer < RANKS; peer++)
    r->transport->put(r, whole(r, peer), whole(r, 0), peer * TN_LINE_SLOTS, 0, tn_value(r, 1));
  for (int peer = 1; peer < RANKS; peer++)
    tn_wait(r, 0, peer * TN_LINE_SLOTS, 1);
}

Test(processes, put_moves_and_sets_the_flags_of_both_ends)
{
  struct bench b = bench_of(put_to_all, RANKS, 5000);
  expect_right(&b);
}

static void helper(struct tn_strand *r, void *arg)
{
  (void)arg;
  tn_wait(r, 0, 0, 1);
  tn_copy(r, whole(r, r->call->rank), whole(r, 0));
}

static void copy_on_a_second_strand(struct tn_strand *r)
{
  if (r->call->rank == 0) {
    const struct tn_cond conds[] = { { 1, TN_LINE_SLOTS, tn_value(r, 1), false, false, 0 },
                                     { 2, TN_LINE_SLOTS, tn_value(r, 1), false, false, 0 } };
    tn_post(r, 0, 1);
    r->transport->wait_any(r, 2, conds);
    for (int peer = 1; peer < RANKS; peer++)
      tn_wait(r, peer, TN_LINE_SLOTS, 1);
    return;
  }
  const int core = r->call->rank == 1 ? 0 : TN_CORE_NEAREST_IDLE;
  struct tn_strand *other = r->transport->spawn(r, core, helper, NULL);
  r->transport->compute(r, 1e-5);
  r->transport->join(r, other);
  tn_post(r, TN_LINE_SLOTS, 1);
}

Test(processes, a_second_strand_works_for_its_rank)
{
  struct bench b = bench_of(copy_on_a_second_strand, RANKS, 5000);
  expect_right(&b);
}
