#include "waits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/grown.h"

enum { WORD = 64 };

static const struct tn_cond none = { .rank = -1 };

void tn_waits_finish(struct tn_waits *w)
{
  free(w->conds);
  free(w->changed);
  free(w->list);
  free(w->places);
}

static void note(struct tn_waits *w, int place)
{
  w->changed[place / WORD] |= UINT64_C(1) << place % WORD;
}

int tn_waits_add(struct tn_waits *w)
{
  if (w->n == w->room) {
    const int room = w->room ? 2 * w->room : WORD, added = room / WORD - w->room / WORD;
    w->conds = tn_grown(w->conds, (size_t)room, sizeof *w->conds);
    w->changed = tn_grown(w->changed, (size_t)room / WORD, sizeof *w->changed);
    memset(w->changed + w->room / WORD, 0, (size_t)added * sizeof *w->changed);
    w->room = room;
  }
  w->conds[w->n] = none;
  note(w, w->n);
  return w->n++;
}

void tn_waits_set(struct tn_waits *w, int place, struct tn_cond cond)
{
  struct tn_cond *old = &w->conds[place];
  assert(place < w->n);
  if (old->rank == cond.rank && old->slot == cond.slot && old->value == cond.value &&
      old->queued == cond.queued && old->urgent == cond.urgent && old->fragments == cond.fragments)
    return;
  w->n_live += (cond.rank >= 0) - (old->rank >= 0);
  *old = cond;
  note(w, place);
}

void tn_waits_clear(struct tn_waits *w, int place)
{
  tn_waits_set(w, place, none);
}

int tn_waits_list(struct tn_waits *w)
{
  int n = 0;
  if (w->list_room <= w->n) { /* allocated late: unused by transports that remember sets */
    w->list_room = w->room + 1;
    w->list = tn_grown(w->list, (size_t)w->list_room, sizeof *w->list);
    w->places = tn_grown(w->places, (size_t)w->list_room, sizeof *w->places);
  }
  for (int urgent = 1; urgent >= 0; urgent--)
    for (int i = 0; i < w->n; i++)
      if (w->conds[i].rank >= 0 && w->conds[i].urgent == urgent) {
        w->list[n] = w->conds[i];
        w->places[n++] = i;
      }
  return n;
}

int tn_waits_only(const struct tn_waits *w)
{
  int i = 0;
  while (w->conds[i].rank < 0)
    i++;
  return i;
}

void tn_wait_each(struct tn_strand *r, struct tn_waits *waits, tn_wait_step *step, void *data)
{
  if (r->transport->wait_each) {
    r->transport->wait_each(r, waits, step, data);
    return;
  }
  for (int place = -1; step(data, place);) {
    const int n = tn_waits_list(waits);
    place = waits->places[r->transport->wait_any(r, n, waits->list)];
  }
}
