/* The public header alone, against the shared library. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <turnstile.h>
#include <unistd.h>

#include "sanitizer.h"

#define STRING(x) #x
#define VERSION(major, minor, micro) STRING(major) "." STRING(minor) "." STRING(micro)

static TurnstileStudy *study;
static TurnstileCase *asked;

static void set(TurnstileCase *of, const char *name, const char *value)
{
  g_autoptr(GError) error = NULL;
  cr_assert(turnstile_case_set(of, name, value, &error), "%s", error->message);
}

/* Returns a case: a broadcast on eight ranks. */
static TurnstileCase *usual(void)
{
  TurnstileCase *of = turnstile_case_new();
  set(of, "platform", "knl");
  set(of, "collective", "bcast");
  set(of, "algorithm", "direct-read");
  set(of, "ranks", "8");
  set(of, "size", "64K");
  return of;
}

static void set_up(void)
{
  study = turnstile_study_new();
  asked = usual();
}

static void tear_down(void)
{
  turnstile_study_free(study);
  turnstile_case_free(asked);
}

TestSuite(turnstile, .init = set_up, .fini = tear_down);

static void description(const GError *error, TurnstileError code, const char *what)
{
  cr_assert_not_null(error);
  cr_assert(g_error_matches(error, TURNSTILE_ERROR, (int)code), "%s", error->message);
  cr_assert_not_null(strstr(error->message, what), "%s", error->message);
  cr_assert_null(strchr(error->message, '\n'), "%s", error->message);
}

/* Checks that the usual case with one other value is refused. */
static void refuses(const char *name, const char *value, const char *what)
{
  g_autoptr(TurnstileCase) of = turnstile_case_copy(asked);
  g_autoptr(GError) error = NULL;
  set(of, name, value);
  cr_assert_not(turnstile_study_add(study, of, &error), "%s %s", name, value);
  description(error, TURNSTILE_ERROR_INPUT, what);
  cr_assert_eq(turnstile_study_n(study), 0u);
}

static void add(const TurnstileCase *of)
{
  g_autoptr(GError) error = NULL;
  cr_assert(turnstile_study_add(study, of, &error), "%s", error->message);
}

static void run(TurnstileProgress progress, gpointer data)
{
  g_autoptr(GError) error = NULL;
  cr_assert(turnstile_study_run(study, progress, data, &error), "%s", error->message);
}

static double number(const TurnstileTable *table, guint row, const char *name)
{
  g_autoptr(GError) error = NULL;
  const double value = turnstile_table_double(table, row, name, &error);
  cr_assert_null(error, "%s", error->message);
  return value;
}

static const char *text(const TurnstileTable *table, guint row, const char *name)
{
  g_autoptr(GError) error = NULL;
  const char *value = turnstile_table_text(table, row, name, &error);
  cr_assert_not_null(value, "%s", error->message);
  return value;
}

/* Returns the row whose column `name` is `value`. */
static guint row_of(const TurnstileTable *table, const char *name, const char *value)
{
  guint row = 0;
  while (row < turnstile_table_n_rows(table) && strcmp(text(table, row, name), value) != 0)
    row++;
  cr_assert_lt(row, turnstile_table_n_rows(table), "no %s %s", name, value);
  return row;
}

Test(turnstile, has_a_version)
{
  cr_assert_str_eq(turnstile_version(), VERSION(TURNSTILE_MAJOR_VERSION, TURNSTILE_MINOR_VERSION,
                                                TURNSTILE_MICRO_VERSION));
  const int minor = TURNSTILE_MINOR_VERSION, micro = TURNSTILE_MICRO_VERSION;
  cr_assert(TURNSTILE_CHECK_VERSION(0, minor, micro) && TURNSTILE_CHECK_VERSION(0, 1, 9));
  cr_assert_not(TURNSTILE_CHECK_VERSION(0, minor, micro + 1) || TURNSTILE_CHECK_VERSION(1, 0, 0));
}

