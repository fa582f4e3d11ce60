#include "memory.h"

#include "contention/line.h"
#include "strand.h"

void tn_traffic_begin(struct tn_traffic *t, struct tn_engine *e, struct tn_sim_strand *s,
                      enum tn_access_kind kind, double limit)
{
  t->e = e;
  t->s = s;
  t->kind = kind;
  t->limit = limit;
  t->cap = kind == TN_BY_SUM ? limit : INFINITY;
  t->faults = 0.0;
  t->operand = 0;
  t->fragments = 1;
  t->bytes = t->seconds = t->taken = t->rate = t->latency = 0.0;
  t->n_charges = 0;
}

static void charge_resource(struct tn_traffic *t, int resource, double bytes)
{
  int i = 0;
  while (i < t->n_charges && t->charge[i].resource != resource)
    i++;
  if (i == TN_MAX_CHARGES)
    return; /* the pieces of a transfer use few places: more is negligible */
  if (i == t->n_charges) {
    t->charge[t->n_charges].bytes = 0.0;
    t->charge[t->n_charges++].resource = resource;
  }
  t->charge[i].bytes += bytes;
}

/* Charges bytes to place or link `index` of the class. */
static void charge(struct tn_traffic *t, enum tn_resource class, int index, double bytes)
{
  if (bytes <= 0.0)
    return;
  const struct tn_memory *m = &t->e->memory;
  const int first = m->first[class];
  if (first < 0 || m->capacity[first + index] == INFINITY)
    return;
  tn_engine_price(t->e, tn_resources[class].rate);
  charge_resource(t, first + index, bytes);
}

/* Adds bytes at a rate to the present side. The side's time is the sum over its bytes. */
static void pace(struct tn_traffic *t, double bytes, double rate)
{
  if (bytes <= 0.0)
    return;
  t->rate = t->bytes == 0.0 || t->rate == rate ? rate : 0.0;
  t->bytes += bytes;
  t->seconds += bytes / rate;
}

/* Shares (0..1) of an access that come slower than the rest. */
struct slowed {
  double remote; /* lines that a reader on another package holds too */
  double lone;   /* share of `remote` that one core alone holds */
};

/* Returns the first parameter of the rates by distance, the core's own caches first. */
static enum tn_param rates_of(const struct tn_traffic *t)
{
  return t->kind == TN_BY_KERNEL ? TN_P_COPY_RATE_CLASS : TN_P_LINE_RATE;
}

/* Adds bytes of which a share is slow: the home of a remotely shared line asks the other package
 * first, which adds to the reader's time. */
static void pace_slowed(struct tn_traffic *t, double bytes, double rate, struct slowed share)
{
  struct tn_engine *e = t->e;
  if (share.remote == 0.0) {
    pace(t, bytes, rate);
    return;
  }
  const double crossings = 1.0 + share.lone * (tn_engine_price(e, TN_P_LONE_REMOTE) - 1.0);
  const double asking = tn_engine_price(e, TN_P_SHARED_REMOTE) * crossings /
                        tn_engine_price(e, rates_of(t) + TN_OTHER_PACKAGE);
  pace(t, bytes * (1.0 - share.remote), rate);
  pace(t, bytes * share.remote, 1.0 / (1.0 / rate + asking));
}

/* Notes the parameters of a hop's shape and, if the hop limits the rate, of its rate. */
static void note_hop(struct tn_engine *e, const struct tn_hop *hop, bool limits)
{
  if (hop->shape != TN_N_PARAMS)
    tn_engine_price(e, hop->shape);
  if (limits && hop->rate != TN_N_PARAMS)
    tn_engine_price(e, hop->rate);
}

static void charge_way(struct tn_traffic *t, int from, int to, double bytes)
{
  if (from == to)
    return;
  struct tn_graph *graph = t->e->memory.graph;
  const struct tn_route *route = tn_graph_route(graph, tn_graph_place(graph, TN_PLACE_NUMA, from),
                                                tn_graph_place(graph, TN_PLACE_NUMA, to));
  for (int i = 0; i < route->n_hops; i++) {
    const struct tn_hop *hop = &route->hop[i];
    const bool limits = hop->resource >= 0 && bytes > 0.0;
    note_hop(t->e, hop, limits);
    if (limits)
      charge_resource(t, tn_hop_resource(hop, from / t->e->point->places->n_numas), bytes);
  }
}

