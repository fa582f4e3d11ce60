/* Draws a timeline: a row per rank and helper, boxes by kind of action, and the critical path. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "figure/figure_words.h"
#include "figure/palette.h"
#include "plan/user_file.h"
#include "plot.h"
#include "study/usage.h"
#include "table/json.h"

/* Pixels. A picture with all rows is about two screens high. */
enum { WIDTH = 900, HEIGHT = 1040, LEAST_ROW = 4, MOST_ROW = 20, N_ROWS = HEIGHT / LEAST_ROW };
/* Shorter actions are drawn with their neighbours. Pixels. */
#define SHORTEST 1.5
/* Largest number of boxes, about 2 MB of SVG; with more actions the shortest box is longer. */
enum { MAX_BOXES = 16384 };

/* Kinds of actions in the order of their looks. The first are those that users compare. */
static const char *const kinds[] = { "copy",     "pin",    "first lines", "flag",    "startup",
                                     "send",     "reduce", "attach",      "compute", "fault",
                                     "software", "atomic", "call",        "receive", "launch",
                                     "expose",   "kernel", "operator",    "join",    "put",
                                     "network",  "wait",   "noise",       "other" };
enum { N_KINDS = G_N_ELEMENTS(kinds), WAIT = N_KINDS - 3, NOISE, OTHER };

struct action {
  int rank, helper; /* helper: 0 is the rank itself */
  int kind;
  double from, to; /* us */
  const struct tn_json *event;
};

struct timeline {
  GHashTable *tracks; /* process and track, "1 2" -> const char *: name of the track */
  GArray *actions;    /* struct action, sorted by row, then time */
  GArray *path;       /* struct action of the critical path, ascending */
  GArray *rows;       /* struct action: one for each row */
  guint n_rows;       /* number of rows before some were omitted */
  double low, high;   /* us */
};

static double number_of(const struct tn_json *object, const char *name)
{
  const struct tn_json *item = tn_json_get(object, name);
  return item && (item->kind == TN_JSON_INTEGER || item->kind == TN_JSON_REAL) ? item->number : NAN;
}

static const char *text_of(const struct tn_json *object, const char *name)
{
  const struct tn_json *item = object ? tn_json_get(object, name) : NULL;
  return item && item->text ? item->text : "";
}

static char *track_of(const struct tn_json *event)
{
  return g_strdup_printf("%g %g", number_of(event, "pid"), number_of(event, "tid"));
}

static int kind_of(const char *name)
{
  for (int i = 0; i < WAIT; i++)
    if (strcmp(name, kinds[i]) == 0)
      return i;
  return strcmp(name, "wait") == 0 ? WAIT : OTHER;
}

/* Adds an event of the file, if it is a rank's action or a step of the critical path. */
static void add_event(struct timeline *t, const struct tn_json *event)
{
  g_autofree char *track = track_of(event);
  const char *name = text_of(event, "name"), *phase = text_of(event, "ph");
  const struct tn_json *args = tn_json_get(event, "args");
  struct action a = { .from = number_of(event, "ts"), .event = event, .kind = kind_of(name) };
  a.to = a.from + number_of(event, "dur");
  if (strcmp(phase, "M") == 0 && strcmp(name, "thread_name") == 0)
    g_hash_table_insert(t->tracks, g_steal_pointer(&track), (void *)text_of(args, "name"));
  if (strcmp(phase, "X") != 0 || !isfinite(a.from) || !(a.to > a.from))
    return;
  const char *whose = g_hash_table_lookup(t->tracks, track);
  const bool is_path = whose && strcmp(whose, "critical path") == 0;
  if (is_path && sscanf(name, "rank %d:", &a.rank) == 1) {
    g_array_append_val(t->path, a);
  } else if (whose && sscanf(whose, "noise of rank %d", &a.rank) == 1) {
    a.kind = NOISE;
    g_array_append_val(t->actions, a);
  } else if (whose && (sscanf(whose, "rank %d", &a.rank) == 1 ||
                       sscanf(whose, "helper %d of rank %d", &a.helper, &a.rank) == 2)) {
    g_array_append_val(t->actions, a);
  }
}

static int by_row(const void *x, const void *y)
{
  const struct action *a = x, *b = y;
  return a->rank != b->rank ? (a->rank > b->rank) - (a->rank < b->rank)
                            : (a->helper > b->helper) - (a->helper < b->helper);
}

static int by_row_and_time(const void *x, const void *y)
{
  const struct action *a = x, *b = y;
  const int row = by_row(a, b), noise = (a->kind == NOISE) - (b->kind == NOISE);
  return row ? row : noise ? noise : (a->from > b->from) - (a->from < b->from);
}

