/* ADAPT's three styles of a broadcast and a reduction, and its topology-aware tree. */
#include <math.h>

#include "algos/kit/tree.h"
#include "algos/messages/styles.h"
#include "contention/model.h"

#define RANKS 28
#include "sim_setup.h"

static void set_up_broadwell(void)
{
  set_up_on("broadwell", NULL);
}

TestSuite(styles, .init = set_up_broadwell, .fini = tear_down);

enum { FLAT, CHAIN, BINARY, BINOMIAL, KNOMIAL, TOPO };

/* Figure 5 has 4 cores per package and 2 packages per node; here with 3 nodes. */
enum { FIGURE_RANKS = 24 };

static struct tn_call figure_call(int root)
{
  static int node[FIGURE_RANKS], package[FIGURE_RANKS], each[FIGURE_RANKS];
  static const struct tn_layout layout = { each, each, package, package, node, NULL, NULL };
  for (int r = 0; r < FIGURE_RANKS; r++) {
    node[r] = r / 8;
    package[r] = r / 4;
    each[r] = r;
  }
  return (struct tn_call){ .n_ranks = FIGURE_RANKS, .root = root, .layout = &layout };
}

static const struct tn_shape topo = {
  .kind = TN_TOPO, .fanout = 1, .within = TN_CHAIN, .levels = TN_LEVELS_NODE_PACKAGE
};

static void expect_place(int relative, int parent, int n_children, const int *children)
{
  const struct tn_call call = figure_call(0);
  struct tn_tree tree;
  tn_tree_build(&tree, &topo, &call, relative);
  cr_expect_eq(tree.parent, parent, "parent of %d: %d", relative, tree.parent);
  cr_assert_eq(tree.n_children, n_children, "%d has %d children", relative, tree.n_children);
  for (int i = 0; i < n_children; i++)
    cr_expect_eq(tree.children[i], children[i], "child %d of %d: %d", i, relative,
                 tree.children[i]);
  tn_tree_finish(&tree);
}

Test(styles, tree_of_figure_5)
{
  expect_place(0, -1, 3, (const int[]){ 8, 4, 1 });
  expect_place(1, 0, 1, (const int[]){ 2 });
  expect_place(3, 2, 0, NULL);
  expect_place(4, 0, 1, (const int[]){ 5 });
  expect_place(8, 0, 3, (const int[]){ 16, 12, 9 });
  expect_place(16, 8, 2, (const int[]){ 20, 17 });
}

/* Checks that every rank except the root is once a child, of its own parent. */
static void check_tree(const struct tn_call *call, const struct tn_shape *shape)
{
  int seen[FIGURE_RANKS] = { 0 };
  for (int v = 0; v < call->n_ranks; v++) {
    struct tn_tree tree, child;
    tn_tree_build(&tree, shape, call, v);
    cr_assert_eq(tree.parent < 0, v == 0);
    for (int i = 0; i < tree.n_children; i++) {
      seen[tree.children[i]]++;
      tn_tree_build(&child, shape, call, tree.children[i]);
      cr_assert_eq(child.parent, v);
      tn_tree_finish(&child);
    }
    tn_tree_finish(&tree);
  }
  for (int v = 1; v < call->n_ranks; v++)
    cr_assert_eq(seen[v], 1, "%d, root %d", v, call->root);
}

Test(styles, topo_is_a_tree_for_every_root_and_level)
{
  const int64_t all[] = { 0, 0x1, 0x2, 0x12, 0x4321, 0x1234 };
  for (int root = 0; root < FIGURE_RANKS; root++)
    for (size_t l = 0; l < G_N_ELEMENTS(all); l++)
      for (int within = TN_LINEAR; within <= TN_KNOMIAL; within++) {
        const struct tn_shape shape = { TN_TOPO, 2, all[l], (enum tn_shape_kind)within };
        const struct tn_call call = figure_call(root);
        check_tree(&call, &shape);
      }
}

static const char *const styles[] = { "blocking-tree", "nonblocking-tree", "adapt" };

struct asked {
  enum tn_collective collective;
  const char *style;
  int tree, n_ranks;
  size_t block, segment;
  int64_t sends, receives;
  bool ideal;
};

