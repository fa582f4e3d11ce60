/* Boxes in boxes: each level lays its children out in a grid and so knows its own size; then all
 * are placed from the outside in. */
#include "draw_node.h"

#include <math.h>

#include "figure/svg.h"
#include "platform/quantity.h"

enum {
  PU_SIDE = 13,
  SMALL_CORE = 11,
  CORE_HEAD = 15,
  GAP = 6,
  SMALL_GAP = 3,
  HEAD = 22,
  BUS = 46,
  TRUNK = 10,
  TITLE = 34,
  LINK_GAP = 8,
  SMALL_WIDTH = 340
};

enum level { LEVEL_NODE, LEVEL_PACKAGE, LEVEL_NUMA, LEVEL_LLC, LEVEL_CORE, N_LEVELS };

struct box {
  enum level level;
  int id, n_pus; /* PUs: of cores only */
  double x, y, width, height;
  int columns;
  GPtrArray *children; /* struct box, owned */
};

static const char *const looks[N_LEVELS] = { "ground", "c-package edge", "c-numa edge",
                                             "c-llc edge", "ground edge" };

struct tn_drawn_node {
  const struct tn_platform *pf;
  bool is_small;
  struct box *box;
  char *title;                        /* NULL: none */
  double fabric_width, fabric_height; /* of what stands below the box */
};

static void box_free(void *data)
{
  struct box *box = data;
  g_ptr_array_unref(box->children);
  g_free(box);
}

static struct box *box_new(enum level level, int id)
{
  struct box *box = g_new0(struct box, 1);
  box->level = level;
  box->id = id;
  box->children = g_ptr_array_new_with_free_func(box_free);
  return box;
}

