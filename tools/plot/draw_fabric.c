/* Places in rows, from the host's at the top over switches to memories, below them switches among
 * these, then what has no place there; a line for each link, or for both directions of one, and what
 * the kinds of lines mean. */
#include "draw_node.h"

#include <math.h>
#include <string.h>

#include "figure/svg.h"
#include "platform/fabric.h"

enum { GAP = 10, ABOVE = 16, HEIGHT = 40, ENGINE = 20, BETWEEN = 52, LINE = 18, SAMPLE = 40 };
enum { LEAST_WIDTH = 76, N_HUES = 8, MOST_ARC = 150 };
static const char named_looks[] = "c-numa edge", topology_looks[] = "c-llc edge",
                  device_looks[] = "c-package edge", engine_looks[] = "ground edge";

struct box {
  struct tn_place_id id;
  char *name, *text, *engines; /* `engines`: of those that serve this memory alone, or NULL */
  const char *looks;
  int row; /* -1: not known yet */
  double x, y, width, height;
};

struct layout {
  const struct tn_fabric *fabric;
  GArray *boxes;     /* struct box */
  GPtrArray *legend; /* char *, first those of links */
  GArray *counts;    /* int, of each kind */
  int *kind;         /* [n_links] into these; -1: drawn with the link back */
  int n_kinds, n_rows, memories;
  double width, height, arcs; /* `arcs`: how far the memories' reach down */
};

static struct box *box_at(const struct layout *l, guint i)
{
  return &g_array_index(l->boxes, struct box, i);
}

static struct box *find(const struct layout *l, struct tn_place_id id)
{
  for (guint i = 0; i < l->boxes->len; i++)
    if (box_at(l, i)->id.kind == id.kind && box_at(l, i)->id.number == id.number)
      return box_at(l, i);
  return NULL;
}

/* `text` is taken. */
static void add_box(struct layout *l, struct tn_place_id id, const char *name, char *text,
                    const char *looks, int row)
{
  struct box box = { .id = id, .name = g_strdup(name), .text = text, .looks = looks, .row = row };
  g_array_append_val(l->boxes, box);
}

/* The number of a line of the legend that says `what`, which is taken. */
static int legend_of(struct layout *l, char *what)
{
  const int one = 1;
  for (guint i = 0; i < l->legend->len; i++)
    if (strcmp(l->legend->pdata[i], what) == 0) {
      g_array_index(l->counts, int, i)++;
      g_free(what);
      return (int)i;
    }
  g_ptr_array_add(l->legend, what);
  g_array_append_val(l->counts, one);
  return (int)l->legend->len - 1;
}

static void add_links(struct layout *l)
{
  const struct tn_fabric *fabric = l->fabric;
  l->kind = g_new(int, fabric->n_links);
  for (int i = 0; i < fabric->n_links; i++) {
    const int back = tn_fabric_back(fabric, i);
    g_autofree char *id = NULL, *value = NULL, *other = NULL, *back_id = NULL;
    tn_fabric_item(fabric, fabric->n_places + i, &id, &value);
    l->kind[i] = -1;
    if (back >= 0 && back < i)
      continue;
    if (back >= 0)
      tn_fabric_item(fabric, fabric->n_places + back, &back_id, &other);
    l->kind[i] =
        legend_of(l, !other                      ? g_strdup_printf("%s, one way", value)
                     : strcmp(value, other) == 0 ? g_strdup_printf("%s each way", value)
                                                 : g_strdup_printf("%s, back %s", value, other));
  }
  l->n_kinds = (int)l->legend->len;
}

/* Ends of links that are the host's, then memories and switches. */
static void add_places(struct layout *l)
{
  const struct tn_fabric *fabric = l->fabric;
  for (int i = 0; i < 2 * fabric->n_links; i++) {
    const struct tn_fabric_link *link = &fabric->links[i / 2];
    const struct tn_place_id end = i % 2 ? link->to : link->from;
    g_autofree char *name = tn_fabric_name(fabric, end);
    if (end.kind <= TN_PLACE_ADAPTER && !find(l, end))
      add_box(l, end, name, g_strdup("of the node"), topology_looks, 0);
  }
  for (int i = 0; i < fabric->n_places; i++) {
    const struct tn_fabric_place *place = &fabric->places[i];
    g_autofree char *id = NULL, *value = NULL;
    tn_fabric_item(fabric, i, &id, &value);
    if (place->kind != TN_PLACE_ENGINE)
      add_box(l, (struct tn_place_id){ place->kind, i }, place->name, g_steal_pointer(&value),
              named_looks, -1);
  }
}

