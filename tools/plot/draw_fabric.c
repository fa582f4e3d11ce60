/* Draws rows of places: topology, switches, memories, switches between memories, places without
 * links. A line per link or both directions; a legend explains types. */
#include <math.h>
#include <string.h>

#include "draw_node.h"
#include "figure/svg.h"
#include "platform/fabric.h"

enum { GAP = 10, ABOVE = 16, HEIGHT = 40, ENGINE = 20, BETWEEN = 52, LINE = 18, SAMPLE = 40 };
enum { LEAST_WIDTH = 76, N_HUES = 8, MAX_ARC = 150 };
/* Special numbers of rows: row not yet known, place without links, place that is not drawn. */
enum { UNKNOWN = 1000, UNLINKED, HIDDEN };

struct fabric_box {
  struct tn_place_id id; /* identifies the place; the kind of devices is TN_N_PLACE_KINDS */
  const char *looks;
  char *name, *text, *engines; /* engines: those that serve only this memory, or NULL */
  int row;
  double x, y, width, height;
};

struct drawn_link {
  struct fabric_box *from, *to;
  guint legend;
  bool has_back;
};

struct drawn_legend {
  char *text;
  int n;
  bool is_link;
};

struct fabric_drawing {
  const struct tn_fabric *fabric;
  GPtrArray *places; /* struct fabric_box, the fabric's first */
  GArray *links;     /* struct drawn_link, in fabric order */
  GArray *legend;    /* struct drawn_legend: the lines of the legend */
  int memories;      /* number of the row of the memories */
};
#define LINK(d, i) (&g_array_index((d)->links, struct drawn_link, i))
#define LEGEND(d, i) (&g_array_index((d)->legend, struct drawn_legend, i))

static void place_free(void *data)
{
  struct fabric_box *place = data;
  g_free(place->name);
  g_free(place->text);
  g_free(place->engines);
  g_free(place);
}

static void legend_clear(void *legend)
{
  g_free(((struct drawn_legend *)legend)->text);
}

/* Adds a box for a place. Takes ownership of name and text. */
static struct fabric_box *add_place(struct fabric_drawing *d, struct fabric_box place)
{
  g_ptr_array_add(d->places, g_memdup2(&place, sizeof place));
  return d->places->pdata[d->places->len - 1];
}

/* Returns the box of the place at one end of a link. If a place of the topology has no box yet, it
 * gets one in the first row. */
static struct fabric_box *end_of(struct fabric_drawing *d, struct tn_place_id id)
{
  for (guint i = 0; i < d->places->len; i++) {
    struct fabric_box *place = d->places->pdata[i];
    if (place->id.kind == id.kind && place->id.number == id.number)
      return place;
  }
  return add_place(d, (struct fabric_box){ id, "c-llc edge", .name = tn_fabric_name(d->fabric, id),
                                           .text = g_strdup("of the node") });
}

/* Counts one more line of the drawing with this text in the legend. Returns the number of the
 * legend's entry. Takes ownership of `text`. */
static guint count_legend(struct fabric_drawing *d, bool is_link, char *text)
{
  guint i = 0;
  while (i < d->legend->len && strcmp(LEGEND(d, i)->text, text) != 0)
    i++;
  if (i == d->legend->len) {
    const struct drawn_legend one = { g_strdup(text), 0, is_link };
    g_array_append_val(d->legend, one);
  }
  LEGEND(d, i)->n++;
  g_free(text);
  return i;
}

/* Adds the links of the fabric with their entries in the legend. */
static void add_links(struct fabric_drawing *d)
{
  const struct tn_fabric *fabric = d->fabric;
  for (int i = 0; i < fabric->n_links; i++) {
    const int back = tn_fabric_back(fabric, i);
    g_autofree char *id = NULL, *value = NULL, *other = NULL, *back_id = NULL;
    tn_fabric_item(fabric, fabric->n_places + i, &id, &value);
    if (back >= 0)
      tn_fabric_item(fabric, fabric->n_places + back, &back_id, &other);
    const struct drawn_link link = {
      end_of(d, fabric->links[i].from), end_of(d, fabric->links[i].to),
      back >= 0 && back < i ? LINK(d, back)->legend
                            : count_legend(d, true,
                                           !other ? g_strdup_printf("%s, one way", value)
                                           : strcmp(value, other) == 0
                                               ? g_strdup_printf("%s each way", value)
                                               : g_strdup_printf("%s, back %s", value, other)),
      back >= 0
    };
    g_array_append_val(d->links, link);
  }
}

