#include "cache_entries.h"

#include <stdlib.h>
#include <string.h>

#include "base/grown.h"

void tn_entries_finish(struct tn_entries *e)
{
  for (int i = 0; i < e->n_chunks; i++)
    free(e->chunks[i].entries);
  free(e->chunks);
  *e = (struct tn_entries){ 0 };
}

/* Returns the index of the last chunk that begins at or before `off`, or 0 if none does. */
static int chunk_of(const struct tn_entries *e, size_t off)
{
  int low = 0, high = e->n_chunks;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (e->chunks[middle].first <= off)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Returns the index of the chunk's last entry that begins at or before `off`, or 0 if none does. */
static int entry_of(const struct tn_chunk *c, size_t off)
{
  int low = 0, high = c->n;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (c->entries[middle].off <= off)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Returns true if `at` is the end or the entry at `at` begins after `off`. */
static bool is_behind(const struct tn_entries *e, struct tn_position at, size_t off)
{
  return at.chunk >= e->n_chunks || e->chunks[at.chunk].entries[at.index].off > off;
}

static struct tn_position entries_before(const struct tn_entries *e, struct tn_position at)
{
  if (at.index > 0)
    return (struct tn_position){ at.chunk, at.index - 1 };
  return (struct tn_position){ at.chunk - 1, e->chunks[at.chunk - 1].n - 1 };
}

/* Finds the last entry that begins at or before `off`; does not change `recent`. */
static struct tn_position entries_find(const struct tn_entries *e, size_t off)
{
  /* Most accesses are to the entry found last or its neighbours. */
  struct tn_position at = e->recent;
  const bool is_there = at.chunk < e->n_chunks && at.index < e->chunks[at.chunk].n;
  if (is_there && !is_behind(e, at, off)) {
    const struct tn_position next = tn_entries_next(e, at);
    if (is_behind(e, next, off))
      return at;
    if (is_behind(e, tn_entries_next(e, next), off))
      return next;
  } else if (is_there && at.chunk + at.index > 0) {
    at = entries_before(e, at);
    if (!is_behind(e, at, off))
      return at;
  }
  at = (struct tn_position){ 0, 0 };
  if (e->n_chunks > 0) {
    at.chunk = chunk_of(e, off);
    at.index = entry_of(&e->chunks[at.chunk], off);
  }
  return at;
}

struct tn_position tn_entries_find(struct tn_entries *e, size_t off)
{
  e->recent = entries_find(e, off);
  if (e->n_chunks > 0) {
    e->place = tn_entries_at(e, e->recent);
    e->n_near = e->chunks[e->recent.chunk].n;
    e->last = *e->place;
  }
  return e->recent;
}

/* Walks from the entry found last to its neighbours without a read of the chunk: a search in a
 * buffer that has long been idle touches few cache lines. */
const struct tn_entry *tn_entries_near(struct tn_entries *e, size_t off)
{
  enum { MOST = 8 };
  for (int i = 0; i < MOST && e->last.n > 0; i++) {
    const bool is_before = off < e->last.off;
    if (!is_before && off < tn_entry_off(&e->last, e->last.n))
      return &e->last;
    const int next = e->recent.index + (is_before ? -1 : 1);
    if (next < 0 || next >= e->n_near)
      return NULL;
    e->recent.index = next;
    e->place += is_before ? -1 : 1;
    e->last = *e->place;
  }
  return NULL;
}

static void insert_chunk(struct tn_entries *e, int at)
{
  const size_t n = (size_t)e->n_chunks;
  if ((n & (n - 1)) == 0) /* the array is full if n is 0 or a power of 2 */
    e->chunks = tn_grown(e->chunks, n > 0 ? 2 * n : 1, sizeof *e->chunks);
  memmove(e->chunks + at + 1, e->chunks + at, sizeof *e->chunks * (size_t)(e->n_chunks - at));
  e->n_chunks++;
  e->chunks[at] = (struct tn_chunk){ 0 };
}

static void make_room(struct tn_chunk *c, int n)
{
  if (n <= c->room)
    return;
  c->room = c->room ? c->room : 4;
  while (c->room < n)
    c->room *= 2;
  c->entries = tn_grown(c->entries, (size_t)c->room, sizeof *c->entries);
}

/* Moves the second half of the full chunk at->chunk to a new chunk. If the caller appends at the
 * end, the old chunk stays full. Updates *at to the new position of the entry at *at. */
static void halve(struct tn_entries *e, struct tn_position *at)
{
  insert_chunk(e, at->chunk + 1);
  struct tn_chunk *old = &e->chunks[at->chunk], *half = old + 1;
  const int kept = at->index >= old->n - 1 ? at->index : old->n / 2;
  half->n = old->n - kept;
  make_room(half, half->n + 1);
  memcpy(half->entries, old->entries + kept, sizeof *old->entries * (size_t)half->n);
  half->first = half->n > 0 ? half->entries[0].off : SIZE_MAX;
  old->n = kept;
  if (at->index >= kept)
    *at = (struct tn_position){ at->chunk + 1, at->index - kept };
}

void tn_entries_insert(struct tn_entries *e, struct tn_position *at, struct tn_entry entry)
{
  enum { MOST = 64 }; /* largest number of entries of a chunk */
  if (e->n_chunks == 0)
    insert_chunk(e, 0);
  else if (at->chunk == e->n_chunks)
    *at = (struct tn_position){ at->chunk - 1, e->chunks[at->chunk - 1].n };
  if (e->chunks[at->chunk].n == MOST)
    halve(e, at);
  struct tn_chunk *c = &e->chunks[at->chunk];
  make_room(c, c->n + 1);
  memmove(c->entries + at->index + 1, c->entries + at->index,
          sizeof *c->entries * (size_t)(c->n - at->index));
  c->n++;
  tn_entries_set(e, *at, entry);
}

void tn_entries_set(struct tn_entries *e, struct tn_position at, struct tn_entry entry)
{
  struct tn_chunk *c = &e->chunks[at.chunk];
  c->entries[at.index] = entry;
  c->first = c->entries[0].off;
  e->last.n = 0;
}

void tn_entries_remove(struct tn_entries *e, struct tn_position at)
{
  struct tn_chunk *c = &e->chunks[at.chunk];
  e->last.n = 0;
  c->n--;
  memmove(c->entries + at.index, c->entries + at.index + 1,
          sizeof *c->entries * (size_t)(c->n - at.index));
  if (c->n > 0) {
    c->first = c->entries[0].off;
    return;
  }
  free(c->entries);
  e->n_chunks--;
  memmove(c, c + 1, sizeof *c * (size_t)(e->n_chunks - at.chunk));
}

struct tn_entry tn_entry_rest(struct tn_entry entry, unsigned i)
{
  entry.first = tn_entry_segment(&entry, i);
  entry.off = tn_entry_off(&entry, i);
  entry.n -= i;
  return entry;
}

/* Appends b to a and returns true if its segments continue those of a. */
static bool entries_append(struct tn_entry *a, const struct tn_entry *b)
{
  const tn_index last = tn_entry_segment(a, a->n - 1);
  const bool descends = b->first + 1 == last;
  if (a->len != b->len || tn_entry_off(a, a->n) != b->off || !(descends || b->first == last + 1) ||
      (a->n > 1 && a->descends != descends) || (b->n > 1 && b->descends != descends))
    return false;
  a->n += b->n;
  a->descends = descends;
  return true;
}

void tn_entries_join(struct tn_entries *e, size_t off)
{
  struct tn_position at = tn_entries_find(e, off);
  const struct tn_position next = tn_entries_next(e, at);
  if (next.chunk < e->n_chunks && entries_append(tn_entries_at(e, at), tn_entries_at(e, next)))
    tn_entries_remove(e, next);
  if (at.chunk + at.index > 0 &&
      entries_append(tn_entries_at(e, entries_before(e, at)), tn_entries_at(e, at)))
    tn_entries_remove(e, at);
}

struct tn_position tn_entries_isolate(struct tn_entries *e, struct tn_position at, unsigned i)
{
  struct tn_entry head = *tn_entries_at(e, at), own = tn_entry_rest(head, i);
  if (i > 0) {
    head.n = i;
    tn_entries_set(e, at, own);
    tn_entries_insert(e, &at, head);
    at = tn_entries_next(e, at);
  }
  if (own.n > 1) {
    tn_entries_set(e, at, tn_entry_rest(own, 1));
    own.n = 1;
    tn_entries_insert(e, &at, own);
  }
  return at;
}
