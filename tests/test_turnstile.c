/* The public header alone, against the shared library. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <turnstile.h>
#include <unistd.h>

static TurnstilePlatform *knl;
static TurnstileStudy *study;
static TurnstileCase asked;

static void set_up(void)
{
  knl = turnstile_platform_new("knl", NULL);
  cr_assert_not_null(knl);
  study = turnstile_study_new(NULL);
  asked = (TurnstileCase){
    .platform = knl, .collective = "bcast", .algorithm = "direct-read", .ranks = 8, .bytes = 65536
  };
}

static void tear_down(void)
{
  turnstile_study_free(study);
  turnstile_platform_free(knl);
}

TestSuite(turnstile, .init = set_up, .fini = tear_down);

static void refuses(TurnstileError code, const char *what)
{
  g_autoptr(GError) error = NULL;
  cr_assert_not(turnstile_study_add(study, &asked, &error));
  cr_assert(g_error_matches(error, TURNSTILE_ERROR, (int)code), "%s", error->message);
  cr_assert_not_null(strstr(error->message, what), "%s", error->message);
  cr_assert_eq(turnstile_study_n(study), 0u);
}

Test(turnstile, says_what_is_wrong)
{
  const TurnstileCase right = asked;
  const TurnstileSetting speed = { .name = "speed" },
                         word = { .name = "hierarchy", .word = "moon" };
  const TurnstileValue value = { "alpha", NAN };
  g_autoptr(GError) error = NULL;
  asked.platform = NULL;
  refuses(TURNSTILE_ERROR_INPUT, "platform");
  asked = right;
  asked.algorithm = "sorcery";
  refuses(TURNSTILE_ERROR_INPUT, "no bcast \"sorcery\"");
  asked = right;
  asked.mechanism = "magic";
  refuses(TURNSTILE_ERROR_INPUT, "no mechanism \"magic\"");
  asked.mechanism = "cico";
  refuses(TURNSTILE_ERROR_CASE, "no mechanism cico");
  asked = right;
  asked.settings = &speed;
  asked.n_settings = 1;
  refuses(TURNSTILE_ERROR_INPUT, "\"speed\"");
  asked.algorithm = "xhc-tree";
  asked.settings = &word;
  refuses(TURNSTILE_ERROR_INPUT, "\"moon\"");
  asked = right;
  asked.values = &value;
  asked.n_values = 1;
  refuses(TURNSTILE_ERROR_CASE, "alpha");
  asked = right;
  asked.root = 8;
  refuses(TURNSTILE_ERROR_CASE, "rank 8 of 8");
  asked = right;
  asked.buffers = (TurnstileBuffers)9;
  refuses(TURNSTILE_ERROR_INPUT, "out of range");
  cr_assert_null(turnstile_platform_new("atlantis", &error));
  cr_assert(g_error_matches(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT));
}

/* Enumerations and numbers beyond their ends, wherever they can be given. */
Test(turnstile, refuses_what_is_out_of_range)
{
  const TurnstileConditions wrong[] = {
    { .law = (TurnstileLaw)9 },
    { .law = (TurnstileLaw)-1 },
    { .protocol = (TurnstileProtocol)9 },
    { .warmup = -2 },
    { .warmup = 1000001 },
    { .repetitions = -1 },
    { .repetitions = G_MAXINT },
    { .point_limit = -1 },
    { .point_limit = INFINITY },
    { .point_limit = NAN },
    { .jobs = -1 },
    { .jobs = 1025 },
  };
  const TurnstileObjective none = (TurnstileObjective)9;
  g_autoptr(GError) kernel = NULL, tuned = NULL, compared = NULL, measured = NULL;
  TurnstileOutcome o;
  TurnstileForm form;
  double value;
  turnstile_study_free(study);
  for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
    study = turnstile_study_new(&wrong[i]);
    refuses(TURNSTILE_ERROR_INPUT, "out of range");
    turnstile_study_free(study);
  }
  study = turnstile_study_new(NULL);
  asked.ranks = G_MAXINT;
  refuses(TURNSTILE_ERROR_INPUT, "out of range");
  cr_assert_not(turnstile_platform_value(knl, (TurnstileKernel)9, "alpha", &value, &kernel));
  cr_assert(g_error_matches(kernel, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT));
  cr_assert_null(turnstile_study_tune(study, none, &tuned));
  cr_assert_not_null(strstr(tuned->message, "objective 9"), "%s", tuned->message);
  cr_assert_null(turnstile_study_compare(study, "none", none, &compared));
  cr_assert_not_null(strstr(compared->message, "objective 9"), "%s", compared->message);
  cr_assert_not(turnstile_study_outcome(study, 0, &o) || turnstile_study_form(study, 0, &form));
  cr_assert_null(turnstile_study_describe(study, 0));
  cr_assert_not(turnstile_study_measure(study, 0, 0, &o, &measured));
  cr_assert_str_eq(measured->message, "no case 0 of 0");
}

