/* Rules for libraries: a file contains exactly the decisions of the rows for their ranks and sizes,
 * as each release reads it, and lint reports nothing. The readers here follow the sources of Open
 * MPI 4.1, 5.0.7 and 6.0 (coll_tuned_dynamic_file.c, coll_tuned_dynamic_rules.c). */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "decide/row_rule.h"
#include "rows_text.h"
#include "rules/lint.h"
#include "rules/rules.h"
#include "table/json.h"

#define HEADER                                                                                     \
  "source,version,platform,kernel,backing,ranks,collective,algorithm,params,mechanism,protocol,"   \
  "buffers,size_bytes,avg_us\n"
#define ROW(ranks, collective, algorithm, params, size, avg)                                       \
  "sim,0.1.0,knl,paper,base," ranks "," collective "," algorithm "," params ",cma,single,"         \
  "unchanged," size "," avg "\n"

static const char decided[] = HEADER ROW("4", "bcast", "binomial", "segment=0", "1024", "1")
    ROW("4", "bcast", "direct-read", "", "1024", "0.5") /* Open MPI does not have it */
    ROW("4", "bcast", "chain", "fanout=4;segment=8192", "2048", "2")
        ROW("4", "bcast", "binomial", "segment=0", "2048", "3")
            ROW("4", "bcast", "chain", "fanout=4;segment=8192", "4096", "2")
                ROW("4", "bcast", "binomial", "segment=0", "8192", "3")
                    ROW("8", "bcast", "pipeline", "segment=16384", "1024", "3")
                        ROW("9", "bcast", "linear", "", "1", "3")
                            ROW("4", "allgather", "ring", "", "100", "3");
static const char with_requests[] =
    HEADER ROW("4", "alltoall", "linear-sync", "requests=2", "100", "3")
        ROW("4", "alltoall", "pairwise-p2p", "", "200", "3")
            ROW("4", "barrier", "tree", "", "0", "1");

enum { MOST = 4096 };

/* Reads the numbers of a classic file without its comments. */
static int numbers_of(const char *text, long *ret)
{
  int n = 0;
  for (const char *c = text; *c;) {
    char *end;
    if (*c == '#')
      c += strcspn(c, "\n");
    else if (g_ascii_isdigit(*c)) {
      ret[n++] = strtol(c, &end, 0);
      c = end;
    } else
      c++;
  }
  return n;
}

/* The rule for a call. */
struct call_rule {
  long algorithm, fanout, segment, requests;
};

/* Looks up a classic file's rule for size and ranks as the release does. */
static struct call_rule look_up_classic(enum tn_target target, const char *text, int id, long ranks,
                                        long size)
{
  static long number[MOST];
  const bool is_2 = g_str_has_prefix(text, "rule-file-version-2\n");
  const int columns = is_2 ? 5 : 4;
  numbers_of(is_2 ? strchr(text, '\n') : text, number);
  const long *at = number;
  struct call_rule found = { 0 };
  for (long c = *at++; c > 0; c--) {
    const bool is_mine = *at++ == id;
    long before = 0;
    bool is_settled = false;
    for (long i = 0, n = *at++; i < n; i++) {
      const long of = *at++, n_rules = *at++;
      const bool fits =
          target == TN_FOR_OMPI_6_0_CLASSIC
              ? !is_settled && (i == 0 || ranks >= before) && (ranks < of || i == n - 1)
              : i == 0 || of <= ranks;
      before = of;
      for (long k = 0; k < n_rules; k++, at += columns)
        if (is_mine && fits && (k == 0 || at[0] <= size)) {
          found = (struct call_rule){ at[1], at[2], at[3], is_2 ? at[4] : 0 };
          is_settled = true;
        }
    }
  }
  return found;
}

static gint64 number_in(const struct tn_json *object, const char *name, gint64 preset)
{
  const struct tn_json *item = tn_json_get(object, name);
  return item ? item->value : preset;
}

