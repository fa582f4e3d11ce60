/* Calls whose cache lines have been evicted, by command line. The additional time is computed by
 * hand: lines times the latency of their place minus a hit. */
#include <criterion/criterion.h>

#include "plan/expand.h"
#include "study/setup.h"

/* Two ranks on a Cascade Lake package: L1 32 KiB, L2 1 MiB, LLC 35.75 MiB. */
#define MACHINE                                                                                    \
  "-p csx48 --jobs 1 --set latency.l1=1ns --set latency.l2=4ns --set latency.llc=20ns --set "      \
  "latency.memory=100ns "
#define COPY MACHINE "-c pattern -a one-source -n 2 -P direction=read "

/* Returns the mean time of the only point in seconds. */
static double time_of(const char *line, const char *more)
{
  GError *error = NULL;
  g_autofree char *all = g_strconcat(line, more, NULL);
  g_auto(GStrv) words = g_strsplit(all, " ", -1);
  struct tn_options *s = tn_options_parse(TN_CMD_RUN, (int)g_strv_length(words), words, &error);
  cr_assert_not_null(s, "%s: %s", all, error ? error->message : "");
  struct tn_plan *plan = tn_plan_new(s, NULL, &error);
  cr_assert_not_null(plan, "%s: %s", all, error ? error->message : "");
  cr_assert(tn_study_n(plan->study) == 1 && tn_study_run(plan->study, NULL, NULL));
  const struct tn_outcome *o = tn_study_outcome(plan->study, 0);
  cr_assert_eq(o->state, TN_DONE, "%s: %s", all, o->message ? o->message : "");
  const double seconds = o->result.avg;
  tn_plan_free(plan);
  tn_options_free(s);
  return seconds;
}

/* Checks the additional time of `line` with the options `lines`. */
static void takes_longer(const char *line, const char *lines, double seconds)
{
  const double warm = time_of(line, ""), cold = time_of(line, lines);
  cr_assert_float_eq(cold - warm, seconds, 1e-12, "%s%s: %g more, not %g", line, lines, cold - warm,
                     seconds);
}

/* Computation moves the lines outward one cache level after another. */
Test(cold, lines_come_from_where_computation_left_them)
{
  const char *const lines = " --set alpha_lines=80";
  takes_longer(COPY "-s 1", lines, 0.0);
  takes_longer(COPY "-s 1 --working-set 16K", lines, 0.0);
  takes_longer(COPY "-s 1 --working-set 256K", lines, 80 * 3e-9);
  takes_longer(COPY "-s 1 --working-set 8M", lines, 80 * 19e-9);
  takes_longer(COPY "-s 1 --working-set 64M", lines, 80 * 99e-9);
  takes_longer(COPY "-s 1 --buffers cold", lines, 80 * 99e-9);
  takes_longer(COPY "-s 65536 --buffers rewritten", lines, 80 * 3e-9);
}

/* The root writes to four ranks, and all return after the last copy. Its own lines are missing in
 * the first call only, those of the targets in each call. */
Test(cold, second_calls_are_warm)
{
  const char *const line = MACHINE "-c scatter -a sequential-write -n 5 -s 8 --root 4"
                                   " --working-set 64M";
  takes_longer(line, " --set alpha_lines=80", 80 * 99e-9);
  takes_longer(line, " --set target_lines=10", 4 * 10 * 99e-9);
}

/* A 1-byte copy writes back only as much as it needs room. */
Test(cold, what_computation_leaves_goes_as_far_as_room_is_needed)
{
  takes_longer(COPY "-s 1", " --working-set 64M", 0.0);
}

/* Costs are per call, not per byte, and per page for pages. */
Test(cold, lines_are_by_the_call)
{
  takes_longer(COPY "-s 4096 --working-set 64M", " --set alpha_lines=80", 80 * 99e-9);
  takes_longer(COPY "-s 16384 --working-set 64M", " --set alpha_lines=80", 80 * 99e-9);
  takes_longer(COPY "-s 16384 --working-set 64M", " --set pin_lines=2", 4 * 2 * 99e-9);
  takes_longer(COPY "-s 16384 --working-set 64M --backing thp", " --set pin_lines=2", 2 * 99e-9);
  takes_longer(COPY "-s 16384 --working-set 64M --backing thp", " --set alpha_lines=80",
               80 * 99e-9);
}

/* Loads and stores need no lines of the kernel. */
Test(cold, others_lose_their_own_code_alone)
{
  const char *const lines = " --set alpha_lines=80 --set target_lines=7 --set call_lines=10";
  takes_longer(COPY "-s 4096 --working-set 64M --mechanism memfd", lines, 10 * 99e-9);
  /* The sender needs lines of the call and the message, then the receiver those of the message. */
  takes_longer(COPY "-s 4096 --working-set 64M --mechanism cico", lines,
               (2 + 3) / 2.0 * 10 * 99e-9);
}

/* Unknown values cost nothing. */
Test(cold, nothing_is_lost_without_lines_or_latencies)
{
  takes_longer("-p csx48 -c pattern -a one-source -n 2 -s 1 --working-set 64M",
               " --set alpha_lines=80 --set target_lines=7 --set call_lines=10", 0.0);
  takes_longer("-p csx48 -c pattern -a one-source -n 2 -s 1 --working-set 64M",
               " --set latency.llc=20ns --set latency.memory=100ns", 0.0);
  takes_longer(COPY "-s 1 --working-set 64M --set latency.memory=0", " --set alpha_lines=80", 0.0);
  takes_longer(COPY "-s 1 --ideal", " --set alpha_lines=80", 0.0);
}