Test(turnstile, says_what_is_wrong)
{
  g_autoptr(GError) error = NULL, other = NULL, scenario = NULL, many = NULL;
  cr_assert_not(turnstile_case_set(asked, "rank", "8", &error));
  description(error, TURNSTILE_ERROR_INPUT, "no \"rank\" (nearest: ranks)");
  cr_assert_not(turnstile_case_set(asked, "format", "csv", NULL), "commands write");
  cr_assert_not(turnstile_case_set(asked, "set.omega", "1", NULL));
  cr_assert_not(turnstile_case_set(asked, "in-place", "maybe", NULL));
  cr_assert_not(turnstile_case_set(asked, "jobs", "1025", NULL));
  cr_assert_not(turnstile_case_set(asked, "warmup", "1000001", &many));
  description(many, TURNSTILE_ERROR_INPUT, "1000001");
  refuses("platform", "atlantis", "\"atlantis\" is not known");
  refuses("algorithm", "sorcery", "no bcast \"sorcery\"");
  refuses("mechanism", "magic", "no mechanism \"magic\"");
  refuses("mechanism", "cico", "has no mechanism cico");
  refuses("throttle", "4", "no parameter \"throttle\"");
  refuses("root", "8", "rank 8 of 8");
  refuses("buffers", "lukewarm", "\"lukewarm\"");
  refuses("size", "16X", "\"16X\" is not a size");
  refuses("set.alpha", "never", "\"never\"");
  refuses("ranks", "2000000000", "2000000000");
  refuses("arrival", "barrier:lam", "lam");
  refuses("noise", "periodic:rate=1kHz,duration=1ms", "noise takes 100 %");
  refuses("noise", "poisson:duration=1ms", "rate=");
  cr_assert_null(turnstile_platform_new("atlantis", NULL, &other));
  description(other, TURNSTILE_ERROR_INPUT, "atlantis");
  cr_assert_null(turnstile_case_new_from_scenario("utopia", &scenario));
  description(scenario, TURNSTILE_ERROR_INPUT, "utopia");
}

/* Names of all four kinds with their values. */
Test(turnstile, gives_back_what_was_set)
{
  g_autoptr(TurnstileCase) fresh = turnstile_case_new();
  g_autoptr(GError) error = NULL, word = NULL, half = NULL;
  cr_assert_str_eq(turnstile_case_get(fresh, "mapping", NULL), "core");
  cr_assert_str_eq(turnstile_case_get(fresh, "platform", NULL), "");
  cr_assert_eq(turnstile_case_get_int64(asked, "size", NULL), 65536);
  set(asked, "collective.ranks", "16");
  cr_assert_eq(turnstile_case_get_int64(asked, "ranks", NULL), 16);
  cr_assert(turnstile_case_set_int64(asked, "segment", 4096, NULL));
  cr_assert_str_eq(turnstile_case_get(asked, "segment", NULL), "4096");
  cr_assert(turnstile_case_set_int64(asked, "in-place", 1, NULL));
  cr_assert_str_eq(turnstile_case_get(asked, "in-place", NULL), "yes");
  cr_assert(turnstile_case_set_double(asked, "set.alpha", 2.5e-6, NULL));
  cr_assert_str_eq(turnstile_case_get(asked, "set.alpha", NULL), "2.5us");
  cr_assert_float_eq(turnstile_case_get_double(asked, "set.alpha", NULL), 2.5e-6, 1e-18);
  cr_assert(turnstile_case_set_double(asked, "precision", 0.01, NULL));
  cr_assert_str_eq(turnstile_case_get(asked, "precision", NULL), "1%");
  cr_assert(turnstile_case_set_double(asked, "point-timeout", 60, NULL));
  cr_assert_str_eq(turnstile_case_get(asked, "point-timeout", NULL), "60s");
  cr_assert_not(turnstile_case_set_double(asked, "set.alpha", NAN, &error));
  description(error, TURNSTILE_ERROR_INPUT, "set.alpha");
  cr_assert(isnan(turnstile_case_get_double(asked, "collective", &word)));
  description(word, TURNSTILE_ERROR_INPUT, "\"bcast\" is not a number");
  cr_assert_eq(turnstile_case_get_int64(asked, "precision", &half), -1);
  description(half, TURNSTILE_ERROR_INPUT, "is not whole");
}

/* Later changes of a case, or freeing it, do not affect the study. */
Test(turnstile, takes_cases_as_they_are)
{
  TurnstileCase *copy = turnstile_case_copy(asked);
  add(copy);
  set(copy, "algorithm", "binomial");
  turnstile_case_free(copy);
  TurnstilePlatform *knl = turnstile_platform_new("knl", NULL, NULL);
  turnstile_case_set_platform(asked, knl);
  add(asked);
  turnstile_platform_free(knl);
  run(NULL, NULL);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  cr_assert_eq(turnstile_table_n_rows(rows), 2u);
  cr_assert_str_eq(text(rows, 0, "algorithm"), "direct-read");
  g_autofree char *first = turnstile_study_describe(study, 0);
  g_autofree char *second = turnstile_study_describe(study, 1);
  cr_assert_str_eq(first, second);
  cr_assert_float_eq(number(rows, 0, "avg_us"), number(rows, 1, "avg_us"), 1e-12);
  cr_assert_null(turnstile_study_describe(study, 2));
}

Test(turnstile, takes_blocks_that_differ)
{
  const gsize counts[] = { 0, 4096, 65536 };
  set(asked, "collective", "gatherv");
  set(asked, "algorithm", "linear");
  turnstile_case_set_counts(asked, counts, G_N_ELEMENTS(counts));
  refuses("ranks", "8", "3 counts for gatherv of 8 ranks (8 are accepted)");
  set(asked, "ranks", "3");
  add(asked);
  run(NULL, NULL);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  cr_assert_eq(turnstile_table_int64(rows, 0, "size_bytes", NULL), 65536);
}

