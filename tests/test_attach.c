/* Costs of accessing a peer's memory by mechanism: attachments, faults, regions, traps. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "algos/registry.h"
#include "sim/attach.h"
#include "sim/ranges.h"

#define RANKS 4
#include "sim_setup.h"

#define PAGES ((size_t)64)

static const double together[RANKS]; /* all enter at once */

struct asked {
  enum tn_mechanism mechanism;
  enum tn_buffers buffers;
  int warmup;
  bool ideal;
};

static bool run_with(void (*fn)(struct tn_strand *), struct asked asked, struct tn_sim_result *ret,
                     GError **error)
{
  const struct tn_algorithm algorithm = algorithm_of(fn);
  const struct tn_sim_point point = {
    .algorithm = METHOD(&algorithm),
    .places = places,
    .values = values,
    .n_packages = 1,
    .call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = PAGES * 4096 },
    .mechanism = asked.mechanism,
    .buffers = asked.buffers,
    .ideal = asked.ideal,
    .warmup = asked.warmup,
    .repetitions = 1,
    .delays = together
  };
  return tn_sim_run(&point, ret, error);
}

static struct tn_sim_result run(void (*fn)(struct tn_strand *), struct asked asked)
{
  struct tn_sim_result result;
  GError *error = NULL;
  cr_assert(run_with(fn, asked, &result, &error), "%s", error ? error->message : "?");
  return result;
}

static void assert_time(double actual, double expected)
{
  cr_assert_float_eq(actual, expected, 1e-12, "%.6f us, not %.6f", actual * 1e6, expected * 1e6);
}

TestSuite(attach, .init = set_up, .fini = tear_down);

static struct tn_span whole(struct tn_strand *r, int rank)
{
  return (struct tn_span){ rank, TN_RECV, 0, r->call->block };
}

/* Lets the first `readers` ranks other than the root copy the whole vector. */
static void read_root(struct tn_strand *r, int readers)
{
  const int rank = r->call->rank;
  if (rank == 0) {
    r->transport->expose(r, TN_RECV);
    tn_post(r, 0, 1);
  } else if (rank <= readers) {
    tn_wait(r, 0, 0, 1);
    r->transport->attach(r, 0, TN_RECV);
    tn_copy(r, whole(r, rank), whole(r, 0));
  }
}

static void one_reads(struct tn_strand *r)
{
  read_root(r, 1);
}

static void two_read(struct tn_strand *r)
{
  read_root(r, 2);
}

/* Returns true for rank 1; the other ranks expose their buffers. */
static bool is_reader(struct tn_strand *r)
{
  if (r->call->rank == 1)
    return true;
  r->transport->expose(r, TN_RECV);
  r->transport->expose(r, TN_TEMP);
  return false;
}

static void one_writes(struct tn_strand *r)
{
  if (!is_reader(r))
    return;
  r->transport->attach(r, 0, TN_RECV);
  tn_copy(r, whole(r, 0), whole(r, 1));
}

static void one_moves(struct tn_strand *r)
{
  if (!is_reader(r))
    return;
  r->transport->attach(r, 0, TN_RECV);
  tn_move(r, whole(r, 1), whole(r, 0));
}

static void one_reduces(struct tn_strand *r)
{
  if (!is_reader(r))
    return;
  r->transport->attach(r, 0, TN_RECV);
  r->transport->attach(r, 2, TN_RECV);
  tn_reduce_two(r, whole(r, 1), whole(r, 0), whole(r, 2));
}

Test(attach, xpmem_attaches_once_and_faults_once)
{
  const struct tn_sim_result first = run(one_reads, (struct asked){ .mechanism = TN_XPMEM });
  assert_time(first.parts[TN_STARTUP], values[TN_P_ATTACH_TIME]);
  assert_time(first.parts[TN_LOCK], PAGES * values[TN_P_FAULT_TIME]);
  const struct asked again = { .mechanism = TN_XPMEM, .warmup = 1 };
  const struct tn_sim_result later = run(one_reads, again);
  assert_time(later.parts[TN_STARTUP], values[TN_P_RCACHE_LOOKUP]);
  assert_time(later.parts[TN_LOCK], 0.0);
}

/* Without a registration cache the second call costs as much as the first. */
Test(attach, without_registration_cache_every_attachment_is_new)
{
  const struct asked asked = { .mechanism = TN_XPMEM, .warmup = 1 };
  values[TN_P_RCACHE] = 1;
  const struct tn_sim_result t = run(one_reads, asked);
  assert_time(t.parts[TN_STARTUP], values[TN_P_ATTACH_TIME]);
  assert_time(t.parts[TN_LOCK], PAGES * values[TN_P_FAULT_TIME]);
}

