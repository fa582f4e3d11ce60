/* The residency directory: what it says of single accesses, and of thousands of random ones against
 * a table of bytes. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <string.h>

#include "contention/noise.h"
#include "contention/residency.h"

#define RANKS 4
#define BUFS 2
#define CAPACITY 100

/* Two packages with a domain and an LLC each, two ranks under each. */
static const int core[RANKS] = { 0, 1, 2, 3 }, llc[RANKS] = { 0, 0, 1, 1 };

static struct tn_residency *make_of(size_t llc_size, size_t l2_size, double share)
{
  const struct tn_residency_layout layout = {
    .n_ranks = RANKS, .n_bufs = BUFS, .n_fillers = RANKS, .core = core, .llc = llc, .numa = llc,
    .package = llc, .llc_size = llc_size, .l2_size = l2_size, .llc_share = share,
    .counts_remote = true
  };
  return tn_residency_new(&layout);
}

static struct tn_residency *make(size_t l2_size, double share)
{
  return make_of(CAPACITY, l2_size, share);
}

static struct tn_access read_by(struct tn_residency *r, int by, int rank, size_t off, size_t len)
{
  struct tn_access a;
  tn_residency_read(r, (struct tn_extent){ rank, 0, off, len }, by, by, &a);
  return a;
}

/* A read that has ended. */
static struct tn_access done_by(struct tn_residency *r, int by, int rank, size_t off, size_t len)
{
  const struct tn_access a = read_by(r, by, rank, off, len);
  tn_residency_filled(r, by);
  return a;
}

static struct tn_access write_by(struct tn_residency *r, int by, int rank, size_t off, size_t len)
{
  struct tn_access a;
  tn_residency_write(r, (struct tn_extent){ rank, 0, off, len }, by, &a);
  return a;
}

#define EXPECT(a, own, elsewhere, in_memory) \
  do { \
    const struct tn_access x = (a); \
    cr_assert_eq(x.llc, own, "LLC: %g", x.llc); \
    cr_assert_eq(x.n_others ? x.other[0].bytes : 0.0, elsewhere, "other: %g", x.other[0].bytes); \
    cr_assert_eq(x.memory.bytes, in_memory, "memory: %g", x.memory.bytes); \
  } while (0)

Test(residency, what_was_read_or_written_is_at_hand)
{
  struct tn_residency *r = make(0, 0.0);
  EXPECT(done_by(r, 0, 0, 0, 40), 0, 0, 40);
  EXPECT(done_by(r, 1, 0, 0, 40), 40, 0, 0);  /* an LLC-mate */
  EXPECT(done_by(r, 2, 0, 0, 40), 0, 40, 0);  /* from the other package's LLC */
  EXPECT(done_by(r, 2, 0, 20, 40), 20, 0, 20);
  EXPECT(write_by(r, 3, 1, 0, 30), 0, 0, 30);
  EXPECT(done_by(r, 2, 1, 0, 30), 30, 0, 0);
  cr_assert_eq(tn_residency_held(r, 0), 40);
  tn_residency_flush(r);
  cr_assert_eq(tn_residency_held(r, 0), 0);
  EXPECT(done_by(r, 0, 0, 0, 40), 0, 0, 40);
  tn_residency_forget(r, 0, 0);
  EXPECT(done_by(r, 1, 0, 0, 40), 0, 0, 40);
  EXPECT(read_by(r, 1, 0, 40, 0), 0, 0, 0);
  tn_residency_free(r);
}

Test(residency, memory_is_where_the_owner_sits)
{
  struct tn_residency *r = make(0, 0.0);
  cr_assert_eq(done_by(r, 0, 3, 0, 10).memory.place, 1);
  cr_assert_eq(done_by(r, 3, 1, 0, 10).memory.place, 0);
  cr_assert_eq(tn_residency_llc(r, 1).package, 1);
  tn_residency_free(r);
}

Test(residency, a_write_takes_the_span_from_all_others)
{
  struct tn_residency *r = make(0, 0.0);
  done_by(r, 0, 0, 0, 40);
  done_by(r, 2, 0, 0, 40);
  const struct tn_access a = write_by(r, 0, 0, 10, 20);
  cr_assert_eq(a.llc, 20);
  cr_assert_eq(a.n_back, 0);
  EXPECT(done_by(r, 3, 0, 0, 40), 20, 20, 0); /* the middle comes from the writer */
  tn_residency_free(r);
}

