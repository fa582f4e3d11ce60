/* Memory and caches in the engine: costs of one copy by the location of its bytes, effect of the
 * state of buffers, and sharing. Two packages of two cores; round numbers. */
#include <math.h>

#define BLOCK 65536
#define RANKS 4 /* 0 and 1 on the first package, 2 and 3 on the second */

#include "sim_setup.h"

static enum tn_backing backing;

static void set_up_caches(void)
{
  set_up_on("synthetic:Package:2 [NUMANode] L3:1(size=1MiB) Core:2 PU:1", "broadwell");
  set("alpha", 0.0);
  set("pin_time", 0.0);
  set("lock_scope", TN_SCOPE_NONE);
  set("barrier_skew", 0.0);
  set("copy_rate.core", 16e9);
  set("copy_rate.llc", 10e9);
  set("copy_rate.peer_l2", 10e9);
  set("line_rate.llc", 10e9);
  set("line_rate.peer_l2", 10e9);
  set("copy_rate.machine", 4e9);
  set("line_rate.machine", 4e9);
  set("copy_rate.memory", 5e9);
  set("memcpy_rate", 20e9);
  set("memory_bandwidth", 1e12);
  set("package_bandwidth", 1e12);
  set("llc_size", 1 << 20);
  set("l2_size", 0);
  set("fault_time", 1e-6);
  set("reclaim_factor", 0.0);
  set("reclaim_factor.llc", 0.0);
  for (enum tn_param p = TN_P_LINE_LATENCY; p < TN_P_LINE_LATENCY + TN_N_DISTANCES; p++)
    values[p] = 0.0;
  backing = TN_BASE;
}

TestSuite(memory, .init = set_up_caches, .fini = tear_down);

static struct tn_sizes scratch(const struct tn_call *call)
{
  (void)call;
  return (struct tn_sizes){ .shared = 2 * BLOCK };
}

/* Runs fn as an allgather: SEND holds one block, RECV one of each rank. */
static struct tn_sim_result run(void (*fn)(struct tn_strand *), enum tn_buffers buffers, int warmup)
{
  struct tn_algorithm algorithm = algorithm_of(fn);
  algorithm.collective = TN_ALLGATHER;
  const struct tn_sim_point point = {
    .algorithm = METHOD(&algorithm),
    .places = places,
    .values = values,
    .n_packages = 2,
    .call = { .collective = TN_ALLGATHER, .n_ranks = RANKS, .block = BLOCK },
    .backing = backing,
    .buffers = buffers,
    .warmup = warmup,
    .repetitions = 1
  };
  struct tn_sim_result result;
  GError *error = NULL;
  algorithm.scratch = scratch;
  cr_assert(tn_sim_run(&point, &result, &error), "%s", error ? error->message : "?");
  return result;
}

static struct tn_span span(int rank, enum tn_buf buf, size_t off)
{
  return (struct tn_span){ rank, buf, off, BLOCK };
}

static int reader, source; /* ranks of the copies below */

static void one_read(struct tn_strand *r)
{
  if (r->call->rank == reader)
    tn_copy(r, span(reader, TN_RECV, 0), span(source, TN_SEND, 0));
}

static void one_write(struct tn_strand *r)
{
  if (r->call->rank == reader)
    tn_copy(r, span(source, TN_RECV, 0), span(reader, TN_SEND, 0));
}

static double max_of(void (*fn)(struct tn_strand *), enum tn_buffers buffers, int warmup)
{
  return run(fn, buffers, warmup).max;
}

#define TAKES(time, rate)                                                                          \
  cr_assert_float_eq(time, BLOCK / (rate), 1e-12, "%g GB/s", 1e-9 * BLOCK / (time))

Test(memory, a_read_goes_at_the_rate_of_where_its_bytes_lie)
{
  reader = 0;
  source = 1;
  TAKES(max_of(one_read, TN_BUFFERS_UNCHANGED, 0), 10e9); /* its owner has just written it */
  TAKES(max_of(one_read, TN_BUFFERS_COLD, 0), 5e9);
  source = 2;
  TAKES(max_of(one_read, TN_BUFFERS_UNCHANGED, 0), 4e9);
  TAKES(max_of(one_read, TN_BUFFERS_COLD, 0), 4e9);
  TAKES(max_of(one_read, TN_BUFFERS_UNCHANGED, 1), 10e9); /* read before: now in its own LLC */
  TAKES(max_of(one_read, TN_BUFFERS_REWRITTEN, 1), 4e9);
  TAKES(max_of(one_read, TN_BUFFERS_COLD, 1), 4e9);
}

