/* Programs: classes of calls, waiting, and replay on a platform. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "algos/registry.h"
#include "program/application.h"
#include "program/replay.h"

static struct tn_platform *load(const char *name)
{
  struct tn_platform *pf = tn_platform_load(name, NULL, NULL);
  cr_assert(pf);
  return pf;
}

/* A program of n ranks, all of which are its group 0. */
static struct tn_program *program_of(int n)
{
  struct tn_program *program = tn_program_new("test", n);
  int ranks[64];
  for (int r = 0; r < n; r++)
    ranks[r] = r;
  cr_assert_eq(tn_program_group(program, n, ranks), 0);
  return program;
}

static void add(struct tn_program *program, const char *name, size_t bytes, int root,
                const double *computed, const double *entry, const double *exit)
{
  const struct tn_program_call call = {
    .name = name, .bytes = bytes, .root = root, .type = TN_FLOAT32
  };
  tn_program_add(program, &call, computed, entry, exit);
}

static struct tn_choice by(enum tn_collective collective, const char *algorithm)
{
  const struct tn_choice choice = { .algorithm = tn_method_find(collective, algorithm) };
  cr_assert(choice.algorithm, "%s", algorithm);
  return choice;
}

Test(program, equal_ranks_are_one_group)
{
  struct tn_program *program = tn_program_new("x", 4);
  const int odd[] = { 1, 3 }, even[] = { 0, 2 }, turned[] = { 3, 1 };
  cr_assert_eq(tn_program_group(program, 2, odd), 0);
  cr_assert_eq(tn_program_group(program, 2, even), 1);
  cr_assert_eq(tn_program_group(program, 2, odd), 0);
  cr_assert_eq(tn_program_group(program, 2, turned), 2);
  tn_program_free(program);
}

Test(classes, go_by_collective_and_powers_of_two)
{
  struct tn_program *program = program_of(2);
  const double none[2] = { 0.0, 0.0 };
  add(program, "pack", 7, 0, none, NULL, NULL);
  add(program, "allreduce", 12, 0, none, NULL, NULL);
  add(program, "bcast", 64, 0, none, NULL, NULL);
  add(program, "bcast", 100, 1, none, NULL, NULL);
  add(program, "bcast", 0, 1, none, NULL, NULL);
  struct tn_call_classes *classes = tn_call_classes_new(program);
  cr_assert_eq(classes->all->len, 4);
  const struct tn_call_class *empty = tn_call_class(classes, 0), *some = tn_call_class(classes, 1);
  cr_assert_str_eq(empty->name, "bcast");
  cr_assert(empty->from == 0 && empty->to == 0);
  cr_assert(some->from == 64 && some->to == 127 && some->n_calls == 2 && some->most == 100);
  cr_assert_eq(tn_call_class(classes, 2)->collective, TN_ALLREDUCE);
  cr_assert_eq(tn_call_class(classes, 3)->collective, TN_PROGRAM_UNMODELLED);
  cr_assert(classes->of[0] == 3 && classes->of[3] == 1);
  tn_call_classes_free(classes);
  tn_program_free(program);
}

/* Returns the waiting with rank 2 of 3 the last to enter. */
static double waiting_in(const char *name, int root)
{
  struct tn_program *program = program_of(3);
  const double none[3] = { 0.0 }, entry[3] = { 0.0, 1.0, 4.0 }, exit[3] = { 5.0, 5.0, 5.0 };
  add(program, name, strcmp(name, "barrier") == 0 ? 0 : 4, root, none, entry, exit);
  struct tn_call_classes *classes = tn_call_classes_new(program);
  struct tn_program_times *times = tn_program_times_new(program, classes);
  cr_assert(tn_program_times_measured(program, classes, times));
  cr_assert_float_eq(times->inside, (5.0 + 4.0 + 1.0) / 3.0, 1e-12);
  cr_assert_float_eq(times->total, 5.0, 1e-12);
  const double waiting = times->waiting;
  tn_program_times_free(times);
  tn_call_classes_free(classes);
  tn_program_free(program);
  return waiting;
}

