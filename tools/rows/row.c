#include "row.h"

#include <math.h>
#include <string.h>

#include "algos/kit/reduction.h"
#include "decision.h"

const struct tn_column tn_columns[] = {
  { "source", false },       { "version", false },      { "platform", false },
  { "kernel", false },       { "backing", false },      { "ranks", true },
  { "mapping", false },      { "root", true },          { "in_place", false },
  { "collective", false },   { "algorithm", false },    { "params", false },
  { "mechanism", false },    { "law", false },          { "protocol", false },
  { "buffers", false },      { "noise", false },        { "seed", true },
  { "overrides", false },    { "size_bytes", true },    { "avg_us", true },
  { "min_us", true },        { "max_us", true },        { "span_us", true },
  { "startup_us", true },    { "lock_us", true },       { "copy_us", true },
  { "memory_us", true },     { "sync_us", true },       { "reduce_us", true },
  { "compute_us", true },    { "noise_us", true },      { "transfers", true },
  { "inter_package", true }, { "inter_numa", true },    { "intra_numa", true },
  { "max_callers", true },   { "verified", false },     { "avg_median_us", true },
  { "avg_low_us", true },    { "avg_high_us", true },   { "avg_p5_us", true },
  { "avg_p95_us", true },    { "calls", true },        { "decision", false },
};
const int tn_n_columns = G_N_ELEMENTS(tn_columns);

int tn_column_find(const char *name)
{
  for (int c = 0; c < tn_n_columns; c++)
    if (strcmp(tn_columns[c].name, name) == 0)
      return c;
  return -1;
}

static void add(GPtrArray *row, const char *text)
{
  g_ptr_array_add(row, g_strdup(text));
}

static void add_us(GPtrArray *row, double seconds)
{
  g_ptr_array_add(row, isnan(seconds) ? g_strdup("") : g_strdup_printf("%.6f", seconds * 1e6));
}

static void add_count(GPtrArray *row, long long n)
{
  g_ptr_array_add(row, n < 0 ? g_strdup("") : g_strdup_printf("%lld", n));
}

static int by_text(const void *x, const void *y)
{
  return strcmp(*(const char *const *)x, *(const char *const *)y);
}

bool tn_has_calls(const struct tn_results *results)
{
  return strcmp(results->source, "model") != 0;
}

int tn_calls_of(const struct tn_results *results, guint i)
{
  const int counted = results->outcome[i].calls;
  return counted > 0 ? counted : results->plan->repetitions;
}

const char *tn_kernel_of(const struct tn_results *results, const struct tn_point *p)
{
  return results->kernel ? results->kernel : tn_kernel_names[p->setup->kernel];
}

/* A measurement may make fewer calls than were asked for: the column `calls` has their number. */
static bool differs_in_calls(const struct tn_plan *plan)
{
  if (plan->settings->command == TN_CMD_MEASURE)
    return plan->settings->value[TN_OPT_REPETITIONS] != NULL;
  return plan->repetitions != atoi(tn_options[TN_OPT_REPETITIONS].preset);
}

/* The element and operation of a reduction, when they are not the usual ones. */
static void add_element(GPtrArray *all, const struct tn_point *p)
{
  if (!tn_collective_reduces(p->call.collective))
    return;
  if (strcmp(tn_type_names[p->call.type], tn_options[TN_OPT_TYPE].preset) != 0)
    g_ptr_array_add(all, g_strdup_printf("type=%s", tn_type_names[p->call.type]));
  if (strcmp(tn_op_names[p->call.op], tn_options[TN_OPT_OP].preset) != 0)
    g_ptr_array_add(all, g_strdup_printf("op=%s", tn_op_names[p->call.op]));
}

