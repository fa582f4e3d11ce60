#include "attach.h"

#include "strand.h"

/* Sets the addresses of all buffers. The address of each is the first that some page-table page
 * maps. */
static void place_buffers(struct tn_engine *e)
{
  const size_t table = e->page_size * e->page_size / 8;
  for (int r = 0; r < e->n_ranks; r++) {
    const struct tn_sizes *z = &e->sizes[r];
    const size_t bytes[TN_N_BUFS] = { z->send, z->recv, z->temp, z->shared };
    size_t next = 0;
    for (int b = 0; b < TN_N_BUFS; b++) {
      e->attached.address[r * TN_N_BUFS + b] = next;
      next += (bytes[b] + table - 1) / table * table;
    }
  }
}

struct tn_reach_prices tn_reach_prices_of(enum tn_mechanism mechanism)
{
  const enum tn_param none = TN_N_PARAMS;
  switch (mechanism) {
  case TN_CMA:
  case TN_DEVICE_STAGED:
  case TN_DEVICE_MAPPED:
    return (struct tn_reach_prices){ TN_P_ALPHA, none, none, none, false };
  case TN_DEVICE_IPC:
    return (struct tn_reach_prices){ TN_P_ALPHA, TN_P_IPC_OPEN_TIME, none, none, false };
  case TN_KNEM:
    return (struct tn_reach_prices){ TN_P_TRAP_TIME, none, none, none, false };
  case TN_XPMEM:
    return (struct tn_reach_prices){ none, TN_P_ATTACH_TIME, TN_P_FAULT_TIME, TN_P_FAULT_TIME,
                                     true };
  case TN_MEMFD:
    return (struct tn_reach_prices){ none, none, TN_P_FAULT_TIME_MEMFD_READ,
                                     TN_P_FAULT_TIME_MEMFD_WRITE, false };
  case TN_CICO:
  case TN_N_MECHANISMS:
    break;
  }
  return (struct tn_reach_prices){ none, none, none, none, false };
}

void tn_attachments_init(struct tn_engine *e)
{
  struct tn_attachments *a = &e->attached;
  const enum tn_mechanism mechanism = e->point->mechanism;
  a->prices = tn_reach_prices_of(mechanism);
  a->regions = tn_mechanism_needs_region(mechanism);
  a->by_call = a->prices.attach != TN_N_PARAMS;
  a->forgets = !e->choices.rcache;
  a->mapped = tn_mechanism_is_mapped(mechanism);
  a->align = (size_t)e->point->values[TN_P_ATTACH_ALIGN];
  a->of = g_new0(struct tn_attached *, e->n_ranks);
  a->address = g_new0(size_t, e->n_ranks * TN_N_BUFS);
  a->exposed = g_new0(uint32_t, e->n_ranks * TN_N_BUFS);
  a->offered = g_new0(uint32_t, e->n_ranks * TN_N_BUFS);
  a->kept = g_new0(struct tn_ranges, e->n_ranks * TN_N_BUFS);
  a->access_free = g_new0(double, e->n_ranks);
  place_buffers(e);
}

static void forget(struct tn_attached *view)
{
  tn_ranges_finish(&view->touched);
  *view = (struct tn_attached){ 0 };
}

static void forget_region(struct tn_engine *e, int rank, enum tn_buf buf)
{
  struct tn_ranges *kept = &e->attached.kept[rank * TN_N_BUFS + (int)buf];
  tn_ranges_finish(kept);
  *kept = (struct tn_ranges){ 0 };
}

void tn_attachments_finish(struct tn_engine *e)
{
  struct tn_attachments *a = &e->attached;
  for (int r = 0; a->of && r < e->n_ranks; r++) {
    for (int i = 0; a->of[r] && i < e->n_ranks * TN_N_BUFS; i++)
      forget(&a->of[r][i]);
    g_free(a->of[r]);
  }
  g_free(a->of);
  g_free(a->address);
  g_free(a->exposed);
  g_free(a->offered);
  for (int i = 0; a->kept && i < e->n_ranks * TN_N_BUFS; i++)
    tn_ranges_finish(&a->kept[i]);
  g_free(a->kept);
  g_free(a->access_free);
}

