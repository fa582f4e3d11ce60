#include "residency.h"

#include "directory.h"

static bool is_filling(const struct tn_residency *r, tn_index holder)
{
  const unsigned filler = r->holders[holder].filler;
  return filler > 0 && r->serial[filler - 1] == r->filled[holder];
}

/* Returns the distance of two LLCs: 0 same, 1 same domain, 2 same package, 3 other package. */
static int steps(const struct tn_residency *r, int from, int to)
{
  const struct tn_llc_place *a = &r->place[from], *b = &r->place[to];
  return from == to ? 0 : a->package != b->package ? 3 : a->numa != b->numa ? 2 : 1;
}

/* Returns true if the holder can supply the core of rank `by`: its cache is not one of the core's,
 * is completely filled and, with dirty_only, has dirty bytes of the segment. */
static bool is_supplier(const struct tn_residency *r, tn_index holder, int by)
{
  const struct tn_holder *h = &r->holders[holder];
  return h->cache < r->first_side && h->cache != r->llc[by] && h->cache != r->l2[by] &&
         !is_filling(r, holder) && (!r->dirty_only || h->dirty > 0);
}

/* Returns the nearest holder that is_supplier() accepts; of equally near ones, the holder with the
 * most bytes. 0: none. */
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

/* Returns how many bytes of a segment the holder still has when a sequential access reaches them:
 * the access first fetches the missing bytes, which may evict bytes of this holder. Sets *holder to
 * 0 if no byte remains. */
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
 * the missing bytes to it. */
static double in_side_cache(struct tn_residency *r, struct tn_run_of_segments part, double rest,
                            bool is_read, struct tn_access *ret)
{
  const int side = r->first_side + tn_directory_home(r, part.segment);
  if (side >= r->n_caches || rest <= 0.0)
    return 0.0;
  tn_index holder = tn_directory_holder(r, part.segment, side);
  const size_t missing = part.len - reached(r, &holder, part.len, ret);
  if (is_read)
    tn_directory_enter(r, part.segment, side, holder, tn_fill(missing, -1), ret);
  return at_most(rest - (double)missing, rest);
}

static void add_supply(struct tn_supply *s, double bytes, double share_moved)
{
  s->bytes += bytes;
  s->moved += bytes * share_moved;
}

/* Returns the bytes in other cores' L2s under the LLC of rank `by`, or all bytes if L2s are not
 * modelled. */
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

struct present {
  size_t l2, llc;
  size_t coming; /* bytes that another read is fetching into the LLC */
  bool is_seen;  /* true if the core has accessed the bytes in the LLC */
};

/* Adds to *ret how many bytes of the part each cache or memory supplies to the core of rank
 * `by`. */
static void count_supply(struct tn_residency *r, struct tn_run_of_segments part, int by,
                         struct present present, bool is_read, struct tn_access *ret)
{
  const double len = (double)part.len, in_l2 = (double)present.l2;
  const double own = (double)(present.l2 > present.llc ? present.l2 : present.llc);
  ret->l2 += in_l2;
  ret->llc += own - in_l2;
  if (!present.is_seen && own > in_l2)
    ret->unseen += at_most((double)in_peers(r, part, by) - in_l2, own - in_l2);
  double rest = len - own;
  if (rest <= 0.0)
    return;
  const double moved = 1.0 - r->llc_share * at_most((double)present.coming, rest) / rest;
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
  add_supply(&ret->side, in_side, moved);
  add_supply(&ret->memory, rest - in_side, moved);
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

/* Returns true if the core of rank `by` has accessed the bytes of `holder` (in its LLC, or 0). */
static bool has_seen(const struct tn_residency *r, tn_index holder, int by)
{
  return holder && (r->seen[holder] & r->bit[by]);
}

/* Reads a segment: adds its places to *ret, then puts it into the core's caches. `leaves`: true if
 * the reader is on another package than the home. */
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
  struct tn_core_holders own = tn_directory_core_holders(r, segment, r->llc[by], r->l2[by]);
  const size_t in_l2 = reached(r, &own.l2, len, ret), in_llc = reached(r, &own.llc, len, ret);
  const bool is_coming =
      own.llc && r->holders[own.llc].filler != (unsigned)filler + 1 && is_filling(r, own.llc);
  const struct present present = { in_l2, is_coming ? 0 : in_llc, is_coming ? in_llc : 0,
                                   has_seen(r, own.llc, by) };
  count_supply(r, part, by, present, true, ret);
  own.llc = tn_directory_enter(r, segment, r->llc[by], own.llc, tn_fill(len - in_llc, filler), ret);
  if (own.llc)
    r->seen[own.llc] |= r->bit[by];
  if (r->l2[by] >= 0)
    tn_directory_enter(r, segment, r->l2[by], own.l2, tn_fill(len - in_l2, filler), ret);
}

