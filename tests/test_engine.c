/* The engine and its transport, operation by operation: virtual times, deadlock, wrong data. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define RANKS 4
#include "sim_setup.h"

/* Runs fn on RANKS ranks as a broadcast of `block` bytes. Returns false and *error on failure. */
static bool run_with(void (*fn)(struct tn_strand *), bool ideal, bool verify, enum tn_law law,
                     size_t block, struct tn_sim_result *ret, GError **error)
{
  const struct tn_algorithm algorithm = algorithm_of(fn);
  const struct tn_sim_point point = {
    .algorithm = METHOD(&algorithm),
    .places = places,
    .values = values,
    .n_packages = 1,
    .law = law,
    .call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = block },
    .ideal = ideal,
    .verify = verify,
    .repetitions = 1
  };
  return tn_sim_run(&point, ret, error);
}

static struct tn_sim_result run(void (*fn)(struct tn_strand *), size_t block)
{
  struct tn_sim_result result;
  GError *error = NULL;
  cr_assert(run_with(fn, true, false, TN_LAW_BATCHED, block, &result, &error), "%s",
            error ? error->message : "?");
  return result;
}

TestSuite(engine, .init = set_up, .fini = tear_down);

static void compute_by_rank(struct tn_strand *r)
{
  r->transport->compute(r, 1e-6 * (r->call->rank + 1));
}

Test(engine, times_are_those_of_the_ranks)
{
  const struct tn_sim_result t = run(compute_by_rank, 0);
  cr_assert_float_eq(t.avg, 2.5e-6, 1e-15);
  cr_assert_float_eq(t.min, 1e-6, 1e-15);
  cr_assert_float_eq(t.max, 4e-6, 1e-15);
  cr_assert_float_eq(t.span, 4e-6, 1e-15);
  cr_assert_float_eq(t.parts[TN_COMPUTE], 4e-6, 1e-15);
}

static void copy_after_a_day(struct tn_strand *r)
{
  r->transport->compute(r, 86400.0);
  const struct tn_span dst = { r->call->rank, TN_RECV, 0, 65536 }, src = { 0, TN_RECV, 0, 65536 };
  if (r->call->rank > 0)
    tn_copy(r, dst, src);
}

/* At that time the clock cannot resolve a picosecond. */
Test(engine, the_clock_may_have_run_for_long)
{
  const struct tn_sim_result t = run(copy_after_a_day, 65536);
  const double pins = 16 * 0.25e-6 * (0.11 * 9 + 1.6 * 3);
  cr_assert_float_eq(t.span - 86400.0, 1.43e-6 + pins + 65536 / 3.29e9, 1e-9);
}

static void copy_in_turn(struct tn_strand *r)
{
  const struct tn_span dst = { r->call->rank, TN_RECV, 0, 65536 }, src = { 0, TN_RECV, 0, 65536 };
  r->transport->compute(r, 1e-6 * r->call->rank);
  if (r->call->rank > 0)
    tn_copy(r, dst, src);
}

/* An impossible platform: all callers of a lock at once, each in zero time. */
Test(engine, a_clock_that_stands_still_is_an_error)
{
  struct tn_sim_result result;
  g_autoptr(GError) error = NULL;
  set("gamma_a", 0.0);
  set("gamma_b", 0.0);
  cr_assert_not(run_with(copy_in_turn, true, false, TN_LAW_BATCHED, 65536, &result, &error));
  cr_assert_not_null(strstr(error->message, "no progress: the clock is at"), "%s", error->message);
}

static void pass_it_on(struct tn_strand *r)
{
  if (r->call->rank > 0)
    tn_wait(r, r->call->rank - 1, 0, 1);
  r->transport->compute(r, 1e-6);
  tn_post(r, 0, 1);
}

Test(engine, waits_take_over_the_path_of_the_poster)
{
  const struct tn_sim_result t = run(pass_it_on, 0);
  cr_assert_float_eq(t.span, 4e-6, 1e-15);
  cr_assert_float_eq(t.parts[TN_COMPUTE], 4e-6, 1e-15);
  cr_assert_float_eq(t.avg, 2.5e-6, 1e-15);
}

static void queue_many(struct tn_strand *r)
{
  for (int i = 0; i < 1000; i++)
    r->transport->compute(r, 1e-9);
}

