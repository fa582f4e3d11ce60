/* The simulator's transport. Each call queues an operation; the actor returns control only if its
 * queue is full or it needs an answer. */
#include "acting.h"

#include "calls.h"
#include "cores.h"
#include "movers.h"
#include "slices.h"

static struct tn_sim_strand *strand(struct tn_strand *r)
{
  return (struct tn_sim_strand *)r;
}

/* Returns true if a kernel runs or a span is in a device's memory. */
static bool is_launched(const struct tn_sim_strand *s, int n, const struct tn_span *spans)
{
  if (!s->engine->memory.device)
    return false;
  if (s->actor->in_kernel)
    return true;
  for (int i = 0; i < n; i++)
    if (tn_memory_is_device(s->engine, spans[i], tn_acting_is_staged(s)))
      return true;
  return false;
}

/* Queues CPU time, `times` times the value of parameter `price`, before the next operation. Queues
 * nothing if this time is 0. */
static void prepare(struct tn_sim_strand *s, enum tn_param price, double times)
{
  if (s->engine->point->ideal || times <= 0.0 || tn_engine_price(s->engine, price) <= 0.0)
    return;
  struct tn_operation *op = tn_acting_push(s, TN_OP_SOFTWARE);
  op->u.software.price = price;
  op->u.software.times = times;
}

/* Queues a kernel copy, or a launch on a device. Fails the run if the mechanism cannot copy. */
static void copy(struct tn_strand *r, int n_dst, const struct tn_span *dst, int n_src,
                 const struct tn_span *src)
{
  const enum tn_mechanism own = strand(r)->engine->point->mechanism;
  const enum tn_mechanism mechanism =
      tn_acting_is_staged(strand(r)) ? tn_mechanism_of_host(own) : own;
  tn_acting_demand_near(strand(r), dst->rank, "copies to");
  tn_acting_demand_near(strand(r), src->rank, "copies from");
  if (!tn_mechanism_is_single_copy(mechanism) && dst->rank != src->rank &&
      !strand(r)->actor->in_kernel) {
    tn_engine_fail(strand(r)->engine,
                   "a copy between the buffers of ranks %d and %d, which %s "
                   "cannot do",
                   src->rank, dst->rank, tn_mechanism_names[mechanism]);
    return;
  }
  const bool launches = is_launched(strand(r), 2, (struct tn_span[]){ *dst, *src });
  if (!launches && tn_mechanism_is_mapped(mechanism) && dst->len > 0)
    prepare(strand(r), TN_P_MOVE_OVERHEAD, 1.0);
  struct tn_operation *op = launches ? tn_acting_push_launch(strand(r), TN_OP_LAUNCH)
                                     : tn_acting_push(strand(r), TN_OP_COPY);
  if (n_dst == 1 && n_src == 1) {
    op->u.pair[0] = *dst;
    op->u.pair[1] = *src;
    return;
  }
  op->many = true;
  op->n_dst = n_dst;
  op->n_src = n_src;
  op->u.spans = g_new(struct tn_span, n_dst + n_src);
  memcpy(op->u.spans, dst, sizeof *dst * (size_t)n_dst);
  memcpy(op->u.spans + n_dst, src, sizeof *src * (size_t)n_src);
}

/* Queues CPU time and a move by the rank's core, or a launch on a device. */
static void move(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  tn_acting_demand_near(strand(r), dst.rank, "stores to");
  tn_acting_demand_near(strand(r), src.rank, "loads from");
  const bool launches = is_launched(strand(r), 2, (struct tn_span[]){ dst, src });
  const unsigned fragments = MAX(1, strand(r)->actor->fragments);
  strand(r)->actor->fragments = 1;
  if (!launches && src.len > 0) {
    const bool contributes = src.buf == TN_SEND && dst.buf != TN_SHARED && dst.rank == src.rank;
    prepare(strand(r), contributes ? TN_P_LOCAL_OVERHEAD : TN_P_MOVE_OVERHEAD, fragments);
  }
  struct tn_operation *op = launches ? tn_acting_push_launch(strand(r), TN_OP_LAUNCH)
                                     : tn_acting_push(strand(r), TN_OP_MOVE);
  op->fragments = fragments;
  op->u.pair[0] = dst;
  op->u.pair[1] = src;
}

static void reduce(struct tn_strand *r, struct tn_span dst, int n_src, const struct tn_span *src)
{
  tn_acting_demand_near(strand(r), dst.rank, "stores to");
  for (int i = 0; i < n_src; i++)
    tn_acting_demand_near(strand(r), src[i].rank, "loads from");
  const bool launches = is_launched(strand(r), 1, &dst) || is_launched(strand(r), n_src, src);
  if (!launches)
    prepare(strand(r), TN_P_REDUCE_OVERHEAD, 1.0);
  struct tn_operation *op = launches ? tn_acting_push_launch(strand(r), TN_OP_SUM)
                                     : tn_acting_push(strand(r), TN_OP_REDUCE);
  op->many = true;
  op->n_src = n_src;
  op->u.spans = g_new(struct tn_span, 1 + n_src);
  op->u.spans[0] = dst;
  memcpy(op->u.spans + 1, src, sizeof *src * (size_t)n_src);
}

