/* Columns with a line below each, one row below them for each link: an arrow between two lines. */
#include "draw_node.h"

#include <string.h>

#include "base/names.h"
#include "figure/svg.h"
#include "platform/fabric.h"

enum { GAP = 10, ABOVE = 16, HEIGHT = 40, LANE = 22, LEAST_WIDTH = 130 };
static const char named_looks[] = "c-numa edge", topology_looks[] = "c-llc edge",
                  device_looks[] = "c-package edge", engine_looks[] = "c-core edge";

/* Parallel arrays of texts; `names` ends with NULL once all are there. */
struct columns {
  GPtrArray *names, *texts, *looks;
  GArray *middles; /* double */
};

static void add(struct columns *c, const char *name, const char *text, const char *looks)
{
  g_ptr_array_insert(c->names, (int)c->names->len - 1, g_strdup(name));
  g_ptr_array_add(c->texts, g_strdup(text));
  g_ptr_array_add(c->looks, (gpointer)looks);
}

static int find(const struct columns *c, const struct tn_fabric *fabric, struct tn_place_id place)
{
  g_autofree char *name = tn_fabric_name(fabric, place);
  return tn_name_find((const char *const *)c->names->pdata, name);
}

/* Of the topology only the ends of links have a column. */
static void add_all(struct columns *c, const struct tn_platform *pf)
{
  const struct tn_fabric *fabric = tn_platform_fabric(pf);
  for (int i = 0; i < 2 * fabric->n_links; i++) {
    const struct tn_fabric_link *link = &fabric->links[i / 2];
    const struct tn_place_id end = i % 2 ? link->to : link->from;
    g_autofree char *name = tn_fabric_name(fabric, end);
    if (end.kind <= TN_PLACE_ADAPTER && find(c, fabric, end) < 0)
      add(c, name, "of the node", topology_looks);
  }
  for (int i = 0; i < fabric->n_places; i++) {
    g_autofree char *id = NULL, *value = NULL;
    tn_fabric_item(fabric, i, &id, &value);
    add(c, fabric->places[i].name, value,
        fabric->places[i].kind == TN_PLACE_ENGINE ? engine_looks : named_looks);
  }
  g_auto(GStrv) devices = g_strsplit(tn_platform_devices(pf), " ", -1);
  for (char **device = devices; *device; device++) {
    g_auto(GStrv) parts = g_strsplit(*device, ":", 2);
    if (parts[0] && parts[1])
      add(c, parts[0], g_strdelimit(parts[1], ":", ' '), device_looks);
  }
}

/* Draws the boxes where `s` is not NULL, `below` their lines' length; returns their width. */
static double draw_boxes(GString *s, struct columns *c, double left, double y, double below)
{
  double x = left;
  for (guint i = 0; i < c->texts->len; i++) {
    const char *name = c->names->pdata[i], *text = c->texts->pdata[i], *looks = c->looks->pdata[i];
    const double wide = MAX(tn_svg_width(name), tn_svg_width(text)) + 2 * GAP;
    const double width = MAX(wide, LEAST_WIDTH), middle = x + width / 2;
    g_array_append_val(c->middles, middle);
    if (s && looks != device_looks && looks != engine_looks)
      tn_svg_path(s, "axis", "M%.1f %.1fv%.1f", middle, y + HEIGHT, below);
    if (s) {
      tn_svg_box(s, x, y, width, HEIGHT, looks);
      tn_svg_text(s, middle, y + 16, "middle", "", name);
      tn_svg_text(s, middle, y + 32, "middle", "", text);
    }
    x += width + GAP;
  }
  return x - left;
}

/* Of a link, which has one direction. */
static void draw_arrow(GString *s, double from, double to, double y)
{
  const double back = to > from ? -9 : 9;
  tn_svg_path(s, "s1", "M%.1f %.1fH%.1f", from, y, to + back);
  tn_svg_path(s, "f1", "M%.1f %.1fl%.1f -4v8z", to, y, back);
}

void tn_draw_fabric(GString *s, const struct tn_platform *pf, double x, double y, double *ret_width,
                    double *ret_height)
{
  const struct tn_fabric *fabric = tn_platform_fabric(pf);
  const double top = y + ABOVE + HEIGHT;
  struct columns c = { g_ptr_array_new_with_free_func(g_free),
                       g_ptr_array_new_with_free_func(g_free), g_ptr_array_new(),
                       g_array_new(FALSE, FALSE, sizeof(double)) };
  g_ptr_array_add(c.names, NULL);
  add_all(&c, pf);
  *ret_width = draw_boxes(s, &c, x, y + ABOVE, fabric->n_links * LANE);
  *ret_height = c.texts->len ? ABOVE + HEIGHT + fabric->n_links * LANE : 0.0;
  for (int i = 0; s && i < fabric->n_links; i++) {
    const struct tn_fabric_link *link = &fabric->links[i];
    g_autofree char *id = NULL, *value = NULL;
    tn_fabric_item(fabric, fabric->n_places + i, &id, &value);
    const double from = g_array_index(c.middles, double, find(&c, fabric, link->from));
    const double to = g_array_index(c.middles, double, find(&c, fabric, link->to));
    draw_arrow(s, from, to, top + (i + 1) * LANE - 3);
    tn_svg_text(s, MIN(from, to) + GAP, top + (i + 1) * LANE - 8, "start", "", value);
  }
  g_ptr_array_unref(c.names);
  g_ptr_array_unref(c.texts);
  g_ptr_array_unref(c.looks);
  g_array_unref(c.middles);
}