Test(engine, a_full_queue_changes_nothing)
{
  cr_assert_float_eq(run(queue_many, 0).span, 1e-6, 1e-14);
}

static int first_ready[2];

static void any_of_three(struct tn_strand *r)
{
  if (r->call->rank > 0) {
    r->transport->compute(r, 1e-6 * (RANKS - r->call->rank));
    tn_post(r, 0, 1);
    return;
  }
  const struct tn_cond conds[] = { { 1, 0, tn_value(r, 1), false, false, 0 },
                                   { 2, 0, tn_value(r, 1), false, false, 0 },
                                   { 3, 0, tn_value(r, 1), false, false, 0 } };
  first_ready[0] = r->transport->wait_any(r, 3, conds);
  r->transport->compute(r, 1e-3);
  first_ready[1] = r->transport->wait_any(r, 3, conds);
}

Test(engine, wait_any_names_who_came_first_then_the_lowest)
{
  run(any_of_three, 0);
  cr_assert_eq(first_ready[0], 2);
  cr_assert_eq(first_ready[1], 0);
}

static double seen_now;
static uint64_t seen_counter;

static void helper(struct tn_strand *r, void *arg)
{
  r->transport->compute(r, *(double *)arg);
}

static void spawn_and_join(struct tn_strand *r)
{
  double seconds = 5e-6;
  struct tn_strand *other = r->transport->spawn(r, TN_CORE_NEAREST_IDLE, helper, &seconds);
  r->transport->compute(r, 2e-6);
  r->transport->join(r, other);
  seen_now = r->transport->now(r);
  seen_counter = r->transport->fetch_add(r, 0, 16, 3);
}

Test(engine, strands_run_side_by_side)
{
  const struct tn_sim_result t = run(spawn_and_join, 0);
  cr_assert_float_eq(t.span, 5e-6, 1e-15);
  cr_assert_float_eq(t.parts[TN_COMPUTE], 5e-6, 1e-15);
  cr_assert_float_eq(seen_now, 5e-6, 1e-15);
  cr_assert_eq(seen_counter % 3, 0);
  cr_assert(seen_counter <= 9);
}

static void put_and_compute(struct tn_strand *r)
{
  const size_t n = r->call->block;
  if (r->call->rank == 0) {
    for (int peer = 1; peer < RANKS; peer++) {
      const struct tn_span dst = { peer, TN_RECV, 0, n }, src = { 0, TN_RECV, 0, n };
      r->transport->put(r, dst, src, 16 * peer, 0, tn_value(r, 1));
    }
    tn_wait(r, 0, 16 * (RANKS - 1), 1);
  } else {
    tn_wait(r, r->call->rank, 0, 1);
  }
}

Test(engine, puts_move_data_in_order)
{
  struct tn_sim_result t;
  GError *error = NULL;
  cr_assert(run_with(put_and_compute, true, true, TN_LAW_BATCHED, 32900, &t, &error), "%s",
            error ? error->message : "?");
  cr_assert_eq(t.verified, 1);
  cr_assert_float_eq(t.span, 3 * 32900 / 3.29e9, 1e-12);
}

enum { PIECES = 100 };

/* More pieces than an agent's queue holds, all at one time. */
static void put_pieces(struct tn_strand *r)
{
  const size_t n = r->call->block / PIECES;
  for (uint32_t i = 0; i < PIECES && r->call->rank == 0; i++)
    for (int peer = 1; peer < RANKS; peer++) {
      const struct tn_span dst = { peer, TN_RECV, i * n, n }, src = { 0, TN_RECV, i * n, n };
      r->transport->put(r, dst, src, 16 * peer, 0, tn_value(r, i + 1));
    }
  if (r->call->rank == 0)
    tn_wait(r, 0, 16 * (RANKS - 1), PIECES);
  else
    tn_wait(r, r->call->rank, 0, PIECES);
}

Test(engine, any_number_of_puts_can_be_under_way)
{
  struct tn_sim_result t;
  GError *error = NULL;
  cr_assert(run_with(put_pieces, true, true, TN_LAW_BATCHED, 32900, &t, &error), "%s",
            error ? error->message : "?");
  cr_assert_eq(t.verified, 1);
  cr_assert_float_eq(t.span, 3 * 32900 / 3.29e9, 1e-12);
}

