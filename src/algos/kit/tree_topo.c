#include <stdlib.h>

#include "algos/registry.h"
#include "basics.h"
#include "tree.h"

const char *const tn_topo_levels[] = { "node", "package", "numa", "llc", NULL };

/* Kinds of named places, and maximum number of levels: one for each kind, one above them with a
 * group of all ranks, and one below with single ranks. */
enum { N_PLACES = 4, N_LEADERS = 6 };

/* Groups on all levels, the outermost first. Ranks are relative. */
struct groups {
  int n_ranks, n_levels;
  /* [l][v]: first rank of v's group; level 0 has one group, the last level single ranks */
  int *leader[N_LEADERS];
};

/* Divides the groups of the level above, whose leaders are above[v], by place. Sets leader[v] to
 * the first rank of v's new group. */
static void divide(const struct tn_call *call, const int *places, const int *above, int *leader)
{
  const int n = call->n_ranks, n_places = tn_places_count(places, n);
  int *last = tn_ints_new(n_places); /* last: newest leader in each place; before: the previous
                                      * leader in a leader's place */
  int *before = tn_ints_new(n);
  for (int i = 0; i < n_places; i++)
    last[i] = -1;
  for (int v = 0; v < n; v++) {
    const int place = places[tn_absolute(call, v)];
    int found = last[place];
    while (found >= 0 && above[found] != above[v])
      found = before[found];
    leader[v] = found >= 0 ? found : v;
    if (found < 0) {
      before[v] = last[place];
      last[place] = v;
    }
  }
  free(before);
  free(last);
}

static void add_level(struct groups *g)
{
  g->leader[g->n_levels++] = tn_ints_new(g->n_ranks);
}

static void groups_init(struct groups *g, const struct tn_call *call, int64_t levels)
{
  const struct tn_layout *layout = call->layout;
  bool named[N_PLACES] = { false };
  for (int i = 0; i < tn_list_length(levels); i++)
    named[tn_list_item(levels, i)] = true;
  *g = (struct groups){ .n_ranks = call->n_ranks };
  add_level(g);
  for (int v = 0; v < g->n_ranks; v++)
    g->leader[0][v] = 0;
  for (int i = 0; layout && i < N_PLACES; i++) {
    const int *const places[] = { layout->node, layout->package, layout->numa, layout->llc };
    if (!named[i] || !places[i])
      continue;
    add_level(g);
    divide(call, places[i], g->leader[g->n_levels - 2], g->leader[g->n_levels - 1]);
  }
  add_level(g);
  for (int v = 0; v < g->n_ranks; v++)
    g->leader[g->n_levels - 1][v] = v;
}

/* Adds the rank's parent and children in the tree that joins the leaders of level l + 1 within its
 * group of level l, if it is one of these leaders. */
static void join_leader_tree(struct tn_tree *tree, const struct tn_shape *shape,
                             const struct groups *g, int l, int relative)
{
  const int *outer = g->leader[l], *inner = g->leader[l + 1];
  int *members = tn_ints_new(g->n_ranks);
  int n = 0, own = 0;
  for (int v = outer[relative]; v < g->n_ranks; v++) {
    if (outer[v] != outer[relative] || inner[v] != v)
      continue;
    if (v == relative)
      own = n;
    members[n++] = v;
  }
  struct tn_tree part;
  tn_tree_of_group(&part, shape->within, shape->fanout, n, own);
  if (part.parent >= 0)
    tree->parent = members[part.parent];
  for (int i = 0; i < part.n_children; i++)
    tree->children[tree->n_children++] = members[part.children[i]];
  tn_tree_finish(&part);
  free(members);
}

/* Builds the topology-aware tree of ADAPT, section 3.2, in one communicator. The ranks of a node
 * form a group, those of a package a subgroup, and so on. A group's leader is its first rank,
 * counted from the root. The leaders of the outermost groups form a tree at the top, the leaders
 * within each group form trees below, and the ranks of the innermost groups form the last trees. A
 * leader of several levels serves its children from the outside in. */
static void build_topo(struct tn_tree *tree, const struct tn_shape *shape,
                       const struct tn_call *call, int relative)
{
  struct groups g;
  groups_init(&g, call, shape->levels);
  *tree = (struct tn_tree){ .parent = -1, .children = tn_ints_new(g.n_ranks) };
  for (int l = 0; l + 1 < g.n_levels; l++)
    if (g.leader[l + 1][relative] == relative)
      join_leader_tree(tree, shape, &g, l, relative);
  for (int l = 0; l < g.n_levels; l++)
    free(g.leader[l]);
}

void tn_tree_build(struct tn_tree *tree, const struct tn_shape *shape, const struct tn_call *call,
                   int relative)
{
  if (shape->kind == TN_TOPO)
    build_topo(tree, shape, call, relative);
  else if (shape->kind == TN_LINEAR)
    tn_tree_linear(tree, call->n_ranks, relative, call->root);
  else
    tn_tree_of_group(tree, shape->kind, shape->fanout, call->n_ranks, relative);
}
