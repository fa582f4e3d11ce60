/* Places that supply the bytes missing in a core's own caches, and their use of bandwidth. Two
 * packages of two memory domains, each with two LLCs of two cores. */
#include "base/random.h"
#include "cache/residency.h"

#define BLOCK 65536
#define RANKS 16 /* 0-3 on the first domain, 4-7 on the second; 8-15 on the other package */

#include "sim_setup.h"

static void set_up_caches(void)
{
  set_up_on("synthetic:Package:2 Group:2 [NUMANode] L3:2(size=1MiB) Core:2 PU:1", "broadwell");
  set("alpha", 0.0);
  set("pin_time", 0.0);
  set("lock_scope", TN_SCOPE_NONE);
  set("barrier_skew", 0.0);
  for (int class = 0; class < TN_N_DISTANCES; class ++)
    values[TN_P_COPY_RATE_CLASS + class] = values[TN_P_LINE_RATE + class] = 10e9;
  set("copy_rate.peer_l2", 10e9);
  set("line_rate.peer_l2", 10e9);
  set("copy_rate.memory", 10e9);
  set("memory_bandwidth", 1e12);
  set("package_bandwidth", 1e12);
  set("llc_size", 1 << 20);
  set("llc_share", 1.0);
  set("l2_size", 0);
  for (enum tn_param p = TN_P_LINE_LATENCY; p < TN_P_LINE_LATENCY + TN_N_DISTANCES; p++)
    values[p] = 0.0;
  set("write_allocate", 0);
}

TestSuite(supply, .init = set_up_caches, .fini = tear_down);

/* Returns the longest time of any rank in a broadcast from rank 0 by fn. */
static double time_of(void (*fn)(struct tn_strand *), enum tn_buffers buffers)
{
  const struct tn_algorithm algorithm = algorithm_of(fn);
  const struct tn_sim_point point = {
    .algorithm = METHOD(&algorithm),
    .places = places,
    .values = values,
    .n_packages = 2,
    .call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = BLOCK },
    .buffers = buffers,
    .repetitions = 1
  };
  struct tn_sim_result result;
  GError *error = NULL;
  cr_assert(tn_sim_run(&point, &result, &error), "%s", error ? error->message : "?");
  return result.max;
}

static unsigned readers; /* bit r: rank r reads */

static void read_root(struct tn_strand *r)
{
  const int rank = r->call->rank;
  if (readers >> rank & 1)
    tn_copy(r, (struct tn_span){ rank, TN_RECV, 0, BLOCK },
            (struct tn_span){ 0, TN_RECV, 0, BLOCK });
}

static double time_by(unsigned who, enum tn_buffers buffers)
{
  readers = who;
  return time_of(read_root, buffers);
}

#define TAKES(time, rate)                                                                          \
  cr_assert_float_eq(time, BLOCK / (rate), 1e-12, "%g GB/s", 1e-9 * BLOCK / (time))

/* One of ranks 2 and 3 fetches, the other joins: both are limited by the path. */
Test(supply, who_reads_along_does_not_overtake)
{
  set("llc_port_bandwidth", 2e9);
  TAKES(time_by(1 << 2, TN_BUFFERS_UNCHANGED), 2e9);
  TAKES(time_by(1 << 2 | 1 << 3, TN_BUFFERS_UNCHANGED), 2e9);
}

Test(supply, the_port_of_an_llc_carries_what_it_gives)
{
  set("llc_port_bandwidth", 6e9);
  TAKES(time_by(1 << 1, TN_BUFFERS_UNCHANGED), 10e9); /* under the root's LLC */
  TAKES(time_by(1 << 2 | 1 << 4 | 1 << 8, TN_BUFFERS_UNCHANGED), 2e9);
  TAKES(time_by(1 << 2 | 1 << 4 | 1 << 8, TN_BUFFERS_COLD), 6e9); /* supplied by memory, received by
                                                                     each */
}

