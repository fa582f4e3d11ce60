/* Which row belongs to which line of a picture, and how high it stands. */
#include "plot_lines.h"

#include <math.h>
#include <string.h>

#include "platform/quantity.h"

/* What may make a line of its own, beside parameters; in the order in which labels name it. */
static const char *const identities[] = { "source",    "platform",   "kernel",    "backing",
                                          "ranks",     "mapping",    "root",      "collective",
                                          "algorithm", "params",     "mechanism", "law",
                                          "protocol",  "buffers",    "noise",     "overrides",
                                          "transport", "size_bytes", NULL };
void tn_plot_line_free(void *data)
{
  struct tn_curve *line = data;
  g_free(line->label);
  g_free(line->subject);
  g_array_unref(line->spots);
  g_free(line);
}

bool tn_rows_differ(const GPtrArray *rows, const char *name)
{
  g_autofree char *first = tn_row_value(rows->pdata[0], name);
  for (guint i = 1; i < rows->len; i++) {
    g_autofree char *text = tn_row_value(rows->pdata[i], name);
    if (g_strcmp0(first, text) != 0)
      return true;
  }
  return false;
}

/* Whether rows that have it differ in it. */
static bool has_values(const GPtrArray *rows, const char *name)
{
  g_autofree char *first = NULL;
  for (guint i = 0; i < rows->len; i++) {
    g_autofree char *text = tn_row_value(rows->pdata[i], name);
    if (first && text && strcmp(first, text) != 0)
      return true;
    if (!first)
      first = g_steal_pointer(&text);
  }
  return false;
}

/* Ranks are readers plus one, so among readers, throttle and ranks the first that varies counts. */
const char *tn_plot_x(const struct tn_picture *picture, const GPtrArray *rows)
{
  static const char *const names[] = { "readers", "throttle", "pairs", "ranks" };
  const bool is_time = picture->kind == TN_PLOT_LATENCY || picture->kind == TN_PLOT_SLOWDOWN;
  if (is_time && has_values(rows, "size_bytes"))
    return "size_bytes";
  if (picture->kind == TN_PLOT_NOISE)
    return "noise";
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (is_time ? has_values(rows, names[i]) : tn_rows_differ(rows, names[i]))
      return names[i];
  return picture->kind == TN_PLOT_RELATIVE ? NULL : "size_bytes";
}

/* Without them a legend would name every default, and find no room. */
static struct tn_vary *vary_of(const GPtrArray *rows)
{
  struct tn_vary *vary = tn_vary_new();
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    tn_vary_add(vary, row->collective, row->algorithm, row->params);
  }
  return vary;
}

/* The parameters that part rows of one algorithm; the one along the axis would part every line. */
static char *params_apart(const struct tn_plot *plot, const struct tn_row *row)
{
  return tn_vary_apart(plot->vary, row->collective, row->algorithm, row->params, plot->x);
}

static char *by_text(const struct tn_plot *plot, const struct tn_row *row, const char *name)
{
  return strcmp(name, "params") == 0 ? params_apart(plot, row) : tn_row_value(row, name);
}

/* What a row does not know parts no line: closed forms have no law and no protocol. Of parameters
 * and overrides, none is something to know. */
static bool by_differs(const struct tn_plot *plot, const char *name)
{
  const bool counts_none = strcmp(name, "params") == 0 || strcmp(name, "overrides") == 0 ||
                           strcmp(name, "transport") == 0;
  g_autofree char *first = NULL;
  for (guint i = 0; i < plot->rows->len; i++) {
    g_autofree char *text = by_text(plot, plot->rows->pdata[i], name);
    if (!*text && !counts_none)
      continue;
    if (first && strcmp(first, text) != 0)
      return true;
    if (!first)
      first = g_steal_pointer(&text);
  }
  return false;
}

/* Whether it may be a parameter's name: rows are not always ours. */
static bool is_param_name(const char *name)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  return *name && strspn(name, letters) == strlen(name);
}

static bool check_name(const GPtrArray *rows, const char *option, const char *name, GError **error)
{
  g_autofree char *first = tn_row_value(rows->pdata[0], name);
  return (tn_row_column(name) >= 0 ||
          (is_param_name(name) && (first || tn_rows_differ(rows, name)))) ||
         tn_usage(error, "%s: the rows have no column or parameter \"%s\"", option, name);
}