Test(turnstile, lists_what_there_is)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TurnstileTable) options = turnstile_options();
  g_autoptr(TurnstileTable) all = turnstile_algorithms(NULL, NULL);
  g_autoptr(TurnstileTable) bcast = turnstile_algorithms("bcast", NULL);
  g_autoptr(TurnstileTable) params = turnstile_parameters("scatter", "throttled-read", NULL);
  g_autoptr(TurnstileTable) tree = turnstile_parameters("bcast", "xhc-tree", NULL);
  g_autoptr(TurnstilePlatform) knl = turnstile_platform_new("knl", NULL, NULL);
  g_autoptr(TurnstileTable) values = turnstile_platform_parameters(knl, "paper", NULL);
  cr_assert_str_eq(text(options, row_of(options, "name", "ranks"), "key"), "collective.ranks");
  for (guint i = 0; i < turnstile_table_n_rows(options); i++) {
    const char *key = text(options, i, "key");
    cr_assert_not_null(turnstile_case_get(asked, text(options, i, "name"), NULL));
    cr_assert(!*key || turnstile_case_get(asked, key, NULL), "%s", key);
  }
  cr_assert_str_eq(text(all, row_of(all, "algorithm", "parallel-read"), "collective"), "scatter");
  const guint xhc = row_of(bcast, "algorithm", "xhc-tree");
  cr_assert_not_null(strstr(text(bcast, xhc, "mechanisms"), "xpmem"));
  cr_assert_not_null(strstr(text(bcast, xhc, "parameters"), "hierarchy"));
  cr_assert_eq(turnstile_table_int64(params, row_of(params, "name", "throttle"), "preset", NULL),
               4);
  cr_assert_not_null(strstr(text(tree, row_of(tree, "name", "hierarchy"), "choices"), "numa"));
  const guint alpha = row_of(values, "name", "alpha");
  cr_assert_float_eq(number(values, alpha, "value"), 1.43e-6, 1e-12);
  cr_assert_str_eq(text(values, alpha, "unit"), "s");
  cr_assert_str_eq(text(values, alpha, "text"), "1.43us");
  cr_assert_str_eq(text(values, alpha, "source"), "paper");
  cr_assert_null(turnstile_algorithms("dance", &error));
  description(error, TURNSTILE_ERROR_INPUT, "\"dance\"");
  cr_assert_null(turnstile_parameters("bcast", "sorcery", NULL));
  cr_assert_null(turnstile_platform_parameters(knl, "hurd", NULL));
}

Test(turnstile, selects_what_a_library_has)
{
  set(asked, "for", "ompi-5.0");
  set(asked, "algorithm", "all,library:ompi-5.0");
  add(asked);
  run(NULL, NULL);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  const guint own = row_of(rows, "algorithm", "library:ompi-5.0");
  cr_assert_str_eq(text(rows, own, "transport"), "ompi-ob1");
  row_of(rows, "buffers", "rewritten");
  for (guint i = 0; i < turnstile_table_n_rows(rows); i++)
    cr_assert_str_neq(text(rows, i, "algorithm"), "direct-read");
}

Test(turnstile, refuses_former_words)
{
  refuses("algorithm", "linear,ompi-5.0",
          "algorithm ompi-5.0: removed; -a all --for ompi-5.0 selects");
}

Test(turnstile, hands_out_what_came_of_it)
{
  static const char *const parts[] = { "startup_us", "lock_us",   "copy_us",    "memory_us",
                                       "sync_us",    "reduce_us", "compute_us", "noise_us" };
  g_autoptr(GError) name = NULL, row = NULL, type = NULL;
  double sum = 0;
  add(asked);
  g_autoptr(TurnstileTable) none = turnstile_study_rows(study);
  cr_assert_eq(turnstile_table_n_rows(none), 0u, "not run yet");
  run(NULL, NULL);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
    sum += number(rows, 0, parts[i]);
  cr_assert_float_eq(sum, number(rows, 0, "span_us"), 1e-5);
  cr_assert(number(rows, 0, "min_us") <= number(rows, 0, "avg_us"));
  cr_assert_eq(turnstile_table_int64(rows, 0, "ranks", NULL), 8);
  cr_assert_eq(turnstile_table_int64(rows, 0, "transfers", NULL), 7);
  cr_assert_float_eq(number(rows, 0, "transfers"), 7, 1e-12);
  cr_assert_str_eq(text(rows, 0, "verified"), "");
  cr_assert(isnan(number(rows, 0, "overlap")), "nothing is computed");
  cr_assert(isnan(turnstile_table_double(rows, 0, "average_us", &name)));
  description(name, TURNSTILE_ERROR_INPUT, "no column \"average_us\"");
  cr_assert_null(turnstile_table_text(rows, 1, "algorithm", &row));
  description(row, TURNSTILE_ERROR_INPUT, "no row 1 of 1");
  cr_assert_eq(turnstile_table_int64(rows, 0, "algorithm", &type), -1);
  description(type, TURNSTILE_ERROR_INPUT, "column algorithm has text");
}