/* No number that the command line refuses; what it accepts does not overflow. */
Test(turnstile, refuses_settings_beyond_the_programs_limits)
{
  static const char list[] = "numa+numa+numa+numa+numa+numa+numa+numa+numa+numa+numa+numa+numa+"
                             "numa+numa+numa+numa";
  const TurnstileSetting wrong[] = {
    { .name = "chunk", .number = G_MAXINT64 },
    { .name = "chunk", .number = (1LL << 40) + 1 },
    { .name = "chunk", .number = G_MININT64 },
    { .name = "cells", .number = 1025 },
  };
  const TurnstileSetting radix = { .name = "radix", .number = 1LL << 32 };
  const TurnstileSetting most[] = { { .name = "chunk", .number = 1LL << 40 },
                                    { .name = "cells", .number = 1024 } };
  const TurnstileSetting levels = { .name = "hierarchy", .word = list };
  asked.n_settings = 1;
  asked.algorithm = "knomial-p2p";
  asked.settings = &radix;
  refuses(TURNSTILE_ERROR_CASE, "is no value of");
  asked.algorithm = "xhc-tree";
  asked.settings = &levels;
  refuses(TURNSTILE_ERROR_INPUT, "hierarchy");
  asked.algorithm = "smhc-tree";
  for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
    asked.settings = &wrong[i];
    refuses(TURNSTILE_ERROR_CASE, "is no value of");
  }
  asked.settings = most;
  asked.n_settings = G_N_ELEMENTS(most);
  cr_assert(turnstile_study_add(study, &asked, NULL));
  cr_assert(turnstile_study_run(study, NULL, NULL, NULL));
  TurnstileOutcome o;
  cr_assert(turnstile_study_outcome(study, 0, &o), "%s", o.message);
}

Test(turnstile, takes_blocks_that_differ)
{
  const gsize counts[] = { 0, 4096, 65536 };
  asked.collective = "gatherv";
  asked.algorithm = "linear";
  asked.counts = counts;
  asked.n_counts = G_N_ELEMENTS(counts);
  refuses(TURNSTILE_ERROR_CASE, "3 counts for gatherv of 8 ranks (8 are accepted)");
  asked.ranks = 3;
  cr_assert(turnstile_study_add(study, &asked, NULL));
  cr_assert(turnstile_study_run(study, NULL, NULL, NULL));
  asked.collective = "gather";
  g_autoptr(GError) error = NULL;
  cr_assert_not(turnstile_study_add(study, &asked, &error));
  cr_assert_str_eq(error->message, "gather has blocks of one size");
}

Test(turnstile, lists_what_there_is)
{
  g_auto(GStrv) collectives = turnstile_collective_names();
  g_auto(GStrv) algorithms = turnstile_algorithm_names("scatter");
  g_auto(GStrv) mechanisms = turnstile_algorithm_mechanisms("bcast", "xhc-tree");
  TurnstileParameter p;
  double alpha;
  cr_assert(g_strv_contains((const char *const *)collectives, "allreduce"));
  cr_assert(g_strv_contains((const char *const *)algorithms, "throttled-read"));
  cr_assert(g_strv_contains((const char *const *)mechanisms, "xpmem"));
  cr_assert_null(turnstile_algorithm_names("dance"));
  cr_assert(turnstile_algorithm_parameter("scatter", "throttled-read", "throttle", &p));
  cr_assert_eq(p.preset, 4);
  cr_assert(turnstile_algorithm_parameter("bcast", "xhc-tree", "hierarchy", &p));
  cr_assert(g_strv_contains(p.choices, "numa"));
  cr_assert(turnstile_platform_value(knl, TURNSTILE_KERNEL_PAPER, "alpha", &alpha, NULL));
  cr_assert_float_eq(alpha, 1.43e-6, 1e-12);
  cr_assert_str_eq(turnstile_parameter_unit("alpha"), "s");
  cr_assert_null(turnstile_parameter_unit("omega"));
  cr_assert_str_eq(turnstile_platform_source(knl, "alpha"), "paper");
}