static void read_back_and_forth(struct tn_strand *r)
{
  if (r->call->rank == reader)
    tn_copy(r, span(reader, TN_RECV, 0), span(reader + 1, TN_SEND, 0));
  if (r->call->rank == reader)
    tn_post(r, 0, 1);
  if (r->call->rank != source)
    return;
  tn_wait(r, reader, 0, 1);
  tn_copy(r, span(source, TN_RECV, 0), span(reader, TN_RECV, 0));
}

/* In the second call the target of the first copy is in the cache of the rank that read it in the first. */
Test(memory, lines_that_others_have_are_taken_back_at_a_price)
{
  reader = 0;
  source = 2;
  const double before = run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 1).max;
  set("reclaim_factor", 0.5);
  const double after = run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 1).max;
  cr_assert_float_eq(after - before, 0.5 * BLOCK / 4e9, 1e-12, "%g", after - before);
  cr_assert_float_eq(run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 0).max, before, 1e-12,
                     "nobody has read it yet");
}

/* Lines of another package arrive at 4 GB/s, those of the own LLC at 10. The wait for the source is
 * 0.6 of its time, and overlaps stores that take 0.4 or 1.6 of it. */
Test(memory, lines_are_taken_back_beside_the_wait_for_the_source)
{
  const double taken[] = { 0.4, 1.6 }, hidden[] = { 0.4, 0.6 };
  reader = 1;
  source = 2;
  for (int i = 0; i < 2; i++) {
    set("reclaim_factor", taken[i]);
    set("reclaim_overlap", 0);
    const double before = run(read_back_and_forth, TN_BUFFERS_REWRITTEN, 1).max;
    set("reclaim_overlap", 0.5);
    const double after = run(read_back_and_forth, TN_BUFFERS_REWRITTEN, 1).max;
    cr_assert_float_eq(before - after, 0.5 * hidden[i] * BLOCK / 4e9, 1e-12, "%g", before - after);
  }
}

Test(memory, lines_of_cores_under_one_llc_are_taken_back_at_a_price_of_their_own)
{
  reader = 0;
  source = 1;
  set("line_rate.peer_l2", 4e9);
  const double before = run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 1).max;
  set("reclaim_factor", 0.5);
  cr_assert_float_eq(run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 1).max, before, 1e-12);
  set("reclaim_factor.llc", 0.5);
  const double after = run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 1).max;
  cr_assert_float_eq(after - before, 0.5 * BLOCK / 4e9, 1e-12, "%g", after - before);
}

Test(memory, a_write_needs_both_sides)
{
  reader = 0;
  source = 2;
  set("write_factor", 2.0);
  TAKES(max_of(one_write, TN_BUFFERS_UNCHANGED, 0), 4e9 / 2.0);
  TAKES(max_of(one_write, TN_BUFFERS_UNCHANGED, 1), 10e9 / 2.0); /* the LLC has the target */
}

Test(memory, a_private_l2_is_faster_still)
{
  reader = 0;
  source = 2;
  set("l2_size", 2 * BLOCK);
  TAKES(max_of(one_read, TN_BUFFERS_UNCHANGED, 1), 16e9);
  set("l2_size", BLOCK); /* the target evicts the source */
  TAKES(max_of(one_read, TN_BUFFERS_UNCHANGED, 1), 10e9);
}

Test(memory, no_cache_at_all)
{
  reader = 0;
  source = 1;
  set("llc_size", 0);
  TAKES(max_of(one_read, TN_BUFFERS_UNCHANGED, 1), 5e9);
}

Test(memory, first_touches_of_new_pages_are_paid_once)
{
  reader = 0;
  source = 1;
  const struct tn_sim_result t = run(one_read, TN_BUFFERS_NEW, 1);
  /* 16 pages in each call; the source's new data come from the caches. */
  cr_assert_float_eq(t.max, 16e-6 + BLOCK / 10e9, 1e-12, "%g", t.max);
  cr_assert_float_eq(t.parts[TN_LOCK], 16e-6, 1e-12);
}

