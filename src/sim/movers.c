#include "movers.h"

#include "calls.h"
#include "data.h"
#include "flags.h"
#include "slices.h"

/* A copy engine of one node. */
struct engine {
  const struct tn_fabric_place *place;
  int index, node;
  int n_given; /* transfers, being handed over too */
  int n_busy;
  GQueue waiting; /* struct tn_transfer */
};

struct tn_transfer {
  struct tn_strand base; /* all 0: tells it from a strand, see tn_engine_is_transfer */
  struct tn_event event; /* its latency is over */
  struct tn_span dst, src;
  size_t bytes;
  int rank; /* whose operation it is */
  int here, there;
  uint64_t value;
  struct engine *engine;        /* NULL: adapters move it */
  struct tn_sim_strand *caller; /* that waits for its end; NULL: flags tell it */
  int order;                    /* of those that have set out */
  struct tn_transfer *next;     /* by adapters from and to the same ranks, or not in use */
  bool first;                   /* all before it, from and to the same ranks, have ended */
  bool late;                    /* its latency is over */
  double sent, since;           /* when it set out, and its present part began */
  double alone;                 /* seconds of its bytes by themselves */
  double parts[TN_N_PARTS];
  unsigned char *snapshot; /* of the source, when data is carried */
};

/* An adapter takes up the next transfer only when it has done its part for the one before. */
struct adapter {
  double out_free, in_free; /* seconds */
};

struct tn_moving {
  struct adapter *adapters; /* [n_nodes] */
  struct engine *engines;   /* [n_engines] of all nodes, a node's together */
  int n_engines;
  GHashTable *last; /* key_of -> the last of these transfers by adapters that is on its way */
  GPtrArray *all;
  struct tn_transfer *unused;
  int n_sent;
};

static void init_engines(struct tn_engine *e, struct tn_moving *m)
{
  const struct tn_fabric *fabric = e->point->fabric;
  const int n_nodes = fabric ? tn_graph_n_nodes(e->memory.graph) : 0;
  for (int i = 0; fabric && i < fabric->n_places; i++)
    m->n_engines += n_nodes * (fabric->places[i].kind == TN_PLACE_ENGINE);
  m->engines = g_new0(struct engine, m->n_engines);
  for (int node = 0, n = 0; node < n_nodes; node++)
    for (int i = 0; i < fabric->n_places; i++)
      if (fabric->places[i].kind == TN_PLACE_ENGINE)
        m->engines[n++] = (struct engine){ &fabric->places[i], i, node, 0, 0, G_QUEUE_INIT };
}

void tn_movers_init(struct tn_engine *e)
{
  struct tn_moving *m = e->moving = g_new0(struct tn_moving, 1);
  m->adapters = g_new0(struct adapter, e->point->places->n_nodes);
  m->last = g_hash_table_new(NULL, NULL);
  m->all = g_ptr_array_new_with_free_func(g_free);
  m->n_sent = e->n_ranks * TN_MAX_STRANDS; /* flows know strands and transfers by order */
  init_engines(e, m);
}

void tn_movers_finish(struct tn_engine *e)
{
  struct tn_moving *m = e->moving;
  tn_list_finish(&e->arrived);
  for (unsigned i = 0; i < m->all->len; i++)
    g_free(((struct tn_transfer *)m->all->pdata[i])->snapshot);
  for (int i = 0; i < m->n_engines; i++)
    g_queue_clear(&m->engines[i].waiting);
  g_ptr_array_unref(m->all);
  g_hash_table_unref(m->last);
  g_free(m->engines);
  g_free(m->adapters);
  g_free(m);
}

enum tn_mover tn_mover_of(const struct tn_engine *e, struct tn_span dst, struct tn_span src)
{
  if (tn_engine_distance(e, src.rank, dst.rank) == TN_OTHER_NODE)
    return TN_BY_ADAPTER;
  return tn_memory_is_device(e, dst) || tn_memory_is_device(e, src) ? TN_BY_ENGINE : TN_BY_AGENT;
}

static struct tn_transfer *transfer_new(struct tn_engine *e, int rank, struct tn_span dst,
                                        struct tn_span src)
{
  struct tn_moving *m = e->moving;
  struct tn_transfer *t = m->unused;
  if (t) {
    m->unused = t->next;
  } else {
    t = g_new(struct tn_transfer, 1);
    g_ptr_array_add(m->all, t);
  }
  *t = (struct tn_transfer){ .dst = dst, .src = src, .bytes = src.len, .rank = rank };
  tn_event_init(&t->event, TN_EVENT_TRANSFER, t);
  return t;
}

struct tn_transfer *tn_transfer_new(struct tn_engine *e, int rank, struct tn_span dst,
                                    struct tn_span src, int here, int there, uint64_t value)
{
  struct tn_transfer *t = transfer_new(e, rank, dst, src);
  t->here = here;
  t->there = there;
  t->value = value;
  return t;
}