Test(supply, domains_of_a_package_have_a_link_to_each_other)
{
  set("numa_bandwidth", 4e9);
  TAKES(time_by(1 << 2, TN_BUFFERS_UNCHANGED), 10e9);
  TAKES(time_by(1 << 4 | 1 << 6, TN_BUFFERS_UNCHANGED), 2e9);
  TAKES(time_by(1 << 8 | 1 << 10, TN_BUFFERS_UNCHANGED), 10e9); /* another package */
}

static void read_left_neighbour_domain(struct tn_strand *r)
{
  const int rank = r->call->rank, from = rank - 8;
  if (rank == 8 || rank == 12)
    tn_copy(r, (struct tn_span){ rank, TN_RECV, 0, BLOCK },
            (struct tn_span){ from, TN_RECV, 0, BLOCK });
}

Test(supply, a_package_has_one_link_or_each_domain_its_own)
{
  set("package_bandwidth", 4e9);
  TAKES(time_of(read_left_neighbour_domain, TN_BUFFERS_UNCHANGED), 2e9);
  set("package_link", TN_LINK_OF_DOMAIN);
  TAKES(time_of(read_left_neighbour_domain, TN_BUFFERS_UNCHANGED), 4e9);
}

/* Rank 8 reads, then rank 12, which shares the package with 8 but not with the owner. */
static void read_in_turn(struct tn_strand *r)
{
  const int rank = r->call->rank;
  if (rank == 12)
    tn_wait(r, 8, 0, 1);
  if (rank == 8 || rank == 12)
    tn_copy(r, (struct tn_span){ rank, TN_RECV, 0, BLOCK },
            (struct tn_span){ 0, TN_RECV, 0, BLOCK });
  if (rank == 8)
    tn_post(r, 0, 1);
}

static double second_read(enum tn_buffers buffers)
{
  return time_of(read_in_turn, buffers) - time_by(1 << 8, buffers);
}

Test(supply, unchanged_lines_come_from_a_cache_or_from_home)
{
  set("package_bandwidth", 1e9);
  cr_assert_lt(second_read(TN_BUFFERS_COLD), BLOCK / 5e9, "from the cache of rank 8");
  set("clean_lines", TN_CLEAN_FROM_MEMORY);
  cr_assert_geq(second_read(TN_BUFFERS_COLD), BLOCK / 1e9, "across the link again");
  cr_assert_geq(second_read(TN_BUFFERS_UNCHANGED), BLOCK / 1e9, "from the root's cache");
}

/* Two readers take the block from memory once if there is a memory-side cache. */
Test(supply, a_cache_before_memory_serves_what_was_read_before)
{
  set("clean_lines", TN_CLEAN_FROM_MEMORY);
  set("memory_bandwidth", 1e9);
  cr_assert_geq(second_read(TN_BUFFERS_COLD), BLOCK / 1e9);
  set("side_cache_size", 1 << 20);
  cr_assert_lt(second_read(TN_BUFFERS_COLD), BLOCK / 5e9);
}

/* Two domains with one LLC each; core i under LLC i. */
static struct tn_residency *directory(size_t side_size)
{
  static const int id[] = { 0, 1 };
  const struct tn_residency_layout layout = { .n_ranks = 2,
                                              .n_bufs = 2,
                                              .n_fillers = 2,
                                              .core = id,
                                              .llc = id,
                                              .numa = id,
                                              .package = id,
                                              .llc_size = 100,
                                              .side_size = side_size,
                                              .dirty_only = true };
  return tn_residency_new(&layout);
}

static struct tn_access read_span(struct tn_residency *r, int by, int rank, int buf, size_t len)
{
  struct tn_access a;
  tn_residency_read(r, (struct tn_extent){ rank, buf, 0, len }, by, by, &a);
  tn_residency_filled(r, by);
  return a;
}

static struct tn_access write_span(struct tn_residency *r, int by, int rank, int buf, size_t len)
{
  struct tn_access a;
  tn_residency_write(r, (struct tn_extent){ rank, buf, 0, len }, by, &a);
  return a;
}

