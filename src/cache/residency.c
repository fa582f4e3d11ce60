#include "residency.h"

#include <string.h>

#include "base/grown.h"
#include "directory.h"

static int count(const int *ids, int n)
{
  int most = -1;
  for (int i = 0; i < n; i++)
    most = ids[i] > most ? ids[i] : most;
  return most + 1;
}

/* Cores of an LLC are counted in the order of their ranks; from the 65th on they share bits. */
static void name_cores(struct tn_residency *r, const int *llc)
{
  const int n_cores = count(r->core, r->n_ranks);
  int *index = tn_zeros((size_t)n_cores, sizeof *index);
  int *n = tn_zeros((size_t)r->n_llcs, sizeof *n);
  for (int i = 0; i < r->n_ranks; i++) {
    if (!index[r->core[i]])
      index[r->core[i]] = ++n[llc[i]];
    r->bit[i] = (uint64_t)1 << (index[r->core[i]] - 1) % 64;
  }
  free(index);
  free(n);
}

struct tn_residency *tn_residency_new(const struct tn_residency_layout *l)
{
  struct tn_residency *r = tn_zeros(1, sizeof *r);
  r->n_ranks = l->n_ranks;
  r->n_bufs = l->n_bufs;
  r->n_whole = l->n_bufs - l->n_piecemeal;
  r->llc_share = l->llc_share;
  r->core = l->core;
  r->counts_remote = l->counts_remote;
  r->dirty_only = l->dirty_only;
  r->n_llcs = count(l->llc, l->n_ranks);
  r->first_side = r->n_llcs + (l->l2_size > 0 ? count(l->core, l->n_ranks) : 0);
  r->n_caches = r->first_side + (l->side_size > 0 ? count(l->numa, l->n_ranks) : 0);
  r->caches = tn_zeros((size_t)r->n_caches, sizeof *r->caches);
  r->place = tn_zeros((size_t)r->n_llcs, sizeof *r->place);
  r->llc = tn_zeros((size_t)r->n_ranks, sizeof *r->llc);
  r->l2 = tn_zeros((size_t)r->n_ranks, sizeof *r->l2);
  r->bit = tn_zeros((size_t)r->n_ranks, sizeof *r->bit);
  r->moved = tn_zeros((size_t)count(l->core, l->n_ranks), sizeof *r->moved);
  name_cores(r, l->llc);
  r->buffers = tn_zeros((size_t)r->n_ranks * (size_t)r->n_bufs, sizeof *r->buffers);
  r->serial = tn_zeros((size_t)l->n_fillers, sizeof *r->serial);
  for (int i = r->first_side; i < r->n_caches; i++)
    r->caches[i] = (struct tn_cache){ .capacity = l->side_size, .llc = -1 };
  for (int i = 0; i < r->n_ranks; i++) {
    r->llc[i] = l->llc[i];
    r->l2[i] = l->l2_size > 0 ? r->n_llcs + l->core[i] : -1;
    r->place[l->llc[i]] = (struct tn_llc_place){ l->numa[i], l->package[i] };
    r->caches[l->llc[i]] = (struct tn_cache){ .capacity = l->llc_size, .llc = l->llc[i] };
    if (r->l2[i] >= 0)
      r->caches[r->l2[i]] = (struct tn_cache){ .capacity = l->l2_size, .llc = l->llc[i] };
    for (int b = 0; b < r->n_bufs; b++)
      r->buffers[i * r->n_bufs + b].home = l->numa[i];
  }
  return r;
}

void tn_residency_free(struct tn_residency *r)
{
  if (!r)
    return;
  for (int i = 0; i < r->n_ranks * r->n_bufs; i++) {
    tn_entries_finish(&r->buffers[i].entries);
    free(r->buffers[i].known);
  }
  free(r->segments);
  free(r->holders);
  free(r->serial);
  free(r->buffers);
  free(r->l2);
  free(r->bit);
  free(r->moved);
  free(r->llc);
  free(r->place);
  free(r->caches);
  free(r);
}

static bool is_filling(const struct tn_residency *r, const struct tn_holder *h)
{
  return h->filler >= 0 && r->serial[h->filler] == h->serial;
}

