/* Copies: start-up, then for every batch of pages pinning under the page lock and the transfer
 * (CMA paper, section II; batches: Linux, mm/process_vm_access.c). Moves are transfers alone. */
#include "engine.h"

#include <math.h>

/* The class of transfers from memory of rank `from` to memory of rank `to` by the core of `by`:
 * charged as a read to the home domain of the source, and to the link between the packages. */
static int flow_class(struct tn_engine *e, int from, int to, int by, double cap)
{
  if (e->point->ideal)
    return tn_flows_class(&e->flows, cap, 0, NULL);
  const struct tn_places *p = e->point->places;
  int route[TN_MAX_ROUTE], n = 0;
  route[n++] = p->numa[from];
  if (p->package[from] != p->package[to])
    route[n++] = e->first_link + p->package[from] * e->point->n_packages + p->package[to];
  if (isfinite(e->point->values[TN_P_CORE_COPY_RATE]))
    route[n++] = e->first_core + p->core[by];
  return tn_flows_class(&e->flows, cap, n, route);
}

static double copy_cap(const struct tn_engine *e, int self, int peer, bool is_read)
{
  const double *v = e->point->values;
  if (e->point->ideal)
    return v[TN_P_COPY_RATE];
  const double rate = v[TN_P_COPY_RATE_CLASS + tn_engine_distance(e, self, peer)];
  return is_read ? rate : rate / v[TN_P_WRITE_FACTOR];
}

static void phase(struct tn_engine *e, struct tn_sim_strand *s, enum tn_phase next)
{
  s->phase = next;
  s->started = e->now;
}

static void log_phase(struct tn_engine *e, const struct tn_sim_strand *s, const char *name)
{
  if (e->timeline)
    tn_timeline_phase(e->timeline, s->rank, name, s->started, e->now);
}

static void transfer(struct tn_engine *e, struct tn_sim_strand *s, int class, double cap,
                     double bytes)
{
  phase(e, s, TN_COPYING);
  s->ideal = bytes / cap;
  s->flow = class;
  tn_flows_add(&e->flows, class, bytes, e->now, s->order, s);
  tn_noise_watch(e, s);
}

static double start_up(struct tn_engine *e, const struct tn_sim_strand *s, int peer)
{
  const double *v = e->point->values;
  const double serial = e->point->ideal ? 0.0 : MIN(v[TN_P_ACCESS_TIME], v[TN_P_ALPHA]);
  double end = tn_noise_end(e, s, e->now, v[TN_P_ALPHA] - serial);
  if (serial > 0.0)
    end = e->access_free[peer] =
      tn_noise_end(e, s, MAX(end, e->access_free[peer]), serial);
  return end;
}

void tn_copy_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  struct tn_copying *c = &s->copying;
  c->wanted = 0;
  for (int i = 0; i < op->n_dst; i++)
    c->wanted += tn_targets(op)[i].len;
  if (c->wanted == 0) {
    tn_engine_done(e, s);
    return;
  }
  c->is_read = tn_targets(op)[0].rank == s->rank;
  c->foreign = c->is_read ? tn_sources(op) : tn_targets(op);
  c->n_foreign = c->is_read ? op->n_src : op->n_dst;
  c->piece = -1;
  c->position = c->batch_end = c->piece_end = 0;
  c->peer = c->foreign[0].rank;
  c->cap = copy_cap(e, s->rank, c->peer, c->is_read);
  c->class = flow_class(e, c->is_read ? c->peer : s->rank, c->is_read ? s->rank : c->peer, s->rank,
                        c->cap);
  if (e->data[TN_SEND])
    tn_data_begin(e, s, op);
  tn_call_count(e, ((const struct tn_sim_strand *)e->strands->pdata[s->rank])->epoch,
                c->is_read ? c->peer : s->rank, c->is_read ? s->rank : c->peer);
  phase(e, s, TN_STARTING);
  tn_engine_timer(e, s, start_up(e, s, c->peer));
}

