/* The user's options, in words and in scenarios, and refused ones. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "plan/options.h"
#include "plan/points.h"

static struct tn_options *read_text(const char *text, GError **error)
{
  struct tn_options *s = tn_options_new();
  if (tn_scenario_read(s, "x.ini", text, strlen(text), error))
    return s;
  tn_options_free(s);
  return NULL;
}

static void refuse_text(const char *text, const char *message)
{
  GError *error = NULL;
  cr_assert_null(read_text(text, &error));
  cr_assert_str_eq(error->message, message);
  g_error_free(error);
}

/* Plans `words` (NULL-terminated). Returns the error, or NULL. */
static char *plan_error(const char *const *words, guint *ret_points)
{
  GError *error = NULL;
  int n = 0;
  char *message = NULL;
  while (words[n])
    n++;
  struct tn_options *s = tn_options_parse(TN_CMD_RUN, n, (char *const *)words, &error);
  struct tn_plan *plan = s ? tn_plan_new(s, NULL, &error) : NULL;
  if (plan)
    *ret_points = tn_study_n(plan->study);
  else
    message = g_strdup(error->message);
  g_clear_error(&error);
  tn_plan_free(plan);
  tn_options_free(s);
  return message;
}

static void refuse_words(const char *const *words, const char *part)
{
  guint n;
  char *message = plan_error(words, &n);
  cr_assert_not_null(message, "accepted, want: %s", part);
  cr_assert(strstr(message, part), "\"%s\" lacks \"%s\"", message, part);
  cr_assert_null(strchr(message, '\n'));
  g_free(message);
}

Test(scenario, sets_what_options_set)
{
  GError *error = NULL;
  struct tn_options *s = read_text(
      "# c\n[platform]\nname = knl\nset.alpha=1us\n[collective]\n size = 64K\nthrottle=4\n",
      &error);
  cr_assert_not_null(s);
  cr_assert_str_eq(s->platform, "knl");
  cr_assert_str_eq(s->size, "64K");
  cr_assert_str_eq(tn_options_where(s, TN_OPT_SIZE), "x.ini: [collective] size");
  cr_assert_eq(s->params->len, 1);
  cr_assert_eq(s->sets->len, 1);
  tn_options_free(s);
}

Test(scenario, refuses_with_place)
{
  refuse_text("[collectiv]\n", "x.ini:1: unknown group \"collectiv\" (nearest: collective)");
  refuse_text("[model]\nlaw=batched\nlaw=queue\n", "x.ini:3: [model] law: given before, on line 2");
  refuse_text("name=knl\n", "x.ini:1: a key before the first [group]");
  refuse_text("[platform\n", "x.ini:1: a group header looks like [collective]");
  refuse_text("[model]\nlaw\n", "x.ini:2: not [group] or key = value");
}

Test(words, aliases_are_the_same_options)
{
  const char *words[] = { "-np", "8", "-m", "1:4M", "--map-by=numa", "-C", "model.law=queue" };
  GError *error = NULL;
  struct tn_options *s = tn_options_parse(TN_CMD_RUN, 7, (char *const *)words, &error);
  cr_assert_not_null(s);
  cr_assert_str_eq(s->ranks, "8");
  cr_assert_str_eq(s->size, "1:4M");
  cr_assert_str_eq(s->mapping, "numa");
  cr_assert_str_eq(tn_options_text(s, TN_OPT_LAW), "queue");
  tn_options_free(s);
}

Test(words, a_value_may_stand_in_the_word)
{
  const char *words[] = { "-n16", "-s64K", "--map-by=numa", "-Pthrottle=4" };
  const char *flag[] = { "-hx" };
  GError *error = NULL;
  struct tn_options *s = tn_options_parse(TN_CMD_RUN, 4, (char *const *)words, &error);
  cr_assert_not_null(s);
  cr_assert_str_eq(s->ranks, "16");
  cr_assert_str_eq(tn_options_where(s, TN_OPT_RANKS), "-n");
  cr_assert_str_eq(s->size, "64K");
  cr_assert_str_eq(s->mapping, "numa");
  cr_assert_str_eq(((const struct tn_pair *)s->params->pdata[0])->value, "4");
  tn_options_free(s);
  cr_assert_null(tn_options_parse(TN_CMD_RUN, 1, (char *const *)flag, &error));
  cr_assert_str_eq(error->message, "-hx: no such option here");
  g_error_free(error);
}

static void check_help(enum tn_option o, const char *command, bool is_brief, const char *text)
{
  g_autofree char *help = tn_option_help(&tn_option_table[o], command, is_brief);
  cr_expect_str_eq(help, text);
}