static void own_move(struct tn_strand *r)
{
  if (r->call->rank == 0)
    tn_move(r, span(0, TN_RECV, 0), span(0, TN_SEND, 0));
}

/* Only the root of a scatter has its input in place; the others receive into new pages. */
Test(memory, a_scatter_in_place_receives_in_new_pages)
{
  double first[2];
  for (int in_place = 0; in_place < 2; in_place++) {
    const struct tn_method *read = tn_method_find(TN_SCATTER, "parallel-read");
    const struct tn_sim_point point = {
      .algorithm = read,
      .places = places,
      .values = values,
      .n_packages = 2,
      .repetitions = 1,
      .call = { .collective = TN_SCATTER, .n_ranks = RANKS, .block = BLOCK, .in_place = in_place },
      .buffers = TN_BUFFERS_NEW,
      .warmup = 1
    };
    struct tn_sim_result result;
    cr_assert(tn_sim_run(&point, &result, NULL));
    first[in_place] = result.max;
  }
  cr_assert_float_eq(first[1], first[0], 1e-12);
}

Test(memory, a_move_inside_a_rank_goes_at_memcpy_rate_or_at_that_of_memory)
{
  TAKES(max_of(own_move, TN_BUFFERS_UNCHANGED, 0), 20e9);
  TAKES(max_of(own_move, TN_BUFFERS_COLD, 0), 5e9);
  set("line_rate.memory", 7e9);
  TAKES(max_of(own_move, TN_BUFFERS_COLD, 0), 7e9);
}

Test(memory, a_move_out_of_the_llc_goes_at_its_rate_where_l2s_are_followed)
{
  set("l2_size", RANKS * BLOCK); /* the receive buffer, written last, fills it */
  set("line_rate.llc", 12e9);    /* by loads: the rate of kernel copies does not matter */
  TAKES(max_of(own_move, TN_BUFFERS_UNCHANGED, 0), 12e9);
  TAKES(max_of(own_move, TN_BUFFERS_UNCHANGED, 1), 20e9);
}

Test(memory, a_huge_page_is_looked_up_once)
{
  const double base = 200e-9, next = 1e-9;
  reader = 0;
  source = 1;
  set("pin_time", base);
  set("pin_time.thp", next);
  cr_assert_float_eq(run(one_read, TN_BUFFERS_UNCHANGED, 0).parts[TN_LOCK], 16 * base, 1e-12);
  backing = TN_THP;
  cr_assert_float_eq(run(one_read, TN_BUFFERS_UNCHANGED, 0).parts[TN_LOCK], base + 15 * next,
                     1e-12);
}

static size_t piece; /* bytes per copy below */

static void read_on(struct tn_strand *r)
{
  for (size_t off = 0; off < BLOCK && r->call->rank == 0; off += piece)
    tn_copy(r, (struct tn_span){ 0, TN_RECV, off, piece },
            (struct tn_span){ 1, TN_SEND, off, piece });
  if (r->call->rank == 0)
    tn_post(r, 0, 1);
  if (r->call->rank != 2)
    return;
  tn_wait(r, 0, 0, 1);
  tn_copy(r, span(2, TN_RECV, 0), span(0, TN_RECV, 0));
}

/* Source and target fill the cache twice. A copy loads and evicts the same lines in pieces of any
 * size: half of its target remains. The memory has another rate, which would show. */
Test(memory, a_copy_leaves_what_its_pieces_leave)
{
  set("llc_size", BLOCK);
  set("copy_rate.memory", 1e9);
  piece = BLOCK / 8;
  const double want = max_of(read_on, TN_BUFFERS_COLD, 0);
  piece = BLOCK;
  cr_assert_float_eq(max_of(read_on, TN_BUFFERS_COLD, 0), want, 1e-12);
  cr_assert_float_eq(want, BLOCK / 1e9 + 0.5 * BLOCK / 1e9 + 0.5 * BLOCK / 4e9, 1e-12, "%g", want);
}