static struct tn_sim_result run(const struct asked *c)
{
  GError *error = NULL;
  struct tn_sim_result result;
  const struct tn_method *a = tn_method_find(c->collective, c->style);
  cr_assert(a, "%s", c->style);
  struct tn_sim_point point = { .algorithm = a,
                                .places = places,
                                .values = values,
                                .n_packages = 2,
                                .ideal = c->ideal,
                                .call = { .collective = c->collective,
                                          .n_ranks = c->n_ranks,
                                          .block = c->block,
                                          .type = TN_UINT8 },
                                .warmup = 1,
                                .repetitions = 1,
                                .verify = true };
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    point.call.params[i] = a->params[i].preset;
  point.call.params[TN_STYLE_TREE] = c->tree;
  point.call.params[TN_STYLE_SEGMENT] = (int64_t)c->segment;
  if (tn_alg_params_number(a->params) > TN_STYLE_RECEIVES) {
    point.call.params[TN_STYLE_SENDS] = c->sends;
    point.call.params[TN_STYLE_RECEIVES] = c->receives;
  }
  cr_assert(tn_sim_run(&point, &result, &error), "%s: %s", c->style, error ? error->message : "?");
  cr_assert_eq(result.verified, 1, "%s", c->style);
  return result;
}

/* Returns the time of the closed form, without pinning. */
static double form_of(const struct asked *c)
{
  const struct tn_method *a = tn_method_find(c->collective, c->style);
  const struct tn_cma_model model = { .alpha = values[TN_P_ALPHA],
                                      .per_byte = 1 / values[TN_P_COPY_RATE],
                                      .page_size = 4096,
                                      .per_sum = 1 / values[TN_P_REDUCE_RATE] };
  struct tn_call call = tn_method_call(a, c->n_ranks, c->block);
  struct tn_steps steps;
  struct tn_cost cost;
  call.params[TN_STYLE_TREE] = c->tree;
  call.params[TN_STYLE_SEGMENT] = (int64_t)c->segment;
  cr_assert(tn_algorithm_form(a->runs, &call, &steps) && tn_model_steps(&model, &steps, &cost));
  return tn_cost_sum(&cost);
}

/* Section 5.2.1: (P + n_s - 2)(alpha + beta m), in a reduction + gamma m each. Without overlap a
 * rank forwards each segment before it receives the next: two messages of inner ranks, and one sum,
 * per further segment. */
static void check_chain(enum tn_collective collective)
{
  enum { SEGMENT = 8192 };
  set("pin_time", 0.0);
  const double step = values[TN_P_ALPHA] + SEGMENT / values[TN_P_COPY_RATE];
  const double sum = collective == TN_REDUCE ? SEGMENT / values[TN_P_REDUCE_RATE] : 0.0;
  const int ranks[] = { 2, 3, 5, 14 }; /* ranks of one package */
  for (size_t p = 0; p < G_N_ELEMENTS(ranks); p++)
    for (int n = 1; n <= 9; n += 4)
      for (size_t s = 0; s < G_N_ELEMENTS(styles); s++) {
        const struct asked c = { collective, styles[s], CHAIN, ranks[p], (size_t)n * SEGMENT,
                                 SEGMENT,    2,         3,     true };
        const bool is_blocking = s == 0 && ranks[p] > 2;
        const int sums = ranks[p] + n - 2, steps = is_blocking ? sums + n - 1 : sums;
        const double max = run(&c).max, expected = steps * step + sums * sum;
        cr_expect(fabs(max - expected) <= 1e-9 * expected,
                  "%s, %d ranks, %d segments: %.12g, expected %.12g", styles[s], ranks[p], n, max,
                  expected);
        cr_expect(fabs(form_of(&c) - expected) <= 1e-9 * expected, "%s: %.12g", styles[s],
                  form_of(&c));
      }
}

Test(styles, chain_takes_the_papers_time)
{
  check_chain(TN_BCAST);
}

Test(styles, chain_that_reduces_takes_the_papers_time)
{
  check_chain(TN_REDUCE);
}

/* Schedules of coll/libnbc with 5 ranks and one message each; the receiver copies and adds. Without
 * a test all messages begin after the computation: a broadcast takes two more levels (0 to 1, 1 to
 * 3), a reduction the root's sums of its three children. With a test in time each rank has its
 * message before, and only takes longer by its own copies and sums. */