/* Returns the rate of bytes that are not in the core's own caches. `limit` does not bound a sum's
 * misses, which are serialised. */
static double bounded(const struct tn_traffic *t, double rate)
{
  return t->kind == TN_BY_SUM ? rate : MIN(t->limit, rate);
}

/* Returns the rate of bytes in the core's own caches. */
static double own_rate(const struct tn_traffic *t, enum tn_distance distance)
{
  /* If the directory tracks own L2s, bytes from the LLC come at the LLC's rate. */
  const enum tn_distance own = t->e->memory.follows_l2 ? TN_SAME_CORE : TN_SAME_LLC;
  if (isinf(t->limit) || distance > own)
    return bounded(t, tn_engine_price(t->e, rates_of(t) + distance));
  return t->kind == TN_BY_SUM ? INFINITY : t->limit;
}

static enum tn_distance distance_to(const struct tn_places *p, int rank, struct tn_llc_place place)
{
  return p->package[rank] != place.package ? TN_OTHER_PACKAGE
         : p->numa[rank] != place.numa     ? TN_SAME_PACKAGE
                                           : TN_SAME_NUMA;
}

static double all_of(const struct tn_access *a)
{
  double bytes = a->l2 + a->llc + a->side.bytes + a->memory.bytes;
  for (int i = 0; i < a->n_others; i++)
    bytes += a->other[i].bytes;
  return bytes;
}

/* Returns the rate of lines that another cache holds. */
static double line_rate(const struct tn_traffic *t, int llc)
{
  struct tn_engine *e = t->e;
  const enum tn_distance distance =
      distance_to(e->point->places, t->s->rank, tn_residency_llc(e->memory.residency, llc));
  return bounded(t, tn_engine_price(e, TN_P_LINE_RATE + distance));
}

/* Returns the rate of bytes in the memory-side cache of a domain. */
static double side_rate(const struct tn_traffic *t, int owner)
{
  const enum tn_distance distance = tn_engine_distance(t->e, t->s->rank, owner);
  return distance <= TN_SAME_LLC
             ? own_rate(t, distance)
             : bounded(t, tn_engine_price(t->e, TN_P_COPY_RATE_CLASS + distance));
}

static double memory_rate(const struct tn_traffic *t, int owner)
{
  if (t->kind == TN_BY_KERNEL || isinf(tn_engine_price(t->e, TN_P_LINE_RATE_MEMORY)))
    return MIN(side_rate(t, owner), tn_engine_price(t->e, TN_P_COPY_RATE_MEMORY));
  const enum tn_distance distance = tn_engine_distance(t->e, t->s->rank, owner);
  const double lines = bounded(t, tn_engine_price(t->e, TN_P_LINE_RATE_MEMORY));
  return distance <= TN_SAME_NUMA
             ? lines
             : MIN(lines, tn_engine_price(t->e, TN_P_COPY_RATE_CLASS + distance));
}

/* Returns the load of a supply on its route. A reader of bytes that another core is already
 * fetching adds almost no traffic. Its tiny weight makes max-min sharing limit its rate on full
 * resources to that of the core. */
static double load_of(const struct tn_supply *s)
{
  const double trace = 1e-9;
  return MAX(s->moved, trace * s->bytes);
}

/* Charges bytes from a cache to the core. Between packages they share the bandwidth from the caches
 * of one package to those of the other. */
static void charge_crossing(struct tn_traffic *t, int llc, double bytes)
{
  const struct tn_places *p = t->e->point->places;
  const int from = tn_residency_llc(t->e->memory.residency, llc).package;
  const int to = p->package[t->s->rank];
  if (from != to)
    charge(t, TN_OVER_CACHES, from * p->n_packages + to % p->n_packages, bytes);
}

/* Charges bytes from an LLC to the core. Compared with a reader in the same domain, each byte
 * occupies the LLC's port longer in proportion to its lower rate. */