static void run_two(void)
{
  cr_assert(turnstile_study_add(study, &asked, NULL));
  asked.algorithm = "binomial";
  cr_assert(turnstile_study_add(study, &asked, NULL));
  cr_assert(turnstile_study_run(study, NULL, NULL, NULL));
}

Test(turnstile, hands_out_what_came_of_it)
{
  TurnstileOutcome o;
  double sum = 0;
  cr_assert(turnstile_study_add(study, &asked, NULL));
  cr_assert_not(turnstile_study_outcome(study, 0, &o));
  cr_assert_eq(o.state, TURNSTILE_PENDING);
  cr_assert(turnstile_study_run(study, NULL, NULL, NULL));
  cr_assert(turnstile_study_outcome(study, 0, &o));
  for (int part = 0; part < TURNSTILE_N_PARTS; part++)
    sum += o.parts[part];
  cr_assert_float_eq(sum, o.span, 1e-12);
  cr_assert(o.min <= o.avg && o.avg <= o.max);
  cr_assert_eq(o.ranks, 8);
  cr_assert_eq(o.transfers, 7);
}

Test(turnstile, decides)
{
  g_autoptr(GError) error = NULL;
  TurnstileOutcome first, second;
  TurnstileWinner w;
  run_two();
  g_autoptr(TurnstileWinners) winners =
      turnstile_study_tune(study, TURNSTILE_OBJECTIVE_AVG, &error);
  cr_assert_not_null(winners, "%s", error ? error->message : "");
  cr_assert_eq(turnstile_winners_n(winners), 1u);
  turnstile_winners_get(winners, 0, &w);
  cr_assert(turnstile_study_outcome(study, 0, &first) &&
            turnstile_study_outcome(study, 1, &second));
  cr_assert_eq(w.n_candidates, 2);
  cr_assert_eq(w.from_bytes, 65536u);
  cr_assert_str_eq(w.algorithm, first.avg <= second.avg ? "direct-read" : "binomial");
  cr_assert_float_eq(w.from_time, fmin(first.avg, second.avg), 1e-12);
  cr_assert_float_eq(w.margin_min, fmax(first.avg, second.avg) / fmin(first.avg, second.avg) - 1,
                     1e-6);
}

/* Measured rows that are the simulated ones: no error. */
Test(turnstile, compares_with_measurements)
{
  g_autofree char *file = g_build_filename(g_get_tmp_dir(), "turnstile-XXXXXX", NULL);
  g_autoptr(GError) error = NULL;
  TurnstileErrors errors;
  TurnstileCompared point;
  const int fd = g_mkstemp(file);
  cr_assert_geq(fd, 0);
  g_close(fd, NULL);
  run_two();
  g_autofree char *csv = turnstile_study_csv(study);
  cr_assert(g_file_set_contents(file, csv, -1, NULL));
  g_autoptr(TurnstileComparison) c =
      turnstile_study_compare(study, file, TURNSTILE_OBJECTIVE_AVG, &error);
  g_unlink(file);
  cr_assert_not_null(c, "%s", error ? error->message : "");
  turnstile_comparison_errors(c, &errors);
  cr_assert_eq(errors.n, 2u);
  cr_assert_float_eq(errors.median, 0, 1e-12);
  turnstile_comparison_get(c, 1, &point);
  cr_assert_str_eq(point.algorithm, "binomial");
  cr_assert_float_eq(point.predicted, point.measured, 1e-15);
}

/* What never ends, or would not fit, is refused: the host goes on. */
Test(turnstile, compares_with_no_file_that_memory_has_no_room_for)
{
  g_autofree char *file = g_build_filename(g_get_tmp_dir(), "turnstile-XXXXXX", NULL);
  const int fd = g_mkstemp(file);
  const char *const refused[] = { file, "/dev/zero" };
  const char *const why[] = { "too large (at most 512 MiB are accepted)", "a device" };
  cr_assert(fd >= 0 && ftruncate(fd, (off_t)513 << 20) == 0);
  g_close(fd, NULL);
  run_two();
  for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_autoptr(GError) error = NULL;
    cr_assert_null(turnstile_study_compare(study, refused[i], TURNSTILE_OBJECTIVE_AVG, &error));
    cr_assert_not_null(strstr(error->message, why[i]), "%s", error->message);
  }
  g_unlink(file);
}

