/* The transport on processes: operations that few algorithms use, states of the buffers, and what
 * happens when a rank or the kernel does not go along. */
#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "real_machine.h"

enum { RANKS = 4, CALLS = 3, PIECES = 3000 };

static int some_slots(const struct tn_call *call)
{
  (void)call;
  return 8 * TN_LINE_SLOTS;
}

static struct tn_sizes some_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = 3 * call->block, .shared = 64 };
}

static const char *always(const struct tn_call *call)
{
  (void)call;
  return NULL;
}

/* A broadcast by `run`, as most tests vary it. The caller owns the machine. */
struct bench {
  struct real_machine machine;
  struct tn_algorithm algorithm;
  struct tn_real_point point;
  struct tn_real_times times;
  GError *error;
};

static struct bench bench_of(void (*run)(struct tn_strand *), int n_ranks, size_t block)
{
  struct bench b = { .machine = real_machine_new() };
  b.algorithm = (struct tn_algorithm){ .collective = TN_BCAST, .name = "test",
                                       .mechanisms = { TN_CMA, TN_MEMFD }, .n_mechanisms = 2,
                                       .unsupported = always, .n_slots = some_slots,
                                       .scratch = some_scratch, .run = run };
  b.point = (struct tn_real_point){
    .bench = { .warmup = 0, .repetitions = CALLS },
    .call = { .collective = TN_BCAST, .n_ranks = n_ranks, .block = block },
    .places = tn_places_new_shared(b.machine.platform, "core", n_ranks, NULL),
    .host = b.machine.host,
    .mechanism = TN_MEMFD,
    .stagger = TN_REAL_STAGGER,
    .patience = TN_REAL_PATIENCE,
  };
  return b;
}

static bool run_bench(struct bench *b)
{
  b->point.bench.algorithm = &b->algorithm;
  return tn_real_run(&b->point, &b->times, &b->error);
}

static void bench_end(struct bench *b)
{
  cr_assert_eq(real_children(), 0, "a process is left");
  tn_real_times_clear(&b->times);
  tn_places_free((struct tn_places *)b->point.places);
  real_machine_free(&b->machine);
  g_clear_error(&b->error);
}

/* Runs and verifies; a mechanism that the kernel denies is a skipped test. */
static void expect_right(struct bench *b)
{
  b->point.verify = true;
  const bool ok = run_bench(b);
  if (g_error_matches(b->error, TN_REAL_ERROR, TN_REAL_REFUSED))
    cr_skip_test("skipped, because %s", b->error->message);
  cr_assert(ok, "%s", b->error ? b->error->message : "");
  cr_assert_eq(b->times.n_calls, CALLS);
  bench_end(b);
}

static void expect_error(struct bench *b, enum tn_real_error code, const char *message)
{
  cr_assert_not(run_bench(b));
  cr_assert(g_error_matches(b->error, TN_REAL_ERROR, (int)code), "%s", b->error->message);
  cr_assert(g_str_has_prefix(b->error->message, message), "%s", b->error->message);
  bench_end(b);
}

static struct tn_span whole(const struct tn_strand *r, int rank)
{
  return (struct tn_span){ rank, TN_RECV, 0, r->call->block };
}

