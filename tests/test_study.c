/* Cases without option texts: defaults, and refused cases with the reason. */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

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
                            .algorithm = tn_method_find(TN_SCATTER, "throttled-read"),
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
  cr_assert_eq(tn_point_warmup(p), 1);
  cr_assert_eq(p->repetitions, 1);
  cr_assert_eq(p->seed, 1);
}

Test(study, zero_can_be_asked_for)
{
  const struct tn_conditions c = { .warmup = TN_REALLY_ZERO, .seed = TN_REALLY_ZERO };
  struct tn_point point;
  tn_point_under(&point, &c);
  cr_assert_eq(tn_point_warmup(&point), 0);
  cr_assert_eq(point.seed, 0);
}

/* Returns the mean time of a flat reduction whose fragments fill half of their slots per call. */
static double reduction(enum tn_protocol protocol, int warmup, int repetitions)
{
  const struct tn_conditions conditions = {
    .protocol = protocol, .warmup = warmup, .jobs = 1, .repetitions = repetitions
  };
  struct tn_platform *pf = tn_platform_load("epyc7h12", NULL, NULL);
  const struct tn_case one = {
    .platform = pf, .algorithm = tn_method_find(TN_REDUCE, "linear"), .ranks = 14, .bytes = 32768
  };
  struct tn_study *own = tn_study_new(&conditions);
  cr_assert(tn_study_add(own, &one, NULL) && tn_study_run(own, NULL, NULL));
  const double avg = tn_study_outcome(own, 0)->result.avg;
  cr_assert_eq(tn_study_outcome(own, 0)->state, TN_DONE);
  tn_study_free(own);
  tn_platform_free(pf);
  return avg;
}

Test(study, osu_warms_up_until_the_slots_have_been_round)
{
  const double once = reduction(TN_OSU, 0, 1), looped = reduction(TN_OSU, 0, 5);
  cr_assert_float_eq(once, looped, 0.01 * looped, "%g us in one call, %g in each of a loop",
                     once * 1e6, looped * 1e6);
  cr_assert_lt(reduction(TN_OSU, 1, 1), 0.5 * once, "asked for, one call is enough");
  cr_assert_lt(reduction(TN_SINGLE, 0, 1), 0.5 * once);
  cr_assert(tn_study_add(study, &asked, NULL));
  struct tn_point osu = *tn_study_point(study, 0);
  osu.protocol = TN_OSU;
  cr_assert_eq(tn_point_warmup(&osu), 1, "it sends no messages");
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
  refuses(TN_STUDY_PARAM, "0 is not a value of throttle");
  asked = right;
  asked.overrides = &alpha;
  asked.n_overrides = 1;
  refuses(TN_STUDY_SETUP, "alpha");
  asked = right;
  asked.bytes = (size_t)1 << 40;
  refuses(TN_STUDY_SIZE, "1 TiB");
  asked.algorithm = tn_method_find(TN_ALLREDUCE, "ring");
  asked.bytes = 5;
  refuses(TN_STUDY_SIZE, "5 bytes are not a whole number of float32");
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
  const struct tn_watch watch = { .data = &n_asked, .may_continue = stop_at_once };
  asked.ranks = 4;
  cr_assert(tn_study_add(study, &asked, NULL));
  cr_assert(tn_study_run(study, &watch, NULL));
  cr_assert_eq(n_asked, 1u);
  cr_assert_eq(tn_study_outcome(study, 0)->state, TN_PENDING);
  cr_assert(tn_study_run(study, NULL, NULL));
  cr_assert_eq(tn_study_outcome(study, 0)->state, TN_DONE);
}

/* State shared by all workers of a test. */
static struct {
  atomic_int running, most;
} * shared;

static int no_slots(const struct tn_call *call)
{
  (void)call;
  return 0;
}

static const char *always(const struct tn_call *call)
{
  (void)call;
  return NULL;
}

static void hang(struct tn_strand *r)
{
  (void)r;
  for (volatile unsigned i = 0;; i++)
    continue;
}

static void nothing(struct tn_strand *r)
{
  (void)r;
}

/* Rank 0 of a point waits for a while, and counts the running points. */
static void stay(struct tn_strand *r)
{
  const struct timespec while_others_begin = { .tv_nsec = 5000000 };
  if (r->call->rank != 0)
    return;
  const int running = 1 + atomic_fetch_add(&shared->running, 1);
  int most = atomic_load(&shared->most);
  while (most < running && !atomic_compare_exchange_weak(&shared->most, &most, running))
    continue;
  nanosleep(&while_others_begin, NULL);
  atomic_fetch_sub(&shared->running, 1);
}

static struct tn_algorithm algorithm_of(void (*run)(struct tn_strand *r))
{
  return (struct tn_algorithm){ .collective = TN_BARRIER,
                                .name = "test",
                                .mechanisms = { TN_CMA },
                                .n_mechanisms = 1,
                                .sizeless = true,
                                .unsupported = always,
                                .n_slots = no_slots,
                                .run = run };
}

static struct tn_study *study_of(const struct tn_conditions *c, const struct tn_method *const *a,
                                 int n)
{
  struct tn_study *own = tn_study_new(c);
  for (int i = 0; i < n; i++) {
    const struct tn_case one = {
      .platform = knl, .algorithm = a[i], .ranks = 2, .bytes = a[i]->sizeless ? 0 : 1000
    };
    cr_assert(tn_study_add(own, &one, NULL));
  }
  cr_assert(tn_study_run(own, NULL, NULL));
  return own;
}

