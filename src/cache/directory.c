#include "directory.h"

#include <stdlib.h>
#include <string.h>

#include "base/grown.h"

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
  }
  return ++r->n_holders;
}

/* Those of a buffer lie side by side as they are made: mostly they are used in that order. */
static tn_index new_segment(struct tn_residency *r, struct tn_buffer *b)
{
  const tn_index n_kept = b->entries.n_chunks > 1 ? 32 : 2; /* few where there may be no more */
  const tn_index free_one = r->free_segment;
  if (b->n_unused == 0 && free_one) {
    r->free_segment = r->segments[free_one].holders;
    return free_one;
  }
  if (b->n_unused == 0) {
    b->unused = r->n_segments + 1;
    b->n_unused = n_kept;
    r->n_segments += n_kept;
    while (r->n_segments >= r->segment_room) {
      r->segment_room = r->segment_room ? 2 * r->segment_room : 256;
      r->segments = tn_grown(r->segments, r->segment_room, sizeof *r->segments);
    }
    for (tn_index s = b->unused; s <= r->n_segments; s++)
      r->segments[s].buffer = -1;
  }
  b->n_unused--;
  return b->unused++;
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

/* Links the holder into the cache's order just before, that is as more recent than, `older`. */
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

/* Makes the holder the first of the segment's. */
static void link_segment(struct tn_residency *r, tn_index holder, tn_index segment)
{
  struct tn_holder *h = &r->holders[holder];
  h->segment = segment;
  h->before = 0;
  h->next = r->segments[segment].holders;
  if (h->next)
    r->holders[h->next].before = holder;
  r->segments[segment].holders = holder;
}

static void unlink_segment(struct tn_residency *r, const struct tn_holder *h)
{
  if (h->before)
    r->holders[h->before].next = h->next;
  else
    r->segments[h->segment].holders = h->next;
  if (h->next)
    r->holders[h->next].before = h->before;
}

static void free_holder(struct tn_residency *r, tn_index holder)
{
  struct tn_holder *h = &r->holders[holder];
  unlink_segment(r, h);
  r->caches[h->cache].used -= h->bytes;
  unlink_use(r, holder);
  h->next = r->free_holder;
  r->free_holder = holder;
}

/* Where a segment that begins at `off` is noted, and the tag of it; there is a table. */
static struct tn_known *known_place(const struct tn_buffer *b, size_t off, uint32_t *ret_tag)
{
  const uint64_t hash = (uint64_t)off * UINT64_C(0x9e3779b97f4a7c15);
  *ret_tag = (uint32_t)(hash >> 16);
  return &b->known[hash >> (64 - b->known_bits)];
}

static void note_known(struct tn_buffer *b, size_t off, tn_index segment)
{
  uint32_t tag;
  struct tn_known *known = known_place(b, off, &tag);
  *known = (struct tn_known){ tag, segment };
}

/* More places than segments, so that most of them keep theirs. */
static void grow_known(struct tn_buffer *b)
{
  enum { LEAST = 5 };
  const int bits = b->known ? b->known_bits + 1 : LEAST;
  const size_t n = (size_t)1 << bits;
  struct tn_position i = { 0, 0 };
  b->known_bits = bits;
  b->known = memset(tn_grown(b->known, n, sizeof *b->known), 0, n * sizeof *b->known);
  for (const struct tn_entry *e; (e = tn_entries_at(&b->entries, i));
       i = tn_entries_next(&b->entries, i))
    note_known(b, e->off, e->segment);
}

static bool is_all_of(const struct tn_segment *s, int buffer, size_t off, size_t len)
{
  return s->buffer == buffer && s->off == off && s->len == len;
}

tn_index tn_directory_known(const struct tn_residency *r, int buffer, size_t off, size_t len)
{
  struct tn_buffer *b = &r->buffers[buffer];
  if (b->last == 0)
    return 0;
  for (tn_index s = b->last; s <= b->last + 1 && s <= r->n_segments; s++)
    if (is_all_of(&r->segments[s], buffer, off, len))
      return b->last = s;
  uint32_t tag;
  const struct tn_known *known = known_place(b, off, &tag);
  if (known->segment == 0 || known->tag != tag ||
      !is_all_of(&r->segments[known->segment], buffer, off, len))
    return 0;
  return b->last = known->segment;
}

struct tn_position tn_directory_find(const struct tn_residency *r, struct tn_buffer *b, size_t off)
{
  const struct tn_position at = tn_entries_find(&b->entries, off);
  const struct tn_entry *e = tn_entries_at(&b->entries, at);
  const bool is_before = e && e->off < off && e->off + r->segments[e->segment].len <= off;
  return is_before ? tn_entries_next(&b->entries, at) : at;
}

/* Puts a new segment before the entry at *at, of which it takes the place. */
static tn_index insert(struct tn_residency *r, int buffer, struct tn_position *at, size_t off,
                       size_t len)
{
  struct tn_buffer *b = &r->buffers[buffer];
  const tn_index s = new_segment(r, b);
  b->n_segments++;
  r->segments[s] = (struct tn_segment){ .off = off, .len = len, .buffer = buffer };
  tn_entries_insert(&b->entries, at, (struct tn_entry){ off, s });
  return s;
}

/* The holder of a segment that is cut keeps its last bytes; what it has of the first part becomes a
 * holder of its own, used just before. */
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
  link_use(r, first, h.older);
  link_segment(r, first, head);
}

