#include "compare.h"

#include <math.h>
#include <string.h>

#include "algos/library/library.h"
#include "stats.h"

static const char *const join_columns[] = {
  "collective", "ranks",   "size_bytes", "root",    "in_place",  "mapping",
  "backing",    "buffers", "protocol",   "algorithm", "params", "mechanism",
};
/* The last of them make the choice, the others the point at which it is made. */
enum { N_PLACE_COLUMNS = 9, N_JOIN_COLUMNS = G_N_ELEMENTS(join_columns) };
static const char *const needed[] = { "collective", "ranks", "size_bytes", "algorithm" };
static const char *const further[] = { "source", "platform", "kernel",
                                       "law",    "noise",    "overrides" };

/* All repeats of one point on one side. */
struct repeats {
  char *const *first;
  GArray *times; /* double, us */
  bool joined;
};

struct side {
  const char *name;
  const GPtrArray *rows;
  bool knows[N_JOIN_COLUMNS];
  GHashTable *by_key; /* key -> struct repeats */
  GPtrArray *order;   /* struct repeats, by first appearance; borrowed */
};

static void repeats_free(void *data)
{
  struct repeats *r = data;
  g_array_unref(r->times);
  g_free(r);
}

static bool says(const GPtrArray *rows, const char *column)
{
  for (guint i = 0; i < rows->len; i++)
    if (*tn_cell(rows->pdata[i], column))
      return true;
  return false;
}

static bool side_init(struct side *s, const char *name, const GPtrArray *rows, const char *column,
                      GError **error)
{
  *s = (struct side){ .name = name, .rows = rows };
  s->by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, repeats_free);
  s->order = g_ptr_array_new();
  for (int c = 0; c < N_JOIN_COLUMNS; c++)
    s->knows[c] = says(rows, join_columns[c]);
  for (size_t c = 0; c < G_N_ELEMENTS(needed); c++) {
    if (says(rows, needed[c]))
      continue;
    g_set_error(error, TN_USAGE_ERROR, 0, "%s: no row says its %s (say it: FILE:%s=...)", name,
                needed[c], needed[c]);
    return false;
  }
  if (says(rows, column))
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0, "%s: no row has a %s (averages and spans are not compared "
              "with each other)", name, column);
  return false;
}

static void side_finish(struct side *s)
{
  g_hash_table_destroy(s->by_key);
  g_ptr_array_unref(s->order);
}

/* The texts of the first n join columns that both sides know. */
static char *key_of(char *const *row, const bool *used, int n)
{
  GString *key = g_string_new(NULL);
  for (int c = 0; c < n; c++)
    if (used[c])
      g_string_append_printf(key, "%s\n", tn_cell(row, join_columns[c]));
  return g_string_free(key, FALSE);
}

static bool check_same(const struct side *s, char *const *a, char *const *b, const char *column,
                       GError **error)
{
  if (strcmp(tn_cell(a, column), tn_cell(b, column)) == 0)
    return true;
  g_set_error(error, TN_USAGE_ERROR, 0, "%s: two rows of %s %s, %s ranks, %s B differ in %s "
              "(\"%s\", \"%s\"): compare one at a time, or say it on both sides", s->name,
              tn_cell(a, "collective"), tn_cell(a, "algorithm"), tn_cell(a, "ranks"),
              tn_cell(a, "size_bytes"), column, tn_cell(a, column), tn_cell(b, column));
  return false;
}

/* Repeats are repeats only when nothing else that makes a row differs. */
static bool check_repeat(const struct side *s, char *const *a, char *const *b, GError **error)
{
  for (int c = 0; c < N_JOIN_COLUMNS; c++)
    if (!check_same(s, a, b, join_columns[c], error))
      return false;
  for (size_t c = 0; c < G_N_ELEMENTS(further); c++)
    if (!check_same(s, a, b, further[c], error))
      return false;
  return true;
}

