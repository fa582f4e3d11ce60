/* Operations of the transport on threads that no algorithm tests. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "threads.h"

enum { RANKS = 4, CALLS = 3 };

static int some_slots(const struct tn_call *call)
{
  (void)call;
  return 8 * TN_LINE_SLOTS;
}

static struct tn_sizes some_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = 3 * call->block, .shared = call->block };
}

static const char *always(const struct tn_call *call)
{
  (void)call;
  return NULL;
}

/* Runs fn as a broadcast of `block` bytes and verifies the result if requested. */
static void run(void (*fn)(struct tn_strand *), size_t block, bool verify)
{
  const struct tn_algorithm algorithm = { .collective = TN_BCAST,
                                          .name = "test",
                                          .mechanisms = { TN_CMA },
                                          .n_mechanisms = 1,
                                          .unsupported = always,
                                          .n_slots = some_slots,
                                          .scratch = some_scratch,
                                          .run = fn };
  const struct tn_call call = { .collective = TN_BCAST, .n_ranks = RANKS, .block = block };
  char *message = NULL;
  const struct tn_method method = tn_method_make(&algorithm, TN_BCAST);
  const struct tn_bench bench = { &method, 0, CALLS, TN_SINGLE };
  cr_assert(tn_threads_run(&bench, &call, NULL, verify, NULL, &message), "%s",
            message ? message : "?");
  free(message);
}

static uint64_t before[RANKS * CALLS];

static void count(struct tn_strand *r)
{
  const int call = (int)r->call->epoch - 1;
  before[call * RANKS + r->call->rank] = r->transport->fetch_add(r, 0, TN_LINE_SLOTS, 1);
}

static int by_value(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

Test(transport_threads, fetch_add_gives_every_value_once_across_calls)
{
  run(count, 1, false);
  qsort(before, RANKS * CALLS, sizeof before[0], by_value);
  for (uint64_t i = 0; i < RANKS * CALLS; i++)
    cr_assert_eq(before[i], i);
}

static void put_to_all(struct tn_strand *r)
{
  const size_t n = r->call->block;
  if (r->call->rank > 0) {
    tn_wait(r, r->call->rank, 0, 1);
    return;
  }
  for (int peer = 1; peer < RANKS; peer++)
    r->transport->put(r, (struct tn_span){ peer, TN_RECV, 0, n },
                      (struct tn_span){ 0, TN_RECV, 0, n }, peer * TN_LINE_SLOTS, 0,
                      tn_value(r, 1));
  for (int peer = 1; peer < RANKS; peer++)
    tn_wait(r, 0, peer * TN_LINE_SLOTS, 1);
}

Test(transport_threads, put_moves_and_sets_the_flags_of_both_ends)
{
  run(put_to_all, 5000, true);
}

static void helper(struct tn_strand *r, void *arg)
{
  const size_t n = *(const size_t *)arg;
  tn_wait(r, 0, 0, 1);
  tn_copy(r, (struct tn_span){ r->call->rank, TN_RECV, 0, n },
          (struct tn_span){ 0, TN_RECV, 0, n });
}

static void copy_on_a_second_strand(struct tn_strand *r)
{
  size_t n = r->call->block;
  if (r->call->rank == 0) {
    tn_post(r, 0, 1);
    for (int peer = 1; peer < RANKS; peer++)
      tn_wait(r, peer, TN_LINE_SLOTS, 1);
    return;
  }
  struct tn_strand *other = r->transport->spawn(r, TN_CORE_NEAREST_IDLE, helper, &n);
  r->transport->join(r, other);
  tn_post(r, TN_LINE_SLOTS, 1);
}

Test(transport_threads, a_second_strand_works_for_its_rank)
{
  run(copy_on_a_second_strand, 5000, true);
}

static int first;

static void wait_for_any(struct tn_strand *r)
{
  if (r->call->rank > 0) {
    if (r->call->rank == 2)
      tn_post(r, 0, 1);
    return;
  }
  const struct tn_cond conds[] = { { 1, 0, tn_value(r, 1), false, false, 0 },
                                   { 2, 0, tn_value(r, 1), false, false, 0 } };
  first = r->transport->wait_any(r, 2, conds);
  cr_assert(r->transport->now(r) >= 0.0);
}

Test(transport_threads, wait_any_names_the_condition_that_holds)
{
  run(wait_for_any, 1, false);
  cr_assert_eq(first, 1);
}