/* Fills t->rows. If there are too many, takes those on the critical path and then the first. */
static void choose_rows(struct timeline *t)
{
  g_autoptr(GHashTable) on_path = g_hash_table_new(NULL, NULL);
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct action));
  for (guint i = 0; i < t->path->len; i++)
    g_hash_table_add(on_path, GINT_TO_POINTER(g_array_index(t->path, struct action, i).rank));
  for (guint i = 0; i < t->actions->len; i++) {
    const struct action *a = &g_array_index(t->actions, struct action, i);
    if (all->len == 0 || by_row(a, &g_array_index(all, struct action, all->len - 1)) != 0)
      g_array_append_val(all, *a);
  }
  t->n_rows = all->len;
  for (int first = 1; first >= 0; first--)
    for (guint i = 0; i < all->len && t->rows->len < N_ROWS; i++) {
      const struct action *a = &g_array_index(all, struct action, i);
      const bool is_first =
          a->helper == 0 && g_hash_table_contains(on_path, GINT_TO_POINTER(a->rank));
      if (is_first == first)
        g_array_append_val(t->rows, *a);
    }
  g_array_sort(t->rows, by_row);
}

/* Returns the row's number, or -1. */
static int row_of(const struct timeline *t, const struct action *a)
{
  guint row;
  return g_array_binary_search(t->rows, a, by_row, &row) ? (int)row : -1;
}

static void add_box(struct tn_figure *f, const struct timeline *t, const struct action *a,
                    double scale, bool is_merged)
{
  const struct tn_json *args = tn_json_get(a->event, "args");
  const double row = row_of(t, a), peer = args ? number_of(args, "peer") : NAN;
  struct tn_series *series = f->series->pdata[a->kind];
  GString *text = g_string_new(NULL);
  g_string_printf(text, "%s%s, %.4g µs", text_of(a->event, "name"), is_merged ? " and others" : "",
                  a->to - a->from);
  if (isfinite(peer) && !is_merged)
    g_string_append_printf(text, ", peer %.0f", peer);
  const struct tn_box box = { .x0 = a->from * scale,
                              .x1 = a->to * scale,
                              .y0 = row - (a->kind == NOISE ? 0 : 0.42),
                              .y1 = row + 0.42,
                              .description = tn_figure_store_text(f, g_string_free(text, FALSE)) };
  series->name = kinds[a->kind];
  tn_series_box(series, box);
}

/* Adds the actions, and merges those below `shortest` (us) of a row with their neighbours under the
 * name of the longest. f = NULL: only counts. Returns the number of boxes; *ret_merged: number of
 * merged actions. */
static guint add_actions(struct tn_figure *f, const struct timeline *t, double scale,
                         double shortest, guint *ret_merged)
{
  guint n_merged = 0, n_boxes = 0;
  for (guint i = 0, next; i < t->actions->len; i = next) {
    struct action box = g_array_index(t->actions, struct action, i);
    double longest = box.to - box.from;
    for (next = i + 1; next < t->actions->len && box.to - box.from < shortest; next++) {
      const struct action *a = &g_array_index(t->actions, struct action, next);
      if (by_row(a, &box) != 0 || (a->kind == NOISE) != (box.kind == NOISE) ||
          a->from > box.to + shortest || a->to - a->from >= shortest)
        break;
      if (a->to - a->from > longest) {
        longest = a->to - a->from;
        box.kind = a->kind;
        box.event = a->event;
      }
      box.to = a->to;
    }
    n_merged += next - i > 1 ? next - i : 0;
    if (row_of(t, &box) < 0)
      continue;
    n_boxes++;
    if (f)
      add_box(f, t, &box, scale, next - i > 1);
  }
  *ret_merged = n_merged;
  return n_boxes;
}