void tn_attachments_renew(struct tn_engine *e)
{
  struct tn_attachments *a = &e->attached;
  for (int r = 0; r < e->n_ranks; r++) {
    forget_region(e, r, TN_SEND);
    forget_region(e, r, TN_RECV);
    for (int peer = 0; a->of[r] && peer < e->n_ranks; peer++) {
      forget(&a->of[r][peer * TN_N_BUFS + TN_SEND]);
      forget(&a->of[r][peer * TN_N_BUFS + TN_RECV]);
    }
  }
}

static struct tn_attached *view_of(struct tn_engine *e, int rank, int peer, enum tn_buf buf)
{
  struct tn_attached **of = &e->attached.of[rank];
  if (!*of)
    *of = g_new0(struct tn_attached, e->n_ranks * TN_N_BUFS);
  return &(*of)[peer * TN_N_BUFS + (int)buf];
}

static size_t bytes_of(const struct tn_engine *e, int rank, enum tn_buf buf)
{
  const struct tn_sizes *z = &e->sizes[rank];
  return buf == TN_SEND ? z->send : buf == TN_RECV ? z->recv : z->temp;
}

static void count_look_up(struct tn_engine *e, int rank, bool hit)
{
  const struct tn_sim_strand *s = e->strands->pdata[rank];
  const bool counts = tn_engine_is_timed(e, s->epoch);
  e->result->look_ups += counts;
  e->result->hits += counts && hit;
}

/* Returns true if the registration cache has the whole region; adds the pages that it lacks.
 * `number`: rank * TN_N_BUFS + buffer. */
static bool is_kept(struct tn_engine *e, int number, struct tn_range pages)
{
  tn_engine_price(e, TN_P_REGION_CACHE);
  if (!e->choices.region_cache)
    return false;
  const bool hit = tn_ranges_add(&e->attached.kept[number], pages.from, pages.to) == 0;
  count_look_up(e, number / TN_N_BUFS, hit);
  return hit;
}

double tn_expose_time(struct tn_engine *e, const struct tn_operation *op)
{
  struct tn_span s = op->u.region.span;
  if (!e->attached.regions || e->point->ideal || s.buf == TN_SHARED)
    return 0.0;
  const int number = s.rank * TN_N_BUFS + (int)s.buf;
  const bool part = op->u.region.part;
  if (!part)
    s.len = bytes_of(e, s.rank, s.buf);
  const struct tn_range pages = { s.off / e->page_size,
                                  (s.off + s.len + e->page_size - 1) / e->page_size };
  /* Pages of a buffer that was already declared in this call cost no time. */
  const bool again = !part && e->attached.exposed[number] == op->u.region.epoch;
  if (!part)
    e->attached.exposed[number] = op->u.region.epoch;
  if (is_kept(e, number, pages))
    return tn_engine_price(e, TN_P_RCACHE_LOOKUP);
  const double page_time = again ? 0.0 : tn_engine_price(e, TN_P_REGION_PAGE_TIME);
  tn_engine_price(e, TN_P_PAGE_SIZE);
  return tn_engine_price(e, TN_P_REGION_TIME) + (double)(pages.to - pages.from) * page_time;
}

/* Returns the numbers of the extents (attach_align bytes each) that contain the buffer. */
static struct tn_range extents_of(const struct tn_engine *e, int rank, enum tn_buf buf)
{
  const struct tn_attachments *a = &e->attached;
  const size_t from = a->address[rank * TN_N_BUFS + (int)buf], n = bytes_of(e, rank, buf);
  return (struct tn_range){ from / a->align, (from + MAX(n, 1) - 1) / a->align + 1 };
}

/* Returns true if the rank's attachments to the peer's other buffers cover this one. */
static bool is_covered(struct tn_engine *e, int rank, int peer, enum tn_buf buf)
{
  struct tn_range open = extents_of(e, peer, buf);
  for (int b = 0; b < TN_SHARED; b++) {
    const struct tn_range other = extents_of(e, peer, (enum tn_buf)b);
    if (!view_of(e, rank, peer, (enum tn_buf)b)->is_there)
      continue;
    if (b < (int)buf)
      open.from = MAX(open.from, other.to);
    else
      open.to = MIN(open.to, other.from);
  }
  return open.from >= open.to;
}

