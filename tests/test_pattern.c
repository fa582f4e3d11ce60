/* Patterns: their transfers, the ranks that their parameters require, and their costs. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "algos/experiments/pattern.h"
#include "contention/lock.h"
#include "contention/model.h"
#include "sim/sim.h"

enum { MAX_READERS = 63, PAGES = 10 };

static struct tn_platform *platform;
static double values[TN_N_PARAMS];

static const struct tn_method *find(const char *name)
{
  const struct tn_method *a = tn_method_find(TN_PATTERN, name);
  cr_assert_not_null(a);
  return a;
}

static struct tn_call call_of(const struct tn_method *a, int n_ranks, size_t block)
{
  struct tn_call call = {
    .collective = TN_PATTERN, .pattern = a->runs->pattern, .n_ranks = n_ranks, .block = block
  };
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    call.params[i] = a->params[i].preset;
  tn_algorithm_fit(a->runs, &call);
  return call;
}

Test(pattern, parameters_and_ranks_go_together)
{
  const struct tn_call seven = call_of(find("one-source"), 7, 10);
  cr_assert_eq(seven.params[0], 6);
  cr_assert_null(tn_method_refusal(find("one-source"), &seven));
  const struct tn_call eight = call_of(find("pairs"), 8, 10);
  cr_assert_eq(eight.params[0], 4);
  cr_assert_null(tn_method_refusal(find("pairs"), &eight));
  const struct tn_call odd = call_of(find("pairs"), 9, 10);
  cr_assert_str_eq(tn_method_refusal(find("pairs"), &odd),
                   "pairs=4 makes 8 ranks, not 9 (leave the ranks out)");
  const struct tn_call three = call_of(find("pingpong"), 3, 10);
  cr_assert_str_eq(tn_method_refusal(find("pingpong"), &three),
                   "runs on 2 ranks, not 3 (leave the ranks out)");
}

/* Checks that no rank is on both sides, none copies twice, and no transfers write the same bytes. */
static void check_transfers(const struct tn_call *call)
{
  const int n = call->pattern->n_transfers(call);
  for (int i = 0; i < n; i++) {
    const struct tn_pattern_copy t = call->pattern->transfer(call, i);
    cr_assert_neq(t.src.rank, t.dst.rank);
    cr_assert(t.copier == t.src.rank || t.copier == t.dst.rank);
    cr_assert_geq(t.src.len, t.dst.len);
    for (int j = 0; j < i; j++) {
      const struct tn_pattern_copy u = call->pattern->transfer(call, j);
      cr_assert_neq(t.copier, u.copier);
      cr_assert(t.dst.rank != u.dst.rank || u.dst.off + u.dst.len <= t.dst.off);
    }
  }
}

Test(pattern, transfers_do_not_meet)
{
  for (const struct tn_method *const *a = tn_methods(); *a; a++)
    for (int n = 2; n <= 16 && (*a)->collective == TN_PATTERN; n++) {
      const struct tn_call call = call_of(*a, n, 10);
      if (!tn_method_refusal(*a, &call))
        check_transfers(&call);
    }
}

Test(pattern, members_copy_from_the_first_rank_of_their_domain)
{
  const int numa[] = { 0, 0, 1, 1, 1, 0 };
  const int source[] = { -1, 0, 0, 2, 2, 0 };
  const struct tn_layout layout = { .numa = numa };
  struct tn_call call = call_of(find("concurrent-copy"), 6, 10);
  call.layout = &layout;
  call.params[1] = 1;
  for (int rank = 1; rank < 6; rank++)
    cr_assert_eq(call.pattern->transfer(&call, rank - 1).src.rank, source[rank]);
}

Test(pattern, buffers_follow_from_transfers)
{
  struct tn_call call = call_of(find("one-source"), 4, 10);
  cr_assert_eq(tn_user_sizes(&call).send, 10);
  cr_assert_eq(tn_user_sizes(&call).recv, 0);
  call.params[1] = 1;
  cr_assert_eq(tn_user_sizes(&call).send, 30);
  call.params[2] = 1;
  cr_assert_eq(tn_user_sizes(&call).recv, 30);
  call = call_of(find("pin"), 4, 0);
  call.page_size = 65536;
  cr_assert_eq(tn_user_sizes(&call).send, PAGES * 65536);
  call.rank = 3;
  cr_assert_eq(tn_user_sizes(&call).recv, 1);
}

