#include "bench.h"

#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"
#include "base/grown.h"

const char *const tn_protocol_names[] = { "single", "osu", "imb", "imb-old", "nccl-tests", NULL };
const char *const tn_buffers_names[] = { "unchanged", "rewritten", "new", "cold", NULL };

bool tn_protocol_meets_once(enum tn_protocol protocol)
{
  return protocol == TN_IMB_OLD || protocol == TN_NCCL_TESTS;
}

int tn_protocol_calls(enum tn_protocol protocol)
{
  return protocol == TN_NCCL_TESTS ? 20 : 1;
}

int tn_protocol_warmup(enum tn_protocol protocol)
{
  return protocol == TN_NCCL_TESTS ? 5 : 1;
}

static bool moves_roots(const struct tn_bench *bench, const struct tn_call *call)
{
  return bench->protocol == TN_IMB_OLD && tn_collective_rooted(call->collective);
}

static void set_epoch(const struct tn_bench *bench, int first_root, uint32_t epoch,
                      struct tn_call *call)
{
  const uint32_t warmup = (uint32_t)bench->warmup;
  const uint32_t since_meeting = epoch > warmup ? epoch - warmup - 1 : epoch - 1;
  call->epoch = epoch;
  call->meets = !tn_protocol_meets_once(bench->protocol) || since_meeting == 0;
  call->roots_move = moves_roots(bench, call);
  if (call->roots_move)
    call->root = (int)(((uint32_t)first_root + since_meeting) % (uint32_t)call->n_ranks);
}

struct tn_call tn_bench_call(const struct tn_bench *bench, const struct tn_call *first,
                             uint32_t epoch)
{
  struct tn_call call = *first;
  set_epoch(bench, first->root, epoch, &call);
  return call;
}

uint32_t tn_bench_last_meeting(const struct tn_bench *bench)
{
  const int n_calls = bench->warmup + bench->repetitions;
  return (uint32_t)(tn_protocol_meets_once(bench->protocol) ? bench->warmup + 1 : n_calls);
}

int tn_bench_slots(const struct tn_bench *bench, const struct tn_call *call)
{
  const struct tn_call first = tn_bench_call(bench, call, 1);
  return tn_method_slots(bench->algorithm, &first);
}

struct tn_sizes tn_bench_sizes(const struct tn_bench *bench, const struct tn_call *call)
{
  const struct tn_call first = tn_bench_call(bench, call, 1);
  struct tn_sizes most = tn_call_sizes(bench->algorithm, &first);
  const uint32_t n_calls = (uint32_t)(bench->warmup + bench->repetitions);
  const uint32_t n_roots = (uint32_t)call->n_ranks + (uint32_t)bench->warmup;
  for (uint32_t epoch = 1; bench->protocol == TN_IMB_OLD && epoch <= n_calls && epoch <= n_roots;
       epoch++) {
    const struct tn_call one = tn_bench_call(bench, call, epoch);
    const struct tn_sizes sizes = tn_call_sizes(bench->algorithm, &one);
    most.send = tn_larger(most.send, sizes.send);
    most.recv = tn_larger(most.recv, sizes.recv);
    most.temp = tn_larger(most.temp, sizes.temp);
    most.temp_largest = tn_larger(most.temp_largest, sizes.temp_largest);
    most.shared = tn_larger(most.shared, sizes.shared);
    most.shared_on_device = tn_larger(most.shared_on_device, sizes.shared_on_device);
  }
  return most;
}

void tn_bench_rank(struct tn_strand *r, const struct tn_bench *bench, struct tn_call *call)
{
  const uint32_t n_calls = (uint32_t)(bench->warmup + bench->repetitions);
  struct tn_persistent_data persistent = { NULL, NULL };
  const int root = call->root;
  call->persistent = &persistent;
  call->pairs = tn_zeros((size_t)call->n_ranks, sizeof *call->pairs);
  for (uint32_t epoch = 1; epoch <= n_calls; epoch++) {
    set_epoch(bench, root, epoch, call);
    r->transport->enter(r);
    tn_method_run(bench->algorithm, r);
    r->transport->leave(r);
  }
  if (persistent.data)
    persistent.release(persistent.data);
  free(call->pairs);
  call->pairs = NULL;
  call->persistent = NULL;
}
