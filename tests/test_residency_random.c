/* The residency directory under thousands of random accesses: compared with a table of bytes, and
 * invariants. */
#include <stdbool.h>
#include <string.h>

#include "base/random.h"
#include "cache/cache_entries.h"
#include "residency_setup.h"

/* The same semantics as a table: for each byte, whether a segment begins there, and the use that
 * holds it in each cache. A use is identified by its position in the cache's order. */
#define BYTES 96
#define CACHES 2
#define USES 4096

struct naive {
  bool known[RANKS][BYTES], starts[RANKS][BYTES], dirty[CACHES][RANKS][BYTES];
  int use[CACHES][RANKS][BYTES];            /* 0 if absent */
  int order[CACHES][USES], n_order[CACHES]; /* uses, oldest first */
  int n_uses, capacity;
};

static int used(const struct naive *n, int c)
{
  int bytes = 0;
  for (int r = 0; r < RANKS; r++)
    for (int i = 0; i < BYTES; i++)
      bytes += n->use[c][r][i] != 0;
  return bytes;
}

static int position(const struct naive *n, int c, int use)
{
  for (int i = 0; i < n->n_order[c]; i++)
    if (n->order[c][i] == use)
      return i;
  return -1;
}

static void take_out(struct naive *n, int c, int use)
{
  const int at = position(n, c, use);
  if (at < 0)
    return;
  memmove(&n->order[c][at], &n->order[c][at + 1], sizeof(int) * (size_t)(n->n_order[c] - at - 1));
  n->n_order[c]--;
}

static int put_at(struct naive *n, int c, int at)
{
  memmove(&n->order[c][at + 1], &n->order[c][at], sizeof(int) * (size_t)(n->n_order[c] - at));
  n->n_order[c]++;
  return n->order[c][at] = ++n->n_uses;
}

/* Evicts the oldest use; adds the bytes written back, by home. */
static void leave(struct naive *n, int c, double *back)
{
  const int use = n->order[c][0];
  for (int r = 0; r < RANKS; r++)
    for (int i = 0; i < BYTES; i++)
      if (n->use[c][r][i] == use) {
        back[llc[r]] += n->dirty[c][r][i];
        n->use[c][r][i] = 0;
        n->dirty[c][r][i] = false;
      }
  take_out(n, c, use);
}

/* Begins a segment at byte i: uses that contain it are split, the first part becomes the older one. */
static void start_at(struct naive *n, int rank, int i)
{
  if (i >= BYTES || n->starts[rank][i] || !n->known[rank][i])
    return;
  n->starts[rank][i] = true;
  for (int c = 0; c < CACHES; c++) {
    const int use = n->use[c][rank][i];
    if (use == 0 || i == 0 || n->use[c][rank][i - 1] != use)
      continue;
    const int head = put_at(n, c, position(n, c, use));
    for (int j = i - 1; j >= 0 && n->use[c][rank][j] == use; j--)
      n->use[c][rank][j] = head;
  }
}

static int segment_end(const struct naive *n, int rank, int i)
{
  int end = i + 1;
  while (end < BYTES && !n->starts[rank][end] && n->known[rank][end] == n->known[rank][i])
    end++;
  return end;
}

struct naive_access {
  double own, other, memory, back[CACHES];
};

static int there(const struct naive *n, int c, int rank, int from, int to)
{
  int bytes = 0;
  for (int i = from; i < to; i++)
    bytes += n->use[c][rank][i] != 0;
  return bytes;
}

/* Finds where the segment's bytes are when the access reaches them. */
static int naive_supply(struct naive *n, int c, int rank, int from, int to, struct naive_access *a)
{
  const int missing = to - from - there(n, c, rank, from, to);
  while (there(n, c, rank, from, to) > 0 && missing > 0 && used(n, c) + missing > n->capacity)
    leave(n, c, a->back);
  const int own = there(n, c, rank, from, to), other = there(n, 1 - c, rank, from, to);
  a->own += own;
  a->other += other > own ? other - own : 0;
  a->memory += to - from - (other > own ? other : own);
  return own;
}

/* Makes bytes [from, to) the cache's most recent use; the cache keeps the last ones. Bytes from
 * `added` on have just been accessed. */