/* Adds the fabric's places, the devices, and their links. */
static void add_places(struct fabric_drawing *d, const struct tn_platform *pf)
{
  for (int i = 0; i < d->fabric->n_places; i++) {
    const struct tn_fabric_place *place = &d->fabric->places[i];
    const bool is_engine = place->kind == TN_PLACE_ENGINE;
    g_autofree char *id = NULL;
    char *value;
    tn_fabric_item(d->fabric, i, &id, &value);
    add_place(d, (struct fabric_box){ { place->kind, i },
                                      is_engine ? "ground edge" : "c-numa edge",
                                      .name = g_strdup(place->name),
                                      .text = value,
                                      .row = is_engine ? UNLINKED : UNKNOWN });
  }
  add_links(d);
  /* a memory's box names its engines; the legend has costs */
  for (int i = 0; i < d->fabric->n_places; i++) {
    const struct tn_fabric_place *engine = &d->fabric->places[i];
    struct fabric_box *place = d->places->pdata[i];
    if (engine->kind != TN_PLACE_ENGINE || engine->n_serves != 1)
      continue;
    struct fabric_box *memory = d->places->pdata[engine->serves[0]];
    char *names = memory->engines ? g_strjoin(" ", memory->engines, engine->name, NULL)
                                  : g_strdup(engine->name);
    g_free(memory->engines);
    memory->engines = names;
    place->row = HIDDEN;
    *strstr(place->text, " serves=") = '\0';
    count_legend(d, false, g_strdup(place->text));
  }
  g_auto(GStrv) devices = g_strsplit(tn_platform_word(pf, TN_WORD_DEVICES), " ", -1);
  for (int i = 0; devices[i]; i++) {
    g_auto(GStrv) parts = g_strsplit(devices[i], ":", 2);
    if (parts[0] && parts[1])
      add_place(d, (struct fabric_box){ { TN_N_PLACE_KINDS, i },
                                        "c-package edge",
                                        .name = g_strdup(parts[0]),
                                        .text = g_strdelimit(g_strdup(parts[1]), ":", ' '),
                                        .row = UNLINKED });
  }
}

/* Sets the row of each box: the number of links from the topology to the place. All memories share
 * one row, and places behind memories are in the next row. */
static void set_rows(struct fabric_drawing *d)
{
  for (bool is_more = true; is_more;) {
    is_more = false;
    for (guint i = 0; i < 2 * d->links->len; i++) {
      struct fabric_box *from = LINK(d, i / 2)->from, *to = LINK(d, i / 2)->to;
      struct fabric_box *next = i % 2 ? from : to;
      const int row = (i % 2 ? to : from)->row + 1;
      is_more = is_more || row < next->row;
      next->row = MIN(row, next->row);
    }
  }
  for (guint i = 0; i < d->places->len; i++) {
    const struct fabric_box *place = d->places->pdata[i];
    if (place->id.kind == TN_PLACE_MEMORY)
      d->memories = MAX(d->memories, place->row < UNKNOWN ? place->row : 1);
  }
  for (guint i = 0; i < d->places->len; i++) {
    struct fabric_box *place = d->places->pdata[i];
    if (place->row < HIDDEN)
      place->row = place->id.kind == TN_PLACE_MEMORY ? d->memories
                   : place->row == UNLINKED          ? d->memories + 2
                                                     : MIN(place->row, d->memories + 1);
  }
}

static double middle(const struct fabric_box *place)
{
  return place->x + place->width / 2;
}

static double arc_depth(const struct drawn_link *link)
{
  return MIN(MAX_ARC, 24 + 0.25 * fabs(middle(link->from) - middle(link->to)));
}

/* Sets x positions: each row is as wide as the widest, also a single place behind the memories. */
static void set_places(struct fabric_drawing *d, double *width, double *height)
{
  const int n_rows = d->memories + 3;
  g_autofree double *sum = g_new0(double, n_rows), *left = g_new0(double, n_rows);
  g_autofree int *n = g_new0(int, n_rows);
  double widest = 0, y = *height + ABOVE;
  for (guint i = 0; i < d->places->len; i++) {
    struct fabric_box *place = d->places->pdata[i];
    const double words = MAX(tn_svg_width(place->name), tn_svg_width(place->text));
    const double engines = place->engines ? tn_svg_width(place->engines) : 0;
    place->width = MAX(MAX(words, engines) + 2 * GAP, LEAST_WIDTH);
    place->height = HEIGHT + (place->engines ? ENGINE : 0);
    if (place->row == HIDDEN)
      continue;
    n[place->row]++;
    sum[place->row] += place->width + GAP;
    widest = MAX(widest, sum[place->row]);
  }
  for (int row = 0; row < n_rows; row++) {
    double high = 0, arcs = 0;
    for (guint i = 0; i < d->places->len; i++) {
      struct fabric_box *place = d->places->pdata[i];
      const double slack = n[row] ? (widest - sum[row]) / n[row] : 0;
      const bool is_wide = row == d->memories + 1 && n[row] == 1;
      if (place->row != row)
        continue;
      place->width += is_wide ? slack : 0;
      place->x = left[row] + (is_wide ? 0 : slack / 2);
      place->y = y;
      left[row] += place->width + GAP + slack;
      high = MAX(high, place->height);
    }
    for (guint i = 0; row == d->memories && i < d->links->len; i++)
      if (LINK(d, i)->from->row == row && LINK(d, i)->to->row == row)
        arcs = MAX(arcs, arc_depth(LINK(d, i)) / 2);
    *height = high > 0 ? y + high + arcs : *height;
    y = high > 0 ? *height + BETWEEN : y;
  }
  *width = MAX(*width, widest);
  *height += d->legend->len ? ABOVE + d->legend->len * LINE : 0;
  for (guint i = 0; i < d->legend->len; i++)
    *width = MAX(*width, SAMPLE + 6 * GAP + tn_svg_width(LEGEND(d, i)->text));
}