/* New buffers have to be attached again; the reader's own are new, too. */
Test(attach, new_buffers_empty_the_registration_cache)
{
  const struct asked asked = { .mechanism = TN_XPMEM, .buffers = TN_BUFFERS_NEW, .warmup = 1 };
  const struct tn_sim_result t = run(one_reads, asked);
  assert_time(t.parts[TN_STARTUP], values[TN_P_ATTACH_TIME]);
  assert_time(t.parts[TN_LOCK], 2 * PAGES * values[TN_P_FAULT_TIME]);
}

Test(attach, faults_of_two_share_the_owners_lock)
{
  const struct tn_sim_result t = run(two_read, (struct asked){ .mechanism = TN_XPMEM });
  const double gamma = 4 * values[TN_P_GAMMA_A] + 2 * values[TN_P_GAMMA_B];
  cr_assert_eq(t.max_callers, 2);
  cr_assert_float_eq(t.parts[TN_LOCK] / (PAGES * values[TN_P_FAULT_TIME] * gamma), 1.0, 0.01);
}

Test(attach, moves_and_reductions_fault_as_copies_do)
{
  const struct asked asked = { .mechanism = TN_XPMEM };
  assert_time(run(one_moves, asked).parts[TN_LOCK], PAGES * values[TN_P_FAULT_TIME]);
  assert_time(run(one_writes, asked).parts[TN_LOCK], PAGES * values[TN_P_FAULT_TIME]);
  const struct tn_sim_result t = run(one_reduces, asked);
  assert_time(t.parts[TN_LOCK], 2 * PAGES * values[TN_P_FAULT_TIME]);
  assert_time(t.parts[TN_STARTUP], 2 * values[TN_P_ATTACH_TIME]);
}

Test(attach, knem_pays_for_the_region_and_the_trap)
{
  const struct asked asked = { .mechanism = TN_KNEM, .warmup = 1 };
  const struct tn_sim_result t = run(two_read, asked);
  assert_time(t.parts[TN_STARTUP], values[TN_P_REGION_TIME] +
                                       PAGES * values[TN_P_REGION_PAGE_TIME] +
                                       values[TN_P_TRAP_TIME]);
  assert_time(t.parts[TN_LOCK], 0.0);
  cr_assert_eq(t.max_callers, 0);
}

/* Two messages of half a vector each. */
static void send_halves(struct tn_strand *r)
{
  const size_t half = r->call->block / 2;
  const int rank = r->call->rank;
  if (rank == 0) {
    r->transport->expose_part(r, (struct tn_span){ 0, TN_RECV, 0, half });
    r->transport->expose_part(r, (struct tn_span){ 0, TN_RECV, half, half });
    tn_post(r, 0, 1);
  } else if (rank == 1) {
    tn_wait(r, 0, 0, 1);
    tn_copy(r, whole(r, 1), whole(r, 0));
  }
}

/* One message of the whole vector, twice. */
static void send_twice(struct tn_strand *r)
{
  if (r->call->rank == 0) {
    r->transport->expose_part(r, whole(r, 0));
    r->transport->expose_part(r, whole(r, 0));
    tn_post(r, 0, 1);
  } else if (r->call->rank == 1) {
    tn_wait(r, 0, 0, 1);
    tn_copy(r, whole(r, 1), whole(r, 0));
  }
}

static double startup_of(void (*fn)(struct tn_strand *), struct asked asked)
{
  return run(fn, asked).parts[TN_STARTUP] - values[TN_P_TRAP_TIME];
}

static const struct asked first_call = { .mechanism = TN_KNEM };
static const struct asked later_call = { .mechanism = TN_KNEM, .warmup = 1 };
static const struct asked new_buffers = { .mechanism = TN_KNEM,
                                          .buffers = TN_BUFFERS_NEW,
                                          .warmup = 1 };

Test(attach, knem_declares_what_each_message_sends)
{
  const double region = values[TN_P_REGION_TIME];
  const double pages = PAGES * values[TN_P_REGION_PAGE_TIME];
  assert_time(startup_of(send_halves, later_call), 2 * region + pages);
  assert_time(startup_of(send_twice, later_call), 2 * (region + pages));
}

Test(attach, a_region_cache_finds_what_was_declared)
{
  const double region = values[TN_P_REGION_TIME], found = values[TN_P_RCACHE_LOOKUP];
  const double pages = PAGES * values[TN_P_REGION_PAGE_TIME];
  set("region_cache", 1);
  assert_time(startup_of(send_halves, first_call), 2 * region + pages);
  assert_time(startup_of(send_halves, later_call), 2 * found);
  assert_time(startup_of(send_twice, first_call), region + pages + found);
  assert_time(startup_of(send_twice, new_buffers), region + pages + found);
  assert_time(startup_of(two_read, first_call), region + pages);
  assert_time(startup_of(two_read, later_call), found);
}

