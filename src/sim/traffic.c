#include "charges.h"
#include "contention/line.h"

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

/* Adds `bytes` that move at `rate` (bytes per second) to the present side (source or target). The
 * time of a side is the sum over its bytes. */
static void pace(struct tn_traffic *t, double bytes, double rate)
{
  if (bytes <= 0.0)
    return;
  t->rate = t->bytes == 0.0 || t->rate == rate ? rate : 0.0;
  t->bytes += bytes;
  t->seconds += bytes / rate;
}

/* Which bytes of an access arrive more slowly than the others because of other packages; shares
 * from 0 to 1. */
struct slowed {
  double remote; /* share of lines that a reader on another package also holds */
  double lone;   /* share of `remote` that only one core holds */
};

/* Returns the first parameter of the rates by distance, the rate of the core's own caches. */
static enum tn_param rates_of(const struct tn_traffic *t)
{
  return t->kind == TN_BY_KERNEL ? TN_P_COPY_RATE_CLASS : TN_P_LINE_RATE;
}

/* Adds `bytes` to the present side. The bytes in `share` are slow: the home first asks another
 * package that holds the line, and the reader waits for the answer. */
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

/* Limits the rate of bytes that are not in the core's own caches to `limit`. The misses of a sum
 * are serialised, and `limit` does not apply to them. */
static double bounded(const struct tn_traffic *t, double rate)
{
  return t->kind == TN_BY_SUM ? rate : MIN(t->limit, rate);
}

static double own_rate(const struct tn_traffic *t, enum tn_distance distance)
{
  /* If private L2s are tracked, bytes from the LLC have the LLC's rate. */
  const enum tn_distance own = t->e->memory.follows_l2 ? TN_SAME_CORE : TN_SAME_LLC;
  if (isinf(t->limit) || distance > own)
    return bounded(t, tn_engine_price(t->e, rates_of(t) + distance));
  return t->kind == TN_BY_SUM ? INFINITY : t->limit;
}

static double all_of(const struct tn_access *a)
{
  double bytes = a->l2 + a->llc + a->side.bytes + a->memory.bytes;
  for (int i = 0; i < a->n_others; i++)
    bytes += a->other[i].bytes;
  return bytes;
}

static double line_rate(const struct tn_traffic *t, int llc)
{
  return bounded(t, tn_engine_price(t->e, TN_P_LINE_RATE + tn_charges_distance(t, llc)));
}

/* Returns the bytes per second from a domain's memory-side cache. */
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

/* Returns the bytes with which a supply (bytes found at one place) loads its route. Bytes that
 * another core already fetches add almost none; the tiny load makes max-min sharing on full
 * resources limit the reader to that core's rate. */
static double load_of(const struct tn_supply *s)
{
  const double trace = 1e-9;
  return MAX(s->moved, trace * s->bytes);
}

/* Returns true if the message's sender fills slots with stores that bypass its caches. */
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
  enum { LEAST = 0x4040 }; /* bytes: smallest threshold in glibc's dl-cacheinfo.h */
  const double from = bytes >= LEAST ? tn_engine_price(e, TN_P_STREAMED_FROM) : 0.0;
  if (from <= 0.0)
    return false;
  const double piece = tn_engine_price(e, TN_P_MEMCPY_PIECE);
  return (piece > 0.0 ? MIN(piece, bytes) : bytes) >= from;
}