/* Queues a declaration of the span as a region if the mechanism needs regions (KNEM). */
static void expose_span(struct tn_strand *r, struct tn_span own, bool part)
{
  tn_attach_offer(strand(r)->engine, own.rank, own.buf, r->call->epoch);
  if (!strand(r)->engine->attached.regions)
    return;
  struct tn_operation *op = tn_acting_push(strand(r), TN_OP_EXPOSE);
  op->u.region.span = own;
  op->u.region.part = part;
  op->u.region.epoch = r->call->epoch;
}

static void expose(struct tn_strand *r, enum tn_buf buf)
{
  expose_span(r, (struct tn_span){ .rank = r->call->rank, .buf = buf }, false);
}

static void expose_part(struct tn_strand *r, struct tn_span own)
{
  expose_span(r, own, true);
}

static void attach(struct tn_strand *r, int rank, enum tn_buf buf)
{
  tn_acting_demand_near(strand(r), rank, "attaches memory of");
  if (!strand(r)->engine->attached.by_call || tn_acting_is_staged(strand(r)))
    return;
  struct tn_operation *op = tn_acting_push(strand(r), TN_OP_ATTACH);
  op->u.reach.rank = rank;
  op->u.reach.buf = buf;
}

static void post(struct tn_strand *r, int slot, uint64_t value)
{
  tn_acting_push_flag(strand(r), TN_OP_POST, strand(r)->rank, slot, value);
}

static int wait_any(struct tn_strand *r, int n, const struct tn_cond *conds)
{
  struct tn_sim_strand *s = strand(r);
  tn_acting_push_wait(s, n, conds);
  if (n == 1)
    return 0;
  tn_acting_yield(s);
  return (int)s->answer;
}

static uint64_t fetch_add(struct tn_strand *r, int rank, int slot, uint64_t n)
{
  tn_acting_demand_near(strand(r), rank, "adds to a flag of");
  tn_acting_push_flag(strand(r), TN_OP_FETCH_ADD, rank, slot, n);
  tn_acting_yield(strand(r));
  return strand(r)->answer;
}

/* Queues a put, by an agent within a node or by an adapter. At the end the rank's flag `here` and
 * the peer's flag `there` have the value `value`. */
static void put(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here, int there,
                uint64_t value)
{
  struct tn_engine *e = strand(r)->engine;
  const int rank = strand(r)->rank;
  if (tn_engine_distance(e, src.rank, dst.rank) != TN_OTHER_NODE) {
    tn_agents_put(r, dst, src, here, there, value);
    return;
  }
  struct tn_operation *op = tn_acting_push(strand(r), TN_OP_PUT);
  struct tn_transfer *t = tn_transfer_take(e, rank, dst, src, tn_acting_is_staged(strand(r)));
  t->here = here;
  t->there = there;
  t->value = value;
  op->u.put.transfer = t;
  op->u.put.peer = dst.rank == rank ? src.rank : dst.rank;
}

static struct tn_strand *spawn(struct tn_strand *r, int core,
                               void (*fn)(struct tn_strand *r, void *arg), void *arg)
{
  struct tn_sim_strand *s = strand(r);
  tn_acting_push(s, TN_OP_SYNC);
  tn_acting_yield(s);
  struct tn_sim_strand *other = tn_engine_strand(s->engine, s->rank);
  tn_core_take(s->engine, other, core);
  other->call = s->call;
  memcpy(other->parts, s->parts, sizeof s->parts);
  tn_log_follow(s->engine, other, s);
  s->engine->loop->n_running++;
  s->engine->loop->n_unfinished++;
  tn_transport_start(other, fn, arg);
  tn_engine_ready(s->engine, other);
  return &other->base;
}

/* Waits for the other strand's end, after which the caller may free its memory. */
static void join(struct tn_strand *r, struct tn_strand *other)
{
  tn_acting_push(strand(r), TN_OP_JOIN)->u.other = strand(other);
  tn_acting_push(strand(r), TN_OP_SYNC);
  tn_acting_yield(strand(r));
}

static void compute(struct tn_strand *r, double seconds)
{
  tn_acting_push(strand(r), TN_OP_COMPUTE)->u.seconds = seconds;
}

