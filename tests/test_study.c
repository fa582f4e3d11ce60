/* Cases without any option text: defaults, what is refused and why. */
#include <criterion/criterion.h>
#include <string.h>

#include "study/study.h"

static struct tn_platform *knl;
static struct tn_study *study;
static struct tn_case asked;

static void set_up(void)
{
  GError *error = NULL;
  knl = tn_platform_load("knl", NULL, &error);
  cr_assert_not_null(knl, "%s", error ? error->message : "");
  study = tn_study_new(NULL);
  asked = (struct tn_case){ .platform = knl,
                            .algorithm = tn_algorithm_find(TN_SCATTER, "throttled-read"),
                            .bytes = 4096 };
}

static void tear_down(void)
{
  tn_study_free(study);
  tn_platform_free(knl);
}

TestSuite(study, .init = set_up, .fini = tear_down);

static void refuses(enum tn_study_error code, const char *what)
{
  g_autoptr(GError) error = NULL;
  const guint before = tn_study_n(study);
  cr_assert_not(tn_study_add(study, &asked, &error));
  cr_assert(g_error_matches(error, TN_STUDY_ERROR, (int)code), "%s", error->message);
  cr_assert_not_null(strstr(error->message, what), "%s", error->message);
  cr_assert_eq(tn_study_n(study), before);
}

Test(study, zero_is_the_default_everywhere)
{
  cr_assert(tn_study_add(study, &asked, NULL));
  const struct tn_point *p = tn_study_point(study, 0);
  cr_assert_eq(p->setup->kernel, tn_platform_kernel(knl));
  cr_assert_eq(p->backing, tn_platform_backing(knl));
  cr_assert_eq(p->mechanism, TN_CMA);
  cr_assert_eq(p->call.n_ranks, tn_platform_default_ranks(knl));
  cr_assert_eq(p->call.params[0], 4, "the entry's throttle");
  cr_assert_eq(p->call.type, TN_FLOAT32);
  cr_assert_str_eq(p->mapping, "core");
  const struct tn_conditions none = { 0 };
  cr_assert_eq(tn_conditions_warmup(&none), 1);
  cr_assert_eq(tn_conditions_repetitions(&none), 1);
  cr_assert_eq(tn_conditions_seed(&none), 1u);
}

Test(study, zero_can_be_asked_for)
{
  const struct tn_conditions c = { .warmup = TN_REALLY_ZERO, .seed = TN_REALLY_ZERO };
  cr_assert_eq(tn_conditions_warmup(&c), 0);
  cr_assert_eq(tn_conditions_seed(&c), 0u);
}

Test(study, what_is_given_counts)
{
  asked.kernel = TN_JUST(TN_KERNEL_LINUX6);
  asked.given = 1;
  asked.params[0] = 8;
  asked.ranks = 16;
  cr_assert(tn_study_add(study, &asked, NULL));
  const struct tn_point *p = tn_study_point(study, 0);
  cr_assert_eq(p->setup->kernel, TN_KERNEL_LINUX6);
  cr_assert_eq(p->call.params[0], 8);
  cr_assert_eq(p->places->n, 16);
}

Test(study, values_and_places_are_shared)
{
  const struct tn_override alpha = { .param = TN_P_ALPHA, .value = 1e-6, .text = "1us" };
  cr_assert(tn_study_add(study, &asked, NULL));
  asked.bytes = 8192;
  cr_assert(tn_study_add(study, &asked, NULL));
  asked.overrides = &alpha;
  asked.n_overrides = 1;
  cr_assert(tn_study_add(study, &asked, NULL));
  cr_assert_eq(tn_study_point(study, 0)->setup, tn_study_point(study, 1)->setup);
  cr_assert_eq(tn_study_point(study, 0)->places, tn_study_point(study, 2)->places);
  cr_assert_eq(tn_study_setups(study)->len, 2u);
  cr_assert_float_eq(tn_study_point(study, 2)->setup->values[TN_P_ALPHA], 1e-6, 0);
}

Test(study, refuses_what_cannot_be)
{
  const struct tn_override alpha = { .param = TN_P_ALPHA, .value = -1 };
  const struct tn_case right = asked;
  asked.root = 64;
  refuses(TN_STUDY_ROOT, "rank 64 of 64 (0..63 are accepted)");
  asked = right;
  asked.ranks = 100000;
  refuses(TN_STUDY_PLACES, "do not fit on knl");
  asked = right;
  asked.mapping = "nowhere";
  refuses(TN_STUDY_PLACES, "mapping \"nowhere\" is not known");
  asked = right;
  asked.mechanism = TN_JUST(TN_CICO);
  refuses(TN_STUDY_MECHANISM, "throttled-read has no mechanism cico");
  asked = right;
  asked.given = 1;
  refuses(TN_STUDY_PARAM, "0 is no value of throttle");
  asked = right;
  asked.overrides = &alpha;
  asked.n_overrides = 1;
  refuses(TN_STUDY_SETUP, "alpha");
  asked = right;
  asked.bytes = (size_t)1 << 40;
  refuses(TN_STUDY_SIZE, "1 TiB");
  asked.algorithm = tn_algorithm_find(TN_ALLREDUCE, "ring");
  asked.bytes = 5;
  refuses(TN_STUDY_SIZE, "5 bytes are no whole number of float32");
}

static bool stop_at_once(void *data, guint n_known)
{
  guint *n_asked = data;
  (void)n_known;
  (*n_asked)++;
  return false;
}

Test(study, outcomes_come_from_worker_processes)
{
  g_autoptr(GError) error = NULL;
  asked.ranks = 4;
  cr_assert(tn_study_add(study, &asked, &error));
  asked.bytes = 65536;
  cr_assert(tn_study_add(study, &asked, &error));
  cr_assert(tn_study_run(study, NULL, &error), "%s", error ? error->message : "");
  const struct tn_outcome *small = tn_study_outcome(study, 0), *large = tn_study_outcome(study, 1);
  cr_assert_eq(small->state, TN_DONE);
  cr_assert_eq(large->state, TN_DONE);
  cr_assert_gt(large->result.avg, small->result.avg);
  cr_assert_gt(small->result.avg, 0);
  cr_assert_null(small->message);
}

Test(study, a_run_can_be_ended_and_continued)
{
  guint n_asked = 0;
  const struct tn_watch watch = { .data = &n_asked, .goes_on = stop_at_once };
  asked.ranks = 4;
  cr_assert(tn_study_add(study, &asked, NULL));
  cr_assert(tn_study_run(study, &watch, NULL));
  cr_assert_eq(n_asked, 1u);
  cr_assert_eq(tn_study_outcome(study, 0)->state, TN_PENDING);
  cr_assert(tn_study_run(study, NULL, NULL));
  cr_assert_eq(tn_study_outcome(study, 0)->state, TN_DONE);
}