static void charge_feed(struct tn_traffic *t, int llc, double bytes)
{
  const double shortest = 1024; /* shorter pieces do not occupy an LLC's port */
  const struct tn_memory *m = &t->e->memory;
  if (bytes <= shortest || m->first[TN_AT_FEED] < 0)
    return;
  const struct tn_llc_place place = tn_residency_llc(m->residency, llc);
  const enum tn_distance distance = distance_to(t->e->point->places, t->s->rank, place);
  charge(t, TN_AT_FEED, llc,
         bytes * (tn_engine_price(t->e, TN_P_LINE_RATE + TN_SAME_NUMA) /
                  tn_engine_price(t->e, TN_P_LINE_RATE + distance)));
}

/* Returns the rank in whose domain the span has its home. For the slot of the strand's last message
 * this is the receiver if slot_home places slots there. */
static int home_of(const struct tn_traffic *t, struct tn_span span)
{
  const struct tn_sim_strand *s = t->s;
  if (span.buf != TN_SHARED || s->streams.correspondent < 0)
    return span.rank;
  tn_engine_price(t->e, TN_P_SLOT_HOME);
  if (t->e->choices.slot_home == TN_SLOT_OF_SENDER)
    return span.rank;
  return span.rank == s->rank                    ? s->streams.correspondent
         : span.rank == s->streams.correspondent ? s->rank
                                                 : span.rank;
}

/* Returns true if a message to or from the strand's correspondent bypasses the sender's caches. */
static bool streams(const struct tn_traffic *t)
{
  struct tn_engine *e = t->e;
  const struct tn_sim_strand *s = t->s;
  if (s->streams.correspondent < 0)
    return false;
  tn_engine_price(e, TN_P_SLOT_STORES);
  switch (e->choices.slot_stores) {
  case TN_SLOT_STREAMED:
    return true;
  case TN_SLOT_STREAMED_FAR:
    return e->point->places->numa[s->rank] != e->point->places->numa[s->streams.correspondent];
  case TN_SLOT_CACHED:
    break;
  }
  return false;
}

bool tn_traffic_is_streamed(const struct tn_traffic *t, struct tn_span span)
{
  return span.buf == TN_SHARED && span.rank == t->s->rank && streams(t);
}

bool tn_traffic_streams_copy(struct tn_engine *e, double bytes)
{
  enum { LEAST = 0x4040 }; /* least threshold, in glibc's dl-cacheinfo.h */
  const double from = bytes >= LEAST ? tn_engine_price(e, TN_P_STREAMED_FROM) : 0.0;
  if (from <= 0.0)
    return false;
  const double piece = tn_engine_price(e, TN_P_MEMCPY_PIECE);
  return (piece > 0.0 ? MIN(piece, bytes) : bytes) >= from;
}

/* Charges memory for bytes between caches: a home that asks its directory and its memory at the
 * same time reads memory in any case. */
static void charge_home(struct tn_traffic *t, struct tn_span span, double bytes)
{
  const double load = tn_engine_price(t->e, TN_P_HOME_LOAD);
  if (load > 0.0)
    charge(t, TN_AT_MEMORY, t->e->point->places->numa[home_of(t, span)], load * bytes);
}

/* Charges the bytes of an access on their route to the core; `share` of them are really moved. Only
 * `binding` ones count for the rate. */
