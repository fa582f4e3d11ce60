/* Boxes in boxes: each level lays its children out in a grid and so knows its own size; then all
 * are placed from the outside in. */
#include "draw_node.h"

#include <math.h>
#include <string.h>

#include "draw_fabric.h"
#include "node_tree.h"
#include "platform/quantity.h"
#include "svg.h"

enum {
  PU_SIDE = 13,
  CORE_HEAD = 15,
  GAP = 6,
  HEAD = 24,
  BUS = 46,
  TRUNK = 10,
  TITLE = 34,
  LINK_FONT = 13,
  LINK_GAP = 8
};

static const char *const fills[TN_N_LEVELS] = { "#FFFFFF", "#F2F2F2", "#DCEBF7", "#FBE8C8",
                                                "#FFFFFF" };

struct tn_drawn_node {
  const struct tn_platform *pf;
  struct tn_box *box;
  char *title;
  double fabric_width, fabric_height; /* of what stands below the box */
};

/* Whether packages stand side by side in the box, linked by a bar below each row of them. */
static bool has_links(const struct tn_box *box)
{
  const struct tn_box *first = box->children->len > 1 ? box->children->pdata[0] : NULL;
  return first && first->level == TN_LEVEL_PACKAGE;
}

/* "62GB/s", or NULL where the platform knows no limit. Transfer full. */
static char *known_rate(const struct tn_platform *pf, enum tn_param p)
{
  const double value = tn_platform_param(pf, p).value;
  return isfinite(value) ? tn_format_rate(value) : NULL;
}

static char *head_of(const struct tn_platform *pf, const struct tn_box *box)
{
  const double size = tn_platform_param(pf, TN_P_LLC_SIZE).value;
  const int n = tn_platform_n_nodes(pf);
  const int n_packages = tn_platform_n_packages(pf) / n, n_numas = tn_platform_n_numas(pf) / n;
  g_autofree char *rate = NULL, *bytes = NULL;
  switch (box->level) {
  case TN_LEVEL_NODE:
    return g_strdup_printf(
        "%d package%s, %d memory domain%s, %d cores (c), %d processing units (green)", n_packages,
        n_packages == 1 ? "" : "s", n_numas, n_numas == 1 ? "" : "s", tn_platform_n_cores(pf) / n,
        tn_platform_n_pus(pf) / n);
  case TN_LEVEL_PACKAGE:
    return g_strdup_printf("package %d", box->id);
  case TN_LEVEL_NUMA:
    rate = known_rate(pf, TN_P_MEMORY_BANDWIDTH);
    return g_strdup_printf("memory %d%s%s", box->id, rate ? ": " : "", rate ? rate : "");
  default:
    rate = known_rate(pf, TN_P_LLC_BANDWIDTH);
    bytes = isfinite(size) ? tn_format_size((size_t)size) : g_strdup("");
    return g_strdup_printf("LLC %d %s%s%s", box->id, bytes, rate ? " " : "", rate ? rate : "");
  }
}

/* What stands at a package's link. Transfer full. */
static char *link_of(const struct tn_platform *pf)
{
  g_autofree char *rate = known_rate(pf, TN_P_PACKAGE_BANDWIDTH);
  return g_strdup_printf("link%s%s", rate ? ": " : "", rate ? rate : "");
}

static int font_of(enum tn_level level)
{
  static const int sizes[TN_N_LEVELS] = { 15, 14, 14, 12, 11 };
  return sizes[level];
}

/* Wide enough for the words in the head of a box, whatever its number, and for those that stand
 * right of the middle of a package. */
static double least_width(const struct tn_platform *pf, const struct tn_box *box)
{
  const int most = tn_platform_n_cores(pf) - 1;
  const struct tn_box last = { .level = box->level,
                               .id = box->level == TN_LEVEL_LLC ? most : box->id };
  g_autofree char *head = head_of(pf, &last), *link = link_of(pf);
  const double beside = box->level == TN_LEVEL_PACKAGE && tn_platform_n_packages(pf) > 1
                            ? 2 * (tn_svg_width(link, LINK_FONT) + LINK_GAP)
                            : 0;
  return MAX(tn_svg_width(head, font_of(box->level)) + 2 * GAP, beside);
}

/* Packages side by side, two rows at most up to eight; else about 3 wide to 2 high, with as few
 * empty places as may be. */
static int columns_of(const struct tn_box *box)
{
  const int n = (int)box->children->len;
  const struct tn_box *first = box->children->pdata[0];
  if (first->level == TN_LEVEL_PACKAGE)
    return n <= 2 ? n : (n + 1) / 2 <= 4 ? (n + 1) / 2 : (int)ceil(sqrt(n));
  const double ideal = sqrt(1.5 * n * first->height / first->width);
  int best = CLAMP((int)ceil(ideal), 1, n);
  for (int columns = (int)ceil(ideal / 1.5); columns <= MIN(n, 1.5 * ideal); columns++) {
    const int empty = (n + columns - 1) / columns * columns - n;
    const int best_empty = (n + best - 1) / best * best - n;
    if (empty < best_empty || (empty == best_empty && fabs(columns - ideal) < fabs(best - ideal)))
      best = columns;
  }
  return best;
}

