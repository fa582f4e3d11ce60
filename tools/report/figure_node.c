#include "figure_node.h"

#include <math.h>

#include "figures.h"
#include "markup.h"
#include "plot/node_tree.h"

enum { CORE = 11, GAP = 3, PAD = 5, HEAD = 17, LETTER_WIDTH = 7, WIDEST = 340, MOST_CORES = 1024 };

static const char *const classes[TN_N_LEVELS] = { "ground", "c-package", "c-numa", "c-llc",
                                                  "c-core" };

/* Caches have no head: they are many, and alike. Transfer full. */
static char *head_of(const struct tn_box *box)
{
  if (box->level == TN_LEVEL_PACKAGE)
    return g_strdup_printf("package %d", box->id);
  return box->level == TN_LEVEL_NUMA ? g_strdup_printf("memory %d", box->id) : g_strdup("");
}

static double head_height(const struct tn_box *box)
{
  return box->level == TN_LEVEL_PACKAGE || box->level == TN_LEVEL_NUMA ? HEAD : 0;
}

/* A little wider than high, no wider than the space, the last row as full as may be. */
static int columns_of(const struct tn_box *box, double width, double height, double space)
{
  const int n = (int)box->children->len;
  const int fitting = MAX(1, (int)((space + GAP) / (width + GAP)));
  const int wanted = MAX(1, (int)ceil(sqrt(1.6 * n * height / width)));
  const int rows = (n - 1) / MIN(fitting, wanted) + 1;
  return (n - 1) / rows + 1;
}

static void measure(struct tn_box *box, double space)
{
  double width = 0, height = 0;
  if (box->level == TN_LEVEL_CORE) {
    box->width = box->height = CORE;
    return;
  }
  for (guint i = 0; i < box->children->len; i++) {
    struct tn_box *child = box->children->pdata[i];
    measure(child, space - 2 * PAD);
    width = MAX(width, child->width);
    height = MAX(height, child->height);
  }
  for (guint i = 0; i < box->children->len; i++) {
    struct tn_box *child = box->children->pdata[i];
    child->width = width;
    child->height = height;
  }
  g_autofree char *head = head_of(box);
  box->columns = columns_of(box, width, height, space - 2 * PAD);
  const int rows = ((int)box->children->len - 1) / box->columns + 1;
  box->width =
      MAX(box->columns * (width + GAP) - GAP, (double)g_utf8_strlen(head, -1) * LETTER_WIDTH) +
      2 * PAD;
  box->height = rows * (height + GAP) - GAP + 2 * PAD + head_height(box);
}

/* Boxes that differ in nothing but their place fill their cell of the grid, whatever they hold. */
static void append(GString *s, const struct tn_box *box, double x, double y)
{
  g_autofree char *head = head_of(box);
  if (box->level != TN_LEVEL_NODE)
    tn_markup(s,
              "<rect class=\"%s%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
              "rx=\"2\"/>\n",
              classes[box->level], box->level == TN_LEVEL_CORE ? "" : " edge", x, y, box->width,
              box->height);
  if (*head)
    tn_figure_text(s, x + PAD, y + 14, "start", "", head);
  for (guint i = 0; i < box->children->len; i++) {
    const struct tn_box *child = box->children->pdata[i];
    append(s, child, x + PAD + (int)i % box->columns * (child->width + GAP),
           y + PAD + head_height(box) + (int)i / box->columns * (child->height + GAP));
  }
}

static void append_count(GString *s, int n, const char *one)
{
  g_string_append_printf(s, "%s%d %s%s", s->len ? ", " : "", n, one, n == 1 ? "" : "s");
}

static int count(const struct tn_box *box, enum tn_level level)
{
  int n = box->level == level;
  for (guint i = 0; i < box->children->len; i++)
    n += count(box->children->pdata[i], level);
  return n;
}

char *tn_node_words(const struct tn_platform *pf)
{
  const int n = tn_platform_n_nodes(pf);
  struct tn_box *box = tn_box_tree(pf, NULL);
  GString *text = g_string_new(NULL);
  append_count(text, tn_platform_n_packages(pf) / n, "package");
  append_count(text, tn_platform_n_numas(pf) / n, "memory domain");
  if (box) {
    append_count(text, count(box, TN_LEVEL_LLC), "last-level cache");
    tn_box_free(box);
  }
  append_count(text, tn_platform_n_cores(pf) / n, "core");
  append_count(text, tn_platform_n_pus(pf) / n, "processing unit");
  return g_string_free(text, FALSE);
}

void tn_node_append(GString *s, const struct tn_platform *pf)
{
  const bool is_small = tn_platform_n_cores(pf) / tn_platform_n_nodes(pf) <= MOST_CORES;
  struct tn_box *box = is_small ? tn_box_tree(pf, NULL) : NULL;
  g_autofree char *words = tn_node_words(pf);
  g_autofree char *says = g_strdup_printf("The node %s: %s.", tn_platform_name(pf), words);
  if (!box)
    return;
  measure(box, WIDEST);
  tn_figure_begin(s, box->width, box->height, MIN(box->width, 200), 1.25 * box->width, says);
  append(s, box, 0, 0);
  tn_figure_end(s);
  tn_box_free(box);
}