static void load(void)
{
  GError *error = NULL;
  platform = tn_platform_load("knl", NULL, &error);
  cr_assert(platform, "%s", error ? error->message : "?");
  cr_assert(tn_platform_resolve(platform, TN_KERNEL_PAPER, NULL, values, &error));
  cr_assert(tn_sim_init(platform, &error));
}

static void unload(void)
{
  tn_platform_free(platform);
}

static enum tn_law law = TN_LAW_BATCHED;

static struct tn_sim_result run(const char *name, struct tn_call call, bool ideal)
{
  GError *error = NULL;
  struct tn_sim_result result;
  struct tn_places *places = tn_places_new(platform, "core", call.n_ranks, &error);
  const struct tn_sim_point point = { .algorithm = find(name),
                                      .call = call,
                                      .places = places,
                                      .values = values,
                                      .n_packages = tn_platform_n_packages(platform),
                                      .backing = TN_BASE,
                                      .law = law,
                                      .ideal = ideal,
                                      .verify = true,
                                      .warmup = 1,
                                      .repetitions = 1 };
  cr_assert(places && tn_sim_run(&point, &result, &error), "%s: %s", name,
            error ? error->message : "?");
  cr_assert_eq(result.verified, 1);
  tn_places_free(places);
  return result;
}

static struct tn_cma_model model(void)
{
  return (struct tn_cma_model){ .alpha = values[TN_P_ALPHA],
                                .per_byte = 1 / values[TN_P_COPY_RATE],
                                .pin_time = values[TN_P_PIN_TIME],
                                .page_size = values[TN_P_PAGE_SIZE],
                                .gamma_a = values[TN_P_GAMMA_A],
                                .gamma_b = values[TN_P_GAMMA_B] };
}

/* Returns the closed form of a pattern in seconds. */
static double form_of(const char *name, int n_ranks, size_t block)
{
  const struct tn_cma_model m = model();
  const struct tn_call call = call_of(find(name), n_ranks, block);
  struct tn_steps steps;
  struct tn_cost cost;
  cr_assert(tn_algorithm_form(find(name)->runs, &call, &steps));
  cr_assert(tn_model_steps(&m, &steps, &cost));
  return tn_cost_sum(&cost);
}

static double pin_of(int readers, int pages)
{
  struct tn_call call = call_of(find("pin"), readers + 1, 0);
  call.params[1] = pages;
  return run("pin", call, true).span;
}

