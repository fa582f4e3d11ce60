/* The calls of a run on processes: number, start times, and sums. */
#include "real_bench.h"

Test(processes_calls, calls_end_when_their_time_is_over)
{
  struct bench b = bench_of(write_to_all, 2, 1000);
  b.point.bench.repetitions = 10000000;
  b.point.seconds = 0.05;
  cr_assert(run_bench(&b), "%s", b.error ? b.error->message : "");
  cr_assert_geq(b.times.n_calls, TN_REAL_LEAST);
  cr_assert_lt(b.times.n_calls, 10000000);
  for (int i = 0; i < 2 * b.times.n_calls; i++)
    cr_assert_lt(b.times.entry[i], b.times.exit[i]);
  bench_end(&b);
}

Test(processes_calls, arrivals_and_phases_are_those_of_the_ranks)
{
  static const double arrival[] = { 0.0, 2e-3 };
  struct bench b = bench_of(write_to_all, 2, 1000);
  b.point.arrival = arrival;
  b.point.timeline = true;
  cr_assert(run_bench(&b), "%s", b.error ? b.error->message : "");
  for (int c = 1; c < CALLS; c++)
    cr_assert_geq(b.times.entry[CALLS + c] - b.times.exit[CALLS + c - 1], arrival[1]);
  const struct tn_real_phase *copy = &b.times.phases[0][0], *post = &b.times.phases[0][1];
  const struct tn_real_phase *wait = &b.times.phases[1][0];
  cr_assert_eq(b.times.n_phases[0], 2);
  cr_assert_str_eq(copy->name, "copy");
  cr_assert_eq(copy->peer, 1);
  cr_assert_eq(copy->bytes, 1000u);
  cr_assert_str_eq(post->name, "post");
  cr_assert_str_eq(wait->name, "wait");
  cr_assert_eq(wait->peer, 0);
  cr_assert_eq(wait->slot, post->slot);
  cr_assert(post->peer == wait->peer && post->value >= wait->value && post->from <= wait->to);
  bench_end(&b);
}

Test(processes_calls, times_are_summed_up_over_ranks_and_calls)
{
  double entry[] = { 0.0, 10.0, 1.0, 11.0 }, exit[] = { 2.0, 14.0, 5.0, 13.0 };
  const struct tn_real_times times = { .n_ranks = 2, .n_calls = 2, .entry = entry, .exit = exit };
  const struct tn_summary sum = tn_real_summarise(&times);
  cr_assert_float_eq(sum.avg, 3.0, 1e-12);
  cr_assert_float_eq(sum.min, 3.0, 1e-12);
  cr_assert_float_eq(sum.max, 3.0, 1e-12);
  cr_assert_float_eq(sum.span, (4.0 + 3.0) / 2, 1e-12);
  cr_assert_float_eq(sum.spread.median, 3.0, 1e-12);
}

/* In its first call rank 1 waits for rank 0's last call, which a barrier before each call would prevent. */
static void wait_for_the_last_call(struct tn_strand *r)
{
  const struct tn_cond last = { .rank = 0, .slot = 0, .value = (uint64_t)CALLS << 32 | 1 };
  if (r->call->rank == 0)
    tn_post(r, 0, 1);
  else
    r->transport->wait_any(r, 1, &last);
}

Test(processes_calls, under_imb_old_nobody_waits_for_others)
{
  struct bench b = bench_of(wait_for_the_last_call, 2, 100);
  b.point.bench.protocol = TN_IMB_OLD;
  cr_assert(run_bench(&b), "%s", b.error ? b.error->message : "");
  cr_assert(b.times.meets_once);
  bench_end(&b);
  b = bench_of(wait_for_the_last_call, 2, 100);
  b.point.patience = 1.0;
  expect_error(&b, TN_REAL_FAILED, "no progress for 1 s: rank 0 in call 2 waits for flag ");
}