/* All read from the root, in thousands of odd pieces on their side and a few on the other. */
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
  const struct tn_span src[] = { { 0, TN_RECV, 0, 1 }, { 0, TN_RECV, 1, n / 2 },
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

static void write_to_all(struct tn_strand *r)
{
  if (r->call->rank > 0) {
    tn_wait(r, 0, 0, 1);
    return;
  }
  for (int peer = 1; peer < r->call->n_ranks; peer++)
    tn_copy(r, whole(r, peer), whole(r, 0));
  tn_post(r, 0, 1);
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

/* Every rank counts, and none goes on before all have; then the root writes to all. */
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
    const struct tn_cond conds[] = { { 1, TN_LINE_SLOTS, tn_value(r, 1) },
                                     { 2, TN_LINE_SLOTS, tn_value(r, 1) } };
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

static void idle(struct tn_strand *r)
{
  (void)r;
}

Test(processes, wrong_data_are_found)
{
  struct bench b = bench_of(idle, 2, 5);
  b.point.verify = true;
  expect_error(&b, TN_REAL_WRONG, "rank 1, call 1: byte 0 of the receive buffer is wrong");
}

static void leave_the_buffer(struct tn_strand *r)
{
  const size_t n = r->call->block;
  tn_copy(r, (struct tn_span){ r->call->rank, TN_RECV, 1, n },
          (struct tn_span){ 0, TN_RECV, 0, n });
}

Test(processes, an_algorithm_that_leaves_its_buffers_is_stopped)
{
  struct bench b = bench_of(leave_the_buffer, 1, 5);
  expect_error(&b, TN_REAL_FAILED, "rank 0: bytes 1..6 of buffer 1 of rank 0 are used, it has 5");
}

static void reach_private_memory(struct tn_strand *r)
{
  if (r->call->rank == 1)
    tn_move(r, whole(r, 1), whole(r, 0));
}

Test(processes, private_memory_is_not_mapped)
{
  struct bench b = bench_of(reach_private_memory, 2, 5);
  b.point.mechanism = TN_CMA;
  expect_error(&b, TN_REAL_FAILED, "rank 1: buffer 1 of rank 0 is not mapped (mechanism cma)");
}

static void die(struct tn_strand *r)
{
  if (r->call->rank == 2 && r->call->epoch == 2)
    raise(SIGKILL);
  write_to_all(r);
}

Test(processes, a_rank_that_dies_ends_the_run)
{
  struct bench b = bench_of(die, RANKS, 5);
  expect_error(&b, TN_REAL_FAILED, "rank 2 died in call 2: Killed");
}

static void stay_away(struct tn_strand *r)
{
  if (r->call->rank == 1)
    raise(SIGSTOP);
  write_to_all(r);
}

Test(processes, a_rank_that_never_arrives_ends_the_run)
{
  struct bench b = bench_of(stay_away, 2, 5);
  b.point.patience = 2.0;
  expect_error(&b, TN_REAL_FAILED, "no progress for 2 s: rank 0 in call 2 waits for flag ");
}

static void deadlock(struct tn_strand *r)
{
  tn_wait(r, 1 - r->call->rank, TN_LINE_SLOTS, 1);
}

Test(processes, a_deadlock_names_who_waits_for_whom)
{
  struct bench b = bench_of(deadlock, 2, 5);
  b.point.patience = 2.0;
  expect_error(&b, TN_REAL_FAILED, "no progress for 2 s: rank 0 in call 1 waits for flag 16 of "
               "rank 1, rank 1 in call 1 waits for flag 16 of rank 0");
}

Test(processes, denied_copies_are_refused_and_mapped_ones_go_on)
{
  real_deny_copies(EPERM);
  struct bench b = bench_of(write_to_all, 2, 5);
  b.point.mechanism = TN_CMA;
  expect_error(&b, TN_REAL_REFUSED,
               "rank 0: process_vm_writev on rank 1: Operation not permitted (ptrace_scope");
  b = bench_of(write_to_all, 2, 5);
  expect_right(&b);
}

Test(processes, absent_copies_are_refused)
{
  real_deny_copies(ENOSYS);
  struct bench b = bench_of(write_to_all, 2, 5);
  b.point.mechanism = TN_CMA;
  expect_error(&b, TN_REAL_REFUSED, "rank 0: process_vm_writev on rank 1: Function not impl");
}

Test(processes, no_memory_is_said)
{
  if (REAL_SANITIZED)
    cr_skip_test("skipped, because the sanitizer needs the memory that is to be denied");
  struct bench b = bench_of(write_to_all, 2, (size_t)1 << 29);
  b.point.mechanism = TN_CMA;
  const struct rlimit limit = { (rlim_t)1 << 30, (rlim_t)1 << 30 };
  cr_assert_eq(setrlimit(RLIMIT_AS, &limit), 0);
  cr_assert_not(run_bench(&b));
  cr_assert_not_null(strstr(b.error->message, "no memory"), "%s", b.error->message);
  bench_end(&b);
}

Test(processes, more_memory_than_there_is_is_refused_at_once)
{
  struct bench b = bench_of(write_to_all, 2, (size_t)1 << 45);
  expect_error(&b, TN_REAL_FAILED, "no memory: the buffers take ");
}

Test(processes, absent_devices_are_named)
{
  GError *error = NULL;
  if (access("/dev/xpmem", F_OK) == 0)
    cr_skip_test("skipped, because there is a /dev/xpmem");
  cr_assert_not(tn_real_has(TN_XPMEM, &error));
  cr_assert_str_eq(error->message, "no /dev/xpmem");
  g_error_free(error);
}

Test(processes, calls_end_when_their_time_is_over)
{
  struct bench b = bench_of(write_to_all, 2, 1000);
  b.point.bench.repetitions = 10000000;
  b.point.seconds = 0.05;
  cr_assert(run_bench(&b), "%s", b.error ? b.error->message : "");
  cr_assert_geq(b.times.n_calls, TN_REAL_LEAST);
  cr_assert_lt(b.times.n_calls, 10000000);
  for (int i = 0; i < 2 * b.times.n_calls; i++)
    cr_assert_lt(b.times.entry[i], b.times.exit[i]);
  bench_end(&b);
}

Test(processes, arrivals_and_phases_are_those_of_the_ranks)
{
  static const double arrival[] = { 0.0, 2e-3 };
  struct bench b = bench_of(write_to_all, 2, 1000);
  b.point.arrival = arrival;
  b.point.timeline = true;
  cr_assert(run_bench(&b), "%s", b.error ? b.error->message : "");
  for (int c = 1; c < CALLS; c++)
    cr_assert_geq(b.times.entry[CALLS + c] - b.times.exit[CALLS + c - 1], arrival[1]);
  cr_assert_eq(b.times.n_phases[0], 1);
  cr_assert_str_eq(b.times.phases[0][0].name, "copy");
  cr_assert_str_eq(b.times.phases[1][0].name, "sync");
  bench_end(&b);
}

Test(processes, times_are_summed_up_over_ranks_and_calls)
{
  double entry[] = { 0.0, 10.0, 1.0, 11.0 }, exit[] = { 2.0, 14.0, 5.0, 13.0 };
  const struct tn_real_times times = { .n_ranks = 2, .n_calls = 2, .entry = entry, .exit = exit };
  const struct tn_summary sum = tn_real_summarise(&times);
  cr_assert_float_eq(sum.avg, 3.0, 1e-12);
  cr_assert_float_eq(sum.min, 3.0, 1e-12);
  cr_assert_float_eq(sum.max, 3.0, 1e-12);
  cr_assert_float_eq(sum.span, (4.0 + 3.0) / 2, 1e-12);
  cr_assert_float_eq(sum.spread.median, 3.0, 1e-12);
}

/* The ranks of a parent that is killed are handed to this process, which must see them end. */
Test(processes, ranks_do_not_outlive_their_parent)
{
  enum { PARENT_AND_RANKS = 3 };
  cr_assert_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  struct bench b = bench_of(deadlock, 2, 5);
  const pid_t parent = fork();
  if (parent == 0)
    _exit(run_bench(&b));
  g_usleep(300000);
  kill(parent, SIGKILL);
  alarm(5);
  for (int i = 0; i < PARENT_AND_RANKS; i++)
    cr_assert_gt(wait(NULL), 0, "%s", strerror(errno));
  alarm(0);
  bench_end(&b);
}