bool tn_plot_check_x(const struct tn_plot *plot, GError **error)
{
  return !plot->picture->x || check_name(plot->rows, "--x", plot->x, error);
}

bool tn_plot_choose_by(struct tn_plot *plot, GError **error)
{
  plot->by = g_ptr_array_new_with_free_func(g_free);
  plot->vary = vary_of(plot->rows);
  if (plot->picture->by) {
    g_auto(GStrv) names = g_strsplit(plot->picture->by, ",", -1);
    for (char **name = names; *name; name++) {
      if (!check_name(plot->rows, "--by", *name, error))
        return false;
      g_ptr_array_add(plot->by, g_strdup(*name));
    }
    return true;
  }
  /* The readers of a pattern are its ranks but one: both would part every line. */
  const bool x_is_count = strcmp(plot->x, "readers") == 0 || strcmp(plot->x, "pairs") == 0;
  for (int i = 0; identities[i]; i++) {
    const bool skipped =
        strcmp(identities[i], plot->x) == 0 || (x_is_count && strcmp(identities[i], "ranks") == 0);
    if (!skipped && by_differs(plot, identities[i]))
      g_ptr_array_add(plot->by, g_strdup(identities[i]));
  }
  return true;
}

/* The label; without what it says of the column `but` (may be NULL). */
static char *label_without(const struct tn_plot *plot, const struct tn_row *row, const char *but)
{
  GString *label = g_string_new(NULL);
  for (guint i = 0; i < plot->by->len; i++) {
    const char *name = plot->by->pdata[i];
    if (g_strcmp0(name, but) == 0)
      continue;
    g_autofree char *text = by_text(plot, row, name);
    const int column = tn_row_column(name);
    const bool is_bare = column >= 0 && strcmp(name, "mapping") != 0 &&
                         tn_row_columns[column].kind != TN_ROW_COUNT &&
                         tn_row_columns[column].kind != TN_ROW_TIME &&
                         tn_row_columns[column].kind != TN_ROW_SHARE;
    if (text && *text && strcmp(name, "size_bytes") == 0) {
      g_autofree char *size = tn_format_size((size_t)row->size);
      g_string_append_printf(label, "%s%s", label->len ? ", " : "", size);
    } else if (text && *text) {
      g_string_append_printf(label, "%s%s%s%s", label->len ? ", " : "", is_bare ? "" : name,
                             is_bare ? "" : " ", text);
    }
  }
  if (label->len == 0)
    g_string_append(label, row->algorithm);
  return g_string_free(label, FALSE);
}

char *tn_plot_label(const struct tn_plot *plot, const struct tn_row *row)
{
  return label_without(plot, row, NULL);
}

static int by_x(const void *a, const void *b)
{
  const struct tn_spot *left = a, *right = b;
  return (left->x > right->x) - (left->x < right->x);
}

/* Returns the inverse of the throughput for relative times, which counts the bytes of all readers; the
 * bytes of a throttled algorithm stay the same. */
static double height_of(const struct tn_plot *plot, const struct tn_row *row, double x)
{
  const struct tn_picture *picture = plot->picture;
  const bool shared = strcmp(plot->x, "readers") == 0 || strcmp(plot->x, "pairs") == 0;
  if (picture->of)
    return tn_row_number(row, tn_row_column(picture->of));
  return tn_row_microseconds(tn_row_time(row, picture->objective)) /
         (picture->kind == TN_PLOT_RELATIVE && shared ? x : 1);
}

static bool read_x(const struct tn_plot *plot, const struct tn_row *row, double *ret)
{
  g_autofree char *text = tn_row_value(row, plot->x);
  char *end = NULL;
  *ret = text && *text ? g_ascii_strtod(text, &end) : NAN;
  return text && *text && !*end;
}

static struct tn_curve *line_of(struct tn_plot *plot, const struct tn_row *row)
{
  g_autofree char *label = tn_plot_label(plot, row);
  for (guint i = 0; i < plot->lines->len; i++) {
    struct tn_curve *line = plot->lines->pdata[i];
    if (strcmp(line->label, label) == 0)
      return line;
  }
  struct tn_curve *line = g_new0(struct tn_curve, 1);
  line->label = g_steal_pointer(&label);
  line->subject = label_without(plot, row, "source");
  line->first = row;
  line->spots = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
  g_ptr_array_add(plot->lines, line);
  return line;
}

