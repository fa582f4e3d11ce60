/* Pictures of lines: assigns rows to lines, computes heights. */
#include "plot_lines.h"

#include <math.h>
#include <string.h>

#include "document/wrap.h"
#include "plan/options.h"
#include "study/usage.h"

enum { WIDTH = 420, HEIGHT = 340 };
/* Lines that differ by at most this share at each point are drawn as one line. */
#define SAME 1e-3

struct plot_line {
  char *label, *subject;      /* subject: label without source; determines the
                               * colour if there are closed forms */
  const struct tn_row *first; /* first row of the line, borrowed */
  GArray *spots;              /* struct tn_spot, ascending x */
  bool wins;                  /* true if the line is lowest at any x */
  double loss;                /* mean over x of log(time / least time) */
};

static void curve_free(void *data)
{
  struct plot_line *line = data;
  g_free(line->label);
  g_free(line->subject);
  g_array_unref(line->spots);
  g_free(line);
}

static struct plot_line *line_of(const struct tn_plot *plot, GPtrArray *lines,
                                 const struct tn_row *row)
{
  g_autofree char *label = tn_plot_label(plot, row, NULL);
  for (guint i = 0; i < lines->len; i++)
    if (strcmp(((const struct plot_line *)lines->pdata[i])->label, label) == 0)
      return lines->pdata[i];
  struct plot_line *line = g_new0(struct plot_line, 1);
  *line = (struct plot_line){ .label = g_steal_pointer(&label),
                              .subject = tn_plot_label(plot, row, "source"),
                              .first = row,
                              .spots = g_array_new(FALSE, FALSE, sizeof(struct tn_spot)) };
  g_ptr_array_add(lines, line);
  return line;
}

static bool read_x(const struct tn_plot *plot, const struct tn_row *row, double *ret)
{
  g_autofree char *text = tn_row_value(row, plot->x);
  char *end = NULL;
  *ret = text && *text ? g_ascii_strtod(text, &end) : NAN;
  return text && *text && !*end;
}

/* Adds a row's point. Relative pictures show 1 / time as throughput of all readers' bytes, which
 * throttling does not change. */
static void add_spot(const struct tn_plot *plot, GPtrArray *lines, const struct tn_row *row,
                     double x)
{
  const struct tn_picture *p = plot->picture;
  const bool is_shared = strcmp(plot->x, "readers") == 0 || strcmp(plot->x, "pairs") == 0;
  struct tn_spot spot = { .x = x, .low = NAN, .high = NAN };
  spot.y = p->of ? tn_row_number(row, tn_row_column(p->of))
                 : tn_row_microseconds(tn_row_time(row, p->objective)) /
                       (p->kind == TN_PLOT_RELATIVE && is_shared ? x : 1);
  if (p->kind == TN_PLOT_LATENCY && !p->of && p->objective == TN_OBJECTIVE_AVG && row->low > 0 &&
      row->high > 0) {
    spot.low = tn_row_microseconds(row->low);
    spot.high = tn_row_microseconds(row->high);
  }
  /* A logarithmic axis cannot show zero, for example a size of 0, or the time of a lock that is
   * never taken. */
  if (spot.x > 0 && spot.y > 0 && isfinite(spot.y) && isfinite(spot.x))
    g_array_append_val(line_of(plot, lines, row)->spots, spot);
}

static struct tn_spot *spot_at(const GArray *spots, double x)
{
  for (guint i = 0; i < spots->len; i++) {
    struct tn_spot *spot = &g_array_index(spots, struct tn_spot, i);
    if (!(spot->x < x) && !(spot->x > x))
      return spot;
  }
  return NULL;
}

static bool compete(const struct tn_row *a, const struct tn_row *b)
{
  return strcmp(a->collective, b->collective) == 0 && a->ranks == b->ranks &&
         strcmp(a->platform, b->platform) == 0 && a->source == b->source;
}

/* Returns the lowest point (struct tn_spot) per x among lines of `like`'s collective, ranks,
 * platform and source. Transfer full. */
static GArray *least_of(const GPtrArray *lines, const struct plot_line *like)
{
  GArray *least = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
  for (guint l = 0; l < lines->len; l++) {
    const struct plot_line *line = lines->pdata[l];
    if (!compete(line->first, like->first))
      continue;
    for (guint i = 0; i < line->spots->len; i++) {
      const struct tn_spot *spot = TN_SPOT(line, i);
      struct tn_spot *known = spot_at(least, spot->x);
      if (!known)
        g_array_append_val(least, *spot);
      else if (spot->y < known->y)
        *known = *spot;
    }
  }
  return least;
}