Test(residency, the_least_recently_used_leaves_and_is_written_back)
{
  struct tn_residency *r = make(0, 0.0);
  write_by(r, 0, 0, 0, 40);
  done_by(r, 0, 0, 40, 40);
  done_by(r, 1, 0, 0, 40);                       /* used again */
  cr_assert_eq(done_by(r, 0, 2, 0, 40).n_back, 0); /* 40..80 left, and was clean */
  EXPECT(done_by(r, 1, 0, 0, 40), 40, 0, 0);
  const struct tn_access a = done_by(r, 0, 2, 40, 100);
  cr_assert_eq(a.n_back, 1);
  cr_assert_eq(a.back[0].place, 0);
  cr_assert_eq(a.back[0].bytes, 40);
  EXPECT(done_by(r, 0, 0, 0, 40), 0, 0, 40);
  tn_residency_free(r);
}

Test(residency, spans_used_in_turn_that_do_not_fit_miss_always)
{
  struct tn_residency *r = make(0, 0.0);
  for (int turn = 0; turn < 4; turn++)
    for (size_t off = 0; off < 150; off += 50)
      EXPECT(done_by(r, 0, 0, off, 50), 0, 0, 50);
  for (int turn = 0; turn < 4; turn++) /* one span that is too long */
    EXPECT(done_by(r, 0, 1, 0, 150), 0, 0, 150);
  EXPECT(done_by(r, 0, 1, 60, 90), 90, 0, 0); /* its end stays */
  tn_residency_free(r);
}

Test(residency, a_write_beyond_the_capacity_goes_to_memory)
{
  struct tn_residency *r = make(0, 0.0);
  struct tn_access a = write_by(r, 0, 2, 0, 250);
  cr_assert_eq(a.back[0].bytes, 150);
  cr_assert_eq(a.back[0].place, 1);
  for (int turn = 0; turn < 3; turn++) {
    a = write_by(r, 0, 2, 0, 250);
    cr_assert_eq(a.memory.bytes, 250);
    cr_assert_eq(a.back[0].bytes, 250, "%g", a.back[0].bytes);
  }
  a = write_by(r, 0, 2, 150, 100); /* what is there is only overwritten */
  cr_assert_eq(a.llc, 100);
  cr_assert_eq(a.n_back, 0);
  tn_residency_free(r);
}

Test(residency, a_fill_under_way_is_shared_in_part)
{
  for (double share = 0.0; share <= 1.0; share += 0.25) {
    struct tn_residency *r = make(0, share);
    EXPECT(read_by(r, 0, 2, 0, 40), 0, 0, 40);
    struct tn_access a = read_by(r, 1, 2, 0, 40);
    cr_assert_eq(a.memory.bytes, 40);                       /* at the pace of the fill, */
    cr_assert_eq(a.memory.moved, 40 * (1.0 - share));       /* but not all moved again */
    EXPECT(read_by(r, 2, 2, 0, 40), 0, 0, 40);              /* nor ready for others */
    tn_residency_filled(r, 1);
    cr_assert_eq(read_by(r, 1, 2, 0, 40).llc, 0);           /* the first one still fills */
    tn_residency_filled(r, 0);
    EXPECT(read_by(r, 1, 2, 0, 40), 40, 0, 0);
    EXPECT(read_by(r, 0, 0, 0, 10), 0, 0, 10);
    EXPECT(read_by(r, 0, 0, 0, 10), 10, 0, 0);              /* its own fill is no rival */
    tn_residency_free(r);
  }
}

Test(residency, names_the_farthest_of_those_who_share)
{
  struct tn_residency *r = make(0, 0);
  const struct tn_extent at = { 0, 0, 0, 10 }, part = { 0, 0, 9, 5 }, beyond = { 0, 0, 10, 5 };
  cr_assert_eq(tn_residency_farthest(r, at, 0), -1, "in no cache");
  done_by(r, 1, 0, 0, 10);
  cr_assert_eq(tn_residency_farthest(r, at, 0), -1, "its own LLC");
  cr_assert_eq(tn_residency_farthest(r, at, 2), 0);
  done_by(r, 2, 0, 0, 10);
  cr_assert_eq(tn_residency_farthest(r, at, 0), 1);
  cr_assert_eq(tn_residency_farthest(r, part, 0), 1);
  cr_assert_eq(tn_residency_farthest(r, beyond, 0), -1);
  write_by(r, 0, 0, 0, 10);
  cr_assert_eq(tn_residency_farthest(r, at, 0), -1, "taken from all others");
  tn_residency_free(r);
}

