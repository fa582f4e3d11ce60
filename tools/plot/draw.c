/* Draws a cluster: the first node, below it rows of others. A bar per row and a trunk at the left
 * are the switches, whose topology is not modelled. */
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

static void append_at(GString *s, const char *node, double x, double y)
{
  tn_svg_open_at(s, x, y);
  g_string_append(s, node);
  tn_svg_close(s);
}

/* `node`: the first node's drawing of width x height pixels. */
static char *draw_cluster(const struct tn_platform *pf, const char *node, double width,
                          double height)
{
  const int n = tn_platform_n_nodes(pf);
  g_autofree char *title = g_strdup_printf(
      "%s: %d nodes, all alike, each with a network adapter (NIC)", tn_platform_name(pf), n);
  g_autofree char *latency = tn_format_time(tn_platform_param(pf, TN_P_NETWORK_LATENCY).value);
  g_autofree char *switches =
      g_strdup_printf("switches: full bisection; %s from adapter to memory", latency);
  g_autofree char *rate = tn_format_rate(tn_platform_param(pf, TN_P_NETWORK_BANDWIDTH).value);
  g_autofree char *adapter = g_strdup_printf("NIC: %s", rate);
  const double least = MAX(tn_svg_width(title), NIC_WIDTH + GAP + tn_svg_width(switches));
  const double inner = MAX(width + 2 * PAD, least);
  const int columns = MIN(n - 1, (int)(inner / (NODE_WIDTH + GAP)));
  const int n_rows = (n - 2) / columns + 1;
  const double row = GAP + NIC_HEIGHT - 4 + NODE_HEIGHT + GAP + 4;
  const double x = MARGIN + TRUNK, y = MARGIN + TITLE, nic = y + height + 2 * PAD;
  const double first = nic + NIC_HEIGHT + BUS;
  GString *s = g_string_new(NULL);
  tn_svg_begin(s, false, inner + TRUNK + 2 * MARGIN, first + n_rows * row + MARGIN, title);
  tn_svg_text(s, MARGIN, MARGIN + 16, "start", "t", title);
  tn_svg_box(s, x, y, inner, nic - y, node_looks);
  append_at(s, node, x + PAD, y + PAD);
  tn_svg_box(s, x, nic, NIC_WIDTH, NIC_HEIGHT, nic_looks);
  tn_svg_text(s, x + NIC_WIDTH / 2, nic + 15, "middle", "", adapter);
  tn_svg_path(s, TN_LINK, "M%.1f %.1fV%.1f", x + NIC_WIDTH / 2, nic + NIC_HEIGHT, first);
  tn_svg_text(s, x + NIC_WIDTH + GAP, first - 8, "start", "", switches);
  for (int i = 1; i < n; i++) {
    const int column = (i - 1) % columns;
    const double bar = first + (i - 1) / columns * row;
    if (column == 0)
      tn_svg_path(s, TN_LINK, "M%d %.1fH%.1f", MARGIN, bar, x + inner);
    const double left = x + column * (NODE_WIDTH + GAP), top = bar + GAP;
    g_autofree char *name = g_strdup_printf("node %d", i);
    tn_svg_path(s, TN_LINK, "M%.1f %.1fV%.1f", left + NODE_WIDTH / 2, bar, top);
    tn_svg_box(s, left + NODE_WIDTH / 4, top, NODE_WIDTH / 2, NIC_HEIGHT - 4, nic_looks);
    tn_svg_text(s, left + NODE_WIDTH / 2, top + 13, "middle", "", "NIC");
    tn_svg_box(s, left, top + NIC_HEIGHT - 4, NODE_WIDTH, NODE_HEIGHT, node_looks);
    tn_svg_text(s, left + NODE_WIDTH / 2, top + NIC_HEIGHT + 15, "middle", "", name);
  }
  tn_svg_path(s, TN_LINK, "M%d %.1fV%.1f", MARGIN, first, first + (n_rows - 1) * row);
  tn_svg_end(s);
  return g_string_free(s, FALSE);
}

char *tn_draw(const struct tn_platform *pf, GError **error)
{
  const bool is_cluster = tn_platform_n_nodes(pf) > 1;
  const char *name = is_cluster ? "node 0" : tn_platform_name(pf);
  double width, height;
  g_autofree char *node = tn_node_draw(pf, name, &width, &height, error);
  if (!node || is_cluster)
    return node ? draw_cluster(pf, node, width, height) : NULL;
  GString *s = g_string_new(NULL);
  tn_svg_begin(s, false, width + 2 * MARGIN, height + 2 * MARGIN, name);
  append_at(s, node, MARGIN, MARGIN);
  tn_svg_end(s);
  return g_string_free(s, FALSE);
}
