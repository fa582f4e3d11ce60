/* Progress without a terminal: a line every 30 s at most. The duration of the test must not change
 * the text: rates are those of an hour. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "progress.h"
#include "run_points.h"

#define SECOND ((gint64)G_USEC_PER_SEC)

/* Redirects stderr to a file, which gets a line or two, and returns it. */
static FILE *divert(void)
{
  FILE *file = tmpfile();
  cr_assert_not_null(file);
  cr_assert(dup2(fileno(file), STDERR_FILENO) >= 0);
  return file;
}

static const char *diverted(FILE *file)
{
  static char text[400];
  fflush(stderr);
  rewind(file);
  text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
  return text;
}

Test(progress, says_nothing_at_first)
{
  FILE *file = divert();
  tn_progress_show(10, 40, 0.25, g_get_monotonic_time() - 10 * SECOND);
  cr_expect_str_eq(diverted(file), "");
}

Test(progress, says_one_line_in_thirty_seconds)
{
  FILE *file = divert();
  const gint64 start = g_get_monotonic_time() - 3100 * SECOND;
  tn_progress_show(1000, 1001, 0.999, start);
  tn_progress_show(1001, 1001, 1.0, start);
  tn_progress_wipe();
  const char *text = diverted(file);
  cr_expect_not_null(strstr(text, "turnstile: 1000 of 1001 points, 0.3/s, 3 s left\n"), "%s", text);
  cr_expect_eq(strchr(text, '\n'), strrchr(text, '\n'));
}

Test(progress, has_no_rate_before_the_first_point)
{
  FILE *file = divert();
  int seconds = 0;
  tn_progress_show(0, 40, 0.0, g_get_monotonic_time() - 31 * SECOND);
  const char *text = diverted(file);
  cr_expect_eq(sscanf(text, "turnstile: 0 of 40 points after %d s", &seconds), 1, "%s", text);
  cr_expect(seconds >= 31 && g_str_has_suffix(text, " s\n"), "%s", text);
}

/* The time left is that of the run and of later phases, by work, not by points. */
Test(progress, has_one_estimate_for_all_phases)
{
  FILE *file = divert();
  tn_progress_phase("predicting", 0.5);
  tn_progress_show(1, 40, 0.5, g_get_monotonic_time() - 3600 * SECOND);
  const char *text = diverted(file);
  cr_expect_str_eq(text, "turnstile: predicting: 1 of 40 points, 0.000/s, 7200 s left\n");
}

/* The second phase begins slower than expected: its estimate of 10,800 s is not shown. */
Test(progress, says_more_than_the_last_estimate_if_it_rises)
{
  FILE *file = divert();
  tn_progress_phase("first", 1.0);
  tn_progress_show(20, 40, 0.75, g_get_monotonic_time() - 3600 * SECOND);
  tn_progress_phase("second", 0.0);
  tn_progress_show(10, 40, 0.25, g_get_monotonic_time() - 3600 * SECOND);
  const char *text = diverted(file);
  cr_expect(g_str_has_suffix(
                text, "turnstile: second: 10 of 40 points, 0.003/s, more than 6000 s left\n"),
            "%s", text);
}

Test(progress, says_what_is_planned)
{
  FILE *file = divert();
  const gint64 start = g_get_monotonic_time() - 31 * SECOND;
  tn_progress_plan("pairwise", 7, 4000, start);
  tn_progress_plan("pairwise", 8, 4000, start);
  cr_expect_str_eq(diverted(file), "turnstile: planning pairwise: 7 of 4000 calls\n");
}

static int many_slots(const struct tn_call *call)
{
  (void)call;
  return TN_LINE_SLOTS;
}

static const char *always(const struct tn_call *call)
{
  (void)call;
  return NULL;
}

static void wait_in_vain(struct tn_strand *r)
{
  if (r->call->rank == 1)
    tn_wait(r, 0, 0, 7);
}

/* Counts the program's own lines: the address sanitizer also writes about SimGrid's stacks. */
static int lines_of_ours(const char *text)
{
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  int n = 0;
  for (int i = 0; lines[i]; i++)
    n += g_str_has_prefix(lines[i], "turnstile: ");
  return n;
}

/* The exit status of commands depends on this: one line, and no success. */
Test(progress, a_deadlock_under_noise_is_one_line_and_a_failure)
{
  struct tn_noise_source always_there = {
    .process = TN_NOISE_PERIODIC, .rate = 10, .longest = 20e-3, .last_rank = 63
  };
  const struct tn_algorithm deadlocked = { .collective = TN_BARRIER,
                                           .name = "test",
                                           .mechanisms = { TN_CMA },
                                           .n_mechanisms = 1,
                                           .sizeless = true,
                                           .unsupported = always,
                                           .n_slots = many_slots,
                                           .run = wait_in_vain };
  const struct tn_noises noise = { .sources = &always_there, .n = 1 };
  const struct tn_conditions c = { .noise = &noise, .jobs = 1, .point_limit = 5 };
  struct tn_platform *knl = tn_platform_load("knl", NULL, NULL);
  const struct tn_method method = tn_method_make(&deadlocked, TN_BARRIER);
  const struct tn_case asked = { .platform = knl, .algorithm = &method };
  struct tn_study *study = tn_study_new(&c);
  FILE *file = divert();
  cr_assert(tn_study_add(study, &asked, NULL));
  cr_expect_not(tn_run_study(study));
  const char *said = diverted(file);
  cr_expect(strstr(said, "turnstile: knl barrier test, 64 ranks, 0 bytes: deadlock at "), "%s",
            said);
  cr_expect_eq(lines_of_ours(said), 1, "%s", said);
  tn_study_free(study);
  tn_platform_free(knl);
}