/* Returns the x coordinate at which a link meets a box: the middle of the box, or for a wide box
 * the middle of the other one. */
static double end_at(const struct fabric_box *place, const struct fabric_box *other)
{
  return place->width > 3 * other->width
             ? CLAMP(middle(other), place->x + GAP, place->x + place->width - GAP)
             : middle(place);
}

/* Returns the classes of a kind of links. Transfer full. */
static char *looks_of(guint kind)
{
  static const char *const dashes[] = { "", " dash", " dots" };
  return g_strdup_printf("line s%u%s", kind % N_HUES, dashes[kind / N_HUES % 3]);
}

/* Draws link i, with an arrow head if no link leads back, below the row if within one. */
static void draw_link(GString *s, const struct fabric_drawing *d, guint i)
{
  const struct drawn_link *link = LINK(d, i);
  const struct fabric_box *from = link->from, *to = link->to;
  const bool is_arc = from->row == to->row, is_down = to->row > from->row;
  const int aside = !link->has_back && is_arc ? 6 : 0;
  const double x1 = end_at(from, to) + aside, x2 = end_at(to, from) - aside;
  const double y1 = from->y + (is_down || is_arc ? from->height : 0);
  const double y2 = to->y + (is_down ? 0 : to->height);
  g_autofree char *id = NULL, *value = NULL, *looks = looks_of(link->legend);
  tn_fabric_item(d->fabric, d->fabric->n_places + (int)i, &id, &value);
  g_autofree char *description = g_strdup_printf("%s %s", id, value);
  g_autofree char *head = g_strdup_printf("f%u", link->legend % N_HUES);
  tn_svg_open(s, description);
  if (is_arc)
    tn_svg_path(s, looks, "M%.1f %.1fQ%.1f %.1f %.1f %.1f", x1, y1, (x1 + x2) / 2,
                y1 + arc_depth(link), x2, y2);
  else
    tn_svg_path(s, looks, "M%.1f %.1fL%.1f %.1f", x1, y1, x2, y2);
  if (!link->has_back)
    tn_svg_path(s, head, "M%.1f %.1fl-4 %dh8z", x2, y2, is_down ? -9 : 9);
  tn_svg_close(s);
}

static void draw_all(GString *s, const struct fabric_drawing *d, double height)
{
  for (guint i = 0; i < d->links->len; i++)
    draw_link(s, d, i);
  for (guint i = 0; i < d->places->len; i++) {
    const struct fabric_box *p = d->places->pdata[i];
    if (p->row == HIDDEN)
      continue;
    tn_svg_box(s, p->x, p->y, p->width, p->height, p->looks);
    tn_svg_text(s, middle(p), p->y + 16, "middle", "", p->name);
    tn_svg_text(s, middle(p), p->y + 32, "middle", "", p->text);
    if (!p->engines)
      continue;
    tn_svg_box(s, p->x + 3, p->y + HEIGHT - 1, p->width - 6, ENGINE - 2, "ground edge");
    tn_svg_text(s, middle(p), p->y + HEIGHT + 12, "middle", "", p->engines);
  }
  for (guint i = 0; i < d->legend->len; i++) {
    const double y = height - (d->legend->len - i) * LINE + LINE / 2.0;
    g_autofree char *looks = looks_of(i);
    g_autofree char *text = g_strdup_printf("%s (%d)", LEGEND(d, i)->text, LEGEND(d, i)->n);
    if (LEGEND(d, i)->is_link)
      tn_svg_path(s, looks, "M0 %.1fh%d", y, SAMPLE);
    else
      tn_svg_box(s, 0, y - 7, SAMPLE, 14, "ground edge");
    tn_svg_text(s, SAMPLE + GAP, y + 4, "start", "", text);
  }
}

void tn_fabric_draw(GString *s, const struct tn_platform *pf, double *width, double *height)
{
  g_autoptr(GPtrArray) places = g_ptr_array_new_with_free_func(place_free);
  g_autoptr(GArray) links = g_array_new(FALSE, FALSE, sizeof(struct drawn_link));
  g_autoptr(GArray) legend = g_array_new(FALSE, FALSE, sizeof(struct drawn_legend));
  struct fabric_drawing d = { tn_platform_fabric(pf), places, links, legend, 0 };
  g_array_set_clear_func(legend, legend_clear);
  add_places(&d, pf);
  set_rows(&d);
  set_places(&d, width, height);
  draw_all(s, &d, *height);
}
