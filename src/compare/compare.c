#include "compare.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "algos/library/library.h"
#include "compare_refuse.h"
#include "stats.h"
#include "study/same_point.h"
#include "study/usage.h"

static const char *const further[] = { "source", "platform",  "kernel",   "law",
                                       "noise",  "overrides", "transport" };

/* Conditions that both the predicted and the measured rows state. Rows that agree in the first
 * n_place of them belong to the same choice. */
struct join {
  enum tn_same conditions[TN_N_SAME];
  int n, n_place;
};

struct key {
  const struct tn_row *row;
  const struct join *join;
  bool of_place;
};

struct repeats {
  struct key key;
  GArray *times; /* double, us */
  bool joined;
};

struct side {
  const char *name;
  const GPtrArray *rows;
  GHashTable *by_key; /* set of struct repeats, owned, hashed by its first member */
  GPtrArray *order;   /* struct repeats in order of appearance; borrowed */
};

static guint key_hash(const void *data)
{
  const struct key *key = data;
  guint hash = 0;
  for (int c = 0; c < (key->of_place ? key->join->n_place : key->join->n); c++)
    hash = hash * 31 + tn_same_hash(key->row, key->join->conditions[c]);
  return hash;
}

static gboolean key_equal(const void *x, const void *y)
{
  const struct key *a = x, *b = y;
  for (int c = 0; c < (a->of_place ? a->join->n_place : a->join->n); c++)
    if (!tn_same_agrees(a->row, b->row, a->join->conditions[c]))
      return FALSE;
  return TRUE;
}

static void repeats_free(void *data)
{
  struct repeats *r = data;
  g_array_unref(r->times);
  g_free(r);
}

static void side_init(struct side *s, const char *name, const GPtrArray *rows)
{
  *s = (struct side){ .name = name, .rows = rows };
  s->by_key = g_hash_table_new_full(key_hash, key_equal, NULL, repeats_free);
  s->order = g_ptr_array_new();
}

static void side_finish(struct side *s)
{
  g_hash_table_destroy(s->by_key);
  g_ptr_array_unref(s->order);
}

static bool refuse_repeat(const struct side *s, const struct tn_row *a, const struct tn_row *b,
                          const char *name, const char *otherwise, GError **error)
{
  g_autofree char *x = tn_row_value(a, name), *y = tn_row_value(b, name);
  return tn_usage(
      error,
      "%s: two rows of %s %s, %" PRId64 " ranks, %" PRId64 " B "
      "differ in %s (\"%s\", \"%s\"): compare one at a time (--where %s=%s, --by %s), or %s",
      s->name, a->collective, a->algorithm, a->ranks, a->size, name, x, y, name, x, name,
      otherwise);
}

static bool check_same(const struct side *s, const struct tn_row *a, const struct tn_row *b,
                       const char *name, GError **error)
{
  return tn_row_same(a, b, tn_row_column(name)) ||
         refuse_repeat(s, a, b, name, "give it on both sides", error);
}

/* Checks that repeats of a point agree in all other conditions. */
static bool check_repeat(const struct side *s, const struct tn_row *a, const struct tn_row *b,
                         GError **error)
{
  for (int c = 0; c < TN_N_SAME; c++)
    if (c != TN_SAME_TYPE && !check_same(s, a, b, tn_same_names[c], error))
      return false;
  for (size_t c = 0; c < G_N_ELEMENTS(further); c++)
    if (!check_same(s, a, b, further[c], error))
      return false;
  g_autofree char *unknown = tn_row_differs(a, b);
  if (!unknown)
    return true;
  g_autofree char *otherwise =
      g_strdup_printf("treat them as repeats (--columns repeat=%s)", unknown);
  return refuse_repeat(s, a, b, unknown, otherwise, error);
}

static bool gather(struct side *s, const struct join *join, enum tn_objective objective,
                   guint *untimed, GError **error)
{
  for (guint i = 0; i < s->rows->len; i++) {
    const struct key key = { s->rows->pdata[i], join, false };
    const double time = tn_row_microseconds(tn_row_time(key.row, objective));
    if (!(time > 0)) {
      ++*untimed;
      continue;
    }
    struct repeats *r = g_hash_table_lookup(s->by_key, &key);
    if (!r) {
      r = g_new0(struct repeats, 1);
      *r = (struct repeats){ .key = key, .times = g_array_new(FALSE, FALSE, sizeof(double)) };
      g_ptr_array_add(s->order, r);
      g_hash_table_insert(s->by_key, &r->key, r);
    } else if (!check_repeat(s, r->key.row, key.row, error)) {
      return false;
    }
    tn_push(r->times, time);
  }
  return true;
}

enum tn_size_class tn_size_class_of(double bytes)
{
  return bytes <= 512 ? TN_SMALL : bytes <= 65536 ? TN_MIDDLE : TN_LARGE;
}

enum tn_reach tn_reach_of(const struct tn_places *places)
{
  for (int i = 1; i < places->n; i++)
    if (places->package[i] != places->package[0])
      return TN_ACROSS_PACKAGES;
  return TN_WITHIN_PACKAGE;
}

