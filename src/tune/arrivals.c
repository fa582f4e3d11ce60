#include "arrivals.h"

#include <math.h>
#include <string.h>

#include "study/usage.h"

static const char as_a_barrier[] = "barrier";

/* The row without its arrival, which goes to *ret. Transfer full. */
static struct tn_row *strip(const struct tn_row *row, char **ret)
{
  struct tn_row *copy = tn_row_copy(row);
  *ret = tn_values_drop(&copy->overrides, "arrival");
  if (!*ret)
    *ret = g_strdup(as_a_barrier);
  return copy;
}

/* What is known of one point. */
struct seen {
  struct tn_row *worst;
  char *arrival;
  guint n;
};

static void seen_free(void *data)
{
  struct seen *seen = data;
  tn_row_free(seen->worst);
  g_free(seen->arrival);
  g_free(seen);
}

/* Takes the row and the name of its arrival. */
static void take(GHashTable *known, GPtrArray *points, struct tn_row *row, char *arrival)
{
  struct seen *seen = g_hash_table_lookup(known, row);
  if (!seen) {
    seen = g_new(struct seen, 1);
    *seen = (struct seen){ row, arrival, 1 };
    g_hash_table_insert(known, tn_row_copy(row), seen);
    g_ptr_array_add(points, seen);
    return;
  }
  seen->n++;
  if (tn_row_time(row, TN_ARRIVAL_OBJECTIVE) > tn_row_time(seen->worst, TN_ARRIVAL_OBJECTIVE)) {
    tn_row_free(seen->worst);
    g_free(seen->arrival);
    seen->worst = row;
    seen->arrival = arrival;
    return;
  }
  tn_row_free(row);
  g_free(arrival);
}

static void add_arrival(GPtrArray *all, const char *arrival)
{
  if (!g_ptr_array_find_with_equal_func(all, arrival, g_str_equal, NULL))
    g_ptr_array_add(all, g_strdup(arrival));
}

static void conclude(struct tn_worst_arrivals *worst, const GPtrArray *points)
{
  for (guint i = 0; i < points->len; i++) {
    struct seen *seen = points->pdata[i];
    if (seen->n < worst->all->len) {
      worst->n_left++;
      continue;
    }
    g_hash_table_insert(worst->arrivals, seen->worst, g_steal_pointer(&seen->arrival));
    g_ptr_array_add(worst->rows, g_steal_pointer(&seen->worst));
  }
}

struct tn_worst_arrivals *tn_worst_arrivals_new(const GPtrArray *rows, GError **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full(tn_row_point_hash, tn_row_point_equal,
                                                      (GDestroyNotify)tn_row_free, NULL);
  g_autoptr(GPtrArray) points = g_ptr_array_new_with_free_func(seen_free);
  struct tn_worst_arrivals *worst = g_new0(struct tn_worst_arrivals, 1);
  worst->rows = tn_rows_new();
  worst->arrivals = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  worst->all = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    char *arrival;
    if (isnan(tn_row_time(row, TN_ARRIVAL_OBJECTIVE))) {
      tn_usage(error, "row %u (%s): no %s", i + 1, row->algorithm,
               tn_objective_column(TN_ARRIVAL_OBJECTIVE));
      tn_worst_arrivals_free(worst);
      return NULL;
    }
    struct tn_row *copy = strip(row, &arrival);
    add_arrival(worst->all, arrival);
    take(known, points, copy, arrival);
  }
  if (worst->all->len < 2) {
    tn_usage(error, "worst-arrival: all rows are of one arrival (%s)",
             worst->all->len ? (const char *)worst->all->pdata[0] : "none");
    tn_worst_arrivals_free(worst);
    return NULL;
  }
  conclude(worst, points);
  return worst;
}

void tn_worst_arrivals_free(struct tn_worst_arrivals *worst)
{
  if (!worst)
    return;
  g_hash_table_destroy(worst->arrivals);
  g_ptr_array_unref(worst->rows);
  g_ptr_array_unref(worst->all);
  g_free(worst);
}
