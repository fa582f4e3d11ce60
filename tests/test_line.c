/* The law of cache lines: prices and queues, and the resulting times of small broadcasts on the
 * nodes of the XHC paper. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contention/line.h"

enum { MAX_RANKS = 160, CLASSES = 5 };
enum { CORE, LLC, NUMA, PACKAGE, MACHINE };

#define NS 1e-9
#define LONG_AGO 0.0

/* A node; rank r is under LLC r / per_llc, etc. */
struct node {
  int n_ranks, per_llc, per_numa, per_package;
  double latency[CLASSES]; /* by class */
  double occupancy, mlp;
  int llc[MAX_RANKS], package[MAX_RANKS];
};

static int distance_of(const void *context, int i, int j)
{
  const struct node *n = context;
  return i == j                                     ? CORE
         : i / n->per_llc == j / n->per_llc         ? LLC
         : i / n->per_numa == j / n->per_numa       ? NUMA
         : i / n->per_package == j / n->per_package ? PACKAGE
                                                    : MACHINE;
}

static struct tn_line_law law_of(struct node *n)
{
  for (int r = 0; r < n->n_ranks; r++) {
    n->llc[r] = r / n->per_llc;
    n->package[r] = r / n->per_package;
  }
  return (struct tn_line_law){ .distance = distance_of,
                               .context = n,
                               .latency = n->latency,
                               .atomic = n->latency,
                               .llc = n->llc,
                               .package = n->package,
                               .llc_class = LLC,
                               .remote_class = MACHINE,
                               .creator = NULL,
                               .occupancy = n->occupancy,
                               .mlp = n->mlp };
}

/* Two packages of two domains of two LLCs of two cores. */
static struct node small_node(void)
{
  return (struct node){ .n_ranks = 16,
                        .per_llc = 2,
                        .per_numa = 4,
                        .per_package = 8,
                        .latency = { 5 * NS, 20 * NS, 60 * NS, 100 * NS, 200 * NS },
                        .occupancy = 10 * NS,
                        .mlp = 4 };
}

static double arrival(const struct tn_line_law *law, struct tn_line *line, int by, double now)
{
  const struct tn_line_fetch f = tn_line_read(law, line, by, now, false);
  return f.begin + f.seconds;
}

static void assert_time(double actual, double ns)
{
  cr_assert_float_eq(actual, ns * NS, 1e-15, "%.3f ns, not %.3f", actual / NS, ns);
}

Test(line, readers_are_served_one_after_another_and_mates_find_it)
{
  struct node node = small_node();
  const struct tn_line_law law = law_of(&node);
  struct tn_line line = { .owner = 0, .since = 1000 * NS };
  assert_time(arrival(&law, &line, 0, LONG_AGO), 1000);
  assert_time(arrival(&law, &line, 1, LONG_AGO), 1020);
  assert_time(arrival(&law, &line, 2, LONG_AGO), 1060);
  assert_time(arrival(&law, &line, 3, LONG_AGO), 1060 + 20);
  assert_time(arrival(&law, &line, 8, LONG_AGO), 1010 + 200);
  assert_time(arrival(&law, &line, 4, LONG_AGO), 1020 + 100);
  assert_time(arrival(&law, &line, 8, 2000 * NS), 2000);
  tn_line_finish(&line);
}

Test(line, writes_pay_for_the_farthest_reader)
{
  struct node node = small_node();
  const struct tn_line_law law = law_of(&node);
  struct tn_line line = { .owner = 0 };
  double store = 0.0;
  assert_time(tn_line_write(&law, &line, 0, 10 * NS, &store), 10);
  arrival(&law, &line, 2, 20 * NS);
  assert_time(tn_line_write(&law, &line, 0, 1000 * NS, &store), 1060);
  arrival(&law, &line, 2, 1060 * NS);
  arrival(&law, &line, 9, 1060 * NS);
  assert_time(tn_line_write(&law, &line, 0, 2000 * NS, &store), 2200);
  assert_time(tn_line_write(&law, &line, 0, 3000 * NS, &store), 3000);
  tn_line_finish(&line);
}