/* Queues CPU time of the library's code; in an ideal run this time is 0. */
static void software(struct tn_strand *r, enum tn_software what, int peer, size_t amount)
{
  static const enum tn_param of_sends[] = { TN_P_SEND_OVERHEAD, TN_P_SLOT_LINES, TN_P_QUEUE_LINES,
                                            TN_P_CALL_LINES, TN_P_FAST_BOXES };
  static const enum tn_param prices[] = { [TN_SOFTWARE_POST] = TN_P_POST_OVERHEAD,
                                          [TN_SOFTWARE_REQUEST] = TN_P_REQUEST_OVERHEAD,
                                          [TN_SOFTWARE_HANDSHAKE] = TN_P_RENDEZVOUS_OVERHEAD,
                                          [TN_SOFTWARE_TYPE] = TN_P_TYPE_OVERHEAD,
                                          [TN_SOFTWARE_BLOCKS] = TN_P_BLOCK_TIME,
                                          [TN_SOFTWARE_COPY] = TN_P_DEVICE_COPY_OVERHEAD };
  struct tn_engine *e = strand(r)->engine;
  switch (what) {
  case TN_SOFTWARE_BUNDLE:
    strand(r)->actor->fragments = (unsigned)amount;
    return;
  case TN_SOFTWARE_SELF:
    prepare(strand(r), TN_P_SEND_OVERHEAD, 1.0);
    prepare(strand(r), TN_P_RECEIVE_OVERHEAD, 1.0);
    return;
  case TN_SOFTWARE_POST:
  case TN_SOFTWARE_REQUEST:
  case TN_SOFTWARE_HANDSHAKE:
  case TN_SOFTWARE_TYPE:
  case TN_SOFTWARE_BLOCKS:
  case TN_SOFTWARE_COPY:
    prepare(strand(r), prices[what], what == TN_SOFTWARE_BLOCKS ? (double)amount : 1.0);
    return;
  case TN_SOFTWARE_SEND:
  case TN_SOFTWARE_RECEIVE:
    break;
  }
  const bool is_far = tn_engine_distance(e, strand(r)->rank, peer) == TN_OTHER_NODE;
  tn_reads_join(e->result->reads, is_far ? e->limits.far : e->limits.near);
  if (!is_far) {
    tn_engine_price(e, TN_P_SLOT_HOME);
    tn_engine_price(e, TN_P_SLOT_STORES);
  }
  if (e->point->ideal)
    return;
  if (what == TN_SOFTWARE_RECEIVE) {
    tn_engine_price(e, TN_P_RECEIVE_OVERHEAD);
    tn_engine_price(e, TN_P_MATCH_TIME);
    struct tn_operation *op = tn_acting_push(strand(r), TN_OP_RECEIVE);
    op->u.message.peer = peer;
    op->u.message.bytes = amount;
  }
  double sends = 0.0;
  for (size_t i = 0; what == TN_SOFTWARE_SEND && i < G_N_ELEMENTS(of_sends); i++)
    sends += tn_engine_price(e, of_sends[i]);
  if (what == TN_SOFTWARE_SEND && (sends > 0.0 || e->choices.slot_stores != TN_SLOT_CACHED)) {
    struct tn_operation *op = tn_acting_push(strand(r), TN_OP_SEND);
    op->u.message.peer = peer;
    op->u.message.bytes = amount;
  }
}

static void message(struct tn_strand *r, int rank)
{
  tn_call_count(strand(r)->engine, r->call->epoch, rank, r->call->rank);
}

static void kernel(struct tn_strand *r, const struct tn_device_kernel *prices)
{
  struct tn_sim_strand *s = strand(r);
  if (!s->engine->memory.device)
    return;
  /* A kernel's costs follow from these parameters: note that the result depends on them. */
  for (int p = TN_P_NCCL_GENERATION; !s->actor->in_kernel && p <= TN_P_NCCL_STEP_SIMPLE; p++)
    tn_engine_price(s->engine, (enum tn_param)p);
  struct tn_operation *op = tn_acting_push(s, TN_OP_KERNEL);
  s->actor->in_kernel = op->u.kernel.begins = prices != NULL;
  /* NCCL's tests hand over kernels without waiting for their end. */
  op->u.kernel.is_ahead =
      prices && s->engine->point->protocol == TN_NCCL_TESTS &&
      !tn_bench_call(s->engine->bench, &s->engine->point->call, r->call->epoch).meets;
  op->u.kernel.prices = prices ? *prices : (struct tn_device_kernel){ 0 };
}

static void stage(struct tn_strand *r, enum tn_buf buf, size_t len, bool down)
{
  const struct tn_span span = { strand(r)->rank, buf, 0, len };
  if (!strand(r)->engine->memory.device)
    return;
  struct tn_operation *op = tn_acting_push(strand(r), TN_OP_LAUNCH);
  op->is_staged = false;
  op->stages = down ? TN_STAGES_DOWN : TN_STAGES_UP;
  op->u.pair[0] = op->u.pair[1] = span;
}

static double now(struct tn_strand *r)
{
  tn_acting_push(strand(r), TN_OP_SYNC);
  tn_acting_yield(strand(r));
  return strand(r)->engine->now;
}

static void enter(struct tn_strand *r)
{
  struct tn_operation *op = tn_acting_push(strand(r), TN_OP_ENTER);
  op->u.entry.epoch = r->call->epoch;
  op->u.entry.meets = r->call->meets;
}

static void leave(struct tn_strand *r)
{
  tn_acting_push(strand(r), TN_OP_LEAVE);
}

const struct tn_transport tn_sim_transport = {
  TN_TRANSPORT_BASICS,
  .expose = expose,
  .expose_part = expose_part,
  .attach = attach,
  .wait_each = tn_acting_wait_each,
  .software = software,
  .message = message,
  .kernel = kernel,
  .stage = stage,
  .enqueue = tn_agents_enqueue,
  .enter = enter,
  .leave = leave,
};
