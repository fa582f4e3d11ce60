/* Of a cluster the first node stands on top; below it rows of the others, each row hanging on a bar
 * of its own, the bars on one trunk at the left: the switches, which have no topology. */
#include "plot.h"

#include <math.h>

#include "draw_node.h"
#include "figure/svg.h"
#include "platform/quantity.h"

enum {
  MARGIN = 14,
  TITLE = 34,
  PAD = 8,
  GAP = 10,
  NIC_HEIGHT = 20,
  NIC_WIDTH = 150,
  BUS = 34,
  NODE_WIDTH = 104,
  NODE_HEIGHT = 30,
  TRUNK = 12
};
static const char node_looks[] = "c-package edge", nic_looks[] = "c-llc edge";

static char *draw_one(struct tn_drawn_node *node, const char *name)
{
  GString *s = g_string_new(NULL);
  tn_svg_begin(s, false, tn_drawn_node_width(node) + 2 * MARGIN,
               tn_drawn_node_height(node) + 2 * MARGIN, name);
  tn_drawn_node_write(s, node, MARGIN, MARGIN);
  tn_svg_end(s);
  return g_string_free(s, FALSE);
}

static char *rate_of(const struct tn_platform *pf, enum tn_param p)
{
  return tn_format_rate(tn_platform_param(pf, p).value);
}

/* What stands along the first bar. Transfer full. */
static char *switches_of(const struct tn_platform *pf)
{
  const bool is_full = isinf(tn_platform_param(pf, TN_P_SWITCH_BANDWIDTH).value);
  g_autofree char *rate = rate_of(pf, TN_P_SWITCH_BANDWIDTH);
  g_autofree char *latency = tn_format_time(tn_platform_param(pf, TN_P_NETWORK_LATENCY).value);
  return g_strdup_printf("switches: %s%s; %s from adapter to memory",
                         is_full ? "full bisection" : rate, is_full ? "" : " in all", latency);
}

/* The first node with its adapter, from which a link goes down to the bar at `bar`. */
static void draw_first(GString *s, const struct tn_platform *pf, struct tn_drawn_node *node,
                       double x, double y, double width, double bar)
{
  const double height = tn_drawn_node_height(node) + 2 * PAD;
  g_autofree char *rate = rate_of(pf, TN_P_NETWORK_BANDWIDTH);
  g_autofree char *text = g_strdup_printf("NIC: %s", rate);
  g_autofree char *switches = switches_of(pf);
  tn_svg_box(s, x, y, width, height, node_looks);
  tn_drawn_node_write(s, node, x + PAD, y + PAD);
  tn_svg_box(s, x, y + height, NIC_WIDTH, NIC_HEIGHT, nic_looks);
  tn_svg_text(s, x + NIC_WIDTH / 2, y + height + 15, "middle", "", text);
  tn_svg_path(s, TN_LINK, "M%.1f %.1fV%.1f", x + NIC_WIDTH / 2, y + height + NIC_HEIGHT, bar);
  tn_svg_text(s, x + NIC_WIDTH + GAP, bar - 8, "start", "", switches);
}

/* One of the others, by name, below the bar. */
static void draw_other(GString *s, int id, double x, double bar)
{
  const double y = bar + GAP;
  g_autofree char *name = g_strdup_printf("node %d", id);
  tn_svg_path(s, TN_LINK, "M%.1f %.1fV%.1f", x + NODE_WIDTH / 2, bar, y);
  tn_svg_box(s, x + NODE_WIDTH / 4, y, NODE_WIDTH / 2, NIC_HEIGHT - 4, nic_looks);
  tn_svg_text(s, x + NODE_WIDTH / 2, y + 13, "middle", "", "NIC");
  tn_svg_box(s, x, y + NIC_HEIGHT - 4, NODE_WIDTH, NODE_HEIGHT, node_looks);
  tn_svg_text(s, x + NODE_WIDTH / 2, y + NIC_HEIGHT + 15, "middle", "", name);
}

static char *draw_cluster(const struct tn_platform *pf, struct tn_drawn_node *node)
{
  const int n = tn_platform_n_nodes(pf);
  g_autofree char *title = g_strdup_printf(
      "%s: %d nodes, all alike, each with a network adapter (NIC)", tn_platform_name(pf), n);
  g_autofree char *switches = switches_of(pf);
  const double least = MAX(tn_svg_width(title), NIC_WIDTH + GAP + tn_svg_width(switches));
  const double inner = MAX(tn_drawn_node_width(node) + 2 * PAD, least);
  const int columns = MIN(n - 1, (int)(inner / (NODE_WIDTH + GAP)));
  const int n_rows = (n - 2) / columns + 1;
  const double row = GAP + NIC_HEIGHT - 4 + NODE_HEIGHT + GAP + 4;
  const double x = MARGIN + TRUNK, y = MARGIN + TITLE;
  const double first = y + tn_drawn_node_height(node) + 2 * PAD + NIC_HEIGHT + BUS;
  GString *s = g_string_new(NULL);
  tn_svg_begin(s, false, inner + TRUNK + 2 * MARGIN, first + n_rows * row + MARGIN, title);
  tn_svg_text(s, MARGIN, MARGIN + 16, "start", "t", title);
  draw_first(s, pf, node, x, y, inner, first);
  for (int i = 1; i < n; i++) {
    const int column = (i - 1) % columns;
    const double bar = first + (i - 1) / columns * row;
    if (column == 0)
      tn_svg_path(s, TN_LINK, "M%d %.1fH%.1f", MARGIN, bar, x + inner);
    draw_other(s, i, x + column * (NODE_WIDTH + GAP), bar);
  }
  tn_svg_path(s, TN_LINK, "M%d %.1fV%.1f", MARGIN, first, first + (n_rows - 1) * row);
  tn_svg_end(s);
  return g_string_free(s, FALSE);
}

char *tn_draw(const struct tn_platform *pf, GError **error)
{
  const bool is_cluster = tn_platform_n_nodes(pf) > 1;
  const char *name = is_cluster ? "node 0" : tn_platform_name(pf);
  struct tn_drawn_node *node = tn_drawn_node_new(pf, name, false, error);
  if (!node)
    return NULL;
  char *text = is_cluster ? draw_cluster(pf, node) : draw_one(node, name);
  tn_drawn_node_free(node);
  return text;
}