/* Gathers the repeats of every point of a side; *untimed counts rows that have no use. */
static bool gather(struct side *s, const bool *used, const char *column, guint *untimed,
                   GError **error)
{
  for (guint i = 0; i < s->rows->len; i++) {
    char *const *row = s->rows->pdata[i];
    const double time = tn_cell_number(row, column);
    if (!(time > 0)) {
      ++*untimed;
      continue;
    }
    g_autofree char *key = key_of(row, used, N_JOIN_COLUMNS);
    struct repeats *r = g_hash_table_lookup(s->by_key, key);
    if (!r) {
      r = g_new0(struct repeats, 1);
      *r = (struct repeats){ .first = row, .times = g_array_new(FALSE, FALSE, sizeof(double)) };
      g_ptr_array_add(s->order, r);
      g_hash_table_insert(s->by_key, g_steal_pointer(&key), r);
    } else if (!check_repeat(s, r->first, row, error)) {
      return false;
    }
    tn_push(r->times, time);
  }
  return true;
}

static double spread_of(const GArray *times, double median)
{
  g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(double));
  if (times->len < 2)
    return NAN;
  for (guint i = 0; i < times->len; i++)
    tn_push(off, fabs(g_array_index(times, double, i) / median - 1));
  return tn_quantile(off, 0.5);
}

enum tn_size_class tn_size_class_of(double bytes)
{
  return bytes <= 512 ? TN_SMALL : bytes <= 65536 ? TN_MIDDLE : TN_LARGE;
}

static int by_choice(const void *a, const void *b)
{
  const struct tn_compared *x = a, *y = b;
  return (x->choice > y->choice) - (x->choice < y->choice);
}

/* The index of the choice at the row's place, a new one if need be. */
static guint choice_of(struct tn_comparison *c, GHashTable *places, char *const *row,
                       const bool *used)
{
  char *place = key_of(row, used, N_PLACE_COLUMNS);
  gpointer known;
  if (g_hash_table_lookup_extended(places, place, NULL, &known)) {
    g_free(place);
  } else {
    const struct tn_choice fresh = { .library_us = NAN };
    known = GUINT_TO_POINTER(c->choices->len);
    g_hash_table_insert(places, place, known);
    g_array_append_val(c->choices, fresh);
  }
  return GPOINTER_TO_UINT(known);
}

static void join(struct tn_comparison *c, const struct side *predicted, const struct side *measured,
                 const bool *used, GHashTable *places)
{
  for (guint i = 0; i < predicted->order->len; i++) {
    struct repeats *p = predicted->order->pdata[i];
    g_autofree char *key = key_of(p->first, used, N_JOIN_COLUMNS);
    struct repeats *m = g_hash_table_lookup(measured->by_key, key);
    if (!m) {
      c->predicted_alone++;
      continue;
    }
    const double median = tn_quantile(m->times, 0.5);
    const struct tn_compared point = {
      .predicted = p->first, .measured = m->first, .predicted_us = tn_quantile(p->times, 0.5),
      .measured_us = median, .n_measured = (int)m->times->len,
      .spread = spread_of(m->times, median), .hockney_us = NAN,
      .choice = choice_of(c, places, p->first, used),
      .size_class = tn_size_class_of(tn_cell_number(p->first, "size_bytes")),
      .reach = TN_REACH_UNKNOWN
    };
    m->joined = true;
    g_array_append_val(c->points, point);
  }
  g_array_sort(c->points, by_choice); /* stable: GLib merges */
  for (guint i = 0; i < c->points->len; i++) {
    const guint at = g_array_index(c->points, struct tn_compared, i).choice;
    struct tn_choice *choice = &g_array_index(c->choices, struct tn_choice, at);
    if (choice->n++ == 0)
      choice->first = i;
  }
}