static void read_root(struct tn_strand *r)
{
  const struct tn_span dst = { r->call->rank, TN_RECV, 0, r->call->block };
  const struct tn_span src = { 0, TN_RECV, 0, r->call->block };
  if (r->call->rank > 0)
    tn_copy(r, dst, src);
}

Test(engine, queue_law_serves_pages_in_turn)
{
  struct tn_sim_result t;
  GError *error = NULL;
  cr_assert(run_with(read_root, true, false, TN_LAW_QUEUE, 4096, &t, &error));
  /* Three callers of one page: holds of l*gamma(3)/3, l*gamma(2)/2 and l. */
  const double l = 0.25e-6, hold = l * (0.11 * 9 + 1.6 * 3) / 3 + l * (0.11 * 4 + 1.6 * 2) / 2 + l;
  cr_assert_float_eq(t.span, 1.43e-6 + hold + 4096 / 3.29e9, 1e-12);
  cr_assert_eq(t.max_callers, 3);
}

static void nobody_posts(struct tn_strand *r)
{
  if (r->call->rank == 2)
    tn_wait(r, 1, 5, 7);
}

Test(engine, deadlock_names_rank_and_flag)
{
  struct tn_sim_result t;
  GError *error = NULL;
  cr_assert_not(run_with(nobody_posts, true, false, TN_LAW_BATCHED, 0, &t, &error));
  cr_assert(strstr(error->message, "rank 2 waits for flag 5 of rank 1 to reach step 7"), "%s",
            error->message);
  g_clear_error(&error);
  cr_assert_float_eq(run(compute_by_rank, 0).span, 4e-6, 1e-15, "the next point runs");
}

static void copy_to_wrong_place(struct tn_strand *r)
{
  if (r->call->rank == 1)
    read_root(r);
}

Test(engine, wrong_data_is_found)
{
  struct tn_sim_result t;
  GError *error = NULL;
  cr_assert_not(run_with(copy_to_wrong_place, false, true, TN_LAW_BATCHED, 100, &t, &error));
  cr_assert(strstr(error->message, "wrong data on rank 3 at byte 0"), "%s", error->message);
  g_clear_error(&error);
}

static void overwrite_source(struct tn_strand *r)
{
  const size_t n = r->call->block;
  read_root(r);
  if (r->call->rank == 0) {
    r->transport->compute(r, 2e-6);
    const struct tn_span half = { 0, TN_RECV, 0, n / 2 }, other = { 0, TN_RECV, n / 2, n / 2 };
    tn_move(r, half, other);
    r->transport->compute(r, 1.0); /* detected when it returns */
  }
}

Test(engine, a_source_that_changes_underneath_is_an_error)
{
  struct tn_sim_result t;
  GError *error = NULL;
  cr_assert_not(run_with(overwrite_source, false, true, TN_LAW_BATCHED, 1 << 20, &t, &error));
  cr_assert(strstr(error->message, "changed while it was read"), "%s", error->message);
  g_clear_error(&error);
}

Test(engine, parts_add_up_to_the_span)
{
  struct tn_sim_result t;
  GError *error = NULL;
  cr_assert(run_with(read_root, false, false, TN_LAW_BATCHED, 300000, &t, &error));
  double sum = 0.0;
  for (int i = 0; i < TN_N_PARTS; i++)
    sum += t.parts[i];
  cr_assert_float_eq(sum, t.span, 1e-12);
}

/* Two conditions on one flag, both met by one post. */
static void wait_twice_for_one(struct tn_strand *r)
{
  const struct tn_cond conds[] = { { 0, 8, tn_value(r, 1), false, false, 0 },
                                   { 0, 0, tn_value(r, 2), false, false, 0 },
                                   { 0, 0, tn_value(r, 1), false, false, 0 } };
  if (r->call->rank == 0) {
    r->transport->compute(r, 1e-6);
    tn_post(r, 0, 2);
  } else {
    const int met = r->transport->wait_any(r, 3, conds);
    r->transport->compute(r, met == 1 ? 1e-6 : 1.0);
  }
}

Test(engine, a_post_may_meet_several_conditions_of_one_wait)
{
  cr_assert_float_eq(run(wait_twice_for_one, 0).span, 2e-6, 1e-12);
}
