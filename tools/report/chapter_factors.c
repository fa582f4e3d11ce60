/* Throttle factors, segments, radices: what a parameter's value costs. */
#include <inttypes.h>

#include "document/markup.h"
#include "figure/figure.h"
#include "figure/figure_words.h"
#include "figure/scale.h"
#include "page.h"

/* Fewer values make no curve. */
enum { LEAST_VALUES = 3, MOST_VALUES = 64, MOST_LINES = 5, MOST_FACTORS = 4, MOST_NAMES = 32 };
enum { WIDTH = 340, HEIGHT = 222 };

/* The least time of a value at a size, whatever the other parameters. */
struct attempt {
  int64_t size, value;
  double time;
};

/* The attempts of one size: attempts[first] up to attempts[end]. */
struct stretch {
  guint first, end;
};

/* A parameter of an algorithm for one number of ranks. */
struct factor {
  const struct tn_chapter *c;
  const GPtrArray *rows; /* const struct tn_row * of that algorithm and ranks */
  const char *name;
  GArray *attempts;  /* struct attempt by size and value */
  GArray *stretches; /* struct stretch of the sizes with enough values */
};

/* The whole number that a row has for a parameter; false: none. */
static bool value_of(const struct tn_row *row, const char *name, int64_t *ret)
{
  g_autofree char *text = tn_row_param(row, name);
  char *end;
  if (!text || !g_ascii_isdigit(*text))
    return false;
  *ret = g_ascii_strtoll(text, &end, 10);
  return *end == '\0';
}

static int by_size_and_value(const void *x, const void *y)
{
  const struct attempt *a = x, *b = y;
  if (a->size != b->size)
    return a->size < b->size ? -1 : 1;
  if (a->value != b->value)
    return a->value < b->value ? -1 : 1;
  return (a->time > b->time) - (a->time < b->time);
}

static struct attempt *attempt_at(const struct factor *f, guint i)
{
  return &g_array_index(f->attempts, struct attempt, i);
}

static void collect(struct factor *f)
{
  guint n = 0;
  f->attempts = g_array_new(FALSE, FALSE, sizeof(struct attempt));
  for (guint i = 0; i < f->rows->len; i++) {
    const struct tn_row *row = f->rows->pdata[i];
    struct attempt attempt = { .size = row->size, .time = tn_chapter_time(f->c, row) };
    if (value_of(row, f->name, &attempt.value) && attempt.value > 0 && attempt.time > 0)
      g_array_append_val(f->attempts, attempt);
  }
  g_array_sort(f->attempts, by_size_and_value);
  for (guint i = 0; i < f->attempts->len; i++) {
    const struct attempt a = *attempt_at(f, i);
    if (n > 0 && attempt_at(f, n - 1)->size == a.size && attempt_at(f, n - 1)->value == a.value)
      continue;
    *attempt_at(f, n++) = a;
  }
  g_array_set_size(f->attempts, n);
}

static void part(struct factor *f)
{
  struct stretch stretch;
  f->stretches = g_array_new(FALSE, FALSE, sizeof(struct stretch));
  for (stretch.first = 0; stretch.first < f->attempts->len; stretch.first = stretch.end) {
    stretch.end = stretch.first + 1;
    while (stretch.end < f->attempts->len &&
           attempt_at(f, stretch.end)->size == attempt_at(f, stretch.first)->size)
      stretch.end++;
    if (stretch.end - stretch.first >= LEAST_VALUES)
      g_array_append_val(f->stretches, stretch);
  }
}

/* Line number i; appends what wins there to `says`. */
static void add_line(struct tn_figure *fig, const struct factor *f, const struct stretch *stretch,
                     int i, GString *says)
{
  const struct attempt *best = attempt_at(f, stretch->first);
  const guint n = stretch->end - stretch->first;
  const char *bytes = tn_figure_keep(fig, tn_words_size(best->size));
  struct tn_series *series = tn_figure_add(fig, bytes, TN_DRAW_LINE | TN_DRAW_POINTS, i);
  for (guint k = stretch->first; k < stretch->end; k++)
    best = attempt_at(f, k)->time < best->time ? attempt_at(f, k) : best;
  for (guint k = 0; k < MIN(n, MOST_VALUES); k++) {
    const struct attempt *a = attempt_at(f, stretch->first + tn_spread_over(k, MOST_VALUES, n));
    g_autofree char *time = tn_words_time(a->time);
    tn_series_spot(series, (double)a->value, a->time / best->time);
    TN_SPOT(series, k)->says =
        tn_figure_keep(fig, g_strdup_printf("%s, %s %" PRId64 ": %s, %.2f times the least", bytes,
                                            f->name, a->value, time, a->time / best->time));
  }
  g_string_append_printf(says, "%s%" PRId64 " at %s", says->len ? ", " : "", best->value, bytes);
}