Test(words, a_help_has_the_clauses_of_its_command)
{
  check_help(TN_OPT_BUDGET, "measure", false, "time limit, e.g. 60s (default: a second per row)");
  check_help(TN_OPT_BUDGET, "advise", false,
             "time limit, e.g. 60s; of the suggested measurements (default: 600s)");
  check_help(TN_OPT_BUDGET, "advise", true, "time limit, e.g. 60s (default: 600s)");
  check_help(TN_OPT_FREE, "platform fit", true, "parameters to fit to --rows");
  check_help(TN_OPT_SIZE, "run", true, "bytes, e.g. 4K,64K or 64K..4M (default: 1K..4M)");
  check_help(
      TN_OPT_MAX_ERROR, NULL, false,
      "exit with status 1 if the median absolute error of a group is larger; platform fit: prints "
      "the messages of --p2p, measured and simulated on the new platform");
}

Test(words, a_copy_outlives_its_original)
{
  const char *words[] = { "-n16", "-Pthrottle=4", "--memory=host" };
  struct tn_options *s = tn_options_parse(TN_CMD_RUN, 3, (char *const *)words, NULL);
  cr_assert_not_null(s);
  cr_assert_null(s->size);
  cr_assert_str_eq(tn_options_text(s, TN_OPT_SIZE), "1K..4M");
  cr_assert_eq(s->memory, 1);
  struct tn_options *copy = tn_options_copy(s);
  tn_options_put_pair(s, s->params, "throttle", "8", "-P");
  tn_options_free(s);
  cr_assert_str_eq(copy->ranks, "16");
  cr_assert_str_eq(tn_options_pair(copy->params, "throttle")->value, "4");
  tn_options_free(copy);
}

#define WORDS(...)                                                                                 \
  (const char *const[])                                                                            \
  {                                                                                                \
    "-p", "knl", __VA_ARGS__, NULL                                                                 \
  }

Test(plan, counts_the_product)
{
  guint n = 0;
  cr_assert_null(plan_error(WORDS("-c", "scatter", "-a", "throttled-read", "-n", "16", "-P",
                                  "throttle=1..p-1", "-s", "64K..4M"),
                            &n));
  cr_assert_eq(n, 15 * 7);
  cr_assert_null(
      plan_error(WORDS("-c", "scatter", "-a", "parallel-read", "-s", "64K..4M", "--buffers",
                       "unchanged,rewritten,new,cold", "--backing", "base,thp"),
                 &n));
  cr_assert_eq(n, 7 * 4 * 2);
  cr_assert_null(plan_error(WORDS("-c", "bcast", "-a", "direct-read", "-s", "4K", "-n", "4",
                                  "--root", "0,2..3", "--mapping", "core,numa,list:8,4,0,2"),
                            &n));
  cr_assert_eq(n, 3 * 3);
}

Test(plan, multiplies_values_of_the_platform)
{
  guint n = 0;
  cr_assert_null(plan_error(WORDS("-c", "scatter", "-a", "throttled-read", "-s", "4K,64K", "--set",
                                  "alpha=1us,2us", "--set", "copy_rate=10GB/s,11GB/s,12GB/s"),
                            &n));
  cr_assert_eq(n, 2 * 3 * 2);
  refuse_words(WORDS("-c", "scatter", "-s", "4K", "--set", "alpha=1us,two"),
               "knl: alpha: \"two\" is not a time");
  refuse_words(WORDS("-c", "scatter", "-s", "4K", "--set", "alpha=1us,"), "alpha: \"\"");
}

Test(plan, a_segment_of_0_is_undivided)
{
  guint n = 0;
  cr_assert_null(
      plan_error(WORDS("-c", "bcast", "-a", "pipeline", "-s", "64K", "-P", "segment=0,512"), &n));
  cr_assert_eq(n, 2);
  refuse_words(WORDS("-c", "bcast", "-a", "pipeline", "-s", "64K", "-P", "segment=511"),
               "-P: segment=511 is out of range (at least 512, or 0: undivided)");
  refuse_words(
      WORDS("-c", "bcast", "-a", "xhc-tree", "-s", "64K", "-P", "chunk=16K+511"),
      "-P: chunk=16K+511 is out of range (up to 4 sizes from 512 to 16776704, multiples of "
      "512)");
  refuse_words(WORDS("-c", "bcast", "-a", "xhc-tree", "-s", "64K", "-P", "chunk=1K+1K+1K+1K+1K"),
               "-P: chunk=1K+1K+1K+1K+1K is out of range (up to 4 sizes from 512 to 16776704, "
               "multiples of 512)");
  refuse_words(WORDS("-c", "bcast", "-a", "xhc-tree", "-s", "64K", "-P", "chunk=16K+"),
               "-P: \"\" is not a size (try 16K)");
  refuse_words(WORDS("-c", "bcast", "-a", "xhc-tree", "-s", "64K", "-P", "chunk=0"),
               "-P: chunk=0 is out of range (at least 512)");
}