/* How far another cache is: 0 under the same LLC, then domain, package, node. */
static int steps(const struct tn_residency *r, int from, int to)
{
  const struct tn_llc_place *a = &r->place[from], *b = &r->place[to];
  return from == to ? 0 : a->package != b->package ? 3 : a->numa != b->numa ? 2 : 1;
}

/* Whether the holder is a core's cache, none of rank `by`, that has all of its bytes and hands them
 * over. */
static bool is_supplier(const struct tn_residency *r, const struct tn_holder *h, int by)
{
  return h->cache < r->first_side && h->cache != r->llc[by] && h->cache != r->l2[by] &&
         !is_filling(r, h) && (!r->dirty_only || h->dirty > 0);
}

/* The nearest such holder; of equally near ones the one with most. */
static tn_index nearest(const struct tn_residency *r, tn_index segment, int by)
{
  tn_index best = 0;
  int best_steps = 0;
  for (tn_index i = r->segments[segment].holders; i; i = r->holders[i].next) {
    const struct tn_holder *h = &r->holders[i];
    if (!is_supplier(r, h, by))
      continue;
    const int far = steps(r, r->llc[by], r->caches[h->cache].llc);
    if (!best || far < best_steps || (far == best_steps && h->bytes > r->holders[best].bytes)) {
      best = i;
      best_steps = far;
    }
  }
  return best;
}

/* Bytes of its segment that the holder still has when an access in order gets there; it becomes 0
 * when that are none. */
static size_t reached(struct tn_residency *r, tn_index *holder, struct tn_access *ret)
{
  if (!*holder)
    return 0;
  const struct tn_holder *h = &r->holders[*holder];
  const size_t missing = r->segments[h->segment].len - h->bytes;
  if (missing > 0 && tn_directory_evict(r, h->cache, missing, *holder, ret))
    *holder = 0;
  return *holder ? r->holders[*holder].bytes : 0;
}

static double at_most(double bytes, double limit)
{
  return bytes < 0.0 ? 0.0 : bytes < limit ? bytes : limit;
}

/* How many of the segment's first `rest` bytes the cache before its memory has; it takes in the
 * others when they are read. */
static double beside_memory(struct tn_residency *r, tn_index segment, double rest, bool is_read,
                            struct tn_access *ret)
{
  const int side = r->first_side + r->buffers[r->segments[segment].buffer].home;
  if (side >= r->n_caches || rest <= 0.0)
    return 0.0;
  tn_index holder = tn_directory_holder(r, segment, side);
  const size_t len = r->segments[segment].len, present = reached(r, &holder, ret);
  if (is_read)
    tn_directory_enter(r, segment, side, holder, len - present, false, false, -1, ret);
  return at_most(rest - (double)(len - present), rest);
}

static struct tn_supply supply(int place, double bytes, double share_moved)
{
  return (struct tn_supply){ place, bytes, bytes * share_moved };
}

static void add_supply(struct tn_supply *s, struct tn_supply more)
{
  s->place = more.place;
  s->bytes += more.bytes;
  s->moved += more.moved;
}

/* Bytes of the segment that L2s of other cores under the LLC of rank `by` hold; where L2s are not
 * followed, all: nothing is known to have left them. */
static size_t in_peers(const struct tn_residency *r, tn_index segment, int by)
{
  size_t most = 0;
  if (r->l2[by] < 0)
    return r->segments[segment].len;
  for (tn_index i = r->segments[segment].holders; i; i = r->holders[i].next) {
    const struct tn_holder *h = &r->holders[i];
    if (h->cache >= r->n_llcs && h->cache < r->first_side && h->cache != r->l2[by] &&
        r->caches[h->cache].llc == r->llc[by] && h->bytes > most)
      most = h->bytes;
  }
  return most;
}

/* Where the segment's bytes come from that the core's own caches, with in_l2 and in_llc of them,
 * do not have; `coming`: of these, how many its LLC is filling in. */
