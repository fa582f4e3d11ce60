/* A kernel copy begins with a start-up, then pins each batch of pages under the page lock and
 * transfers its bytes (CMA paper, section II; batches: Linux, mm/process_vm_access.c). With mapped
 * memory there is no start-up, and newly touched pages fault. Moves and reductions are one
 * batch. */
#include "copy.h"

#include "calls.h"
#include "data.h"
#include "pause.h"
#include "pinning.h"
#include "slices.h"

struct tn_copying {
  const struct tn_span *foreign; /* [n_foreign] spans of the peer; NULL: move or reduction */
  const struct tn_span *own;     /* span of the caller from which the copy continues */
  size_t own_used;               /* bytes of *own in transfers so far */
  int n_foreign, piece;
  size_t position; /* offset of the next byte in the peer's buffer */
  size_t piece_end, batch_end, pinned_to;
  size_t wanted;
  /* offset in the peer's buffer up to which bytes were looked up in the directory */
  size_t looked_to;
  double latency; /* seconds until the first lines arrive, after which bytes move */
  int peer;
  bool is_read;
};

void tn_copying_begin(struct tn_sim_strand *s)
{
  if (!s->copying)
    s->copying = g_new0(struct tn_copying, 1);
}

static void phase(struct tn_engine *e, struct tn_sim_strand *s, enum tn_phase next)
{
  s->phase = next;
  s->started = e->now;
}

static void transfer(struct tn_engine *e, struct tn_sim_strand *s, double bytes)
{
  phase(e, s, TN_COPYING);
  s->ideal = bytes / s->cap;
  s->flow = s->speed < 1.0 ? tn_flows_slowed(&e->flows, s->class, s->speed) : s->class;
  tn_flows_add(&e->flows, s->flow, bytes, e->now, s->order, s);
  tn_pause_watch(e, s);
}

/* Waits for the first lines, a time that does not depend on other users of the links, then
 * transfers the bytes. */
static void lead(struct tn_engine *e, struct tn_sim_strand *s, double bytes)
{
  const double latency = s->copying->latency;
  s->copying->latency = 0.0;
  if (latency <= 0.0) {
    transfer(e, s, bytes);
    return;
  }
  phase(e, s, TN_LEADING);
  tn_engine_timer(e, s, tn_engine_end(e, s, e->now, latency));
}

/* Waits `faults` seconds for page faults, then for the first lines, and transfers the bytes. */
static void begin(struct tn_engine *e, struct tn_sim_strand *s, double bytes, double faults)
{
  if (faults <= 0.0) {
    lead(e, s, bytes);
    return;
  }
  phase(e, s, TN_FAULTING);
  tn_engine_timer(e, s, tn_engine_end(e, s, e->now, faults));
}

static size_t bytes_to(const struct tn_copying *c, size_t end)
{
  return MIN(end - c->position, c->wanted);
}

/* Returns the bytes of the present batch, or all bytes of a move or a reduction. */
static size_t bytes_of_phase(const struct tn_sim_strand *s)
{
  return s->copying->foreign ? bytes_to(s->copying, s->copying->batch_end)
                             : tn_targets(tn_engine_operation(s))->len;
}

static size_t end_after(const struct tn_engine *e, const struct tn_copying *c, size_t n)
{
  return MIN(c->piece_end, (c->position / e->page_size + n) * e->page_size);
}

/* Adds the caller's side of the next bytes: a read if the copy writes to the peer, otherwise a
 * write, which bypasses the caches if `streams` is true. */
static void pass_own(struct tn_traffic *t, struct tn_copying *c, size_t len, bool streams)
{
  while (len > 0) {
    struct tn_span span = *c->own;
    span.off += c->own_used;
    span.len = MIN(span.len - c->own_used, len);
    c->own_used += span.len;
    len -= span.len;
    if (c->own_used == c->own->len) {
      c->own++;
      c->own_used = 0;
    }
    if (c->is_read && streams) {
      tn_traffic_stream(t, span);
    } else if (c->is_read) {
      tn_traffic_reclaim(t, span);
      tn_traffic_write(t, span, false);
    } else {
      tn_traffic_read(t, span);
    }
  }
}

