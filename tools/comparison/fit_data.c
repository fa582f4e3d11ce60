/* Reads the points of a fit: measured times of messages at a distance, or of flat trees with some
 * children. */
#include <math.h>
#include <string.h>

#include "base/names.h"
#include "compare/compare_trace.h"
#include "compare/stats.h"
#include "document/wrap.h"
#include "fit_read.h"
#include "platform/quantity.h"
#include "rows/trace_file.h"
#include "study/csv.h"
#include "study/usage.h"

static const char *const fit_columns[] = { "distance", "home", "peer", "children", "window", NULL };
/* Pattern of names of columns that may have the first of two cores if no column is named "home". */
#define CORE_NAME "^(core|cpu|pu|unit|rank|send(er)?|src|source|from|home)[_ -]?[0-9a]?$"

struct reader {
  const struct tn_fit_source *source;
  const char *file;
  /* name of a column that may have the first core; NULL if no column may, or one is named "home" */
  char *core;
  GString *why; /* reasons for skipped rows, each once, as in `; distance "far" is not a class` */
  guint n_left_out;
  GArray *points; /* struct tn_fit_point: all points; those of this file begin at index `before` */
  guint before;
  /* key (distance, children and bytes as text) -> number of the point in this file, from 1 */
  GHashTable *by_key;
  GPtrArray *times; /* GArray of double: seconds of each point's repeats */
};

/* Returns the distance class that a word names. Returns -1 for an unknown word, and adds it to
 * `why` once. */
static int class_of(const struct reader *r, const char *word)
{
  int class = TN_N_DISTANCES - 1;
  while (class >= 0 && strcmp(tn_distance_names[class], word) != 0)
    class --;
  if (class >= 0)
    return class;
  g_autofree char *text =
      g_strdup_printf("; distance \"%s\" is not a class (core, llc, numa, package, machine)", word);
  if (!strstr(r->why->str, text))
    g_string_append(r->why, text);
  return -1;
}

/* Sets *ret to a row's number in a column; leaves *ret unchanged if the cell is empty. */
static bool read_number(const struct reader *r, const struct tn_row *row, const char *column,
                        double *ret, GError **error)
{
  g_autofree char *text = tn_row_foreign(row, column);
  return !text || (tn_parse_number(text, ret, NULL) && *ret >= 0 && *ret < 1e15) ||
         tn_usage_at(r->file, row->line, error, "%s: \"%s\" is not a number (try 64)", column,
                     text);
}

/* Sets *ret to the place of the processing unit in a row's column; unit 0 if the cell is empty. */
static bool read_unit(const struct reader *r, const struct tn_row *row, const char *column,
                      struct tn_pu_place *ret, GError **error)
{
  double unit = 0;
  return read_number(r, row, column, &unit, error) &&
         ((unit <= 1e9 && tn_platform_os_place(r->source->platform, (int)unit, ret)) ||
          tn_usage_at(r->file, row->line, error, "%s: the topology has no processing unit %g",
                      column, unit));
}

/* Reads the distance between a row's ranks. *ret_class is negative if the row must be skipped. */
static bool read_distance(const struct reader *r, const struct tn_row *row, int *ret_class,
                          GError **error)
{
  g_autofree char *word = tn_row_foreign(row, "distance"), *peer = tn_row_foreign(row, "peer");
  g_autofree char *core = r->core ? tn_row_foreign(row, r->core) : NULL;
  struct tn_pu_place home, place;
  double first;
  if (!word && !peer)
    return tn_usage(error,
                    "%s: how far apart were the ranks? (a column, --columns distance=THEIRS; "
                    "FILE:distance=CLASS with core, llc, numa, package or machine; FILE:peer=UNIT)",
                    r->file);
  *ret_class = word ? class_of(r, word) : TN_SAME_CORE;
  if (*ret_class < 0 || !peer || (r->source->is_tree && word))
    return true;
  if (core && tn_parse_number(core, &first, NULL) && first > 0)
    return tn_usage_at(r->file, row->line, error,
                       "%s is %g: two columns of cores, where peer is the second and unit 0 "
                       "replaces the first (--columns home=%s)",
                       r->core, first, r->core);
  if (!read_unit(r, row, "home", &home, error) || !read_unit(r, row, "peer", &place, error))
    return false;
  *ret_class = (int)tn_pu_distance(&home, &place);
  return true;
}

