#include "node_tree.h"

void tn_box_free(struct tn_node_box *box)
{
  g_ptr_array_unref(box->children);
  g_free(box);
}

static void child_free(void *box)
{
  tn_box_free(box);
}

static struct tn_node_box *box_new(enum tn_level level, int id)
{
  struct tn_node_box *box = g_new0(struct tn_node_box, 1);
  box->level = level;
  box->id = id;
  box->children = g_ptr_array_new_with_free_func(child_free);
  return box;
}

static struct tn_node_box *child(struct tn_node_box *parent, enum tn_level level, int id)
{
  for (guint i = 0; i < parent->children->len; i++) {
    struct tn_node_box *box = parent->children->pdata[i];
    if (box->id == id)
      return box;
  }
  struct tn_node_box *box = box_new(level, id);
  g_ptr_array_add(parent->children, box);
  return box;
}

static int count_of(const int *ids, int n)
{
  int most = 0;
  for (int i = 0; i < n; i++)
    most = MAX(most, ids[i]);
  return most + 1;
}

/* Of the first n places. */
static struct tn_node_box *tree_of(const struct tn_places *p, int n)
{
  const int *const ids[TN_N_LEVELS] = { [TN_LEVEL_PACKAGE] = p->package,
                                        [TN_LEVEL_NUMA] = p->numa,
                                        [TN_LEVEL_LLC] = p->llc,
                                        [TN_LEVEL_CORE] = p->core };
  enum tn_level order[] = { TN_LEVEL_PACKAGE, TN_LEVEL_NUMA, TN_LEVEL_LLC, TN_LEVEL_CORE };
  const int n_levels = G_N_ELEMENTS(order);
  int n_of[TN_N_LEVELS];
  for (int l = 0; l < n_levels; l++)
    n_of[order[l]] = count_of(ids[order[l]], n);
  for (int i = 1; i < n_levels; i++)
    for (int j = i; j > 0 && n_of[order[j]] < n_of[order[j - 1]]; j--) {
      const enum tn_level inner = order[j - 1];
      order[j - 1] = order[j];
      order[j] = inner;
    }
  struct tn_node_box *node = box_new(TN_LEVEL_NODE, 0);
  for (int i = 0; i < n; i++) {
    struct tn_node_box *box = node;
    for (int l = 0; l < n_levels; l++)
      box = child(box, order[l], ids[order[l]][i]);
    box->n_pus++;
  }
  return node;
}

struct tn_node_box *tn_box_tree(const struct tn_platform *pf, GError **error)
{
  struct tn_places *places = tn_places_new(pf, "pu", tn_platform_n_pus(pf), error);
  if (!places)
    return NULL;
  struct tn_node_box *box = tree_of(places, places->n / tn_platform_n_nodes(pf));
  tn_places_free(places);
  return box;
}
