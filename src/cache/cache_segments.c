#include "base/grown.h"
#include "directory.h"

/* Unused segments of a buffer form ranges in the pool. Unused segments have no holders, so
 * r->segments stores other values for them: for the first segment of a range the first segment of
 * the next range, and for the second segment the length of the range. LONE marks a range of one
 * segment. */
#define LONE ((tn_index)1 << 31)

static void segments_put_range(struct tn_residency *r, struct tn_buffer *b, tn_index first,
                               tn_index n, tn_index next)
{
  if (n == 0) {
    b->unused = next;
    return;
  }
  r->segments[first] = n == 1 ? next | LONE : next;
  if (n > 1)
    r->segments[first + 1] = n;
  b->unused = first;
}

/* Adds a block of unused segments for the buffer. */
static void segments_add_block(struct tn_residency *r, int buffer)
{
  const tn_index first = r->n_segments ? r->n_segments : TN_BLOCK; /* block 0 is unused */
  const int rank = buffer / r->n_bufs;
  r->n_segments = first + TN_BLOCK;
  if (r->n_segments > r->segment_room) {
    r->segment_room = r->segment_room ? 2 * r->segment_room : 256;
    r->segments = tn_grown(r->segments, r->segment_room, sizeof *r->segments);
    r->blocks = tn_grown(r->blocks, r->segment_room / TN_BLOCK, sizeof *r->blocks);
    if (r->counts_remote)
      r->remote = tn_grown(r->remote, r->segment_room, sizeof *r->remote);
  }
  r->blocks[first / TN_BLOCK] =
      (struct tn_segment_block){ (unsigned)r->home[rank], buffer % r->n_bufs >= r->n_whole };
  segments_put_range(r, &r->buffers[buffer], first, TN_BLOCK, 0);
}

/* Takes an unused segment of the buffer, in the order of creation, which is mostly that of use. */
static tn_index segments_new(struct tn_residency *r, int buffer)
{
  struct tn_buffer *b = &r->buffers[buffer];
  if (!b->unused)
    segments_add_block(r, buffer);
  const tn_index segment = b->unused, next = r->segments[segment];
  const tn_index n = next & LONE ? 1 : r->segments[segment + 1];
  segments_put_range(r, b, segment + 1, n - 1, next & ~LONE);
  r->segments[segment] = 0;
  if (r->remote)
    r->remote[segment] = (struct tn_remote){ 0, 0 };
  return segment;
}

/* Makes the entry's first n segments an unused range. */
static void segments_free(struct tn_residency *r, struct tn_buffer *b, const struct tn_entry *e,
                          unsigned n)
{
  segments_put_range(r, b, e->descends ? tn_entry_segment(e, n - 1) : e->first, n, b->unused);
}

/* Finds the first segment that ends after `off`: segment *ret_i of the entry at *ret_at. Returns
 * false if there is none. */
static bool segments_locate(struct tn_buffer *b, size_t off, struct tn_position *ret_at,
                            unsigned *ret_i)
{
  struct tn_position at = tn_entries_find(&b->entries, off);
  const struct tn_entry *e = tn_entries_at(&b->entries, at);
  *ret_i = 0;
  if (e && e->off < off) {
    const size_t i = tn_entry_number(e, off);
    if (i < e->n)
      *ret_i = (unsigned)i;
    else
      e = tn_entries_at(&b->entries, at = tn_entries_next(&b->entries, at));
  }
  *ret_at = at;
  return e;
}

bool tn_directory_find(const struct tn_residency *r, int buffer, size_t off,
                       struct tn_run_of_segments *ret, size_t *ret_off)
{
  struct tn_buffer *b = &r->buffers[buffer];
  const struct tn_entry *e = tn_entries_near(&b->entries, off);
  struct tn_position at;
  unsigned i;
  if (e) {
    i = (unsigned)tn_entry_number(e, off);
  } else {
    if (!segments_locate(b, off, &at, &i))
      return false;
    e = tn_entries_at(&b->entries, at);
  }
  *ret = (struct tn_run_of_segments){ tn_entry_segment(e, i), e->len };
  *ret_off = tn_entry_off(e, i);
  return true;
}

tn_index tn_directory_find_exact(const struct tn_residency *r, int buffer, size_t off, size_t len)
{
  struct tn_run_of_segments part;
  size_t begin;
  return tn_directory_find(r, buffer, off, &part, &begin) && begin == off && part.len == len
             ? part.segment
             : 0;
}

/* Inserts a new segment before the entry at *at. *at becomes the position of the new entry. */
static tn_index segments_insert(struct tn_residency *r, int buffer, struct tn_position *at,
                                size_t off, size_t len)
{
  const struct tn_entry e = { .off = off, .len = len, .first = segments_new(r, buffer), .n = 1 };
  tn_entries_insert(&r->buffers[buffer].entries, at, e);
  return e.first;
}