/* The same for JSON; *ret_name: the algorithm, or NULL without a rule. */
static struct call_rule look_up_json(const struct tn_json *root, const char *collective, long ranks,
                                     long size, const char **ret_name)
{
  const struct tn_json *blocks = tn_json_get(tn_json_get(root, "collectives"), collective);
  *ret_name = NULL;
  for (guint i = 0; blocks && i < blocks->items->len; i++) {
    const struct tn_json *block = blocks->items->pdata[i], *rules = tn_json_get(block, "rules");
    if (number_in(block, "comm_size_min", 0) > ranks ||
        number_in(block, "comm_size_max", INT_MAX) < ranks)
      continue;
    for (guint k = 0; k < rules->items->len; k++) {
      const struct tn_json *rule = rules->items->pdata[k];
      if (number_in(rule, "msg_size_min", 0) > size ||
          number_in(rule, "msg_size_max", G_MAXINT64) < size)
        continue;
      *ret_name = tn_json_get(rule, "alg")->text;
      return (struct call_rule){ 0, number_in(rule, "faninout", 0), number_in(rule, "seg_size", 0),
                                 number_in(rule, "reqs", 0) };
    }
    break;
  }
  return (struct call_rule){ 0 };
}

/* Decisions by hand, with the library's definition of the size. */
static const struct {
  const char *collective;
  int id;
  long ranks, size;
  struct call_rule got;
  const char *name;
} expected[] = {
  { "bcast", 7, 4, 1023, { 0 }, NULL },
  { "bcast", 7, 4, 1024, { 6, 0, 0, 0 }, "binomial" },
  { "bcast", 7, 4, 2047, { 6, 0, 0, 0 }, "binomial" },
  { "bcast", 7, 4, 2048, { 2, 4, 8192, 0 }, "chain" },
  { "bcast", 7, 4, 8191, { 2, 4, 8192, 0 }, "chain" },
  { "bcast", 7, 4, 8192, { 6, 0, 0, 0 }, "binomial" },
  { "bcast", 7, 4, 8193, { 0 }, NULL },
  { "bcast", 7, 1, 1024, { 0 }, NULL },
  { "bcast", 7, 3, 1024, { 0 }, NULL },
  { "bcast", 7, 5, 1024, { 0 }, NULL },
  { "bcast", 7, 7, 1024, { 0 }, NULL },
  { "bcast", 7, 8, 1024, { 3, 0, 16384, 0 }, "pipeline" },
  { "bcast", 7, 9, 1, { 1, 0, 0, 0 }, "basic_linear" },
  { "bcast", 7, 9, 0, { 1, 0, 0, 0 }, "basic_linear" },
  { "bcast", 7, 10, 1024, { 0 }, NULL },
  { "bcast", 7, 100, 1024, { 0 }, NULL },
  { "allgather", 0, 4, 399, { 0 }, NULL },
  { "allgather", 0, 4, 400, { 4, 0, 0, 0 }, "ring" },
  { "allgather", 0, 4, 401, { 0 }, NULL },
  { "allreduce", 2, 4, 400, { 0 }, NULL },
};

static const struct tn_rules_terms average = { .objective = TN_OBJECTIVE_AVG };

static char *text_of(enum tn_target target, const GPtrArray *rows)
{
  static const char *const provenance[] = { "made by \"hand\"", NULL };
  g_autoptr(GError) error = NULL;
  struct tn_rules *rules = tn_rules_new(target, rows, &average, &error);
  cr_assert(rules, "%s", error ? error->message : "");
  char *text = tn_rules_text(rules, provenance);
  tn_rules_free(rules);
  g_autoptr(GArray) flaws = tn_lint(target, text, strlen(text));
  for (guint i = 0; i < flaws->len; i++)
    cr_expect(false, "%s:%d: %s", tn_target_names[target],
              g_array_index(flaws, struct tn_flaw, i).line,
              g_array_index(flaws, struct tn_flaw, i).what);
  return text;
}

Test(rules, decide_as_the_rows_in_every_release)
{
  g_autoptr(GPtrArray) rows = rows_of(decided);
  for (int t = 0; t <= TN_FOR_OMPI_6_0; t++) {
    g_autofree char *text = text_of((enum tn_target)t, rows);
    struct tn_json *root =
        t == TN_FOR_OMPI_6_0 ? tn_json_parse(text, strlen(text), NULL, NULL) : NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
      const struct call_rule *e = &expected[i].got;
      const char *name = NULL;
      const struct call_rule got = root ? look_up_json(root, expected[i].collective,
                                                       expected[i].ranks, expected[i].size, &name)
                                        : look_up_classic((enum tn_target)t, text, expected[i].id,
                                                          expected[i].ranks, expected[i].size);
      cr_expect((root ? g_strcmp0(name, expected[i].name) == 0 : got.algorithm == e->algorithm) &&
                    got.fanout == e->fanout && got.segment == e->segment,
                "%s, line %zu: algorithm %ld or %s, fan-out %ld, segment %ld of\n%s",
                tn_target_names[t], i, got.algorithm, name ? name : "none", got.fanout, got.segment,
                text);
    }
    tn_json_free(root);
  }
}