static gboolean stop(guint n_known, guint n, gpointer data)
{
  (void)n_known;
  *(guint *)data = n;
  return FALSE;
}

Test(turnstile, a_run_can_be_ended)
{
  guint told = 0;
  TurnstileOutcome o;
  cr_assert(turnstile_study_add(study, &asked, NULL));
  cr_assert(turnstile_study_run(study, stop, &told, NULL));
  cr_assert_eq(told, 1u);
  cr_assert_not(turnstile_study_outcome(study, 0, &o));
}

/* From its own progress a study would wait for workers that the outer run has. */
static gboolean meddle(guint n_known, guint n, gpointer data)
{
  g_autoptr(GError) again = NULL, more = NULL;
  (void)n_known;
  (void)n;
  cr_assert_not(turnstile_study_run(study, NULL, NULL, &again));
  cr_assert(g_error_matches(again, TURNSTILE_ERROR, TURNSTILE_ERROR_RUN), "%s", again->message);
  cr_assert_not(turnstile_study_add(study, &asked, &more));
  cr_assert(g_error_matches(more, TURNSTILE_ERROR, TURNSTILE_ERROR_RUN), "%s", more->message);
  ++*(guint *)data;
  return TRUE;
}

Test(turnstile, a_study_does_not_run_in_its_own_progress)
{
  guint times = 0;
  cr_assert(turnstile_study_add(study, &asked, NULL));
  cr_assert(turnstile_study_run(study, meddle, &times, NULL));
  cr_assert_geq(times, 1u);
  run_two();
}

static gboolean print(guint n_known, guint n, gpointer data)
{
  static const char line[] = "under way\n";
  (void)n_known;
  (void)n;
  (void)data;
  return write(STDERR_FILENO, line, sizeof line) < 0;
}

/* A socket of the caller's has the number of standard error, and SimGrid complains of a platform
 * that is gone. */
Test(turnstile, workers_print_nothing)
{
  g_autofree char *text = NULL, *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "node.xml", NULL);
  g_autofree char *source =
      g_build_filename(g_getenv("TN_SOURCE_ROOT"), "platforms", "knl.xml", NULL);
  TurnstileOutcome o;
  char said[256];
  int ends[2];
  cr_assert(g_file_get_contents(source, &text, NULL, NULL));
  cr_assert(g_file_set_contents(file, text, -1, NULL));
  g_autoptr(TurnstilePlatform) node = turnstile_platform_new(file, NULL);
  asked.platform = node;
  cr_assert(turnstile_study_add(study, &asked, NULL));
  g_unlink(file);
  g_rmdir(folder);
  const int own = dup(STDERR_FILENO);
  cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  cr_assert_eq(dup2(ends[0], STDERR_FILENO), STDERR_FILENO);
  const gboolean ok = turnstile_study_run(study, NULL, NULL, NULL);
  const ssize_t n = recv(ends[1], said, sizeof said, MSG_DONTWAIT);
  /* Nor is the channel to the workers what the caller prints to. */
  close(STDERR_FILENO);
  asked.platform = knl;
  for (int i = 0; i < 3; i++)
    cr_assert(turnstile_study_add(study, &asked, NULL));
  cr_assert(turnstile_study_run(study, print, NULL, NULL));
  dup2(own, STDERR_FILENO);
  cr_assert(ok && !turnstile_study_outcome(study, 0, &o));
  cr_assert_leq(n, 0, "workers said: %.*s", (int)n, said);
  cr_assert(turnstile_study_outcome(study, 3, &o));
}

static double avg_of_one(TurnstileStudy *of)
{
  TurnstileOutcome o;
  cr_assert(turnstile_study_add(of, &asked, NULL));
  cr_assert(turnstile_study_run(of, NULL, NULL, NULL));
  cr_assert(turnstile_study_outcome(of, 0, &o), "%s", o.message ? o.message : "");
  return o.avg;
}