/* Adds a row's time to the point with its distance, children and bytes, or to a new point. */
static bool take_row(struct reader *r, const struct tn_row *row, GError **error)
{
  const bool is_tree = r->source->is_tree;
  const double us = tn_row_microseconds(row->avg);
  double children = row->ranks > 1 ? (double)row->ranks - 1 : NAN;
  double window = 1;
  int class = -1;
  if (row->size < 0 || isnan(row->avg))
    return tn_usage_at(r->file, row->line, error, "no column %s (--columns %s=THEIRS)",
                       row->size < 0 ? "bytes" : "us", row->size < 0 ? "bytes" : "us");
  /* users' tables may omit a tree's collective, outputs of benchmarks state the collective */
  const bool is_stated = *row->collective || (is_tree && (*row->protocol || *row->algorithm));
  const bool is_other = is_stated && !(is_tree && strcmp(row->collective, "bcast") == 0);
  if (!is_other &&
      (!read_distance(r, row, &class, error) || !read_number(r, row, "window", &window, error) ||
       (is_tree && !read_number(r, row, "children", &children, error))))
    return false;
  if (!is_other && is_tree && isnan(children))
    return tn_usage(error,
                    "%s: how many children has the tree? (a column, --columns children=THEIRS; "
                    "FILE:distance=CLASS,children=N)",
                    r->file);
  if (class < 0 || !(us > 0) || row->size == 0 || (is_tree && (children < 1 || children > 1e6))) {
    r->n_left_out++;
    return true;
  }
  const struct tn_fit_point p = { .distance = (enum tn_distance) class,
                                  .children = is_tree ? (int)children : 0,
                                  .bytes = (double)row->size,
                                  .seconds = us * 1e-6 };
  if (window > 1 && r->source->windows)
    g_array_append_val(r->source->windows, p);
  else {
    g_autofree char *key = g_strdup_printf("%d %d %.0f", (int)p.distance, p.children, p.bytes);
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(r->by_key, key));
    if (number == 0) {
      g_array_append_val(r->points, p);
      g_ptr_array_add(r->times, g_array_new(FALSE, FALSE, sizeof(double)));
      number = r->times->len;
      g_hash_table_insert(r->by_key, g_steal_pointer(&key), GUINT_TO_POINTER(number));
    }
    tn_push(r->times->pdata[number - 1], us * 1e-6);
  }
  return true;
}

/* Adds the points of all rows, with medians of repeated rows. */
static bool take_rows(struct reader *r, const GPtrArray *rows, GError **error)
{
  const struct tn_row *first = rows->pdata[0];
  g_auto(GStrv) others = g_strsplit(first->others, ";", -1);
  for (char **other = others; *other; other++) {
    *strchrnul(*other, '=') = '\0';
    if (tn_name_find(fit_columns, *other) < 0 &&
        g_regex_match_simple(CORE_NAME, *other, G_REGEX_CASELESS, 0)) {
      g_free(r->core);
      r->core = g_strdup(*other);
    }
  }
  g_autofree char *home = tn_row_foreign(first, "home");
  if (home)
    g_clear_pointer(&r->core, g_free);
  for (guint i = 0; i < rows->len; i++)
    if (!take_row(r, rows->pdata[i], error))
      return false;
  for (guint i = 0; i < r->times->len; i++) {
    struct tn_fit_point *p = &g_array_index(r->points, struct tn_fit_point, r->before + i);
    p->seconds = tn_quantile(r->times->pdata[i], 0.5);
    p->repeats = (int)((GArray *)r->times->pdata[i])->len;
    p->spread = tn_deviation(r->times->pdata[i], p->seconds);
  }
  guint n_uncertain[2] = { 0 };
  for (guint i = r->before; i < r->points->len; i++) {
    const struct tn_fit_point *p = &g_array_index(r->points, struct tn_fit_point, i);
    const int doubt = tn_trace_doubt(p->seconds, p->bytes, 1 + p->children);
    if (doubt == 0 || 2 * ++n_uncertain[doubt > 0] <= r->times->len)
      continue;
    return tn_usage(error, "%s: %g us for a message of %g bytes: " TN_TRACE_UNIT, r->file,
                    p->seconds * 1e6, p->bytes);
  }
  return true;
}

static guint n_windows(const struct tn_fit_source *source)
{
  return source->windows ? source->windows->len : 0;
}