Test(turnstile, columns_have_names_types_and_units)
{
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  g_autofree char *csv = turnstile_table_csv(rows);
  g_auto(GStrv) names = g_strsplit(g_strchomp(csv), ",", -1);
  const guint n = turnstile_table_n_columns(rows);
  cr_assert_eq(g_strv_length(names), n);
  for (guint c = 0; c < n; c++) {
    const gboolean is_time = g_str_has_suffix(names[c], "_us");
    cr_assert_str_eq(turnstile_table_name(rows, c), names[c]);
    cr_assert_eq(strcmp(turnstile_table_unit(rows, c), "us") == 0, is_time, "%s", names[c]);
    cr_assert(!is_time || turnstile_table_type(rows, c) == TURNSTILE_DOUBLE, "%s", names[c]);
  }
  cr_assert_null(turnstile_table_name(rows, n));
}

/* Lists combine as a product, as on the command line. */
static void run_two(void)
{
  set(asked, "algorithm", "direct-read,binomial");
  add(asked);
  run(NULL, NULL);
}

Test(turnstile, decides)
{
  g_autoptr(GError) error = NULL, objective = NULL, table = NULL;
  run_two();
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  g_autoptr(TurnstileTable) winners = turnstile_tune(rows, "avg", &error);
  cr_assert_not_null(winners, "%s", error ? error->message : "");
  const double first = number(rows, 0, "avg_us"), second = number(rows, 1, "avg_us");
  cr_assert_eq(turnstile_table_n_rows(winners), 1u);
  cr_assert_eq(turnstile_table_int64(winners, 0, "candidates", NULL), 2);
  cr_assert_eq(turnstile_table_int64(winners, 0, "from_bytes", NULL), 65536);
  cr_assert_str_eq(text(winners, 0, "algorithm"), first <= second ? "direct-read" : "binomial");
  cr_assert_float_eq(number(winners, 0, "from_us"), fmin(first, second), 1e-9);
  cr_assert_float_eq(number(winners, 0, "margin_min"),
                     fmax(first, second) / fmin(first, second) - 1, 1e-6);
  cr_assert_null(turnstile_tune(rows, "luck", &objective));
  description(objective, TURNSTILE_ERROR_INPUT, "\"luck\"");
  cr_assert_null(turnstile_tune(winners, "avg", &table));
  description(table, TURNSTILE_ERROR_INPUT, "not of rows");
}

/* Computed here from the rows: losses of each choice in each world, and the choice with the
 * smallest maximum. */
Test(turnstile, chooses_for_several_worlds)
{
  double loss[2][2], best[2];
  set(asked, "buffers", "unchanged,cold");
  run_two();
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  cr_assert_eq(turnstile_table_n_rows(rows), 4u);
  for (guint w = 0; w < 2; w++) {
    best[w] = fmin(number(rows, 2 * w, "avg_us"), number(rows, 2 * w + 1, "avg_us"));
    for (guint a = 0; a < 2; a++)
      loss[a][w] = number(rows, 2 * w + a, "avg_us") / best[w] - 1;
  }
  const double first = fmax(loss[0][0], loss[0][1]), second = fmax(loss[1][0], loss[1][1]);
  g_autoptr(TurnstileTable) safe = turnstile_robust(rows, "avg", NULL);
  cr_assert_not_null(safe);
  cr_assert_eq(turnstile_table_int64(safe, 0, "worlds", NULL), 2);
  cr_assert_float_eq(number(safe, 0, "loss_max"), fmin(first, second), 1e-9);
  cr_assert_str_eq(text(safe, 0, "algorithm"), first <= second ? "direct-read" : "binomial");
  g_autoptr(TurnstileTable) form = turnstile_model(asked, NULL);
  cr_assert_null(form, "cold caches are no matter of closed forms");
}

/* The measured rows equal the simulated ones: no error. */
Test(turnstile, compares_with_measurements)
{
  g_autofree char *file = g_build_filename(g_get_tmp_dir(), "turnstile-XXXXXX", NULL);
  g_autoptr(GError) error = NULL;
  const int fd = g_mkstemp(file);
  cr_assert_geq(fd, 0);
  g_close(fd, NULL);
  run_two();
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  g_autofree char *csv = turnstile_table_csv(rows);
  cr_assert(g_file_set_contents(file, csv, -1, NULL));
  g_autoptr(TurnstileTable) read = turnstile_rows_read(file, &error);
  g_unlink(file);
  cr_assert_not_null(read, "%s", error ? error->message : "");
  g_autoptr(TurnstileTable) points = turnstile_compare(rows, read, "avg", &error);
  cr_assert_not_null(points, "%s", error ? error->message : "");
  cr_assert_eq(turnstile_table_n_rows(points), 2u);
  cr_assert_str_eq(text(points, 1, "algorithm"), "binomial");
  cr_assert_float_eq(number(points, 1, "predicted_us"), number(rows, 1, "avg_us"), 1e-9);
  cr_assert_float_eq(number(points, 1, "error"), 0, 1e-12);
}