/* Table III repeated: alpha and l from a line through 1..64 pages, gamma from more readers. */
Test(pattern, pinning_gives_table_iv_back, .init = load, .fini = unload)
{
  const struct tn_cma_model m = model();
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  const int n = 64;
  for (int pages = 1; pages <= n; pages++) {
    const double y = pin_of(1, pages);
    sum_x += pages;
    sum_y += y;
    sum_xx += (double)pages * pages;
    sum_xy += pages * y;
  }
  const double slope = (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
  cr_assert_float_eq(slope, m.pin_time, 1e-9 * m.pin_time);
  const double start = (sum_y - slope * sum_x) / n - m.per_byte;
  cr_assert_float_eq(start, m.alpha, 1e-9 * m.alpha);
  for (int readers = 1; readers <= MAX_READERS; readers += 7) {
    const double gamma = (pin_of(readers, PAGES) - m.alpha - m.per_byte) / (m.pin_time * PAGES);
    const double expected = tn_gamma(m.gamma_a, m.gamma_b, readers);
    cr_assert_float_eq(gamma, expected, 1e-9 * expected, "%d readers: %g", readers, gamma);
  }
}

/* The kernel pins a whole batch at once, even if less of it is copied. */
Test(pattern, only_the_batch_under_way_is_pinned, .init = load, .fini = unload)
{
  const double before = pin_of(1, 8);
  values[TN_P_PIN_BATCH] = 5;
  cr_assert_float_eq(before - pin_of(1, 8), 3 * values[TN_P_PIN_TIME], 1e-15);
}

/* Under the law `queue` the lock is released after each page, but the call pins all pages before
 * the first byte is copied. */
Test(pattern, the_queue_pins_all_pages_of_a_batch_too, .init = load, .fini = unload)
{
  const struct tn_cma_model m = model();
  const double start = m.alpha + m.per_byte;
  law = TN_LAW_QUEUE;
  for (int pages = 1; pages <= 64; pages *= 4) {
    const double expected = start + m.pin_time * pages;
    cr_assert_float_eq(pin_of(1, pages), expected, 1e-9 * expected, "%d pages", pages);
  }
  values[TN_P_PIN_BATCH] = 5;
  cr_assert_float_eq(pin_of(1, 8), start + m.pin_time * 5, 1e-15);
  const double hold = m.pin_time * tn_gamma(m.gamma_a, m.gamma_b, 4) / 4;
  const double four = pin_of(4, 5);
  cr_assert(four > start + 17 * hold && four <= start + 20 * hold, "%g in %g", four, hold);
}

Test(pattern, readers_of_one_source_contend_and_pairs_do_not, .init = load, .fini = unload)
{
  const struct tn_cma_model m = model();
  const size_t block = 4 * (size_t)m.page_size;
  for (int readers = 1; readers <= 31; readers += 10) {
    struct tn_call call = call_of(find("one-source"), readers + 1, block);
    const double expected = form_of("one-source", readers + 1, block);
    cr_assert_eq(expected, tn_model_copy(&m, (double)block, readers));
    for (int way = 0; way < 3; way++) {
      call.params[1] = way > 0;
      call.params[2] = way > 1;
      const double span = run("one-source", call, true).span;
      cr_assert_float_eq(span, expected, 1e-9 * expected, "%d readers, way %d", readers, way);
    }
    const double alone = form_of("pairs", 2 * readers, block);
    cr_assert_eq(alone, tn_model_copy(&m, (double)block, 1));
    const struct tn_call apart = call_of(find("pairs"), 2 * readers, block);
    cr_assert_float_eq(run("pairs", apart, true).span, alone, 1e-9 * alone);
  }
}

Test(pattern, a_round_trip_is_two_copies, .init = load, .fini = unload)
{
  const struct tn_cma_model m = model();
  const double both = form_of("pingpong", 2, 100000);
  cr_assert_eq(both, 2 * tn_model_copy(&m, 100000, 1));
  cr_assert_float_eq(run("pingpong", call_of(find("pingpong"), 2, 100000), true).span, both,
                     1e-9 * both);
  const struct tn_sim_result flags = run("pingpong", call_of(find("pingpong"), 2, 0), false);
  cr_assert_gt(flags.span, 0.0);
  cr_assert_eq(flags.transfers, 0);
}

/* Tests the order of waits and the choice of limits, not times: a synchronous send completes later,
 * and a blocking send may stay in shared memory where the others are single copies. */
Test(pattern, messages_go_by_the_kind_of_their_sends, .init = load, .fini = unload)
{
  enum { SEND = 1, BLOCKING = 0, NONBLOCKING, SYNCHRONOUS };
  double span[3];
  values[TN_P_EAGER_LIMIT] = values[TN_P_RENDEZVOUS_LIMIT] = 4096;
  values[TN_P_BLOCKING_LIMIT] = 1 << 20;
  for (int send = BLOCKING; send <= SYNCHRONOUS; send++) {
    struct tn_call call = call_of(find("message-pingpong"), 2, 100000);
    call.params[SEND] = send;
    const struct tn_sim_result r = run("message-pingpong", call, false);
    cr_assert_eq(r.transfers, 2);
    span[send] = r.span;
    cr_assert_eq(r.parts[TN_LOCK] > 0, send == NONBLOCKING);
  }
  cr_assert_gt(span[SYNCHRONOUS], span[BLOCKING]);
}

static void check_pair(const char *mapping, enum tn_distance distance)
{
  GError *error = NULL;
  struct tn_places *pair = tn_places_pair(platform, mapping, distance, &error);
  cr_assert(pair, "%s", error ? error->message : "?");
  cr_assert_eq(pair->n, 2);
  cr_assert_eq(tn_places_distance(pair, 0, 1), distance);
  tn_places_free(pair);
}

Test(pattern, a_pair_sits_at_its_distance, .init = load, .fini = unload)
{
  GError *error = NULL;
  check_pair("core", TN_SAME_CORE);
  check_pair("core", TN_SAME_LLC);
  check_pair("core", TN_SAME_NUMA);
  check_pair("list:5,9,4", TN_SAME_CORE);
  cr_assert_null(tn_places_pair(platform, "core", TN_OTHER_PACKAGE, &error));
  cr_assert(strstr(error->message, "machine"), "%s", error->message);
  g_clear_error(&error);
}