Test(attach, knem_finds_pages_pinned_at_copies)
{
  assert_time(run(send_halves, first_call).parts[TN_LOCK], 0);
}

/* Counts regions on the critical path of a broadcast by raising their price, and copies. */
static void count(const char *name, struct asked asked, double *ret_regions, long long *ret_copies)
{
  struct tn_sim_point point = {
    .algorithm = tn_method_find(TN_BCAST, name),
    .places = places,
    .values = values,
    .n_packages = 1,
    .call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = PAGES * 4096 },
    .mechanism = asked.mechanism,
    .buffers = asked.buffers,
    .warmup = asked.warmup,
    .repetitions = 1,
    .delays = together
  };
  struct tn_sim_result cheap, dear;
  const double more = 1e-3;
  cr_assert(tn_sim_run(&point, &cheap, NULL));
  values[TN_P_REGION_TIME] += more;
  cr_assert(tn_sim_run(&point, &dear, NULL));
  values[TN_P_REGION_TIME] -= more;
  *ret_regions = (dear.parts[TN_STARTUP] - cheap.parts[TN_STARTUP]) / more;
  *ret_copies = dear.transfers;
}

static void assert_counts(const char *name, struct asked asked, int regions)
{
  double n;
  long long copies;
  count(name, asked, &n, &copies);
  cr_expect_float_eq(n, regions, 1e-6, "%s: %g regions, not %d", name, n, regions);
  cr_expect_eq(copies, RANKS - 1, "%s: %lld copies", name, copies);
}

/* KNEM paper, V.B (C160): one registration per call, where a library may have one per destination;
 * n - 1 copies. With cached regions, one registration for all calls with a buffer. */
Test(attach, a_knem_broadcast_declares_one_region)
{
  assert_counts("knem-linear", later_call, 1);
  assert_counts("linear", later_call, RANKS - 1);
  set("region_cache", 1);
  assert_counts("knem-linear", first_call, 1);
  assert_counts("knem-linear", later_call, 0);
  assert_counts("knem-linear", new_buffers, 1);
  assert_counts("linear", first_call, 1);
  assert_counts("linear", later_call, 0);
}

Test(attach, mapped_files_only_fault)
{
  const struct asked asked = { .mechanism = TN_MEMFD };
  const struct tn_sim_result reads = run(one_reads, asked), writes = run(one_writes, asked);
  assert_time(reads.parts[TN_STARTUP], 0.0);
  assert_time(reads.parts[TN_LOCK], PAGES * values[TN_P_FAULT_TIME_MEMFD_READ]);
  assert_time(writes.parts[TN_LOCK], PAGES * values[TN_P_FAULT_TIME_MEMFD_WRITE]);
}

Test(attach, an_ideal_mapping_is_free)
{
  const enum tn_mechanism mapped[] = { TN_XPMEM, TN_MEMFD, TN_KNEM };
  for (int i = 0; i < 3; i++) {
    const struct asked asked = { .mechanism = mapped[i], .ideal = true };
    assert_time(run(one_reads, asked).span, PAGES * 4096 / values[TN_P_COPY_RATE]);
  }
}

static void forgets_to_attach(struct tn_strand *r)
{
  if (r->call->rank == 1)
    tn_copy(r, whole(r, 1), whole(r, 0));
}

static void forgets_to_expose(struct tn_strand *r)
{
  if (r->call->rank == 1 && r->call->epoch == 2) {
    r->transport->attach(r, 0, TN_RECV);
    tn_copy(r, whole(r, 1), whole(r, 0));
  }
}

/* In each call: rank 0 exposes its buffer in the first one. */
static void exposes_once(struct tn_strand *r)
{
  if (r->call->rank == 0 && r->call->epoch == 1)
    r->transport->expose(r, TN_RECV);
  forgets_to_expose(r);
}

Test(attach, what_is_not_exposed_cannot_be_attached_or_copied)
{
  static void (*const wrong[])(struct tn_strand *) = { forgets_to_expose, exposes_once };
  struct tn_sim_result t;
  for (int i = 0; i < 4; i++) {
    const struct asked asked = { .mechanism = i % 2 ? TN_KNEM : TN_XPMEM, .warmup = 1 };
    GError *error = NULL;
    cr_assert_not(run_with(wrong[i / 2], asked, &t, &error));
    cr_assert_str_eq(error->message,
                     i % 2 ? "rank 1 copies from or to RECV of rank 0, which has not exposed it"
                           : "rank 1 attaches RECV of rank 0, which has not exposed it");
    g_error_free(error);
  }
}