static int by_choice(const void *a, const void *b)
{
  const struct tn_compared *x = a, *y = b;
  return (x->choice > y->choice) - (x->choice < y->choice);
}

/* Returns the index of the point's choice, which is added if necessary. `places`: key of a choice
 * -> index; owns the keys. */
static guint choice_of(struct tn_comparison *c, GHashTable *places, const struct repeats *r)
{
  struct key place = r->key;
  gpointer known;
  place.of_place = true;
  if (!g_hash_table_lookup_extended(places, &place, NULL, &known)) {
    const struct tn_alternatives fresh = { .library_us = NAN };
    struct key *key = g_new(struct key, 1);
    *key = place;
    known = GUINT_TO_POINTER(c->choices->len);
    g_hash_table_insert(places, key, known);
    g_array_append_val(c->choices, fresh);
  }
  return GPOINTER_TO_UINT(known);
}

/* Adds a point for each key that both predicted and measured rows have, sorts the points by choice,
 * and sets the range of points of each choice. */
static void join(struct tn_comparison *c, const struct side *predicted, const struct side *measured,
                 GHashTable *places)
{
  for (guint i = 0; i < predicted->order->len; i++) {
    struct repeats *p = predicted->order->pdata[i];
    struct repeats *m = g_hash_table_lookup(measured->by_key, &p->key);
    if (!m) {
      c->predicted_alone++;
      continue;
    }
    const double median = tn_quantile(m->times, 0.5);
    const struct tn_compared point = { .predicted = p->key.row,
                                       .measured = m->key.row,
                                       .predicted_us = tn_quantile(p->times, 0.5),
                                       .measured_us = median,
                                       .n_measured = (int)m->times->len,
                                       .spread =
                                           m->times->len > 1 ? tn_deviation(m->times, median) : NAN,
                                       .hockney_us = NAN,
                                       .choice = choice_of(c, places, p),
                                       .size_class = tn_size_class_of((double)p->key.row->size),
                                       .reach = TN_REACH_UNKNOWN,
                                       .low_us = NAN,
                                       .high_us = NAN };
    m->joined = true;
    g_array_append_val(c->points, point);
  }
  g_array_sort(c->points, by_choice); /* GLib's sort is stable */
  for (guint i = 0; i < c->points->len; i++) {
    const guint at = g_array_index(c->points, struct tn_compared, i).choice;
    struct tn_alternatives *choice = &g_array_index(c->choices, struct tn_alternatives, at);
    if (choice->n++ == 0)
      choice->first = i;
  }
}

static bool compare(struct tn_comparison *c, struct side *p, struct side *m, GError **error)
{
  g_autoptr(GHashTable) places = g_hash_table_new_full(key_hash, key_equal, g_free, NULL);
  struct join joined = { 0 };
  guint unpredicted = 0;
  for (int i = 0; i < TN_N_SAME; i++) {
    if (!tn_compare_is_stated(p->rows, (enum tn_same)i) ||
        !tn_compare_is_stated(m->rows, (enum tn_same)i))
      continue;
    joined.conditions[joined.n++] = (enum tn_same)i;
    joined.n_place += i < TN_SAME_ALGORITHM;
    g_ptr_array_add(c->joined_by, (void *)tn_same_names[i]);
  }
  if (!gather(p, &joined, c->objective, &unpredicted, error) ||
      !gather(m, &joined, c->objective, &c->untimed, error))
    return false;
  join(c, p, m, places);
  for (guint i = 0; i < m->order->len; i++) {
    const struct repeats *one = m->order->pdata[i];
    gpointer at;
    c->measured_alone += !one->joined;
    if (strcmp(one->key.row->algorithm, TN_OMPI_CHOICE) != 0)
      continue;
    const struct key place = { one->key.row, one->key.join, true };
    c->measured_library += !one->joined;
    if (g_hash_table_lookup_extended(places, &place, NULL, &at))
      g_array_index(c->choices, struct tn_alternatives, GPOINTER_TO_UINT(at)).library_us =
          tn_quantile(one->times, 0.5);
  }
  int digits = 0;
  for (guint i = 0; i < m->rows->len; i++)
    digits = MAX(digits, ((const struct tn_row *)m->rows->pdata[i])->digits);
  for (c->resolution = 1; digits > 0; digits--)
    c->resolution /= 10;
  return c->points->len > 0 || tn_compare_refuse(p->rows, m->rows, error);
}

struct tn_comparison *tn_compare(const GPtrArray *predicted, const GPtrArray *measured,
                                 enum tn_objective objective, GError **error)
{
  struct tn_comparison *c = g_new0(struct tn_comparison, 1);
  struct side p, m;
  c->objective = objective;
  c->points = g_array_new(FALSE, FALSE, sizeof(struct tn_compared));
  c->choices = g_array_new(FALSE, FALSE, sizeof(struct tn_alternatives));
  c->joined_by = g_ptr_array_new();
  side_init(&p, "PREDICTED", predicted);
  side_init(&m, "MEASURED", measured);
  const bool ok =
      tn_compare_check(predicted, measured, objective, error) && compare(c, &p, &m, error);
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
