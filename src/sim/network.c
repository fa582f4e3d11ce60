#include "network.h"

#include "data.h"
#include "flags.h"
#include "slices.h"

struct tn_transit {
  struct tn_strand base; /* all 0: tells it from a strand, see tn_engine_is_transit */
  struct tn_event event; /* its latency is over */
  struct tn_span dst, src;
  int rank; /* whose operation it is */
  int here, there;
  uint64_t value;
  int order;               /* of those that have set out */
  struct tn_transit *next; /* from and to the same ranks, or not in use */
  bool first;              /* all before it, from and to the same ranks, have ended */
  bool late;               /* its latency is over */
  double sent, since;      /* when it set out, and its present part began */
  double alone;            /* seconds of its bytes by themselves */
  double parts[TN_N_PARTS];
  unsigned char *snapshot; /* of the source, when data is carried */
};

/* An adapter takes up the next transfer only when it has done its part for the one before. */
struct adapter {
  double out_free, in_free; /* seconds */
};

struct tn_network {
  struct adapter *adapters; /* [n_nodes] */
  GHashTable *last;         /* key_of -> transit on its way */
  GPtrArray *all;
  struct tn_transit *unused;
  int n_sent;
};

void tn_network_init(struct tn_engine *e)
{
  const int n_nodes = e->point->places->n_nodes;
  if (n_nodes <= 1)
    return;
  e->network = g_new0(struct tn_network, 1);
  e->network->adapters = g_new0(struct adapter, n_nodes);
  e->network->last = g_hash_table_new(NULL, NULL);
  e->network->all = g_ptr_array_new_with_free_func(g_free);
  e->network->n_sent = e->n_ranks * TN_MAX_STRANDS; /* flows know strands and transits by order */
}

void tn_network_finish(struct tn_engine *e)
{
  struct tn_network *n = e->network;
  tn_list_finish(&e->arrived);
  if (!n)
    return;
  for (unsigned i = 0; i < n->all->len; i++)
    g_free(((struct tn_transit *)n->all->pdata[i])->snapshot);
  g_ptr_array_unref(n->all);
  g_hash_table_unref(n->last);
  g_free(n->adapters);
  g_free(n);
}

struct tn_transit *tn_transit_new(struct tn_engine *e, int rank, struct tn_span dst,
                                  struct tn_span src, int here, int there, uint64_t value)
{
  struct tn_network *n = e->network;
  struct tn_transit *t = n->unused;
  if (t) {
    n->unused = t->next;
  } else {
    t = g_new(struct tn_transit, 1);
    g_ptr_array_add(n->all, t);
  }
  *t = (struct tn_transit){
    .dst = dst, .src = src, .rank = rank, .here = here, .there = there, .value = value
  };
  tn_event_init(&t->event, TN_EVENT_TRANSIT, t);
  return t;
}

double tn_network_notice(struct tn_engine *e)
{
  return tn_engine_price(e, TN_P_NETWORK_OVERHEAD) + tn_engine_price(e, TN_P_NETWORK_LATENCY);
}

static bool is_read(const struct tn_transit *t)
{
  return t->rank == t->dst.rank;
}

/* Of the ranks, and whether one reads or writes. */
static gpointer key_of(const struct tn_engine *e, const struct tn_transit *t)
{
  const gsize pair = (gsize)t->src.rank * (gsize)e->n_ranks + (gsize)t->dst.rank;
  return GSIZE_TO_POINTER(2 * pair + is_read(t) + 1);
}

static void spend(const struct tn_engine *e, struct tn_transit *t, enum tn_part part, double from,
                  double to)
{
  from = MAX(from, e->call_start);
  if (to > from)
    t->parts[part] += to - from;
}