static struct tn_figure *figure_of(const struct timeline *t, const char *title)
{
  const double row = CLAMP((double)HEIGHT / t->rows->len, LEAST_ROW, MOST_ROW);
  struct tn_figure *f = tn_figure_new(WIDTH, row * t->rows->len);
  const double range = t->high - t->low, scale = range < 10 ? 1e3 : range < 1e4 ? 1 : 1e-3;
  GString *note = g_string_new(NULL);
  f->title = tn_figure_store_text(f, g_strdup(title));
  f->x = (struct tn_axis){ .name = range < 10    ? "time (ns)"
                                   : range < 1e4 ? "time (µs)"
                                                 : "time (ms)",
                           .low = t->low * scale,
                           .high = t->high * scale };
  for (int i = 0; i < N_KINDS; i++) {
    struct tn_series *series = tn_figure_add(f, NULL, TN_DRAW_SEAMLESS, i);
    series->hue = i == WAIT ? TN_GREY : i == NOISE ? TN_INK : series->hue;
    series->hatch = i < WAIT ? i / TN_N_HUES : 0;
  }
  for (guint i = 0; i < t->rows->len; i++) {
    const struct action *a = &g_array_index(t->rows, struct action, i);
    tn_axis_label(f, &f->y,
                  a->helper ? g_strdup_printf("%d, helper %d", a->rank, a->helper)
                            : g_strdup_printf("rank %d", a->rank));
  }
  double shortest = SHORTEST * range / WIDTH;
  guint n_merged;
  while (add_actions(NULL, t, scale, shortest, &n_merged) > MAX_BOXES)
    shortest *= 1.2;
  add_actions(f, t, scale, shortest, &n_merged);
  struct tn_series *path = tn_figure_add(f, "critical path", TN_DRAW_LINE, TN_GREY);
  path->hue = TN_INK;
  for (guint i = 0; i < t->path->len; i++) {
    const struct action *a = &g_array_index(t->path, struct action, i);
    if (row_of(t, a) < 0)
      continue;
    tn_series_spot(path, a->from * scale, row_of(t, a));
    tn_series_spot(path, a->to * scale, row_of(t, a));
  }
  if (t->path->len == 0)
    path->name = NULL;
  if (t->n_rows > t->rows->len)
    g_string_append_printf(
        note,
        "%u of %u ranks and helpers are omitted; those on the critical path are drawn "
        "first",
        t->n_rows - t->rows->len, t->n_rows);
  g_autofree char *limit = tn_words_time(1e-6 * shortest);
  if (n_merged > 0)
    g_string_append_printf(note, "%s%u actions below %s are merged with their neighbours",
                           note->len ? "; " : "", n_merged, limit);
  f->note = note->len ? tn_figure_store_text(f, g_strdup(note->str)) : NULL;
  g_string_free(note, TRUE);
  return f;
}

static struct tn_figure *read_figure(struct timeline *t, const struct tn_json *root,
                                     const char *file, GError **error)
{
  const struct tn_json *events = tn_json_get(root, "traceEvents");
  const char *title = text_of(tn_json_get(root, "otherData"), "title");
  for (guint i = 0; events && events->items && i < events->items->len; i++)
    add_event(t, events->items->pdata[i]);
  if (t->actions->len == 0)
    return tn_usage_null(error, "%s: no actions of ranks (JSON of run or measure --timeline)",
                         file);
  g_array_sort(t->actions, by_row_and_time);
  t->low = INFINITY;
  t->high = -INFINITY;
  for (guint i = 0; i < t->actions->len; i++) {
    t->low = fmin(t->low, g_array_index(t->actions, struct action, i).from);
    t->high = fmax(t->high, g_array_index(t->actions, struct action, i).to);
  }
  choose_rows(t);
  return figure_of(t, *title ? title : file);
}

static struct tn_figure *figure_of_file(const char *file, GError **error)
{
  int line;
  gsize length;
  g_autofree char *text = tn_contents(file, &length, error), *why = NULL;
  struct tn_json *root = text ? tn_json_parse(text, length, &line, &why) : NULL;
  struct timeline t = { .tracks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                        .actions = g_array_new(FALSE, FALSE, sizeof(struct action)),
                        .path = g_array_new(FALSE, FALSE, sizeof(struct action)),
                        .rows = g_array_new(FALSE, FALSE, sizeof(struct action)) };
  struct tn_figure *f = root ? read_figure(&t, root, file, error) : NULL;
  if (text && !root)
    tn_usage(error, "%s:%d: %s (JSON of run or measure --timeline)", file, line, why);
  g_hash_table_unref(t.tracks);
  g_array_unref(t.actions);
  g_array_unref(t.path);
  g_array_unref(t.rows);
  tn_json_free(root);
  return f;
}

GPtrArray *tn_plot_timelines(const GPtrArray *files, GError **error)
{
  g_autoptr(GPtrArray) figures = g_ptr_array_new_with_free_func(tn_figure_free);
  for (guint i = 0; i < files->len; i++) {
    struct tn_figure *f = figure_of_file(files->pdata[i], error);
    if (!f)
      return NULL;
    g_ptr_array_add(figures, f);
  }
  return g_steal_pointer(&figures);
}

bool tn_plot_replace_timeline(const char *file, GError **error)
{
  struct tn_figure *f = figure_of_file(file, error);
  g_autoptr(GPtrArray) figures = f ? tn_figures_of(f) : NULL;
  const bool ok = figures && tn_figures_write(figures, 1, file, error);
  if (!ok)
    unlink(file);
  return ok;
}