/* Returns the lowest height at any x among the lines of `like`'s conditions and size. */
static double least_at_any(const GPtrArray *lines, const struct plot_line *like)
{
  const struct tn_row *b = like->first;
  double least = INFINITY;
  for (guint l = 0; l < lines->len; l++) {
    const struct plot_line *line = lines->pdata[l];
    const struct tn_row *a = line->first;
    const bool is_alike = compete(a, b) && a->size == b->size &&
                          strcmp(a->kernel, b->kernel) == 0 && strcmp(a->buffers, b->buffers) == 0;
    for (guint i = 0; is_alike && i < line->spots->len; i++)
      least = fmin(least, TN_SPOT(line, i)->y);
  }
  return least;
}

/* Returns the lowest points (struct tn_spot) of equal conditions and size. Transfer full. */
static GArray *best_values(const GPtrArray *lines)
{
  GArray *best = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
  for (guint l = 0; l < lines->len; l++) {
    const struct plot_line *line = lines->pdata[l];
    const double least = least_at_any(lines, line);
    for (guint i = 0; i < line->spots->len; i++)
      if (TN_SPOT(line, i)->y <= least)
        g_array_append_val(best, *TN_SPOT(line, i));
  }
  return best;
}

/* Divides heights by the lowest one of equal conditions and size: the cost of each value of the
 * parameter on the x axis. */
static void compare_values(const GPtrArray *lines)
{
  g_autofree double *least = g_new(double, lines->len);
  for (guint l = 0; l < lines->len; l++)
    least[l] = least_at_any(lines, lines->pdata[l]);
  for (guint l = 0; l < lines->len; l++) {
    GArray *spots = ((struct plot_line *)lines->pdata[l])->spots;
    for (guint i = 0; i < spots->len; i++)
      g_array_index(spots, struct tn_spot, i).y /= least[l];
  }
}

/* Computes the loss of each line. divides: also replaces the height of each point by its ratio to
 * the lowest one at the same x. */
static void compare_lines(const GPtrArray *lines, bool divides)
{
  g_autoptr(GPtrArray) slowdowns = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  for (guint l = 0; l < lines->len; l++) {
    struct plot_line *line = lines->pdata[l];
    g_autoptr(GArray) least = least_of(lines, line);
    GArray *slowdown = g_array_new(FALSE, FALSE, sizeof(struct tn_spot));
    for (guint i = 0; i < line->spots->len; i++) {
      struct tn_spot spot = *TN_SPOT(line, i);
      spot.y /= spot_at(least, spot.x)->y;
      line->wins = line->wins || spot.y <= 1;
      line->loss += log(spot.y) / line->spots->len;
      g_array_append_val(slowdown, spot);
    }
    g_ptr_array_add(slowdowns, slowdown);
  }
  for (guint l = 0; divides && l < lines->len; l++) {
    struct plot_line *line = lines->pdata[l];
    g_array_unref(line->spots);
    line->spots = g_array_ref(slowdowns->pdata[l]);
  }
}

/* Sorts lines that are the lowest at any x before all others, then by ascending loss. */
static int by_merit(const void *a, const void *b)
{
  const struct plot_line *x = *(struct plot_line *const *)a, *y = *(struct plot_line *const *)b;
  return x->wins != y->wins ? y->wins - x->wins : (x->loss > y->loss) - (x->loss < y->loss);
}

static int by_x(const void *a, const void *b)
{
  const struct tn_spot *left = a, *right = b;
  return (left->x > right->x) - (left->x < right->x);
}

static bool refuse_number(const struct tn_plot *plot, guint n, GError **error)
{
  const char *advice = n == 0                    ? ""
                       : n > TN_PLOT_MAX_CHOICES ? "; select fewer rows, or give --by COLUMN"
                                                 : "; try --top 8, or --kind relative --x COLUMN";
  return tn_usage(error, "%u lines with %s along the axis (a picture shows 1 to %d)%s", n, plot->x,
                  TN_MAX_LINES, advice);
}