/* Requests need version 2 of the file, marked in its first bytes. */
Test(rules, tell_requests_where_there_is_a_place)
{
  g_autoptr(GPtrArray) rows = rows_of(with_requests);
  g_autofree char *five = text_of(TN_FOR_OMPI_5_0, rows);
  g_autofree char *four = text_of(TN_FOR_OMPI_4_1, rows);
  cr_assert(g_str_has_prefix(five, "rule-file-version-2\n# made"), "%s", five);
  cr_assert_eq(look_up_classic(TN_FOR_OMPI_5_0, five, 3, 4, 400).requests, 2);
  cr_assert_eq(look_up_classic(TN_FOR_OMPI_5_0, five, 3, 4, 800).algorithm, 2);
  cr_assert_eq(look_up_classic(TN_FOR_OMPI_5_0, five, 6, 4, 0).algorithm, 6);
  cr_assert(g_str_has_prefix(four, "# made"), "%s", four);
  cr_assert_eq(look_up_classic(TN_FOR_OMPI_4_1, four, 3, 4, 400).algorithm, 0);
  cr_assert_eq(look_up_classic(TN_FOR_OMPI_4_1, four, 3, 4, 800).algorithm, 2);
}

/* The first block of 6.0 would be for fewer than one rank. */
Test(rules, have_no_block_below_one_rank)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("1", "bcast", "linear", "", "100", "3"));
  for (int t = 0; t < TN_FOR_OMPI_6_0; t++) {
    g_autofree char *text = text_of((enum tn_target)t, rows);
    cr_expect_eq(look_up_classic((enum tn_target)t, text, 7, 1, 100).algorithm, 1);
    cr_expect_eq(look_up_classic((enum tn_target)t, text, 7, 2, 100).algorithm, 0);
  }
}

/* 6.0 uses the fan-out of allgather's bruck as its radix, and never returns with 0. */
Test(rules, give_bruck_a_radix_where_it_needs_one)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("4", "allgather", "bruck-p2p", "", "100", "3"));
  const char *name;
  for (int t = 0; t < TN_FOR_OMPI_6_0; t++) {
    g_autofree char *text = text_of((enum tn_target)t, rows);
    const struct call_rule got = look_up_classic((enum tn_target)t, text, 0, 4, 400);
    cr_expect_eq(got.algorithm, 2);
    cr_expect_eq(got.fanout, t == TN_FOR_OMPI_6_0_CLASSIC ? 2 : 0);
  }
  g_autofree char *text = text_of(TN_FOR_OMPI_6_0, rows);
  struct tn_json *root = tn_json_parse(text, strlen(text), NULL, NULL);
  cr_expect_eq(look_up_json(root, "allgather", 4, 400, &name).fanout, 2);
  cr_expect_str_eq(name, "bruck-k-fanout");
  tn_json_free(root);
}

Test(rules, say_what_is_left_out)
{
  g_autoptr(GPtrArray) rows = rows_of(decided);
  struct tn_rules *rules = tn_rules_new(TN_FOR_OMPI_5_0, rows, &average, NULL);
  cr_assert_eq(rules->left->len, 1);
  cr_assert_str_eq(rules->left->pdata[0],
                   "omitted from bcast: direct-read (ompi-5.0 does not have it)");
  tn_rules_free(rules);
}

/* Rules do not distinguish kernels, so rows of two are refused. */
Test(rules, refuse_rows_that_a_rule_cannot_tell_apart)
{
  g_autoptr(GPtrArray) rows = rows_of(
      HEADER ROW("4", "bcast", "linear", "", "1",
                 "3") "sim,0.1.0,knl,linux-6,base,4,bcast,linear,,cma,single,unchanged,2,3\n");
  g_autoptr(GError) error = NULL;
  cr_assert_not(tn_rules_new(TN_FOR_OMPI_5_0, rows, &average, &error));
  cr_assert(strstr(error->message, "more than one kernel (paper, linux-6)"), "%s", error->message);
}

Test(rules, refuse_rows_of_no_use)
{
  g_autoptr(GPtrArray) rows = rows_of(HEADER ROW("4", "bcast", "direct-read", "", "1", "3"));
  g_autoptr(GError) error = NULL;
  cr_assert_not(tn_rules_new(TN_FOR_OMPI_5_0, rows, &average, &error));
  cr_assert(strstr(error->message, "no row is usable for ompi-5.0"), "%s", error->message);
}

