/* The transport table of the simulator. Each call queues an operation. The actor returns control to
 * the engine only if its queue is full or it needs an answer. */
#include "sim_transport.h"

#include "algos/waits.h"
#include "calls.h"
#include "cores.h"
#include "engine.h"
#include "launch.h"
#include "movers.h"
#include "slices.h"

/* Agents of a rank, which are queues without an actor: its NIC or DMA engine, and the streams of
 * its device. */
enum { PUT_AGENT, FIRST_STREAM };

/* State of a strand's actor or of an agent. */
struct tn_acting {
  struct tn_actor *actor; /* NULL for agents */
  struct tn_role role;
  struct tn_gate *wake;
  void (*fn)(struct tn_strand *r, void *arg);
  void *arg;
  tn_wait_step *step; /* step that the engine carries out for the actor; NULL: no step */
  void *step_data;
  struct tn_waits *step_waits;
  unsigned fragments; /* fragments of the next move */
  bool in_kernel;     /* true if a kernel carries out the next operations */
  /* agents of a rank, created at first use */
  struct tn_sim_strand *agents[FIRST_STREAM + TN_N_STREAMS];
};

void tn_acting_begin(struct tn_sim_strand *s)
{
  if (!s->actor)
    s->actor = g_new(struct tn_acting, 1);
  else if (s->actor->wake)
    s->engine->loop->actors->gate_free(s->actor->wake);
  *s->actor = (struct tn_acting){ 0 };
}

void tn_acting_free(struct tn_sim_strand *s)
{
  if (s->actor->wake)
    s->engine->loop->actors->gate_free(s->actor->wake);
  g_free(s->actor);
}

void tn_acting_kill(struct tn_sim_strand *s)
{
  if (s->actor->actor && s->phase != TN_DONE)
    s->engine->loop->actors->kill(s->actor->actor);
}

void tn_transport_resume(struct tn_sim_strand *s)
{
  s->blocked = false;
  s->engine->loop->actors->open(s->actor->wake);
}

static struct tn_sim_strand *strand(struct tn_strand *r)
{
  return (struct tn_sim_strand *)r;
}

/* Blocks the actor until the engine has carried out its queue. */
static void yield(struct tn_sim_strand *s)
{
  struct tn_engine *e = s->engine;
  if (s->actor->step && s->blocked) {
    g_assert(e->stop); /* a step only queues, unless the run has failed */
    return;
  }
  s->blocked = true;
  if (--e->loop->n_running == 0)
    e->loop->actors->open(e->loop->idle);
  e->loop->actors->pass(s->actor->wake);
}

static struct tn_operation *push(struct tn_sim_strand *s, enum tn_op_kind kind)
{
  /* An agent has no actor that could wait for room, and a step does not run in the actor. */
  if (tn_queue_n(&s->queue) == TN_QUEUE && !s->is_agent && !s->actor->step)
    yield(s);
  struct tn_operation *op = tn_queue_add(&s->queue);
  op->kind = (uint8_t)kind;
  op->many = op->is_handed = false;
  op->n_dst = op->n_src = 1;
  op->fragments = 1;
  return op;
}

/* Fails the run and stops the strand if the rank that it accesses is on another node. */
static void demand_near(struct tn_sim_strand *s, int rank, const char *what)
{
  struct tn_engine *e = s->engine;
  const struct tn_places *p = e->point->places;
  if (p->n_nodes == 1 || p->node[rank] == p->node[s->rank])
    return;
  tn_engine_fail(e, "rank %d %s rank %d, which is on another node: only messages go there", s->rank,
                 what, rank);
  push(s, TN_OP_SYNC);
  yield(s);
}

static bool is_staged(const struct tn_sim_strand *s)
{
  return s->base.call->memory == TN_STAGED;
}

/* Returns true if a device or its lane is needed: a kernel runs, or a span is in a device's
 * memory. */