/* Looks up the batch's bytes in the directory; several batches at once if they are single pages, to
 * save memory. Returns the seconds of page faults in new target pages. */
static double look_up(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_copying *c = s->copying;
  c->looked_to = end_after(e, c, (size_t)tn_engine_price(e, TN_P_PIN_BATCH));
  if (e->point->ideal) {
    s->cap = tn_engine_price(e, TN_P_COPY_RATE);
    s->class = tn_flows_class(&e->flows, s->cap, 0, NULL);
    c->latency = 0.0;
    return 0.0;
  }
  struct tn_span span = c->foreign[c->piece];
  struct tn_traffic t;
  span.off = c->position;
  span.len = bytes_to(c, c->looked_to);
  if (e->attached.mapped)
    tn_traffic_begin(&t, e, s, TN_BY_LOADS, tn_engine_price(e, TN_P_MEMCPY_RATE));
  else
    tn_traffic_begin(&t, e, s, TN_BY_KERNEL, INFINITY);
  const size_t whole = MIN(c->foreign[c->piece].len, c->own->len);
  const bool streams = e->attached.mapped && tn_traffic_streams_copy(e, (double)whole);
  if (c->is_read && streams) {
    tn_traffic_read(&t, span);
    tn_traffic_next_side(&t);
    pass_own(&t, c, span.len, true);
  } else if (c->is_read) {
    struct tn_span part = span;
    for (size_t done = 0; done < span.len; done += part.len) {
      part.off = span.off + done;
      part.len = tn_memory_slice(e, span.len, span.len - done);
      tn_traffic_read(&t, part);
      pass_own(&t, c, part.len, false);
    }
  } else {
    pass_own(&t, c, span.len, false);
    tn_traffic_next_side(&t);
    if (streams)
      tn_traffic_stream(&t, span);
    else
      tn_traffic_write(&t, span, true);
  }
  const double factor = c->is_read ? 1.0 : 1.0 / tn_engine_price(e, TN_P_WRITE_FACTOR);
  s->class = tn_traffic_class(&t, (double)span.len, factor, &s->cap);
  c->latency = t.latency;
  return t.faults;
}

/* Prepares the next batch of the copy. Returns false if the copy is complete. The kernel pins a
 * whole batch even if the copy does not need all its bytes. */
static bool next_batch(struct tn_engine *e, struct tn_copying *c)
{
  if (c->wanted == 0 && c->position >= c->looked_to)
    return false;
  while (c->position == c->piece_end) {
    if (++c->piece == c->n_foreign)
      return false;
    const struct tn_span *span = &c->foreign[c->piece];
    c->position = c->looked_to = span->off;
    c->piece_end = span->off + span->len;
  }
  c->batch_end =
      end_after(e, c, e->locks.entry->by_page ? 1 : (size_t)e->point->values[TN_P_PIN_BATCH]);
  c->pinned_to = c->position;
  return true;
}

static enum tn_part copied_part(const struct tn_sim_strand *s)
{
  return tn_engine_operation(s)->kind == TN_OP_REDUCE ? TN_REDUCE_PART : TN_COPY;
}

static void end_transfer(struct tn_engine *e, struct tn_sim_strand *s)
{
  const bool reduces = tn_engine_operation(s)->kind == TN_OP_REDUCE;
  tn_pause_unwatch(e, s);
  const double alone = MIN(tn_engine_end(e, s, s->started, s->ideal), e->now);
  tn_engine_spend(e, s, copied_part(s), s->started, alone);
  tn_engine_spend(e, s, TN_MEMORY, alone, e->now);
  tn_log_phase(e, s, reduces ? "reduce" : "copy", bytes_of_phase(s), 0);
}