/* Links from the host, but at least one, that lead to a place; all memories in a row. */
static void find_rows(struct layout *l)
{
  bool is_more = true;
  for (int row = 0; is_more; row++) {
    is_more = false;
    for (int i = 0; i < 2 * l->fabric->n_links; i++) {
      const struct tn_fabric_link *link = &l->fabric->links[i / 2];
      struct box *from = find(l, i % 2 ? link->to : link->from);
      struct box *to = find(l, i % 2 ? link->from : link->to);
      if (from->row == row && to->row < 0) {
        to->row = row + 1;
        is_more = true;
      }
    }
  }
  for (guint i = 0; i < l->boxes->len; i++)
    if (box_at(l, i)->id.kind == TN_PLACE_MEMORY)
      l->memories = MAX(l->memories, MAX(box_at(l, i)->row, 1));
  for (guint i = 0; i < l->boxes->len; i++) {
    struct box *box = box_at(l, i);
    if (box->id.kind == TN_PLACE_MEMORY)
      box->row = l->memories;
    else if (box->row < 0 || (box->id.kind > TN_PLACE_ADAPTER && box->row > l->memories))
      box->row = l->memories + 1;
    l->n_rows = MAX(l->n_rows, box->row + 1);
  }
}

/* An engine of one memory stands in its box, and the legend has what it costs. */
static void add_engines(struct layout *l)
{
  for (int i = 0; i < l->fabric->n_places; i++) {
    const struct tn_fabric_place *engine = &l->fabric->places[i];
    g_autofree char *id = NULL, *value = NULL;
    if (engine->kind != TN_PLACE_ENGINE)
      continue;
    tn_fabric_item(l->fabric, i, &id, &value);
    if (engine->n_serves != 1) {
      add_box(l, (struct tn_place_id){ TN_PLACE_ENGINE, i }, engine->name, g_steal_pointer(&value),
              engine_looks, l->n_rows);
      continue;
    }
    struct box *memory = find(l, (struct tn_place_id){ TN_PLACE_MEMORY, engine->serves[0] });
    char *names = memory->engines ? g_strjoin(" ", memory->engines, engine->name, NULL)
                                  : g_strdup(engine->name);
    g_free(memory->engines);
    memory->engines = names;
    *strstr(value, " serves=") = '\0';
    legend_of(l, g_steal_pointer(&value));
  }
}

static void add_devices(struct layout *l, const struct tn_platform *pf)
{
  g_auto(GStrv) devices = g_strsplit(tn_platform_word(pf, TN_WORD_DEVICES), " ", -1);
  for (int i = 0; devices[i]; i++) {
    g_auto(GStrv) parts = g_strsplit(devices[i], ":", 2);
    if (parts[0] && parts[1])
      add_box(l, (struct tn_place_id){ TN_N_PLACE_KINDS, i }, parts[0],
              g_strdelimit(g_strdup(parts[1]), ":", ' '), device_looks, l->n_rows);
  }
}

static double middle(const struct box *box)
{
  return box->x + box->width / 2;
}

/* The mean of the middles of what is linked with a box and lies nearer to the memories; NAN: none. */
static double mean_below(const struct layout *l, const struct box *box)
{
  double sum = 0;
  int n = 0;
  for (int i = 0; i < 2 * l->fabric->n_links; i++) {
    const struct tn_fabric_link *link = &l->fabric->links[i / 2];
    const struct box *one = find(l, i % 2 ? link->to : link->from);
    const struct box *other = find(l, i % 2 ? link->from : link->to);
    if (one == box && abs(other->row - l->memories) < abs(box->row - l->memories)) {
      sum += middle(other);
      n++;
    }
  }
  return n > 0 ? sum / n : NAN;
}