static void read_from_root(struct tn_strand *r)
{
  if (r->call->rank != r->call->root) {
    tn_wait(r, r->call->root, 0, 1);
    tn_copy(r, whole(r, r->call->rank), whole(r, r->call->root));
    tn_post(r, TN_LINE_SLOTS, 1);
    return;
  }
  tn_post(r, 0, 1);
  for (int peer = 0; peer < r->call->n_ranks; peer++)
    if (peer != r->call->root)
      tn_wait(r, peer, TN_LINE_SLOTS, 1);
}

static void note_root(struct tn_strand *r)
{
  tn_real_note(r, (int)r->call->epoch, r->call->root);
  read_from_root(r);
}

Test(processes_calls, under_imb_old_the_root_moves_on)
{
  struct bench b = bench_of(note_root, RANKS, 100);
  b.point.bench =
      (struct tn_bench){ .warmup = 2, .repetitions = RANKS + 1, .protocol = TN_IMB_OLD };
  b.point.call.root = 1;
  b.point.verify = true;
  cr_assert(run_bench(&b), "%s", b.error ? b.error->message : "");
  static const int roots[] = { 1, 2, 1, 2, 3, 0, 1 };
  for (int i = 0; i < 7; i++)
    cr_assert_float_eq(b.times.notes[i + 1], roots[i], 0.0, "call %d", i + 1);
  bench_end(&b);
}

/* As many calls as fit, in one stretch, after a trial in which the root moves, too. */
Test(processes_calls, under_imb_old_a_trial_tells_how_many_calls_fit)
{
  struct bench b = bench_of(read_from_root, 2, 1000);
  b.point.bench.protocol = TN_IMB_OLD;
  b.point.bench.repetitions = 1000000;
  b.point.seconds = 0.05;
  cr_assert(run_bench(&b), "%s", b.error ? b.error->message : "");
  cr_assert_geq(b.times.n_calls, TN_REAL_LEAST);
  cr_assert_lt(b.times.n_calls, 1000000);
  bench_end(&b);
}

Test(processes_calls, a_stretch_has_one_span)
{
  double entry[] = { 0.0, 2.0, 1.0, 3.0 }, exit[] = { 2.0, 7.0, 3.0, 6.0 };
  const struct tn_real_times times = {
    .n_ranks = 2, .n_calls = 2, .entry = entry, .exit = exit, .meets_once = true
  };
  const struct tn_summary sum = tn_real_summarise(&times);
  cr_assert_float_eq(sum.span, (7.0 - 1.0) / 2, 1e-12);
  cr_assert_float_eq(sum.avg, (7.0 / 2 + 5.0 / 2) / 2, 1e-12);
}

/* Half a vector each time, as segments are sent. */
static void write_halves(struct tn_strand *r)
{
  const size_t half = r->call->block / 2;
  for (int peer = 1; peer < r->call->n_ranks && r->call->rank == 0; peer++) {
    tn_copy(r, (struct tn_span){ peer, TN_RECV, 0, half }, (struct tn_span){ 0, TN_RECV, 0, half });
    tn_copy(r, (struct tn_span){ peer, TN_RECV, half, half },
            (struct tn_span){ 0, TN_RECV, half, half });
    tn_copy(r, (struct tn_span){ peer, TN_RECV, half, 0 }, (struct tn_span){ 0, TN_RECV, half, 0 });
  }
}

static long long messages_of(struct bench *b)
{
  long long sum = 0;
  cr_assert(run_bench(b), "%s", b->error ? b->error->message : "");
  for (int c = 0; c < TN_N_MESSAGE_CLASSES; c++)
    sum += b->times.n_messages[c];
  bench_end(b);
  return sum;
}

Test(processes_calls, messages_of_one_call_are_counted)
{
  struct bench b = bench_of(write_halves, RANKS, 100);
  cr_assert_eq(messages_of(&b), 2 * (RANKS - 1));
  b = bench_of(write_halves, RANKS, 100);
  b.algorithm.segmented = true;
  b.point.bench.warmup = 2;
  cr_assert_eq(messages_of(&b), RANKS - 1);
  b = bench_of(write_halves, RANKS, 0);
  cr_assert_eq(messages_of(&b), 0);
}