#define BOTH(algorithm, params, size, unchanged, rewritten)                                        \
  "sim,0.1.0,knl,paper,base,4,bcast," algorithm "," params ",cma,single,unchanged," size           \
  "," unchanged "\n"                                                                               \
  "sim,0.1.0,knl,paper,base,4,bcast," algorithm "," params ",cma,single,rewritten," size           \
  "," rewritten "\n"

/* A choice must be good in both states. If none is, the one with the smallest loss is taken and
 * flagged. If the library's own decision is good at either end, there is no rule. */
Test(simplest, holds_in_both_states_of_the_buffers)
{
  static const struct {
    double loss;
    long at_16384;
    guint n_rules;
  } cases[] = { { 0.02, 0, 4 }, { 0, 6, 5 } };
  g_autoptr(GPtrArray) rows = rows_of(
      HEADER BOTH("library:ompi-5.0", "", "1024", "1", "1") BOTH("binomial", "segment=0", "1024",
                                                                 "2", "2")
          BOTH("library:ompi-5.0", "", "2048", "2", "2") BOTH("linear", "", "2048", "1.015", "1.01")
              BOTH("binomial", "segment=0", "2048", "1", "1.3")
                  BOTH("pipeline", "segment=0", "2048", "2", "1")
                      BOTH("linear", "", "4096", "1", "1") BOTH("linear", "", "8192", "1.09", "1")
                          BOTH("chain", "fanout=4;segment=0", "8192", "1", "1.08")
                              BOTH("library:ompi-5.0", "", "16384", "1.01", "1.02")
                                  BOTH("binomial", "segment=0", "16384", "1", "1"));
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const struct tn_rules_terms terms = { .loss = cases[i].loss };
    struct tn_rules *rules = tn_rules_new(TN_FOR_OMPI_5_0, rows, &terms, NULL);
    const struct tn_ruling *ruling = rules->rulings->pdata[0];
    const struct tn_rule_block *block = ruling->blocks->pdata[0];
    g_autofree char *text = tn_rules_text(rules, &(const char *){ NULL });
    cr_expect_eq(block->rules->len, cases[i].n_rules, "%s", text);
    cr_expect_eq(look_up_classic(TN_FOR_OMPI_5_0, text, 7, 4, 1024).algorithm, 0);
    cr_expect_eq(look_up_classic(TN_FOR_OMPI_5_0, text, 7, 4, 2048).algorithm, 1);
    cr_expect_eq(look_up_classic(TN_FOR_OMPI_5_0, text, 7, 4, 4096).algorithm, 1);
    cr_expect_eq(look_up_classic(TN_FOR_OMPI_5_0, text, 7, 4, 8192).algorithm, 2);
    cr_expect_eq(look_up_classic(TN_FOR_OMPI_5_0, text, 7, 4, 16384).algorithm, cases[i].at_16384);
    cr_assert_eq(rules->flags->len, 1);
    cr_expect_str_eq(rules->flags->pdata[0],
                     "bcast of 4 ranks from 8K on: chain loses up to 0.0 % with unchanged "
                     "buffers, 8.0 % with rewritten buffers");
    cr_expect_str_eq(rules->buffers, "unchanged, rewritten");
    tn_rules_free(rules);
  }
}

/* Of the choices within the loss the one with the fewest rules is taken; no rule where the
 * library's own is good. */
Test(simplest, has_the_fewest_rules)
{
  static const char csv[] = HEADER ROW("4", "bcast", "linear", "", "1024", "1")
      ROW("4", "bcast", "binomial", "segment=0", "1024", "1.01")
          ROW("4", "bcast", "linear", "", "2048", "1.01")
              ROW("4", "bcast", "binomial", "segment=0", "2048", "1")
                  ROW("4", "bcast", "linear", "", "4096", "1")
                      ROW("4", "bcast", "binomial", "segment=0", "4096", "1.03");
  static const char own[] = ROW("4", "bcast", "library:ompi-5.0", "", "1024", "1.02")
      ROW("4", "bcast", "library:ompi-5.0", "", "2048", "1.01")
          ROW("4", "bcast", "library:ompi-5.0", "", "4096", "1");
  const struct tn_rules_terms terms = { .loss = 0.02 };
  g_autofree char *both = g_strconcat(csv, own, NULL);
  g_autoptr(GPtrArray) rows = rows_of(csv), more = rows_of(both);
  struct tn_rules *exact = tn_rules_new(TN_FOR_OMPI_5_0, rows, &average, NULL);
  struct tn_rules *simple = tn_rules_new(TN_FOR_OMPI_5_0, rows, &terms, NULL);
  struct tn_rules *none = tn_rules_new(TN_FOR_OMPI_5_0, more, &terms, NULL);
  const struct tn_ruling *a = exact->rulings->pdata[0], *b = simple->rulings->pdata[0];
  cr_expect_eq(((const struct tn_rule_block *)a->blocks->pdata[0])->rules->len, 2 + 3);
  cr_expect_eq(((const struct tn_rule_block *)b->blocks->pdata[0])->rules->len, 2 + 1);
  cr_expect_str_eq(none->left->pdata[0],
                   "no rule for bcast of 4 ranks: the library's own choice is good enough");
  tn_rules_free(exact);
  tn_rules_free(simple);
  tn_rules_free(none);
}