static void fetch(struct tn_traffic *t, const struct tn_access *a, struct tn_span span,
                  double share, bool binding)
{
  struct tn_engine *e = t->e;
  const struct tn_memory *m = &e->memory;
  const struct tn_places *p = e->point->places;
  const int numa = p->numa[t->s->rank], llc = p->llc[t->s->rank];
  const struct slowed slow = { a->remote > 0.0 ? a->remote / all_of(a) : 0.0,
                               a->remote > 0.0 ? a->lone / a->remote : 0.0 };
  const double side = share * load_of(&a->side), memory = share * load_of(&a->memory);
  /* Bytes in no cache come from the rank's memory. Those of a slot that was filled past the caches
   * come from its home. */
  const bool is_past_caches = span.buf == TN_SHARED && span.rank != t->s->rank && streams(t);
  const int supplier = is_past_caches ? home_of(t, span) : span.rank;
  const int supply = supplier == span.rank ? a->memory.place : p->numa[supplier];
  double in = side + memory;
  for (int i = 0; i < a->n_others; i++) {
    const int from = a->other[i].place;
    const double load = share * load_of(&a->other[i]);
    charge(t, TN_AT_LLC, from, load);
    charge(t, TN_OUT_OF_LLC, from, load);
    charge_feed(t, from, load);
    charge_crossing(t, from, load);
    charge_way(t, tn_residency_llc(m->residency, from).numa, numa, load);
    charge_home(t, span, load);
    in += load;
    if (binding)
      pace_slowed(t, a->other[i].bytes, line_rate(t, from), slow);
  }
  charge(t, TN_AT_SIDE_CACHE, a->side.place, side);
  charge(t, TN_AT_MEMORY, supply, memory);
  charge_way(t, supply, numa, side + memory);
  charge(t, TN_INTO_LLC, llc, in);
  if (!binding)
    return;
  if (a->l2 > 0.0)
    pace_slowed(t, a->l2, own_rate(t, TN_SAME_CORE),
                m->follows_l2 ? (struct slowed){ 0 }
                              : slow); /* a core that has a line in its L2 asks no home */
  if (a->llc > a->unseen)
    pace_slowed(t, a->llc - a->unseen, own_rate(t, TN_SAME_LLC), slow);
  if (a->unseen >
      0.0) { /* in another core's L2 under the own LLC: at most as fast as loads, for every kind */
    const double lines = bounded(t, tn_engine_price(t->e, TN_P_LINE_RATE_PEER_L2));
    const bool by_kernel = t->kind == TN_BY_KERNEL;
    pace_slowed(t, a->unseen,
                by_kernel ? MIN(lines, tn_engine_price(t->e, TN_P_COPY_RATE_PEER_L2)) : lines,
                slow);
  }
  if (a->side.bytes > 0.0)
    pace_slowed(t, a->side.bytes, side_rate(t, span.rank), slow);
  if (a->memory.bytes > 0.0)
    pace_slowed(t, a->memory.bytes, memory_rate(t, supplier), slow);
}

static void charge_backs(struct tn_traffic *t, const struct tn_access *a)
{
  const struct tn_places *p = t->e->point->places;
  for (int i = 0; i < a->n_back; i++) {
    charge(t, TN_AT_MEMORY, a->back[i].place, a->back[i].moved);
    charge(t, TN_OUT_OF_LLC, p->llc[t->s->rank], a->back[i].bytes);
    charge_way(t, p->numa[t->s->rank], a->back[i].place, a->back[i].bytes);
  }
}

static struct tn_extent extent(struct tn_span span)
{
  return (struct tn_extent){ span.rank, (int)span.buf, span.off, span.len };
}

/* Returns true if the bytes continue a stream: they follow the strand's last read of the same
 * operand, arrived with the announcement of their message, or began to arrive when the strand
 * looked at it. */
static bool goes_on(struct tn_sim_strand *s, int operand, struct tn_span span)
{
  const struct tn_span last =
      operand < s->streams.n ? s->streams.last[operand] : (struct tn_span){ 0 };
  const bool has_come =
      span.buf == TN_SHARED && (s->streams.inlined == span.len || s->streams.opened);
  s->streams.last[operand] = span;
  s->streams.n = MAX(s->streams.n, operand + 1);
  if (span.buf == TN_SHARED) {
    s->streams.inlined = 0;
    s->streams.opened = false;
  }
  return has_come || (span.rank == last.rank && span.buf == last.buf && span.off > 0 &&
                      span.off == last.off + last.len);
}

/* Waits for the lines of a stream's first piece that other cores hold, as many at a time as a core
 * has misses under way. The rest is fetched meanwhile. */
static void wait_for_first(struct tn_traffic *t, const struct tn_access *a, struct tn_span span)
{
  struct tn_engine *e = t->e;
  enum tn_distance farthest = TN_SAME_LLC;
  double bytes = a->unseen;
  if (goes_on(t->s, t->operand, span))
    return;
  for (int i = 0; i < a->n_others; i++) {
    const int llc = a->other[i].place;
    const struct tn_llc_place place = tn_residency_llc(e->memory.residency, llc);
    farthest = MAX(farthest, distance_to(e->point->places, t->s->rank, place));
    bytes += a->other[i].bytes;
  }
  if (bytes <= 0.0)
    return;
  bytes = MIN(bytes / t->fragments, tn_engine_price(e, TN_P_L1_SIZE));
  const double seconds = tn_line_stream(tn_engine_price(e, TN_P_LINE_LATENCY + farthest),
                                        tn_engine_price(e, TN_P_ADJACENT_MLP),
                                        tn_engine_price(e, TN_P_LINE_SIZE), bytes);
  t->latency = MAX(t->latency, t->fragments * seconds);
}