/* Endless and too large files are refused, and the host program continues. */
Test(turnstile, reads_no_file_that_memory_has_no_room_for)
{
  g_autofree char *file = g_build_filename(g_get_tmp_dir(), "turnstile-XXXXXX", NULL);
  const int fd = g_mkstemp(file);
  const char *const refused[] = { file, "/dev/zero" };
  const char *const why[] = { "too large (at most 512 MiB are accepted)", "a device" };
  cr_assert(fd >= 0 && ftruncate(fd, (off_t)513 << 20) == 0);
  g_close(fd, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_autoptr(GError) error = NULL;
    cr_assert_null(turnstile_rows_read(refused[i], &error));
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
  guint parsed = 0;
  add(asked);
  run(stop, &parsed);
  cr_assert_eq(parsed, 1u);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  cr_assert_eq(turnstile_table_n_rows(rows), 0u);
}

/* Inside its own progress callback a study cannot run again: the outer run has its workers. */
static gboolean meddle(guint n_known, guint n, gpointer data)
{
  g_autoptr(GError) again = NULL, more = NULL;
  (void)n_known;
  (void)n;
  cr_assert_not(turnstile_study_run(study, NULL, NULL, &again));
  description(again, TURNSTILE_ERROR_RUN, "is running");
  cr_assert_not(turnstile_study_add(study, asked, &more));
  description(more, TURNSTILE_ERROR_RUN, "is running");
  ++*(guint *)data;
  return TRUE;
}

Test(turnstile, a_study_does_not_run_in_its_own_progress)
{
  guint times = 0;
  add(asked);
  run(meddle, &times);
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

/* A socket of the caller has the number of standard error, and SimGrid prints that a platform is
 * missing. */
Test(turnstile, workers_print_nothing)
{
  g_autofree char *xml = NULL, *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "node.xml", NULL);
  g_autofree char *source =
      g_build_filename(g_getenv("TN_SOURCE_ROOT"), "platforms", "knl.xml", NULL);
  char said[256];
  int ends[2];
  cr_assert(g_file_get_contents(source, &xml, NULL, NULL));
  cr_assert(g_file_set_contents(file, xml, -1, NULL));
  set(asked, "platform", file);
  add(asked);
  g_unlink(file);
  g_rmdir(folder);
  const int own = dup(STDERR_FILENO);
  cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  cr_assert_eq(dup2(ends[0], STDERR_FILENO), STDERR_FILENO);
  const gboolean ok = turnstile_study_run(study, NULL, NULL, NULL);
  const ssize_t n = recv(ends[1], said, sizeof said, MSG_DONTWAIT);
  /* The channel to the workers is not the caller's output either. */
  close(STDERR_FILENO);
  g_autoptr(TurnstileCase) other = usual();
  for (int i = 0; i < 3; i++)
    add(other);
  run(print, NULL);
  dup2(own, STDERR_FILENO);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  g_autoptr(TurnstileTable) failures = turnstile_study_failures(study);
  cr_assert(ok);
  cr_assert_eq(turnstile_table_n_rows(failures), 1u);
  cr_assert_eq(turnstile_table_int64(failures, 0, "run", NULL), 0);
  cr_assert(*text(failures, 0, "message"));
  cr_assert_leq(n, 0, "workers said: %.*s", (int)n, said);
  cr_assert_eq(turnstile_table_n_rows(rows), 3u);
}

/* The text of a file gives the same platform, with the values of the text. */
Test(turnstile, takes_platforms_from_memory)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *xml = NULL;
  g_autofree char *source =
      g_build_filename(g_getenv("TN_SOURCE_ROOT"), "platforms", "knl.xml", NULL);
  cr_assert(g_file_get_contents(source, &xml, NULL, NULL));
  add(asked);
  TurnstilePlatform *same = turnstile_platform_new_from_xml(xml, -1, NULL);
  cr_assert_not_null(same);
  turnstile_case_set_platform(asked, same);
  add(asked);
  /* As many bytes as before. */
  char *alpha = strstr(xml, "1.43us");
  cr_assert_not_null(alpha);
  memcpy(alpha, "9.43us", 6);
  TurnstilePlatform *slow = turnstile_platform_new_from_xml(xml, (gssize)strlen(xml), NULL);
  turnstile_case_set_platform(asked, slow);
  add(asked);
  turnstile_platform_free(same);
  turnstile_platform_free(slow);
  run(NULL, NULL);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  cr_assert_eq(turnstile_table_n_rows(rows), 3u);
  const double as_file = number(rows, 0, "avg_us");
  cr_assert_float_eq(number(rows, 1, "avg_us"), as_file, 1e-12);
  cr_assert_float_eq(number(rows, 2, "startup_us") - number(rows, 0, "startup_us"), 8, 1e-3);
  cr_assert_null(turnstile_platform_new_from_xml("<zone", -1, &error));
  description(error, TURNSTILE_ERROR_INPUT, "text:1:");
  g_autoptr(TurnstilePlatform) synthetic =
      turnstile_platform_new("synthetic:Package:2 Core:4 PU:1", "knl", NULL);
  cr_assert_eq(turnstile_platform_cores(synthetic), 8);
}