static bool is_launched(const struct tn_sim_strand *s, int n, const struct tn_span *spans)
{
  if (!s->engine->memory.device)
    return false;
  if (s->actor->in_kernel)
    return true;
  for (int i = 0; i < n; i++)
    if (tn_memory_is_device(s->engine, spans[i], is_staged(s)))
      return true;
  return false;
}

static struct tn_operation *push_launch(struct tn_sim_strand *s, enum tn_op_kind kind)
{
  struct tn_operation *op = push(s, kind);
  op->is_staged = is_staged(s);
  op->stages = TN_STAGES_NOT;
  return op;
}

/* Queues software before the next operation, unless it costs no time. */
static void prepare(struct tn_sim_strand *s, enum tn_param price, double times)
{
  if (s->engine->point->ideal || times <= 0.0 || tn_engine_price(s->engine, price) <= 0.0)
    return;
  struct tn_operation *op = push(s, TN_OP_SOFTWARE);
  op->u.software.price = price;
  op->u.software.times = times;
}

static void copy(struct tn_strand *r, int n_dst, const struct tn_span *dst, int n_src,
                 const struct tn_span *src)
{
  const enum tn_mechanism own = strand(r)->engine->point->mechanism;
  const enum tn_mechanism mechanism = is_staged(strand(r)) ? tn_mechanism_of_host(own) : own;
  demand_near(strand(r), dst->rank, "copies to");
  demand_near(strand(r), src->rank, "copies from");
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
  struct tn_operation *op =
      launches ? push_launch(strand(r), TN_OP_LAUNCH) : push(strand(r), TN_OP_COPY);
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

static void move(struct tn_strand *r, struct tn_span dst, struct tn_span src)
{
  demand_near(strand(r), dst.rank, "stores to");
  demand_near(strand(r), src.rank, "loads from");
  const bool launches = is_launched(strand(r), 2, (struct tn_span[]){ dst, src });
  const unsigned fragments = MAX(1, strand(r)->actor->fragments);
  strand(r)->actor->fragments = 1;
  if (!launches && src.len > 0) {
    const bool contributes = src.buf == TN_SEND && dst.buf != TN_SHARED && dst.rank == src.rank;
    prepare(strand(r), contributes ? TN_P_LOCAL_OVERHEAD : TN_P_MOVE_OVERHEAD, fragments);
  }
  struct tn_operation *op =
      launches ? push_launch(strand(r), TN_OP_LAUNCH) : push(strand(r), TN_OP_MOVE);
  op->fragments = fragments;
  op->u.pair[0] = dst;
  op->u.pair[1] = src;
}

static void reduce(struct tn_strand *r, struct tn_span dst, int n_src, const struct tn_span *src)
{
  demand_near(strand(r), dst.rank, "stores to");
  for (int i = 0; i < n_src; i++)
    demand_near(strand(r), src[i].rank, "loads from");
  const bool launches = is_launched(strand(r), 1, &dst) || is_launched(strand(r), n_src, src);
  if (!launches)
    prepare(strand(r), TN_P_REDUCE_OVERHEAD, 1.0);
  struct tn_operation *op =
      launches ? push_launch(strand(r), TN_OP_SUM) : push(strand(r), TN_OP_REDUCE);
  op->many = true;
  op->n_src = n_src;
  op->u.spans = g_new(struct tn_span, 1 + n_src);
  op->u.spans[0] = dst;
  memcpy(op->u.spans + 1, src, sizeof *src * (size_t)n_src);
}

/* Queues a declaration of the span if the mechanism needs one. For CMA the kernel finds the pages
 * at each copy. */
static void expose_span(struct tn_strand *r, struct tn_span own, bool part)
{
  if (!strand(r)->engine->attached.regions)
    return;
  struct tn_operation *op = push(strand(r), TN_OP_EXPOSE);
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
  demand_near(strand(r), rank, "attaches memory of");
  if (!strand(r)->engine->attached.by_call || is_staged(strand(r)))
    return;
  struct tn_operation *op = push(strand(r), TN_OP_ATTACH);
  op->u.reach.rank = rank;
  op->u.reach.buf = buf;
}

static struct tn_operation *flag_operation(struct tn_sim_strand *s, enum tn_op_kind kind, int rank,
                                           int slot, uint64_t value)
{
  struct tn_operation *op = push(s, kind);
  op->u.flag.rank = rank;
  op->u.flag.slot = slot;
  op->u.flag.value = value;
  return op;
}

static void post(struct tn_strand *r, int slot, uint64_t value)
{
  flag_operation(strand(r), TN_OP_POST, strand(r)->rank, slot, value);
}

static void push_wait(struct tn_sim_strand *s, int n, const struct tn_cond *conds)
{
  for (int i = 0; i < n && s->engine->point->places->n_nodes > 1; i++)
    demand_near(s, conds[i].rank, "waits for a flag of");
  if (n == 1) {
    struct tn_operation *op = flag_operation(s, TN_OP_WAIT, conds->rank, conds->slot, conds->value);
    op->u.flag.queued = conds->queued;
    op->u.flag.fragments = conds->fragments;
    return;
  }
  struct tn_operation *op = push(s, TN_OP_WAIT);
  op->n_src = n;
  op->u.wait.n = n;
  op->u.wait.conds = conds;
  op->u.wait.set = NULL;
}

static int wait_any(struct tn_strand *r, int n, const struct tn_cond *conds)
{
  struct tn_sim_strand *s = strand(r);
  push_wait(s, n, conds);
  if (n == 1)
    return 0;
  yield(s);
  return (int)s->answer;
}

/* Queues a wait for the set. With one condition left its index is the answer. */
static void push_set(struct tn_sim_strand *s, struct tn_waits *w)
{
  if (w->n_live == 1) {
    s->place = tn_waits_only(w);
    push_wait(s, 1, &w->conds[s->place]);
    return;
  }
  struct tn_operation *op = push(s, TN_OP_WAIT);
  op->n_src = w->n_live;
  op->u.wait.set = w;
}

/* Continues without blocking where the answer is certain, as after wait_any. */
static void wait_each(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step, void *data)
{
  struct tn_sim_strand *s = strand(r);
  s->place = -1;
  while (step(data, s->place)) {
    push_set(s, waits);
    if (waits->n_live == 1)
      continue;
    s->actor->step = step;
    s->actor->step_data = data;
    s->actor->step_waits = waits;
    yield(s);
    if (!s->actor->step)
      return;
    s->actor->step = NULL;
  }
}

bool tn_transport_step(struct tn_sim_strand *s)
{
  struct tn_acting *a = s->actor;
  struct tn_waits *waits = a->step_waits;
  while (a->step && tn_queue_n(&s->queue) < TN_QUEUE / 2) {
    if (!a->step(a->step_data, s->place)) {
      a->step = NULL;
      return false;
    }
    push_set(s, waits);
    if (waits->n_live > 1)
      return true;
  }
  return false;
}

static uint64_t fetch_add(struct tn_strand *r, int rank, int slot, uint64_t n)
{
  demand_near(strand(r), rank, "adds to a flag of");
  flag_operation(strand(r), TN_OP_FETCH_ADD, rank, slot, n);
  yield(strand(r));
  return strand(r)->answer;
}

static struct tn_sim_strand *agent_of(struct tn_sim_strand *s, int which)
{
  struct tn_sim_strand *owner = s->engine->strands->pdata[s->rank];
  struct tn_sim_strand **agent = &owner->actor->agents[which];
  if (!*agent) {
    *agent = tn_engine_strand(s->engine, s->rank);
    (*agent)->is_agent = true;
    (*agent)->noise_rank = -1;
  }
  return *agent;
}

static void put_near(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here,
                     int there, uint64_t value)
{
  struct tn_sim_strand *s = strand(r);
  push(s, TN_OP_SYNC); /* the agent starts when all earlier operations are done */
  yield(s);
  struct tn_sim_strand *agent = agent_of(s, PUT_AGENT);
  memcpy(agent->parts, s->parts, sizeof s->parts);
  tn_log_follow(s->engine, agent, s);
  move(&agent->base, dst, src);
  flag_operation(agent, TN_OP_POST, s->rank, here, value);
  flag_operation(agent, TN_OP_POST, dst.rank == s->rank ? src.rank : dst.rank, there, value);
  tn_engine_ready(s->engine, agent);
}

/* Within a node an agent moves the bytes, between nodes an adapter. At the end the own flag `here`
 * and the peer's flag `there` have the value. */
static void put(struct tn_strand *r, struct tn_span dst, struct tn_span src, int here, int there,
                uint64_t value)
{
  struct tn_engine *e = strand(r)->engine;
  const int rank = strand(r)->rank;
  if (tn_engine_distance(e, src.rank, dst.rank) != TN_OTHER_NODE) {
    put_near(r, dst, src, here, there, value);
    return;
  }
  struct tn_operation *op = push(strand(r), TN_OP_PUT);
  struct tn_transfer *t = tn_transfer_take(e, rank, dst, src, is_staged(strand(r)));
  t->here = here;
  t->there = there;
  t->value = value;
  op->u.put.transfer = t;
  op->u.put.peer = dst.rank == rank ? src.rank : dst.rank;
}

static void enqueue(struct tn_strand *r, int stream, struct tn_span dst, int n_src,
                    const struct tn_span *src, struct tn_cond end)
{
  struct tn_sim_strand *s = strand(r);
  if (tn_mechanism_maps_device(s->engine->point->mechanism) && n_src == 1) {
    move(r, dst, *src);
    post(r, end.slot, end.value);
    return;
  }
  for (int i = 0; i < n_src; i++)
    demand_near(s, src[i].rank, "copies from");
  struct tn_operation *op = push(s, TN_OP_ENQUEUE);
  op->many = true;
  op->n_src = n_src;
  op->u.work.spans = g_new(struct tn_span, 1 + n_src);
  op->u.work.spans[0] = dst;
  memcpy(op->u.work.spans + 1, src, sizeof *src * (size_t)n_src);
  op->u.work.stream = stream;
  op->u.work.slot = end.slot;
  op->u.work.value = end.value;
}

/* Queues the work on the stream, followed by a post of the rank's flag. */
static void hand_over(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_operation *op = tn_engine_operation(s);
  struct tn_sim_strand *stream = agent_of(s, FIRST_STREAM + op->u.work.stream);
  if (tn_queue_n(&stream->queue) == 0) {
    memcpy(stream->parts, s->parts, sizeof s->parts);
    tn_log_follow(e, stream, s);
  }
  struct tn_operation *work = push_launch(stream, op->n_src > 1 ? TN_OP_SUM : TN_OP_LAUNCH);
  work->many = work->is_handed = true;
  work->handed = e->now;
  work->n_src = op->n_src;
  work->u.spans = op->u.work.spans;
  op->many = false;
  flag_operation(stream, TN_OP_POST, s->rank, op->u.work.slot, op->u.work.value)->is_handed = true;
  tn_engine_ready(e, stream);
}

void tn_enqueue_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const double seconds = tn_launch_seconds(e, op);
  if (seconds <= 0.0)
    hand_over(e, s);
  tn_engine_timed(e, s, TN_LAUNCH_PART, seconds);
}