/* Fills `lines` (struct plot_line) with all lines, or with the best ones if the picture has a
 * limit. *ret_n_omitted: number of omitted lines. Returns false and *error (usage) if there are no
 * lines or too many, or if two rows have the same place on a line. */
static bool read_lines(const struct tn_plot *plot, GPtrArray *lines, guint *ret_n_omitted,
                       GError **error)
{
  const struct tn_picture *picture = plot->picture;
  g_autoptr(GPtrArray) lacking = g_ptr_array_new(); /* char *: algorithms that are not drawn */
  for (guint i = 0; i < plot->rows->len; i++) {
    const struct tn_row *row = plot->rows->pdata[i];
    double x;
    if (read_x(plot, row, &x))
      add_spot(plot, lines, row, x);
    else if (picture->kind != TN_PLOT_RELATIVE && tn_row_column(plot->x) < 0) {
      /* a row without the axis's parameter applies to all values */
      g_autoptr(GHashTable) seen = g_hash_table_new(g_double_hash, g_double_equal);
      g_autofree double *at = g_new(double, plot->rows->len);
      for (guint k = 0; k < plot->rows->len; k++)
        if (read_x(plot, plot->rows->pdata[k], &at[k]) && g_hash_table_add(seen, &at[k]))
          add_spot(plot, lines, row, at[k]);
    } else if (!g_ptr_array_find_with_equal_func(lacking, row->algorithm, g_str_equal, NULL)) {
      g_ptr_array_add(lacking, (void *)row->algorithm);
    }
  }
  g_ptr_array_add(lacking, NULL);
  g_autofree char *names = g_strjoinv(", ", (char **)lacking->pdata);
  if (*names && lines->len > 0)
    tn_print_message("not drawn, because they have no %s: %s", plot->x, names);
  if (lines->len > TN_PLOT_MAX_CHOICES)
    return refuse_number(plot, lines->len, error);
  for (guint l = 0; l < lines->len; l++) {
    const struct plot_line *line = lines->pdata[l];
    g_array_sort(line->spots, by_x);
    for (guint i = 1; i < line->spots->len; i++)
      if (!(TN_SPOT(line, i)->x > TN_SPOT(line, i - 1)->x))
        return tn_usage(error, "%s: two rows at %s %g (name the column that differs: --by)",
                        line->label, plot->x, TN_SPOT(line, i)->x);
  }
  *ret_n_omitted =
      picture->top > 0 && (int)lines->len > picture->top ? lines->len - (guint)picture->top : 0;
  const bool divides = picture->kind == TN_PLOT_SLOWDOWN, of_param = tn_plot_x_is_param(plot);
  if (divides || *ret_n_omitted)
    compare_lines(lines, divides && !of_param);
  if (divides && of_param)
    compare_values(lines);
  if (*ret_n_omitted) {
    g_autoptr(GPtrArray) best = g_ptr_array_copy(lines, NULL, NULL);
    g_ptr_array_set_free_func(best, NULL);
    g_ptr_array_sort(best, by_merit);
    for (guint i = (guint)picture->top; i < best->len; i++)
      g_ptr_array_remove(lines, best->pdata[i]);
  }
  for (guint l = 0; picture->kind == TN_PLOT_RELATIVE && l < lines->len; l++) {
    const struct plot_line *line = lines->pdata[l];
    const double first = TN_SPOT(line, 0)->y;
    for (guint i = 0; i < line->spots->len; i++)
      TN_SPOT(line, i)->y = picture->of ? TN_SPOT(line, i)->y / first : first / TN_SPOT(line, i)->y;
  }
  return (lines->len > 0 && lines->len <= TN_MAX_LINES) || refuse_number(plot, lines->len, error);
}

/* Returns true if two lines have the same points. */
static bool lines_coincide(const struct plot_line *a, const struct plot_line *b)
{
  bool same = a->spots->len == b->spots->len;
  for (guint i = 0; same && i < a->spots->len; i++) {
    const struct tn_spot *x = TN_SPOT(a, i), *y = TN_SPOT(b, i);
    same = !(fabs(x->x - y->x) > 0) && fabs(x->y - y->y) <= SAME * fabs(x->y) && isnan(x->low) &&
           isnan(y->low);
  }
  return same;
}

/* Returns the first line before lines[i] that coincides with it and has the same kind of source, or
 * NULL. */