/* When the latency of what sets out now is over, adapters that are busy included. */
static double arrival(struct tn_engine *e, const struct tn_transit *t)
{
  const struct tn_places *p = e->point->places;
  struct adapter *from = &e->network->adapters[p->node[t->src.rank]];
  struct adapter *to = &e->network->adapters[p->node[t->dst.rank]];
  const double gap = e->point->ideal ? 0.0 : tn_engine_price(e, TN_P_NETWORK_GAP);
  const double latency = tn_engine_price(e, TN_P_NETWORK_LATENCY);
  const double departs = MAX(is_read(t) ? e->now + latency : e->now, from->out_free);
  const double arrives = MAX(departs + latency, to->in_free);
  from->out_free = departs + gap;
  to->in_free = arrives + gap;
  return arrives;
}

/* The strand's operation is behind it: the transit is on its way. */
static void send(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_transit *t)
{
  struct tn_network *n = e->network;
  const gpointer key = key_of(e, t);
  struct tn_transit *before = g_hash_table_lookup(n->last, key);
  t->order = n->n_sent++;
  t->sent = t->since = e->now;
  t->first = before == NULL;
  memcpy(t->parts, s->parts, sizeof t->parts);
  if (before)
    before->next = t;
  g_hash_table_insert(n->last, key, t);
  if (e->data[TN_SEND] && t->src.len > 0)
    t->snapshot = tn_data_copy(e, &t->src);
  tn_events_set(&e->events, &t->event, arrival(e, t));
}

void tn_put_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  struct tn_transit *t = op->u.put.transit;
  const double seconds = e->point->ideal ? 0.0 : tn_engine_price(e, TN_P_NETWORK_OVERHEAD);
  tn_engine_timed(e, s, TN_STARTUP, seconds);
  if (seconds <= 0.0)
    send(e, s, t);
}

void tn_put_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_transit *t = s->queue[s->head % TN_QUEUE].u.put.transit;
  tn_engine_timed_end(e, s);
  send(e, s, t);
}

/* Bytes begin to move, or there are none and the transit ends. False: it has ended. */
static bool begin(struct tn_engine *e, struct tn_transit *t)
{
  double cap;
  spend(e, t, TN_SYNC, t->since, e->now);
  t->since = e->now;
  if (t->src.len == 0)
    return false;
  const int class = tn_traffic_transit(e, t->dst, t->src, &cap);
  t->alone = (double)t->src.len / cap;
  tn_flows_add(&e->flows, class, (double)t->src.len, e->now, t->order, t);
  return true;
}

static void end(struct tn_engine *e, struct tn_transit *t)
{
  const struct tn_sim_strand *sender = e->strands->pdata[t->rank];
  const int peer = is_read(t) ? t->src.rank : t->dst.rank;
  const struct tn_cond there = { peer, t->there, t->value, false };
  const struct tn_cond here = { t->rank, t->here, t->value, false };
  if (t->src.len > 0) {
    const double alone = MIN(t->since + t->alone, e->now);
    spend(e, t, TN_COPY, t->since, alone);
    spend(e, t, TN_MEMORY, alone, e->now);
  }
  if (t->snapshot)
    tn_data_paste(e, &t->dst, &t->src, t->snapshot);
  g_clear_pointer(&t->snapshot, g_free);
  tn_flag_land(e, sender, t->parts, t->sent, there);
  tn_flag_land(e, sender, t->parts, t->sent, here);
}

/* Gives the transit back; the next one of the same ranks, or NULL. */
static struct tn_transit *release(struct tn_engine *e, struct tn_transit *t)
{
  struct tn_network *n = e->network;
  struct tn_transit *next = t->next;
  if (next)
    next->first = true;
  else
    g_hash_table_remove(n->last, key_of(e, t));
  t->next = n->unused;
  n->unused = t;
  return next;
}

/* The latency of the transit is over, or its bytes are there: and what follows on its heels. */
static void arrive(struct tn_engine *e, struct tn_transit *t)
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

static int by_order(const void *a, const void *b)
{
  const struct tn_transit *const *x = a, *const *y = b;
  return ((*x)->order > (*y)->order) - ((*x)->order < (*y)->order);
}

void tn_transits_arrive(struct tn_engine *e, struct tn_list *transits)
{
  qsort(transits->items, transits->n, sizeof transits->items[0], by_order);
  for (unsigned i = 0; i < transits->n; i++)
    arrive(e, transits->items[i]);
  transits->n = 0;
}