void tn_attach_offer(struct tn_engine *e, int rank, enum tn_buf buf, uint32_t epoch)
{
  e->attached.offered[rank * TN_N_BUFS + (int)buf] = epoch;
}

/* Ends the run if the peer has not exposed its buffer in this call. */
static void demand_offer(struct tn_engine *e, const struct tn_sim_strand *s, const char *verb,
                         int rank, enum tn_buf buf)
{
  if (rank != s->rank && buf != TN_SHARED && bytes_of(e, rank, buf) > 0 &&
      e->attached.offered[rank * TN_N_BUFS + (int)buf] < s->epoch)
    tn_engine_fail(e, "rank %d %s %s of rank %d, which has not exposed it", s->rank, verb,
                   tn_buf_names[buf], rank);
}

/* Returns the time of a look-up if the rank has an attachment, otherwise of a new attachment. */
double tn_attach_time(struct tn_engine *e, const struct tn_sim_strand *s, int rank, enum tn_buf buf)
{
  if (!e->attached.by_call || e->point->ideal || rank == s->rank || buf == TN_SHARED)
    return 0.0;
  struct tn_attached *view = view_of(e, s->rank, rank, buf);
  demand_offer(e, s, "attaches", rank, buf);
  if (e->attached.forgets)
    forget(view);
  const bool by_extents = e->attached.mapped;
  const bool found =
      !e->attached.forgets && (view->is_there || (by_extents && is_covered(e, s->rank, rank, buf)));
  view->is_there = true;
  if (!e->attached.forgets)
    count_look_up(e, s->rank, found);
  tn_engine_price(e, TN_P_RCACHE);
  if (by_extents)
    tn_engine_price(e, TN_P_ATTACH_ALIGN);
  if (found)
    return tn_engine_price(e, TN_P_RCACHE_LOOKUP);
  const double seconds = tn_engine_price(e, e->attached.prices.attach);
  return by_extents
             ? seconds
             : seconds + (double)bytes_of(e, rank, buf) / tn_engine_price(e, TN_P_IPC_OPEN_RATE);
}

double tn_attach_copy_ready(struct tn_engine *e, const struct tn_sim_strand *s, int n_spans,
                            const struct tn_span *spans)
{
  const bool ideal = e->point->ideal;
  const enum tn_param price = e->attached.prices.copy;
  double *access_free = &e->attached.access_free[spans->rank];
  for (int i = 0; e->attached.regions && i < n_spans; i++)
    demand_offer(e, s, "copies from or to", spans[i].rank, spans[i].buf);
  if (e->attached.regions)
    return tn_engine_end(e, s, e->now, ideal ? 0.0 : tn_engine_price(e, price));
  const double alpha = tn_engine_price(e, price);
  const double serial = ideal ? 0.0 : MIN(tn_engine_price(e, TN_P_ACCESS_TIME), alpha);
  double end = tn_engine_end(e, s, e->now, alpha - serial + tn_cold_copy(e, s, n_spans, spans));
  if (serial > 0.0)
    end = *access_free = tn_engine_end(e, s, MAX(end, *access_free), serial);
  return end;
}

size_t tn_attach_touch(struct tn_engine *e, const struct tn_sim_strand *s, struct tn_span span)
{
  if (!e->attached.mapped || e->point->ideal || s->is_agent || span.rank == s->rank ||
      span.buf == TN_SHARED || span.len == 0)
    return 0;
  struct tn_attached *view = view_of(e, s->rank, span.rank, span.buf);
  if (e->attached.by_call && !view->is_there)
    tn_engine_fail(e, "rank %d uses %s of rank %d without having attached it", s->rank,
                   tn_buf_names[span.buf], span.rank);
  return tn_ranges_add(&view->touched, span.off / e->page_size,
                       (span.off + span.len - 1) / e->page_size + 1);
}

double tn_attach_fault_time(struct tn_engine *e, bool writes)
{
  const struct tn_reach_prices *p = &e->attached.prices;
  return tn_engine_price(e, writes ? p->fault_write : p->fault_read);
}

bool tn_attach_is_locked(const struct tn_engine *e)
{
  return e->attached.prices.faults_lock && e->locked;
}