/* Flags in one line are written at once; flags in separate lines one after another. */
Test(line, shared_lines_take_one_upgrade_and_separate_ones_overlap)
{
  struct node node = small_node();
  const struct tn_line_law law = law_of(&node);
  struct tn_line shared = { .owner = 0 }, own[3] = { { .owner = 0 } };
  double store = 0.0;
  arrival(&law, &shared, 4, LONG_AGO);
  for (int i = 0; i < 3; i++)
    assert_time(tn_line_write(&law, &shared, 0, 1000 * NS, &store), 1100);
  store = 0.0;
  for (int i = 0; i < 3; i++) {
    arrival(&law, &own[i], 4, LONG_AGO);
    assert_time(tn_line_write(&law, &own[i], 0, 1000 * NS, &store), 1100 + 25 * i);
    tn_line_finish(&own[i]);
  }
  tn_line_finish(&shared);
}

Test(line, reads_of_one_core_overlap)
{
  struct node node = small_node();
  const struct tn_line_law law = law_of(&node);
  struct tn_line a = { .owner = 4 }, b = { .owner = 5 };
  const double first = arrival(&law, &a, 0, LONG_AGO);
  const struct tn_line_fetch second = tn_line_read(&law, &b, 0, first, true);
  assert_time(first, 100);
  assert_time(second.seconds, 25);
  tn_line_finish(&a);
  tn_line_finish(&b);
}

/* With the home at the creator the largest of three legs counts, except within one LLC. */
Test(line, a_distant_home_makes_near_transfers_dear)
{
  struct node node = small_node();
  struct tn_line_law law = law_of(&node);
  struct tn_line line = { .owner = 8 };
  const int creator[16] = { 0 };
  law.creator = creator;
  assert_time(arrival(&law, &line, 9, LONG_AGO), 20);
  assert_time(arrival(&law, &line, 10, LONG_AGO), 200);
  assert_time(arrival(&law, &line, 1, 1000 * NS), 1200);
  tn_line_finish(&line);
}

Test(line, a_remote_reader_makes_it_dear_for_all_until_it_is_rewritten)
{
  struct node node = small_node();
  struct tn_line_law law = law_of(&node);
  struct tn_line line = { .owner = 0 };
  double store = 0.0;
  law.shared_remote = 0.5;
  assert_time(arrival(&law, &line, 2, LONG_AGO), 60);
  assert_time(arrival(&law, &line, 12, 1000 * NS), 1200);
  assert_time(arrival(&law, &line, 4, 2000 * NS), 2150);
  assert_time(arrival(&law, &line, 3, 2000 * NS), 2000 + (20 + 200) / 2.0);
  tn_line_write(&law, &line, 0, 3000 * NS, &store);
  assert_time(arrival(&law, &line, 4, 4000 * NS), 4100);
  tn_line_poll(&law, &line, 13);
  assert_time(arrival(&law, &line, 6, 5000 * NS), 5150);
  tn_line_finish(&line);
}

/* Readers under the owner's LLC queue while the line is shared remotely. */
Test(line, a_remotely_shared_line_has_a_queue_at_home)
{
  struct node node = small_node();
  node.per_llc = 8;
  struct tn_line_law law = law_of(&node);
  struct tn_line line = { .owner = 0 };
  double store = 0.0;
  law.shared_remote = 1.0;
  for (int r = 1; r < 4; r++)
    assert_time(arrival(&law, &line, r, 1000 * NS), 1020);
  tn_line_write(&law, &line, 0, 2000 * NS, &store);
  tn_line_poll(&law, &line, 12);
  for (int r = 1; r < 4; r++)
    assert_time(arrival(&law, &line, r, 3000 * NS), 3000 + 200 + 10 * (r - 1));
  tn_line_finish(&line);
}

