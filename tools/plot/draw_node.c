/* Draws nested boxes. First the size of each box is computed from its children, which form a grid;
 * then the boxes are placed, beginning with the outermost one. The places that the platform's file
 * names are below the node (draw_fabric.c). */
#include "draw_node.h"

#include <math.h>

#include "figure/svg.h"
#include "platform/quantity.h"

enum { PU_SIDE = 13, SMALL_CORE = 11, CORE_HEAD = 15, GAP = 6, SMALL_GAP = 3, HEAD = 22 };
enum { BUS = 46, TRUNK = 10, TITLE = 34, LINK_GAP = 8, SMALL_WIDTH = 340 };
enum level { LEVEL_NODE, LEVEL_PACKAGE, LEVEL_NUMA, LEVEL_LLC, LEVEL_CORE, N_LEVELS };

struct node_box {
  enum level level;
  int id, n_pus, columns; /* id: number of the place; n_pus: number of processing units, only for
                           * cores; columns of the grid */
  char *head;
  double width, height;
  bool is_linked;      /* true for packages, with a bar below each row that links them */
  GPtrArray *children; /* struct node_box: the boxes inside */
};

struct node_drawing {
  const struct tn_platform *pf;
  bool is_small;
  const char *link; /* text at each package's link, or NULL */
  GString *s;
};

static void box_free(void *data)
{
  struct node_box *box = data;
  g_ptr_array_unref(box->children);
  g_free(box->head);
  g_free(box);
}

static struct node_box *box_new(enum level level, int id, char *head)
{
  struct node_box *box = g_new0(struct node_box, 1);
  *box = (struct node_box){ .level = level, .id = id, .head = head };
  box->children = g_ptr_array_new_with_free_func(box_free);
  return box;
}

/* Returns `before` and "62GB/s"; "" without a limit. Transfer full. */
static char *known_rate(const struct tn_platform *pf, enum tn_param p, const char *before)
{
  const double value = tn_platform_param(pf, p).value;
  g_autofree char *rate = isfinite(value) ? tn_format_rate(value) : NULL;
  return rate ? g_strconcat(before, rate, NULL) : g_strdup("");
}

static char *head_of(const struct node_drawing *d, enum level level, int id)
{
  const double size = tn_platform_param(d->pf, TN_P_LLC_SIZE).value;
  if (level == LEVEL_PACKAGE)
    return g_strdup_printf("package %d", id);
  if (level == LEVEL_CORE || (d->is_small && level == LEVEL_LLC))
    return level == LEVEL_CORE && !d->is_small ? g_strdup_printf("c%d", id) : g_strdup("");
  g_autofree char *bytes = isfinite(size) ? tn_format_size((size_t)size) : g_strdup("");
  g_autofree char *rate = d->is_small           ? g_strdup("")
                          : level == LEVEL_NUMA ? known_rate(d->pf, TN_P_MEMORY_BANDWIDTH, ": ")
                                                : known_rate(d->pf, TN_P_LLC_BANDWIDTH, " ");
  return level == LEVEL_NUMA ? g_strdup_printf("memory %d%s", id, rate)
                             : g_strdup_printf("LLC %d %s%s", id, bytes, rate);
}

/* Adds the first n places. The level with the fewest is outside, because a domain may span packages
 * and a cache domains. */
static void add_tree(const struct node_drawing *d, struct node_box *node, const struct tn_places *p,
                     int n)
{
  const int *const ids[N_LEVELS] = { NULL, p->package, p->numa, p->llc, p->core };
  enum level order[] = { LEVEL_PACKAGE, LEVEL_NUMA, LEVEL_LLC, LEVEL_CORE };
  const int n_levels = G_N_ELEMENTS(order);
  const int n_of[N_LEVELS] = { 1, p->n_packages, p->n_numas, p->n_llcs, p->n_cores };
  for (int i = 1; i < n_levels; i++)
    for (int j = i; j > 0 && n_of[order[j]] < n_of[order[j - 1]]; j--) {
      const enum level inner = order[j - 1];
      order[j - 1] = order[j];
      order[j] = inner;
    }
  for (int i = 0; i < n; i++) {
    struct node_box *box = node;
    for (int l = 0; l < n_levels; l++) {
      const int id = ids[order[l]][i];
      guint c = 0;
      while (c < box->children->len && ((const struct node_box *)box->children->pdata[c])->id != id)
        c++;
      if (c == box->children->len)
        g_ptr_array_add(box->children, box_new(order[l], id, head_of(d, order[l], id)));
      box = box->children->pdata[c];
    }
    box->n_pus++;
  }
}

/* Returns the distance from the upper edge to the children. */
static double top_of(const struct node_drawing *d, const struct node_box *box)
{
  return box->level == LEVEL_NODE && !d->is_small ? TITLE
         : *box->head                             ? HEAD
         : d->is_small                            ? SMALL_GAP
                                                  : GAP;
}

/* Computes the size of a box. Its children form a grid of equal cells within the available width,
 * slightly wider than high, with the last row as full as possible. */