Test(residency, a_private_l2_keeps_the_end_of_a_span)
{
  struct tn_residency *r = make(16, 0.0);
  done_by(r, 0, 0, 0, 40);
  struct tn_access a = done_by(r, 0, 0, 24, 16);
  cr_assert_eq(a.l2, 16);
  cr_assert_eq(a.llc, 0);
  a = done_by(r, 1, 0, 24, 16);
  cr_assert_eq(a.l2, 0);
  cr_assert_eq(a.llc, 16);
  write_by(r, 1, 0, 30, 4);
  a = done_by(r, 0, 0, 24, 16); /* cyclic in no cache: 6 + 6 of the L2's own, 4 taken away */
  cr_assert_eq(a.l2 + a.llc, 16);
  cr_assert_eq(a.l2, 12);
  tn_residency_free(r);
}

/* The same semantics on a table: for each byte where a segment starts, and in each cache to which
 * use it belongs. Uses of a cache are told apart by their place in its order. */
#define BYTES 96
#define CACHES 2
#define USES 4096

struct naive {
  bool known[RANKS][BYTES], starts[RANKS][BYTES], dirty[CACHES][RANKS][BYTES];
  int use[CACHES][RANKS][BYTES]; /* 0: not there */
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

/* The oldest use leaves; bytes written back of each home. */
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

/* A segment starts at byte i: uses that reach over it fall in two, the first part the older. */
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

/* Where the segment's bytes are when the access gets to them. */
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

/* Bytes [from, to), of which the cache keeps the last ones, become its most recent use; those from
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
      if (tn_random_uniform(&random) < 0.5) { /* blocks, that meet again */
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
                "%g, back %g %g and %g %g", (int)seed, step, write ? "write" : "read", by, rank,
                off, len, got.llc, want.own, other, want.other, got.memory.bytes, want.memory,
                back[0], want.back[0], back[1], want.back[1]);
      for (int c = 0; c < CACHES; c++)
        cr_assert_eq((int)tn_residency_held(r, c), used(n, c));
    }
    free(n);
    tn_residency_free(r);
  }
}

Test(residency, bytes_stay_shared_remotely_though_their_home_writes_them)
{
  struct tn_residency *r = make(0, 0.0);
  write_by(r, 0, 0, 0, 60);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).remote, 0.0);
  cr_assert_eq(done_by(r, 2, 0, 20, 20).remote, 0.0);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).remote, 20.0);
  cr_assert_eq(done_by(r, 3, 0, 0, 30).remote, 10.0);
  write_by(r, 0, 0, 25, 35);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).remote, 40.0);
  write_by(r, 2, 0, 0, 60);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).remote, 0.0, "remote now is where it was written");
  tn_residency_free(r);
}

/* A first-level cache of 20 bytes has the end of what its core wrote last, for who reads in
 * order. */
Test(residency, what_was_written_last_is_fresh)
{
  const struct tn_residency_layout layout = {
    .n_ranks = RANKS, .n_bufs = BUFS, .n_fillers = RANKS, .core = core, .llc = llc, .numa = llc,
    .package = llc, .llc_size = CAPACITY, .l1_size = 20
  };
  struct tn_residency *r = tn_residency_new(&layout);
  write_by(r, 0, 0, 0, 30);
  write_by(r, 0, 0, 30, 10); /* goes on: [20, 40) */
  cr_assert_eq(read_by(r, 0, 0, 0, 40).fresh, 0.0, "its own");
  cr_assert_eq(read_by(r, 1, 0, 0, 30).fresh, 10.0);
  cr_assert_eq(read_by(r, 2, 0, 0, 30).fresh, 10.0, "at the same time");
  tn_residency_filled(r, 1);
  cr_assert_eq(done_by(r, 3, 0, 0, 40).fresh, 10.0, "[30, 40) is left");
  cr_assert_eq(done_by(r, 1, 0, 0, 40).fresh, 0.0);
  write_by(r, 0, 0, 0, 10);
  write_by(r, 0, 1, 0, 10);
  cr_assert_eq(done_by(r, 1, 0, 0, 10).fresh, 0.0, "something else was written last");
  cr_assert_eq(read_by(r, 1, 1, 0, 10).fresh, 10.0);
  tn_residency_forget(r, 1, 0);
  cr_assert_eq(read_by(r, 1, 1, 0, 10).fresh, 0.0);
  tn_residency_filled(r, 1);
  tn_residency_free(r);
}

Test(residency, one_core_alone_elsewhere_is_told_apart)
{
  struct tn_residency *r = make(0, 0.0);
  write_by(r, 0, 0, 0, 60);
  done_by(r, 2, 0, 0, 40);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).lone, 40.0);
  done_by(r, 2, 0, 0, 10);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).lone, 40.0, "the same again");
  done_by(r, 3, 0, 30, 30);
  cr_assert_eq(done_by(r, 1, 0, 0, 60).lone, 50.0, "ten of them are read by two");
  tn_residency_free(r);
}

/* Every byte is found at one place, and no cache holds more than it has room for, whatever is still
 * being filled, given back or flushed. */
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