/* All ranks lose their units for a millisecond in the midst of the call. */
Test(turnstile, takes_noise)
{
  const double trace[] = { 50e-6, 1e-3 };
  const TurnstileNoise once = { .process = TURNSTILE_NOISE_TRACE, .trace = trace, .n_trace = 1 };
  const TurnstileConditions cold = { .warmup = -1 };
  TurnstileStudy *noisy = turnstile_study_new(&cold), *plain = turnstile_study_new(&cold);
  cr_assert(turnstile_study_set_noise(noisy, &once, 1, NULL));
  const double with = avg_of_one(noisy), without = avg_of_one(plain);
  cr_assert(fabs(with - without - 1e-3) < 1e-5, "%g, without noise %g", with, without);
  g_autofree char *csv = turnstile_study_csv(noisy);
  cr_assert_not_null(strstr(csv, ",trace of 1,"), "%s", csv);
  turnstile_study_free(noisy);
  turnstile_study_free(plain);
}

/* The last of the delays is in everybody's barrier; a broadcast waits for its root alone. */
Test(turnstile, takes_arrivals)
{
  double delays[8] = { 0 };
  delays[0] = 1e-3;
  const TurnstileArrival late = { .delays = delays, .n_delays = G_N_ELEMENTS(delays) };
  TurnstileStudy *plain = turnstile_study_new(NULL);
  cr_assert(turnstile_study_set_arrival(study, &late, NULL));
  delays[0] = 0;
  const double with = avg_of_one(study), without = avg_of_one(plain);
  cr_assert(fabs(with - without - 7e-3 / 8) < 2e-5, "%g, punctual %g", with, without);
  const TurnstileArrival of_library = { .barrier = "mpich" };
  TurnstileStudy *released = turnstile_study_new(NULL);
  cr_assert(turnstile_study_set_arrival(released, &of_library, NULL));
  cr_assert_lt(avg_of_one(released), with);
  asked.ranks = 9;
  cr_assert_not(turnstile_study_add(study, &asked, NULL), "nine ranks, eight delays");
  turnstile_study_free(released);
  turnstile_study_free(plain);
}

static void refuses_noise(TurnstileStudy *of, TurnstileNoise noise, const char *what)
{
  g_autoptr(GError) error = NULL;
  cr_assert_not(turnstile_study_set_noise(of, &noise, 1, &error), "%s", what);
  cr_assert(g_error_matches(error, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT));
  cr_assert_not_null(strstr(error->message, what), "%s", error->message);
}

Test(turnstile, says_what_is_wrong_with_noise)
{
  const double back[] = { 2, 1, 1, 1 };
  const TurnstileConditions ideal = { .ideal = TRUE };
  const TurnstileNoise right = { .process = TURNSTILE_NOISE_POISSON, .rate = 10, .longest = 1e-3 };
  const TurnstileArrival never = { .last = INFINITY }, unknown = { .barrier = "lam" };
  TurnstileStudy *plain = turnstile_study_new(&ideal);
  TurnstileNoise wrong = right;
  cr_assert(turnstile_study_set_noise(study, &right, 1, NULL));
  cr_assert(turnstile_study_set_noise(study, NULL, 0, NULL));
  refuses_noise(plain, right, "ideal");
  wrong.rate = 0;
  refuses_noise(study, wrong, "per second");
  wrong = (TurnstileNoise){
    .process = TURNSTILE_NOISE_PERIODIC, .rate = 1000, .shortest = 1e-3, .longest = 1e-3
  };
  refuses_noise(study, wrong, "noise takes 100 %");
  wrong = (TurnstileNoise){ .process = TURNSTILE_NOISE_ONCE, .at = NAN };
  refuses_noise(study, wrong, "after seconds");
  wrong = (TurnstileNoise){ .process = TURNSTILE_NOISE_TRACE, .trace = back, .n_trace = 2 };
  refuses_noise(study, wrong, "begins at 1 s");
  wrong.first_rank = -1;
  refuses_noise(study, wrong, "out of range");
  cr_assert_not(turnstile_study_set_arrival(study, &never, NULL));
  cr_assert(turnstile_study_add(study, &asked, NULL));
  refuses_noise(study, right, "has cases already");
  cr_assert_not(turnstile_study_set_arrival(study, &unknown, NULL));
  turnstile_study_free(plain);
}

