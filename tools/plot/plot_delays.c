#include "plot_delays.h"

#include <math.h>
#include <string.h>

#include "plot.h"
#include "rows/rows.h"
#include "script.h"
#include "study/csv.h"

enum { MOST_PANELS = 24, PANEL_WIDTH = 900, PANEL_HEIGHT = 230 };

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
    g_set_error(error, TN_USAGE_ERROR, 0, "%s:1: no column %s (what run --delay-map wrote as CSV)",
                file, columns[c]);
    return false;
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
  const struct tn_spot spot = { .x = rank, .y = g_ascii_strtod(text, &end) * 1e-3 };
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
      g_set_error(error, TN_USAGE_ERROR, 0, "%s: empty", name);
    return false;
  }
  if (!find_columns(name, header, at, error))
    return false;
  while (tn_csv_more(&csv)) {
    const int line = csv.line;
    g_autoptr(GPtrArray) record = tn_csv_record(&csv, error);
    if (!record)
      return false;
    if (record->len != header->len) {
      g_set_error(error, TN_USAGE_ERROR, 0, "%s:%d: %u fields, not %u", name, line, record->len,
                  header->len);
      return false;
    }
    struct map *m = map_of(maps, record, at);
    const double rank = g_ascii_strtod(record->pdata[at[RANK]], NULL);
    add_spot(m->data, rank, record->pdata[at[DATA_LATER]]);
    if (!add_spot(m->exits, rank, record->pdata[at[EXIT_LATER]])) {
      g_set_error(error, TN_USAGE_ERROR, 0, "%s:%d: \"%s\" is no time in us", name, line,
                  (const char *)record->pdata[at[EXIT_LATER]]);
      return false;
    }
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

/* Between tics, of which there are four or so up to the latest of all. */
static double tic_step(const GPtrArray *maps)
{
  double most = 0.0;
  for (guint i = 0; i < maps->len; i++) {
    const struct map *m = maps->pdata[i];
    for (guint k = 0; k < m->exits->len; k++)
      most = fmax(most, g_array_index(m->exits, struct tn_spot, k).y);
  }
  const double unit = pow(10.0, floor(log10(fmax(most, 1e-6) / 4.0)));
  return ceil(most / 4.0 / unit) * unit;
}

static void append_panel(GString *s, const GPtrArray *maps, guint i)
{
  const struct map *m = maps->pdata[i];
  g_autofree char *params = own_params(maps, m);
  g_autofree char *title = g_strconcat(m->title, params, NULL);
  g_autofree char *quoted = tn_script_title(title);
  g_string_append_printf(s,
                         "set title %s noenhanced\n"
                         "set arrow 1 from first %g, graph 1.06 to first %g, graph 1.0 nofilled "
                         "linecolor rgb '#000000'\n"
                         "plot $data%u using 1:2 with boxes linecolor rgb '%s' title "
                         "'its data come later', $exit%u using 1:2 with points pointtype 7 "
                         "pointsize 0.7 linecolor rgb '%s' title 'it leaves later'\n",
                         quoted, m->delayed, m->delayed, i, tn_colours[1], i, tn_colours[0]);
}

char *tn_plot_delays_script(const GPtrArray *files, bool png, GError **error)
{
  g_autoptr(GPtrArray) maps = g_ptr_array_new_with_free_func(map_free);
  g_autoptr(GString) s = g_string_new(NULL);
  for (guint i = 0; i < files->len; i++)
    if (!read_map(maps, files->pdata[i], error))
      return NULL;
  if (maps->len == 0 || maps->len > MOST_PANELS) {
    g_set_error(error, TN_USAGE_ERROR, 0, "%u maps of delays (1 to %d are shown)", maps->len,
                MOST_PANELS);
    return NULL;
  }
  g_string_append_printf(s,
                         "set terminal %s size %d,%d font 'DejaVu Sans,12' background "
                         "'#FFFFFF'\nset encoding utf8\nset tics nomirror\nset border 3\n"
                         "set style fill solid 0.6\nset boxwidth 0.7\nset yrange [0:*]\n"
                         "set xlabel 'rank'\nset ylabel 'ms'\n"
                         "set key outside right top Left reverse noenhanced\n",
                         png ? "pngcairo" : "svg", PANEL_WIDTH, PANEL_HEIGHT * (int)maps->len);
  for (guint i = 0; i < maps->len; i++) {
    const struct map *m = maps->pdata[i];
    g_autofree char *data = g_strdup_printf("data%u", i), *exits = g_strdup_printf("exit%u", i);
    const struct tn_spot outside = { .x = -1.0,
                                     .y = -1.0 }; /* gnuplot wants a block not to be empty */
    if (m->data->len == 0)
      g_array_append_val(m->data, outside);
    tn_script_spots(s, data, m->data);
    tn_script_spots(s, exits, m->exits);
  }
  char step[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf(s, "set ytics 0,%s\n",
                         g_ascii_formatd(step, sizeof step, "%.3g", fmax(tic_step(maps), 1e-6)));
  g_string_append_printf(s, "set xrange [-0.6:*]\nset multiplot layout %u,1\n", maps->len);
  for (guint i = 0; i < maps->len; i++)
    append_panel(s, maps, i);
  g_string_append(s, "unset multiplot\n");
  return g_strdup(s->str);
}