double tn_network_notice(struct tn_engine *e)
{
  return tn_engine_price(e, TN_P_NETWORK_OVERHEAD) + tn_engine_price(e, TN_P_NETWORK_LATENCY);
}

static bool is_read(const struct tn_transfer *t)
{
  return t->rank == t->dst.rank;
}

/* Of the ranks, and whether one reads or writes. */
static gpointer key_of(const struct tn_engine *e, const struct tn_transfer *t)
{
  const gsize pair = (gsize)t->src.rank * (gsize)e->n_ranks + (gsize)t->dst.rank;
  return GSIZE_TO_POINTER(2 * pair + is_read(t) + 1);
}

static void spend(struct tn_engine *e, struct tn_transfer *t, enum tn_part part, double from,
                  double to)
{
  if (t->caller) {
    tn_engine_spend(e, t->caller, part, from, to);
    return;
  }
  from = MAX(from, e->call_start);
  if (to > from)
    t->parts[part] += to - from;
}

/* When the latency of what sets out now is over, adapters that are busy included. */
static double arrival(struct tn_engine *e, const struct tn_transfer *t)
{
  const struct tn_places *p = e->point->places;
  struct adapter *from = &e->moving->adapters[p->node[t->src.rank]];
  struct adapter *to = &e->moving->adapters[p->node[t->dst.rank]];
  const double gap = e->point->ideal ? 0.0 : tn_engine_price(e, TN_P_NETWORK_GAP);
  const double latency = tn_engine_price(e, TN_P_NETWORK_LATENCY);
  const double departs = MAX(is_read(t) ? e->now + latency : e->now, from->out_free);
  const double arrives = MAX(departs + latency, to->in_free);
  from->out_free = departs + gap;
  to->in_free = arrives + gap;
  return arrives;
}

/* The strand's operation is behind it: the transfer is on its way. */
static void send(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_transfer *t)
{
  struct tn_moving *m = e->moving;
  const gpointer key = key_of(e, t);
  struct tn_transfer *before = g_hash_table_lookup(m->last, key);
  t->order = m->n_sent++;
  t->sent = t->since = e->now;
  t->first = before == NULL;
  memcpy(t->parts, s->parts, sizeof t->parts);
  if (before)
    before->next = t;
  g_hash_table_insert(m->last, key, t);
  if (e->data[TN_SEND] && t->bytes > 0)
    t->snapshot = tn_data_copy(e, &t->src);
  tn_events_set(&e->events, &t->event, arrival(e, t));
}

void tn_put_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  struct tn_transfer *t = op->u.put.transfer;
  const double seconds = e->point->ideal ? 0.0 : tn_engine_price(e, TN_P_NETWORK_OVERHEAD);
  tn_engine_timed(e, s, TN_STARTUP, seconds);
  if (seconds <= 0.0)
    send(e, s, t);
}

void tn_put_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_transfer *t = s->queue[s->head % TN_QUEUE].u.put.transfer;
  tn_engine_timed_end(e, s);
  send(e, s, t);
}

/* The engine has time for it, which until now others had. */
static void set_out(struct tn_engine *e, struct tn_transfer *t)
{
  t->engine->n_busy++;
  spend(e, t, TN_MEMORY, t->since, e->now);
  t->since = e->now;
  tn_events_set(&e->events, &t->event, e->now + tn_memory_latency(e, t->dst, t->src));
}

/* Of the engines that serve the memories at both ends that which has the fewest transfers; NULL:
 * none does. */
static struct engine *engine_for(const struct tn_engine *e, const struct tn_transfer *t)
{
  struct engine *best = NULL;
  for (int i = 0; i < e->moving->n_engines; i++) {
    struct engine *engine = &e->moving->engines[i];
    if (engine->node != tn_memory_node(e, t->src) || (best && engine->n_given >= best->n_given) ||
        !tn_memory_is_served(e, engine->place, t->src) ||
        !tn_memory_is_served(e, engine->place, t->dst) ||
        !tn_graph_route(e->memory.graph, tn_memory_place(e, t->src), tn_memory_place(e, t->dst)))
      continue;
    best = engine;
  }
  return best;
}

void tn_launch_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const struct tn_span *dst = tn_targets(op), *src = tn_sources(op);
  size_t bytes = 0;
  for (int i = 0; i < op->n_dst; i++)
    bytes += dst[i].len;
  if (bytes == 0) {
    tn_engine_done(e, s);
    return;
  }
  struct tn_transfer *t = transfer_new(e, s->rank, *dst, *src);
  t->bytes = bytes;
  t->caller = s;
  t->engine = engine_for(e, t);
  if (!t->engine) {
    tn_engine_fail(e, "no engine of the platform copies from %s of rank %d to %s of rank %d",
                   tn_buf_names[src->buf], src->rank, tn_buf_names[dst->buf], dst->rank);
    return;
  }
  s->launched = t;
  t->engine->n_given++;
  if (e->data[TN_SEND])
    tn_data_begin(e, s, op);
  if (dst->rank != src->rank)
    tn_call_count(e, ((const struct tn_sim_strand *)e->strands->pdata[s->rank])->epoch, src->rank,
                  dst->rank);
  s->phase = TN_STARTING;
  s->started = e->now;
  tn_engine_timer(e, s, tn_engine_end(e, s, e->now, t->engine->place->launch));
}

