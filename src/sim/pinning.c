#include "pinning.h"

#include "pause.h"
#include "slices.h"

struct tn_pinning {
  size_t table_span; /* bytes that a page-table page maps; 0: one lock per process */
  /* extra cost of the first base page of a huge page, in units of the cost of any other base page
   * of it */
  double huge_page_more;
};

void tn_pinning_init(struct tn_engine *e)
{
  const struct tn_sim_point *point = e->point;
  struct tn_pinning *pinning = e->pinning = g_new0(struct tn_pinning, 1);
  const double *v = point->values;
  const struct tn_reach_prices prices = tn_reach_prices_of(point->mechanism);
  const double time = prices.faults_lock ? v[prices.fault_read] : tn_pin_time(v, point->backing);
  const struct tn_lock_law law = { .pin_time = time,
                                   .gamma_a = v[TN_P_GAMMA_A],
                                   .gamma_b = v[TN_P_GAMMA_B],
                                   .gamma_cross = v[TN_P_GAMMA_CROSS],
                                   .n_packages = point->n_packages,
                                   .lines = v[TN_P_LOCK_LINES],
                                   .hold = v[TN_P_LOCK_HOLD],
                                   .look_up = prices.faults_lock ? time : v[TN_P_PIN_TIME] };
  e->locks = (struct tn_pagelocks){ .law = law,
                                    .places = point->places,
                                    .latency = v + TN_P_LINE_LATENCY,
                                    .entry = tn_laws[point->law],
                                    .n_ranks = e->n_ranks,
                                    .event_kind = TN_EVENT_LOCK,
                                    .unfairness = v[TN_P_LOCK_UNFAIRNESS],
                                    .draw = tn_random_make(point->seed, G_MAXUINT64) };
  tn_pagelocks_init(&e->locks);
  const enum tn_lock_scope scope = e->choices.lock_scope;
  e->locked = scope != TN_SCOPE_NONE && law.pin_time > 0.0;
  e->page_size = (size_t)v[TN_P_PAGE_SIZE];
  pinning->table_span = scope == TN_SCOPE_PAGETABLE ? e->page_size * e->page_size / 8 : 0;
  if (!point->ideal && point->backing != TN_BASE && law.pin_time > 0.0) {
    e->huge_page = e->page_size * e->page_size / 8;
    pinning->huge_page_more = MAX(0.0, v[TN_P_PIN_TIME] / law.pin_time - 1.0);
  }
}

void tn_pinning_finish(struct tn_engine *e)
{
  tn_pagelocks_finish(&e->locks);
  g_free(e->pinning);
}

/* Returns the pages to pin, in units of the cost per page. The kernel looks up a huge page once, at
 * the cost of a base page; its other base pages are cheap. */
static double pins(const struct tn_engine *e, size_t from, size_t to, bool is_first)
{
  double n = (double)((to - 1) / e->page_size - from / e->page_size + 1);
  if (e->huge_page) {
    const size_t before = is_first ? 0 : (from - 1) / e->huge_page + 1;
    n += e->pinning->huge_page_more *
         (double)((to - 1) / e->huge_page + 1 - MAX(before, from / e->huge_page));
  }
  return n;
}

static double pages_to_take(struct tn_engine *e, const struct tn_sim_strand *s,
                            const struct tn_span *span, bool is_first)
{
  /* pages of declared regions were pinned when the owner declared the region */
  if (e->attached.regions)
    return 0.0;
  return e->attached.mapped ? (double)tn_attach_touch(e, s, *span)
                            : pins(e, span->off, span->off + span->len, is_first);
}

bool tn_pinning_start(struct tn_engine *e, struct tn_sim_strand *s, struct tn_span *span,
                      bool is_first, bool writes)
{
  const bool is_mapped = e->attached.mapped;
  const size_t covered = e->locks.entry->by_page ? e->page_size : e->pinning->table_span;
  int index = 0;
  if (covered)
    span->len = MIN(span->len, covered - span->off % covered);
  if (e->pinning->table_span)
    index = (int)(span->off / e->pinning->table_span) * TN_N_BUFS + (int)span->buf;
  const double n = pages_to_take(e, s, span, is_first);
  if (n == 0.0)
    return false;
  s->phase = TN_PINNING;
  s->started = e->now;
  tn_engine_price(e, TN_P_PAGE_SIZE);
  tn_engine_price(e, TN_P_LOCK_SCOPE);
  if (!is_mapped) /* attach.c charges the pages of peers' mapped memory */
    tn_engine_price(e, tn_pin_param(e->point->backing));
  if (!is_mapped && e->huge_page)
    tn_engine_price(e, TN_P_PIN_TIME);
  s->lock = NULL;
  if (is_mapped ? !tn_attach_is_locked(e) : !e->locked) {
    const double each = is_mapped ? tn_attach_fault_time(e, writes) : e->locks.law.pin_time;
    tn_engine_timer(e, s, tn_engine_end(e, s, e->now, n * each));
    return true;
  }
  if (is_mapped)
    tn_engine_price(e, TN_P_FAULT_TIME);
  s->lock = tn_pagelock_get(&e->locks, span->rank, index);
  tn_pagelock_add(&e->locks, s->lock, n / s->speed, e->now,
                  (struct tn_lock_caller){ s->rank, s->order, s });
  tn_pause_watch(e, s);
  tn_engine_log_callers(e, s->lock);
  return true;
}

void tn_pinning_end(struct tn_engine *e, struct tn_sim_strand *s, size_t bytes)
{
  struct tn_pagelock *lock = s->lock;
  tn_pause_unwatch(e, s);
  tn_engine_spend(e, s, TN_LOCK, s->started, e->now);
  /* largest number of callers of the lock at one time since the phase began, for the timeline */
  const int most_callers =
      lock && e->timeline ? MAX(lock->n_callers, tn_timeline_most_callers(e->timeline, lock->rank,
                                                                          lock->index, s->started))
                          : 0;
  tn_log_phase(e, s, e->attached.mapped ? "fault" : "pin", bytes, most_callers);
  if (!lock)
    return;
  tn_pagelock_left(&e->locks, lock, s->rank);
  tn_engine_log_callers(e, lock);
}