bool tn_fit_points_take(GArray *points, const struct tn_fit_source *source, const GPtrArray *rows,
                        GString *summary, GError **error)
{
  g_autoptr(GHashTable) by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GPtrArray) times = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  g_autoptr(GString) why = g_string_new(NULL);
  const char *file = ((const struct tn_row *)rows->pdata[0])->file;
  struct reader r = { .source = source,
                      .file = file,
                      .why = why,
                      .points = points,
                      .by_key = by_key,
                      .before = points->len,
                      .times = times };
  const guint windows = n_windows(source);
  const bool ok = take_rows(&r, rows, error);
  g_free(r.core);
  if (!ok)
    g_array_set_size(points, r.before);
  g_string_append_printf(summary, "%s: %u points, ", file, times->len);
  if (n_windows(source) > windows)
    g_string_append_printf(summary, "%u times of windows, ", n_windows(source) - windows);
  g_string_append_printf(summary, "%u rows skipped%s", r.n_left_out, why->str);
  return ok;
}

bool tn_fit_points_read(GArray *points, const struct tn_fit_source *source, const char *spec,
                        GString *summary, GError **error)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  const struct tn_trace as = { .columns = source->columns,
                               .more = fit_columns,
                               .messages = !source->is_tree,
                               .rows = rows,
                               .notes = notes };
  const char *values = tn_trace_values(spec);
  const guint before = points->len + n_windows(source);
  g_autoptr(GString) text = g_string_new(NULL);
  if (values && !source->is_tree && strstr(values, "children="))
    return tn_usage(error, "%s: \"%s\": messages have no children (--rows)", spec, values);
  if (!tn_trace_read(&as, spec, NULL, error))
    return false;
  const struct tn_row *first = rows->len ? rows->pdata[0] : NULL;
  g_autofree char *children = first ? tn_row_foreign(first, "children") : NULL;
  g_autofree char *distance = first ? tn_row_foreign(first, "distance") : NULL;
  if (source->rows && !(children || distance)) {
    for (guint i = 0; i < notes->len; i++)
      tn_print_message("%s", (const char *)notes->pdata[i]);
    g_ptr_array_extend_and_steal(source->rows, g_steal_pointer(&rows));
    return true;
  }
  if (!tn_fit_points_take(points, source, rows, text, error))
    return false;
  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf(text, "; %s", (const char *)notes->pdata[i]);
  if (values && points->len + n_windows(source) == before)
    return tn_usage(error, "%s (accepted: times of %s)", text->str,
                    source->is_tree ? "bcast by children" : "messages");
  g_autofree char *shown = tn_printable(text->str);
  g_string_append_printf(summary, "%s\n", shown);
  return true;
}

/* Reads line i of the matrix: the times between unit i and the units with smaller numbers. */
static bool take_line(GArray *pairs, guint i, const GPtrArray *fields, const struct tn_csv *csv,
                      GError **error)
{
  for (guint j = 0; j < fields->len; j++) {
    const char *text = fields->pdata[j];
    struct tn_fit_pair pair = { (int)i, (int)j, 0 };
    if (!*text)
      continue;
    if (j >= i)
      return tn_usage_at(csv->file, (int)i + 1, error,
                         "a value on or above the diagonal (row i "
                         "has the pairs with units below i)");
    if (!tn_parse_number(text, &pair.nanoseconds, NULL) || !(pair.nanoseconds > 0))
      return tn_usage_at(csv->file, (int)i + 1, error, "\"%s\" is not a latency in ns (try 52.5)",
                         text);
    g_array_append_val(pairs, pair);
  }
  return true;
}

bool tn_fit_pairs_parse(GArray *pairs, const struct tn_platform *pf, const char *file,
                        const char *text, gsize length, GError **error)
{
  struct tn_csv csv;
  struct tn_pu_place place;
  const int n = tn_platform_n_pus(pf);
  const guint before = pairs->len;
  if (!tn_csv_init(&csv, file, text, length, error))
    return false;
  for (guint i = 0; tn_csv_more(&csv); i++) {
    const int line = csv.line;
    g_autoptr(GPtrArray) fields = tn_csv_record(&csv, error);
    if (!fields)
      return false;
    if ((int)i >= n || !tn_platform_os_place(pf, (int)i, &place))
      return tn_usage_at(file, line, error, "the topology has no processing unit %u", i);
    if (!take_line(pairs, i, fields, &csv, error))
      return false;
  }
  return pairs->len > before || tn_usage_at(file, 1, error, "no latency in it");
}