Test(styles, libnbc_goes_on_only_in_the_library)
{
  enum { COMPUTE, TESTS, VECTOR = 1 << 20, NBC_RANKS = 5 };
  const struct {
    enum tn_collective collective;
    int tests, messages;
  } cases[] = {
    { TN_IBCAST, 0, 2 }, { TN_IBCAST, 3, 1 }, { TN_IREDUCE, 0, 3 }, { TN_IREDUCE, 3, 3 }
  };
  set("pin_time", 0.0);
  struct tn_places *few = tn_places_new(platform, "core", NBC_RANKS, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    const struct tn_method *a = tn_method_find(cases[i].collective, "library:libnbc-4.0");
    struct tn_sim_point point = { .algorithm = a,
                                  .places = few,
                                  .values = values,
                                  .n_packages = 2,
                                  .ideal = true,
                                  .call = tn_method_call(a, NBC_RANKS, VECTOR),
                                  .repetitions = 1,
                                  .verify = true };
    struct tn_sim_result result;
    point.call.params[COMPUTE] = 1;
    point.call.params[TESTS] = cases[i].tests;
    cr_assert(tn_sim_run(&point, &result, NULL) && result.verified == 1);
    const double sum = cases[i].collective == TN_IREDUCE ? VECTOR / values[TN_P_REDUCE_RATE] : 0.0;
    const double message = values[TN_P_ALPHA] + VECTOR / values[TN_P_COPY_RATE] + sum;
    cr_expect_gt(result.computed, 5 * message);
    cr_expect(fabs(result.max - result.computed - cases[i].messages * message) <= 1e-9 * result.max,
              "case %zu: %g and %g messages", i, result.computed,
              (result.max - result.computed) / message);
  }
  tn_places_free(few);
}

/* With more receives than sends no message is unexpected. With fewer, messages through slots are
 * copied once more, single-copy messages are not. */
Test(styles, unexpected_messages_cost_a_copy)
{
  const size_t segments[] = { 1024, 65536 };
  for (size_t i = 0; i < G_N_ELEMENTS(segments); i++) {
    struct asked c = { TN_BCAST, "adapt", CHAIN, 4, 64 * segments[i], segments[i], 2, 3, false };
    const double expected = run(&c).max;
    c.receives = 8;
    cr_expect(fabs(run(&c).max - expected) <= 1e-9 * expected, "more receives change nothing");
    c.receives = 1;
    const double unexpected = run(&c).max;
    if (segments[i] == 1024)
      cr_expect_gt(unexpected, 1.05 * expected);
    else
      cr_expect(fabs(unexpected - expected) <= 1e-9 * expected);
  }
}

/* More than one child, and enough segments: costs of Waitall and of a blocking send. */
Test(styles, order_without_noise)
{
  const int trees[] = { BINARY, BINOMIAL, KNOMIAL, TOPO };
  for (size_t t = 0; t < G_N_ELEMENTS(trees); t++) {
    double avg[3];
    for (int s = 0; s < 3; s++) {
      const struct asked c = { TN_BCAST, styles[s], trees[t], RANKS, 1 << 20, 16384, 2, 3, false };
      avg[s] = run(&c).avg;
    }
    cr_expect(avg[0] > avg[1] && avg[1] > avg[2], "tree %d: %g %g %g", trees[t], avg[0], avg[1],
              avg[2]);
  }
}

enum { MAP_RANKS = 16, N_SEGMENTS = 64 };
#define DELAY 20e-3 /* seconds, many times the call's time */

static void delayed_run(const struct asked *c, const struct tn_noise_source *noise,
                        struct tn_sim_stamps *stamps)
{
  GError *error = NULL;
  struct tn_sim_result result;
  const struct tn_noises noises = { .sources = (struct tn_noise_source *)noise,
                                    .n = noise != NULL };
  const struct tn_method *a = tn_method_find(c->collective, c->style);
  struct tn_sim_point point = {
    .algorithm = a,
    .places = places,
    .values = values,
    .n_packages = 2,
    .call = { .collective = c->collective, .n_ranks = c->n_ranks, .block = c->block },
    .warmup = 1,
    .repetitions = 1,
    .stamps = stamps,
    .noise = &noises,
  };
  for (int i = 0; i < tn_alg_params_number(a->params); i++)
    point.call.params[i] = a->params[i].preset;
  point.call.params[TN_STYLE_TREE] = c->tree;
  point.call.params[TN_STYLE_SEGMENT] = (int64_t)c->segment;
  cr_assert(tn_sim_run(&point, &result, &error), "%s", error ? error->message : "?");
}