/* What was measured without a prediction; Open MPI's own decisions are of use either way. */
static void count_alone(struct tn_comparison *c, const struct side *measured, const bool *used,
                        GHashTable *places)
{
  for (guint i = 0; i < measured->order->len; i++) {
    const struct repeats *m = measured->order->pdata[i];
    gpointer at;
    c->measured_alone += !m->joined;
    if (strcmp(tn_cell(m->first, "algorithm"), TN_OMPI_CHOICE) != 0)
      continue;
    g_autofree char *place = key_of(m->first, used, N_PLACE_COLUMNS);
    c->measured_library += !m->joined;
    if (g_hash_table_lookup_extended(places, place, NULL, &at))
      g_array_index(c->choices, struct tn_choice, GPOINTER_TO_UINT(at)).library_us =
        tn_quantile(m->times, 0.5);
  }
}

static double resolution_of(const GPtrArray *rows, const char *column)
{
  size_t digits = 0;
  for (guint i = 0; i < rows->len; i++) {
    const char *dot = strchr(tn_cell(rows->pdata[i], column), '.');
    digits = MAX(digits, dot ? strlen(dot + 1) : 0);
  }
  double resolution = 1;
  for (; digits > 0; digits--)
    resolution /= 10;
  return resolution;
}

static bool share_value(const struct side *a, const struct side *b, const char *column)
{
  g_autoptr(GHashTable) values = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < a->rows->len; i++)
    g_hash_table_add(values, (void *)tn_cell(a->rows->pdata[i], column));
  for (guint i = 0; i < b->rows->len; i++)
    if (g_hash_table_contains(values, tn_cell(b->rows->pdata[i], column)))
      return true;
  return false;
}

/* No point has a partner: says which column is to blame, if one is. */
static void refuse_empty(const struct side *p, const struct side *m, const bool *used,
                         GError **error)
{
  for (int c = 0; c < N_JOIN_COLUMNS; c++) {
    if (!used[c] || share_value(p, m, join_columns[c]))
      continue;
    g_set_error(error, TN_USAGE_ERROR, 0, "no point has a partner: %s is \"%s\" in %s, \"%s\" in "
                "%s", join_columns[c], tn_cell(p->rows->pdata[0], join_columns[c]), p->name,
                tn_cell(m->rows->pdata[0], join_columns[c]), m->name);
    return;
  }
  g_set_error(error, TN_USAGE_ERROR, 0, "no point of %s has a partner in %s", p->name, m->name);
}

static bool compare(struct tn_comparison *c, struct side *p, struct side *m, GError **error)
{
  g_autoptr(GHashTable) places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  bool used[N_JOIN_COLUMNS];
  guint unpredicted = 0;
  for (int i = 0; i < N_JOIN_COLUMNS; i++) {
    used[i] = p->knows[i] && m->knows[i];
    if (used[i])
      g_ptr_array_add(c->joined_by, (void *)join_columns[i]);
  }
  if (!gather(p, used, c->column, &unpredicted, error) ||
      !gather(m, used, c->column, &c->untimed, error))
    return false;
  join(c, p, m, used, places);
  count_alone(c, m, used, places);
  c->resolution = resolution_of(m->rows, c->column);
  if (c->points->len == 0)
    refuse_empty(p, m, used, error);
  return c->points->len > 0;
}

struct tn_comparison *tn_compare(const GPtrArray *predicted, const GPtrArray *measured,
                                 const char *column, GError **error)
{
  struct tn_comparison *c = g_new0(struct tn_comparison, 1);
  struct side p, m;
  c->column = column;
  c->points = g_array_new(FALSE, FALSE, sizeof(struct tn_compared));
  c->choices = g_array_new(FALSE, FALSE, sizeof(struct tn_choice));
  c->joined_by = g_ptr_array_new();
  bool ok = side_init(&p, "PREDICTED", predicted, column, error);
  ok = side_init(&m, "MEASURED", measured, column, ok ? error : NULL) && ok;
  ok = ok && compare(c, &p, &m, error);
  side_finish(&p);
  side_finish(&m);
  if (ok)
    return c;
  tn_comparison_free(c);
  return NULL;
}

void tn_comparison_free(struct tn_comparison *c)
{
  if (!c)
    return;
  g_array_unref(c->points);
  g_array_unref(c->choices);
  g_ptr_array_unref(c->joined_by);
  g_free(c);
}