static void count_supply(struct tn_residency *r, tn_index segment, int by, size_t in_l2,
                         size_t in_llc, size_t coming, bool has_seen, bool is_read,
                         struct tn_access *ret)
{
  const double len = (double)r->segments[segment].len;
  const int home = r->buffers[r->segments[segment].buffer].home;
  const double own = (double)(in_l2 > in_llc ? in_l2 : in_llc);
  ret->l2 += (double)in_l2;
  ret->llc += own - (double)in_l2;
  if (!has_seen && own > (double)in_l2)
    ret->unseen += at_most((double)in_peers(r, segment, by) - (double)in_l2, own - (double)in_l2);
  double rest = len - own;
  if (rest <= 0.0)
    return;
  const double moved = 1.0 - r->llc_share * at_most((double)coming, rest) / rest;
  const tn_index holder = nearest(r, segment, by);
  if (holder) {
    const struct tn_holder *h = &r->holders[holder];
    const int llc = r->caches[h->cache].llc;
    const double bytes = at_most((double)(r->dirty_only ? h->dirty : h->bytes) - own, rest);
    if (llc == r->llc[by]) {
      ret->llc += bytes;
      ret->unseen += bytes;
    } else if (bytes > 0.0) {
      tn_supply_add(&ret->n_others, ret->other, llc, bytes, bytes * moved);
    }
    rest -= bytes;
  }
  const double beside = beside_memory(r, segment, rest, is_read, ret);
  add_supply(&ret->side, supply(home, beside, moved));
  add_supply(&ret->memory, supply(home, rest - beside, moved));
}

static bool is_remote(const struct tn_residency *r, int owner, int by)
{
  return r->place[r->llc[owner]].package != r->place[r->llc[by]].package;
}

static void count_remote(const struct tn_segment *s, struct tn_access *ret)
{
  ret->remote += (double)s->remote;
  if (s->reader > 0)
    ret->lone += (double)s->remote;
}

/* A core on another package than the home's reads all of the segment. */
static void leave(struct tn_residency *r, tn_index segment, int by)
{
  struct tn_segment *s = &r->segments[segment];
  const int reader = r->core[by] + 1;
  s->remote = s->len;
  s->reader = s->reader == 0 || s->reader == reader ? reader : -1;
}

/* Whether the core of rank `by` has what the holder, its LLC's or 0, holds. */
static bool has_seen(const struct tn_residency *r, tn_index holder, int by)
{
  return holder && (r->holders[holder].seen & r->bit[by]);
}

static void read_segment(struct tn_residency *r, tn_index segment, int by, int filler, bool leaves,
                         struct tn_access *ret)
{
  const size_t len = r->segments[segment].len;
  count_remote(&r->segments[segment], ret);
  if (leaves)
    leave(r, segment, by);
  struct tn_own own = tn_directory_own(r, segment, r->llc[by], r->l2[by]);
  const size_t in_l2 = reached(r, &own.l2, ret), present = reached(r, &own.llc, ret);
  const bool coming =
      own.llc && r->holders[own.llc].filler != filler && is_filling(r, &r->holders[own.llc]);
  count_supply(r, segment, by, in_l2, coming ? 0 : present, coming ? present : 0,
               has_seen(r, own.llc, by), true, ret);
  own.llc =
      tn_directory_enter(r, segment, r->llc[by], own.llc, len - present, false, false, filler, ret);
  if (own.llc)
    r->holders[own.llc].seen |= r->bit[by];
  if (r->l2[by] >= 0)
    tn_directory_enter(r, segment, r->l2[by], own.l2, len - in_l2, false, false, filler, ret);
}

/* Of the places only so many are set as there are. */
static void begin(struct tn_access *a, const struct tn_buffer *buffer)
{
  a->l2 = a->llc = a->unseen = a->remote = a->lone = 0.0;
  a->n_others = a->n_back = 0;
  a->side = a->memory = (struct tn_supply){ .place = buffer->home };
}

void tn_residency_read(struct tn_residency *r, struct tn_extent at, int by, int filler,
                       struct tn_access *ret)
{
  const int buffer = at.rank * r->n_bufs + at.buf;
  const size_t end = at.off + at.len;
  const tn_index known = tn_directory_known(r, buffer, at.off, at.len);
  const bool leaves = r->counts_remote && is_remote(r, at.rank, by);
  begin(ret, &r->buffers[buffer]);
  r->moved[r->core[by]] += at.len;
  if (known) {
    read_segment(r, known, by, filler, leaves, ret);
    return;
  }
  struct tn_position i = tn_directory_find(r, &r->buffers[buffer], at.off);
  for (size_t off = at.off; off < end; i = tn_entries_next(&r->buffers[buffer].entries, i)) {
    const tn_index segment = tn_directory_cut(r, buffer, &i, off, end);
    read_segment(r, segment, by, filler, leaves, ret);
    off += r->segments[segment].len;
  }
}