static void half_and_half(struct tn_strand *r)
{
  const struct tn_span dst[] = { { 0, TN_RECV, 0, BLOCK / 4 }, { 0, TN_RECV, BLOCK, BLOCK / 4 } };
  const struct tn_span src[] = { { 1, TN_SEND, 0, BLOCK / 2 } };
  if (r->call->rank != 0)
    return;
  tn_copy(r, span(0, TN_RECV, 2 * BLOCK), span(2, TN_SEND, 0));
  r->transport->copy(r, 2, dst, 1, src);
  tn_copy(r, span(0, TN_RECV, 2 * BLOCK), span(1, TN_SEND, 0)); /* half of it is in the cache */
}

Test(memory, the_times_of_a_mixed_source_add_up)
{
  const double want = BLOCK / 4e9 + 0.5 * BLOCK / 5e9 + 0.5 * BLOCK / 5e9 + 0.5 * BLOCK / 10e9;
  cr_assert_float_eq(max_of(half_and_half, TN_BUFFERS_COLD, 0), want, 1e-12);
}

static void all_read_one(struct tn_strand *r)
{
  if (r->call->rank >= 2)
    tn_copy(r, span(r->call->rank, TN_RECV, 0), span(0, TN_SEND, 0));
}

Test(memory, llc_mates_share_what_comes_in)
{
  /* The link carries the block once or twice, at 2 GB/s. */
  set("package_bandwidth", 2e9);
  set("llc_share", 0.0);
  TAKES(max_of(all_read_one, TN_BUFFERS_COLD, 0), 2e9 / 2.0);
  set("llc_share", 1.0);
  TAKES(max_of(all_read_one, TN_BUFFERS_COLD, 0), 2e9);
}

Test(memory, fetches_before_writes_and_write_backs_load_the_memory)
{
  reader = 0;
  source = 1;
  set("memory_bandwidth", 4e9);
  set("write_allocate", 0.0);
  TAKES(max_of(one_read, TN_BUFFERS_COLD, 0), 4e9);
  set("write_allocate", 1.0);
  TAKES(max_of(one_read, TN_BUFFERS_COLD, 0), 4e9 / 2.0);
  set("llc_size", 0); /* written bytes leave at once */
  TAKES(max_of(one_read, TN_BUFFERS_COLD, 0), 4e9 / 3.0);
  const struct tn_sim_result t = run(one_read, TN_BUFFERS_COLD, 0);
  cr_assert_float_eq(t.parts[TN_COPY], BLOCK / 5e9, 1e-12);
  cr_assert_float_eq(t.parts[TN_MEMORY], BLOCK * (3 / 4e9 - 1 / 5e9), 1e-12);
}

static void both_llc(struct tn_strand *r)
{
  if (r->call->rank < 2)
    tn_copy(r, span(r->call->rank, TN_RECV, 0), span(1 - r->call->rank, TN_SEND, 0));
}

Test(memory, an_llc_of_limited_bandwidth_is_shared)
{
  set("llc_bandwidth", 12e9);
  TAKES(max_of(both_llc, TN_BUFFERS_UNCHANGED, 0), 6e9);
}

/* Lets ranks 2 and 3 read from the other package at once, each from a separate buffer. */
static void two_across(struct tn_strand *r)
{
  const int rank = r->call->rank;
  if (rank >= 2)
    tn_copy(r, span(rank, TN_RECV, 0), span(rank - 2, TN_SEND, 0));
}

Test(memory, an_llc_feeds_so_many_readers_elsewhere)
{
  TAKES(max_of(two_across, TN_BUFFERS_UNCHANGED, 0), 4e9);
  set("line_rate.numa", 10e9);
  set("llc_streams", 1);
  TAKES(max_of(two_across, TN_BUFFERS_UNCHANGED, 0), 2e9);
  set("llc_streams", 2);
  TAKES(max_of(two_across, TN_BUFFERS_UNCHANGED, 0), 4e9);
}

/* A home reads its memory also for lines that another cache supplies. */
Test(memory, lines_from_cache_to_cache_load_their_home)
{
  set("memory_bandwidth", 4e9);
  TAKES(max_of(two_across, TN_BUFFERS_UNCHANGED, 0), 4e9);
  set("home_load", 1);
  TAKES(max_of(two_across, TN_BUFFERS_UNCHANGED, 0), 2e9);
}

static double strand_took[2]; /* times of rank 2 */