/* Initialises *a. The elements of its lists are initialised when they are first used. */
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
  const tn_index known = tn_directory_find_exact(r, buffer, at.off, at.len);
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

/* Writes a part of segment `whole`: adds to *ret where the part's bytes were, removes them from
 * other caches and puts them into the core's caches as dirty bytes. */
static void write_part(struct tn_residency *r, struct tn_run_of_segments part, tn_index whole,
                       int by, struct tn_access *ret)
{
  const int llc = r->llc[by], l2 = r->l2[by];
  const bool is_whole = part.segment == whole;
  if (r->remote)
    count_remote(r, part.segment, ret);
  struct tn_core_holders own = tn_directory_core_holders(r, part.segment, llc, l2);
  const size_t in_l2 = reached(r, &own.l2, part.len, ret),
               in_llc = reached(r, &own.llc, part.len, ret);
  const struct present present = { in_l2, in_llc, 0, has_seen(r, own.llc, by) };
  count_supply(r, part, by, present, false, ret);
  if (is_whole) {
    tn_directory_drop(r, whole, llc, l2);
  } else {
    tn_directory_drop(r, part.segment, -1, -1);
    own = tn_directory_core_holders(r, whole, llc, l2);
  }
  struct tn_fill fill = { .bytes = part.len, .filler = -1, .afresh = is_whole, .dirty = true };
  own.llc = tn_directory_enter(r, whole, llc, own.llc, fill, ret);
  if (own.llc)
    r->seen[own.llc] = r->bit[by];
  fill.dirty = false;
  if (l2 >= 0)
    tn_directory_enter(r, whole, l2, own.l2, fill, ret);
}

/* Removes the holders of all parts of the span except the writer's. Returns the first part, which
 * is extended over the whole span. */
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
  tn_index whole = tn_directory_find_exact(r, buffer, at.off, at.len);
  begin(ret, r->home[at.rank]);
  r->moved[r->core[by]] += at.len;
  if (whole)
    write_part(r, (struct tn_run_of_segments){ whole, at.len }, whole, by, ret);
  else
    whole = write_parts(r, buffer, at.off, at.off + at.len, by, ret);
  /* The hardware's directory remembers that bytes went to another package, even after a core of the
   * home's package has written them. Only a write on another package clears this. */
  if (whole && r->remote && is_remote(r, at.rank, by))
    r->remote[whole] = (struct tn_remote){ 0, 0 };
}

/* Results of a walk over an extent: the LLC farthest from rank `by`, its distance, and the bytes
 * `kept` that the caches of `by` hold, too. */
struct walk {
  int by, farthest, llc;
  double kept;
};

/* Function that returns how many of the `len` bytes of a segment are in the caches that one kind of
 * walk counts. */
typedef double share_of_part(const struct tn_residency *r, struct tn_run_of_segments part,
                             size_t len, struct walk *walk);

/* Returns how many of the `len` bytes of a segment other cores of the LLC have accessed. */
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

/* Returns the number of the `len` bytes of a segment that caches under other LLCs hold. */
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
                        share_of_part *share)
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

double tn_residency_other_llcs(const struct tn_residency *r, struct tn_extent at, int by,
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

struct tn_llc_place tn_residency_llc(const struct tn_residency *r, int llc)
{
  return r->place[llc];
}

size_t tn_residency_held(const struct tn_residency *r, int llc)
{
  return r->caches[llc].used;
}