void tn_enqueue_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  /* The stream's critical path begins with the launch. */
  tn_engine_spend(e, s, s->part, s->started, e->now);
  tn_log_timed(e, s);
  hand_over(e, s);
  tn_engine_done(e, s);
}

static void act(void *data)
{
  struct tn_sim_strand *s = data;
  struct tn_loop *loop = s->engine->loop;
  s->actor->fn(&s->base, s->actor->arg);
  push(s, TN_OP_END);
  if (--loop->n_running == 0)
    loop->actors->open(loop->idle);
}

void tn_transport_host(const struct tn_engine *e, int rank, char ret_name[TN_ACTOR_NAME])
{
  g_snprintf(ret_name, TN_ACTOR_NAME, "core-%d", e->point->places->core[rank]);
}

void tn_transport_start(struct tn_sim_strand *s, void (*fn)(struct tn_strand *r, void *arg),
                        void *arg)
{
  const struct tn_actors *actors = s->engine->loop->actors;
  struct tn_acting *a = s->actor;
  char name[TN_ACTOR_NAME], host[TN_ACTOR_NAME];
  g_snprintf(name, sizeof name, "rank-%d", s->rank);
  tn_transport_host(s->engine, s->rank, host);
  a->wake = actors->gate_new();
  a->fn = fn;
  a->arg = arg;
  a->role = (struct tn_role){ act, s };
  a->actor = actors->start(name, host, &a->role);
}