static void read_shared(struct tn_strand *r, void *arg)
{
  const int rank = r->call->rank, i = (int)(intptr_t)arg;
  const double start = r->transport->now(r);
  tn_copy(r, span(rank, TN_RECV, 0), span(rank - 2, TN_SHARED, (size_t)i * BLOCK));
  if (rank == 2)
    strand_took[i] = r->transport->now(r) - start;
}

/* As two_across, with data that the owners have just written, twice, by a new strand each time. */
static void strands_across(struct tn_strand *r)
{
  const int rank = r->call->rank;
  for (int i = 0; rank < 2 && i < 2; i++)
    tn_copy(r, span(rank, TN_SHARED, (size_t)i * BLOCK), span(rank, TN_SEND, 0));
  if (rank < 2) {
    tn_post(r, 0, 1);
    return;
  }
  tn_wait(r, rank - 2, 0, 1);
  for (int i = 0; i < 2; i++)
    r->transport->join(r, r->transport->spawn(r, TN_CORE_OWN, read_shared, (void *)(intptr_t)i));
}

/* A strand that reuses the place of an ended one has no correspondent for its messages' slots yet. */
Test(memory, a_strand_that_follows_another_has_no_correspondent)
{
  set("memory_bandwidth", 4e9);
  set("home_load", 1);
  set("slot_home", TN_SLOT_OF_RECEIVER);
  run(strands_across, TN_BUFFERS_UNCHANGED, 0);
  cr_assert_float_eq(strand_took[0], BLOCK / 2e9, 1e-12, "%g", strand_took[0]);
  cr_assert_float_eq(strand_took[1], BLOCK / 2e9, 1e-12, "%g", strand_took[1]);
}

/* Lines taken back cross the link, however soon the store continues. */
Test(memory, lines_taken_back_load_the_link)
{
  reader = 0;
  source = 2;
  set("package_bandwidth", 1e9);
  const double before = run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 1).max;
  set("reclaim_factor", 1e-9);
  cr_assert_gt(run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 1).max, 1.2 * before);
}

/* Lines taken back load the same path, with a factor of their own. */
Test(memory, lines_taken_back_leave_by_the_same_way)
{
  reader = 0;
  source = 2;
  set("reclaim_factor", 1);
  const double before = run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 1).max;
  set("llc_streams", 1);
  cr_assert_float_eq(run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 1).max, before, 1e-12);
  set("reclaim_way", 4);
  cr_assert_gt(run(read_back_and_forth, TN_BUFFERS_UNCHANGED, 1).max, 1.2 * before);
}

/* The owner writes the source; otherwise the reader has it in its cache. */
Test(memory, lines_that_another_core_wrote_come_at_their_own_rate)
{
  reader = 0;
  source = 1;
  TAKES(run(one_read, TN_BUFFERS_REWRITTEN, 1).max, 10e9);
  set("line_rate.peer_l2", 4e9);
  TAKES(run(one_read, TN_BUFFERS_REWRITTEN, 1).max, 4e9);
  TAKES(run(one_read, TN_BUFFERS_UNCHANGED, 1).max, 10e9);
  set("line_rate.peer_l2", 40e9);
  set("copy_rate.peer_l2", 2e9); /* for kernel copies */
  TAKES(run(one_read, TN_BUFFERS_REWRITTEN, 1).max, 2e9);
}

/* Reads two halves of a block in sequence, as a stream. */
static void two_halves(struct tn_strand *r)
{
  struct tn_span from = span(source, TN_SEND, 0), to = span(reader, TN_RECV, 0);
  if (r->call->rank != reader)
    return;
  for (int i = 0; i < 2; i++) {
    from.off = to.off = (size_t)i * BLOCK / 2;
    from.len = to.len = BLOCK / 2;
    tn_copy(r, to, from);
  }
}

Test(memory, the_first_lines_of_a_payload_are_waited_for)
{
  const double latency = 1e-7, bytes = BLOCK / 10e9;
  reader = 0;
  source = 1;
  set("line_latency.llc", latency);
  cr_assert_float_eq(run(one_read, TN_BUFFERS_REWRITTEN, 1).max, bytes + latency, 1e-12);
  cr_assert_float_eq(run(two_halves, TN_BUFFERS_REWRITTEN, 1).max, bytes + latency, 1e-12,
                     "the second half goes on");
  TAKES(run(one_read, TN_BUFFERS_UNCHANGED, 1).max, 10e9);
  set("l1_size", 1024);
  set("line_mlp.adjacent", 5);
  cr_assert_float_eq(run(one_read, TN_BUFFERS_REWRITTEN, 1).max, bytes + latency * (1 + 15.0 / 5),
                     1e-12, "16 lines, five at a time");
}