static char *overrides(const struct tn_plan *plan, const struct tn_point *p)
{
  static const enum tn_option also[] = { TN_OPT_ARRIVAL, TN_OPT_OVERSUBSCRIBE, TN_OPT_STAGGER };
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
  for (char **set = plan->sets; *set; set++)
    add(all, *set);
  if (plan->ideal)
    add(all, "ideal=yes");
  for (size_t i = 0; i < G_N_ELEMENTS(also); i++) {
    const char *text = tn_settings_changed(plan->settings, also[i]);
    if (text)
      g_ptr_array_add(all, g_strdup_printf("%s=%s", tn_options[also[i]].name, text));
  }
  if (plan->warmup != atoi(tn_options[TN_OPT_WARMUP].preset))
    g_ptr_array_add(all, g_strdup_printf("warmup=%d", plan->warmup));
  if (differs_in_calls(plan))
    g_ptr_array_add(all, g_strdup_printf("repetitions=%d", plan->repetitions));
  add_element(all, p);
  g_ptr_array_sort(all, by_text);
  g_ptr_array_add(all, NULL);
  return g_strjoinv(";", (char **)all->pdata);
}

static void add_identity(GPtrArray *row, const struct tn_results *results,
                         const struct tn_point *p)
{
  const struct tn_plan *plan = results->plan;
  const bool is_sim = strcmp(results->source, "sim") == 0, has_calls = tn_has_calls(results);
  add(row, results->source);
  add(row, TN_VERSION);
  add(row, tn_platform_name(p->setup->platform));
  add(row, tn_kernel_of(results, p));
  add(row, tn_backing_names[p->backing]);
  add_count(row, p->call.n_ranks);
  add(row, p->mapping);
  add_count(row, p->call.root);
  add(row, p->call.in_place ? "yes" : "no");
  add(row, tn_collective_names[p->call.collective]);
  add(row, p->algorithm->name);
  g_ptr_array_add(row, tn_point_params(p));
  add(row, tn_mechanism_names[p->mechanism]);
  add(row, is_sim ? tn_law_names[plan->law] : "");
  add(row, has_calls ? tn_settings_get(plan->settings, TN_OPT_PROTOCOL) : "");
  add(row, has_calls ? tn_buffers_names[p->buffers] : "");
  add(row, is_sim ? tn_settings_get(plan->settings, TN_OPT_NOISE) : "");
  add(row, is_sim ? tn_settings_get(plan->settings, TN_OPT_SEED) : "");
  g_ptr_array_add(row, overrides(plan, p));
  g_ptr_array_add(row, g_strdup_printf("%zu", p->call.block));
}

char **tn_row(const struct tn_results *results, guint i)
{
  static const char *const verified[] = { "", "no", "yes" };
  const struct tn_sim_result *r = &results->outcome[i].result;
  const struct tn_point *point = &g_array_index(results->plan->points, struct tn_point, i);
  const int calls = tn_has_calls(results) ? tn_calls_of(results, i) : -1;
  const bool repeated = calls > 1;
  GPtrArray *row = g_ptr_array_new();
  add_identity(row, results, point);
  add_us(row, r->avg);
  add_us(row, r->min);
  add_us(row, r->max);
  add_us(row, r->span);
  for (int part = 0; part < TN_N_PARTS; part++)
    add_us(row, r->parts[part]);
  add_count(row, r->transfers);
  add_count(row, r->inter_package);
  add_count(row, r->inter_numa);
  add_count(row, r->intra_numa);
  add_count(row, r->max_callers);
  add(row, verified[r->verified + 1]);
  add_us(row, repeated ? r->avg_median : NAN);
  add_us(row, repeated ? r->avg_low : NAN);
  add_us(row, repeated ? r->avg_high : NAN);
  add_us(row, repeated ? r->avg_p5 : NAN);
  add_us(row, repeated ? r->avg_p95 : NAN);
  add_count(row, calls);
  g_ptr_array_add(row, tn_point_decision(point));
  g_assert(row->len == (guint)tn_n_columns);
  g_ptr_array_add(row, NULL);
  return (char **)g_ptr_array_free(row, FALSE);
}