void tn_traffic_read(struct tn_traffic *t, struct tn_span span)
{
  const struct tn_memory *m = &t->e->memory;
  const struct tn_places *p = t->e->point->places;
  struct tn_access a;
  tn_memory_note_caches(t->e);
  tn_residency_read(m->residency, extent(span), t->s->rank, t->s->order, &a);
  fetch(t, &a, span, 1.0, true);
  wait_for_first(t, &a, span);
  charge(t, TN_AT_L2, p->core[t->s->rank], a.l2);
  /* Bytes that another core is fetching into the own LLC. */
  double spared = a.memory.bytes - a.memory.moved + a.side.bytes - a.side.moved;
  for (int i = 0; i < a.n_others; i++)
    spared += a.other[i].bytes - a.other[i].moved;
  charge(t, TN_AT_LLC, p->llc[t->s->rank], a.llc + spared);
  charge_backs(t, &a);
}

void tn_traffic_write(struct tn_traffic *t, struct tn_span span, bool binding)
{
  const enum tn_param fetched =
      t->kind == TN_BY_SUM ? TN_P_WRITE_ALLOCATE_SUMS : TN_P_WRITE_ALLOCATE;
  struct tn_access a;
  tn_memory_note_caches(t->e);
  tn_residency_write(t->e->memory.residency, extent(span), t->s->rank, &a);
  fetch(t, &a, span, tn_engine_price(t->e, fetched), binding);
  charge_backs(t, &a);
  t->faults += tn_buffers_touch(t->e, span);
}

void tn_traffic_stream(struct tn_traffic *t, struct tn_span span)
{
  const struct tn_memory *m = &t->e->memory;
  const struct tn_places *p = t->e->point->places;
  const int owner = home_of(t, span), home = p->numa[owner];
  const double bytes = (double)span.len;
  tn_memory_note_caches(t->e);
  tn_residency_drop(m->residency, extent(span));
  charge(t, TN_AT_MEMORY, home, bytes);
  charge(t, TN_OUT_OF_LLC, p->llc[t->s->rank], bytes);
  charge_way(t, p->numa[t->s->rank], home, bytes);
  pace(t, bytes, MIN(tn_engine_price(t->e, TN_P_STREAM_RATE), memory_rate(t, owner)));
  t->faults += tn_buffers_touch(t->e, span);
}

static void take_back(struct tn_traffic *t, double seconds)
{
  t->rate = 0.0;
  t->seconds += seconds;
  t->taken += seconds;
}

/* Takes lines back from other cores under the own LLC. */
static void reclaim_near(struct tn_traffic *t, struct tn_span span)
{
  const double factor = tn_engine_price(t->e, TN_P_RECLAIM_LLC);
  if (factor <= 0.0)
    return;
  const double bytes = tn_residency_shared(t->e->memory.residency, extent(span), t->s->rank);
  if (bytes <= 0.0)
    return;
  take_back(t, factor * bytes / tn_engine_price(t->e, TN_P_LINE_RATE_PEER_L2));
}

void tn_traffic_reclaim(struct tn_traffic *t, struct tn_span span)
{
  const double factor = tn_engine_price(t->e, TN_P_RECLAIM_FACTOR);
  double kept = 0.0;
  int llc = -1;
  const double bytes = factor > 0.0 ? tn_residency_elsewhere(t->e->memory.residency, extent(span),
                                                             t->s->rank, &kept, &llc)
                                    : 0.0;
  if (llc < 0) {
    reclaim_near(t, span);
    return;
  }
  /* Bytes that the own caches have lost are requested like loads. */
  const double dear = factor > 1.0 ? kept + (bytes - kept) / factor : bytes;
  take_back(t, factor * dear / line_rate(t, llc));
  charge_way(t, tn_residency_llc(t->e->memory.residency, llc).numa,
             t->e->point->places->numa[t->s->rank], bytes);
  charge_home(t, span, bytes);
  charge_crossing(t, llc, bytes);
  charge_feed(t, llc, tn_engine_price(t->e, TN_P_RECLAIM_WAY) * bytes);
}