/* A probe that needs one core and no kernel's leave; the file goes. */
static TurnstilePlatform *calibrate_briefly(void)
{
  const char *const probes[] = { "memcpy", NULL };
  const TurnstileCalibration how = { .seconds = 0.05, .probes = probes };
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "here.xml", NULL);
  g_autofree char *topology = g_build_filename(folder, "here-hwloc.xml", NULL);
  g_autoptr(GError) error = NULL;
  TurnstilePlatform *here = turnstile_calibrate(file, &how, NULL, NULL, &error);
  cr_assert_not_null(here, "%s", error ? error->message : "");
  g_unlink(file);
  g_unlink(topology);
  g_rmdir(folder);
  return here;
}

Test(turnstile, measures_this_machine)
{
  const TurnstileConditions three = { .repetitions = 3, .verify = TRUE };
  g_autoptr(TurnstilePlatform) here = calibrate_briefly();
  g_autoptr(TurnstileStudy) counted = turnstile_study_new(&three);
  g_autoptr(GError) error = NULL;
  TurnstileOutcome o;
  cr_assert_str_eq(turnstile_platform_source(here, "memcpy_rate"), "measured");
  cr_assert_str_eq(turnstile_platform_source(here, "pin_time"), "assumed");
  if (turnstile_platform_cores(here) < 2)
    cr_skip_test("skipped, because there is one core");
  asked = (TurnstileCase){
    .platform = here, .collective = "bcast", .algorithm = "direct-read", .ranks = 2, .bytes = 4096
  };
  cr_assert(turnstile_study_add(counted, &asked, NULL));
  if (!turnstile_study_measure(counted, 0, 0, &o, &error)) {
    cr_assert(g_error_matches(error, TURNSTILE_ERROR, TURNSTILE_ERROR_CASE), "%s", error->message);
    cr_skip_test("skipped, because %s", error->message);
  }
  cr_assert(o.avg > 0 && o.min <= o.avg && o.avg <= o.max);
  cr_assert(o.verified && isnan(o.parts[TURNSTILE_PART_COPY]));
  cr_assert_eq(o.max_callers, -1);
  cr_assert_not(turnstile_study_outcome(counted, 0, &o), "it was not simulated");
}

Test(turnstile, says_what_cannot_be_measured)
{
  const char *const probes[] = { "dowsing", NULL };
  const TurnstileCalibration how = { .probes = probes }, nowhere = { .like = "atlantis" };
  g_autoptr(GError) error = NULL, other = NULL, unknown = NULL;
  TurnstileOutcome o;
  cr_assert(turnstile_study_add(study, &asked, NULL));
  cr_assert_not(turnstile_study_measure(study, 0, 0, &o, &error), "this is not a KNL");
  cr_assert(g_error_matches(error, TURNSTILE_ERROR, TURNSTILE_ERROR_CASE), "%s", error->message);
  cr_assert_null(turnstile_calibrate("here.xml", &how, NULL, NULL, &other));
  cr_assert(g_error_matches(other, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT), "%s", other->message);
  cr_assert_null(turnstile_calibrate("here.xml", &nowhere, NULL, NULL, &unknown));
  cr_assert(g_error_matches(unknown, TURNSTILE_ERROR, TURNSTILE_ERROR_INPUT), "%s",
            unknown->message);
}

Test(turnstile, knows_closed_forms)
{
  const TurnstileConditions ideal = { .ideal = TRUE };
  TurnstileStudy *plain = turnstile_study_new(&ideal);
  TurnstileOutcome simulated;
  TurnstileForm form;
  cr_assert(turnstile_study_add(plain, &asked, NULL));
  asked.algorithm = "xhc-tree";
  cr_assert(turnstile_study_add(plain, &asked, NULL));
  cr_assert(turnstile_study_form(plain, 0, &form), "before it is run");
  cr_assert_not(turnstile_study_form(plain, 1, &form));
  cr_assert(turnstile_study_run(plain, NULL, NULL, NULL));
  cr_assert(turnstile_study_outcome(plain, 0, &simulated));
  cr_assert(fabs(form.sum - simulated.span) < 1e-9 * form.sum, "%.12g, simulated %.12g", form.sum,
            simulated.span);
  cr_assert(fabs(form.startup + form.lock + form.copy - form.sum) < 1e-9 * form.sum);
  turnstile_study_free(plain);
}