Test(line, atomics_move_the_line_and_wait_for_pollers)
{
  struct node node = small_node();
  const struct tn_line_law law = law_of(&node);
  struct tn_line line = { .owner = 0 };
  assert_time(tn_line_add(&law, &line, 0, 0.0), 5);
  assert_time(tn_line_add(&law, &line, 1, 0.0), 5 + 20);
  assert_time(tn_line_add(&law, &line, 8, 0.0), 25 + 200);
  tn_line_poll_again(&law, &line, 0);
  assert_time(tn_line_add(&law, &line, 9, 0.0), 225 + 200 + 200);
  tn_line_finish(&line);
}

/* Broadcasts of 8 bytes: every leader writes a line of data and a line of flags; members read both
 * and acknowledge in their own line; a leader continues when all members have acknowledged. */

struct group {
  int leader, n, members[MAX_RANKS];
  struct tn_line data, flag, ack[MAX_RANKS];
};

struct bcast {
  const struct tn_line_law *law;
  const struct node *node;
  int n_groups;
  struct group *groups;      /* outer groups first */
  bool separate;             /* true if each member has its own flag in its own line */
  struct tn_line *own_flags; /* [n_groups * MAX_RANKS] */
  double store[MAX_RANKS];   /* [rank] time when its last write became visible */
  double done[MAX_RANKS];    /* [rank] time when it has the data, later when it leaves */
};

static void group_add(struct bcast *b, int leader, int step, int end)
{
  struct group *g = &b->groups[b->n_groups++];
  *g = (struct group){ .leader = leader, .data.owner = leader, .flag.owner = leader };
  for (int r = leader + step; r < end; r += step) {
    b->own_flags[(b->n_groups - 1) * MAX_RANKS + g->n].owner = leader;
    g->ack[g->n].owner = r;
    g->members[g->n++] = r;
  }
}

/* Does the leader's writes, then the members' reads in the order in which they see the flag. */
static void run_group(struct bcast *b, struct group *g)
{
  const struct tn_line_law *law = b->law;
  struct tn_line *own = &b->own_flags[(g - b->groups) * MAX_RANKS];
  const double start = b->done[g->leader];
  double seen[MAX_RANKS];
  tn_line_write(law, &g->data, g->leader, start, &b->store[g->leader]);
  for (int i = 0; i < g->n; i++) {
    struct tn_line *flag = b->separate ? &own[i] : &g->flag;
    if (i == 0 || b->separate)
      tn_line_write(law, flag, g->leader, start, &b->store[g->leader]);
    seen[i] = arrival(law, flag, g->members[i], start);
  }
  bool has_read[MAX_RANKS] = { false };
  for (int k = 0; k < g->n; k++) {
    int next = -1;
    for (int i = 0; i < g->n; i++)
      if (!has_read[i] && (next < 0 || seen[i] < seen[next]))
        next = i;
    has_read[next] = true;
    b->done[g->members[next]] = arrival(law, &g->data, g->members[next], seen[next]);
  }
}

static void gather(struct bcast *b, struct group *g)
{
  const struct tn_line_law *law = b->law;
  double now = b->done[g->leader];
  bool overlaps = false;
  for (int i = 0; i < g->n; i++) {
    const int r = g->members[i];
    const double acked = tn_line_write(law, &g->ack[i], r, b->done[r], &b->store[r]);
    const struct tn_line_fetch f =
        tn_line_read(law, &g->ack[i], g->leader, now, overlaps && acked <= now);
    overlaps = acked <= now;
    now = f.begin + f.seconds;
  }
  b->done[g->leader] = now;
}

/* Returns the mean over ranks of the second call, in nanoseconds. */
static double average(struct bcast *b)
{
  double sum = 0.0;
  for (int call = 0; call < 2; call++) {
    const double start = call * 1e-3;
    for (int r = 0; r < b->node->n_ranks; r++)
      b->done[r] = start;
    for (int i = 0; i < b->n_groups; i++)
      run_group(b, &b->groups[i]);
    for (int i = b->n_groups - 1; i >= 0; i--)
      gather(b, &b->groups[i]);
    sum = 0.0;
    for (int r = 0; r < b->node->n_ranks; r++)
      sum += b->done[r] - start;
  }
  return sum / b->node->n_ranks / NS;
}