/* Heights relative to that at the smallest x, or their inverses. */
static void normalize(struct tn_curve *line, bool is_inverse)
{
  const double first = g_array_index(line->spots, struct tn_spot, 0).y;
  for (guint i = 0; i < line->spots->len; i++) {
    double *y = &g_array_index(line->spots, struct tn_spot, i).y;
    *y = is_inverse ? first / *y : *y / first;
  }
}

/* The spot at x, or NULL. */
static struct tn_spot *spot_at(const GArray *spots, double x)
{
  for (guint i = 0; i < spots->len; i++) {
    struct tn_spot *spot = &g_array_index(spots, struct tn_spot, i);
    if (!(spot->x < x) && !(spot->x > x))
      return spot;
  }
  return NULL;
}

/* Whether one of the lines can be the fastest of both. */
static bool is_rival(const struct tn_curve *a, const struct tn_curve *b)
{
  const struct tn_row *x = a->first, *y = b->first;
  return strcmp(x->collective, y->collective) == 0 && x->ranks == y->ranks &&
         strcmp(x->platform, y->platform) == 0 && x->source == y->source;
}

GArray *tn_plot_least(const struct tn_plot *plot, const struct tn_curve *like)
{
  GArray *least = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
  for (guint l = 0; l < plot->lines->len; l++) {
    const struct tn_curve *line = plot->lines->pdata[l];
    for (guint i = 0; i < line->spots->len && is_rival(line, like); i++) {
      const struct tn_spot *spot = &g_array_index(line->spots, struct tn_spot, i);
      struct tn_spot *known = spot_at(least, spot->x);
      if (!known)
        g_array_append_val(least, *spot);
      else if (spot->y < known->y)
        *known = *spot;
    }
  }
  return least;
}

/* The spots (struct tn_spot) of a line over the least of its rivals at each x. Transfer full. */
static GArray *slowdown_of(const struct tn_plot *plot, const struct tn_curve *line)
{
  g_autoptr(GArray) least = tn_plot_least(plot, line);
  GArray *slowdown = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
  for (guint i = 0; i < line->spots->len; i++) {
    struct tn_spot spot = g_array_index(line->spots, struct tn_spot, i);
    spot.y /= spot_at(least, spot.x)->y;
    g_array_append_val(slowdown, spot);
  }
  return slowdown;
}

static void divide_by_least(struct tn_plot *plot)
{
  g_autoptr(GPtrArray) slowdowns = g_ptr_array_new();
  for (guint l = 0; l < plot->lines->len; l++)
    g_ptr_array_add(slowdowns, slowdown_of(plot, plot->lines->pdata[l]));
  for (guint l = 0; l < plot->lines->len; l++) {
    struct tn_curve *line = plot->lines->pdata[l];
    g_array_unref(line->spots);
    line->spots = slowdowns->pdata[l];
  }
}

/* How good a line is, the less the better: those that are the fastest anywhere before all others,
 * then by the mean over x of the logarithm of the slowdown. */
struct merit {
  guint line;
  bool wins;
  double loss;
};

static int by_merit(const void *a, const void *b)
{
  const struct merit *x = a, *y = b;
  if (x->wins != y->wins)
    return x->wins ? -1 : 1;
  return x->loss != y->loss ? (x->loss > y->loss ? 1 : -1)
                            : (x->line > y->line) - (x->line < y->line);
}

static struct merit merit_of(const struct tn_plot *plot, guint l)
{
  const struct tn_curve *line = plot->lines->pdata[l];
  g_autoptr(GArray) slowdown = slowdown_of(plot, line);
  struct merit merit = { .line = l };
  for (guint i = 0; i < slowdown->len; i++) {
    const double factor = g_array_index(slowdown, struct tn_spot, i).y;
    merit.wins = merit.wins || factor <= 1;
    merit.loss += log(factor) / slowdown->len;
  }
  return merit;
}

