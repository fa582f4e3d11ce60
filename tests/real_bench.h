/* A broadcast with the test's own function on real processes, and its verification. */
#ifndef TN_TESTS_REAL_BENCH_H
#define TN_TESTS_REAL_BENCH_H

#include "real_machine.h"

enum { RANKS = 4, CALLS = 3 };

static inline int some_slots(const struct tn_call *call)
{
  (void)call;
  return 8 * TN_LINE_SLOTS;
}

static inline struct tn_sizes some_scratch(const struct tn_call *call)
{
  return (struct tn_sizes){ .temp = 3 * call->block, .shared = 64 };
}

static inline const char *always(const struct tn_call *call)
{
  (void)call;
  return NULL;
}

/* A broadcast by `run`; tests change its members. The caller owns the machine. */
struct bench {
  struct real_machine machine;
  struct tn_algorithm algorithm;
  struct tn_method method;
  struct tn_real_point point;
  struct tn_real_times times;
  GError *error;
};

static inline struct bench bench_of(void (*run)(struct tn_strand *), int n_ranks, size_t block)
{
  struct bench b = { .machine = real_machine_new() };
  b.algorithm = (struct tn_algorithm){ .collective = TN_BCAST,
                                       .name = "test",
                                       .mechanisms = { TN_CMA, TN_MEMFD },
                                       .n_mechanisms = 2,
                                       .unsupported = always,
                                       .n_slots = some_slots,
                                       .scratch = some_scratch,
                                       .run = run };
  b.point = (struct tn_real_point){
    .bench = { .warmup = 0, .repetitions = CALLS },
    .call = { .collective = TN_BCAST, .n_ranks = n_ranks, .block = block },
    .places = tn_places_new_shared(b.machine.platform, "core", n_ranks, NULL),
    .host = b.machine.host,
    .mechanism = TN_MEMFD,
    .stagger = TN_REAL_STAGGER,
    .patience = TN_REAL_PATIENCE,
  };
  return b;
}

static inline bool run_bench(struct bench *b)
{
  b->method = tn_method_make(&b->algorithm, TN_BCAST);
  b->point.bench.algorithm = &b->method;
  return tn_real_run(&b->point, &b->times, &b->error);
}

static inline void bench_end(struct bench *b)
{
  cr_assert_eq(real_children(), 0, "a process is left");
  tn_real_times_clear(&b->times);
  tn_places_free((struct tn_places *)b->point.places);
  real_machine_free(&b->machine);
  g_clear_error(&b->error);
}

/* Runs and verifies the broadcast. Skips the test if the kernel refuses the mechanism. */
static inline void expect_right(struct bench *b)
{
  b->point.verify = true;
  const bool ok = run_bench(b);
  if (g_error_matches(b->error, TN_REAL_ERROR, TN_REAL_REFUSED))
    cr_skip_test("skipped, because %s", b->error->message);
  cr_assert(ok, "%s", b->error ? b->error->message : "");
  cr_assert_eq(b->times.n_calls, CALLS);
  bench_end(b);
}

static inline void expect_error(struct bench *b, enum tn_real_error code, const char *message)
{
  cr_assert_not(run_bench(b));
  cr_assert(g_error_matches(b->error, TN_REAL_ERROR, (int)code), "%s", b->error->message);
  cr_assert(g_str_has_prefix(b->error->message, message), "%s", b->error->message);
  bench_end(b);
}

static inline struct tn_span whole(const struct tn_strand *r, int rank)
{
  return (struct tn_span){ rank, TN_RECV, 0, r->call->block };
}

static inline void write_to_all(struct tn_strand *r)
{
  if (r->call->rank > 0) {
    tn_wait(r, 0, 0, 1);
    return;
  }
  for (int peer = 1; peer < r->call->n_ranks; peer++)
    tn_copy(r, whole(r, peer), whole(r, 0));
  tn_post(r, 0, 1);
}

#endif