static double avg_of(TurnstileCase *of)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TurnstileStudy) own = turnstile_study_new();
  cr_assert(turnstile_study_add(own, of, &error), "%s", error->message);
  cr_assert(turnstile_study_run(own, NULL, NULL, NULL));
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(own);
  return number(rows, 0, "avg_us");
}

/* One rank of eight is late by a millisecond; a broadcast waits only for its root. */
Test(turnstile, takes_noise_and_arrivals)
{
  const double without = avg_of(asked);
  set(asked, "arrival", "late(0,1ms)");
  cr_assert_float_eq(avg_of(asked) - without, 7e3 / 8, 20);
  set(asked, "arrival", "barrier");
  set(asked, "warmup", "0");
  const double cold = avg_of(asked);
  set(asked, "noise", "inject:at=50us,duration=1ms,phase=same");
  cr_assert_float_eq(avg_of(asked) - cold, 1e3, 10);
}

Test(turnstile, one_case_speaks_for_all)
{
  g_autoptr(GError) error = NULL;
  set(asked, "verify", "yes");
  add(asked);
  g_autoptr(TurnstileCase) other = usual();
  add(other);
  set(other, "verify", "no");
  cr_assert_not(turnstile_study_add(study, other, &error));
  description(error, TURNSTILE_ERROR_INPUT, "verify");
  run(NULL, NULL);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  cr_assert_eq(turnstile_table_n_rows(rows), 2u);
  cr_assert_str_eq(text(rows, 1, "verified"), "yes");
}

Test(turnstile, knows_how_sure_it_is)
{
  set(asked, "uncertainty", "yes");
  add(asked);
  run(NULL, NULL);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  const double low = number(rows, 0, "low_us"), high = number(rows, 0, "high_us");
  cr_assert(low <= number(rows, 0, "avg_us") && number(rows, 0, "avg_us") <= high && low < high,
            "%g to %g", low, high);
}

/* From the last entry to the last exit, without gaps. */
Test(turnstile, follows_the_critical_path)
{
  g_autoptr(GError) error = NULL;
  double end = 0;
  add(asked);
  run(NULL, NULL);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  g_autoptr(TurnstileTable) path = turnstile_study_path(study, 0, &error);
  cr_assert_not_null(path, "%s", error ? error->message : "");
  for (guint i = 0; i < turnstile_table_n_rows(path); i++) {
    cr_assert_float_eq(number(path, i, "from_us"), end, 1e-6);
    end = number(path, i, "to_us");
  }
  cr_assert_float_eq(end, number(rows, 0, "span_us"), 1e-5);
  row_of(path, "name", "copy");
  cr_assert_null(turnstile_study_path(study, 1, &error));
  description(error, TURNSTILE_ERROR_INPUT, "no run 1 of 1");
}

static void append(const char *piece, gsize length, gpointer data)
{
  g_string_append_len(data, piece, (gssize)length);
}

Test(turnstile, hands_out_timelines)
{
  g_autoptr(GString) json = g_string_new(NULL), goal = g_string_new(NULL);
  g_autoptr(GError) error = NULL;
  add(asked);
  cr_assert(turnstile_study_timeline(study, 0, "json", append, json, NULL), "before it is run");
  cr_assert(turnstile_study_timeline(study, 0, "goal", append, goal, NULL));
  cr_assert_not_null(strstr(json->str, "traceEvents"));
  cr_assert_not_null(strstr(goal->str, "num_ranks 8"));
  cr_assert_not(turnstile_study_timeline(study, 0, "pdf", append, json, &error));
  description(error, TURNSTILE_ERROR_INPUT, "\"pdf\"");
}

Test(turnstile, says_what_choices_depend_on)
{
  g_autoptr(GError) error = NULL;
  run_two();
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  g_autoptr(TurnstileTable) influences = turnstile_study_sensitivity(study, "avg", &error);
  cr_assert_not_null(influences, "%s", error ? error->message : "");
  const double a = number(rows, 0, "avg_us"), b = number(rows, 1, "avg_us");
  cr_assert_gt(turnstile_table_n_rows(influences), 0u);
  cr_assert(g_str_has_prefix(text(influences, 0, "winner"), a <= b ? "direct-read" : "binomial"));
  cr_assert_float_eq(number(influences, 0, "lead"), fmax(a, b) / fmin(a, b) - 1, 1e-6);
}

