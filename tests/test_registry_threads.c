/* Every registry entry on threads: data equal the definition of the collective, and buffers are
 * overwritten as soon as a rank returns. */
#include <criterion/criterion.h>
#include <sys/wait.h>
#include <unistd.h>

#include "registry_cases.h"
#include "threads.h"

enum { PAGE = 4096, FEW_RANKS = 4 };

static const struct tn_case_ranges usual = { .brief = { 3, 8, 64 }, .full = { 16, 16, 64 } };
static const struct tn_case_ranges few = { .brief = { 2, FEW_RANKS, FEW_RANKS },
                                           .full = { FEW_RANKS, FEW_RANKS, FEW_RANKS } };
static const struct tn_case_ranges typed = { .brief = { 2, 4, 7 }, .full = { 7, 7, 7 } };

static bool run_twice(const struct tn_method *algorithm, const struct tn_call *template,
                      char **ret_message)
{
  const struct tn_bench bench = { algorithm, 1, 1, TN_SINGLE };
  return tn_threads_run(&bench, template, template->layout, true, NULL, ret_message);
}

/* Runs more calls than ranks, so that every rank is the root. */
static bool run_without_meetings(const struct tn_method *algorithm, const struct tn_call *template,
                                 char **ret_message)
{
  const struct tn_bench bench = { algorithm, 1, FEW_RANKS + 1, TN_IMB_OLD };
  return tn_threads_run(&bench, template, template->layout, true, NULL, ret_message);
}

static void check_counts(const char *what, const struct tn_case_counts *counts)
{
  cr_assert(tn_registry_report(what, counts));
  cr_assert_eq(counts->n_failed, 0, "%ld of %ld cases failed, the first: %s", counts->n_failed,
               counts->n_run, counts->first_failure);
}

static void check_collective(enum tn_collective collective)
{
  struct tn_case_counts counts = { 0 };
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    if ((*a)->collective == collective)
      tn_registry_cases(*a, PAGE, &usual, run_twice, &counts);
  check_counts(tn_collective_names[collective], &counts);
}

Test(registry_threads, bcast)
{
  check_collective(TN_BCAST);
}

Test(registry_threads, scatter)
{
  check_collective(TN_SCATTER);
}

Test(registry_threads, gather)
{
  check_collective(TN_GATHER);
}

Test(registry_threads, allgather)
{
  check_collective(TN_ALLGATHER);
}

Test(registry_threads, alltoall)
{
  check_collective(TN_ALLTOALL);
}

Test(registry_threads, scatterv)
{
  check_collective(TN_SCATTERV);
}

Test(registry_threads, gatherv)
{
  check_collective(TN_GATHERV);
}

Test(registry_threads, allgatherv)
{
  check_collective(TN_ALLGATHERV);
}

Test(registry_threads, alltoallv)
{
  check_collective(TN_ALLTOALLV);
}

Test(registry_threads, reduce)
{
  check_collective(TN_REDUCE);
}

Test(registry_threads, allreduce)
{
  check_collective(TN_ALLREDUCE);
}

Test(registry_threads, reduce_scatter_block)
{
  check_collective(TN_REDUCE_SCATTER_BLOCK);
}

Test(registry_threads, reduce_scatter)
{
  check_collective(TN_REDUCE_SCATTER);
}

Test(registry_threads, scan)
{
  check_collective(TN_SCAN);
}

Test(registry_threads, exscan)
{
  check_collective(TN_EXSCAN);
}

Test(registry_threads, barrier)
{
  check_collective(TN_BARRIER);
}

Test(registry_threads, ibcast)
{
  check_collective(TN_IBCAST);
}

Test(registry_threads, iscatter)
{
  check_collective(TN_ISCATTER);
}

Test(registry_threads, igather)
{
  check_collective(TN_IGATHER);
}

Test(registry_threads, ireduce)
{
  check_collective(TN_IREDUCE);
}

Test(registry_threads, iallreduce)
{
  check_collective(TN_IALLREDUCE);
}

Test(registry_threads, pattern)
{
  check_collective(TN_PATTERN);
}

Test(registry_threads, calls_that_follow_each_other_without_a_meeting)
{
  struct tn_case_counts counts = { 0 };
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    tn_registry_cases(*a, PAGE, &few, run_without_meetings, &counts);
  check_counts("without meetings", &counts);
}

static void forget_to_copy(struct tn_strand *r)
{
  (void)r;
}

Test(registry_threads, wrong_data_are_found)
{
  struct tn_algorithm idle = *tn_method_find(TN_SCATTER, "parallel-read")->runs;
  idle.run = forget_to_copy;
  const struct tn_call call = { .collective = TN_SCATTER, .n_ranks = 3, .block = 5 };
  char *message = NULL;
  const struct tn_method method = tn_method_make(&idle, TN_SCATTER);
  const struct tn_bench bench = { &method, 0, 1, TN_SINGLE };
  cr_assert_not(tn_threads_run(&bench, &call, NULL, true, NULL, &message));
  cr_assert_str_eq(message, "rank 0, call 1: byte 0 of the receive buffer is wrong");
  free(message);
}

static void wait_for_ever(struct tn_strand *r)
{
  tn_wait(r, 0, 0, 1);
}

Test(registry_threads, a_deadlock_is_named)
{
  struct tn_algorithm stuck = *tn_method_find(TN_SCATTER, "parallel-read")->runs;
  stuck.run = wait_for_ever;
  const struct tn_call call = { .collective = TN_SCATTER, .n_ranks = 3, .block = 5 };
  const struct tn_method method = tn_method_make(&stuck, TN_SCATTER);
  const struct tn_bench bench = { &method, 0, 1, TN_SINGLE };
  char *message = NULL, text[256] = "";
  int ends[2], status;
  cr_assert_eq(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    tn_threads_patience = 1;
    tn_threads_run(&bench, &call, NULL, true, NULL, &message);
    _exit(0);
  }
  cr_assert_eq(waitpid(child, &status, 0), child);
  cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
  cr_assert_gt(read(ends[0], text, sizeof text - 1), 0);
  cr_assert_str_eq(text, "scatter parallel-read, 3 ranks, root 0, 5 bytes: not finished after 1 s "
                         "(a deadlock?)\n");
}

Test(registry_threads, elements_of_every_type)
{
  struct tn_case_counts counts = { 0 };
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    tn_registry_typed_cases(*a, PAGE, &typed, run_twice, &counts);
  check_counts("other types", &counts);
}