static void naive_enter(struct naive *n, int c, int rank, int from, int added, int to, bool dirty,
                        struct naive_access *a)
{
  const int keep = to - from < n->capacity ? to - from : n->capacity;
  for (int i = from; i < to; i++) {
    take_out(n, c, n->use[c][rank][i]);
    n->use[c][rank][i] = 0;
    if (i < to - keep) {
      a->back[llc[rank]] += (dirty && i >= added) || n->dirty[c][rank][i];
      n->dirty[c][rank][i] = false;
    }
  }
  while (used(n, c) + keep > n->capacity)
    leave(n, c, a->back);
  const int use = put_at(n, c, n->n_order[c]);
  for (int i = to - keep; i < to; i++) {
    n->use[c][rank][i] = use;
    n->dirty[c][rank][i] |= dirty && i >= added;
  }
}

static struct naive_access naive_run(struct naive *n, int by, int rank, int off, int len,
                                     bool write)
{
  struct naive_access a = { 0 };
  const int c = llc[by], end = off + len;
  start_at(n, rank, off);
  start_at(n, rank, end);
  for (int from = off, to; from < end; from = to) {
    to = segment_end(n, rank, from);
    to = to < end ? to : end;
    naive_supply(n, c, rank, from, to, &a);
    for (int i = from; i < to; i++) {
      n->known[rank][i] = true;
      n->starts[rank][i] = i == (write ? off : from);
      if (write && n->use[1 - c][rank][i]) {
        const int use = n->use[1 - c][rank][i];
        n->use[1 - c][rank][i] = 0;
        n->dirty[1 - c][rank][i] = false;
        bool more = false;
        for (int j = 0; j < BYTES; j++)
          more |= n->use[1 - c][rank][j] == use;
        if (!more)
          take_out(n, 1 - c, use);
      }
    }
    naive_enter(n, c, rank, write ? off : from, from, to, write, &a);
  }
  if (end < BYTES && n->known[rank][end])
    n->starts[rank][end] = true;
  return a;
}

Test(residency, random_accesses_find_what_a_table_of_bytes_says)
{
  for (uint64_t seed = 1; seed <= 60; seed++) {
    struct tn_random random = tn_random_make(seed, 0);
    struct naive *n = calloc(1, sizeof *n);
    n->capacity = (int[]){ 20, 50, 100 }[seed % 3];
    struct tn_residency *r = make_of((size_t)n->capacity, 0, 0.0);
    for (int step = 0; step < 600; step++) {
      const int by = (int)(RANKS * tn_random_uniform(&random));
      const int rank = (int)(RANKS * tn_random_uniform(&random));
      const bool write = tn_random_uniform(&random) < 0.4;
      int off = (int)(BYTES * tn_random_uniform(&random)), len;
      if (tn_random_uniform(&random) < 0.5) { /* repeated blocks */
        off = off / 16 * 16;
        len = 16;
      } else {
        len = 1 + (int)((BYTES - off) * tn_random_uniform(&random));
      }
      const struct naive_access want = naive_run(n, by, rank, off, len, write);
      const struct tn_access got = write ? write_by(r, by, rank, (size_t)off, (size_t)len)
                                         : done_by(r, by, rank, (size_t)off, (size_t)len);
      double back[CACHES] = { 0 };
      for (int i = 0; i < got.n_back; i++)
        back[got.back[i].place] += got.back[i].bytes;
      const double other = got.n_others ? got.other[0].bytes : 0.0;
      cr_assert(got.llc == want.own && other == want.other && got.memory.bytes == want.memory &&
                    back[0] == want.back[0] && back[1] == want.back[1],
                "seed %d, step %d, %s by %d of %d at %d + %d: own %g %g, other %g %g, memory %g "
                "%g, back %g %g and %g %g",
                (int)seed, step, write ? "write" : "read", by, rank, off, len, got.llc, want.own,
                other, want.other, got.memory.bytes, want.memory, back[0], want.back[0], back[1],
                want.back[1]);
      for (int c = 0; c < CACHES; c++)
        cr_assert_eq((int)tn_residency_held(r, c), used(n, c));
    }
    free(n);
    tn_residency_free(r);
  }
}

/* Every byte is found at one place, and caches never exceed their capacity, during fills, frees and
 * flushes. */