/* Cuts the entry in two at offset `off` inside it; *at stays the first part's. */
static void split(struct tn_residency *r, int buffer, struct tn_position *at, size_t off)
{
  struct tn_entries *entries = &r->buffers[buffer].entries;
  const tn_index tail = tn_entries_at(entries, *at)->segment;
  struct tn_segment *s = &r->segments[tail];
  const size_t begin = s->off, end = s->off + s->len;
  /* Where in it they lie is not kept: in proportion. */
  const size_t remote = (size_t)((double)s->remote * (double)(off - begin) / (double)s->len);
  s->off = off;
  s->len = end - off;
  s->remote -= remote;
  tn_entries_move(entries, *at, off);
  const tn_index head = insert(r, buffer, at, begin, off - begin);
  r->segments[head].remote = remote;
  r->segments[head].reader = r->segments[tail].reader;
  for (tn_index h = r->segments[tail].holders; h; h = r->holders[h].next)
    share_holder(r, h, head, end - off);
}

static tn_index cut(struct tn_residency *r, int buffer, struct tn_position *at, size_t from,
                    size_t to)
{
  const struct tn_entries *entries = &r->buffers[buffer].entries;
  const struct tn_entry *e = tn_entries_at(entries, *at);
  if (e && e->off < from) {
    split(r, buffer, at, from);
    *at = tn_entries_next(entries, *at);
    e = tn_entries_at(entries, *at);
  }
  if (!e || e->off > from) {
    const size_t next = e && e->off < to ? e->off : to;
    return insert(r, buffer, at, from, next - from);
  }
  if (from + r->segments[e->segment].len > to)
    split(r, buffer, at, to);
  return tn_entries_at(entries, *at)->segment;
}

tn_index tn_directory_cut(struct tn_residency *r, int buffer, struct tn_position *at, size_t from,
                          size_t to)
{
  struct tn_buffer *b = &r->buffers[buffer];
  b->last = cut(r, buffer, at, from, to);
  if (!b->known || b->n_segments >> b->known_bits > 0)
    grow_known(b);
  note_known(b, from, b->last);
  return b->last;
}

static void free_segment(struct tn_residency *r, tn_index segment)
{
  r->buffers[r->segments[segment].buffer].n_segments--;
  r->segments[segment].buffer = -1;
  r->segments[segment].holders = r->free_segment;
  r->free_segment = segment;
}

size_t tn_directory_remove(struct tn_residency *r, int buffer, size_t off)
{
  const tn_index segment = tn_entries_remove(&r->buffers[buffer].entries, off);
  free_segment(r, segment);
  return r->segments[segment].len;
}

void tn_directory_clear(struct tn_residency *r, int buffer)
{
  struct tn_entries *entries = &r->buffers[buffer].entries;
  struct tn_position i = { 0, 0 };
  for (const struct tn_entry *e; (e = tn_entries_at(entries, i)); i = tn_entries_next(entries, i))
    free_segment(r, e->segment);
  tn_entries_finish(entries);
}

tn_index tn_directory_holder(const struct tn_residency *r, tn_index segment, int cache)
{
  tn_index h = r->segments[segment].holders;
  while (h && r->holders[h].cache != cache)
    h = r->holders[h].next;
  return h;
}

struct tn_own tn_directory_own(const struct tn_residency *r, tn_index segment, int llc, int l2)
{
  struct tn_own own = { 0, 0 };
  const bool has_l2 = l2 >= 0;
  for (tn_index h = r->segments[segment].holders; h; h = r->holders[h].next) {
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

/* `bytes` dirty ones, the first of the segment's last `reach`, leave the holder's cache for their
 * memory or the cache before it. May move the pool of holders. */
static void write_back(struct tn_residency *r, const struct tn_holder *h, size_t reach,
                       size_t bytes, struct tn_access *ret)
{
  const tn_index segment = h->segment;
  const int home = h->home, side = r->first_side + home;
  const bool is_side = h->cache >= r->first_side, has_side = !is_side && side < r->n_caches;
  size_t lost = bytes;
  if (bytes == 0)
    return;
  if (has_side) {
    tn_index holder = tn_directory_holder(r, segment, side);
    const size_t present = holder ? r->holders[holder].bytes : 0;
    tn_directory_enter(r, segment, side, holder, reach > present ? reach - present : 0, false,
                       false, -1, ret);
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

/* The holder's first `bytes`, fewer than it has, leave. */
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
  __builtin_prefetch(&r->holders[c->oldest]); /* for the next time */
  return false;
}

tn_index tn_directory_enter(struct tn_residency *r, tn_index segment, int cache, tn_index holder,
                            size_t added, bool afresh, bool dirty, int filler,
                            struct tn_access *ret)
{
  struct tn_cache *c = &r->caches[cache];
  if (!holder) {
    const int buffer = r->segments[segment].buffer;
    holder = new_holder(r);
    r->holders[holder] = (struct tn_holder){ .cache = cache,
                                             .home = r->buffers[buffer].home,
                                             .is_piecemeal = buffer % r->n_bufs >= r->n_whole,
                                             .filler = filler,
                                             .serial = filler < 0 ? 0 : r->serial[filler] };
    link_segment(r, holder, segment);
  } else {
    unlink_use(r, holder);
  }
  struct tn_holder *h = &r->holders[holder];
  c->used -= h->bytes;
  if (afresh)
    h->bytes = h->dirty = 0;
  const size_t wanted = h->bytes + added, fits = wanted < c->capacity ? wanted : c->capacity;
  const size_t changed = h->dirty + added;
  h->bytes = fits;
  if (dirty) {
    h->dirty = changed < fits ? changed : fits;
    h->filler = -1;
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
  tn_index next;
  for (tn_index h = r->segments[segment].holders; h; h = next) {
    next = r->holders[h].next;
    if (r->holders[h].cache != a && r->holders[h].cache != b)
      free_holder(r, h);
  }
}