/* The explanation's time for another throttle factor equals a run with it. */
Test(turnstile, explains)
{
  g_autoptr(GError) error = NULL, several = NULL;
  g_autofree char *words = NULL;
  set(asked, "collective", "scatter");
  set(asked, "algorithm", "throttled-read");
  set(asked, "throttle", "2");
  g_autoptr(TurnstileTable) table = turnstile_explain(asked, &words, &error);
  cr_assert_not_null(table, "%s", error ? error->message : "");
  add(asked);
  set(asked, "throttle", "4");
  add(asked);
  run(NULL, NULL);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  const double two = number(rows, 0, "avg_us"), four = number(rows, 1, "avg_us");
  cr_assert_str_eq(text(table, 0, "kind"), "run");
  cr_assert_float_eq(number(table, 0, "avg_us"), two, 1e-5);
  cr_assert_float_eq(number(table, row_of(table, "name", "throttle=4"), "change"), four / two - 1,
                     1e-6);
  row_of(table, "kind", "platform +10%");
  cr_assert_gt(strlen(words), 40u);
  set(asked, "throttle", "2,4");
  cr_assert_null(turnstile_explain(asked, NULL, &several));
  description(several, TURNSTILE_ERROR_INPUT, "2 points");
}

#ifdef TN_CORE_ONLY
Test(turnstile, lacks_satellites)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(TurnstileCase) program = turnstile_case_new();
  cr_assert_null(turnstile_replay(NULL, program, NULL, NULL, &error));
  description(error, TURNSTILE_ERROR_RUN, "this build lacks it");
}
#else
/* Two calls per iteration have rows in each variant, followed by the whole program. */
Test(turnstile, replays_programs)
{
  g_autoptr(GError) error = NULL, none = NULL;
  g_autoptr(TurnstileCase) program = turnstile_case_new();
  set(program, "platform", "knl");
  set(program, "ranks", "8");
  set(program, "calls", "bcast 4K; allreduce 8 x2");
  set(program, "iterations", "10");
  set(program, "computation", "20us");
  set(program, "algorithm", "bcast=direct-read");
  g_autoptr(TurnstileTable) table = turnstile_replay(NULL, program, NULL, NULL, &error);
  cr_assert_not_null(table, "%s", error ? error->message : "");
  cr_assert_eq(turnstile_table_n_rows(table), 6u);
  const guint total = row_of(table, "collective", "program");
  double sum = 0;
  for (guint i = 0; i < total; i++)
    sum += number(table, i, "predicted_us");
  cr_assert_float_eq(number(table, row_of(table, "collective", "allreduce"), "calls"), 20, 1e-9);
  cr_assert_float_eq(number(table, total, "predicted_us"), sum + 200, 0.2 * sum);
  cr_assert_str_eq(text(table, total + 1, "algorithm"), "direct-read");
  cr_assert_null(turnstile_replay("/nowhere", program, NULL, NULL, &none));
  description(none, TURNSTILE_ERROR_INPUT, "several programs");
}
#endif

