#include "plot.h"

#include <math.h>
#include <string.h>

#include "figure/figure.h"
#include "rows/rows_files.h"
#include "study/csv.h"

enum { MAX_PANELS = 24, WIDTH = 560, HEIGHT = 110 };

/* Required columns; those before RANK identify a map. */
enum { ALGORITHM, PARAMS, DELAYED, DELAY, RANK, DATA_LATER, EXIT_LATER, N_COLUMNS };
static const char *const columns[N_COLUMNS] = { "algorithm",    "params", "delayed",
                                                "delay_us",     "rank",   "data_later_us",
                                                "exit_later_us" };

struct delay_map {
  char *key;
  const struct tn_values *params;
  double delayed;
  struct tn_figure *figure; /* figure with ranks along x and ms along y */
};

static void map_free(void *data)
{
  struct delay_map *m = data;
  g_free(m->key);
  tn_values_unref(m->params);
  g_clear_pointer(&m->figure, tn_figure_free);
  g_free(m);
}

/* Returns a text with the record's value in a column, "" if there is no such column. Transfer
 * full. */
static char *field(const GPtrArray *header, const GPtrArray *record, const char *column,
                   const char *format)
{
  guint at;
  g_auto(GStrv) parts = g_strsplit(format, "%s", 2);
  return g_ptr_array_find_with_equal_func((GPtrArray *)header, column, g_str_equal, &at)
             ? g_strconcat(parts[0], record->pdata[at], parts[1], NULL)
             : g_strdup("");
}

/* Returns the map of a record, that is the map with the same fields before RANK; adds a new map if
 * necessary. */
static struct delay_map *map_of(GPtrArray *maps, const GPtrArray *header, const GPtrArray *record,
                                const guint at[N_COLUMNS])
{
  g_autoptr(GString) key = g_string_new(NULL);
  for (guint i = 0; i < at[RANK]; i++)
    g_string_append_printf(key, "%s,", (const char *)record->pdata[i]);
  for (guint i = 0; i < maps->len; i++)
    if (strcmp(((const struct delay_map *)maps->pdata[i])->key, key->str) == 0)
      return maps->pdata[i];
  struct delay_map *m = g_new0(struct delay_map, 1);
  struct tn_figure *f = m->figure = tn_figure_new(WIDTH, HEIGHT);
  const double delay = g_ascii_strtod(record->pdata[at[DELAY]], NULL) * 1e-3;
  m->key = g_strdup(key->str);
  m->delayed = g_ascii_strtod(record->pdata[at[DELAYED]], NULL);
  m->params = tn_values_new(record->pdata[at[PARAMS]]);
  tn_figure_add(f, "its data come later", 0, 1);
  tn_figure_add(f, "it leaves later", TN_DRAW_POINTS, 0);
  tn_figure_add(f, "the delayed rank", TN_DRAW_LINE, 2);
  g_autofree char *collective = field(header, record, "collective", "%s ");
  g_autofree char *platform = field(header, record, "platform", " on %s");
  g_autofree char *ranks = field(header, record, "ranks", ", %s ranks");
  g_autofree char *size = field(header, record, "size_bytes", ", %s bytes");
  f->title =
      tn_figure_store_text(f, g_strdup_printf("%s%s%s%s%s: rank %g is delayed by %g ms", collective,
                                              (const char *)record->pdata[at[ALGORITHM]], platform,
                                              ranks, size, m->delayed, delay));
  f->x.name = "rank";
  f->y.name = "ms";
  f->y.low = 0;
  g_ptr_array_add(maps, m);
  return m;
}

/* Reads a time in us and sets *ret in ms. Returns false if the text is empty or not a number. */
static bool read_time(const char *text, double *ret)
{
  char *end;
  *ret = g_ascii_strtod(text, &end) * 1e-3;
  return end != text && !*end && isfinite(*ret);
}

/* Adds a file's maps; raises *latest to the last exit, ms. */
static bool read_map(GPtrArray *maps, const char *file, double *latest, GError **error)
{
  struct tn_csv csv;
  const char *name;
  gsize length;
  guint at[N_COLUMNS];
  g_autofree char *text = tn_text_read(file, &name, &length, error);
  if (!text || !tn_csv_init(&csv, name, text, length, error))
    return false;
  if (!tn_csv_more(&csv))
    return tn_usage(error, "%s: empty", name);
  g_autoptr(GPtrArray) header = tn_csv_record(&csv, error);
  if (!header)
    return false;
  for (int c = 0; c < N_COLUMNS; c++)
    if (!g_ptr_array_find_with_equal_func(header, columns[c], g_str_equal, &at[c]))
      return tn_usage(error, "%s:1: no column %s (CSV of run --delay-map)", name, columns[c]);
  while (tn_csv_more(&csv)) {
    const int line = csv.line;
    g_autoptr(GPtrArray) record = tn_csv_record(&csv, error);
    if (!record)
      return false;
    if (record->len != header->len)
      return tn_usage(error, "%s:%d: %u fields, not %u", name, line, record->len, header->len);
    const GPtrArray *series = map_of(maps, header, record, at)->figure->series;
    const double rank = g_ascii_strtod(record->pdata[at[RANK]], NULL);
    struct tn_box box = { .x0 = rank - 0.35, .x1 = rank + 0.35 };
    double later;
    if (read_time(record->pdata[at[DATA_LATER]], &box.y1))
      tn_series_box(series->pdata[0], box);
    if (!read_time(record->pdata[at[EXIT_LATER]], &later))
      return tn_usage(error, "%s:%d: \"%s\" is not a time in us", name, line,
                      (const char *)record->pdata[at[EXIT_LATER]]);
    tn_series_spot(series->pdata[1], rank, later);
    *latest = fmax(*latest, later);
  }
  return true;
}

/* Returns parameters that the maps do not share. Transfer full. */
static char *own_params(const GPtrArray *maps, const struct delay_map *m)
{
  GString *own = g_string_new(NULL);
  for (int k = 0; k < m->params->n; k++) {
    const char *text = m->params->at[k].text;
    bool everywhere = maps->len > 1;
    for (guint i = 0; i < maps->len && everywhere; i++)
      everywhere = tn_values_has(((const struct delay_map *)maps->pdata[i])->params, text);
    if (!everywhere)
      g_string_append_printf(own, "%s%s", own->len ? " " : ", ", text);
  }
  return g_string_free(own, FALSE);
}

GPtrArray *tn_plot_delays(const GPtrArray *files, GError **error)
{
  g_autoptr(GPtrArray) maps = g_ptr_array_new_with_free_func(map_free);
  double latest = 1e-6;
  for (guint i = 0; i < files->len; i++)
    if (!read_map(maps, files->pdata[i], &latest, error))
      return NULL;
  if (maps->len == 0 || maps->len > MAX_PANELS)
    return tn_usage_null(error, "%u maps of delays (1 to %d are shown)", maps->len, MAX_PANELS);
  GPtrArray *figures = g_ptr_array_new_with_free_func(tn_figure_free);
  for (guint i = 0; i < maps->len; i++) {
    struct delay_map *m = maps->pdata[i];
    struct tn_figure *f = g_steal_pointer(&m->figure);
    g_autofree char *params = own_params(maps, m);
    f->title = tn_figure_store_text(f, g_strconcat(f->title, params, NULL));
    f->y.high = 1.05 * latest; /* all maps have the same scale */
    tn_series_spot(f->series->pdata[2], m->delayed, 0);
    tn_series_spot(f->series->pdata[2], m->delayed, f->y.high);
    g_ptr_array_add(figures, f);
  }
  return figures;
}