static struct tn_strand *spawn(struct tn_strand *r, int core,
                               void (*fn)(struct tn_strand *r, void *arg), void *arg)
{
  struct tn_sim_strand *s = strand(r);
  push(s, TN_OP_SYNC);
  yield(s);
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

/* Waits for the end of the other strand, because the caller may then free memory that it uses. */
static void join(struct tn_strand *r, struct tn_strand *other)
{
  push(strand(r), TN_OP_JOIN)->u.other = strand(other);
  push(strand(r), TN_OP_SYNC);
  yield(strand(r));
}

static void compute(struct tn_strand *r, double seconds)
{
  push(strand(r), TN_OP_COMPUTE)->u.seconds = seconds;
}

/* Queues the software of an operation. An ideal run queues nothing, because the software is
 * free. */
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
    tn_engine_price(e, tn_way_param(tn_engine_distance(e, strand(r)->rank, peer)));
  }
  if (e->point->ideal)
    return;
  if (what == TN_SOFTWARE_RECEIVE) {
    tn_engine_price(e, TN_P_RECEIVE_OVERHEAD);
    tn_engine_price(e, TN_P_MATCH_TIME);
    struct tn_operation *op = push(strand(r), TN_OP_RECEIVE);
    op->u.message.peer = peer;
    op->u.message.bytes = amount;
  }
  double sends = 0.0;
  for (size_t i = 0; what == TN_SOFTWARE_SEND && i < G_N_ELEMENTS(of_sends); i++)
    sends += tn_engine_price(e, of_sends[i]);
  if (what == TN_SOFTWARE_SEND && (sends > 0.0 || e->choices.slot_stores != TN_SLOT_CACHED)) {
    struct tn_operation *op = push(strand(r), TN_OP_SEND);
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
  /* The kernel's prices depend on these parameters. */
  for (int p = TN_P_NCCL_GENERATION; !s->actor->in_kernel && p <= TN_P_NCCL_STEP_SIMPLE; p++)
    tn_engine_price(s->engine, (enum tn_param)p);
  struct tn_operation *op = push(s, TN_OP_KERNEL);
  s->actor->in_kernel = op->u.kernel.begins = prices != NULL;
  /* NCCL's tests issue calls back to back. */
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
  struct tn_operation *op = push(strand(r), TN_OP_LAUNCH);
  op->is_staged = false;
  op->stages = down ? TN_STAGES_DOWN : TN_STAGES_UP;
  op->u.pair[0] = op->u.pair[1] = span;
}

static double now(struct tn_strand *r)
{
  push(strand(r), TN_OP_SYNC);
  yield(strand(r));
  return strand(r)->engine->now;
}

static void enter(struct tn_strand *r)
{
  struct tn_operation *op = push(strand(r), TN_OP_ENTER);
  op->u.entry.epoch = r->call->epoch;
  op->u.entry.meets = r->call->meets;
}

static void leave(struct tn_strand *r)
{
  push(strand(r), TN_OP_LEAVE);
}

const struct tn_transport tn_sim_transport = {
  TN_TRANSPORT_BASICS, .expose = expose,       .expose_part = expose_part,
  .attach = attach,    .wait_each = wait_each, .software = software,
  .message = message,  .kernel = kernel,       .stage = stage,
  .enqueue = enqueue,  .enter = enter,         .leave = leave,
};