/* A probe that needs one core and no permissions; the file is removed. */
static TurnstilePlatform *calibrate_briefly(void)
{
  g_autoptr(TurnstileCase) how = turnstile_case_new();
  g_autofree char *folder = g_dir_make_tmp("turnstile-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "here.xml", NULL);
  g_autofree char *topology = g_build_filename(folder, "here-hwloc.xml", NULL);
  g_autoptr(GError) error = NULL;
  set(how, "budget", "50ms");
  set(how, "only", "memcpy");
  TurnstilePlatform *here = turnstile_calibrate(file, how, NULL, NULL, &error);
  cr_assert_not_null(here, "%s", error ? error->message : "");
  g_unlink(file);
  g_unlink(topology);
  g_rmdir(folder);
  return here;
}

Test(turnstile, measures_this_machine)
{
  g_autoptr(TurnstilePlatform) here = calibrate_briefly();
  g_autoptr(TurnstileTable) values = turnstile_platform_parameters(here, NULL, NULL);
  g_autoptr(GError) error = NULL;
  cr_assert_str_eq(text(values, row_of(values, "name", "memcpy_rate"), "source"), "measured");
  cr_assert_str_eq(text(values, row_of(values, "name", "pin_time"), "source"), "assumed");
  if (turnstile_platform_cores(here) < 2)
    cr_skip_test("skipped, because there is one core");
  turnstile_case_set_platform(asked, here);
  set(asked, "ranks", "2");
  set(asked, "size", "4K");
  set(asked, "repetitions", "3");
  set(asked, "verify", "yes");
  g_autoptr(TurnstileTable) rows = turnstile_measure(asked, NULL, NULL, &error);
  if (!rows) {
    cr_assert(g_error_matches(error, TURNSTILE_ERROR, TURNSTILE_ERROR_CASE), "%s", error->message);
    cr_skip_test("skipped, because %s", error->message);
  }
  cr_assert_str_eq(text(rows, 0, "source"), "measured");
  cr_assert(number(rows, 0, "avg_us") > 0 &&
            number(rows, 0, "min_us") <= number(rows, 0, "max_us"));
  cr_assert_str_eq(text(rows, 0, "verified"), "yes");
  cr_assert(isnan(number(rows, 0, "copy_us")));
  cr_assert_eq(turnstile_table_int64(rows, 0, "max_callers", NULL), -1);
}

Test(turnstile, says_what_cannot_be_measured)
{
  g_autoptr(TurnstileCase) how = turnstile_case_new(), nowhere = turnstile_case_new();
  g_autoptr(GError) error = NULL, probe = NULL, like = NULL, file = NULL, folder = NULL;
  set(how, "only", "dowsing");
  set(nowhere, "like", "atlantis");
  cr_assert_null(turnstile_measure(asked, NULL, NULL, &error), "this is not a KNL");
  description(error, TURNSTILE_ERROR_INPUT, "knl");
  cr_assert_null(turnstile_calibrate("here.xml", how, NULL, NULL, &probe));
  description(probe, TURNSTILE_ERROR_INPUT, "dowsing");
  cr_assert_null(turnstile_calibrate("here.xml", nowhere, NULL, NULL, &like));
  description(like, TURNSTILE_ERROR_INPUT, "atlantis");
  cr_assert_null(turnstile_calibrate("no-such/here.xml", NULL, NULL, NULL, &folder));
  description(folder, TURNSTILE_ERROR_INPUT, "no-such/here.xml: cannot write there");
  cr_assert_null(turnstile_calibrate("here.txt", NULL, NULL, NULL, &file));
  description(file, TURNSTILE_ERROR_INPUT, "here.txt");
}

Test(turnstile, knows_closed_forms)
{
  g_autoptr(GError) error = NULL, kernel = NULL;
  g_autoptr(TurnstileTable) form = turnstile_model(asked, &error);
  cr_assert_not_null(form, "%s", error ? error->message : "");
  set(asked, "ideal", "yes");
  add(asked);
  run(NULL, NULL);
  g_autoptr(TurnstileTable) rows = turnstile_study_rows(study);
  const double sum = number(form, 0, "span_us");
  cr_assert_str_eq(text(form, 0, "source"), "model");
  cr_assert_float_eq(sum, number(rows, 0, "span_us"), 1e-5);
  cr_assert_float_eq(number(form, 0, "startup_us") + number(form, 0, "lock_us") +
                         number(form, 0, "copy_us"),
                     sum, 1e-5);
  set(asked, "algorithm", "xhc-tree");
  cr_assert_null(turnstile_model(asked, NULL), "it has none");
  set(asked, "algorithm", "direct-read");
  set(asked, "kernel", "linux-6");
  cr_assert_null(turnstile_model(asked, &kernel));
  description(kernel, TURNSTILE_ERROR_INPUT, "lock_scope");
}

/* Runs studies on SimGrid, whose start takes the C library's lock of atexit. */
static gpointer run_often(G_GNUC_UNUSED gpointer unused)
{
  for (int i = 0; i < 50; i++) {
    g_autoptr(TurnstileCase) own = usual();
    TurnstileStudy *one = turnstile_study_new();
    cr_assert(turnstile_study_add(one, own, NULL) && turnstile_study_run(one, NULL, NULL, NULL));
    turnstile_study_free(one);
  }
  return NULL;
}

/* One thread loads hwloc's plugins while another forks. Skipped with the address sanitizer, whose
 * lock of allocations a fork copies while another thread holds it. */
Test(turnstile, two_threads_run_studies, .timeout = 300)
{
  if (HAS_ADDRESS_SANITIZER)
    cr_skip_test("a fork beside a thread that allocates hangs in the sanitizer");
  cr_assert(g_setenv("TURNSTILE_ACTORS", "simgrid", TRUE));
  GThread *other = g_thread_new("other", run_often, NULL);
  run_often(NULL);
  g_thread_join(other);
}

static void fatal(void)
{
  g_log_set_always_fatal(G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
}

#define ASSERTS(name, call)                                                                        \
  Test(turnstile_null, name, .init = fatal, .signal = SIGTRAP)                                     \
  {                                                                                                \
    call;                                                                                          \
  }
ASSERTS(of_a_case, turnstile_case_set(NULL, "ranks", "8", NULL))
ASSERTS(of_a_name, turnstile_case_get(turnstile_case_new(), NULL, NULL))
ASSERTS(of_a_study, turnstile_study_n(NULL))
ASSERTS(of_a_table, turnstile_table_n_rows(NULL))
ASSERTS(of_a_platform, turnstile_platform_name(NULL))

Test(turnstile_null, what_frees_takes_it)
{
  turnstile_case_free(NULL);
  turnstile_study_free(NULL);
  turnstile_table_free(NULL);
  turnstile_platform_free(NULL);
}
