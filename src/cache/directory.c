#include "directory.h"

#include <stdlib.h>
#include <string.h>

#include "base/grown.h"

/* Returns the index of an unused holder in the pool. May move the pool. */
static tn_index new_holder(struct tn_residency *r)
{
  const tn_index free_one = r->free_holder;
  if (free_one) {
    r->free_holder = r->holders[free_one].next;
    return free_one;
  }
  if (r->n_holders + 1 >= r->holder_room) {
    r->holder_room = r->holder_room ? 2 * r->holder_room : 256;
    r->holders = tn_grown(r->holders, r->holder_room, sizeof *r->holders);
    r->seen = tn_grown(r->seen, r->holder_room, sizeof *r->seen);
    r->filled = tn_grown(r->filled, r->holder_room, sizeof *r->filled);
  }
  return ++r->n_holders;
}

static void unlink_use(struct tn_residency *r, tn_index holder)
{
  const struct tn_holder *h = &r->holders[holder];
  struct tn_cache *c = &r->caches[h->cache];
  if (h->newer)
    r->holders[h->newer].older = h->older;
  else
    c->newest = h->older;
  if (h->older)
    r->holders[h->older].newer = h->newer;
  else
    c->oldest = h->newer;
}

/* Inserts the holder into its cache's order of use, directly after `older`. */
static void link_use(struct tn_residency *r, tn_index holder, tn_index older)
{
  struct tn_holder *h = &r->holders[holder];
  struct tn_cache *c = &r->caches[h->cache];
  h->older = older;
  h->newer = older ? r->holders[older].newer : c->oldest;
  if (h->newer)
    r->holders[h->newer].older = holder;
  else
    c->newest = holder;
  if (older)
    r->holders[older].newer = holder;
  else
    c->oldest = holder;
}

static void link_segment(struct tn_residency *r, tn_index holder, tn_index segment)
{
  r->holders[holder].segment = segment;
  r->holders[holder].next = r->segments[segment];
  r->segments[segment] = holder;
}

/* Frees the holder at *link. *link becomes the segment's next holder. */
static void directory_free_linked(struct tn_residency *r, tn_index *link)
{
  const tn_index holder = *link;
  struct tn_holder *h = &r->holders[holder];
  *link = h->next;
  r->caches[h->cache].used -= h->bytes;
  unlink_use(r, holder);
  h->next = r->free_holder;
  r->free_holder = holder;
}

static void free_holder(struct tn_residency *r, tn_index holder)
{
  tn_index *link = &r->segments[r->holders[holder].segment];
  while (*link != holder)
    link = &r->holders[*link].next;
  directory_free_linked(r, link);
}

/* Splits a holder (the part of a segment that a cache holds). It keeps the last tail_len bytes; the
 * other bytes get a holder of segment `head`, directly before it in the order of use. */
static void share_holder(struct tn_residency *r, tn_index holder, tn_index head, size_t tail_len)
{
  struct tn_holder h = r->holders[holder];
  if (h.bytes <= tail_len)
    return;
  const tn_index first = new_holder(r);
  struct tn_holder *old = &r->holders[holder], *new_one = &r->holders[first];
  *new_one = h;
  new_one->bytes = h.bytes - tail_len;
  new_one->dirty = h.dirty > tail_len ? h.dirty - tail_len : 0;
  old->bytes = tail_len;
  old->dirty -= new_one->dirty;
  r->seen[first] = r->seen[holder];
  r->filled[first] = r->filled[holder];
  link_use(r, first, h.older);
  link_segment(r, first, head);
}

void tn_directory_share(struct tn_residency *r, tn_index tail, tn_index head, size_t tail_len)
{
  for (tn_index h = r->segments[tail]; h; h = r->holders[h].next)
    share_holder(r, h, head, tail_len);
}

tn_index tn_directory_holder(const struct tn_residency *r, tn_index segment, int cache)
{
  tn_index h = r->segments[segment];
  while (h && r->holders[h].cache != cache)
    h = r->holders[h].next;
  return h;
}

struct tn_core_holders tn_directory_core_holders(const struct tn_residency *r, tn_index segment,
                                                 int llc, int l2)
{
  struct tn_core_holders own = { 0, 0 };
  const bool has_l2 = l2 >= 0;
  for (tn_index h = r->segments[segment]; h; h = r->holders[h].next) {
    if (r->holders[h].cache == llc)
      own.llc = h;
    else if (r->holders[h].cache == l2)
      own.l2 = h;
    if (own.llc && (own.l2 || !has_l2))
      break;
  }
  return own;
}

