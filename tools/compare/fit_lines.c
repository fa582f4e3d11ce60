#include <math.h>
#include <string.h>

#include "fit.h"
#include "plan/options.h"
#include "platform/quantity.h"
#include "study/csv.h"
#include "compare/stats.h"

/* The pairs of a class that a symmetric machine would not tell apart. */
struct group {
  enum tn_distance distance;
  int a, b;      /* domains or packages, a <= b */
  GArray *times; /* double, ns */
};

static void group_free(void *data)
{
  struct group *g = data;
  g_array_unref(g->times);
  g_free(g);
}

static struct group *group_of(GPtrArray *groups, const struct tn_pu_place *x,
                              const struct tn_pu_place *y)
{
  const enum tn_distance d = tn_pu_distance(x, y);
  const bool near = d != TN_SAME_PACKAGE && d != TN_OTHER_PACKAGE;
  const int a = near ? x->numa : x->package, b = near ? y->numa : y->package;
  for (guint i = 0; i < groups->len; i++) {
    struct group *g = groups->pdata[i];
    if (g->distance == d && g->a == MIN(a, b) && g->b == MAX(a, b))
      return g;
  }
  struct group *g = g_new(struct group, 1);
  *g = (struct group){ d, MIN(a, b), MAX(a, b), g_array_new(FALSE, FALSE, sizeof(double)) };
  g_ptr_array_add(groups, g);
  return g;
}

static double deviation_of(const struct group *g, double median)
{
  g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < g->times->len; i++)
    tn_push(off, fabs(g_array_index(g->times, double, i) / median - 1));
  return tn_quantile(off, 0.5);
}

static void judge(struct tn_fit_lines *ret, const GPtrArray *groups)
{
  double most[TN_N_DISTANCES] = { 0 };
  *ret = (struct tn_fit_lines){ 0 };
  for (guint i = 0; i < groups->len; i++) {
    const struct group *g = groups->pdata[i];
    const double median = tn_quantile(g->times, 0.5);
    if (ret->n_groups[g->distance]++ == 0 || median * 1e-9 < ret->latency[g->distance]) {
      ret->latency[g->distance] = median * 1e-9;
      ret->error[g->distance] = deviation_of(g, median);
    }
    most[g->distance] = fmax(most[g->distance], median * 1e-9);
  }
  for (int d = 0; d < TN_N_DISTANCES; d++)
    if (ret->n_groups[d] > 0)
      ret->asymmetry[d] = most[d] / ret->latency[d] - 1;
}

/* Takes line i of the matrix: the pairs with smaller numbers. */
static bool take_line(GPtrArray *groups, const struct tn_pu_place *places, guint i,
                      const GPtrArray *fields, const struct tn_csv *csv, GError **error)
{
  for (guint j = 0; j < fields->len; j++) {
    const char *text = fields->pdata[j];
    double ns;
    if (!*text)
      continue;
    if (j >= i)
      return tn_line_refuse(csv->file, (int)i + 1, error, "a value on or above the diagonal (row i "
                            "has the pairs with units below i)");
    if (!tn_parse_number(text, &ns, NULL) || !(ns > 0))
      return tn_line_refuse(csv->file, (int)i + 1, error, "\"%s\" is not a latency in ns (try "
                            "52.5)", text);
    tn_push(group_of(groups, &places[i], &places[j])->times, ns);
  }
  return true;
}

bool tn_fit_lines_parse(struct tn_fit_lines *ret, const struct tn_platform *pf, const char *file,
                        const char *text, gsize length, GError **error)
{
  struct tn_csv csv;
  const int n = tn_platform_n_pus(pf);
  g_autofree struct tn_pu_place *places = g_new0(struct tn_pu_place, n);
  g_autoptr(GPtrArray) groups = g_ptr_array_new_with_free_func(group_free);
  guint i = 0;
  if (!tn_csv_init(&csv, file, text, length, error))
    return false;
  for (; tn_csv_more(&csv); i++) {
    const int line = csv.line;
    g_autoptr(GPtrArray) fields = tn_csv_record(&csv, error);
    if (!fields)
      return false;
    if ((int)i >= n || !tn_platform_os_place(pf, (int)i, &places[i]))
      return tn_line_refuse(file, line, error, "the topology has no processing unit %u", i);
    if (!take_line(groups, places, i, fields, &csv, error))
      return false;
  }
  if (groups->len == 0)
    return tn_line_refuse(file, 1, error, "no latency in it");
  judge(ret, groups);
  return true;
}
