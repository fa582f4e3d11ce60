#include "residency.h"

#include <assert.h>
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

/* Assigns a bit to each core of an LLC, in the order of ranks; bits are reused after 64 cores. */
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

static size_t residency_capacity(size_t size)
{
  return size < TN_MOST_HELD ? size : TN_MOST_HELD;
}

struct tn_residency *tn_residency_new(const struct tn_residency_layout *l)
{
  struct tn_residency *r = tn_zeros(1, sizeof *r);
  r->n_ranks = l->n_ranks;
  r->n_bufs = l->n_bufs;
  r->n_whole = l->n_bufs - l->n_piecemeal;
  r->llc_share = l->llc_share;
  r->core = l->core;
  r->home = l->numa;
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
  assert(r->n_caches < 1 << 21 && l->n_fillers < 1 << 22); /* sizes of the holder's bit fields */
  for (int i = r->first_side; i < r->n_caches; i++)
    r->caches[i] = (struct tn_cache){ .capacity = residency_capacity(l->side_size), .llc = -1 };
  for (int i = 0; i < r->n_ranks; i++) {
    r->llc[i] = l->llc[i];
    r->l2[i] = l->l2_size > 0 ? r->n_llcs + l->core[i] : -1;
    r->place[l->llc[i]] = (struct tn_llc_place){ l->numa[i], l->package[i] };
    r->caches[l->llc[i]] =
        (struct tn_cache){ .capacity = residency_capacity(l->llc_size), .llc = l->llc[i] };
    if (r->l2[i] >= 0)
      r->caches[r->l2[i]] =
          (struct tn_cache){ .capacity = residency_capacity(l->l2_size), .llc = l->llc[i] };
  }
  return r;
}