static void reduce_two(struct tn_strand *r)
{
  if (r->call->rank == 0)
    tn_reduce_two(r, span(0, TN_RECV, 0), span(0, TN_SEND, 0), span(1, TN_SEND, 0));
}

static void reduce_four(struct tn_strand *r)
{
  const struct tn_span src[] = { span(0, TN_RECV, 0), span(0, TN_SEND, 0), span(1, TN_SEND, 0),
                                 span(1, TN_RECV, 0) };
  if (r->call->rank == 0)
    r->transport->reduce(r, src[0], 4, src);
}

/* In one pass: four loads and a store per element in place of three times two loads and one store. */
Test(memory, a_reduction_of_four_takes_twice_that_of_two)
{
  set("reduce_rate", 8e9);
  TAKES(max_of(reduce_four, TN_BUFFERS_UNCHANGED, 0), 4e9);
}

/* A core has one set of misses: the misses of both operands add up, and overlap with the arithmetic. */
Test(memory, what_a_sum_misses_adds_up)
{
  set("reduce_rate", 8e9);
  const struct tn_sim_result t = run(reduce_two, TN_BUFFERS_UNCHANGED, 0);
  TAKES(t.max, 8e9);
  cr_assert_float_eq(t.parts[TN_REDUCE_PART], BLOCK / 8e9, 1e-12);
  TAKES(max_of(reduce_two, TN_BUFFERS_COLD, 0), 5e9 / 2);
  set("line_rate.memory", 20e9); /* two at 20 no longer overlap with 8 GB/s of sums */
  TAKES(max_of(reduce_two, TN_BUFFERS_COLD, 0), 8e9);
  set("line_rate.memory", 12e9);
  TAKES(max_of(reduce_two, TN_BUFFERS_COLD, 0), 6e9);
}

static struct tn_span part_of(int rank, enum tn_buf buf, int i)
{
  return (struct tn_span){ rank, buf, (size_t)i * BLOCK / 2, BLOCK / 2 };
}

/* Reduces in halves a vector that rank 1 has written; `turned` swaps the operands. */
static bool turned;
static void reduce_halves(struct tn_strand *r)
{
  for (int i = 0; i < 2 && r->call->rank == 0; i++)
    tn_reduce_two(r, part_of(0, TN_RECV, i), part_of(turned, TN_SEND, i),
                  part_of(!turned, TN_SEND, i));
}

Test(memory, each_operand_of_a_sum_is_a_stream)
{
  const double latency = 1e-7;
  set("reduce_rate", 8e9);
  set("line_latency.llc", latency);
  for (turned = false;; turned = true) {
    cr_assert_float_eq(max_of(reduce_halves, TN_BUFFERS_REWRITTEN, 1), BLOCK / 8e9 + latency,
                       1e-12);
    if (turned)
      break;
  }
}

static double by_law(enum tn_law which)
{
  struct tn_algorithm algorithm = algorithm_of(one_read);
  algorithm.collective = TN_ALLGATHER;
  const struct tn_sim_point point = {
    .algorithm = METHOD(&algorithm),
    .places = places,
    .values = values,
    .n_packages = 2,
    .law = which,
    .call = { .collective = TN_ALLGATHER, .n_ranks = RANKS, .block = BLOCK },
    .buffers = TN_BUFFERS_COLD,
    .repetitions = 1
  };
  struct tn_sim_result result;
  cr_assert(tn_sim_run(&point, &result, NULL));
  return result.max;
}

Test(memory, pages_under_the_queue_are_looked_up_together)
{
  reader = 0;
  source = 1;
  set("lock_scope", TN_SCOPE_PROCESS);
  set("pin_time", 1e-7);
  cr_assert_float_eq(by_law(TN_LAW_QUEUE), by_law(TN_LAW_BATCHED), 1e-11);
}
