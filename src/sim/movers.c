#include "movers.h"

#include "calls.h"
#include "data.h"
#include "flags.h"
#include "slices.h"

/* Network adapter. It starts each transfer at least network_gap seconds after the previous one. */
struct adapter {
  double out_free, in_free; /* times, in seconds, when the adapter is free to send and to receive */
};

struct tn_moving {
  struct adapter *adapters; /* [n_nodes] adapter of each node */
  GHashTable *last;         /* key_of() -> last transfer under way of two ranks in one direction */
  GPtrArray *all;
  struct tn_transfer *unused;
  int n_sent;
};

void tn_movers_init(struct tn_engine *e)
{
  struct tn_moving *m = e->moving = g_new0(struct tn_moving, 1);
  m->adapters = g_new0(struct adapter, e->point->places->n_nodes);
  m->last = g_hash_table_new(NULL, NULL);
  m->all = g_ptr_array_new_with_free_func(g_free);
  /* flows identify strands and transfers by `order`, so transfers have numbers above those of
   * strands */
  m->n_sent = e->n_ranks * TN_MAX_STRANDS;
}

void tn_movers_finish(struct tn_engine *e)
{
  struct tn_moving *m = e->moving;
  for (unsigned i = 0; i < m->all->len; i++)
    g_free(((struct tn_transfer *)m->all->pdata[i])->snapshot);
  g_ptr_array_unref(m->all);
  g_hash_table_unref(m->last);
  g_free(m->adapters);
  g_free(m);
}

struct tn_transfer *tn_transfer_take(struct tn_engine *e, int rank, struct tn_span dst,
                                     struct tn_span src, bool is_staged)
{
  struct tn_moving *m = e->moving;
  struct tn_transfer *t = m->unused;
  if (t) {
    m->unused = t->next;
  } else {
    t = g_new(struct tn_transfer, 1);
    g_ptr_array_add(m->all, t);
  }
  *t = (struct tn_transfer){ .dst = dst,
                             .src = src,
                             .to = tn_memory_seat(e, dst, is_staged),
                             .from = tn_memory_seat(e, src, is_staged),
                             .bytes = src.len,
                             .rank = rank };
  tn_event_init(&t->event, TN_EVENT_TRANSFER, t);
  return t;
}

void tn_transfer_give_back(struct tn_engine *e, struct tn_transfer *t)
{
  t->next = e->moving->unused;
  e->moving->unused = t;
}

int tn_transfer_number(struct tn_engine *e)
{
  return e->moving->n_sent++;
}

double tn_network_notice(struct tn_engine *e)
{
  return tn_engine_price(e, TN_P_NETWORK_OVERHEAD) + tn_engine_price(e, TN_P_NETWORK_LATENCY);
}

static bool is_read(const struct tn_transfer *t)
{
  return t->rank == t->dst.rank;
}

/* Returns a key of the two ranks and of the direction (read or write); never NULL. */
static gpointer key_of(const struct tn_engine *e, const struct tn_transfer *t)
{
  const gsize pair = (gsize)t->src.rank * (gsize)e->n_ranks + (gsize)t->dst.rank;
  return GSIZE_TO_POINTER(2 * pair + is_read(t) + 1);
}

void tn_transfer_spend(struct tn_engine *e, struct tn_transfer *t, enum tn_part part, double from,
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

/* Returns the time when the latency of a transfer that starts now ends, waits for busy adapters
 * included. */
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

static void send(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_transfer *t)
{
  struct tn_moving *m = e->moving;
  const gpointer key = key_of(e, t);
  struct tn_transfer *before = g_hash_table_lookup(m->last, key);
  t->order = tn_transfer_number(e);
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
  struct tn_transfer *t = tn_engine_operation(s)->u.put.transfer;
  tn_engine_timed_end(e, s);
  send(e, s, t);
}

/* Starts the flow of bytes. Returns false if there are no bytes: the transfer has ended. */
static bool begin(struct tn_engine *e, struct tn_transfer *t)
{
  double cap;
  tn_transfer_spend(e, t, TN_SYNC, t->since, e->now);
  t->since = e->now;
  if (t->bytes == 0)
    return false;
  const int class = tn_traffic_by_adapter(e, t->dst, t->to, t->src, t->from, &cap);
  t->alone = (double)t->bytes / cap;
  tn_flows_add(&e->flows, class, (double)t->bytes, e->now, t->order, t);
  return true;
}

void tn_transfer_spend_bytes(struct tn_engine *e, struct tn_transfer *t)
{
  if (t->bytes == 0)
    return;
  const double alone = MIN(t->since + t->alone, e->now);
  tn_transfer_spend(e, t, TN_COPY, t->since, alone);
  tn_transfer_spend(e, t, TN_MEMORY, alone, e->now);
}

static void end(struct tn_engine *e, struct tn_transfer *t)
{
  const struct tn_flag_origin origin = { e->strands->pdata[t->rank], t->parts, t->sent, true };
  const int peer = is_read(t) ? t->src.rank : t->dst.rank;
  const struct tn_cond there = { .rank = peer, .slot = t->there, .value = t->value };
  const struct tn_cond here = { .rank = t->rank, .slot = t->here, .value = t->value };
  tn_transfer_spend_bytes(e, t);
  if (t->snapshot)
    tn_data_paste(e, &t->dst, &t->src, t->snapshot);
  g_clear_pointer(&t->snapshot, g_free);
  tn_flag_land(e, &origin, there);
  tn_flag_land(e, &origin, here);
}

/* Gives the transfer back. Returns the next transfer of the same ranks, or NULL. */
static struct tn_transfer *release(struct tn_engine *e, struct tn_transfer *t)
{
  struct tn_transfer *next = t->next;
  if (next)
    next->first = true;
  else
    g_hash_table_remove(e->moving->last, key_of(e, t));
  tn_transfer_give_back(e, t);
  return next;
}

void tn_transfer_arrive(struct tn_engine *e, struct tn_transfer *t)
{
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
