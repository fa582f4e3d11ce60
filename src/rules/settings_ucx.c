/* UCX's rendezvous threshold: the size from which a single copy is faster than copies through
 * shared memory. Both are compared in rows of single messages. */
#include <math.h>
#include <string.h>

#include "decide/row_rule.h"
#include "rules.h"
#include "study/usage.h"

/* For one size, by mechanism: sum of log(time / time with cico), and number of rows. */
struct ratio {
  int64_t size;
  double sum[TN_N_UCX_SINGLES];
  guint n[TN_N_UCX_SINGLES];
};

static int by_size(const void *a, const void *b)
{
  const struct ratio *x = a, *y = b;
  return x->size < y->size ? -1 : x->size > y->size;
}

/* Returns a text that is equal for rows that differ only in the mechanism. Transfer full. */
static char *key_of(const struct tn_row *row)
{
  return g_strdup_printf("%s %s %s %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, row->collective,
                         row->algorithm, row->params->text, row->buffers, (gint64)row->ranks,
                         (gint64)row->size);
}

static GArray *ratios_of(const GPtrArray *rows, enum tn_objective objective)
{
  g_autoptr(GHashTable) shared = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  GArray *ratios = g_array_new(FALSE, FALSE, sizeof(struct ratio));
  for (guint i = 0; i < rows->len; i++)
    if (strcmp(((const struct tn_row *)rows->pdata[i])->mechanism, "cico") == 0)
      g_hash_table_insert(shared, key_of(rows->pdata[i]), rows->pdata[i]);
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    g_autofree char *key = key_of(row);
    const int m = tn_name_find(tn_ucx_singles, row->mechanism);
    const struct tn_row *other = g_hash_table_lookup(shared, key);
    const double time = tn_row_time(row, objective);
    if (m < 0 || !other || !(time > 0) || !(tn_row_time(other, objective) > 0))
      continue;
    guint at = 0;
    while (at < ratios->len && g_array_index(ratios, struct ratio, at).size != row->size)
      at++;
    if (at == ratios->len)
      g_array_append_vals(ratios, &(struct ratio){ .size = row->size }, 1);
    struct ratio *ratio = &g_array_index(ratios, struct ratio, at);
    ratio->sum[m] += log(time / tn_row_time(other, objective));
    ratio->n[m]++;
  }
  g_array_sort(ratios, by_size);
  return ratios;
}

/* Size from which one mechanism of single copies is faster than cico. */
struct threshold {
  /* size: threshold in bytes; G_MAXINT64 if it is above all sizes. below: next smaller size in the
   * rows, or -1. */
  int64_t size, below;
  /* sum of log(time / time with cico) over the sizes >= `size`, at most 0 */
  double gain;
  bool is_there; /* true if there are rows with the mechanism at all sizes */
};

static struct threshold threshold_of(const GArray *ratios, int m)
{
  struct threshold t = { G_MAXINT64, -1, 0, ratios->len > 0 };
  for (guint i = ratios->len; i-- > 0;) {
    const struct ratio *r = &g_array_index(ratios, struct ratio, i);
    t.is_there = t.is_there && r->n[m] > 0;
    if (!t.is_there || r->sum[m] >= 0) {
      t.below = r->size;
      break;
    }
    t.size = r->size;
    t.gain += r->sum[m] / r->n[m];
  }
  for (guint i = 0; i < ratios->len; i++)
    t.is_there = t.is_there && g_array_index(ratios, struct ratio, i).n[m] > 0;
  return t;
}

static void put_threshold(GPtrArray *lines, const struct threshold *t, const char *mechanism)
{
  if (t->size == G_MAXINT64) {
    g_ptr_array_add(lines,
                    g_strdup("# copies through shared memory are faster at the largest size"));
    g_ptr_array_add(lines, g_strdup("UCX_RNDV_THRESH=inf"));
    return;
  }
  if (t->below >= 0)
    g_ptr_array_add(lines, g_strdup_printf("# %s is faster from %" G_GINT64_FORMAT
                                           " bytes on, shared memory at %" G_GINT64_FORMAT,
                                           mechanism, (gint64)t->size, (gint64)t->below));
  else
    g_ptr_array_add(lines, g_strdup_printf("# %s is faster at all sizes", mechanism));
  g_ptr_array_add(lines, g_strdup_printf("UCX_RNDV_THRESH=%" G_GINT64_FORMAT, (gint64)t->size));
}

bool tn_settings_ucx(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error)
{
  g_autoptr(GArray) ratios = ratios_of(rows, objective);
  g_autoptr(GString) others = g_string_new(NULL);
  struct threshold best = { 0 };
  int found = -1;
  for (int m = 0; m < TN_N_UCX_SINGLES; m++) {
    const struct threshold t = threshold_of(ratios, m);
    if (t.is_there && (found < 0 || t.gain < best.gain)) {
      best = t;
      found = m;
    }
  }
  if (found < 0)
    return tn_usage(error, "export: needs rows of the same messages by --mechanism cico and by "
                           "cma, knem or xpmem (run -c pattern -a pingpong --mechanism cico,cma)");
  put_threshold(lines, &best, tn_ucx_singles[found]);
  for (int m = 0; m < TN_N_UCX_SINGLES; m++)
    if (m != found && threshold_of(ratios, m).is_there)
      g_string_append_printf(others, "%s%s", others->len ? "," : "^", tn_ucx_singles[m]);
  if (others->len)
    g_ptr_array_add(lines, g_strdup_printf("UCX_TLS=%s", others->str));
  return true;
}
