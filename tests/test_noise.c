/* Noise as drawn: equal on all machines, with the requested distribution. */
#include <criterion/criterion.h>
#include <math.h>

#include "contention/noise.h"

#define DRAWS 200000

Test(noise, the_generator_is_fixed)
{
  struct tn_random a = tn_random_make(1, 2), b = tn_random_make(1, 2), c = tn_random_make(2, 2),
                   d = tn_random_make(1, 3);
  const double first = tn_random_uniform(&a);
  cr_assert_eq(first, tn_random_uniform(&b));
  cr_assert_neq(first, tn_random_uniform(&c));
  cr_assert_neq(first, tn_random_uniform(&d));
  struct tn_random later = { .key = a.key, .n = a.n };
  cr_assert_eq(tn_random_uniform(&a), tn_random_uniform(&later), "a draw depends on its number");
}

/* Tolerances are four standard errors of DRAWS draws, or more. */
Test(noise, uniform_has_its_moments)
{
  struct tn_random random = tn_random_make(7, 0);
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < DRAWS; i++) {
    const double x = tn_random_uniform(&random);
    cr_assert(x >= 0.0 && x < 1.0);
    sum += x;
    squares += x * x;
  }
  cr_assert_float_eq(sum / DRAWS, 0.5, 0.003);
  cr_assert_float_eq(squares / DRAWS, 1.0 / 3.0, 0.003);
}

Test(noise, exponential_has_its_distribution)
{
  struct tn_random random = tn_random_make(7, 1);
  int beyond[4] = { 0 };
  double sum = 0.0;
  for (int i = 0; i < DRAWS; i++) {
    const double x = tn_random_exponential(&random);
    sum += x;
    for (int k = 0; k < 4; k++)
      beyond[k] += x > 0.5 * (k + 1);
  }
  cr_assert_float_eq(sum / DRAWS, 1.0, 0.01);
  for (int k = 0; k < 4; k++)
    cr_assert_float_eq((double)beyond[k] / DRAWS, exp(-0.5 * (k + 1)), 0.005);
}

static struct tn_noise_source endless(enum tn_noise_process process)
{
  return (struct tn_noise_source){
    .process = process, .rate = 10.0, .shortest = 1e-3, .longest = 3e-3, .last_rank = 63
  };
}

Test(noise, periodic_keeps_its_period)
{
  const struct tn_noise_source source = endless(TN_NOISE_PERIODIC);
  struct tn_noise_stream s = tn_noise_stream_make(&source, 0, 1, 5);
  double first, start, duration;
  cr_assert(tn_noise_stream_next(&s, &first, &duration));
  cr_assert(first >= 0.0 && first < 0.1);
  for (int i = 1; i < 1000; i++) {
    cr_assert(tn_noise_stream_next(&s, &start, &duration));
    cr_assert_float_eq(start, first + 0.1 * i, 1e-9);
    cr_assert(duration >= 1e-3 && duration < 3e-3);
  }
  cr_assert_float_eq(tn_noise_load(&source), 0.02, 1e-12);
}

Test(noise, poisson_keeps_its_rate)
{
  const struct tn_noise_source source = endless(TN_NOISE_POISSON);
  struct tn_noise_stream s = tn_noise_stream_make(&source, 0, 1, 5);
  double start = 0.0, duration, total = 0.0;
  for (int i = 0; i < DRAWS; i++) {
    const double before = start;
    cr_assert(tn_noise_stream_next(&s, &start, &duration));
    cr_assert(start >= before);
    total += duration;
  }
  cr_assert_float_eq(start / DRAWS, 0.1, 0.001);
  cr_assert_float_eq(total / DRAWS, 2e-3, 2e-5);
}

/* Durations are drawn per rank for all phases: even with equal start times they differ. */
Test(noise, phases_are_independent_or_the_same)
{
  const enum tn_noise_process processes[] = { TN_NOISE_PERIODIC, TN_NOISE_POISSON };
  for (int i = 0; i < 4; i++) {
    const bool same = i & 1;
    struct tn_noise_source source = endless(processes[i / 2]);
    source.phase = same ? TN_PHASE_SPREAD : TN_PHASE_INDEPENDENT;
    struct tn_noise_stream a = tn_noise_stream_make(&source, 0, 1, 0),
                           b = tn_noise_stream_make(&source, 0, 1, 1);
    for (int k = 0; k < 10; k++) {
      double times[2], durations[2];
      tn_noise_stream_next(&a, &times[0], &durations[0]);
      tn_noise_stream_next(&b, &times[1], &durations[1]);
      cr_assert_eq(times[0] == times[1], same);
      cr_assert_neq(durations[0], durations[1]);
    }
  }
}

/* Returns the phases of many ranks' noises relative to the first rank's start. */
Test(noise, spread_phases_lie_within_the_time)
{
  enum { MANY = 2000 };
  struct tn_noise_source source = endless(TN_NOISE_PERIODIC), together = source;
  source.phase = together.phase = TN_PHASE_SPREAD;
  source.spread = 0.02;
  const double period = 1.0 / source.rate;
  struct tn_noise_stream s = tn_noise_stream_make(&together, 0, 1, 0);
  double common, duration, sum = 0.0;
  tn_noise_stream_next(&s, &common, &duration);
  for (int r = 0; r < MANY; r++) {
    double start;
    s = tn_noise_stream_make(&source, 0, 1, r);
    tn_noise_stream_next(&s, &start, &duration);
    cr_assert(start >= 0.0 && start < period, "the period begins with the clock");
    const double later = fmod(start - common + period, period);
    cr_assert(later <= source.spread, "%g", later);
    sum += later;
  }
  cr_assert_float_eq(sum / MANY, 0.01, 0.0005);
}

Test(noise, injected_and_recorded_noise_ends)
{
  const double trace[] = { 1e-3, 2e-3, 5e-3, 1e-6 };
  const struct tn_noise_source once = { .process = TN_NOISE_INJECT,
                                        .at = 1e-3,
                                        .shortest = 5e-3,
                                        .longest = 5e-3 },
                               recorded = { .process = TN_NOISE_TRACE,
                                            .trace = trace,
                                            .n_trace = 2 };
  struct tn_noise_stream s = tn_noise_stream_make(&once, 0, 1, 0);
  double start, duration;
  cr_assert(tn_noise_stream_next(&s, &start, &duration));
  cr_assert(start == 1e-3 && duration == 5e-3);
  cr_assert_not(tn_noise_stream_next(&s, &start, &duration));
  s = tn_noise_stream_make(&recorded, 0, 1, 0);
  for (int i = 0; i < 2; i++) {
    cr_assert(tn_noise_stream_next(&s, &start, &duration));
    cr_assert(start == trace[2 * i] && duration == trace[2 * i + 1]);
  }
  cr_assert_not(tn_noise_stream_next(&s, &start, &duration));
}
