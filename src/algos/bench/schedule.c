#include "schedule.h"

#include <stdlib.h>

#include "algos/messages/p2p.h"
#include "base/grown.h"

/* A strand that records operations without running them. */
struct recorder {
  struct tn_strand base; /* first member, since recorder_of casts its address */
  struct tn_schedule sum;
  bool has_choice; /* true if a step has used the order in which messages complete */
  bool is_fixed;   /* true if no recorded step depends on the order in which messages complete */
};

/* First word of each recorded operation; the numbers follow those of messages/p2p.h. */
enum { ENTRY = TN_P2P_N_RECORDED, NEEDS, COPY, MOVE, REDUCE, COMPUTE, SOFTWARE, MESSAGE };

static uint64_t schedule_mix(uint64_t x)
{
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ x >> 29;
}

static void schedule_add(struct tn_schedule *s, uint64_t word)
{
  s->sum[0] = schedule_mix(s->sum[0] ^ word);
  s->sum[1] = schedule_mix(s->sum[1] + 0x9e3779b97f4a7c15u + word);
}

static struct recorder *recorder_of(struct tn_strand *r)
{
  return (struct recorder *)(void *)r;
}

static void recorder_words(struct tn_strand *r, int n, const size_t *words)
{
  struct recorder *own = recorder_of(r);
  const bool is_wait = words[0] >= TN_P2P_WAIT && words[0] <= TN_P2P_CHOICE;
  own->is_fixed = own->is_fixed && (!own->has_choice || is_wait);
  own->has_choice = own->has_choice || words[0] == TN_P2P_CHOICE;
  own->sum.n_recorded++;
  for (int i = 0; i < n; i++)
    schedule_add(&own->sum, words[i]);
}

static void recorder_spans(struct tn_strand *r, size_t what, int n, const struct tn_span *spans)
{
  const size_t head[] = { what, (size_t)n };
  recorder_words(r, 2, head);
  for (int i = 0; i < n; i++) {
    const size_t words[] = { what, (size_t)spans[i].rank, (size_t)spans[i].buf, spans[i].off,
                             spans[i].len };
    recorder_words(r, 5, words);
  }
}

static void recorder_copy(struct tn_strand *r, int n_dst, const struct tn_span *dst, int n_src,
                          const struct tn_span *src)
{
  recorder_spans(r, COPY, n_dst, dst);
  recorder_spans(r, COPY, n_src, src);
}

static void recorder_move(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  const struct tn_span both[] = { dst, src };
  recorder_spans(r, MOVE, 2, both);
}

static void recorder_reduce(struct tn_strand *r, struct tn_span dst, int n_src,
                            const struct tn_span *src)
{
  recorder_spans(r, REDUCE, 1, &dst);
  recorder_spans(r, REDUCE, n_src, src);
}

static void recorder_compute(struct tn_strand *r, double seconds)
{
  (void)seconds; /* not recorded: equal for points with equal conditions */
  const size_t words[] = { COMPUTE };
  recorder_words(r, 1, words);
}

static void recorder_software(struct tn_strand *r, enum tn_software what, int peer, size_t amount)
{
  const size_t words[] = { SOFTWARE, (size_t)what, (size_t)peer, amount };
  recorder_words(r, 4, words);
}

static void recorder_message(struct tn_strand *r, int rank)
{
  const size_t words[] = { MESSAGE, (size_t)rank };
  recorder_words(r, 2, words);
}

/* Makes the checksum invalid, at an operation that an exchange of messages never uses itself. */
static void recorder_give_up(struct tn_strand *r)
{
  recorder_of(r)->is_fixed = false;
}

static void recorder_post(struct tn_strand *r, int slot, uint64_t value)
{
  (void)slot, (void)value;
  recorder_give_up(r);
}

static int recorder_wait(struct tn_strand *r, int n, const struct tn_cond *conds)
{
  (void)n, (void)conds;
  recorder_give_up(r);
  return 0;
}