void tn_supply_add(int *n, struct tn_supply *list, int place, double bytes, double moved)
{
  int i = 0;
  while (i < *n && list[i].place != place)
    i++;
  if (i == *n && *n == TN_MAX_PLACES)
    i--;
  else if (i == *n)
    list[(*n)++] = (struct tn_supply){ .place = place };
  list[i].bytes += bytes;
  list[i].moved += moved;
}

/* Writes `bytes` dirty bytes of a segment back to memory or to the memory-side cache: the first
 * ones of the segment's last `reach` bytes. May move the pool of holders. */
static void write_back(struct tn_residency *r, const struct tn_holder *h, size_t reach,
                       size_t bytes, struct tn_access *ret)
{
  const tn_index segment = h->segment;
  size_t lost = bytes;
  if (bytes == 0)
    return;
  const int home = tn_directory_home(r, segment), side = r->first_side + home;
  const bool is_side = h->cache >= r->first_side, has_side = !is_side && side < r->n_caches;
  if (has_side) {
    tn_index holder = tn_directory_holder(r, segment, side);
    const size_t present = holder ? r->holders[holder].bytes : 0;
    tn_directory_enter(r, segment, side, holder, tn_fill(reach > present ? reach - present : 0, -1),
                       ret);
    holder = tn_directory_holder(r, segment, side);
    const size_t room = holder ? r->holders[holder].bytes : 0;
    const size_t over = reach > room ? reach - room : 0;
    lost = over < bytes ? over : bytes;
    if (holder) {
      const size_t dirty = r->holders[holder].dirty + bytes - lost;
      r->holders[holder].dirty = dirty < room ? dirty : room;
    }
  }
  tn_supply_add(&ret->n_back, ret->back, home, is_side ? 0.0 : (double)bytes, (double)lost);
}

/* Evicts the first `bytes` bytes of a holder, fewer than it has. */
static void shrink(struct tn_residency *r, tn_index holder, size_t bytes, struct tn_access *ret)
{
  struct tn_holder *h = &r->holders[holder];
  const size_t dirty = h->dirty, rest = h->bytes - bytes;
  r->caches[h->cache].used -= bytes;
  h->bytes = rest;
  h->dirty = dirty < rest ? dirty : rest;
  write_back(r, h, dirty, dirty - h->dirty, ret);
}

bool tn_directory_evict(struct tn_residency *r, int cache, size_t bytes, tn_index only_until,
                        struct tn_access *ret)
{
  struct tn_cache *c = &r->caches[cache];
  while (c->oldest && c->used + bytes > c->capacity) {
    const tn_index oldest = c->oldest;
    const struct tn_holder *h = &r->holders[oldest];
    const size_t over = c->used + bytes - c->capacity;
    if (h->is_piecemeal && over < h->bytes) {
      shrink(r, oldest, over, ret);
      return false;
    }
    write_back(r, h, h->dirty, h->dirty, ret);
    free_holder(r, oldest);
    if (oldest == only_until)
      return true;
  }
  __builtin_prefetch(&r->holders[c->oldest]); /* prefetch for the next call of this function */
  return false;
}

tn_index tn_directory_enter(struct tn_residency *r, tn_index segment, int cache, tn_index holder,
                            struct tn_fill fill, struct tn_access *ret)
{
  struct tn_cache *c = &r->caches[cache];
  if (!holder) {
    holder = new_holder(r);
    r->holders[holder] =
        (struct tn_holder){ .cache = (unsigned)cache,
                            .is_piecemeal = r->blocks[segment / TN_BLOCK].is_piecemeal,
                            .filler = (unsigned)(fill.filler + 1) };
    r->seen[holder] = 0;
    if (fill.filler >= 0)
      r->filled[holder] = r->serial[fill.filler];
    link_segment(r, holder, segment);
  } else {
    unlink_use(r, holder);
  }
  struct tn_holder *h = &r->holders[holder];
  c->used -= h->bytes;
  if (fill.afresh)
    h->bytes = h->dirty = 0;
  const size_t wanted = h->bytes + fill.bytes, fits = wanted < c->capacity ? wanted : c->capacity;
  const size_t changed = h->dirty + fill.bytes;
  h->bytes = fits;
  if (fill.dirty) {
    h->dirty = changed < fits ? changed : fits;
    h->filler = 0;
    write_back(r, h, changed, changed > fits ? changed - fits : 0, ret);
  }
  tn_directory_evict(r, cache, fits, 0, ret);
  c->used += fits;
  link_use(r, holder, c->newest);
  if (fits > 0)
    return holder;
  free_holder(r, holder);
  return 0;
}

void tn_directory_drop(struct tn_residency *r, tn_index segment, int a, int b)
{
  for (tn_index *link = &r->segments[segment]; *link;) {
    struct tn_holder *h = &r->holders[*link];
    if (h->cache != a && h->cache != b)
      directory_free_linked(r, link);
    else
      link = &h->next;
  }
}