/* The best `top` lines stay, in their order. */
static void keep_best(struct tn_plot *plot, guint top)
{
  g_autoptr(GArray) merits = g_array_new(FALSE, FALSE, sizeof(struct merit));
  g_autofree bool *stays = g_new0(bool, plot->lines->len);
  for (guint l = 0; l < plot->lines->len; l++) {
    const struct merit merit = merit_of(plot, l);
    g_array_append_val(merits, merit);
  }
  g_array_sort(merits, by_merit);
  for (guint i = 0; i < MIN(top, merits->len); i++)
    stays[g_array_index(merits, struct merit, i).line] = true;
  for (guint l = plot->lines->len; l > 0; l--)
    if (!stays[l - 1])
      g_ptr_array_remove_index(plot->lines, l - 1);
  plot->n_left_out = merits->len - plot->lines->len;
}

/* Sorts the spots; false and *error when two stand at one x. */
static bool check_line(const struct tn_plot *plot, const struct tn_curve *line, GError **error)
{
  g_array_sort(line->spots, by_x);
  for (guint s = 1; s < line->spots->len; s++) {
    const struct tn_spot *spot = &g_array_index(line->spots, struct tn_spot, s);
    if (spot->x > spot[-1].x)
      continue;
    return tn_usage(error, "%s: two rows at %s %g (name what parts them: --by)", line->label,
                    plot->x, spot->x);
  }
  return true;
}

static void add_spot(struct tn_plot *plot, const struct tn_row *row, double x)
{
  struct tn_spot spot = { .x = x, .y = height_of(plot, row, x), .low = NAN, .high = NAN };
  if (plot->picture->kind == TN_PLOT_LATENCY && !plot->picture->of && row->low > 0 &&
      row->high > 0 && plot->picture->objective == TN_OBJECTIVE_AVG) {
    spot.low = tn_row_microseconds(row->low);
    spot.high = tn_row_microseconds(row->high);
  }
  /* A logarithmic axis has no place for zero: a size of 0, a lock never taken. */
  if (spot.x > 0 && spot.y > 0 && isfinite(spot.y) && isfinite(spot.x))
    g_array_append_val(line_of(plot, row)->spots, spot);
}

/* What has no such parameter takes the same time wherever others stand. */
static void add_level(struct tn_plot *plot, const struct tn_row *row)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(g_double_hash, g_double_equal);
  g_autofree double *x = g_new(double, plot->rows->len);
  for (guint i = 0; i < plot->rows->len; i++)
    if (read_x(plot, plot->rows->pdata[i], &x[i]) && g_hash_table_add(seen, &x[i]))
      add_spot(plot, row, x[i]);
}

static void read_lines(struct tn_plot *plot)
{
  const enum tn_plot_kind kind = plot->picture->kind;
  const bool is_time = kind == TN_PLOT_LATENCY || kind == TN_PLOT_SLOWDOWN;
  for (guint i = 0; i < plot->rows->len; i++) {
    const struct tn_row *row = plot->rows->pdata[i];
    double x;
    if (read_x(plot, row, &x))
      add_spot(plot, row, x);
    else if (is_time && !plot->picture->x && tn_row_column(plot->x) < 0)
      add_level(plot, row);
  }
}

static bool refuse_number(const struct tn_plot *plot, GError **error)
{
  const guint n = plot->lines->len;
  const char *advice = n == 0 ? ""
                       : n > TN_PLOT_MOST_CHOICES
                           ? "; fewer rows, or --by with what matters"
                           : "; perhaps --top 8, or --kind relative --x with what differs most";
  return tn_usage(error, "%u lines with %s along the axis (a picture shows 1 to %d)%s", n, plot->x,
                  TN_PLOT_MOST_LINES, advice);
}

bool tn_plot_make_lines(struct tn_plot *plot, GError **error)
{
  const enum tn_plot_kind kind = plot->picture->kind;
  read_lines(plot);
  if (plot->lines->len > TN_PLOT_MOST_CHOICES)
    return refuse_number(plot, error);
  for (guint i = 0; i < plot->lines->len; i++)
    if (!check_line(plot, plot->lines->pdata[i], error))
      return false;
  if (kind == TN_PLOT_SLOWDOWN)
    divide_by_least(plot);
  if (plot->picture->top > 0 && (int)plot->lines->len > plot->picture->top)
    keep_best(plot, (guint)plot->picture->top);
  for (guint i = 0; i < plot->lines->len; i++)
    if (kind == TN_PLOT_RELATIVE)
      normalize(plot->lines->pdata[i], !plot->picture->of);
  return (plot->lines->len > 0 && plot->lines->len <= TN_PLOT_MOST_LINES) ||
         refuse_number(plot, error);
}
