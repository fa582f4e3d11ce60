/* Parameters of Open MPI's coll/xhc. Each collective has the same parameters for all ranks and
 * sizes. */
#include <math.h>
#include <string.h>

#include "algos/library/library.h"
#include "rules.h"
#include "study/usage.h"

struct set {
  const struct tn_row *row; /* first row with these parameters; borrowed */
  double sum, worst;        /* sum, and largest value, of log(time / best time) over the points */
  guint n;
};

static char *key_of_point(const struct tn_row *row)
{
  return g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s", (gint64)row->ranks,
                         (gint64)row->size, row->buffers);
}

/* Returns the parameters that lose least time over all points of the collective. Parameters without
 * a row for each point do not count. `row` is NULL if none are left. */
static struct set choose(const GPtrArray *rows, enum tn_objective objective)
{
  g_autoptr(GHashTable) best = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr(GArray) sets = g_array_new(FALSE, FALSE, sizeof(struct set));
  struct set chosen = { 0 };
  for (guint i = 0; i < rows->len; i++) {
    const double time = tn_row_time(rows->pdata[i], objective);
    char *key = key_of_point(rows->pdata[i]);
    const double *known = g_hash_table_lookup(best, key);
    const double least = known ? fmin(*known, time) : time;
    g_hash_table_replace(best, key, g_memdup2(&least, sizeof least));
  }
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    g_autofree char *key = key_of_point(row);
    const double loss =
        log(tn_row_time(row, objective) / *(double *)g_hash_table_lookup(best, key));
    guint at = 0;
    for (; at < sets->len; at++) {
      const struct tn_row *of = g_array_index(sets, struct set, at).row;
      if (strcmp(of->algorithm, row->algorithm) == 0 && of->params == row->params)
        break;
    }
    if (at == sets->len)
      g_array_append_vals(sets, &(struct set){ .row = row }, 1);
    struct set *set = &g_array_index(sets, struct set, at);
    set->sum += loss;
    set->worst = fmax(set->worst, loss);
    set->n++;
  }
  for (guint i = 0; i < sets->len; i++) {
    const struct set *set = &g_array_index(sets, struct set, i);
    if (set->n == g_hash_table_size(best) && (!chosen.row || set->sum < chosen.sum))
      chosen = *set;
  }
  return chosen;
}

static void add(GPtrArray *lines, const struct set *set, const char *name, const char *value)
{
  g_ptr_array_add(lines, g_strdup_printf("coll_xhc_%s_%s = %s", set->row->collective, name, value));
}

/* Converts our levels to coll/xhc's: "llc+numa" to "l3,numa", and sizes by level, "16384+65536" to
 * "16384,65536". Transfer full. */
static char *levels_of(const char *value)
{
  g_auto(GStrv) levels = g_strsplit(value, "+", -1);
  for (int i = 0; levels[i]; i++) {
    if (strcmp(levels[i], "llc") != 0 && strcmp(levels[i], "package") != 0)
      continue;
    const bool is_llc = *levels[i] == 'l';
    g_free(levels[i]);
    levels[i] = g_strdup(is_llc ? "l3" : "socket");
  }
  return g_strjoinv(",", levels);
}

static void put_set(GPtrArray *lines, const struct set *set)
{
  const bool is_barrier = strcmp(set->row->collective, "barrier") == 0;
  const struct tn_values *params = set->row->params;
  bool has_levels = g_str_has_prefix(set->row->algorithm, TN_LIBRARY_PREFIX);
  g_ptr_array_add(lines,
                  g_strdup_printf("# %s%s: %.1f %% above the best set at each point, %.1f %% at "
                                  "most (%u points)",
                                  set->row->collective, has_levels ? ", as by default" : "",
                                  100 * expm1(set->sum / set->n), 100 * expm1(set->worst), set->n));
  for (int i = 0; i < params->n; i++) {
    const struct tn_value *param = &params->at[i];
    g_autofree char *levels = levels_of(param->value);
    if (strcmp(param->name, "hierarchy") == 0) {
      add(lines, set, "hierarchy", levels);
      has_levels = true;
    } else if (strcmp(param->name, "chunk") == 0 && !is_barrier)
      add(lines, set, "chunk_size", levels);
    else if (strcmp(param->name, "cico_max") == 0 && !is_barrier)
      add(lines, set, "cico_max", param->value);
  }
  if (!has_levels)
    add(lines, set, "hierarchy", "flat");
}

bool tn_settings_xhc(GPtrArray *lines, const GPtrArray *rows, enum tn_objective objective,
                     GError **error)
{
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    if (!(tn_row_time(row, objective) > 0))
      return tn_usage(error, "%s:%d: no %s", row->file, row->line, tn_objective_column(objective));
  }
  g_autoptr(GPtrArray) done = g_ptr_array_new();
  g_ptr_array_add(lines, g_strdup("# above coll/tuned's 30 and coll/han's 35: coll/xhc then serves "
                                  "bcast, barrier, reduce and allreduce"));
  g_ptr_array_add(lines, g_strdup("coll_xhc_priority = 40"));
  for (guint i = 0; i < rows->len; i++) {
    const char *collective = ((const struct tn_row *)rows->pdata[i])->collective;
    if (g_ptr_array_find_with_equal_func(done, collective, g_str_equal, NULL))
      continue;
    g_ptr_array_add(done, (void *)collective);
    g_autoptr(GPtrArray) its = g_ptr_array_new();
    for (guint k = i; k < rows->len; k++)
      if (strcmp(((const struct tn_row *)rows->pdata[k])->collective, collective) == 0)
        g_ptr_array_add(its, rows->pdata[k]);
    const struct set set = choose(its, objective);
    if (!set.row)
      return tn_usage(
          error,
          "export: no parameters of %s have rows for all ranks and sizes: coll/xhc has one "
          "set for all",
          collective);
    put_set(lines, &set);
  }
  return true;
}