Test(times, a_rank_waits_for_the_data_it_needs)
{
  cr_assert_float_eq(waiting_in("bcast", 0), 0.0, 1e-12);
  cr_assert_float_eq(waiting_in("barrier", 0), (4.0 + 3.0) / 3.0, 1e-12);
  cr_assert_float_eq(waiting_in("bcast", 2), (4.0 + 3.0) / 3.0, 1e-12);
  cr_assert_float_eq(waiting_in("gather", 1), 3.0 / 3.0, 1e-12);
  cr_assert_float_eq(waiting_in("gather", 2), 0.0, 1e-12);
  cr_assert_float_eq(waiting_in("allreduce", 0), (4.0 + 3.0) / 3.0, 1e-12);
  cr_assert_float_eq(waiting_in("scan", 0), 0.0, 1e-12);
}

/* Replays the program with one choice for all calls, and frees it. Transfer full. */
static struct tn_program_times *replay_by(const struct tn_platform *pf, struct tn_program *program,
                                          const struct tn_choice *choices, enum tn_buffers reused,
                                          size_t working_set)
{
  struct tn_call_classes *classes = tn_call_classes_new(program);
  struct tn_program_times *times = tn_program_times_new(program, classes);
  const struct tn_replay replay = { .program = program,
                                    .classes = classes,
                                    .jobs = 1,
                                    .machine = { .platform = pf },
                                    .reused = reused,
                                    .working_set = working_set };
  GError *error = NULL;
  cr_assert(tn_replay_run(&replay, 1, &choices, &times, NULL, &error), "%s",
            error ? error->message : "");
  tn_call_classes_free(classes);
  tn_program_free(program);
  return times;
}

/* Replays a skeleton of 40 calls in which rank 5 is late by `late`. */
static struct tn_program_times *replay_slow(const struct tn_platform *pf, double late,
                                            enum tn_collective collective, const char *algorithm)
{
  const struct tn_application_call calls[] = { { collective, 4096, 1, TN_ROOT_IN_TURN } };
  double by_rank[8] = { [5] = late };
  const struct tn_application a = { .name = "slow",
                                    .n_ranks = 8,
                                    .iterations = 40,
                                    .simulated = 20,
                                    .computation = 1e-4,
                                    .imbalance = TN_IMBALANCE_BY_RANK,
                                    .by_rank = by_rank,
                                    .type = TN_FLOAT32,
                                    .calls = calls,
                                    .n_calls = 1 };
  const struct tn_choice choice = by(collective, algorithm);
  return replay_by(pf, tn_application_program(&a), &choice, TN_BUFFERS_REWRITTEN, 0);
}

Test(replay, one_slow_rank_is_waited_for)
{
  struct tn_platform *pf = load("broadwell");
  struct tn_program_times *even = replay_slow(pf, 0.0, TN_ALLREDUCE, "recursive-doubling");
  struct tn_program_times *slow = replay_slow(pf, 1e-3, TN_ALLREDUCE, "recursive-doubling");
  cr_assert_lt(even->waiting, 0.5 * even->inside);
  cr_assert_gt(slow->waiting, 0.95 * slow->inside);
  cr_assert_gt(slow->late[5], 0.99 * slow->waiting);
  /* Seven of eight wait a millisecond in each of 40 iterations. */
  cr_assert_float_eq(slow->waiting, 40 * 1e-3 * 7 / 8, 0.05 * 40 * 1e-3);
  /* The rest is the collective's own time, whichever rank is late. */
  cr_assert_float_eq(slow->inside - slow->waiting, even->inside, 0.5 * even->inside);
  cr_assert_gt(slow->total, 40 * 1.1e-3);
  tn_program_times_free(even);
  tn_program_times_free(slow);
  tn_platform_free(pf);
}