/* Returns the seconds of the present side. Extra time of its source over own caches overlaps with
 * stores that take lines back, as far as the core has misses for both. */
static double side_seconds(struct tn_traffic *t)
{
  const double overlap = t->taken > 0.0 ? tn_engine_price(t->e, TN_P_RECLAIM_OVERLAP) : 0.0;
  if (overlap <= 0.0)
    return t->seconds;
  const enum tn_distance own = t->e->memory.follows_l2 ? TN_SAME_CORE : TN_SAME_LLC;
  const double waited = t->seconds - t->taken - t->bytes / own_rate(t, own);
  return t->seconds - overlap * CLAMP(waited, 0.0, t->taken);
}

void tn_traffic_next_side(struct tn_traffic *t)
{
  if (t->bytes > 0.0)
    t->cap = MIN(t->cap, t->rate > 0.0 ? t->rate : t->bytes / side_seconds(t));
  t->bytes = t->seconds = t->taken = t->rate = 0.0;
}

static int by_weight(const void *a, const void *b)
{
  const struct tn_charge *x = a, *y = b;
  return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1)
                                : (x->resource > y->resource) - (x->resource < y->resource);
}

/* Sorts the short route by resource, as flows need it. */
static void sort_route(struct tn_charge *route, int n)
{
  for (int i = 1; i < n; i++) {
    const struct tn_charge c = route[i];
    int j = i;
    for (; j > 0 && route[j - 1].resource > c.resource; j--)
      route[j] = route[j - 1];
    route[j] = c;
  }
}

int tn_traffic_class(struct tn_traffic *t, double bytes, double factor, double *ret_cap)
{
  /* smallest bytes per transferred byte that count, tiny weights included */
  const double least = 1e-10;
  struct tn_charge route[TN_MAX_CHARGES + 1];
  int n = 0;
  if (t->kind == TN_BY_SUM) { /* one side, per byte of the result */
    t->bytes = bytes;
    t->rate = 0.0;
  }
  tn_traffic_next_side(t);
  charge(t, TN_AT_CORE, t->e->point->places->core[t->s->rank], bytes);
  for (int i = 0; i < t->n_charges; i++)
    if (t->charge[i].bytes >= least * bytes)
      route[n++] = (struct tn_charge){ t->charge[i].resource, t->charge[i].bytes / bytes };
  if (n > TN_MAX_ROUTE) {
    qsort(route, (size_t)n, sizeof *route, by_weight);
    n = TN_MAX_ROUTE;
  }
  sort_route(route, n);
  *ret_cap = t->cap * factor;
  return tn_flows_class(&t->e->flows, *ret_cap, n, route);
}

/* The route of a transfer without a core: resources that it shares. */
struct way {
  double rate; /* bytes per second of the narrowest resource */
  int n;
  struct tn_charge charge[TN_MAX_ROUTE];
};

static void pass(const struct tn_engine *e, struct way *way, int resource, double weight)
{
  const double *capacity = e->memory.capacity;
  int at = 0, widest = 0;
  if (resource < 0)
    return;
  for (; at < way->n && way->charge[at].resource != resource; at++)
    if (capacity[way->charge[at].resource] > capacity[way->charge[widest].resource])
      widest = at;
  if (at < way->n)
    weight += way->charge[at].weight;
  way->rate = MIN(way->rate, capacity[resource] / weight);
  if (at == TN_MAX_ROUTE && capacity[way->charge[widest].resource] <= capacity[resource])
    return; /* a route holds the narrowest resources */
  way->n = MAX(way->n, MIN(at + 1, TN_MAX_ROUTE));
  way->charge[at == TN_MAX_ROUTE ? widest : at] = (struct tn_charge){ resource, weight };
}

static void pass_links(struct tn_engine *e, struct way *way, int node, const struct tn_route *route,
                       double weight)
{
  if (!route)
    tn_engine_fail(e, "no links lead from the memory of a transfer to where it is to go");
  for (int i = 0; route && i < route->n_hops; i++) {
    note_hop(e, &route->hop[i], route->hop[i].resource >= 0);
    pass(e, way, tn_hop_resource(&route->hop[i], node), weight);
  }
}

/* Removes dst from the caches: writes to host memory bypass them. */
static void drop_written(struct tn_engine *e, struct tn_span dst, struct tn_seat to)
{
  if (to.device < 0)
    tn_residency_drop(e->memory.residency, extent(dst));
}