/* Left to right, each as near as may be to the middle of what is below it. */
static void place_row(struct layout *l, int row)
{
  double left = 0;
  for (guint i = 0; i < l->boxes->len; i++) {
    struct box *box = box_at(l, i);
    if (box->row != row)
      continue;
    const double wide = MAX(tn_svg_width(box->name), tn_svg_width(box->text));
    const double engines = box->engines ? tn_svg_width(box->engines) : 0;
    const double wanted = row == l->memories || row > l->memories + 1 ? NAN : mean_below(l, box);
    box->width = MAX(MAX(wide, engines) + 2 * GAP, LEAST_WIDTH);
    box->height = HEIGHT + (box->engines ? ENGINE : 0);
    box->x = MAX(left, isnan(wanted) ? left : wanted - box->width / 2);
    left = box->x + box->width + GAP;
    l->width = MAX(l->width, left);
  }
}

/* A switch among memories is as wide as they are. */
static void widen(struct layout *l)
{
  for (int i = 0; i < 2 * l->fabric->n_links; i++) {
    const struct tn_fabric_link *link = &l->fabric->links[i / 2];
    struct box *box = find(l, i % 2 ? link->to : link->from);
    const struct box *other = find(l, i % 2 ? link->from : link->to);
    int n = 0;
    for (guint j = 0; j < l->boxes->len; j++)
      n += box_at(l, j)->row == l->memories + 1;
    if (n != 1 || box->row != l->memories + 1)
      continue;
    const double right = MAX(box->x + box->width, other->x + other->width);
    box->x = MIN(box->x, other->x);
    box->width = right - box->x;
  }
}

static double arc_depth(const struct box *from, const struct box *to)
{
  return MIN(MOST_ARC, 24 + 0.25 * fabs(middle(from) - middle(to)));
}

static void place_all(struct layout *l)
{
  place_row(l, l->memories);
  for (int row = l->memories - 1; row >= 0; row--)
    place_row(l, row);
  for (int row = l->memories + 1; row <= l->n_rows; row++)
    place_row(l, row);
  widen(l);
  for (int i = 0; i < l->fabric->n_links; i++) {
    const struct box *from = find(l, l->fabric->links[i].from),
                     *to = find(l, l->fabric->links[i].to);
    if (from->row == l->memories && to->row == l->memories)
      l->arcs = MAX(l->arcs, arc_depth(from, to) / 2);
  }
  double y = ABOVE;
  for (int row = 0; row <= l->n_rows; row++) {
    double height = 0;
    for (guint i = 0; i < l->boxes->len; i++)
      if (box_at(l, i)->row == row) {
        box_at(l, i)->y = y;
        height = MAX(height, box_at(l, i)->height);
      }
    if (height > 0)
      l->height = y + height + (row == l->memories ? l->arcs : 0);
    y = height > 0 ? l->height + BETWEEN : y;
  }
  l->height += l->legend->len ? ABOVE + l->legend->len * LINE : 0;
}

/* Of links of a kind. */
static char *looks_of(int kind)
{
  static const char *const dashes[] = { "", " dash", " dots" };
  return g_strdup_printf("line s%d%s", kind % N_HUES, dashes[kind / N_HUES % 3]);
}

static void draw_box(GString *s, const struct box *box, double x, double y)
{
  tn_svg_box(s, x + box->x, y + box->y, box->width, box->height, box->looks);
  tn_svg_text(s, x + middle(box), y + box->y + 16, "middle", "", box->name);
  tn_svg_text(s, x + middle(box), y + box->y + 32, "middle", "", box->text);
  if (!box->engines)
    return;
  tn_svg_box(s, x + box->x + 3, y + box->y + HEIGHT - 1, box->width - 6, ENGINE - 2, engine_looks);
  tn_svg_text(s, x + middle(box), y + box->y + HEIGHT + 12, "middle", "", box->engines);
}

/* Where a link meets a box: in its middle, but where the other's is at a wide one. */
static double end_at(const struct box *box, const struct box *other)
{
  return box->width > 3 * other->width
             ? CLAMP(middle(other), box->x + GAP, box->x + box->width - GAP)
             : middle(box);
}