static struct box *child(struct box *parent, enum level level, int id)
{
  for (guint i = 0; i < parent->children->len; i++) {
    struct box *box = parent->children->pdata[i];
    if (box->id == id)
      return box;
  }
  struct box *box = box_new(level, id);
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
static struct box *tree_of(const struct tn_places *p, int n)
{
  const int *const ids[N_LEVELS] = { [LEVEL_PACKAGE] = p->package,
                                     [LEVEL_NUMA] = p->numa,
                                     [LEVEL_LLC] = p->llc,
                                     [LEVEL_CORE] = p->core };
  enum level order[] = { LEVEL_PACKAGE, LEVEL_NUMA, LEVEL_LLC, LEVEL_CORE };
  const int n_levels = G_N_ELEMENTS(order);
  int n_of[N_LEVELS];
  for (int l = 0; l < n_levels; l++)
    n_of[order[l]] = count_of(ids[order[l]], n);
  for (int i = 1; i < n_levels; i++)
    for (int j = i; j > 0 && n_of[order[j]] < n_of[order[j - 1]]; j--) {
      const enum level inner = order[j - 1];
      order[j - 1] = order[j];
      order[j] = inner;
    }
  struct box *node = box_new(LEVEL_NODE, 0);
  for (int i = 0; i < n; i++) {
    struct box *box = node;
    for (int l = 0; l < n_levels; l++)
      box = child(box, order[l], ids[order[l]][i]);
    box->n_pus++;
  }
  return node;
}

/* The platform's node, of a cluster the first; outside stands what there is least of: a domain may
 * span packages, a cache domains. NULL and *error when places cannot be made. */
static struct box *box_tree(const struct tn_platform *pf, GError **error)
{
  struct tn_places *places = tn_places_new(pf, "pu", tn_platform_n_pus(pf), error);
  if (!places)
    return NULL;
  struct box *box = tree_of(places, places->n / tn_platform_n_nodes(pf));
  tn_places_free(places);
  return box;
}

/* Whether packages stand side by side in the box, linked by a bar below each row of them. */
static bool has_links(const struct tn_drawn_node *node, const struct box *box)
{
  const struct box *first = box->children->len > 1 ? box->children->pdata[0] : NULL;
  return !node->is_small && first && first->level == LEVEL_PACKAGE;
}

/* "62GB/s", or NULL where the platform knows no limit. Transfer full. */
static char *known_rate(const struct tn_platform *pf, enum tn_param p)
{
  const double value = tn_platform_param(pf, p).value;
  return isfinite(value) ? tn_format_rate(value) : NULL;
}

/* What stands above what is in a box; "": nothing. Transfer full. */
static char *head_of(const struct tn_drawn_node *node, enum level level, int id)
{
  const double size = tn_platform_param(node->pf, TN_P_LLC_SIZE).value;
  g_autofree char *rate = NULL, *bytes = NULL;
  if (level == LEVEL_PACKAGE)
    return g_strdup_printf("package %d", id);
  if (level == LEVEL_NUMA) {
    rate = node->is_small ? NULL : known_rate(node->pf, TN_P_MEMORY_BANDWIDTH);
    return g_strdup_printf("memory %d%s%s", id, rate ? ": " : "", rate ? rate : "");
  }
  if (level != LEVEL_LLC || node->is_small)
    return g_strdup("");
  rate = known_rate(node->pf, TN_P_LLC_BANDWIDTH);
  bytes = isfinite(size) ? tn_format_size((size_t)size) : g_strdup("");
  return g_strdup_printf("LLC %d %s%s%s", id, bytes, rate ? " " : "", rate ? rate : "");
}

/* What stands at a package's link. Transfer full. */
static char *link_of(const struct tn_platform *pf)
{
  g_autofree char *rate = known_rate(pf, TN_P_PACKAGE_BANDWIDTH);
  return g_strdup_printf("link%s%s", rate ? ": " : "", rate ? rate : "");
}

/* Wide enough for the words in the head of a box, whatever its number, and for those that stand
 * right of the middle of a package. */
static double least_width(const struct tn_drawn_node *node, const struct box *box)
{
  const int most = tn_platform_n_cores(node->pf) - 1;
  g_autofree char *link = link_of(node->pf);
  g_autofree char *head = head_of(node, box->level, box->level == LEVEL_LLC ? most : box->id);
  const bool is_linked =
      !node->is_small && box->level == LEVEL_PACKAGE && tn_platform_n_packages(node->pf) > 1;
  return MAX(*head ? tn_svg_width(head) + 2 * GAP : 0,
             is_linked ? 2 * (tn_svg_width(link) + LINK_GAP) : 0);
}

/* Around and between the children of a box. */
static double gap_of(const struct tn_drawn_node *node)
{
  return node->is_small ? SMALL_GAP : GAP;
}

/* From the upper edge of a box to its children. */
static double top_of(const struct tn_drawn_node *node, const struct box *box)
{
  g_autofree char *head = head_of(node, box->level, box->id);
  return box->level == LEVEL_NODE && node->title ? TITLE : *head ? HEAD : gap_of(node);
}

/* A little wider than high, no wider than the space, the last row as full as may be. */
static int columns_of(const struct box *box, double width, double height, double space)
{
  const int n = (int)box->children->len;
  const int fitting = (int)CLAMP(space / width, 1, n);
  const int wanted = (int)CLAMP(ceil(sqrt(1.5 * n * height / width)), 1, n);
  const int rows = (n - 1) / MIN(fitting, wanted) + 1;
  return (n - 1) / rows + 1;
}

static void measure_core(const struct tn_drawn_node *node, struct box *box)
{
  const int columns = MIN(box->n_pus, 4);
  box->width = MAX(columns * (PU_SIDE + 2) + 6, 34);
  box->height = CORE_HEAD + (box->n_pus + columns - 1) / columns * (PU_SIDE + 2) + 4;
  if (node->is_small)
    box->width = box->height = SMALL_CORE;
}

static void measure(const struct tn_drawn_node *node, struct box *box, double space)
{
  const double gap = gap_of(node);
  const double below = has_links(node, box) ? BUS : 0, left = has_links(node, box) ? TRUNK : 0;
  double width = 0, height = 0;
  if (box->level == LEVEL_CORE) {
    measure_core(node, box);
    return;
  }
  for (guint i = 0; i < box->children->len; i++) {
    struct box *c = box->children->pdata[i];
    measure(node, c, space - 2 * gap);
    width = MAX(width, c->width);
    height = MAX(height, c->height);
  }
  /* One grid: unequal children stand in cells of the same size. */
  for (guint i = 0; i < box->children->len; i++) {
    struct box *c = box->children->pdata[i];
    c->width = width;
    c->height = height;
  }
  box->columns = columns_of(box, width + gap, height + gap + below, space - gap);
  const int rows = ((int)box->children->len + box->columns - 1) / box->columns;
  box->width = MAX(left + box->columns * (width + gap) + gap, least_width(node, box));
  box->height = top_of(node, box) + rows * (height + gap + below);
}

static void place(const struct tn_drawn_node *node, struct box *box, double x, double y)
{
  const double top = top_of(node, box), gap = gap_of(node);
  const double below = has_links(node, box) ? BUS : 0, left = has_links(node, box) ? TRUNK : 0;
  box->x = x;
  box->y = y;
  for (guint i = 0; i < box->children->len; i++) {
    struct box *c = box->children->pdata[i];
    const int column = (int)i % box->columns, row = (int)i / box->columns;
    place(node, c, x + left + gap + column * (c->width + gap),
          y + top + row * (c->height + gap + below));
  }
}

static void draw_core(GString *s, const struct box *box)
{
  g_autofree char *name = g_strdup_printf("c%d", box->id);
  const int columns = MIN(box->n_pus, 4);
  const double left = box->x + (box->width - columns * (PU_SIDE + 2) + 2) / 2;
  tn_svg_box(s, box->x, box->y, box->width, box->height, looks[LEVEL_CORE]);
  tn_svg_text(s, box->x + box->width / 2, box->y + 12, "middle", "", name);
  for (int i = 0; i < box->n_pus; i++)
    tn_svg_box(s, left + i % columns * (PU_SIDE + 2),
               box->y + CORE_HEAD + i / columns * (PU_SIDE + 2), PU_SIDE, PU_SIDE, "c-core edge");
}

/* Every package hangs on one interconnect, as in the model: a bar below each row of them. */
static void draw_links(GString *s, const struct tn_platform *pf, const struct box *box)
{
  const guint n = box->children->len;
  g_autofree char *text = link_of(pf);
  const double trunk = box->x + 4;
  double first_bar = 0, bar = 0;
  for (guint i = 0; i < n; i++) {
    const struct box *p = box->children->pdata[i];
    const double x = p->x + p->width / 2;
    bar = p->y + p->height + BUS - 12;
    first_bar = i == 0 ? bar : first_bar;
    tn_svg_path(s, TN_LINK, "M%.1f %.1fV%.1fM%.1f %.1fH%.1f", x, p->y + p->height, bar, trunk, bar,
                p->x + p->width);
    tn_svg_text(s, x + LINK_GAP, p->y + p->height + 20, "start", "", text);
  }
  tn_svg_path(s, TN_LINK, "M%.1f %.1fV%.1f", trunk, first_bar, bar);
}

static void draw_box(GString *s, const struct tn_drawn_node *node, const struct box *box)
{
  if (box->level == LEVEL_CORE && node->is_small)
    tn_svg_box(s, box->x, box->y, box->width, box->height, "c-core");
  else if (box->level == LEVEL_CORE)
    draw_core(s, box);
  else if (box->level != LEVEL_NODE) {
    g_autofree char *head = head_of(node, box->level, box->id);
    tn_svg_box(s, box->x, box->y, box->width, box->height, looks[box->level]);
    tn_svg_text(s, box->x + GAP, box->y + 16, "start", "", head);
  }
  for (guint i = 0; i < box->children->len; i++)
    draw_box(s, node, box->children->pdata[i]);
  if (has_links(node, box))
    draw_links(s, node->pf, box);
}

static void append_count(GString *s, int n, const char *one)
{
  g_string_append_printf(s, "%s%d %s%s", s->len ? ", " : "", n, one, n == 1 ? "" : "s");
}

char *tn_node_words(const struct tn_platform *pf)
{
  const int n = tn_platform_n_nodes(pf);
  GString *text = g_string_new(NULL);
  append_count(text, tn_platform_n_packages(pf) / n, "package");
  append_count(text, tn_platform_n_numas(pf) / n, "memory domain");
  append_count(text, tn_platform_n_llcs(pf) / n, "last-level cache");
  append_count(text, tn_platform_n_cores(pf) / n, "core");
  append_count(text, tn_platform_n_pus(pf) / n, "processing unit");
  return g_string_free(text, FALSE);
}

struct tn_drawn_node *tn_drawn_node_new(const struct tn_platform *pf, const char *name,
                                        bool is_small, GError **error)
{
  struct box *box = box_tree(pf, error);
  if (!box)
    return NULL;
  struct tn_drawn_node *node = g_new0(struct tn_drawn_node, 1);
  *node = (struct tn_drawn_node){ .pf = pf, .is_small = is_small, .box = box };
  g_autofree char *words = tn_node_words(pf);
  node->title = is_small ? NULL : g_strdup_printf("%s: %s (green)", name, words);
  measure(node, box, is_small ? SMALL_WIDTH : INFINITY);
  if (!is_small) {
    tn_draw_fabric(NULL, pf, 0, 0, &node->fabric_width, &node->fabric_height);
    box->width = MAX(box->width, tn_svg_width(node->title) + 4 * GAP);
  }
  return node;
}

void tn_drawn_node_free(struct tn_drawn_node *node)
{
  box_free(node->box);
  g_free(node->title);
  g_free(node);
}

double tn_drawn_node_width(const struct tn_drawn_node *node)
{
  return MAX(node->box->width, node->fabric_width);
}

double tn_drawn_node_height(const struct tn_drawn_node *node)
{
  return node->box->height + node->fabric_height;
}

void tn_drawn_node_write(GString *s, struct tn_drawn_node *node, double x, double y)
{
  place(node, node->box, x, y);
  if (node->title)
    tn_svg_text(s, x, y + 16, "start", "t", node->title);
  draw_box(s, node, node->box);
  if (!node->is_small)
    tn_draw_fabric(s, node->pf, x, y + node->box->height, &node->fabric_width,
                   &node->fabric_height);
}