#define SEATED(mapping, algorithm, params, size, avg)                                              \
  "sim,knl,paper,4," mapping ",bcast," algorithm "," params ",cma,unchanged," size "," avg "\n"

/* By hand: the rules are linear from 1K on and binomial at 2K. With l3, linear takes twice the best
 * at 1K and 1.5 times at 1.5K, and 4K has no rule; with package, linear was not run. */
Test(rules, say_what_they_lose_under_other_mappings)
{
  static const char csv[] =
      "source,platform,kernel,ranks,mapping,collective,algorithm,params,mechanism,buffers,"
      "size_bytes,avg_us\n" SEATED("l3", "linear", "", "1024", "2")
          SEATED("l3", "binomial", "segment=0", "1024", "1") SEATED(
              "l3", "library:ompi-5.0", "", "1024", "1.5") SEATED("core", "linear", "", "1024", "1")
              SEATED("core", "binomial", "segment=0", "1024",
                     "2") SEATED("core", "library:ompi-5.0", "", "1024",
                                 "3") SEATED("core", "linear", "", "2048", "2")
                  SEATED("core", "binomial", "segment=0", "2048",
                         "1") SEATED("core", "library:ompi-5.0", "", "2048", "2")
                      SEATED("l3", "linear", "", "1536", "3") SEATED("l3", "binomial", "segment=0",
                                                                     "1536", "2")
                          SEATED("l3", "library:ompi-5.0", "", "1536", "4")
                              SEATED("l3", "linear", "", "2048", "2")
                                  SEATED("l3", "binomial", "segment=0", "2048", "1")
                                      SEATED("l3", "library:ompi-5.0", "", "2048", "3")
                                          SEATED("l3", "linear", "", "4096", "9")
                                              SEATED("l3", "chain", "segment=0", "4096", "1")
                                                  SEATED("package", "binomial", "segment=0", "1024",
                                                         "1")
                                                      SEATED("package", "linear", "", "2048", "1")
                                                          SEATED("package", "binomial", "segment=0",
                                                                 "2048", "1.2");
  static const char *const got[] = {
    "under l3 the rules of core lose 50.0 % on average, 100.0 % at most (bcast 1K, 4 ranks, "
    "unchanged "
    "buffers); the library's own decision 116.7 % on average",
    "under core the rules of core lose 0.0 % on average, 0.0 % at most (bcast 1K, 4 ranks, "
    "unchanged "
    "buffers); the library's own decision 150.0 % on average",
    ("under package the rules of core lose 20.0 % on average, 20.0 % at most (bcast 2K, 4 ranks, "
     "unchanged buffers); 1 of 2 points have no row of their choice"),
  };
  g_autoptr(GPtrArray) rows = rows_of(csv);
  g_autoptr(GError) mixed = NULL, unknown = NULL;
  const struct tn_rules_terms terms = { .mapping = "core" }, other = { .mapping = "numa" };
  struct tn_rules *rules = tn_rules_new(TN_FOR_OMPI_5_0, rows, &terms, NULL);
  cr_assert_eq(rules->mapping_losses->len, G_N_ELEMENTS(got));
  for (guint i = 0; i < G_N_ELEMENTS(got); i++)
    cr_expect_str_eq(rules->mapping_losses->pdata[i], got[i]);
  g_autofree char *text = tn_rules_text(rules, &(const char *){ NULL });
  cr_expect_eq(look_up_classic(TN_FOR_OMPI_5_0, text, 7, 4, 1024).algorithm, 1);
  cr_expect_eq(look_up_classic(TN_FOR_OMPI_5_0, text, 7, 4, 2048).algorithm, 6);
  cr_expect_eq(look_up_classic(TN_FOR_OMPI_5_0, text, 7, 4, 4096).algorithm, 0);
  tn_rules_free(rules);
  cr_assert_not(tn_rules_new(TN_FOR_OMPI_5_0, rows, &average, &mixed));
  cr_expect(strstr(mixed->message, "more than one mapping (l3, core)"), "%s", mixed->message);
  cr_assert_not(tn_rules_new(TN_FOR_OMPI_5_0, rows, &other, &unknown));
  cr_expect_str_eq(unknown->message,
                   "--mapping: no mapping of the rows \"numa\" (there are: l3, core, package)");
}

