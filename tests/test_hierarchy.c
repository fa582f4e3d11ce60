/* The hierarchy as index arithmetic: leaders for all roots, and the levels of the XHC paper's three
 * machines. */
#include <criterion/criterion.h>

#include "algos/kit/hierarchy.h"
#include "algos/registry.h"

enum { MOST = 160 };

/* A node whose ranks fill it in order. */
struct node {
  int core[MOST], llc[MOST], numa[MOST], package[MOST], on_node[MOST];
  struct tn_layout layout;
};

/* Fills a node with these numbers of cores per LLC, memory domain and package. */
static void fill(struct node *node, int per_llc, int per_numa, int per_package)
{
  for (int r = 0; r < MOST; r++) {
    node->core[r] = r;
    node->llc[r] = r / per_llc;
    node->numa[r] = r / per_numa;
    node->package[r] = r / per_package;
    node->on_node[r] = 0;
  }
  node->layout = (struct tn_layout){ node->core,    node->llc, node->numa, node->package,
                                     node->on_node, NULL,      NULL };
}

static int64_t list(const char *const *names)
{
  int64_t value = 0;
  for (int i = 0; names[i]; i++)
    for (int c = 0; tn_level_names[c]; c++)
      if (strcmp(tn_level_names[c], names[i]) == 0)
        value = tn_list_append(value, c);
  return value;
}

#define LIST(...) list((const char *const[]){ __VA_ARGS__, NULL })

static int n_levels(const struct node *node, int n_ranks, int64_t levels)
{
  const struct tn_call call = { .n_ranks = n_ranks, .layout = &node->layout };
  struct tn_hierarchy h;
  tn_hierarchy_init(&h, &call, levels, 0, 0);
  const int n = h.n_levels;
  tn_hierarchy_finish(&h);
  return n;
}

Test(lists, items_come_back_in_order)
{
  cr_assert_eq(LIST("numa", "socket"), TN_LEVELS_NUMA_SOCKET);
  cr_assert_eq(LIST("socket"), TN_LEVELS_SOCKET);
  const int64_t value = LIST("package", "llc", "numa");
  cr_assert_eq(tn_list_length(value), 3);
  cr_assert_str_eq(tn_level_names[tn_list_item(value, 0)], "package");
  cr_assert_str_eq(tn_level_names[tn_list_item(value, 1)], "llc");
  cr_assert_str_eq(tn_level_names[tn_list_item(value, 2)], "numa");
  cr_assert_eq(tn_list_length(0), 0);
}

/* XHC paper, section V.C; claim C109. */
Test(hierarchy, levels_of_the_papers_machines)
{
  struct node node;
  fill(&node, 4, 8, 32);
  cr_expect_eq(n_levels(&node, 32, TN_LEVELS_NUMA_SOCKET), 2);
  cr_expect_eq(n_levels(&node, 64, TN_LEVELS_NUMA_SOCKET), 3);
  cr_expect_eq(n_levels(&node, 64, LIST("l3", "numa", "socket")), 4);
  fill(&node, 1, 20, 80);
  cr_expect_eq(n_levels(&node, 160, TN_LEVELS_NUMA_SOCKET), 3);
}

Test(hierarchy, a_level_without_effect_drops_out)
{
  struct node node;
  fill(&node, 1, 8, 8);
  cr_expect_eq(n_levels(&node, 16, LIST("llc")), 1, "caches of one core");
  cr_expect_eq(n_levels(&node, 16, LIST("numa", "socket")), 2, "domains that are packages");
  cr_expect_eq(n_levels(&node, 8, LIST("numa", "socket")), 1, "one domain");
  cr_expect_eq(n_levels(&node, 16, LIST("package", "llc")), 2, "coarse before fine");
  cr_expect_eq(n_levels(&node, 1, LIST("numa")), 0);
  cr_expect_eq(n_levels(&node, 16, 0), 1, "flat");
}

/* Epyc-2P with rank 10 as the head: it leads its domain and its package. The first domains of the
 * packages keep their lowest ranks. */
Test(hierarchy, the_head_leads_wherever_it_is)
{
  struct node node;
  fill(&node, 4, 8, 32);
  const struct tn_call call = { .n_ranks = 64, .layout = &node.layout };
  struct tn_hierarchy h;
  tn_hierarchy_init(&h, &call, TN_LEVELS_NUMA_SOCKET, 10, 10);
  static const int children[] = { 8, 9, 11, 12, 13, 14, 15, 0, 16, 24, 32 };
  cr_assert_eq(h.parent, -1);
  cr_assert_eq(h.n_led, 3);
  cr_assert_eq(h.first[1], 7);
  cr_assert_eq(h.first[2], 10);
  cr_assert_eq(h.first[3], 11);
  cr_assert_arr_eq(h.children, children, sizeof children);
  tn_hierarchy_finish(&h);
  tn_hierarchy_init(&h, &call, TN_LEVELS_NUMA_SOCKET, 10, 8);
  cr_assert_eq(h.parent, 10);
  cr_assert_eq(h.n_led, 0);
  tn_hierarchy_finish(&h);
  tn_hierarchy_init(&h, &call, TN_LEVELS_NUMA_SOCKET, 10, 32);
  cr_assert_eq(h.parent, 10);
  cr_assert_eq(h.n_led, 2);
  cr_assert_eq(h.first[2], 10);
  tn_hierarchy_finish(&h);
}

/* Checks that every rank except the head has one leader, at the level where it stops leading. */
static void check_tree(const struct tn_call *call, int64_t levels)
{
  int parent[MOST], level[MOST], announced[MOST] = { 0 };
  for (int r = 0; r < call->n_ranks; r++) {
    struct tn_hierarchy h;
    tn_hierarchy_init(&h, call, levels, call->root, r);
    parent[r] = h.parent;
    level[r] = h.n_led;
    cr_assert_eq(h.parent < 0, r == call->root);
    cr_assert_leq(h.n_levels, TN_MAX_LEVELS);
    cr_assert(h.parent >= 0 || h.n_led == h.n_levels);
    tn_hierarchy_finish(&h);
  }
  for (int r = 0; r < call->n_ranks; r++) {
    struct tn_hierarchy h;
    tn_hierarchy_init(&h, call, levels, call->root, r);
    for (int l = 0; l < h.n_led; l++)
      for (int i = h.first[l]; i < h.first[l + 1]; i++) {
        cr_assert_eq(parent[h.children[i]], r);
        cr_assert_eq(level[h.children[i]], l);
        announced[h.children[i]]++;
      }
    cr_assert(r == call->root || level[parent[r]] > level[r]);
    tn_hierarchy_finish(&h);
  }
  for (int r = 0; r < call->n_ranks; r++)
    cr_assert_eq(announced[r], r != call->root);
}

Test(hierarchy, is_a_tree_for_every_number_of_ranks_and_root)
{
  static const int shapes[][3] = { { 1, 1, 1 }, { 2, 4, 8 }, { 4, 8, 32 }, { 3, 5, 7 } };
  const int64_t levels[] = { 0, TN_LEVELS_SOCKET, TN_LEVELS_NUMA_SOCKET,
                             LIST("llc", "numa", "socket"), LIST("socket", "numa") };
  struct node node;
  for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
    fill(&node, shapes[s][0], shapes[s][1], shapes[s][2]);
    for (int n = 1; n <= 64; n += n < 20 ? 1 : 11)
      for (int root = 0; root < n; root++)
        for (size_t l = 0; l < sizeof levels / sizeof levels[0]; l++) {
          const struct tn_call call = { .n_ranks = n, .root = root, .layout = &node.layout };
          check_tree(&call, levels[l]);
        }
  }
}