static char *times_of(double ratio)
{
  return g_strdup_printf("%g×", ratio);
}

static void append_figure(GString *s, const struct factor *f)
{
  const struct tn_row *row = f->rows->pdata[0];
  struct tn_figure *fig = tn_figure_new(WIDTH, HEIGHT);
  g_autoptr(GString) says = g_string_new(NULL);
  const guint n = MIN(f->stretches->len, MOST_LINES);
  for (guint i = 0; i < n; i++) {
    const guint at = tn_spread_over(i, MOST_LINES, f->stretches->len);
    add_line(fig, f, &g_array_index(f->stretches, struct stretch, at), (int)i, says);
  }
  g_autofree char *ranks = tn_words_ranks(row->ranks);
  fig->says = tn_figure_keep(fig, g_strdup_printf("The best %s of %s with %s: %s.", f->name,
                                                  row->algorithm, ranks, says->str));
  fig->x.name = f->name;
  fig->x.kind = TN_AXIS_COUNTS;
  fig->y.kind = TN_AXIS_RATIOS;
  fig->y.words = times_of;
  if (f->stretches->len > n)
    fig->note = tn_figure_keep(fig, g_strdup_printf("%u of %u sizes", n, f->stretches->len));
  tn_markup(s,
            "<figure><h4>%s by its %s</h4>\n<figcaption>%s Shown is the time over that of the "
            "best %s at the same size.</figcaption>\n<div class=\"scroll\" tabindex=\"0\">\n",
            row->algorithm, f->name, fig->says, f->name);
  tn_figure_append(s, fig);
  g_string_append(s, "</div></figure>\n");
  tn_figure_free(fig);
}

/* Whether the rows vary the parameter enough, and so a figure was appended. */
static bool append_factor(GString *s, const struct tn_chapter *c, const GPtrArray *rows,
                          const char *name)
{
  struct factor f = { .c = c, .rows = rows, .name = name };
  collect(&f);
  part(&f);
  const bool varies = f.stretches->len > 0;
  if (varies)
    append_figure(s, &f);
  g_array_unref(f.attempts);
  g_array_unref(f.stretches);
  return varies;
}

/* The names of the rows' parameters, in their order. Transfer full. */
static GPtrArray *names_of(const GPtrArray *rows)
{
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  const struct tn_values *last = NULL;
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_values *params = ((const struct tn_row *)rows->pdata[i])->params;
    for (int k = 0; params != last && k < params->n && names->len < MOST_NAMES; k++)
      if (!g_ptr_array_find_with_equal_func(names, params->at[k].name, g_str_equal, NULL))
        g_ptr_array_add(names, g_strdup(params->at[k].name));
    last = params;
  }
  return names;
}

static int by_algorithm_and_ranks(const void *x, const void *y, void *data)
{
  const struct tn_row *a = *(const struct tn_row *const *)x, *b = *(const struct tn_row *const *)y;
  GHashTable *numbers = data;
  const guint a_number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, a->algorithm));
  const guint b_number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, b->algorithm));
  if (a_number != b_number)
    return a_number < b_number ? -1 : 1;
  return (a->ranks < b->ranks) - (a->ranks > b->ranks);
}

/* The rows by algorithm, the most ranks first: arrays of const struct tn_row *. Transfer full. */
static GPtrArray *groups_of(const struct tn_chapter *c)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  g_autoptr(GPtrArray) rows = g_ptr_array_copy(c->rows, NULL, NULL);
  const struct tn_row *last = NULL;
  g_ptr_array_sort_with_data(rows, by_algorithm_and_ranks, c->numbers);
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    if (!last || last->algorithm != row->algorithm || last->ranks != row->ranks)
      g_ptr_array_add(groups, g_ptr_array_new());
    last = row;
    g_ptr_array_add(groups->pdata[groups->len - 1], (void *)row);
  }
  return groups;
}

void tn_factors_of_chapter(GString *s, const struct tn_chapter *c)
{
  g_autoptr(GPtrArray) groups = groups_of(c);
  const char *done = NULL;
  int n_figures = 0;
  for (guint i = 0; i < groups->len && n_figures < MOST_FACTORS; i++) {
    const GPtrArray *rows = groups->pdata[i];
    const struct tn_row *row = rows->pdata[0];
    if (row->algorithm == done)
      continue;
    g_autoptr(GPtrArray) names = names_of(rows);
    for (guint k = 0; k < names->len && n_figures < MOST_FACTORS; k++)
      if (append_factor(s, c, rows, names->pdata[k])) {
        done = row->algorithm;
        n_figures++;
      }
  }
}