static const struct plot_line *line_before(const GPtrArray *lines, guint i)
{
  const struct plot_line *line = lines->pdata[i];
  for (guint k = 0; k < i; k++) {
    const struct plot_line *other = lines->pdata[k];
    if (other->first->source == line->first->source && lines_coincide(other, line))
      return other;
  }
  return NULL;
}

/* Adds a series per line; closed forms as lines and others as points if both exist. A colour per
 * subject. */
static void add_series(struct tn_figure *f, GPtrArray *subjects, const GPtrArray *lines,
                       bool has_model)
{
  for (guint i = 0; i < lines->len; i++) {
    const struct plot_line *line = lines->pdata[i], *same = line_before(lines, i);
    const struct plot_line *drawn = same ? same : line;
    const char *subject = has_model ? drawn->subject : drawn->label;
    guint look;
    if (!g_ptr_array_find_with_equal_func(subjects, subject, g_str_equal, &look)) {
      look = subjects->len;
      g_ptr_array_add(subjects, g_strdup(subject));
    }
    const int draws = !has_model                               ? TN_DRAW_LINE | TN_DRAW_POINTS
                      : line->first->source == TN_SOURCE_MODEL ? TN_DRAW_LINE
                                                               : TN_DRAW_POINTS;
    char *name =
        g_strconcat(line->label, same ? ": same as " : NULL, same ? same->label : "", NULL);
    struct tn_series *series =
        tn_figure_add(f, tn_figure_store_text(f, name), draws | TN_DRAW_BAND, (int)look);
    if (!same)
      g_array_append_vals(series->spots, line->spots->data, line->spots->len);
  }
}

static struct tn_figure *figure_of(const struct tn_plot *plot, const GPtrArray *lines,
                                   guint n_omitted)
{
  struct tn_figure *f = tn_plot_figure(plot, WIDTH, HEIGHT);
  const enum tn_plot_kind kind = plot->picture->kind;
  const bool is_of_sizes = strcmp(plot->x, "size_bytes") == 0;
  double low = INFINITY, high = 0;
  guint n_models = 0;
  const bool of_param = tn_plot_x_is_param(plot);
  bool compete = kind == TN_PLOT_LATENCY && !plot->picture->of && (lines->len > 1 || of_param);
  for (guint i = 1; i < plot->rows->len && compete; i++)
    compete = tn_row_context_equal(plot->rows->pdata[0], plot->rows->pdata[i]);
  for (guint l = 0; l < lines->len; l++) {
    const struct plot_line *line = lines->pdata[l];
    n_models += line->first->source == TN_SOURCE_MODEL;
    for (guint i = 0; i < line->spots->len; i++) {
      low = fmin(low, TN_SPOT(line, i)->y);
      high = fmax(high, TN_SPOT(line, i)->y);
    }
  }
  const bool has_model = n_models > 0 && n_models < lines->len;
  f->x.kind = is_of_sizes ? TN_AXIS_SIZES : TN_AXIS_LINEAR;
  /* a linear axis would hide small values; times also grow by factors over sizes */
  if (kind == TN_PLOT_SLOWDOWN)
    f->y.kind = TN_AXIS_RATIOS;
  else if (kind == TN_PLOT_LATENCY && high > (is_of_sizes ? 20 : 100) * low)
    f->y.kind = TN_AXIS_DECADES;
  else
    f->y.low = 0;
  add_series(f, plot->subjects, lines, has_model);
  /* mark the lowest at each x, or the best value of the parameter for each size */
  if (compete && !has_model && (of_param || tn_row_column(plot->x) >= 0)) {
    g_autoptr(GArray) least = of_param ? best_values(lines) : least_of(lines, lines->pdata[0]);
    struct tn_series *series =
        tn_figure_add(f, of_param ? "fastest of its size" : "fastest", TN_DRAW_RINGS, TN_GREY);
    g_array_append_vals(series->spots, least->data, least->len);
  }
  if (n_omitted > 0)
    f->note = tn_figure_store_text(f, g_strdup_printf("and %u more", n_omitted));
  else if (f->series->len == 1) /* the title names a single line */
    ((struct tn_series *)f->series->pdata[0])->name = NULL;
  return f;
}

struct tn_figure *tn_plot_lines(const struct tn_plot *plot, GError **error)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(curve_free);
  guint n_omitted = 0;
  return read_lines(plot, lines, &n_omitted, error) ? figure_of(plot, lines, n_omitted) : NULL;
}