static uint64_t recorder_fetch_add(struct tn_strand *r, int rank, int slot, uint64_t n)
{
  (void)rank, (void)slot, (void)n;
  recorder_give_up(r);
  return 0;
}

static double recorder_now(struct tn_strand *r)
{
  recorder_give_up(r);
  return 0.0;
}

static const struct tn_transport recorder_transport = {
  .copy = recorder_copy,
  .move = recorder_move,
  .reduce = recorder_reduce,
  .expose = tn_expose_nothing,
  .expose_part = tn_expose_part_nothing,
  .attach = tn_attach_nothing,
  .post = recorder_post,
  .wait_any = recorder_wait,
  .fetch_add = recorder_fetch_add,
  .compute = recorder_compute,
  .software = recorder_software,
  .message = recorder_message,
  .now = recorder_now,
  .record = recorder_words,
};

static void add_needs(struct tn_schedule *s, const struct tn_bench *bench,
                      const struct tn_call *call)
{
  const struct tn_sizes sizes = tn_bench_sizes(bench, call);
  const size_t words[] = { NEEDS,      sizes.send,         sizes.recv,
                           sizes.temp, sizes.temp_largest, sizes.shared };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    schedule_add(s, words[i]);
}

/* Records `rank`'s part in a call. Returns false if its steps depend on the order of messages. */
static bool record_rank(const struct tn_bench *bench, const struct tn_call *first, int rank,
                        struct tn_schedule *s)
{
  struct tn_call call = tn_bench_call(bench, first, 1);
  struct tn_persistent_data persistent = { NULL, NULL };
  struct recorder r = { .base = { &recorder_transport, &call }, .sum = *s, .is_fixed = true };
  call.rank = rank;
  call.persistent = &persistent;
  call.pairs = tn_zeros((size_t)call.n_ranks, sizeof *call.pairs);
  add_needs(&r.sum, bench, &call);
  tn_method_run(bench->algorithm, &r.base);
  free(call.pairs);
  *s = r.sum;
  return r.is_fixed;
}

static void add_entry(const struct tn_bench *bench, const struct tn_algorithm *entry,
                      const struct tn_call *own, const struct tn_call *call, struct tn_schedule *s)
{
  schedule_add(s, (uint64_t)(uintptr_t)entry);
  schedule_add(s, (uint64_t)(uintptr_t)own->nested);
  schedule_add(s, (uint64_t)own->entries);
  for (int i = 0; i < tn_alg_params_number(entry->params); i++)
    schedule_add(s, (uint64_t)own->params[i]);
  add_needs(s, bench, call);
}

bool tn_bench_schedule(const struct tn_bench *bench, const struct tn_call *call,
                       struct tn_schedule *ret)
{
  struct tn_call own;
  const struct tn_algorithm *entry = tn_method_resolve(bench->algorithm, call, &own);
  bool is_fixed = entry && call->memory == TN_IN_HOST &&
                  !(bench->protocol == TN_IMB_OLD && tn_collective_rooted(call->collective));
  if (!is_fixed)
    return false;
  *ret = (struct tn_schedule){ .sum = { ENTRY, ENTRY } };
  schedule_add(ret, (uint64_t)tn_bench_slots(bench, call));
  schedule_add(ret, (uint64_t)tn_method_pair_messages(bench->algorithm, call));
  schedule_add(ret, bench->algorithm->runs->fenced);
  schedule_add(ret, bench->algorithm->runs->segment);
  schedule_add(ret, tn_mechanism_is_on_device(bench->algorithm->mechanisms[0]));
  if (!entry->exchange) {
    add_entry(bench, entry, &own, call, ret);
    return true;
  }
  for (int rank = 0; rank < call->n_ranks && is_fixed; rank++)
    is_fixed = record_rank(bench, call, rank, ret);
  return is_fixed;
}
