#include "launch.h"

#include "calls.h"
#include "data.h"
#include "flags.h"
#include "slices.h"

struct tn_copy_engine {
  const struct tn_fabric_place *place;
  int index, node;
  /* number of transfers that have been assigned to the engine and have not ended, including those
   * that a core is still handing over */
  int n_given;
  int n_busy;
  GQueue waiting; /* struct tn_transfer */
};

struct tn_launches {
  struct tn_copy_engine *engines; /* [n_engines] of all nodes, grouped by node */
  int n_engines;
};

struct tn_device {
  struct tn_transfer *launched;
  double handed_over;             /* seconds: time at which the last kernel was handed over */
  struct tn_device_kernel kernel; /* costs of the running kernel */
  double sync; /* stream only: seconds until the rank sees the end of the stream's last operation */
};

void tn_launches_init(struct tn_engine *e)
{
  struct tn_launches *l = e->launches = g_new0(struct tn_launches, 1);
  const struct tn_fabric *fabric = e->point->fabric;
  const int n_nodes = e->memory.device ? tn_graph_n_nodes(e->memory.graph) : 0;
  l->engines = g_new0(struct tn_copy_engine, n_nodes * (fabric ? fabric->n_places : 0));
  for (int node = 0; node < n_nodes; node++)
    for (int i = 0; i < fabric->n_places; i++)
      if (fabric->places[i].kind == TN_PLACE_ENGINE)
        l->engines[l->n_engines++] =
            (struct tn_copy_engine){ &fabric->places[i], i, node, 0, 0, G_QUEUE_INIT };
}

void tn_launch_begin(struct tn_sim_strand *s)
{
  g_free(s->device);
  s->device = s->engine->memory.device ? g_new0(struct tn_device, 1) : NULL;
}

void tn_launches_finish(struct tn_engine *e)
{
  for (int i = 0; i < e->launches->n_engines; i++)
    g_queue_clear(&e->launches->engines[i].waiting);
  g_free(e->launches->engines);
  g_free(e->launches);
}

static bool serves(const struct tn_fabric_place *engine, struct tn_seat seat)
{
  for (int i = 0; i < engine->n_serves; i++)
    if (engine->serves[i] == seat.device)
      return true;
  return false;
}

/* Returns true if the engine can carry out the copy. An engine for both directions must serve the
 * devices at both ends. An engine for one direction must serve the source (out) or the target
 * (in). */
static bool can_copy(const struct tn_fabric_place *engine, struct tn_seat to, struct tn_seat from)
{
  const bool reads = from.device >= 0 && serves(engine, from);
  const bool writes = to.device >= 0 && serves(engine, to);
  switch (engine->moves) {
  case TN_MOVES_OUT:
    return reads;
  case TN_MOVES_IN:
    return writes;
  case TN_MOVES_BOTH:
    break;
  }
  return (reads || from.device < 0) && (writes || to.device < 0) && (reads || writes);
}

/* Returns the engine with the fewest transfers among the engines that can carry out the transfer;
 * NULL: no such engine. Engines of the rank's own device are preferred, because the process has a
 * context there. */
static struct tn_copy_engine *engine_for(const struct tn_engine *e, int rank,
                                         const struct tn_transfer *t)
{
  const struct tn_span any = { .rank = rank, .buf = TN_SEND };
  const struct tn_seat own = tn_memory_seat(e, any, false);
  struct tn_copy_engine *best = NULL;
  bool is_best_own = false;
  for (int i = 0; i < e->launches->n_engines; i++) {
    struct tn_copy_engine *engine = &e->launches->engines[i];
    const bool is_own = serves(engine->place, own);
    if (engine->node != t->from.node || !can_copy(engine->place, t->to, t->from) ||
        (best && (is_own == is_best_own ? engine->n_given >= best->n_given : is_best_own)))
      continue;
    best = engine;
    is_best_own = is_own;
  }
  return best;
}

double tn_launch_seconds(struct tn_engine *e, const struct tn_operation *op)
{
  if (op->n_src > 1)
    return tn_engine_price(e, TN_P_KERNEL_LAUNCH);
  const struct tn_transfer t = { .to = tn_memory_seat(e, *tn_targets(op), false),
                                 .from = tn_memory_seat(e, *tn_sources(op), false) };
  const struct tn_copy_engine *engine = engine_for(e, tn_targets(op)->rank, &t);
  return engine ? engine->place->launch : 0.0;
}