/* A call with simultaneous entries takes the time of a study's point. */
Test(replay, one_call_is_a_studys_point)
{
  struct tn_platform *pf = load("broadwell");
  struct tn_program *program = program_of(8);
  const double none[8] = { 0.0 };
  const struct tn_choice choice = by(TN_SCATTER, "throttled-read");
  add(program, "scatter", 65536, 3, none, NULL, NULL);
  struct tn_program_times *times = replay_by(pf, program, &choice, TN_BUFFERS_UNCHANGED, 0);
  const struct tn_arrival arrival = { .delays = (double[8]){ 0.0 }, .n = 8 };
  const struct tn_conditions conditions = { .arrival = &arrival };
  struct tn_study *study = tn_study_new(&conditions);
  const struct tn_case asked = {
    .platform = pf, .algorithm = choice.algorithm, .ranks = 8, .root = 3, .bytes = 65536
  };
  cr_assert(tn_study_add(study, &asked, NULL) && tn_study_run(study, NULL, NULL));
  cr_assert_float_eq(times->inside, tn_study_outcome(study, 0)->result.avg, 1e-12);
  tn_study_free(study);
  tn_program_times_free(times);
  tn_platform_free(pf);
}

/* Calls of half of the ranks, and a call that is not modelled and keeps its measured time. */
Test(replay, communicators_and_unmodelled_calls)
{
  struct tn_platform *pf = load("broadwell");
  struct tn_program *program = program_of(4);
  const int odd[] = { 3, 1 };
  const double none[4] = { 0.0 }, entry[4] = { 0.0, 0.0, 2e-3, 0.0 };
  const double exit[4] = { 3e-3, 3e-3, 3e-3, 3e-3 };
  add(program, "pack", 0, 0, none, entry, exit);
  const struct tn_program_call half = { .name = "bcast",
                                        .bytes = 1024,
                                        .group = tn_program_group(program, 2, odd) };
  tn_program_add(program, &half, none, NULL, NULL);
  const struct tn_choice choices[2] = { by(TN_BCAST, "direct-read"), { 0 } };
  struct tn_program_times *times = replay_by(pf, program, choices, TN_BUFFERS_UNCHANGED, 0);
  cr_assert_float_eq(times->classes[1].inside, 1e-3, 1e-9);
  cr_assert_gt(times->classes[0].inside, 0.0);
  cr_assert_float_eq(times->total, 1e-3 + 2.0 * times->classes[0].inside, 2e-6);
  tn_program_times_free(times);
  tn_platform_free(pf);
}

/* A late root of an empty call delays no other rank. */
Test(replay, empty_calls_return_at_once)
{
  struct tn_platform *pf = load("broadwell");
  struct tn_program *program = program_of(2);
  const double late[2] = { 1e-3, 0.0 };
  const struct tn_choice choice = by(TN_BCAST, "linear");
  add(program, "bcast", 0, 0, late, NULL, NULL);
  struct tn_program_times *times = replay_by(pf, program, &choice, TN_BUFFERS_UNCHANGED, 0);
  cr_assert(times->inside <= 0.0 && times->waiting <= 0.0);
  cr_assert_float_eq(times->total, 1e-3, 1e-12);
  tn_program_times_free(times);
  tn_platform_free(pf);
}

/* A working set larger than all caches leaves nothing of a call's buffers in them. */
Test(replay, computation_goes_through_the_caches)
{
  struct tn_platform *pf = load("epyc-7763");
  double inside[3];
  for (int i = 0; i < 3; i++) {
    struct tn_program *program = program_of(4);
    const double none[4] = { 0.0 };
    add(program, "allgather", 262144, 0, none, NULL, NULL);
    const struct tn_choice choice = by(TN_ALLGATHER, "ring-source-read");
    struct tn_program_times *times = replay_by(pf, program, &choice, TN_BUFFERS_UNCHANGED,
                                               (size_t[]){ 0, 4096, (size_t)1 << 30 }[i]);
    inside[i] = times->inside;
    tn_program_times_free(times);
  }
  cr_assert_float_eq(inside[1], inside[0], 1e-3 * inside[0]);
  cr_assert_gt(inside[2], 1.1 * inside[0]);
  tn_platform_free(pf);
}

/* Counts belong to the call: all bytes to one rank takes longer than no bytes at all. */
Test(replay, counts_by_rank)
{
  struct tn_platform *pf = load("broadwell");
  double inside[2];
  for (int i = 0; i < 2; i++) {
    struct tn_program *program = program_of(4);
    const double none[4] = { 0.0 };
    const struct tn_program_call call = { .name = "gatherv",
                                          .bytes = 65536,
                                          .counts = g_new0(size_t, 4) };
    call.counts[2] = i ? 262144 : 0;
    tn_program_add(program, &call, none, NULL, NULL);
    const struct tn_choice choice = by(TN_GATHERV, "linear");
    struct tn_program_times *times = replay_by(pf, program, &choice, TN_BUFFERS_UNCHANGED, 0);
    inside[i] = times->inside;
    tn_program_times_free(times);
  }
  cr_assert_gt(inside[1], 5.0 * inside[0]);
  tn_platform_free(pf);
}