Test(supply, what_leaves_a_cache_dirty_stays_before_its_memory)
{
  struct tn_residency *r = directory(200);
  write_span(r, 0, 0, 0, 80);
  const struct tn_access out = write_span(r, 0, 0, 1, 100); /* evicts the 80 bytes */
  cr_assert_eq(out.n_back, 1);
  cr_assert_eq(out.back[0].bytes, 80);
  cr_assert_eq(out.back[0].moved, 0, "not as far as memory");
  const struct tn_access a = read_span(r, 1, 0, 0, 80);
  cr_assert_eq(a.side.bytes, 80);
  cr_assert_eq(a.memory.bytes, 0);
  /* Rank 1 becomes the only holder. */
  write_span(r, 1, 0, 0, 80);
  const struct tn_access b = read_span(r, 0, 0, 0, 80);
  cr_assert_eq(b.n_others, 1);
  cr_assert_eq(b.other[0].bytes, 80);
  cr_assert_eq(b.side.bytes, 0);
  tn_residency_free(r);
}

Test(supply, a_full_cache_before_memory_writes_back)
{
  struct tn_residency *r = directory(100);
  write_span(r, 0, 0, 0, 80);
  write_span(r, 0, 0, 1, 100);                            /* the 80 bytes go to the memory-side
                                                             cache */
  const struct tn_access a = write_span(r, 0, 1, 0, 100); /* the 100 bytes evict them from there */
  double moved = 0;
  for (int i = 0; i < a.n_back; i++)
    moved += a.back[i].moved;
  cr_assert_eq(moved, 80);
  cr_assert_eq(read_span(r, 1, 0, 0, 80).memory.bytes, 80);
  tn_residency_free(r);
}

Test(supply, a_span_longer_than_the_cache_ends_up_before_memory_whole)
{
  struct tn_residency *r = directory(1000);
  const struct tn_access a = write_span(r, 0, 0, 0, 250);
  cr_assert_eq(a.n_back, 1);
  cr_assert_eq(a.back[0].bytes, 150);
  cr_assert_eq(a.back[0].moved, 0);
  const struct tn_access b = read_span(r, 1, 0, 0, 250);
  cr_assert_eq(b.n_others ? b.other[0].bytes : 0, 100);
  cr_assert_eq(b.side.bytes, 150);
  cr_assert_eq(b.memory.bytes, 0);
  tn_residency_free(r);
}

/* After any accesses each byte has one place, and caches hold no more than their capacity. */
Test(supply, bytes_are_in_one_place_each)
{
  struct tn_residency *r = directory(150);
  struct tn_random random = tn_random_make(7, 1);
  for (int i = 0; i < 20000; i++) {
    const int by = (int)(2 * tn_random_uniform(&random));
    const struct tn_extent at = { (int)(2 * tn_random_uniform(&random)),
                                  (int)(2 * tn_random_uniform(&random)),
                                  (size_t)(120 * tn_random_uniform(&random)),
                                  1 + (size_t)(130 * tn_random_uniform(&random)) };
    struct tn_access a;
    if (tn_random_uniform(&random) < 0.4)
      tn_residency_write(r, at, by, &a);
    else
      tn_residency_read(r, at, by, by, &a);
    tn_residency_filled(r, by);
    double bytes = a.l2 + a.llc + a.side.bytes + a.memory.bytes;
    for (int p = 0; p < a.n_others; p++)
      bytes += a.other[p].bytes;
    cr_assert_float_eq(bytes, (double)at.len, 1e-9, "%d: %g of %zu", i, bytes, at.len);
    for (int p = 0; p < a.n_back; p++)
      cr_assert(a.back[p].bytes >= 0 && a.back[p].moved >= 0);
    cr_assert(a.side.bytes >= 0 && a.memory.bytes >= 0);
    cr_assert(tn_residency_held(r, 0) <= 100 && tn_residency_held(r, 1) <= 100);
  }
  tn_residency_free(r);
}
