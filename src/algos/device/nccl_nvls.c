#include "nccl_nvls.h"

#include "algos/kit/reduction.h"
#include "nccl_hops.h"
#include "nccl_tuning.h"

/* Returns the bytes that all channels together move in one round: one chunk for each rank and
 * channel. A chunk is shorter if a channel has few bytes (calcCollChunking in src/enqueue.cc). */
static size_t round_of(const struct tn_call *call, int n_channels)
{
  static const struct {
    size_t rounds, chunk;
  } rules[] = { { 64, 64 << 10 }, { 8, 32 << 10 }, { 2, 16 << 10 } };
  const size_t bytes = tn_nccl_ask_of(call).bytes, each = bytes / (size_t)n_channels;
  size_t chunk = 128 << 10;
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
    if (each < rules[i].rounds * (size_t)call->n_ranks * chunk && chunk > rules[i].chunk)
      chunk = rules[i].chunk;
  chunk *= (size_t)n_channels * (size_t)call->n_ranks;
  return tn_smaller(chunk, bytes);
}

/* Copies the bytes of one round from a user buffer of the caller to TEMP, in the time that the
 * switches need for as many bytes. Also models a copy into the user's buffer, which takes equally
 * long. */
static void copy_round(struct tn_strand *r, const struct tn_device_kernel *prices, enum tn_buf buf,
                       int n_channels)
{
  const struct tn_call *call = r->call;
  const double n = call->n_ranks, passes = call->collective == TN_ALLREDUCE ? 2.0 : 1.0;
  const size_t len = round_of(call, n_channels);
  const struct tn_device_kernel local = { .step = prices->step,
                                          .rate = prices->rate * n / (passes * (n - 1.0)),
                                          .weight = 1.0 };
  tn_device(r, &local);
  tn_move(r, (struct tn_span){ call->rank, TN_TEMP, 0, len },
          (struct tn_span){ call->rank, buf, 0, len });
  tn_device(r, prices);
}

/* Returns the span in `rank`'s buffer `buf` of the part that the caller sums and distributes. */
static struct tn_span share_of(const struct tn_call *call, int rank, enum tn_buf buf)
{
  const size_t each = tn_nccl_share(call), off = each * (size_t)call->rank;
  const size_t end = call->collective == TN_ALLREDUCE ? call->block : off + each;
  return (struct tn_span){ rank, buf, off, off < end ? tn_smaller(each, end - off) : 0 };
}

/* Returns true if all ranks must read before the sum is stored: a reduce-scatter in place. */
static bool sum_waits(const struct tn_call *call)
{
  return call->collective == TN_REDUCE_SCATTER_BLOCK && call->in_place;
}

void tn_nccl_nvls(struct tn_strand *r, const struct tn_device_kernel *prices, int n_channels)
{
  const struct tn_call *call = r->call;
  const int rank = call->rank, n = call->n_ranks;
  const bool sums = call->collective != TN_ALLGATHER;
  struct tn_span own = share_of(call, rank, TN_RECV), mine = own;
  if (call->collective == TN_REDUCE_SCATTER_BLOCK)
    own = (struct tn_span){ rank, sum_waits(call) ? TN_TEMP : TN_RECV, 0, call->block };
  if (sums)
    copy_round(r, prices, tn_contribution(call, rank), n_channels);
  tn_post(r, TN_LINE(TN_NCCL_ENTERED), 1);
  if (!sums && !call->in_place) {
    const struct tn_device_kernel beside = { .step = prices->step };
    tn_device(r, &beside);
    tn_move(r, own, (struct tn_span){ rank, TN_SEND, 0, own.len });
    tn_device(r, prices);
  }
  if (sums)
    mine.buf = tn_contribution(call, rank);
  for (int i = 1; i < n; i++) {
    const int peer = (rank + i) % n;
    tn_wait(r, peer, TN_LINE(TN_NCCL_ENTERED), 1);
    if (!sums || own.len == 0)
      continue;
    tn_reduce_two(r, own, mine, share_of(call, peer, tn_contribution(call, peer)));
    mine = own;
  }
  for (int i = 1; i < n && call->collective != TN_REDUCE_SCATTER_BLOCK; i++)
    if (own.len > 0)
      tn_move(r, share_of(call, (rank + i) % n, TN_RECV), own);
  tn_post(r, TN_LINE(TN_NCCL_DONE), 1);
  tn_wait_for_all(r, TN_LINE(TN_NCCL_DONE));
  if (call->collective != TN_REDUCE_SCATTER_BLOCK)
    copy_round(r, prices, TN_RECV, n_channels);
  if (sum_waits(call))
    tn_move(r, (struct tn_span){ rank, TN_RECV, 0, own.len }, own);
}

size_t tn_nccl_nvls_temp(const struct tn_call *call, int n_channels)
{
  const size_t bytes = round_of(call, n_channels);
  return tn_larger(bytes, sum_waits(call) ? call->block : 0);
}
