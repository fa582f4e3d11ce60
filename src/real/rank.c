/* One rank's process: memory, then batches of calls until they are enough. */
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "algos/bench/verify.h"
#include "algos/kit/basics.h"
#include "ranks.h"
#include "shared.h"
#include "xpmem.h"

enum { OVERWRITTEN = 0xee };
enum { LOOKS_BEFORE_YIELD = 256 };

void tn_rank_end(struct tn_real_rank *rank, enum tn_rank_phase phase, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vsnprintf(rank->state->message, TN_MESSAGE, format, args);
  va_end(args);
  atomic_store_explicit(&rank->state->phase, phase, memory_order_release);
  _exit(1);
}

/* Between batches, when the algorithm's flags and the barrier's are set back. */
static void meet(struct tn_real_shared *shared, int n_ranks)
{
  const unsigned seen = atomic_load(&shared->generation);
  if (atomic_fetch_add(&shared->n_arrived, 1) == n_ranks - 1) {
    atomic_store(&shared->n_arrived, 0);
    atomic_fetch_add(&shared->generation, 1);
    return;
  }
  for (int looks = 0; atomic_load(&shared->generation) == seen; looks++)
    if (looks > LOOKS_BEFORE_YIELD)
      sched_yield();
}

static void wait_until(double time)
{
  while (tn_clock_now() < time)
    ;
}

void tn_rank_enter(struct tn_strand *r)
{
  struct tn_real_rank *rank = ((struct tn_real_strand *)r)->rank;
  const struct tn_real_run *run = rank->run;
  atomic_store_explicit(&rank->state->epoch, r->call->epoch, memory_order_relaxed);
  /* Nobody's buffers change while somebody still works on the call before. */
  if (r->call->meets)
    tn_barrier(r, run->barrier_slot, 1);
  tn_memory_before_call(rank);
  if (r->call->meets) {
    tn_barrier(r, run->barrier_slot, 2);
    rank->state->n_phases = 0;
    if (run->point->arrival)
      wait_until(tn_clock_now() + run->point->arrival[rank->number]);
  }
  rank->is_counting =
      atomic_fetch_add_explicit(&rank->state->entered, 1, memory_order_relaxed) == 0;
  rank->entered = tn_clock_now();
}

/* What a barrier is for: everybody has entered as many calls as this rank that leaves one. */
static void check_all_entered(struct tn_real_rank *rank)
{
  const struct tn_real_run *run = rank->run;
  const uint32_t own = atomic_load_explicit(&rank->state->entered, memory_order_relaxed);
  for (int r = 0; r < run->n_ranks; r++)
    if (atomic_load_explicit(&run->shared->ranks[r].entered, memory_order_relaxed) < own)
      tn_rank_end(rank, TN_RANK_WRONG, "leaves the barrier before rank %d enters it", r);
}

/* A rank that has returned may use its buffers at once: that it does shows when an algorithm lets
 * it return too early. */
static void check_and_overwrite(struct tn_real_rank *rank)
{
  size_t offset;
  bool in_send;
  if (!tn_verify_check(&rank->call, rank->buf[TN_SEND], rank->buf[TN_RECV], &offset, &in_send))
    tn_rank_end(rank, TN_RANK_WRONG, "byte %zu of the %s buffer is wrong", offset,
                in_send ? "send" : "receive");
  for (int b = 0; b <= TN_TEMP; b++)
    if (rank->size[b] > 0)
      memset(rank->buf[b], OVERWRITTEN, rank->size[b]);
}

void tn_rank_leave(struct tn_strand *r)
{
  struct tn_real_rank *rank = ((struct tn_real_strand *)r)->rank;
  const struct tn_real_run *run = rank->run;
  const double left = tn_clock_now();
  const struct tn_batch *batch = &run->shared->batch;
  const int call = (int)r->call->epoch - 1 - batch->warmup;
  if (call >= 0) {
    const size_t at =
        (size_t)rank->number * (size_t)run->point->bench.repetitions + (size_t)(batch->done + call);
    run->entry[at] = rank->entered;
    run->exit[at] = left;
  }
  if (run->point->verify && tn_collective_synchronises(r->call->collective))
    check_all_entered(rank);
  else if (run->point->verify)
    check_and_overwrite(rank);
}

static void run_batches(struct tn_real_rank *rank)
{
  struct tn_real_run *run = rank->run;
  struct tn_real_shared *shared = run->shared;
  const double start = tn_clock_now();
  _Atomic uint64_t *own_flags = run->flags + (size_t)rank->number * run->flag_stride;
  while (shared->batch.calls > 0 || shared->batch.warmup > 0) {
    struct tn_bench bench = run->point->bench;
    const double started = tn_clock_now();
    bench.warmup = shared->batch.warmup;
    bench.repetitions = shared->batch.calls;
    tn_bench_rank(&rank->strand.base, &bench, &rank->call);
    meet(shared, run->n_ranks);
    if (rank->number == 0)
      shared->batch = tn_batch_next(run, start, started);
    for (size_t i = 0; i < run->flag_stride; i++)
      atomic_store_explicit(&own_flags[i], 0, memory_order_relaxed);
    meet(shared, run->n_ranks);
  }
}

/* Nothing of the parent's may live on here, and nobody may miss the parent's end. */
static void settle(struct tn_real_rank *rank)
{
  const struct tn_real_run *run = rank->run;
  const int pu = run->point->places->pu[rank->number];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != run->parent)
    _exit(1);
  /* Ctrl-C, timeout and the end of a terminal reach the whole group; the parent alone decides. */
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  /* Where Yama lets only parents look into a process, the other ranks are let in; elsewhere this
   * fails and is not needed. */
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  if (!tn_host_pin(run->point->host, pu))
    tn_rank_end(rank, TN_RANK_FAILED, "cannot be bound to processing unit %d: %s", pu,
                g_strerror(errno));
}

void tn_rank_main(struct tn_real_run *run, int number)
{
  struct tn_real_rank rank = {
    .run = run, .number = number, .call = run->call, .state = &run->shared->ranks[number]
  };
  rank.call.rank = number;
  rank.strand = (struct tn_real_strand){ .base = { &tn_real_transport, &rank.call },
                                         .run = run,
                                         .rank = &rank };
  settle(&rank);
  rank.state->pid = getpid();
  tn_xpmem_init(&rank);
  tn_memory_allocate(&rank);
  atomic_store_explicit(&rank.state->phase, TN_RANK_WORKING, memory_order_release);
  meet(run->shared, run->n_ranks);
  run_batches(&rank);
  atomic_store_explicit(&rank.state->phase, TN_RANK_DONE, memory_order_release);
  _exit(0);
}