/* Returns true if the rank's core moves bytes between the host and its device. */
static bool is_mapped(struct tn_engine *e, const struct tn_operation *op,
                      const struct tn_transfer *t)
{
  const bool writes = t->to.device >= 0, reads = t->from.device >= 0;
  if (writes == reads || (writes ? t->dst.rank : t->src.rank) != t->rank)
    return false;
  if (op->stages != TN_STAGES_NOT)
    return (double)t->bytes <=
           tn_engine_price(e, writes ? TN_P_STAGED_WRITE_LIMIT : TN_P_STAGED_READ_LIMIT);
  return tn_mechanism_maps_device(e->point->mechanism) ||
         (double)t->bytes <=
             tn_engine_price(e, writes ? TN_P_MAPPED_WRITE_LIMIT : TN_P_MAPPED_READ_LIMIT);
}

/* Fails the run and returns false if a source has no route to the target. */
static bool has_routes(struct tn_engine *e, const struct tn_operation *op,
                       const struct tn_transfer *t)
{
  for (int i = 0; i < op->n_src; i++) {
    const struct tn_span *src = &tn_sources(op)[i];
    const struct tn_seat from = i == 0 ? t->from : tn_memory_seat(e, *src, op->is_staged);
    if (tn_memory_route(e, t->to, from))
      continue;
    if (t->to.device >= 0 && from.device >= 0)
      tn_engine_fail(e,
                     "no links lead from the device of rank %d to that of rank %d without the host "
                     "(device-staged and device-mapped use the host)",
                     src->rank, t->dst.rank);
    else
      tn_engine_fail(e, "no links lead %s the device of rank %d %s the host's memory",
                     from.device < 0 ? "to" : "from", from.device < 0 ? t->dst.rank : src->rank,
                     from.device < 0 ? "from" : "to");
    return false;
  }
  return true;
}

/* Selects the mover of the transfer and its costs. Fails the run and returns false if no engine can
 * carry it out. */
static bool take_mover(struct tn_engine *e, const struct tn_sim_strand *s,
                       const struct tn_operation *op, struct tn_transfer *t)
{
  const bool sums = op->kind == TN_OP_SUM;
  t->cap = INFINITY;
  t->weight = 1.0;
  if (s->kernel_runs) {
    t->start = s->device->kernel.start;
    t->cap = s->device->kernel.rate;
    t->weight = s->device->kernel.weight;
  } else if (sums) {
    t->launch = tn_engine_price(e, TN_P_KERNEL_LAUNCH);
    t->start = tn_engine_price(e, TN_P_KERNEL_START);
    t->finish = tn_engine_price(e, TN_P_KERNEL_SYNC);
  } else if (!op->is_of_stream && is_mapped(e, op, t)) {
    const bool writes = t->to.device >= 0;
    t->start = tn_engine_price(e, writes ? TN_P_MAPPED_WRITE_TIME : TN_P_MAPPED_READ_TIME);
    t->cap = tn_engine_price(e, writes ? TN_P_MAPPED_WRITE_RATE : TN_P_MAPPED_READ_RATE);
  } else {
    t->engine = engine_for(e, s->rank, t);
    if (!t->engine) {
      tn_engine_fail(e, "no engine of the platform copies from %s of rank %d to %s of rank %d",
                     tn_buf_names[t->src.buf], t->src.rank, tn_buf_names[t->dst.buf], t->dst.rank);
      return false;
    }
    t->launch = t->engine->place->launch;
    t->start = t->engine->place->start + tn_memory_route(e, t->to, t->from)->latency;
    t->finish = t->engine->place->sync;
  }
  if (sums)
    t->cap = MIN(t->cap, tn_engine_price(e, TN_P_DEVICE_SUM_RATE));
  if (t->engine && (t->to.is_pageable || t->from.is_pageable)) {
    t->start += tn_engine_price(e, TN_P_PAGEABLE_TIME);
    t->is_pageable = true;
  }
  return true;
}