void tn_move_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const struct tn_span *dst = tn_targets(op), *src = tn_sources(op);
  const bool own = dst->rank == s->rank && src->rank == s->rank;
  if (e->data[TN_SEND] && src->len > 0)
    tn_data_begin(e, s, op);
  if (src->len == 0 || (own && e->point->ideal)) {
    tn_engine_done(e, s);
    return;
  }
  const int peer = src->rank == s->rank ? dst->rank : src->rank;
  const double cap =
    own ? e->point->values[TN_P_MEMCPY_RATE] : copy_cap(e, s->rank, peer, src->rank != s->rank);
  s->copying.foreign = NULL;
  transfer(e, s, flow_class(e, src->rank, dst->rank, s->rank, cap), cap, (double)src->len);
}

static size_t pages(const struct tn_engine *e, size_t from, size_t to)
{
  return (to - 1) / e->page_size - from / e->page_size + 1;
}

/* Pins the next part of the batch: up to its end, or to the end of what one lock covers. */
static void pin(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_copying *c = &s->copying;
  const size_t from = c->pinned_to;
  size_t to = c->batch_end;
  int index = 0;
  if (e->table_span) {
    to = MIN(to, (from / e->table_span + 1) * e->table_span);
    index = (int)(from / e->table_span) * TN_N_BUFS + (int)c->foreign[c->piece].buf;
  }
  c->pinned_to = to;
  const double n = (double)pages(e, from, to);
  phase(e, s, TN_PINNING);
  c->lock = NULL;
  if (!e->locked) {
    tn_engine_timer(e, s, tn_noise_end(e, s, e->now, n * e->locks.law.pin_time));
    return;
  }
  c->lock = tn_pagelock_get(&e->locks, c->peer, index);
  tn_pagelock_add(&e->locks, c->lock, n, e->point->places->package[s->rank], e->now, s->order, s);
  tn_noise_watch(e, s);
  tn_engine_log_callers(e, c->lock);
}

static void unpin(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_pagelock *lock = s->copying.lock;
  tn_noise_unwatch(e, s);
  tn_engine_spend(e, s, TN_LOCK, s->started, e->now);
  log_phase(e, s, "pin");
  if (!lock)
    return;
  tn_pagelock_left(&e->locks, lock, e->point->places->package[s->rank]);
  tn_engine_log_callers(e, lock);
}

/* Bytes of the batch that has been pinned: fewer than it holds where not all of it is wanted. */
static size_t batch_bytes(const struct tn_copying *c)
{
  return MIN(c->batch_end - c->position, c->wanted);
}

/* The next batch of the copy; false when all is copied. */
static bool next_batch(struct tn_engine *e, struct tn_copying *c)
{
  if (c->wanted == 0)
    return false;
  while (c->position == c->piece_end) {
    if (++c->piece == c->n_foreign)
      return false;
    const struct tn_span *span = &c->foreign[c->piece];
    c->position = span->off;
    c->piece_end = span->off + span->len;
  }
  const size_t first_page = c->position / e->page_size;
  c->batch_end = MIN(c->piece_end, (first_page + e->batch_pages) * e->page_size);
  c->pinned_to = c->position;
  return true;
}

static void end_transfer(struct tn_engine *e, struct tn_sim_strand *s)
{
  tn_noise_unwatch(e, s);
  const double alone = MIN(tn_noise_end(e, s, s->started, s->ideal), e->now);
  tn_engine_spend(e, s, TN_COPY, s->started, alone);
  tn_engine_spend(e, s, TN_MEMORY, alone, e->now);
  log_phase(e, s, "copy");
}

void tn_copy_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_copying *c = &s->copying;
  switch (s->phase) {
  case TN_STARTING:
    tn_engine_spend(e, s, TN_STARTUP, s->started, e->now);
    log_phase(e, s, "startup");
    break;
  case TN_PINNING:
    unpin(e, s);
    if (c->pinned_to < c->batch_end)
      pin(e, s);
    else
      transfer(e, s, c->class, c->cap, (double)batch_bytes(c));
    return;
  default:
    end_transfer(e, s);
    if (!c->foreign) {
      tn_engine_done(e, s);
      return;
    }
    c->wanted -= batch_bytes(c);
    c->position = c->batch_end;
  }
  if (next_batch(e, c))
    pin(e, s);
  else
    tn_engine_done(e, s);
}
