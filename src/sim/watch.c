#include "watch.h"

enum { WORD = 64 };

static void mark(uint64_t *marks, int place, bool value)
{
  const uint64_t bit = UINT64_C(1) << place % WORD;
  marks[place / WORD] = value ? marks[place / WORD] | bit : marks[place / WORD] & ~bit;
}

/* Returns the smallest marked index that is `place` or larger; `room` if there is none. */
static int next_mark(const uint64_t *marks, int room, int place)
{
  int word = place / WORD;
  uint64_t left = place < room ? marks[word] & UINT64_MAX << place % WORD : 0;
  while (!left && ++word < room / WORD)
    left = marks[word];
  return left ? word * WORD + __builtin_ctzll(left) : room;
}

void tn_waiting_begin(struct tn_sim_strand *s)
{
  if (!s->waiting)
    s->waiting = g_new0(struct tn_waiting, 1);
  const struct tn_waiting *w = s->waiting;
  *s->waiting = (struct tn_waiting){ .waits = w->waits, .room = w->room, .watch = w->watch };
}

void tn_waiting_free(struct tn_waiting *w)
{
  g_free(w->waits);
  if (w->watch) {
    g_free(w->watch->waits);
    g_free(w->watch->holds);
    g_free(w->watch->unread);
  }
  g_free(w->watch);
  g_free(w);
}

void tn_waiting_enter(struct tn_sim_strand *s)
{
  s->waiting->polling = (struct tn_polling){ 0 };
}

bool tn_waiting_has_waited(const struct tn_sim_strand *s)
{
  return s->waiting->seen_flag.queued && s->waiting->seen_flag.visible > s->started;
}

int tn_waiting_pass(struct tn_sim_strand *s)
{
  const int passed = s->waiting->passed;
  s->waiting->passed = 0;
  return passed;
}

int tn_waiting_poster(const struct tn_sim_strand *s)
{
  const struct tn_sim_strand *poster = s->waiting->seen_flag.flag->poster;
  return poster ? poster->rank : -1;
}

struct tn_waiter tn_waiter_of(struct tn_engine *e, struct tn_sim_strand *s,
                              const struct tn_cond *cond)
{
  return (struct tn_waiter){ .strand = s,
                             .flag = tn_flag_get(e, cond->rank, cond->slot),
                             .rank = cond->rank,
                             .slot = cond->slot,
                             .value = cond->value,
                             .fragments = cond->fragments,
                             .queued = cond->queued,
                             .urgent = cond->urgent };
}

void tn_waiter_link(struct tn_waiter *w)
{
  struct tn_flag_line *line = w->flag->line;
  w->next = line->waiters;
  w->link = &line->waiters;
  if (w->next)
    w->next->link = &w->next;
  line->waiters = w;
}

void tn_waiter_unlink(struct tn_waiter *w)
{
  *w->link = w->next;
  if (w->next)
    w->next->link = w->link;
  w->link = NULL;
}

void tn_waiter_holds(const struct tn_waiter *w)
{
  mark(w->strand->waiting->watch->holds, (int)(w - w->strand->waiting->watch->waits), true);
}

void tn_waiter_missed(const struct tn_waiter *w)
{
  mark(w->strand->waiting->watch->unread, (int)(w - w->strand->waiting->watch->waits), true);
}

static void take_out(struct tn_watched *watch, int place)
{
  struct tn_waiter *w = &watch->waits[place];
  if (!w->link)
    return;
  tn_waiter_unlink(w);
  watch->n_urgent -= w->urgent;
  w->queued = w->urgent = false;
  mark(watch->holds, place, false);
  mark(watch->unread, place, false);
}

/* Sets condition `place` of the strand's set to *cond, which usually waits for the next value of
 * the same flag. */