Test(replay, a_call_that_cannot_be_run_is_told)
{
  struct tn_platform *pf = load("broadwell");
  struct tn_program *program = program_of(6);
  const double none[6] = { 0.0 };
  add(program, "allgather", 64, 0, none, NULL, NULL);
  struct tn_call_classes *classes = tn_call_classes_new(program);
  struct tn_program_times *times = tn_program_times_new(program, classes);
  const struct tn_choice choice = by(TN_ALLGATHER, "two-proc"), *const choices[] = { &choice };
  const struct tn_replay replay = {
    .program = program, .classes = classes, .jobs = 1, .machine = { .platform = pf }
  };
  GError *error = NULL;
  cr_assert_not(tn_replay_accepts(&replay, 0, &choice, NULL));
  cr_assert_not(tn_replay_run(&replay, 1, choices, &times, NULL, &error));
  cr_assert(error);
  g_error_free(error);
  tn_program_times_free(times);
  tn_call_classes_free(classes);
  tn_program_free(program);
  tn_platform_free(pf);
}

/* The choice for a class is the best of the candidates in the sampled calls. */
Test(replay, tunes_each_class)
{
  struct tn_platform *pf = load("broadwell");
  struct tn_program *program = program_of(16);
  const double none[16] = { 0.0 };
  for (int i = 0; i < 12; i++)
    add(program, "bcast", i % 2 ? 64 : 1 << 20, 0, none, NULL, NULL);
  struct tn_call_classes *classes = tn_call_classes_new(program);
  struct tn_program_times *times[2];
  struct tn_replay_samples *samples = NULL;
  const struct tn_choice slow = by(TN_BCAST, "linear");
  struct tn_choice base[2] = { by(TN_BCAST, "pipeline"), slow }, tuned[2];
  struct tn_choice found[2 * TN_REPLAY_FINALISTS];
  const struct tn_choice *choices[] = { base };
  const struct tn_replay replay = {
    .program = program, .classes = classes, .jobs = 2, .machine = { .platform = pf }
  };
  GArray *candidates[2];
  for (int i = 0; i < 2; i++) {
    times[i] = tn_program_times_new(program, classes);
    candidates[i] = g_array_new(FALSE, FALSE, sizeof(struct tn_choice));
    const struct tn_choice all[] = { slow, by(TN_BCAST, "binomial"), by(TN_BCAST, "pipeline"),
                                     by(TN_BCAST, "direct-read"), slow };
    g_array_append_vals(candidates[i], all, G_N_ELEMENTS(all));
  }
  cr_assert(tn_replay_run(&replay, 1, choices, times, &samples, NULL));
  cr_assert(tn_replay_tune(&replay, samples, candidates, found, NULL));
  for (int i = 0; i < 2; i++) {
    const struct tn_choice *f = found + (ptrdiff_t)(i * TN_REPLAY_FINALISTS);
    tuned[i] = f[0];
    cr_assert(f[0].algorithm && f[1].algorithm && f[2].algorithm);
    cr_assert(f[0].algorithm != f[1].algorithm && f[0].algorithm != f[2].algorithm &&
              f[1].algorithm != f[2].algorithm);
  }
  choices[0] = tuned;
  cr_assert(tn_replay_run(&replay, 1, choices, times + 1, NULL, NULL));
  cr_assert_lt(times[1]->classes[0].inside, times[0]->classes[0].inside);
  cr_assert_lt(times[1]->classes[1].inside, times[0]->classes[1].inside);
  for (int i = 0; i < 2; i++) {
    tn_program_times_free(times[i]);
    g_array_unref(candidates[i]);
  }
  tn_replay_samples_free(samples);
  tn_call_classes_free(classes);
  tn_program_free(program);
  tn_platform_free(pf);
}