Test(attach, what_is_not_attached_cannot_be_reached)
{
  struct tn_sim_result t;
  GError *error = NULL;
  cr_assert_not(run_with(forgets_to_attach, (struct asked){ .mechanism = TN_XPMEM }, &t, &error));
  cr_assert_str_eq(error->message, "rank 1 uses RECV of rank 0 without having attached it");
  g_error_free(error);
}

/* Shared segments do not access other ranks' buffers: there are no kernel copies. */
Test(attach, cico_copies_nothing_between_buffers)
{
  struct tn_sim_result t;
  GError *error = NULL;
  cr_assert_not(run_with(forgets_to_attach, (struct asked){ .mechanism = TN_CICO }, &t, &error));
  cr_assert_str_eq(error->message,
                   "a copy between the buffers of ranks 0 and 1, which cico cannot do");
  g_error_free(error);
}

/* Every copy between ranks has a price, and so has every fault in mapped memory. Staged device
 * memory is copied like host memory. */
Test(attach, every_mechanism_has_its_prices)
{
  for (int m = 0; m < TN_N_MECHANISMS; m++) {
    const struct tn_reach_prices p = tn_reach_prices_of((enum tn_mechanism)m);
    const bool is_mapped = tn_mechanism_is_mapped((enum tn_mechanism)m);
    const enum tn_mechanism host = tn_mechanism_of_host((enum tn_mechanism)m);
    const bool has_copies = tn_mechanism_is_single_copy(host) && !is_mapped;
    cr_expect_eq(p.copy != TN_N_PARAMS, has_copies, "%s", tn_mechanism_names[m]);
    cr_expect_eq(p.fault_read != TN_N_PARAMS, is_mapped, "%s", tn_mechanism_names[m]);
    cr_expect_eq(p.fault_write != TN_N_PARAMS, is_mapped, "%s", tn_mechanism_names[m]);
  }
}

static void attach_two(struct tn_strand *r)
{
  if (!is_reader(r))
    return;
  r->transport->attach(r, 0, TN_RECV);
  r->transport->attach(r, 0, TN_TEMP);
}

static struct tn_sizes one_page(const struct tn_call *call)
{
  (void)call;
  return (struct tn_sizes){ .temp = 4096 };
}

static double startup_of_two(size_t align)
{
  struct tn_algorithm algorithm = algorithm_of(attach_two);
  struct tn_sim_result t;
  double own[TN_N_PARAMS];
  algorithm.scratch = one_page;
  memcpy(own, values, sizeof own);
  own[TN_P_ATTACH_ALIGN] = (double)align;
  const struct tn_sim_point point = {
    .algorithm = METHOD(&algorithm),
    .places = places,
    .values = own,
    .n_packages = 1,
    .call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = 4096 },
    .mechanism = TN_XPMEM,
    .repetitions = 1,
    .delays = together
  };
  cr_assert(tn_sim_run(&point, &t, NULL));
  return t.parts[TN_STARTUP];
}

/* Buffers begin 2 MiB apart: an extent of 8 MiB has both. */
Test(attach, one_extent_may_hold_several_buffers)
{
  assert_time(startup_of_two(4096), 2 * values[TN_P_ATTACH_TIME]);
  assert_time(startup_of_two(8 << 20), values[TN_P_ATTACH_TIME] + values[TN_P_RCACHE_LOOKUP]);
}

enum { NUMBERS = 60 };

Test(ranges, count_what_is_new)
{
  struct tn_ranges set = { 0 };
  bool naive[NUMBERS] = { false };
  unsigned state = 1;
  for (int i = 0; i < 200; i++) {
    state = state * 1103515245u + 12345u;
    const size_t from = state / 65536 % NUMBERS, to = MIN(from + state / 16777216 % 9, NUMBERS);
    size_t expected = 0;
    for (size_t n = from; n < to; n++) {
      expected += !naive[n];
      naive[n] = true;
    }
    cr_assert_eq(tn_ranges_add(&set, from, to), expected);
    for (int k = 1; k < set.n; k++)
      cr_assert_lt(set.range[k - 1].to, set.range[k].from);
    if (i % 50 == 49) {
      tn_ranges_finish(&set);
      set = (struct tn_ranges){ 0 };
      memset(naive, 0, sizeof naive);
    }
  }
  tn_ranges_finish(&set);
}