void tn_residency_free(struct tn_residency *r)
{
  if (!r)
    return;
  for (int i = 0; i < r->n_ranks * r->n_bufs; i++)
    tn_entries_finish(&r->buffers[i].entries);
  free(r->segments);
  free(r->remote);
  free(r->blocks);
  free(r->holders);
  free(r->seen);
  free(r->filled);
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

static bool is_filling(const struct tn_residency *r, tn_index holder)
{
  const unsigned filler = r->holders[holder].filler;
  return filler > 0 && r->serial[filler - 1] == r->filled[holder];
}

/* Returns the distance of two LLCs: 0 same LLC, 1 same domain, 2 same package, 3 other package. */
static int steps(const struct tn_residency *r, int from, int to)
{
  const struct tn_llc_place *a = &r->place[from], *b = &r->place[to];
  return from == to ? 0 : a->package != b->package ? 3 : a->numa != b->numa ? 2 : 1;
}

/* Returns true if the holder is a cache of another core, is completely filled and supplies its bytes. */
static bool is_supplier(const struct tn_residency *r, tn_index holder, int by)
{
  const struct tn_holder *h = &r->holders[holder];
  return h->cache < r->first_side && h->cache != r->llc[by] && h->cache != r->l2[by] &&
         !is_filling(r, holder) && (!r->dirty_only || h->dirty > 0);
}

/* Returns the nearest such holder; at equal distance the one with most bytes. */
static tn_index nearest(const struct tn_residency *r, tn_index segment, int by)
{
  tn_index best = 0;
  int best_steps = 0;
  for (tn_index i = r->segments[segment]; i; i = r->holders[i].next) {
    const struct tn_holder *h = &r->holders[i];
    if (!is_supplier(r, i, by))
      continue;
    const int far = steps(r, r->llc[by], r->caches[h->cache].llc);
    if (!best || far < best_steps || (far == best_steps && h->bytes > r->holders[best].bytes)) {
      best = i;
      best_steps = far;
    }
  }
  return best;
}

/* Returns the bytes of a segment of `len` bytes that the holder still has when a sequential access
 * reaches them. *holder becomes 0 if no byte remains. */
static size_t reached(struct tn_residency *r, tn_index *holder, size_t len, struct tn_access *ret)
{
  if (!*holder)
    return 0;
  const struct tn_holder *h = &r->holders[*holder];
  const size_t missing = len - h->bytes;
  if (missing > 0 && tn_directory_evict(r, h->cache, missing, *holder, ret))
    *holder = 0;
  return *holder ? r->holders[*holder].bytes : 0;
}

static double at_most(double bytes, double limit)
{
  return bytes < 0.0 ? 0.0 : bytes < limit ? bytes : limit;
}

/* Returns how many of the segment's first `rest` bytes are in the memory-side cache. A read adds
 * the others to it. */
static double in_side_cache(struct tn_residency *r, struct tn_run_of_segments part, double rest,
                            bool is_read, struct tn_access *ret)
{
  const int side = r->first_side + tn_directory_home(r, part.segment);
  if (side >= r->n_caches || rest <= 0.0)
    return 0.0;
  tn_index holder = tn_directory_holder(r, part.segment, side);
  const size_t missing = part.len - reached(r, &holder, part.len, ret);
  if (is_read)
    tn_directory_enter(r, part.segment, side, holder, missing, false, false, -1, ret);
  return at_most(rest - (double)missing, rest);
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

/* Returns the bytes of the segment in L2s of other cores under the LLC of rank `by`; all bytes if
 * L2s are not modelled. */
static size_t in_peers(const struct tn_residency *r, struct tn_run_of_segments part, int by)
{
  size_t most = 0;
  if (r->l2[by] < 0)
    return part.len;
  for (tn_index i = r->segments[part.segment]; i; i = r->holders[i].next) {
    const struct tn_holder *h = &r->holders[i];
    if (h->cache >= r->n_llcs && h->cache < r->first_side && h->cache != r->l2[by] &&
        r->caches[h->cache].llc == r->llc[by] && h->bytes > most)
      most = h->bytes;
  }
  return most;
}

/* Adds the places that supply the segment's bytes. The core's own caches have in_l2 and in_llc of
 * them; `coming` bytes are on the way to its LLC. */
static void count_supply(struct tn_residency *r, struct tn_run_of_segments part, int by,
                         size_t in_l2, size_t in_llc, size_t coming, bool has_seen, bool is_read,
                         struct tn_access *ret)
{
  const double len = (double)part.len;
  const double own = (double)(in_l2 > in_llc ? in_l2 : in_llc);
  ret->l2 += (double)in_l2;
  ret->llc += own - (double)in_l2;
  if (!has_seen && own > (double)in_l2)
    ret->unseen += at_most((double)in_peers(r, part, by) - (double)in_l2, own - (double)in_l2);
  double rest = len - own;
  if (rest <= 0.0)
    return;
  const double moved = 1.0 - r->llc_share * at_most((double)coming, rest) / rest;
  const int home = tn_directory_home(r, part.segment);
  const tn_index holder = nearest(r, part.segment, by);
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
  const double in_side = in_side_cache(r, part, rest, is_read, ret);
  add_supply(&ret->side, supply(home, in_side, moved));
  add_supply(&ret->memory, supply(home, rest - in_side, moved));
}

static bool is_remote(const struct tn_residency *r, int owner, int by)
{
  return r->place[r->llc[owner]].package != r->place[r->llc[by]].package;
}

static void count_remote(const struct tn_residency *r, tn_index segment, struct tn_access *ret)
{
  const struct tn_remote *remote = &r->remote[segment];
  ret->remote += (double)remote->bytes;
  if (remote->reader > 0)
    ret->lone += (double)remote->bytes;
}

/* Returns true if the core of rank `by` has accessed the bytes of `holder`, which is in its LLC or 0. */
static bool has_seen(const struct tn_residency *r, tn_index holder, int by)
{
  return holder && (r->seen[holder] & r->bit[by]);
}

static void read_part(struct tn_residency *r, struct tn_run_of_segments part, int by, int filler,
                      bool leaves, struct tn_access *ret)
{
  const tn_index segment = part.segment;
  const size_t len = part.len;
  if (r->remote)
    count_remote(r, segment, ret);
  if (leaves) {
    struct tn_remote *remote = &r->remote[part.segment];
    const int reader = r->core[by] + 1;
    *remote = (struct tn_remote){ part.len,
                                  remote->reader == 0 || remote->reader == reader ? reader : -1 };
  }
  struct tn_own own = tn_directory_own(r, segment, r->llc[by], r->l2[by]);
  const size_t in_l2 = reached(r, &own.l2, len, ret), present = reached(r, &own.llc, len, ret);
  const bool coming =
      own.llc && r->holders[own.llc].filler != (unsigned)filler + 1 && is_filling(r, own.llc);
  count_supply(r, part, by, in_l2, coming ? 0 : present, coming ? present : 0,
               has_seen(r, own.llc, by), true, ret);
  own.llc =
      tn_directory_enter(r, segment, r->llc[by], own.llc, len - present, false, false, filler, ret);
  if (own.llc)
    r->seen[own.llc] |= r->bit[by];
  if (r->l2[by] >= 0)
    tn_directory_enter(r, segment, r->l2[by], own.l2, len - in_l2, false, false, filler, ret);
}

/* Initialises the result; list entries are set when used. */
static void begin(struct tn_access *a, int home)
{
  a->l2 = a->llc = a->unseen = a->remote = a->lone = 0.0;
  a->n_others = a->n_back = 0;
  a->side = a->memory = (struct tn_supply){ .place = home };
}

void tn_residency_read(struct tn_residency *r, struct tn_extent at, int by, int filler,
                       struct tn_access *ret)
{
  const int buffer = at.rank * r->n_bufs + at.buf;
  const size_t end = at.off + at.len;
  const tn_index known = tn_directory_known(r, buffer, at.off, at.len);
  const bool leaves = r->counts_remote && is_remote(r, at.rank, by);
  begin(ret, r->home[at.rank]);
  r->moved[r->core[by]] += at.len;
  if (known) {
    read_part(r, (struct tn_run_of_segments){ known, at.len }, by, filler, leaves, ret);
    return;
  }
  struct tn_run_of_segments part;
  for (size_t off = at.off; off < end; off += part.len) {
    part = tn_directory_cut(r, buffer, off, end);
    read_part(r, part, by, filler, leaves, ret);
  }
}

static void write_part(struct tn_residency *r, struct tn_run_of_segments part, tn_index whole,
                       int by, struct tn_access *ret)
{
  const int llc = r->llc[by], l2 = r->l2[by];
  const bool is_whole = part.segment == whole;
  if (r->remote)
    count_remote(r, part.segment, ret);
  struct tn_own own = tn_directory_own(r, part.segment, llc, l2);
  const size_t in_l2 = reached(r, &own.l2, part.len, ret),
               in_llc = reached(r, &own.llc, part.len, ret);
  count_supply(r, part, by, in_l2, in_llc, 0, has_seen(r, own.llc, by), false, ret);
  if (is_whole) {
    tn_directory_drop(r, whole, llc, l2);
  } else {
    tn_directory_drop(r, part.segment, -1, -1);
    own = tn_directory_own(r, whole, llc, l2);
  }
  own.llc = tn_directory_enter(r, whole, llc, own.llc, part.len, is_whole, true, -1, ret);
  if (own.llc)
    r->seen[own.llc] = r->bit[by];
  if (l2 >= 0)
    tn_directory_enter(r, whole, l2, own.l2, part.len, is_whole, false, -1, ret);
}

/* Removes the holders of all parts of the span. The first part, which is returned, grows over the
 * span in the writer's caches. */
static tn_index write_parts(struct tn_residency *r, int buffer, size_t from, size_t end, int by,
                            struct tn_access *ret)
{
  tn_index whole = 0;
  struct tn_run_of_segments part = { 0 };
  for (size_t off = from; off < end; off += part.len) {
    part = tn_directory_cut(r, buffer, off, end);
    whole = whole ? whole : part.segment;
    write_part(r, part, whole, by, ret);
  }
  if (whole != part.segment)
    tn_directory_merge(r, buffer, from, end);
  return whole;
}

void tn_residency_write(struct tn_residency *r, struct tn_extent at, int by, struct tn_access *ret)
{
  const int buffer = at.rank * r->n_bufs + at.buf;
  tn_index whole = tn_directory_known(r, buffer, at.off, at.len);
  begin(ret, r->home[at.rank]);
  r->moved[r->core[by]] += at.len;
  if (whole)
    write_part(r, (struct tn_run_of_segments){ whole, at.len }, whole, by, ret);
  else
    whole = write_parts(r, buffer, at.off, at.off + at.len, by, ret);
  /* A directory remembers bytes that left for another package, even if the home's package writes
   * them again. Only a writer on another package clears that. */
  if (whole && r->remote && is_remote(r, at.rank, by))
    r->remote[whole] = (struct tn_remote){ 0, 0 };
}

/* State of a walk over an extent's segments: the LLC farthest from rank `by` so far, its distance
 * `farthest`, and the bytes `kept` that the caches of `by` hold, too. */
struct walk {
  int by, farthest, llc;
  double kept;
};

/* Returns how many of `len` bytes of a segment other cores of the LLC share. */
static double shared_part(const struct tn_residency *r, struct tn_run_of_segments part, size_t len,
                          struct walk *walk)
{
  const int by = walk->by;
  for (tn_index h = r->segments[part.segment]; h; h = r->holders[h].next) {
    const struct tn_holder *holder = &r->holders[h];
    if (holder->cache == r->llc[by] && (r->seen[h] & ~r->bit[by])) {
      const size_t peers = in_peers(r, part, by);
      const size_t bytes = peers < holder->bytes ? peers : holder->bytes;
      return (double)len * (double)bytes / (double)part.len;
    }
  }
  return 0.0;
}

/* Returns how many of `len` bytes of a segment caches under other LLCs hold. */
static double part_in_other_llcs(const struct tn_residency *r, struct tn_run_of_segments part,
                                 size_t len, struct walk *walk)
{
  size_t most = 0, own = 0;
  for (tn_index i = r->segments[part.segment]; i; i = r->holders[i].next) {
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
  walk->kept += (double)len * (double)(own < most ? own : most) / (double)part.len;
  return most == part.len ? (double)len : (double)len * (double)most / (double)part.len;
}

static double sum_parts(const struct tn_residency *r, struct tn_extent at, struct walk *walk,
                        double (*share)(const struct tn_residency *r,
                                        struct tn_run_of_segments part, size_t len,
                                        struct walk *walk))
{
  const int buffer = at.rank * r->n_bufs + at.buf;
  const size_t end = at.off + at.len;
  double bytes = 0.0;
  struct tn_run_of_segments part;
  size_t off, from = at.off;
  do {
    if (!tn_directory_find(r, buffer, from, &part, &off) || off >= end)
      break;
    const size_t first = off > at.off ? off : at.off;
    from = off + part.len;
    bytes += share(r, part, (from < end ? from : end) - first, walk);
  } while (from < end);
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
  const double bytes = sum_parts(r, at, &walk, part_in_other_llcs);
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
  const size_t end = at.off + at.len;
  struct tn_run_of_segments part;
  for (size_t off = at.off; off < end; off += part.len) {
    part = tn_directory_cut(r, buffer, off, end);
    tn_directory_drop(r, part.segment, -1, -1);
  }
  tn_directory_remove(r, buffer, at.off, end);
}

void tn_residency_forget(struct tn_residency *r, int rank, int buf)
{
  tn_directory_clear(r, rank * r->n_bufs + buf);
}

struct tn_llc_place tn_residency_llc(const struct tn_residency *r, int llc)
{
  return r->place[llc];
}

size_t tn_residency_held(const struct tn_residency *r, int llc)
{
  return r->caches[llc].used;
}