static int class_of(struct tn_engine *e, struct way *way, double cap)
{
  sort_route(way->charge, way->n);
  return tn_flows_class(&e->flows, cap, way->n, way->charge);
}

int tn_traffic_by_adapter(struct tn_engine *e, struct tn_span dst, struct tn_seat to,
                          struct tn_span src, struct tn_seat from, double *ret_cap)
{
  const struct tn_places *p = e->point->places;
  struct tn_graph *graph = e->memory.graph;
  const int adapter = tn_graph_place(graph, TN_PLACE_ADAPTER, 0);
  struct way way = { .rate = INFINITY };
  double cap =
      MIN(tn_engine_price(e, TN_P_NETWORK_BANDWIDTH), tn_engine_price(e, TN_P_NETWORK_PUT_RATE));
  if (isinf(cap)) /* a flow needs a finite rate: the memory at its ends is the upper limit */
    cap = tn_engine_price(e, TN_P_MEMORY_BANDWIDTH);
  *ret_cap = cap;
  if (e->point->ideal)
    return tn_flows_class(&e->flows, cap, 0, NULL);
  tn_engine_price(e, TN_P_SWITCH_BANDWIDTH);
  tn_engine_price(e, TN_P_MEMORY_BANDWIDTH);
  pass(e, &way, from.resource, 1.0);
  pass(e, &way, to.resource, 1.0);
  pass_links(e, &way, from.node, tn_graph_route(graph, from.place, adapter), 1.0);
  pass_links(e, &way, to.node, tn_graph_route(graph, adapter, to.place), 1.0);
  pass(e, &way, tn_graph_resource(graph, TN_AT_ADAPTER_OUT, p->node[src.rank]), 1.0);
  pass(e, &way, tn_graph_resource(graph, TN_AT_ADAPTER_IN, p->node[dst.rank]), 1.0);
  pass(e, &way, tn_graph_resource(graph, TN_AT_SWITCHES, 0), 1.0);
  drop_written(e, dst, to);
  return class_of(e, &way, cap);
}

int tn_traffic_by_device(struct tn_engine *e, const struct tn_device_flow *f, double *ret_cap)
{
  struct way way = { .rate = INFINITY };
  bool is_host = f->to.device < 0;
  pass(e, &way, f->to.resource, f->weight);
  if (f->engine >= 0)
    pass(e, &way,
         tn_graph_resource(e->memory.graph, TN_AT_NAMED,
                           f->to.node * e->point->fabric->n_places + f->engine),
         f->weight);
  for (int i = 0; i < f->n; i++) {
    is_host = is_host || f->from[i].device < 0;
    pass(e, &way, f->from[i].resource, f->weight);
    pass_links(e, &way, f->to.node, tn_memory_way(e, f->at, f->from[i]), f->weight);
  }
  pass_links(e, &way, f->to.node, tn_memory_way(e, f->to, f->at), f->weight);
  *ret_cap = MIN(f->cap, way.rate);
  if (isinf(*ret_cap) || is_host)
    tn_engine_price(e, TN_P_MEMORY_BANDWIDTH);
  if (isinf(*ret_cap))
    *ret_cap = e->point->values[TN_P_MEMORY_BANDWIDTH];
  if (e->point->ideal)
    return tn_flows_class(&e->flows, *ret_cap, 0, NULL);
  if (!f->to.is_pageable)
    drop_written(e, f->dst, f->to);
  return class_of(e, &way, *ret_cap);
}

double tn_traffic_pageable(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_span span,
                           bool writes)
{
  struct tn_residency *r = e->memory.residency;
  struct tn_access a;
  if (e->point->ideal)
    return 0.0;
  const double slow = tn_engine_price(e, TN_P_COPY_RATE_MEMORY);
  const double fast = tn_engine_price(e, TN_P_COPY_RATE_LLC);
  tn_memory_note_caches(e);
  if (writes) {
    tn_residency_write(r, extent(span), s->rank, &a);
  } else {
    tn_residency_read(r, extent(span), s->rank, s->order, &a);
    tn_residency_filled(r, s->order);
  }
  return slow < fast ? a.memory.bytes * (1.0 / slow - 1.0 / fast) : 0.0;
}