/* "xpmem/cico" is one choice for each algorithm, "xpmem,cico" two. */
Test(plan, takes_the_first_mechanism_that_an_algorithm_has)
{
  guint n = 0;
  const char *const algorithms = "linear,smhc-flat,xhc-flat";
  cr_assert_null(plan_error(
      WORDS("-c", "bcast", "-a", algorithms, "-s", "4K", "--mechanism", "xpmem/cico"), &n));
  cr_assert_eq(n, 3);
  cr_assert_null(plan_error(
      WORDS("-c", "bcast", "-a", "linear", "-s", "4K", "--mechanism", "xpmem,cico/cma"), &n));
  cr_assert_eq(n, 2);
  cr_assert_null(plan_error(
      WORDS("-c", "bcast", "-a", "linear,smhc-flat", "-s", "4K", "--mechanism", "xpmem,cico"), &n));
  cr_assert_eq(n, 3, "each under those it has");
  refuse_words(WORDS("-c", "bcast", "-a", algorithms, "--mechanism", "cma/knem"),
               "smhc-flat has no mechanism cma or knem");
  refuse_words(WORDS("-c", "bcast", "--mechanism", "xpmem/"), "no mechanism \"\"");
  refuse_words(WORDS("-c", "bcast", "--mechanism", "cma,,xpmem"), "no mechanism \"\"");
  refuse_words(WORDS("-c", "barrier", "-s", "4K"), "-s: barrier xhc-flat has no size");
}

Test(plan, accepts_defaults_when_they_are_said)
{
  guint n = 0;
  cr_assert_null(plan_error(WORDS("-c", "scatter", "-a", "parallel-read", "-s", "4K", "--noise",
                                  "none", "--arrival", "barrier", "--mechanism", "cma", "--type",
                                  "float32", "--op", "sum", "--buffers", "unchanged"),
                            &n));
  cr_assert_eq(n, 1);
}

Test(plan, refuses_strands_without_a_place)
{
#define SPLIT "-p", "knl", "-c", "ibcast", "-a", "split-tree", "-s", "2M", "-n", "62"
  refuse_words(WORDS(SPLIT, "-P", "levels=0"),
               "ibcast split-tree, 62 ranks: 11 strands on one core of knl, whose core_sharing is "
               "none (fold, smt(FACTOR) and slice(TIME) let them share)");
  refuse_words(WORDS(SPLIT, "-P", "comm_cores=0", "-P", "levels=5"),
               "2 strands on one core of knl");
  refuse_words(WORDS(SPLIT, "-P", "comm_cores=7"), "comm_cores 7: 6 cores carry no rank");
  refuse_words(WORDS(SPLIT, "-P", "levels=7"), "levels 7: the tree of 62 ranks has 6");
  refuse_words(WORDS(SPLIT, "-P", "levels=best"),
               "levels (or auto): \"best\" is not a whole number");
  refuse_words(WORDS(SPLIT, "-P", "comm_cores=-1"), "comm_cores (or rest): \"-1\"");
  refuse_words(WORDS(SPLIT, "-P", "compute=some"), "some");
  refuse_words(WORDS(SPLIT, "--set", "core_sharing=smt(0.5)"),
               "\"smt(0.5)\" is not a kind of core sharing");
  refuse_words(WORDS(SPLIT, "--set", "core_sharing=slice(1s)"), "slice(TIME) from 1us");
  refuse_words(WORDS(SPLIT, "--set", "core_sharing=slice"),
               "\"slice\" is not a kind of core sharing");
#undef SPLIT
}

Test(plan, refuses_what_would_take_no_time)
{
#define READ "-p", "dancer", "-c", "bcast", "-a", "direct-read", "-s", "64K", "--set"
  refuse_words(WORDS(READ, "gamma_b=0"), "gamma_a and gamma_b are both 0");
  refuse_words(WORDS(READ, "gamma_b=5e-324"), "out of range (0, or 1e-09 to 1e+06)");
  refuse_words(WORDS(READ, "pin_time=5e-324s"), "out of range (0, or 0.001ns to 1s)");
  refuse_words(WORDS(READ, "fault_time=1e-300s"), "out of range (0, or 0.001ns to 1s)");
  refuse_words(WORDS(READ, "llc_streams=1e-300"), "out of range (0, or 1e-09 to none)");
#undef READ
}