static void put_in(struct tn_engine *e, struct tn_sim_strand *s, int place,
                   const struct tn_cond *cond)
{
  struct tn_watched *watch = s->waiting->watch;
  struct tn_waiter *w = &watch->waits[place];
  if (!w->link || w->rank != cond->rank || w->slot != cond->slot) {
    take_out(watch, place);
    *w = tn_waiter_of(e, s, cond);
    w->stays = true;
    tn_waiter_link(w);
    mark(watch->unread, place, true);
  } else {
    watch->n_urgent -= w->urgent;
    w->value = cond->value;
    w->fragments = cond->fragments;
    w->queued = cond->queued;
    w->urgent = cond->urgent;
  }
  watch->n_urgent += w->urgent;
  mark(watch->holds, place, w->flag->value >= w->value);
}

/* Clears or creates a set's state, with room for the conditions of `set`. */
static struct tn_watched *renewed(struct tn_watched *watch, const struct tn_waits *set)
{
  if (!watch)
    watch = g_new0(struct tn_watched, 1);
  for (int i = 0; i < watch->room; i++)
    take_out(watch, i);
  if (watch->room < set->room) {
    watch->waits = g_renew(struct tn_waiter, watch->waits, set->room);
    watch->holds = g_renew(uint64_t, watch->holds, set->room / WORD);
    watch->unread = g_renew(uint64_t, watch->unread, set->room / WORD);
    for (int i = watch->room; i < set->room; i++)
      watch->waits[i] = (struct tn_waiter){ 0 };
    memset(watch->holds, 0, (size_t)set->room / 8);
    memset(watch->unread, 0, (size_t)set->room / 8);
    watch->room = set->room;
  }
  watch->set = set;
  return watch;
}

void tn_watch_follow(struct tn_engine *e, struct tn_sim_strand *s, struct tn_waits *set)
{
  const bool is_known =
      set->is_known && s->waiting->watch->set == set && s->waiting->watch->room >= set->room;
  if (!is_known) {
    s->waiting->watch = renewed(s->waiting->watch, set);
    for (int i = 0; i < set->n; i++)
      mark(set->changed, i, true);
  }
  for (int i = next_mark(set->changed, set->room, 0); i < set->room;
       i = next_mark(set->changed, set->room, i + 1))
    if (i < set->n && set->conds[i].rank >= 0)
      put_in(e, s, i, &set->conds[i]);
    else
      take_out(s->waiting->watch, i);
  memset(set->changed, 0, (size_t)set->room / 8);
  set->is_known = true;
}

const struct tn_waiter *tn_watch_soonest(const struct tn_engine *e, const struct tn_sim_strand *s,
                                         double *ret_at)
{
  const struct tn_watched *watch = s->waiting->watch;
  const struct tn_waiter *first = NULL;
  double soonest = INFINITY;
  for (int urgent = watch->n_urgent > 0; urgent >= 0; urgent--)
    for (int i = next_mark(watch->holds, watch->room, 0); i < watch->room && soonest > e->now;
         i = next_mark(watch->holds, watch->room, i + 1)) {
      const struct tn_waiter *w = &watch->waits[i];
      const double at = tn_flag_holds_at(e, w->flag, w->value);
      if (w->urgent == urgent && at < soonest) {
        soonest = at;
        first = w;
      }
    }
  *ret_at = soonest;
  return first;
}

int tn_watch_passed(const struct tn_engine *e, const struct tn_waiter *w, double seen)
{
  const struct tn_watched *watch = w->strand->waiting->watch;
  int passed = 0;
  if (e->point->values[TN_P_MATCH_TIME] <= 0.0 || !w->queued)
    return 0;
  for (const struct tn_waiter *other = watch->waits; other < watch->waits + watch->room; other++)
    if (other->queued) {
      const double there = tn_flag_holds_at(e, other->flag, other->value);
      passed += other < w ? there > seen : there < seen;
    }
  return passed;
}

void tn_watch_begin(struct tn_engine *e, struct tn_sim_strand *s)
{
  struct tn_watched *watch = s->waiting->watch;
  watch->is_waiting = true;
  if (e->point->ideal)
    return;
  for (int i = next_mark(watch->unread, watch->room, 0); i < watch->room;
       i = next_mark(watch->unread, watch->room, i + 1))
    tn_line_read(&e->flags->law, &watch->waits[i].flag->line->state, s->rank, e->now, false);
  memset(watch->unread, 0, (size_t)watch->room / 8);
}
