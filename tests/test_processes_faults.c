/* The transport on processes when a rank, an algorithm or the kernel fails. */
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "real_bench.h"

static void idle(struct tn_strand *r)
{
  (void)r;
}

Test(processes_faults, wrong_data_are_found)
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

Test(processes_faults, an_algorithm_that_leaves_its_buffers_is_stopped)
{
  struct bench b = bench_of(leave_the_buffer, 1, 5);
  expect_error(
      &b, TN_REAL_FAILED,
      "rank 0: RECV of rank 0: the collective gives it 5 bytes, and bytes 1 to 6 are used");
}

static void reach_private_memory(struct tn_strand *r)
{
  if (r->call->rank == 1)
    tn_move(r, whole(r, 1), whole(r, 0));
}

Test(processes_faults, private_memory_is_not_mapped)
{
  struct bench b = bench_of(reach_private_memory, 2, 5);
  b.point.mechanism = TN_CMA;
  expect_error(&b, TN_REAL_FAILED, "rank 1: RECV of rank 0 is not mapped (mechanism cma)");
}

static void die(struct tn_strand *r)
{
  if (r->call->rank == 2 && r->call->epoch == 2)
    raise(SIGKILL);
  write_to_all(r);
}

Test(processes_faults, a_rank_that_dies_ends_the_run)
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

Test(processes_faults, a_rank_that_never_arrives_ends_the_run)
{
  struct bench b = bench_of(stay_away, 2, 5);
  b.point.patience = 2.0;
  expect_error(&b, TN_REAL_FAILED, "no progress for 2 s: rank 0 in call 2 waits for flag ");
}

static void deadlock(struct tn_strand *r)
{
  tn_wait(r, 1 - r->call->rank, TN_LINE_SLOTS, 1);
}

Test(processes_faults, a_deadlock_names_who_waits_for_whom)
{
  struct bench b = bench_of(deadlock, 2, 5);
  b.point.patience = 2.0;
  expect_error(&b, TN_REAL_FAILED,
               "no progress for 2 s: rank 0 in call 1 waits for flag 16 of "
               "rank 1, rank 1 in call 1 waits for flag 16 of rank 0");
}

Test(processes_faults, denied_copies_are_refused_and_mapped_ones_go_on)
{
  real_deny_copies(EPERM);
  struct bench b = bench_of(write_to_all, 2, 5);
  b.point.mechanism = TN_CMA;
  expect_error(&b, TN_REAL_REFUSED,
               "rank 0: process_vm_writev on rank 1: Operation not permitted (ptrace_scope");
  b = bench_of(write_to_all, 2, 5);
  expect_right(&b);
}

Test(processes_faults, absent_copies_are_refused)
{
  real_deny_copies(ENOSYS);
  struct bench b = bench_of(write_to_all, 2, 5);
  b.point.mechanism = TN_CMA;
  expect_error(&b, TN_REAL_REFUSED, "rank 0: process_vm_writev on rank 1: Function not impl");
}

Test(processes_faults, no_memory_is_said)
{
  if (HAS_ADDRESS_SANITIZER)
    cr_skip_test("skipped, because the sanitizer needs the memory that is to be denied");
  struct bench b = bench_of(write_to_all, 2, (size_t)1 << 30);
  b.point.mechanism = TN_CMA;
  const struct rlimit limit = { (rlim_t)1 << 30, (rlim_t)1 << 30 };
  cr_assert_eq(setrlimit(RLIMIT_AS, &limit), 0);
  cr_assert_not(run_bench(&b));
  cr_assert_not_null(strstr(b.error->message, "no memory"), "%s", b.error->message);
  bench_end(&b);
}

Test(processes_faults, more_memory_than_there_is_is_refused_at_once)
{
  struct bench b = bench_of(write_to_all, 2, (size_t)1 << 45);
  expect_error(&b, TN_REAL_FAILED, "no memory: the buffers take ");
}

static atomic_int *arrived;

static void arrive(struct tn_strand *r)
{
  atomic_fetch_add(arrived, 1);
  deadlock(r);
}

/* The ranks of a killed parent become children of this process, which must see them end. */
Test(processes_faults, ranks_do_not_outlive_their_parent)
{
  enum { PARENT_AND_RANKS = 3 };
  cr_assert_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  arrived = mmap(NULL, sizeof *arrived, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  cr_assert_neq(arrived, MAP_FAILED);
  struct bench b = bench_of(arrive, 2, 5);
  const pid_t parent = fork();
  if (parent == 0)
    _exit(run_bench(&b));
  alarm(60);
  while (atomic_load(arrived) < 2)
    g_usleep(1000);
  kill(parent, SIGKILL);
  for (int i = 0; i < PARENT_AND_RANKS; i++)
    cr_assert_gt(wait(NULL), 0, "%s", strerror(errno));
  alarm(0);
  bench_end(&b);
}