Test(plan, refuses_in_one_line)
{
  refuse_words(WORDS("-c", "scater"), "(nearest: scatter)");
  refuse_words(WORDS("-c", "scatter", "-s", "16X"), "\"16X\" is not a size");
  refuse_words(WORDS("-c", "scatter", "--root", "64"), "0..63");
  refuse_words(WORDS("-c", "scatter", "--root", "-1"), "--root");
  refuse_words(WORDS("-c", "scatter", "--root", "0,64"), "rank 64 of 64");
  refuse_words(WORDS("-c", "scatter", "--mapping", "core,nume"), "nume");
  refuse_words(WORDS("-c", "allgather", "--root", "0"), "allgather has no root");
  refuse_words(WORDS("-c", "scatter", "-n", "1000"), "knl");
  refuse_words(WORDS("-c", "scatter", "-s", "1024G"), "1 TiB");
  refuse_words(WORDS("-c", "scatter", "-a", "parallel-read", "-P", "throttle=4"), "throttle");
  refuse_words(WORDS("-c", "allgather", "-a", "ring-neighbor", "-P", "distance=2"),
               "ring-neighbor");
  refuse_words(WORDS("-c", "scatter", "--noise", "x"), "--noise: \"x\" is not a noise");
  refuse_words(WORDS("-c", "scatter", "--noise", "inject:at=0,duration=1ms,ranks=64"),
               "a point has 64 ranks, 0..63");
  refuse_words(WORDS("-c", "scatter", "--noise", "inject:at=0,duration=1ms", "--ideal"),
               "no noise under --ideal");
  refuse_words(WORDS("-c", "scatter", "--arrival", "uniform(1,2)"), "is not a time");
  refuse_words(WORDS("-c", "scatter", "--buffers", "cold,rewriten"), "(nearest: rewritten)");
  refuse_words(WORDS("-c", "scatter", "--buffers", "cold", "--ideal"), "no caches under --ideal");
  refuse_words(WORDS("--sizes", "4"), "(nearest: size)");
}

/* Rows of noise given as numbers have the text of --noise. */
Test(disturbances, numbers_are_said_as_options_are)
{
  static const char *const noises[] = {
    "periodic:rate=10Hz,duration=uniform(0s,0.02s)",
    "poisson:rate=1000Hz,duration=uniform(0.0001s,0.0003s),ranks=2-4,kind=irq,phase=same",
    "inject:at=0.0003s,duration=uniform(0.1s,0.1s);poisson:rate=0.5Hz,duration=uniform(0s,1s)",
  };
  struct tn_arrival *arrival = tn_arrival_parse("uniform(0s,1.23e-05s)", NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(noises); i++) {
    struct tn_noises *read = tn_noises_parse(noises[i], NULL);
    cr_assert_not_null(read, "%s", noises[i]);
    g_autofree char *text = tn_noises_text(read);
    cr_expect_str_eq(text, noises[i]);
    tn_noises_free(read);
  }
  cr_assert_not_null(arrival);
  g_autofree char *text = tn_arrival_text(arrival);
  cr_expect_str_eq(text, "uniform(0s,1.23e-05s)");
  tn_arrival_free(arrival);
}

/* Writes a file of counts, which the caller deletes. Returns its name; transfer full. */
static char *counts_file(const char *text)
{
  char *path;
  const int fd = g_file_open_tmp("counts-XXXXXX.txt", &path, NULL);
  cr_assert_geq(fd, 0);
  g_close(fd, NULL);
  cr_assert(g_file_set_contents(path, text, -1, NULL));
  return path;
}

static void refuse_counts(const char *collective, const char *text, const char *part)
{
  char *path = counts_file(text);
  refuse_words(
      (const char *const[]){ "-p", "knl", "-n", "3", "-c", collective, "--counts", path, NULL },
      part);
  remove(path);
  g_free(path);
}

Test(counts, are_one_size_a_line)
{
  char *path = counts_file("# three ranks\n4K\n\n0\n 1000 \n");
  guint n = 0;
  char *message = plan_error((const char *const[]){ "-p", "knl", "-n", "3", "-c", "scatterv", "-a",
                                                    "linear", "--counts", path, NULL },
                             &n);
  cr_assert_null(message, "%s", message);
  cr_assert_eq(n, 1, "sizes are those of the counts");
  refuse_words((const char *const[]){ "-p", "knl", "-n", "3", "-c", "scatterv", "-s", "4K",
                                      "--counts", path, NULL },
               "-s: --counts gives the sizes, too");
  remove(path);
  g_free(path);
}

Test(counts, are_refused_with_place)
{
  refuse_counts("scatterv", "4K\nmany\n1\n", ".txt:2: \"many\" is not a size");
  refuse_counts("scatterv", "1\n2\n", "2 counts for scatterv of 3 ranks (3 are accepted)");
  refuse_counts("alltoallv", "1\n2\n", "2 counts for alltoallv of 3 ranks (3 or 9 are accepted)");
  refuse_counts("scatterv", "\n", "no counts (one size on each line is accepted)");
  refuse_counts("scatter", "1\n2\n3\n", "--counts: no selected collective has counts");
  refuse_words((const char *const[]){ "-p", "knl", "-c", "gatherv", "--counts", "/nowhere", NULL },
               "--counts: ");
}
