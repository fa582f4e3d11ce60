/* Surrounds a call: ranks meet before it, its times are recorded, and its result is checked. */
#include <string.h>

#include "algos/bench/verify.h"
#include "algos/kit/basics.h"
#include "ranks.h"
#include "shared.h"

enum { OVERWRITTEN = 0xee };

void tn_rank_enter(struct tn_strand *r)
{
  struct tn_real_rank *rank = tn_real_strand_of(r)->rank;
  const struct tn_real_run *run = rank->run;
  atomic_store_explicit(&rank->state->epoch, r->call->epoch, memory_order_relaxed);
  /* Meet first: a rank may still work on the previous call's buffers. */
  if (r->call->meets)
    tn_barrier(r, run->barrier_slot, 1);
  tn_memory_before_call(rank);
  if (r->call->meets) {
    tn_barrier(r, run->barrier_slot, 2);
    rank->state->n_phases = 0;
    const double now = tn_clock_now();
    while (run->point->arrival && tn_clock_now() < now + run->point->arrival[rank->number])
      ;
  }
  rank->is_counting =
      atomic_fetch_add_explicit(&rank->state->entered, 1, memory_order_relaxed) == 0;
  rank->entered = tn_clock_now();
}

void tn_rank_leave(struct tn_strand *r)
{
  struct tn_real_rank *rank = tn_real_strand_of(r)->rank;
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
  if (!run->point->verify)
    return;
  if (tn_collective_synchronises(r->call->collective)) {
    /* At this point all ranks must have entered as many calls as this rank. */
    const uint32_t own = atomic_load_explicit(&rank->state->entered, memory_order_relaxed);
    for (int other = 0; other < run->n_ranks; other++)
      if (atomic_load_explicit(&run->shared->ranks[other].entered, memory_order_relaxed) < own)
        tn_rank_end(rank, TN_RANK_WRONG, "leaves the barrier before rank %d enters it", other);
    return;
  }
  size_t offset;
  bool in_send;
  if (!tn_verify_check(&rank->call, rank->buf[TN_SEND], rank->buf[TN_RECV], &offset, &in_send))
    tn_rank_end(rank, TN_RANK_WRONG, "byte %zu of the %s buffer is wrong", offset,
                in_send ? "send" : "receive");
  /* A rank that has returned may reuse its buffers. Overwriting them reveals an algorithm that
   * returns too early. */
  for (int b = 0; b <= TN_TEMP; b++)
    if (rank->size[b] > 0)
      memset(rank->buf[b], OVERWRITTEN, rank->size[b]);
}