static void write_part(struct tn_residency *r, tn_index part, tn_index whole, int by,
                       struct tn_access *ret)
{
  const int llc = r->llc[by], l2 = r->l2[by];
  const size_t len = r->segments[part].len;
  count_remote(&r->segments[part], ret);
  struct tn_own own = tn_directory_own(r, part, llc, l2);
  const size_t in_l2 = reached(r, &own.l2, ret), in_llc = reached(r, &own.llc, ret);
  count_supply(r, part, by, in_l2, in_llc, 0, has_seen(r, own.llc, by), false, ret);
  if (part == whole) {
    tn_directory_drop(r, part, llc, l2);
  } else {
    tn_directory_drop(r, part, -1, -1);
    own = tn_directory_own(r, whole, llc, l2);
  }
  own.llc = tn_directory_enter(r, whole, llc, own.llc, len, part == whole, true, -1, ret);
  if (own.llc)
    r->holders[own.llc].seen = r->bit[by];
  if (l2 >= 0)
    tn_directory_enter(r, whole, l2, own.l2, len, part == whole, false, -1, ret);
}

/* Each part of the span loses its holders in turn, and the first, which is returned, grows over it
 * in the writer's caches. */
static tn_index write_parts(struct tn_residency *r, int buffer, size_t from, size_t end, int by,
                            struct tn_access *ret)
{
  struct tn_position i = tn_directory_find(r, &r->buffers[buffer], from);
  tn_index whole = 0;
  size_t whole_end = end;
  for (size_t off = from; off < end; i = tn_entries_next(&r->buffers[buffer].entries, i)) {
    const tn_index part = tn_directory_cut(r, buffer, &i, off, end);
    off += r->segments[part].len;
    if (!whole) {
      whole = part;
      whole_end = off;
    }
    write_part(r, part, whole, by, ret);
    if (part != whole) {
      r->segments[whole].len += r->segments[part].len;
      r->segments[whole].remote += r->segments[part].remote;
      if (r->segments[whole].reader != r->segments[part].reader)
        r->segments[whole].reader = -1;
    }
  }
  while (whole_end < end)
    whole_end += tn_directory_remove(r, buffer, whole_end);
  return whole;
}

void tn_residency_write(struct tn_residency *r, struct tn_extent at, int by, struct tn_access *ret)
{
  const int buffer = at.rank * r->n_bufs + at.buf;
  tn_index whole = tn_directory_known(r, buffer, at.off, at.len);
  begin(ret, &r->buffers[buffer]);
  r->moved[r->core[by]] += at.len;
  if (whole)
    write_part(r, whole, whole, by, ret);
  else
    whole = write_parts(r, buffer, at.off, at.off + at.len, by, ret);
  /* A directory keeps in mind what has left for another package, however often the home's package
   * writes it: the next reader there is expected. */
  if (whole && is_remote(r, at.rank, by))
    r->segments[whole].remote = r->segments[whole].reader = 0;
}

/* What a walk over the segments of an extent is after; `farthest` and `llc`: of the LLC farthest
 * from rank `by` so far; `kept`: bytes that the caches of `by` hold as well. */
struct walk {
  int by, farthest, llc;
  double kept;
};

/* Of a segment's part of `len` bytes. */
static double shared_part(const struct tn_residency *r, tn_index segment, size_t len,
                          struct walk *walk)
{
  const int by = walk->by;
  const struct tn_segment *s = &r->segments[segment];
  for (tn_index h = s->holders; h; h = r->holders[h].next) {
    const struct tn_holder *holder = &r->holders[h];
    if (holder->cache == r->llc[by] && (holder->seen & ~r->bit[by])) {
      const size_t peers = in_peers(r, segment, by);
      const size_t bytes = peers < holder->bytes ? peers : holder->bytes;
      return (double)len * (double)bytes / (double)s->len;
    }
  }
  return 0.0;
}

/* Bytes of the entry's segment within the extent. */
static size_t part_of(const struct tn_residency *r, const struct tn_entry *e, struct tn_extent at)
{
  const size_t from = e->off > at.off ? e->off : at.off, end = at.off + at.len;
  const size_t last = e->off + r->segments[e->segment].len, to = last < end ? last : end;
  return to > from ? to - from : 0;
}