/* Charges an access to the resources on its route. `share` (0..1): part of the access's bytes that
 * is moved. If `binding` is false, the access does not limit the transfer's rate. */
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
  /* Bytes in no cache come from the memory of the span's rank. If a slot was filled with stores
   * that bypass the caches, its bytes come from the slot's home. */
  const bool is_past_caches = span.buf == TN_SHARED && span.rank != t->s->rank && streams(t);
  const int supplier = is_past_caches ? tn_charges_home_of(t, span) : span.rank;
  const int supply = supplier == span.rank ? a->memory.place : p->numa[supplier];
  double in = side + memory;
  for (int i = 0; i < a->n_others; i++) {
    const int from = a->other[i].place;
    const double load = share * load_of(&a->other[i]);
    tn_charges_add(t, TN_AT_LLC, from, load);
    tn_charges_add(t, TN_OUT_OF_LLC, from, load);
    tn_charges_add_lines(t, from, span, load, load);
    in += load;
    if (binding)
      pace_slowed(t, a->other[i].bytes, line_rate(t, from), slow);
  }
  tn_charges_add(t, TN_AT_MEMORY, supply, memory);
  tn_charges_add_links(t, supply, numa, side + memory);
  tn_charges_add(t, TN_INTO_LLC, llc, in);
  if (!binding)
    return;
  if (a->l2 > 0.0)
    pace_slowed(t, a->l2, own_rate(t, TN_SAME_CORE),
                m->follows_l2 ? (struct slowed){ 0 }
                              /* a core with the line in its L2 does not ask the home */
                              : slow);
  if (a->llc > a->unseen)
    pace_slowed(t, a->llc - a->unseen, own_rate(t, TN_SAME_LLC), slow);
  if (a->unseen >
      /* the bytes are in another core's L2 under the same LLC: at most the rate of loads applies */
      0.0) {
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

/* Returns true if the bytes follow the strand's last read of the operand, came with the
 * announcement of their message, or were requested when the strand saw the message. */
static bool continues_stream(struct tn_sim_strand *s, int operand, struct tn_span span)
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

/* Adds the wait for a stream's first lines in other cores' caches. A core fetches as many lines at
 * a time as it can have misses; later lines overlap. */
static void wait_for_first(struct tn_traffic *t, const struct tn_access *a, struct tn_span span)
{
  struct tn_engine *e = t->e;
  enum tn_distance farthest = TN_SAME_LLC;
  double bytes = a->unseen;
  if (continues_stream(t->s, t->operand, span))
    return;
  for (int i = 0; i < a->n_others; i++) {
    const enum tn_distance distance = tn_charges_distance(t, a->other[i].place);
    farthest = MAX(farthest, distance);
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
  tn_residency_read(m->residency, tn_charges_extent(span), t->s->rank, t->s->order, &a);
  fetch(t, &a, span, 1.0, true);
  wait_for_first(t, &a, span);
  tn_charges_add(t, TN_AT_L2, p->core[t->s->rank], a.l2);
  /* bytes that another core is already fetching into this core's LLC */
  double spared = a.memory.bytes - a.memory.moved + a.side.bytes - a.side.moved;
  for (int i = 0; i < a.n_others; i++)
    spared += a.other[i].bytes - a.other[i].moved;
  tn_charges_add(t, TN_AT_LLC, p->llc[t->s->rank], a.llc + spared);
  tn_charges_add_backs(t, &a);
}

void tn_traffic_write(struct tn_traffic *t, struct tn_span span, bool binding)
{
  const enum tn_param fetched =
      t->kind == TN_BY_SUM ? TN_P_WRITE_ALLOCATE_SUMS : TN_P_WRITE_ALLOCATE;
  struct tn_access a;
  tn_memory_note_caches(t->e);
  tn_residency_write(t->e->memory.residency, tn_charges_extent(span), t->s->rank, &a);
  fetch(t, &a, span, tn_engine_price(t->e, fetched), binding);
  tn_charges_add_backs(t, &a);
  t->faults += tn_buffers_touch(t->e, span);
}

void tn_traffic_stream(struct tn_traffic *t, struct tn_span span)
{
  const struct tn_memory *m = &t->e->memory;
  const struct tn_places *p = t->e->point->places;
  const int owner = tn_charges_home_of(t, span), home = p->numa[owner];
  const double bytes = (double)span.len;
  tn_memory_note_caches(t->e);
  tn_residency_drop(m->residency, tn_charges_extent(span));
  tn_charges_add(t, TN_AT_MEMORY, home, bytes);
  tn_charges_add(t, TN_OUT_OF_LLC, p->llc[t->s->rank], bytes);
  tn_charges_add_links(t, p->numa[t->s->rank], home, bytes);
  pace(t, bytes, MIN(tn_engine_price(t->e, TN_P_MEMCPY_RATE), memory_rate(t, owner)));
  t->faults += tn_buffers_touch(t->e, span);
}

static void take_back(struct tn_traffic *t, double seconds)
{
  t->rate = 0.0;
  t->seconds += seconds;
  t->taken += seconds;
}

static void reclaim_near(struct tn_traffic *t, struct tn_span span)
{
  const double factor = tn_engine_price(t->e, TN_P_RECLAIM_LLC);
  if (factor <= 0.0)
    return;
  const double bytes =
      tn_residency_shared(t->e->memory.residency, tn_charges_extent(span), t->s->rank);
  if (bytes <= 0.0)
    return;
  take_back(t, factor * bytes / tn_engine_price(t->e, TN_P_LINE_RATE_PEER_L2));
}

void tn_traffic_reclaim(struct tn_traffic *t, struct tn_span span)
{
  const double factor = tn_engine_price(t->e, TN_P_RECLAIM_FACTOR);
  double kept = 0.0;
  int llc = -1;
  const double bytes =
      factor > 0.0 ? tn_residency_other_llcs(t->e->memory.residency, tn_charges_extent(span),
                                             t->s->rank, &kept, &llc)
                   : 0.0;
  if (llc < 0) {
    reclaim_near(t, span);
    return;
  }
  /* Taking back a line that has left the core's caches costs as much as a load. */
  const double dear = factor > 1.0 ? kept + (bytes - kept) / factor : bytes;
  take_back(t, factor * dear / line_rate(t, llc));
  tn_charges_add_lines(t, llc, span, bytes, tn_engine_price(t->e, TN_P_RECLAIM_WAY) * bytes);
}

/* Returns the seconds of the present side. A source's time outside the core's caches overlaps with
 * stores that take lines back: a core can have misses of both (reclaim_overlap). */
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

int tn_traffic_class(struct tn_traffic *t, double bytes, double factor, double *ret_cap)
{
  /* a sum has no separate source and target; its time is per byte of the result */
  if (t->kind == TN_BY_SUM) {
    t->bytes = bytes;
    t->rate = 0.0;
  }
  tn_traffic_next_side(t);
  *ret_cap = t->cap * factor;
  return tn_charges_class(t, bytes, *ret_cap);
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
    tn_residency_write(r, tn_charges_extent(span), s->rank, &a);
  } else {
    tn_residency_read(r, tn_charges_extent(span), s->rank, s->order, &a);
    tn_residency_filled(r, s->order);
  }
  return slow < fast ? a.memory.bytes * (1.0 / slow - 1.0 / fast) : 0.0;
}