Test(residency, random_mixes_lose_no_byte)
{
  struct tn_random random = tn_random_make(3, 1);
  for (int round = 0; round < 40; round++) {
    const double share = tn_random_uniform(&random);
    struct tn_residency *r = make_of(CAPACITY, round % 2 ? 30 : 0, share);
    for (int step = 0; step < 2000; step++) {
      const int by = (int)(RANKS * tn_random_uniform(&random));
      const int rank = (int)(RANKS * tn_random_uniform(&random));
      const size_t off = (size_t)(200 * tn_random_uniform(&random));
      const size_t len = (size_t)(150 * tn_random_uniform(&random));
      const double what = tn_random_uniform(&random);
      struct tn_access a = { 0 };
      if (what < 0.01)
        tn_residency_flush(r);
      else if (what < 0.05)
        tn_residency_forget(r, rank, 0);
      else if (what < 0.3)
        tn_residency_filled(r, by);
      else
        a = what < 0.5 ? write_by(r, by, rank, off, len) : read_by(r, by, rank, off, len);
      double found = a.l2 + a.llc + a.memory.bytes, moved = a.memory.moved;
      for (int i = 0; i < a.n_others; i++) {
        found += a.other[i].bytes;
        moved += a.other[i].moved;
      }
      cr_assert_float_eq(found, what < 0.3 ? 0.0 : (double)len, 1e-9, "step %d", step);
      cr_assert(moved <= found - a.l2 - a.llc + 1e-9 &&
                moved >= (1.0 - share) * (found - a.l2 - a.llc) - 1e-9);
      for (int c = 0; c < 2; c++)
        cr_assert_leq(tn_residency_held(r, c), CAPACITY);
    }
    tn_residency_free(r);
  }
}

/* A sorted array of offsets. */
struct sorted {
  size_t off[3000];
  int n;
};

static int last_at(const struct sorted *s, size_t off)
{
  int i = 0;
  while (i + 1 < s->n && s->off[i + 1] <= off)
    i++;
  return i;
}

/* Segments with increasing, decreasing and other indices. */
static tn_index index_of(size_t off)
{
  return off < 1500   ? 1 + (tn_index)off
         : off < 3000 ? 9000 - (tn_index)off
                      : (tn_index)(off * 7919 % 10007);
}

static void check_entries(const struct tn_entries *e, const struct sorted *s)
{
  struct tn_position at = { 0, 0 };
  int n = 0;
  for (const struct tn_entry *entry; (entry = tn_entries_at(e, at)); at = tn_entries_next(e, at)) {
    for (unsigned i = 0; i < entry->n; i++, n++)
      cr_assert(n < s->n && tn_entry_off(entry, i) == s->off[n] &&
                index_of(s->off[n]) == tn_entry_segment(entry, i));
    cr_assert_leq(e->chunks[at.chunk].first, entry->off);
  }
  cr_assert_eq(n, s->n);
}

Test(entries, are_those_of_a_sorted_array)
{
  static struct sorted s;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    struct tn_random random = tn_random_make(seed, 2);
    struct tn_entries e = { 0 };
    s.n = 0;
    for (int step = 0; step < 6000; step++) {
      /* Offsets in order, as of fragments, or random; insertions dominate first, removals later. */
      const size_t off =
          seed % 3 ? (size_t)(4000 * tn_random_uniform(&random)) : (size_t)step % 4000;
      const int i = last_at(&s, off);
      const bool is_there = s.n > 0 && s.off[i] == off;
      const bool goes = tn_random_uniform(&random) < (step < 3000 ? 0.1 : 0.9);
      struct tn_position at = tn_entries_find(&e, off);
      const struct tn_entry *found = tn_entries_at(&e, at), *near = tn_entries_near(&e, off);
      const size_t number = is_there ? tn_entry_number(found, off) : 0;
      cr_assert(!is_there || tn_entry_off(found, (unsigned)number) == off);
      cr_assert(is_there ? near && near->off == found->off : !near);
      if (is_there && goes) {
        tn_entries_remove(&e, tn_entries_isolate(&e, at, (unsigned)number));
        memmove(&s.off[i], &s.off[i + 1], sizeof s.off[0] * (size_t)(s.n-- - i - 1));
      } else if (!is_there && !goes && s.n < 3000) {
        const int place = s.n > 0 && s.off[i] < off ? i + 1 : i;
        if (s.n > 0 && s.off[i] < off)
          at = tn_entries_next(&e, at);
        tn_entries_insert(
            &e, &at, (struct tn_entry){ .off = off, .len = 1, .first = index_of(off), .n = 1 });
        cr_assert_eq(tn_entries_at(&e, at)->off, off);
        if (step % 2)
          tn_entries_join(&e, off);
        memmove(&s.off[place + 1], &s.off[place], sizeof s.off[0] * (size_t)(s.n++ - place));
        s.off[place] = off;
      }
      if (step % 100 == 0)
        check_entries(&e, &s);
    }
    tn_entries_finish(&e);
  }
}