static void measure(const struct node_drawing *d, struct node_box *box, double space)
{
  const double gap = d->is_small ? SMALL_GAP : GAP;
  const int n = (int)box->children->len, n_units = MIN(box->n_pus, 4);
  double width = 0, height = 0;
  if (box->level == LEVEL_CORE) {
    box->width = d->is_small ? SMALL_CORE : MAX(n_units * (PU_SIDE + 2) + 6, 34);
    box->height = d->is_small
                      ? SMALL_CORE
                      : CORE_HEAD + (box->n_pus + n_units - 1) / n_units * (PU_SIDE + 2) + 4;
    return;
  }
  for (int i = 0; i < n; i++) {
    struct node_box *c = box->children->pdata[i];
    measure(d, c, space - 2 * gap);
    width = MAX(width, c->width);
    height = MAX(height, c->height);
    box->is_linked = d->link && n > 1 && c->level == LEVEL_PACKAGE;
  }
  for (int i = 0; i < n; i++) {
    struct node_box *c = box->children->pdata[i];
    c->width = width;
    c->height = height;
  }
  const double below = box->is_linked ? BUS : 0, wide = width + gap, high = height + gap + below;
  const int fitting = (int)CLAMP((space - gap) / wide, 1, n);
  const int wanted = (int)CLAMP(ceil(sqrt(1.5 * n * high / wide)), 1, n);
  const int rows = (n - 1) / MIN(fitting, wanted) + 1;
  box->columns = (n - 1) / rows + 1;
  box->width = MAX((box->is_linked ? TRUNK : 0) + box->columns * wide + gap,
                   *box->head ? tn_svg_width(box->head) + 2 * GAP : 0);
  if (d->link && box->level == LEVEL_PACKAGE)
    box->width = MAX(box->width, 2 * (tn_svg_width(d->link) + LINK_GAP));
  box->height = top_of(d, box) + ((n - 1) / box->columns + 1) * high;
}

/* Draws a box at x, y. As in the model all packages share one interconnect: a bar below each
 * row. */
static void draw_tree(const struct node_drawing *d, const struct node_box *box, double x, double y)
{
  static const char *const looks[] = { "ground", "c-package edge", "c-numa edge", "c-llc edge" };
  const double gap = d->is_small ? SMALL_GAP : GAP, trunk = x + 4;
  double bar = 0;
  if (box->level == LEVEL_CORE) {
    const int columns = MIN(box->n_pus, 4);
    const double left = x + (box->width - columns * (PU_SIDE + 2) + 2) / 2;
    tn_svg_box(d->s, x, y, box->width, box->height, d->is_small ? "c-core" : "ground edge");
    if (!d->is_small)
      tn_svg_text(d->s, x + box->width / 2, y + 12, "middle", "", box->head);
    for (int i = 0; i < box->n_pus && !d->is_small; i++)
      tn_svg_box(d->s, left + i % columns * (PU_SIDE + 2),
                 y + CORE_HEAD + i / columns * (PU_SIDE + 2), PU_SIDE, PU_SIDE, "c-core edge");
    return;
  }
  if (box->level != LEVEL_NODE)
    tn_svg_box(d->s, x, y, box->width, box->height, looks[box->level]);
  if (*box->head)
    tn_svg_text(d->s, box->level == LEVEL_NODE ? x : x + GAP, y + 16, "start",
                box->level == LEVEL_NODE ? "t" : "", box->head);
  for (guint i = 0; i < box->children->len; i++) {
    const struct node_box *c = box->children->pdata[i];
    const int column = (int)i % box->columns, row = (int)i / box->columns;
    const double left = x + (box->is_linked ? TRUNK : 0) + gap + column * (c->width + gap);
    const double top = y + top_of(d, box) + row * (c->height + gap + (box->is_linked ? BUS : 0));
    draw_tree(d, c, left, top);
    if (!box->is_linked)
      continue;
    const double middle = left + c->width / 2, end = top + c->height, last = bar;
    bar = end + BUS - 12;
    tn_svg_path(d->s, TN_LINK, "M%.1f %.1fV%.1fM%.1f %.1fV%.1fH%.1f", middle, end, bar, trunk,
                i > 0 ? last : bar, bar, left + c->width);
    tn_svg_text(d->s, middle + LINK_GAP, end + 20, "start", "", d->link);
  }
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

char *tn_node_draw(const struct tn_platform *pf, const char *name, double *ret_width,
                   double *ret_height, GError **error)
{
  struct tn_places *places = tn_places_new(pf, "pu", tn_platform_n_pus(pf), error);
  const int n_nodes = tn_platform_n_nodes(pf);
  if (!places)
    return NULL;
  g_autofree char *words = tn_node_words(pf);
  g_autofree char *link = known_rate(pf, TN_P_PACKAGE_BANDWIDTH, "link: ");
  struct node_drawing d = { .pf = pf, .is_small = !name, .s = g_string_new(NULL) };
  struct node_box *node =
      box_new(LEVEL_NODE, 0, name ? g_strdup_printf("%s: %s (green)", name, words) : g_strdup(""));
  if (name && tn_platform_n_packages(pf) > n_nodes)
    d.link = *link ? link : "link";
  add_tree(&d, node, places, places->n / n_nodes);
  tn_places_free(places);
  measure(&d, node, name ? INFINITY : SMALL_WIDTH);
  draw_tree(&d, node, 0, 0);
  *ret_width = node->width;
  *ret_height = node->height;
  box_free(node);
  if (name)
    tn_fabric_draw(d.s, pf, ret_width, ret_height);
  return g_string_free(d.s, FALSE);
}