/* Pins the rest of the batch, then copies the bytes needed. Returns false if this takes no time. */
static bool pin(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_copying *c = s->copying;
  while (c->pinned_to < c->batch_end) {
    struct tn_span span = c->foreign[c->piece];
    span.off = c->pinned_to;
    span.len = c->batch_end - c->pinned_to;
    const bool is_first = span.off == c->foreign[c->piece].off;
    const bool waits = tn_pinning_start(e, s, &span, is_first, !c->is_read);
    c->pinned_to = span.off + span.len;
    if (waits)
      return true;
  }
  if (c->wanted == 0) {
    c->position = c->batch_end;
    return false;
  }
  begin(e, s, (double)bytes_to(c, c->batch_end), c->position < c->looked_to ? 0.0 : look_up(e, s));
  return true;
}

static void continue_copy(struct tn_engine *e, struct tn_sim_strand *s)
{
  while (next_batch(e, s->copying))
    if (pin(e, s))
      return;
  tn_engine_done(e, s);
}

void tn_copy_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  struct tn_copying *c = s->copying;
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
  c->position = c->batch_end = c->piece_end = c->looked_to = 0;
  c->own = c->is_read ? tn_targets(op) : tn_sources(op);
  c->own_used = 0;
  c->peer = c->foreign[0].rank;
  if (e->data[TN_SEND])
    tn_data_begin(e, s, op);
  tn_call_count(e, ((const struct tn_sim_strand *)e->strands->pdata[s->rank])->epoch,
                c->is_read ? c->peer : s->rank, c->is_read ? s->rank : c->peer);
  if (e->attached.mapped) {
    continue_copy(e, s);
    return;
  }
  phase(e, s, TN_STARTING);
  tn_engine_timer(e, s, tn_attach_copy_ready(e, s, c->n_foreign, c->foreign));
}

/* Starts a move or a reduction. `limit`: bytes per second if the core's caches hold everything;
 * INFINITY: the rates of the caches (tn_traffic_begin). */
static void transfer_whole(struct tn_engine *e, struct tn_sim_strand *s, double limit)
{
  const struct tn_operation *op = tn_engine_operation(s);
  const struct tn_span *dst = tn_targets(op), *src = tn_sources(op);
  struct tn_copying *c = s->copying;
  const bool gives = isinf(limit) && src->rank == s->rank, sums = op->kind == TN_OP_REDUCE;
  struct tn_traffic t;
  tn_traffic_begin(&t, e, s, sums ? TN_BY_SUM : TN_BY_LOADS, limit);
  t.fragments = op->fragments;
  const bool is_copy = !sums && (src->rank != dst->rank || dst->buf == TN_SHARED);
  const bool is_streamed =
      op->n_src == 1 && (tn_traffic_is_streamed(&t, *dst) ||
                         (is_copy && tn_traffic_streams_copy(e, (double)dst->len / op->fragments)));
  for (int i = 0; i < op->n_src; i++) {
    t.operand = MIN(i, TN_REDUCE_MAX - 1);
    tn_traffic_read(&t, src[i]);
  }
  if (dst->rank == s->rank && !is_streamed)
    tn_traffic_reclaim(&t, *dst);
  if (!sums)
    tn_traffic_next_side(&t);
  if (is_streamed)
    tn_traffic_stream(&t, *dst);
  else
    tn_traffic_write(&t, *dst, gives);
  s->class = tn_traffic_class(&t, (double)dst->len,
                              gives ? 1.0 / tn_engine_price(e, TN_P_WRITE_FACTOR) : 1.0, &s->cap);
  c->latency = t.latency;
  begin(e, s, (double)dst->len, t.faults);
}

/* Faults in the pages that the caller touches for the first time, span by span, then transfers the
 * bytes. c->piece: index of the present span; c->pinned_to: bytes of this span that are faulted
 * in. */
