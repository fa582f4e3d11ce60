#include "fit_gather.h"

#include <string.h>

#include "compare/stats.h"
#include "compare/trace.h"
#include "study/usage.h"

/* Repeats of one point. */
struct gathered {
  struct tn_fit_point point;
  GArray *times; /* double, seconds */
};

static void gathered_free(void *data)
{
  struct gathered *one = data;
  g_array_unref(one->times);
  g_free(one);
}

void tn_fit_gather_init(struct tn_fit_gather *g)
{
  g->by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, gathered_free);
  g->order = g_ptr_array_new();
}

void tn_fit_gather_finish(struct tn_fit_gather *g)
{
  g_hash_table_destroy(g->by_key);
  g_ptr_array_unref(g->order);
}

void tn_fit_gather_add(struct tn_fit_gather *g, const struct tn_fit_point *point, double us)
{
  g_autofree char *key =
      g_strdup_printf("%d %d %.0f", (int)point->distance, point->children, point->bytes);
  struct gathered *one = g_hash_table_lookup(g->by_key, key);
  if (!one) {
    one = g_new(struct gathered, 1);
    *one = (struct gathered){ *point, g_array_new(FALSE, FALSE, sizeof(double)) };
    g_hash_table_insert(g->by_key, g_steal_pointer(&key), one);
    g_ptr_array_add(g->order, one);
  }
  tn_push(one->times, us * 1e-6);
}

/* Times that are read in the wrong unit are so all of them; single ones may be disturbed. */
static bool check_unit(const struct tn_fit_gather *g, const char *file, GError **error)
{
  guint n_doubted[2] = { 0 };
  for (guint i = 0; i < g->order->len; i++) {
    const struct tn_fit_point *p = &((const struct gathered *)g->order->pdata[i])->point;
    const int doubt = tn_trace_doubt(p->seconds, p->bytes, 1 + p->children);
    if (doubt == 0 || 2 * ++n_doubted[doubt > 0] <= g->order->len)
      continue;
    return tn_usage(error, "%s: %g us for a message of %g bytes: " TN_TRACE_UNIT, file,
                    p->seconds * 1e6, p->bytes);
  }
  return true;
}

bool tn_fit_gather_take(const struct tn_fit_gather *g, GArray *points, const char *file,
                        GError **error)
{
  for (guint i = 0; i < g->order->len; i++) {
    struct gathered *one = g->order->pdata[i];
    one->point.seconds = tn_quantile(one->times, 0.5);
    one->point.repeats = (int)one->times->len;
    one->point.spread = tn_deviation(one->times, one->point.seconds);
  }
  if (!check_unit(g, file, error))
    return false;
  for (guint i = 0; i < g->order->len; i++)
    g_array_append_val(points, ((struct gathered *)g->order->pdata[i])->point);
  return true;
}

int tn_fit_class_named(const char *name)
{
  int d = TN_N_DISTANCES - 1;
  while (d >= 0 && strcmp(tn_distance_names[d], name) != 0)
    d--;
  return d;
}