static void finish(struct bcast *b)
{
  for (int i = 0; i < b->n_groups; i++) {
    tn_line_finish(&b->groups[i].data);
    tn_line_finish(&b->groups[i].flag);
    for (int m = 0; m < b->groups[i].n; m++) {
      tn_line_finish(&b->groups[i].ack[m]);
      tn_line_finish(&b->own_flags[i * MAX_RANKS + m]);
    }
  }
  free(b->groups);
  free(b->own_flags);
}

/* Broadcast over a tree of package leaders, domain leaders and members of domains, or flat. */
static double bcast_time(struct node node, bool tree, bool separate)
{
  const struct tn_line_law law = law_of(&node);
  enum { MAX_GROUPS = 16 };
  struct bcast b = { .law = &law, .node = &node, .separate = separate };
  b.groups = calloc(MAX_GROUPS, sizeof *b.groups);
  b.own_flags = calloc(MAX_GROUPS * MAX_RANKS, sizeof *b.own_flags);
  if (!tree) {
    group_add(&b, 0, 1, node.n_ranks);
  } else {
    if (node.per_package < node.n_ranks)
      group_add(&b, 0, node.per_package, node.n_ranks);
    for (int p = 0; p < node.n_ranks; p += node.per_package)
      group_add(&b, p, node.per_numa, p + node.per_package);
    for (int d = 0; d < node.n_ranks; d += node.per_numa)
      group_add(&b, d, 1, d + node.per_numa);
  }
  const double time = average(&b);
  finish(&b);
  return time;
}

/* Nodes of the XHC paper: line transfers as measured from core to core on similar processors;
 * occupancy and mlp are assumed. */
static struct node epyc_1p(void)
{
  return (struct node){ 32,      4, 8,     32,   { 5 * NS, 25 * NS, 90 * NS, 155 * NS, 240 * NS },
                        15 * NS, 4, { 0 }, { 0 } };
}

static struct node epyc_2p(void)
{
  struct node n = epyc_1p();
  n.n_ranks = 64;
  return n;
}

static struct node arm_n1(void)
{
  return (struct node){ 160,     1, 20,    80,   { 5 * NS, 47 * NS, 47 * NS, 50 * NS, 350 * NS },
                        10 * NS, 4, { 0 }, { 0 } };
}

/* Nanoseconds of the flat and the tree broadcast in a separate small model of the same law. */
static void check_averages(struct node node, double flat, double tree)
{
  cr_assert_float_eq(bcast_time(node, false, false), flat, 0.15 * flat);
  cr_assert_float_eq(bcast_time(node, true, false), tree, 0.15 * tree);
}

Test(line, small_broadcasts_flat_against_tree)
{
  check_averages(epyc_1p(), 551.0, 720.0);
  check_averages(epyc_2p(), 799.0, 1116.0);
  check_averages(arm_n1(), 1967.0, 1073.0);
}

/* LLC-mates help a flat broadcast like a tree, but not if each has its own line. */
Test(line, separate_flags_reverse_the_order_under_small_llcs)
{
  const struct node node = epyc_1p();
  const double tree = bcast_time(node, true, false), tree_apart = bcast_time(node, true, true);
  cr_assert_lt(bcast_time(node, false, false), tree);
  cr_assert_gt(bcast_time(node, false, true), tree_apart);
  cr_assert_float_eq(tree_apart, tree, 0.1 * tree);
}

Test(line, a_payloads_lines_are_under_way_so_many_at_a_time)
{
  cr_assert_float_eq(tn_line_stream(100e-9, 5, 64, 0), 0.0, 1e-15);
  cr_assert_float_eq(tn_line_stream(100e-9, 5, 64, 64), 100e-9, 1e-15);
  cr_assert_float_eq(tn_line_stream(100e-9, 5, 64, 65), 120e-9, 1e-15, "two lines");
  cr_assert_float_eq(tn_line_stream(100e-9, INFINITY, 64, 4096), 100e-9, 1e-15);
}