static void continue_mapped_copy(struct tn_engine *e, struct tn_sim_strand *s)
{
  const struct tn_operation *op = tn_engine_operation(s);
  struct tn_copying *c = s->copying;
  for (; e->attached.mapped && c->piece < op->n_dst + op->n_src; c->piece++, c->pinned_to = 0) {
    const struct tn_span whole = tn_targets(op)[c->piece];
    while (c->pinned_to < whole.len) {
      struct tn_span rest = whole;
      rest.off += c->pinned_to;
      rest.len -= c->pinned_to;
      const bool waits = tn_pinning_start(e, s, &rest, false, c->piece < op->n_dst);
      c->pinned_to += rest.len;
      if (waits)
        return;
    }
  }
  transfer_whole(e, s, s->cap);
}

static void start_whole(struct tn_engine *e, struct tn_sim_strand *s, double limit)
{
  struct tn_copying *c = s->copying;
  c->foreign = NULL;
  s->cap = limit;
  if (e->point->ideal) {
    s->class = tn_flows_class(&e->flows, limit, 0, NULL);
    c->latency = 0.0;
    transfer(e, s, (double)tn_targets(tn_engine_operation(s))->len);
    return;
  }
  c->piece = 0;
  c->pinned_to = 0;
  continue_mapped_copy(e, s);
}

void tn_move_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  const struct tn_span *dst = tn_targets(op), *src = tn_sources(op);
  const bool own = dst->rank == s->rank && src->rank == s->rank;
  if (e->data[TN_SEND] && src->len > 0)
    tn_data_begin(e, s, op);
  if (src->len == 0 || (own && e->point->ideal))
    tn_engine_done(e, s);
  else
    start_whole(e, s,
                own               ? tn_engine_price(e, TN_P_MEMCPY_RATE)
                : e->point->ideal ? tn_engine_price(e, TN_P_COPY_RATE)
                                  : INFINITY);
}

void tn_reduce_start(struct tn_engine *e, struct tn_sim_strand *s, const struct tn_operation *op)
{
  if (e->data[TN_SEND])
    tn_data_begin(e, s, op);
  if (tn_targets(op)->len == 0)
    tn_engine_done(e, s);
  else
    /* reduce_rate is the rate with two operands; n operands take n / 2 times as long. */
    start_whole(e, s, tn_engine_price(e, TN_P_REDUCE_RATE) * (2.0 / op->n_src));
}

void tn_copy_advance(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_copying *c = s->copying;
  switch (s->phase) {
  case TN_STARTING:
    tn_engine_spend(e, s, TN_STARTUP, s->started, e->now);
    tn_log_phase(e, s, "startup", c->wanted, 0);
    break;
  case TN_PINNING:
    tn_pinning_end(e, s, bytes_of_phase(s));
    if (!c->foreign)
      continue_mapped_copy(e, s);
    else if (!pin(e, s))
      continue_copy(e, s);
    return;
  case TN_FAULTING:
    tn_engine_spend(e, s, TN_LOCK, s->started, e->now);
    tn_log_phase(e, s, "fault", bytes_of_phase(s), 0);
    lead(e, s, (double)bytes_of_phase(s));
    return;
  case TN_LEADING:
    tn_engine_spend(e, s, copied_part(s), s->started, e->now);
    tn_log_phase(e, s, "first lines", bytes_of_phase(s), 0);
    transfer(e, s, (double)bytes_of_phase(s));
    return;
  default:
    end_transfer(e, s);
    if (c->foreign) {
      c->wanted -= bytes_to(c, c->batch_end);
      c->position = c->batch_end;
    }
    /* all bytes that were last looked up in the directory have arrived */
    if (e->memory.residency && (!c->foreign || c->wanted == 0 || c->position == c->looked_to))
      tn_residency_filled(e->memory.residency, s->order);
    if (!c->foreign) {
      tn_engine_done(e, s);
      return;
    }
  }
  continue_copy(e, s);
}