/* From box to box, with a head where no link leads back; between two of a row below it. */
static void draw_link(GString *s, const struct layout *l, int i, double x, double y)
{
  const struct tn_fabric_link *link = &l->fabric->links[i];
  const struct box *from = find(l, link->from), *to = find(l, link->to);
  const bool is_arc = from->row == to->row, is_down = to->row > from->row;
  const int back = tn_fabric_back(l->fabric, i);
  const int kind = l->kind[i] < 0 ? l->kind[back] : l->kind[i], aside = back < 0 && is_arc ? 6 : 0;
  const double x1 = x + end_at(from, to) + aside, x2 = x + end_at(to, from) - aside;
  const double y1 = y + from->y + (is_down || is_arc ? from->height : 0);
  const double y2 = y + to->y + (is_down ? 0 : to->height);
  g_autofree char *id = NULL, *value = NULL, *looks = looks_of(kind), *says = NULL;
  g_autofree char *head = g_strdup_printf("f%d", kind % N_HUES);
  tn_fabric_item(l->fabric, l->fabric->n_places + i, &id, &value);
  says = g_strdup_printf("%s %s", id, value);
  tn_svg_open(s, says);
  if (is_arc)
    tn_svg_path(s, looks, "M%.1f %.1fQ%.1f %.1f %.1f %.1f", x1, y1, (x1 + x2) / 2,
                y1 + arc_depth(from, to), x2, y2);
  else
    tn_svg_path(s, looks, "M%.1f %.1fL%.1f %.1f", x1, y1, x2, y2);
  if (back < 0)
    tn_svg_path(s, head, "M%.1f %.1fl-4 %dh8z", x2, y2, is_down ? -9 : 9);
  tn_svg_close(s);
}

static void draw_legend(GString *s, const struct layout *l, double x, double y)
{
  for (int i = 0; i < (int)l->legend->len; i++) {
    const double line = y + l->height - ((int)l->legend->len - i) * LINE + LINE / 2.0;
    const int n = g_array_index(l->counts, int, i);
    g_autofree char *looks = looks_of(i);
    g_autofree char *text = g_strdup_printf("%s (%d)", (const char *)l->legend->pdata[i], n);
    if (i < l->n_kinds)
      tn_svg_path(s, looks, "M%.1f %.1fh%d", x, line, SAMPLE);
    else
      tn_svg_box(s, x, line - 7, SAMPLE, 14, engine_looks);
    tn_svg_text(s, x + SAMPLE + GAP, line + 4, "start", "", text);
  }
}

static void layout_init(struct layout *l, const struct tn_platform *pf)
{
  *l = (struct layout){ .fabric = tn_platform_fabric(pf) };
  l->boxes = g_array_new(FALSE, FALSE, sizeof(struct box));
  l->legend = g_ptr_array_new_with_free_func(g_free);
  l->counts = g_array_new(FALSE, FALSE, sizeof(int));
  add_links(l);
  add_places(l);
  find_rows(l);
  add_engines(l);
  add_devices(l, pf);
  place_all(l);
  for (guint i = 0; i < l->legend->len; i++)
    l->width = MAX(l->width, SAMPLE + 6 * GAP + tn_svg_width(l->legend->pdata[i]));
}

static void layout_finish(struct layout *l)
{
  for (guint i = 0; i < l->boxes->len; i++) {
    g_free(box_at(l, i)->name);
    g_free(box_at(l, i)->text);
    g_free(box_at(l, i)->engines);
  }
  g_array_unref(l->boxes);
  g_ptr_array_unref(l->legend);
  g_array_unref(l->counts);
  g_free(l->kind);
}

void tn_draw_fabric(GString *s, const struct tn_platform *pf, double x, double y, double *ret_width,
                    double *ret_height)
{
  struct layout l;
  layout_init(&l, pf);
  *ret_width = l.width;
  *ret_height = l.height;
  for (int i = 0; s && i < l.fabric->n_links; i++)
    draw_link(s, &l, i, x, y);
  for (guint i = 0; s && i < l.boxes->len; i++)
    draw_box(s, box_at(&l, i), x, y);
  if (s)
    draw_legend(s, &l, x, y);
  layout_finish(&l);
}