/* Computes the ranks, as bits, whose data arrive later, or that leave later, if `rank` is delayed. */
static void reached(const struct asked *c, int rank, unsigned *ret_data, unsigned *ret_exit)
{
  struct tn_sim_stamps *without = g_malloc0(sizeof *without + MAP_RANKS * sizeof without->rank[0]);
  struct tn_sim_stamps *with = g_malloc0(sizeof *with + MAP_RANKS * sizeof with->rank[0]);
  delayed_run(c, NULL, without);
  const struct tn_noise_source delay = { .process = TN_NOISE_INJECT,
                                         .at = without->start,
                                         .shortest = DELAY,
                                         .longest = DELAY,
                                         .first_rank = rank,
                                         .last_rank = rank };
  delayed_run(c, &delay, with);
  *ret_data = *ret_exit = 0;
  for (int r = 0; r < MAP_RANKS; r++) {
    const bool has_data = without->rank[r].data > without->start;
    *ret_data |= (unsigned)(has_data && with->rank[r].data - without->rank[r].data > DELAY / 2)
                 << r;
    *ret_exit |= (unsigned)(with->rank[r].exit - without->rank[r].exit > DELAY / 2) << r;
  }
  g_free(without);
  g_free(with);
}

/* Returns the descendants in the tree with root 0, as bits. */
static unsigned descendants(int tree, int rank, int *ret_parent)
{
  struct tn_tree place;
  int parent;
  if (tree == BINARY)
    tn_tree_binary(&place, MAP_RANKS, rank);
  else
    tn_tree_binomial(&place, MAP_RANKS, rank);
  unsigned all = 1u << rank;
  for (int i = 0; i < place.n_children; i++)
    all |= descendants(tree, place.children[i], &parent);
  *ret_parent = place.parent;
  tn_tree_finish(&place);
  return all;
}

/* Section 2.1 and Figure 2: a delayed rank delays all others in the styles that wait for all children
 * of a segment; in the third style only its descendants. Compare data, not exits: its parent always
 * leaves later, since a single-copy segment is complete only when the child has received it. */
Test(styles, delays_reach_whom_the_paper_says)
{
  const int trees[] = { BINARY, BINOMIAL };
  const unsigned all = (1u << MAP_RANKS) - 1;
  for (int t = 0; t < 2; t++)
    for (int s = 0; s < 3; s++)
      for (int rank = 1; rank < MAP_RANKS; rank++) {
        const struct asked c = { TN_BCAST, styles[s], trees[t], MAP_RANKS, N_SEGMENTS * 16384,
                                 16384,    2,         3,        false };
        int parent;
        unsigned data, exits;
        const unsigned below = descendants(trees[t], rank, &parent);
        reached(&c, rank, &data, &exits);
        cr_expect_eq(data, s == 2 ? below : all & ~1u, "%s, tree %d, rank %d: %#x", styles[s],
                     trees[t], rank, data);
        cr_expect_eq(exits, s == 2 ? below | 1u << parent : all, "%s, tree %d, rank %d: %#x",
                     styles[s], trees[t], rank, exits);
      }
}

/* With one segment nothing follows the delayed one: ranks served before it have their data. */
Test(styles, one_segment_reaches_later_siblings_only)
{
  for (int s = 0; s < 3; s++) {
    const struct asked c = { TN_BCAST, styles[s], BINOMIAL, MAP_RANKS, 1 << 20, 0, 2, 3, false };
    int parent;
    unsigned data, exits;
    const unsigned below = descendants(BINOMIAL, 2, &parent);
    reached(&c, 2, &data, &exits);
    /* the root serves 1, 2, 4 and 8 */
    const unsigned later = descendants(BINOMIAL, 4, &parent) | descendants(BINOMIAL, 8, &parent);
    cr_expect_eq(data, s == 0 ? below | later : below, "%s: %#x", styles[s], data);
  }
}

/* Up a tree: the delayed rank's ancestors wait for its part, and its children for it to take theirs. */
Test(styles, delays_of_a_reduction)
{
  for (int s = 0; s < 3; s++) {
    const struct asked c = { TN_REDUCE, styles[s], BINARY, MAP_RANKS, N_SEGMENTS * 16384,
                             16384,     2,         3,      false };
    unsigned data, exits;
    reached(&c, 1, &data, &exits); /* child of 0; its own children are 3 and 5 */
    cr_expect_eq(data, 1u);
    cr_expect_eq(exits, s == 2 ? 0x2bu : (1u << MAP_RANKS) - 1, "%s: %#x", styles[s], exits);
  }
}
