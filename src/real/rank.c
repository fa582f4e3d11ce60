#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/process.h"
#include "ranks.h"
#include "shared.h"
#include "xpmem.h"

enum { LOOKS_BEFORE_YIELD = 256 };

/* Waits for all ranks between batches, while flags of the algorithm and the barrier are reset. */
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

/* Prepares the process: its end with the parent, signals, access by peers, binding to a unit. */
static void settle(struct tn_real_rank *rank)
{
  const struct tn_real_run *run = rank->run;
  const int pu = run->point->places->pu[rank->number];
  tn_process_die_with(run->parent);
  tn_process_leave_signals();
  /* Yama may let only parents access a process. Without Yama this fails and is not needed. */
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
  if (number == 0)
    run->shared->noise_begin = tn_clock_now();
  meet(run->shared, run->n_ranks);
  if (run->point->noise)
    tn_rank_disturb(&rank);
  run_batches(&rank);
  atomic_store_explicit(&rank.state->phase, TN_RANK_DONE, memory_order_release);
  _exit(0);
}