void tn_launch_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_transfer *t = s->launched;
  tn_engine_spend(e, s, TN_STARTUP, s->started, e->now);
  tn_log_phase(e, s, "launch", t->bytes, 0);
  s->phase = TN_LAUNCHED;
  s->started = e->now;
  t->order = e->moving->n_sent++;
  t->sent = t->since = e->now;
  if (t->engine->n_busy < t->engine->place->width)
    set_out(e, t);
  else
    g_queue_push_tail(&t->engine->waiting, t);
}

/* Bytes begin to move, or there are none and the transfer ends. False: it has ended. */
static bool begin(struct tn_engine *e, struct tn_transfer *t)
{
  double cap;
  spend(e, t, t->engine ? TN_STARTUP : TN_SYNC, t->since, e->now);
  t->since = e->now;
  if (t->bytes == 0)
    return false;
  const int class = t->engine ? tn_traffic_by_engine(e, t->engine->index, t->dst, t->src, &cap)
                              : tn_traffic_by_adapter(e, t->dst, t->src, &cap);
  t->alone = (double)t->bytes / cap;
  tn_flows_add(&e->flows, class, (double)t->bytes, e->now, t->order, t);
  return true;
}

static void spend_bytes(struct tn_engine *e, struct tn_transfer *t)
{
  if (t->bytes == 0)
    return;
  const double alone = MIN(t->since + t->alone, e->now);
  spend(e, t, TN_COPY, t->since, alone);
  spend(e, t, TN_MEMORY, alone, e->now);
}

static void end(struct tn_engine *e, struct tn_transfer *t)
{
  const struct tn_sim_strand *sender = e->strands->pdata[t->rank];
  const int peer = is_read(t) ? t->src.rank : t->dst.rank;
  const struct tn_cond there = { .rank = peer, .slot = t->there, .value = t->value };
  const struct tn_cond here = { .rank = t->rank, .slot = t->here, .value = t->value };
  spend_bytes(e, t);
  if (t->snapshot)
    tn_data_paste(e, &t->dst, &t->src, t->snapshot);
  g_clear_pointer(&t->snapshot, g_free);
  tn_flag_land(e, sender, t->parts, t->sent, there);
  tn_flag_land(e, sender, t->parts, t->sent, here);
}

static void give_back(struct tn_moving *m, struct tn_transfer *t)
{
  t->next = m->unused;
  m->unused = t;
}

/* Gives the transfer back; the next one of the same ranks, or NULL. */
static struct tn_transfer *release(struct tn_engine *e, struct tn_transfer *t)
{
  struct tn_transfer *next = t->next;
  if (next)
    next->first = true;
  else
    g_hash_table_remove(e->moving->last, key_of(e, t));
  give_back(e->moving, t);
  return next;
}

/* An engine's transfer: its first byte is there, or its last. */
static void arrive_by_engine(struct tn_engine *e, struct tn_transfer *t)
{
  struct engine *engine = t->engine;
  struct tn_sim_strand *s = t->caller;
  if (!t->late) {
    t->late = true;
    begin(e, t);
    return;
  }
  spend_bytes(e, t);
  tn_log_phase(e, s, "copy", t->bytes, 0);
  give_back(e->moving, t);
  tn_engine_done(e, s);
  tn_engine_ready(e, s);
  engine->n_busy--;
  engine->n_given--;
  struct tn_transfer *next = g_queue_pop_head(&engine->waiting);
  if (next)
    set_out(e, next);
}

/* The latency of the transfer is over, or its bytes are there: and what follows on its heels. */
static void arrive(struct tn_engine *e, struct tn_transfer *t)
{
  if (t->engine) {
    arrive_by_engine(e, t);
    return;
  }
  const bool is_there = t->late;
  t->late = true;
  if (!t->first)
    return;
  if (!is_there && begin(e, t))
    return;
  do {
    end(e, t);
    t = release(e, t);
  } while (t && t->late && !begin(e, t));
}

static int by_order(const void *a, const void *b)
{
  const struct tn_transfer *const *x = a, *const *y = b;
  return ((*x)->order > (*y)->order) - ((*x)->order < (*y)->order);
}

void tn_transfers_arrive(struct tn_engine *e, struct tn_list *transfers)
{
  qsort(transfers->items, transfers->n, sizeof transfers->items[0], by_order);
  for (unsigned i = 0; i < transfers->n; i++)
    arrive(e, transfers->items[i]);
  transfers->n = 0;
}