/* Starts the transfer. If an engine carries it out, the engine must be free. */
static void set_out(struct tn_engine *e, struct tn_transfer *t)
{
  if (t->engine)
    t->engine->n_busy++;
  tn_transfer_spend(e, t, TN_MEMORY, t->since, e->now);
  t->since = e->now;
  tn_events_set(&e->events, &t->event, e->now + t->start);
}

static void depart(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_transfer *t = s->device->launched;
  if (t->launch > 0.0) {
    tn_engine_spend(e, s, TN_LAUNCH_PART, s->started, e->now);
    tn_log_phase(e, s, "launch", t->bytes, 0);
  }
  s->phase = TN_LAUNCHED;
  s->started = e->now;
  t->order = tn_transfer_number(e);
  t->sent = t->since = e->now;
  if (!t->engine || t->engine->n_busy < t->engine->place->width)
    set_out(e, t);
  else
    g_queue_push_tail(&t->engine->waiting, t);
}

void tn_launch_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const struct tn_span *dst = tn_targets(op), *src = tn_sources(op);
  size_t bytes = 0;
  for (int i = 0; i < op->n_dst; i++)
    bytes += dst[i].len;
  if (bytes > 0 && e->data[TN_SEND])
    tn_data_begin(e, s, op);
  if (bytes == 0 || (s->kernel_runs && s->device->kernel.weight == 0.0)) {
    tn_engine_done(e, s);
    return;
  }
  struct tn_transfer *t = tn_transfer_take(e, s->rank, *dst, *src, op->is_staged);
  t->bytes = bytes;
  t->caller = s;
  const struct tn_seat twin = tn_memory_seat(e, t->src, true); /* seat of the copy on the host */
  if (op->stages == TN_STAGES_DOWN)
    t->to = twin;
  if (op->stages == TN_STAGES_UP)
    t->from = twin;
  if (!has_routes(e, op, t) || !take_mover(e, s, op, t))
    return;
  s->device->launched = t;
  /* On a stream the next operation reaches the device before the present one ends, so no operation
   * waits until the rank has seen the end of the previous one, and the start of a kernel overlaps.
   * The start of a copy does not: copies of one stream follow each other after the time of one
   * copy. (NVIDIA's p2pBandwidthLatencyTest measures this; in addition to the bytes two V100s need
   * 2.1 us, openucx/ucx 3740, and two A100s 3.0 us, EESSI/software-layer 716.) */
  if (op->is_of_stream) {
    t->launch = 0.0;
    if (op->kind == TN_OP_SUM)
      t->start = MAX(0.0, t->start - (e->now - op->handed));
    s->device->sync = t->finish;
    t->finish = 0.0;
  }
  if (t->engine)
    t->engine->n_given++;
  if (dst->rank != src->rank)
    tn_call_count(e, ((const struct tn_sim_strand *)e->strands->pdata[s->rank])->epoch, src->rank,
                  dst->rank);
  s->phase = TN_STARTING;
  s->started = e->now;
  if (t->launch > 0.0)
    tn_engine_timer(e, s, tn_engine_end(e, s, e->now, t->launch));
  else
    depart(e, s);
}

static void finish(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_transfer *t = s->device->launched;
  if (t->finish > 0.0)
    tn_engine_spend(e, s, TN_LAUNCH_PART, s->started, e->now);
  tn_transfer_give_back(e, t);
  s->device->launched = NULL;
  tn_engine_done(e, s);
}

void tn_launch_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  if (s->phase == TN_STARTING)
    depart(e, s);
  else
    finish(e, s);
}