static void measure(struct tn_box *box, const struct tn_platform *pf)
{
  double width = 0, height = 0;
  if (box->level == TN_LEVEL_CORE) {
    const int columns = MIN(box->n_pus, 4);
    box->width = MAX(columns * (PU_SIDE + 2) + 6, 34);
    box->height = CORE_HEAD + (box->n_pus + columns - 1) / columns * (PU_SIDE + 2) + 4;
    return;
  }
  for (guint i = 0; i < box->children->len; i++) {
    struct tn_box *c = box->children->pdata[i];
    measure(c, pf);
    width = MAX(width, c->width);
    height = MAX(height, c->height);
  }
  /* One grid: unequal children stand in cells of the same size. */
  for (guint i = 0; i < box->children->len; i++) {
    struct tn_box *c = box->children->pdata[i];
    c->width = width;
    c->height = height;
  }
  box->columns = columns_of(box);
  const int rows = ((int)box->children->len + box->columns - 1) / box->columns;
  const double below = has_links(box) ? BUS : 0, left = has_links(box) ? TRUNK : 0;
  box->width = MAX(left + box->columns * (width + GAP) + GAP, least_width(pf, box));
  box->height = (box->level == TN_LEVEL_NODE ? TITLE : HEAD) + rows * (height + GAP + below);
}

static void place(struct tn_box *box, double x, double y)
{
  box->x = x;
  box->y = y;
  const double head = box->level == TN_LEVEL_NODE ? TITLE : HEAD;
  const double below = has_links(box) ? BUS : 0, left = has_links(box) ? TRUNK : 0;
  for (guint i = 0; i < box->children->len; i++) {
    struct tn_box *c = box->children->pdata[i];
    const int column = (int)i % box->columns, row = (int)i / box->columns;
    place(c, x + left + GAP + column * (c->width + GAP),
          y + head + row * (c->height + GAP + below));
  }
}

static void draw_core(GString *s, const struct tn_box *box)
{
  g_autofree char *name = g_strdup_printf("c%d", box->id);
  const int columns = MIN(box->n_pus, 4);
  const double left = box->x + (box->width - columns * (PU_SIDE + 2) + 2) / 2;
  tn_svg_text(s, box->x + box->width / 2, box->y + 12, font_of(TN_LEVEL_CORE), "middle", name);
  for (int i = 0; i < box->n_pus; i++)
    tn_svg_box(s, left + i % columns * (PU_SIDE + 2),
               box->y + CORE_HEAD + i / columns * (PU_SIDE + 2), PU_SIDE, PU_SIDE, "#9BD3BE");
}

/* Every package hangs on one interconnect, as in the model: a bar below each row of them. */
static void draw_links(GString *s, const struct tn_platform *pf, const struct tn_box *box)
{
  const guint n = box->children->len;
  g_autofree char *text = link_of(pf);
  const double trunk = box->x + 4;
  double first_bar = 0, bar = 0;
  for (guint i = 0; i < n; i++) {
    const struct tn_box *p = box->children->pdata[i];
    const double x = p->x + p->width / 2;
    bar = p->y + p->height + BUS - 12;
    first_bar = i == 0 ? bar : first_bar;
    tn_svg_link(s, x, p->y + p->height, x, bar);
    tn_svg_link(s, trunk, bar, p->x + p->width, bar);
    tn_svg_text(s, x + LINK_GAP, p->y + p->height + 20, LINK_FONT, "start", text);
  }
  tn_svg_link(s, trunk, first_bar, trunk, bar);
}

static void draw_box(GString *s, const struct tn_platform *pf, const struct tn_box *box)
{
  if (box->level != TN_LEVEL_NODE)
    tn_svg_box(s, box->x, box->y, box->width, box->height, fills[box->level]);
  if (box->level == TN_LEVEL_CORE) {
    draw_core(s, box);
    return;
  }
  if (box->level != TN_LEVEL_NODE) {
    g_autofree char *head = head_of(pf, box);
    tn_svg_text(s, box->x + GAP, box->y + 17, font_of(box->level), "start", head);
  }
  for (guint i = 0; i < box->children->len; i++)
    draw_box(s, pf, box->children->pdata[i]);
  if (has_links(box))
    draw_links(s, pf, box);
}

struct tn_drawn_node *tn_drawn_node_new(const struct tn_platform *pf, const char *name,
                                        GError **error)
{
  struct tn_box *box = tn_box_tree(pf, error);
  if (!box)
    return NULL;
  struct tn_drawn_node *node = g_new(struct tn_drawn_node, 1);
  node->pf = pf;
  node->box = box;
  measure(node->box, pf);
  tn_draw_fabric(NULL, pf, 0, 0, &node->fabric_width, &node->fabric_height);
  g_autofree char *parts = head_of(pf, node->box);
  node->title = g_strdup_printf("%s: %s", name, parts);
  node->box->width =
      MAX(node->box->width, tn_svg_width(node->title, font_of(TN_LEVEL_NODE)) + 2 * GAP);
  return node;
}

void tn_drawn_node_free(struct tn_drawn_node *node)
{
  tn_box_free(node->box);
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
  place(node->box, x, y);
  tn_svg_text(s, x, y + 16, font_of(TN_LEVEL_NODE), "start", node->title);
  draw_box(s, node->pf, node->box);
  tn_draw_fabric(s, node->pf, x, y + node->box->height, &node->fabric_width, &node->fabric_height);
}