/* It fails alone with one line; later points of the same worker run. */
Test(study, a_point_that_never_ends_is_ended)
{
  const struct tn_algorithm hangs = algorithm_of(hang), ends = algorithm_of(nothing);
  const struct tn_method endless = tn_method_make(&hangs, TN_BARRIER),
                         quick = tn_method_make(&ends, TN_BARRIER);
  const struct tn_method *const all[] = { &quick, &endless, &quick, &endless, &quick, &quick };
  for (int jobs = 1; jobs <= 3; jobs++) {
    const struct tn_conditions c = { .point_limit = 0.1, .jobs = jobs };
    struct tn_study *own = study_of(&c, all, G_N_ELEMENTS(all));
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
      const struct tn_outcome *o = tn_study_outcome(own, i);
      cr_assert_eq(o->state, all[i] == &endless ? TN_FAILED : TN_DONE, "%u", i);
      if (all[i] == &endless)
        cr_assert_str_eq(o->message, "it has not ended within 100ms of processor time");
    }
    tn_study_free(own);
  }
}

static int many_slots(const struct tn_call *call)
{
  (void)call;
  return TN_LINE_SLOTS;
}

/* Waits for a step that is never posted. */
static void wait_in_vain(struct tn_strand *r)
{
  if (r->call->rank == 1)
    tn_wait(r, 0, 0, 7);
}

/* Endless noise must not keep a deadlocked run alive. */
Test(study, a_deadlock_under_noise_is_said_in_one_line)
{
  struct tn_algorithm waits = algorithm_of(wait_in_vain);
  const struct tn_algorithm ends = algorithm_of(nothing);
  const struct tn_method deadlocked = tn_method_make(&waits, TN_BARRIER),
                         quick = tn_method_make(&ends, TN_BARRIER);
  const struct tn_method *const all[] = { &quick, &deadlocked, &quick };
  const struct tn_noise_source sources[] = {
    { .process = TN_NOISE_PERIODIC, .rate = 10, .longest = 20e-3, .last_rank = INT_MAX },
    { .process = TN_NOISE_PERIODIC,
      .rate = 1e4,
      .longest = 2e-5,
      .last_rank = INT_MAX,
      .phase = TN_PHASE_SPREAD,
      .spread = 24e-3 },
    { .process = TN_NOISE_POISSON,
      .rate = 1e4,
      .longest = 2e-5,
      .last_rank = INT_MAX,
      .irq = true },
  };
  waits.n_slots = many_slots;
  for (size_t s = 0; s < G_N_ELEMENTS(sources); s++)
    for (int protocol = TN_OSU; protocol <= TN_IMB_OLD; protocol++) {
      const struct tn_noises noise = { .sources = (struct tn_noise_source *)&sources[s], .n = 1 };
      const struct tn_conditions c = { .noise = &noise,
                                       .protocol = (enum tn_protocol)protocol,
                                       .repetitions = 10,
                                       .jobs = 1,
                                       .point_limit = 5 };
      struct tn_study *own = study_of(&c, all, G_N_ELEMENTS(all));
      const struct tn_outcome *o = tn_study_outcome(own, 1);
      cr_expect_eq(o->state, TN_FAILED, "%zu", s);
      cr_expect(g_str_has_prefix(o->message, "deadlock at ") && !strchr(o->message, '\n') &&
                    strstr(o->message, "rank 1 waits for flag 0 of rank 0 to reach step 7"),
                "%zu: %s", s, o->message);
      cr_expect_eq(tn_study_outcome(own, 2)->state, TN_DONE);
      tn_study_free(own);
    }
}

/* A point is accepted or refused for any number of workers; the bytes of all together stay within
 * the limit. */
Test(study, verified_bytes_are_limited_in_all)
{
  enum { N = 12 };
  const struct tn_method *const real[] = { tn_method_find(TN_BCAST, "direct-read") };
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  struct tn_algorithm stays = algorithm_of(stay);
  stays.sizeless = false;
  const struct tn_method waits = tn_method_make(&stays, TN_BCAST);
  const struct tn_method *all[N];
  for (int i = 0; i < N; i++)
    all[i] = &waits;
  for (int jobs = 1; jobs <= 4; jobs++) {
    /* Two ranks of 1000 bytes each. */
    const struct tn_conditions enough = { .verify = true, .jobs = jobs, .data_limit = 2000 };
    const struct tn_conditions small = { .verify = true, .jobs = jobs, .data_limit = 1999 };
    const struct tn_conditions two = { .verify = true, .jobs = jobs, .data_limit = 5999 };
    struct tn_study *fits = study_of(&enough, real, 1), *fails = study_of(&small, real, 1);
    cr_assert_eq(tn_study_outcome(fits, 0)->state, TN_DONE);
    cr_assert_eq(tn_study_outcome(fails, 0)->state, TN_FAILED);
    cr_assert(strstr(tn_study_outcome(fails, 0)->message, "--verify would need"));
    tn_study_free(fits);
    tn_study_free(fails);
    atomic_store(&shared->most, 0);
    tn_study_free(study_of(&enough, all, N));
    cr_assert_eq(atomic_load(&shared->most), 1, "%d jobs", jobs);
    atomic_store(&shared->most, 0);
    tn_study_free(study_of(&two, all, N));
    cr_assert_leq(atomic_load(&shared->most), 2, "%d jobs", jobs);
  }
  munmap(shared, sizeof *shared);
}