/* Splits the entry at *at, which has one segment, at `off`. Returns the first part, whose position
 * is then *at. */
static tn_index segments_split(struct tn_residency *r, int buffer, struct tn_position *at,
                               size_t off)
{
  struct tn_entries *entries = &r->buffers[buffer].entries;
  struct tn_entry e = *tn_entries_at(entries, *at);
  const tn_index tail = e.first;
  const size_t begin = e.off, len = e.len, tail_len = begin + len - off;
  e.off = off;
  e.len = tail_len;
  tn_entries_set(entries, *at, e);
  const tn_index head = segments_insert(r, buffer, at, begin, off - begin);
  if (r->remote) {
    struct tn_remote *whole = &r->remote[tail];
    /* The positions of remote bytes in a segment are not recorded: both parts get their share by
     * length. */
    const size_t bytes = (size_t)((double)whole->bytes * (double)(off - begin) / (double)len);
    r->remote[head] = (struct tn_remote){ bytes, whole->reader };
    whole->bytes -= bytes;
  }
  tn_directory_share(r, tail, head, tail_len);
  return head;
}

struct tn_run_of_segments tn_directory_cut(struct tn_residency *r, int buffer, size_t from,
                                           size_t to)
{
  struct tn_entries *entries = &r->buffers[buffer].entries;
  struct tn_position at;
  unsigned i;
  const bool is_there = segments_locate(&r->buffers[buffer], from, &at, &i);
  struct tn_entry e = is_there ? *tn_entries_at(entries, at) : (struct tn_entry){ .off = to };
  const size_t begin = tn_entry_off(&e, i), end = begin + e.len;
  struct tn_run_of_segments part = { tn_entry_segment(&e, i), e.len };
  if (begin > from || !is_there) {
    part.len = (begin < to ? begin : to) - from;
    part.segment = segments_insert(r, buffer, &at, from, part.len);
  } else if (begin < from || end > to) {
    at = tn_entries_isolate(entries, at, i);
    part.len = (end < to ? end : to) - from;
    if (begin < from) {
      segments_split(r, buffer, &at, from);
      at = tn_entries_next(entries, at);
    }
    if (end > to)
      part.segment = segments_split(r, buffer, &at, to);
  } else {
    return part;
  }
  tn_entries_join(entries, from);
  return part;
}

void tn_directory_remove(struct tn_residency *r, int buffer, size_t from, size_t to)
{
  struct tn_buffer *b = &r->buffers[buffer];
  while (from < to) {
    struct tn_position at;
    unsigned i;
    segments_locate(b, from, &at, &i);
    struct tn_entry e = *tn_entries_at(&b->entries, at), gone = i > 0 ? tn_entry_rest(e, i) : e;
    const size_t most = (to - from) / e.len;
    const unsigned n = gone.n < most ? gone.n : (unsigned)most;
    from += n * e.len;
    segments_free(r, b, &gone, n);
    if (n < gone.n)
      tn_entries_set(&b->entries, at, tn_entry_rest(gone, n));
    else if (i == 0)
      tn_entries_remove(&b->entries, at);
    e.n = i;
    if (i > 0 && n < gone.n)
      tn_entries_insert(&b->entries, &at, e);
    else if (i > 0)
      tn_entries_set(&b->entries, at, e);
  }
}

void tn_directory_merge(struct tn_residency *r, int buffer, size_t from, size_t to)
{
  struct tn_buffer *b = &r->buffers[buffer];
  struct tn_position at;
  unsigned i;
  segments_locate(b, from, &at, &i);
  at = tn_entries_isolate(&b->entries, at, i);
  struct tn_entry whole = *tn_entries_at(&b->entries, at);
  struct tn_run_of_segments part;
  size_t begin = from + whole.len;
  for (; r->remote && begin < to; begin += part.len) {
    struct tn_remote *sum = &r->remote[whole.first];
    tn_directory_find(r, buffer, begin, &part, &begin);
    sum->bytes += r->remote[part.segment].bytes;
    if (sum->reader != r->remote[part.segment].reader)
      sum->reader = -1;
  }
  tn_directory_remove(r, buffer, from + whole.len, to);
  whole.len = to - from;
  tn_entries_set(&b->entries, tn_entries_find(&b->entries, from), whole);
  tn_entries_join(&b->entries, from);
}

void tn_directory_clear(struct tn_residency *r, int buffer)
{
  struct tn_buffer *b = &r->buffers[buffer];
  struct tn_position at = { 0, 0 };
  for (const struct tn_entry *e; (e = tn_entries_at(&b->entries, at));
       at = tn_entries_next(&b->entries, at)) {
    for (unsigned i = 0; i < e->n; i++)
      tn_directory_drop(r, tn_entry_segment(e, i), -1, -1);
    segments_free(r, b, e, e->n);
  }
  tn_entries_finish(&b->entries);
}