/* Of a segment's part of `len` bytes. */
static double part_elsewhere(const struct tn_residency *r, tn_index segment, size_t len,
                             struct walk *walk)
{
  const struct tn_segment *s = &r->segments[segment];
  size_t most = 0, own = 0;
  for (tn_index i = s->holders; i; i = r->holders[i].next) {
    const struct tn_holder *h = &r->holders[i];
    const int llc = r->caches[h->cache].llc;
    const int far = h->cache < r->first_side ? steps(r, r->llc[walk->by], llc) : 0;
    if (far > 0 && h->bytes > most)
      most = h->bytes;
    if ((h->cache == r->llc[walk->by] || h->cache == r->l2[walk->by]) && h->bytes > own)
      own = h->bytes;
    if (far > walk->farthest) {
      walk->farthest = far;
      walk->llc = llc;
    }
  }
  walk->kept += (double)len * (double)(own < most ? own : most) / (double)s->len;
  return most == s->len ? (double)len : (double)len * (double)most / (double)s->len;
}

static double sum_parts(const struct tn_residency *r, struct tn_extent at, struct walk *walk,
                        double (*part)(const struct tn_residency *r, tn_index segment, size_t len,
                                       struct walk *walk))
{
  const int buffer = at.rank * r->n_bufs + at.buf;
  const tn_index known = tn_directory_known(r, buffer, at.off, at.len);
  if (known)
    return part(r, known, at.len, walk);
  struct tn_buffer *b = &r->buffers[buffer];
  struct tn_position i = tn_directory_find(r, b, at.off);
  double bytes = 0.0;
  for (const struct tn_entry *e; (e = tn_entries_at(&b->entries, i)) && e->off < at.off + at.len;
       i = tn_entries_next(&b->entries, i))
    bytes += part(r, e->segment, part_of(r, e, at), walk);
  return bytes;
}

double tn_residency_shared(const struct tn_residency *r, struct tn_extent at, int by)
{
  return sum_parts(r, at, &(struct walk){ .by = by }, shared_part);
}

double tn_residency_elsewhere(const struct tn_residency *r, struct tn_extent at, int by,
                              double *ret_kept, int *ret_llc)
{
  struct walk walk = { by, 0, -1, 0.0 };
  const double bytes = sum_parts(r, at, &walk, part_elsewhere);
  *ret_kept = walk.kept;
  *ret_llc = walk.llc;
  return bytes;
}

size_t tn_residency_moved(const struct tn_residency *r, int by)
{
  return r->moved[r->core[by]];
}

void tn_residency_filled(struct tn_residency *r, int filler)
{
  r->serial[filler]++;
}

void tn_residency_flush(struct tn_residency *r)
{
  for (int i = 0; i < r->n_ranks; i++) {
    r->moved[r->core[i]] += r->caches[r->llc[i]].capacity;
    for (int b = 0; b < r->n_bufs; b++)
      tn_residency_forget(r, i, b);
  }
}

void tn_residency_drop(struct tn_residency *r, struct tn_extent at)
{
  const int buffer = at.rank * r->n_bufs + at.buf;
  struct tn_buffer *b = &r->buffers[buffer];
  const size_t end = at.off + at.len;
  struct tn_position i = tn_directory_find(r, b, at.off);
  for (size_t off = at.off; off < end; i = tn_entries_next(&b->entries, i)) {
    const tn_index part = tn_directory_cut(r, buffer, &i, off, end);
    tn_directory_drop(r, part, -1, -1);
    off += r->segments[part].len;
  }
  for (size_t off = at.off; off < end;)
    off += tn_directory_remove(r, buffer, off);
}

void tn_residency_forget(struct tn_residency *r, int rank, int buf)
{
  const int buffer = rank * r->n_bufs + buf;
  const struct tn_buffer *b = &r->buffers[buffer];
  struct tn_position i = { 0, 0 };
  for (const struct tn_entry *e; (e = tn_entries_at(&b->entries, i));
       i = tn_entries_next(&b->entries, i))
    tn_directory_drop(r, e->segment, -1, -1);
  tn_directory_clear(r, buffer);
}

struct tn_llc_place tn_residency_llc(const struct tn_residency *r, int llc)
{
  return r->place[llc];
}

size_t tn_residency_held(const struct tn_residency *r, int llc)
{
  return r->caches[llc].used;
}