/* Starts the flow after the first byte; all operands of a sum move at the same time. */
static void begin(struct tn_engine *e, struct tn_transfer *t)
{
  struct tn_sim_strand *s = t->caller;
  const struct tn_operation *op = tn_engine_operation(s);
  struct tn_seat from[TN_REDUCE_MAX] = { t->from };
  const int n = op->kind == TN_OP_SUM ? op->n_src : 1;
  /* Operands pass through the rank's device if a kernel moves them or the sum is written to a
   * device; otherwise they go directly to the target. */
  const bool by_device = s->kernel_runs || (n > 1 && t->to.device >= 0);
  const struct tn_span own = { .rank = s->rank, .buf = TN_SEND };
  const struct tn_seat at = by_device ? tn_memory_seat(e, own, false) : t->to;
  double cap;
  tn_transfer_spend(e, t, TN_LAUNCH_PART, t->since, e->now);
  t->since = e->now;
  for (int i = 1; i < n; i++)
    from[i] = tn_memory_seat(e, tn_sources(op)[i], op->is_staged);
  if (t->is_pageable) {
    const bool writes = t->to.is_pageable;
    const double more = tn_traffic_pageable(e, s, writes ? t->dst : t->src, writes);
    const double bytes = (double)t->bytes;
    t->cap = bytes / (bytes / tn_engine_price(e, TN_P_PAGEABLE_RATE) + more);
  }
  const struct tn_device_flow flow = {
    t->engine ? t->engine->index : -1, t->dst, t->to, at, n, from, t->weight, t->cap
  };
  const int class = tn_traffic_by_device(e, &flow, &cap);
  t->alone = (double)t->bytes / cap;
  tn_flows_add(&e->flows, class, (double)t->bytes, e->now, t->order, t);
}

void tn_launch_arrive(struct tn_engine *e, struct tn_transfer *t)
{
  struct tn_copy_engine *engine = t->engine;
  struct tn_sim_strand *s = t->caller;
  if (t->is_notice) {
    const struct tn_cond flag = { .rank = t->rank, .slot = t->there, .value = t->value };
    tn_flag_land(
        e, &(struct tn_flag_origin){ e->strands->pdata[t->rank], t->parts, t->sent, false }, flag);
    tn_transfer_give_back(e, t);
    return;
  }
  if (!t->late) {
    t->late = true;
    begin(e, t);
    return;
  }
  tn_transfer_spend_bytes(e, t);
  tn_log_phase(e, s, "copy", t->bytes, 0);
  s->phase = TN_FINISHING;
  s->started = e->now;
  if (t->finish > 0.0) {
    tn_engine_timer(e, s, tn_engine_end(e, s, e->now, t->finish));
  } else {
    finish(e, s);
    tn_engine_ready(e, s);
  }
  if (!engine)
    return;
  engine->n_busy--;
  engine->n_given--;
  struct tn_transfer *next = g_queue_pop_head(&engine->waiting);
  if (next)
    set_out(e, next);
}

/* If is_ahead, the rank hands over the next kernel while the device runs the previous one. */
void tn_kernel_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const bool may_continue = s->kernel_runs && op->u.kernel.begins;
  struct tn_device *d = s->device;
  s->kernel_runs = op->u.kernel.begins;
  d->kernel = op->u.kernel.prices;
  if (may_continue) {
    tn_engine_done(e, s);
    return;
  }
  if (!s->kernel_runs) {
    tn_engine_timed(e, s, TN_LAUNCH_PART, tn_engine_price(e, TN_P_KERNEL_SYNC));
    return;
  }
  const double gap = op->u.kernel.is_ahead ? tn_engine_price(e, TN_P_KERNEL_GAP) : 0.0;
  d->handed_over =
      (op->u.kernel.is_ahead ? d->handed_over : e->now) + tn_engine_price(e, TN_P_KERNEL_LAUNCH);
  const double begin =
      MAX(e->now + gap, d->handed_over) + tn_engine_price(e, TN_P_KERNEL_START) + d->kernel.start;
  tn_engine_timed(e, s, TN_LAUNCH_PART, begin - e->now);
}

void tn_kernel_post(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const struct tn_span none = { s->rank, TN_SHARED, e->sizes[s->rank].shared_on_device, 0 };
  struct tn_transfer *t = tn_transfer_take(e, s->rank, none, none, false);
  t->is_notice = true;
  t->there = op->u.flag.slot;
  t->value = op->u.flag.value;
  t->order = tn_transfer_number(e);
  t->sent = e->now;
  memcpy(t->parts, s->parts, sizeof t->parts);
  const double from = MAX(e->now, e->call_start);
  double to = e->now + s->device->kernel.step;
  if (op->is_of_stream)
    to = s->store_seen = MAX(e->now + s->device->sync, s->store_seen);
  if (to > from)
    t->parts[TN_SYNC] += to - from;
  tn_events_set(&e->events, &t->event, to);
  tn_engine_done(e, s);
}
