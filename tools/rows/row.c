#include "row.h"

#include <string.h>

#include "algos/kit/reduction.h"
#include "decision.h"

static void add(GPtrArray *row, const char *text)
{
  g_ptr_array_add(row, g_strdup(text));
}

static int by_text(const void *x, const void *y)
{
  return strcmp(*(const char *const *)x, *(const char *const *)y);
}

struct tn_results tn_results_of(const struct tn_plan *plan, const char *source)
{
  return (struct tn_results){ .plan = plan, .source = source,
                              .outcome = tn_study_outcomes(plan->study) };
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
  if (plan->tells_calls)
    g_ptr_array_add(all, g_strdup_printf("repetitions=%d", plan->repetitions));
  add_element(all, p);
  g_ptr_array_sort(all, by_text);
  g_ptr_array_add(all, NULL);
  return g_strjoinv(";", (char **)all->pdata);
}

static void set_identity(struct tn_row *row, const struct tn_results *results,
                         const struct tn_point *p)
{
  const struct tn_plan *plan = results->plan;
  const bool is_sim = strcmp(results->source, "sim") == 0, has_calls = tn_has_calls(results);
  g_autofree char *params = tn_point_params(p), *others = overrides(plan, p);
  tn_row_name(&row->source, results->source);
  tn_row_name(&row->version, TN_VERSION);
  tn_row_name(&row->platform, tn_platform_name(p->setup->platform));
  tn_row_name(&row->kernel, tn_kernel_of(results, p));
  tn_row_name(&row->backing, tn_backing_names[p->backing]);
  row->ranks = p->call.n_ranks;
  tn_row_name(&row->mapping, p->mapping);
  row->root = p->call.root;
  row->in_place = p->call.in_place;
  tn_row_name(&row->collective, tn_collective_names[p->call.collective]);
  tn_row_name(&row->algorithm, p->algorithm->name);
  tn_row_name(&row->params, params);
  tn_row_name(&row->mechanism, tn_mechanism_names[p->mechanism]);
  tn_row_name(&row->overrides, others);
  row->size = (int64_t)p->call.block;
  if (has_calls) {
    tn_row_name(&row->protocol, tn_settings_get(plan->settings, TN_OPT_PROTOCOL));
    tn_row_name(&row->buffers, tn_buffers_names[p->buffers]);
  }
  if (is_sim) {
    tn_row_name(&row->law, tn_law_names[plan->law]);
    tn_row_name(&row->noise, tn_settings_get(plan->settings, TN_OPT_NOISE));
    row->seed = (int64_t)plan->seed;
  }
}

/* As rows hold times. */
static double whole(double seconds)
{
  return tn_row_seconds(seconds * 1e6);
}

static void set_calls(struct tn_row *row, const struct tn_sim_result *r, int calls)
{
  row->calls = calls;
  if (calls < 2)
    return;
  row->avg_median = whole(r->avg_median);
  row->avg_low = whole(r->avg_low);
  row->avg_high = whole(r->avg_high);
  row->avg_p5 = whole(r->avg_p5);
  row->avg_p95 = whole(r->avg_p95);
}

struct tn_row *tn_row_take(const struct tn_results *results, guint i)
{
  const struct tn_sim_result *r = &results->outcome[i].result;
  const struct tn_point *point = &g_array_index(results->plan->points, struct tn_point, i);
  g_autofree char *decision = tn_point_decision(point);
  struct tn_row *row = tn_row_new();
  set_identity(row, results, point);
  row->avg = whole(r->avg);
  row->min = whole(r->min);
  row->max = whole(r->max);
  row->span = whole(r->span);
  for (int part = 0; part < TN_N_PARTS; part++)
    row->parts[part] = whole(r->parts[part]);
  row->transfers = r->transfers;
  row->inter_package = r->inter_package;
  row->inter_numa = r->inter_numa;
  row->intra_numa = r->intra_numa;
  row->max_callers = r->max_callers;
  row->verified = r->verified;
  if (tn_has_calls(results))
    set_calls(row, r, tn_calls_of(results, i));
  tn_row_name(&row->decision, decision);
  return row;
}

void tn_rows_take(GPtrArray *rows, const struct tn_results *results)
{
  for (guint i = 0; i < results->plan->points->len; i++)
    if (results->outcome[i].state == TN_DONE)
      g_ptr_array_add(rows, tn_row_take(results, i));
}