/* Simulated messages of another library do not apply to this one; measured times do. */
Test(rules, are_of_one_transport)
{
  static const char row[] = ",0.1.0,knl,paper,base,4,bcast,linear,,cma,single,unchanged,64,1\n";
  const struct tn_rules_terms terms = { .transport = "ompi-ob1" };
  g_autofree char *simulated = g_strconcat(HEADER, "sim", row, NULL);
  g_autofree char *measured = g_strconcat(HEADER, "measured", row, NULL);
  g_autoptr(GPtrArray) some = rows_of(simulated), others = rows_of(measured);
  g_autoptr(GError) error = NULL;
  cr_assert_null(tn_rules_new(TN_FOR_OMPI_5_0, some, &terms, &error));
  cr_assert_eq(error->code, TN_RULES_TRANSPORT);
  struct tn_rules *rules = tn_rules_new(TN_FOR_OMPI_5_0, others, &terms, NULL);
  cr_assert_not_null(rules);
  tn_rules_free(rules);
}

/* coll_base_allgather.c, _allgatherv.c, _allreduce.c, _bcast.c: cases that call another
 * algorithm. */
Test(rules, name_nothing_that_runs_as_another)
{
  static const struct {
    const char *collective, *name;
    int64_t ranks, size, segment;
    const char *replacements;
  } calls[] = {
    { "allgather", "recursive_doubling", 96, 64, 0, "bruck" },
    { "allgather", "recursive_doubling", 64, 64, 0, NULL },
    { "allgather", "neighbor", 7, 64, 0, "ring" },
    { "allgatherv", "neighbor", 7, 64, 0, "ring" },
    { "allgather", "neighbor", 8, 64, 0, NULL },
    { "allreduce", "ring", 96, 380, 0, "recursive_doubling" },
    { "allreduce", "ring", 96, 384, 0, NULL },
    { "allreduce", "segmented_ring", 4, 32768, 16384, "ring" },
    { "allreduce", "segmented_ring", 4, 65536, 16384, NULL },
    { "allreduce", "rabenseifner", 96, 252, 0, "basic_linear" },
    { "allreduce", "rabenseifner", 96, 256, 0, NULL },
    { "bcast", "split_binary_tree", 8, 16384, 16384, "pipeline" },
    { "bcast", "split_binary_tree", 8, 32768, 16384, NULL },
  };
  for (gsize i = 0; i < G_N_ELEMENTS(calls); i++) {
    struct tn_row *row = tn_row_new();
    tn_row_name(&row->collective, calls[i].collective);
    row->ranks = calls[i].ranks;
    row->size = calls[i].size;
    cr_expect_eq(
        g_strcmp0(tn_rule_fallback(row, calls[i].name, calls[i].segment), calls[i].replacements), 0,
        "%zu", i);
    tn_row_free(row);
  }
  g_autoptr(GPtrArray) rows =
      rows_of(HEADER ROW("96", "allgather", "recursive-doubling-p2p", "", "64", "1")
                  ROW("96", "allgather", "ring", "", "64", "2"));
  struct tn_rules *rules = tn_rules_new(TN_FOR_OMPI_4_1, rows, &average, NULL);
  cr_expect_str_eq(rules->left->pdata[0],
                   "omitted from allgather: recursive-doubling-p2p (with this rule "
                   "Open MPI runs bruck on 96 ranks)");
  g_autoptr(GPtrArray) small = rows_of(HEADER ROW("64", "allreduce", "rabenseifner", "", "4", "1")
                                           ROW("64", "allreduce", "ring", "", "4096", "2"));
  tn_rules_free(rules);
  rules = tn_rules_new(TN_FOR_OMPI_4_1, small, &average, NULL);
  cr_expect_str_eq(rules->left->pdata[0], "omitted from allreduce: rabenseifner (with this rule "
                                          "Open MPI runs basic_linear below 256 bytes "
                                          "on 64 ranks)");
  tn_rules_free(rules);
}
