#include "plot.h"

#include <math.h>
#include <string.h>

#include "figure/figure.h"
#include "rows/rows_files.h"
#include "study/csv.h"

enum { MOST_PANELS = 24, WIDTH = 560, HEIGHT = 110 };

/* Columns that are needed; those before RANK tell maps apart. */
enum { ALGORITHM, PARAMS, DELAYED, DELAY, RANK, DATA_LATER, EXIT_LATER, N_COLUMNS };
static const char *const columns[N_COLUMNS] = { "algorithm",    "params", "delayed",
                                                "delay_us",     "rank",   "data_later_us",
                                                "exit_later_us" };

/* Spots in ranks and milliseconds. */
struct map {
  char *key, *title;
  const struct tn_values *params;
  double delayed;
  GArray *data, *exits; /* struct tn_spot */
};

static void map_free(void *data)
{
  struct map *m = data;
  g_free(m->key);
  g_free(m->title);
  tn_values_unref(m->params);
  g_array_unref(m->data);
  g_array_unref(m->exits);
  g_free(m);
}

static bool find_columns(const char *file, const GPtrArray *header, guint at[N_COLUMNS],
                         GError **error)
{
  for (int c = 0; c < N_COLUMNS; c++) {
    if (g_ptr_array_find_with_equal_func((GPtrArray *)header, columns[c], g_str_equal, &at[c]))
      continue;
    return tn_usage(error, "%s:1: no column %s (what run --delay-map wrote as CSV)", file,
                    columns[c]);
  }
  return true;
}

/* The map that a record belongs to: everything before its rank is the same. */
static struct map *map_of(GPtrArray *maps, const GPtrArray *record, const guint at[N_COLUMNS])
{
  g_autoptr(GString) key = g_string_new(NULL);
  for (guint i = 0; i < at[RANK]; i++)
    g_string_append_printf(key, "%s,", (const char *)record->pdata[i]);
  for (guint i = 0; i < maps->len; i++)
    if (strcmp(((const struct map *)maps->pdata[i])->key, key->str) == 0)
      return maps->pdata[i];
  struct map *m = g_new0(struct map, 1);
  const double delay = g_ascii_strtod(record->pdata[at[DELAY]], NULL) * 1e-3;
  m->key = g_strdup(key->str);
  m->delayed = g_ascii_strtod(record->pdata[at[DELAYED]], NULL);
  m->title = g_strdup_printf("%s: rank %g is delayed by %g ms",
                             (const char *)record->pdata[at[ALGORITHM]], m->delayed, delay);
  m->params = tn_values_new(record->pdata[at[PARAMS]]);
  m->data = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
  m->exits = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
  g_ptr_array_add(maps, m);
  return m;
}

/* A field as milliseconds; false when it is empty, and for what is no number. */
static bool add_spot(GArray *spots, double rank, const char *text)
{
  char *end;
  const struct tn_spot spot = {
    .x = rank, .y = g_ascii_strtod(text, &end) * 1e-3, .low = NAN, .high = NAN
  };
  if (end == text || *end || !isfinite(spot.y))
    return false;
  g_array_append_val(spots, spot);
  return true;
}

static bool read_map(GPtrArray *maps, const char *file, GError **error)
{
  struct tn_csv csv;
  const char *name;
  gsize length;
  guint at[N_COLUMNS];
  g_autofree char *text = tn_text_read(file, &name, &length, error);
  if (!text || !tn_csv_init(&csv, name, text, length, error))
    return false;
  g_autoptr(GPtrArray) header = tn_csv_more(&csv) ? tn_csv_record(&csv, error) : NULL;
  if (!header) {
    if (error && !*error)
      return tn_usage(error, "%s: empty", name);
  }
  if (!find_columns(name, header, at, error))
    return false;
  while (tn_csv_more(&csv)) {
    const int line = csv.line;
    g_autoptr(GPtrArray) record = tn_csv_record(&csv, error);
    if (!record)
      return false;
    if (record->len != header->len)
      return tn_usage(error, "%s:%d: %u fields, not %u", name, line, record->len, header->len);
    struct map *m = map_of(maps, record, at);
    const double rank = g_ascii_strtod(record->pdata[at[RANK]], NULL);
    add_spot(m->data, rank, record->pdata[at[DATA_LATER]]);
    if (!add_spot(m->exits, rank, record->pdata[at[EXIT_LATER]]))
      return tn_usage(error, "%s:%d: \"%s\" is no time in us", name, line,
                      (const char *)record->pdata[at[EXIT_LATER]]);
  }
  return true;
}

/* The parameters of a map that are not the same in all. Transfer full. */
static char *own_params(const GPtrArray *maps, const struct map *m)
{
  g_autoptr(GString) own = g_string_new(NULL);
  for (int k = 0; k < m->params->n; k++) {
    const char *text = m->params->at[k].text;
    bool everywhere = maps->len > 1;
    for (guint i = 0; i < maps->len && everywhere; i++)
      everywhere = tn_values_has(((const struct map *)maps->pdata[i])->params, text);
    if (!everywhere)
      g_string_append_printf(own, "%s%s", own->len ? " " : ", ", text);
  }
  return g_string_free(g_steal_pointer(&own), FALSE);
}

/* The latest of all, so that panels have one scale. */
static double latest(const GPtrArray *maps)
{
  double most = 0.0;
  for (guint i = 0; i < maps->len; i++) {
    const struct map *m = maps->pdata[i];
    for (guint k = 0; k < m->exits->len; k++)
      most = fmax(most, g_array_index(m->exits, struct tn_spot, k).y);
  }
  return fmax(most, 1e-6);
}

static struct tn_figure *figure_of(const GPtrArray *maps, const struct map *m, double most)
{
  struct tn_figure *f = tn_figure_new(WIDTH, HEIGHT);
  g_autofree char *params = own_params(maps, m);
  struct tn_series *data = tn_figure_add(f, "its data come later", 0, 1);
  struct tn_series *exits = tn_figure_add(f, "it leaves later", TN_DRAW_POINTS, 0);
  struct tn_series *delayed = tn_figure_add(f, "the delayed rank", TN_DRAW_LINE, 2);
  f->title = tn_figure_keep(f, g_strconcat(m->title, params, NULL));
  f->x.name = "rank";
  f->y.name = "ms";
  f->y.low = 0;
  f->y.high = 1.05 * most;
  for (guint i = 0; i < m->data->len; i++) {
    const struct tn_spot *spot = &g_array_index(m->data, struct tn_spot, i);
    const struct tn_box box = { .x0 = spot->x - 0.35, .x1 = spot->x + 0.35, .y1 = spot->y };
    tn_series_box(data, box);
  }
  g_array_append_vals(exits->spots, m->exits->data, m->exits->len);
  tn_series_spot(delayed, m->delayed, 0);
  tn_series_spot(delayed, m->delayed, f->y.high);
  return f;
}

GPtrArray *tn_plot_delays(const GPtrArray *files, GError **error)
{
  g_autoptr(GPtrArray) maps = g_ptr_array_new_with_free_func(map_free);
  for (guint i = 0; i < files->len; i++)
    if (!read_map(maps, files->pdata[i], error))
      return NULL;
  if (maps->len == 0 || maps->len > MOST_PANELS)
    return tn_usage_null(error, "%u maps of delays (1 to %d are shown)", maps->len, MOST_PANELS);
  GPtrArray *figures = g_ptr_array_new_with_free_func(tn_figure_free);
  for (guint i = 0; i < maps->len; i++)
    g_ptr_array_add(figures, figure_of(maps, maps->pdata[i], latest(maps)));
  return figures;
}
