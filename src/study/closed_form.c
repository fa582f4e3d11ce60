#include "closed_form.h"

#include <math.h>

#include "platform/choices.h"
#include "usage.h"

static double mean_latency(const struct tn_point *p)
{
  const double *v = p->setup->values;
  const int n = p->call.n_ranks;
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      sum += v[TN_P_LINE_LATENCY + tn_places_distance(p->places, i, j)];
  return n > 1 ? sum / (0.5 * n * (n - 1)) : 0.0;
}

/* Returns true if every message exceeds the limit up to which messages go through slots, so that it
 * is copied once. */
static bool are_copied_once(const struct tn_point *p, const struct tn_steps *steps)
{
  const struct tn_p2p_limits l = tn_sim_p2p_limits(p->setup->values, p->mechanism, NULL);
  const double least = (double)MAX(l.eager_limit, MAX(l.rendezvous_limit, l.blocking_limit));
  bool is_once = true;
  for (int i = 0; i < steps->n; i++)
    for (int way = 0; way < TN_N_P2P_DISTANCES && steps->step[i].kind == TN_STEP_MESSAGE; way++)
      is_once = is_once && l.single_copy[way] && steps->step[i].bytes > least;
  return is_once;
}

bool tn_closed_form(const struct tn_point *p, struct tn_cost *ret_cost)
{
  const double *v = p->setup->values;
  const struct tn_cma_model model = {
    .alpha = v[TN_P_ALPHA],
    .per_byte = 1 / v[TN_P_COPY_RATE],
    .pin_time = tn_pin_time(v, p->backing),
    .page_size = v[TN_P_PAGE_SIZE],
    .gamma_a = v[TN_P_GAMMA_A],
    .gamma_b = v[TN_P_GAMMA_B],
    .lock = { .lines = v[TN_P_LOCK_LINES], .hold = v[TN_P_LOCK_HOLD], .look_up = v[TN_P_PIN_TIME] },
    .latency = v[TN_P_LOCK_LINES] > 0 ? mean_latency(p) : 0.0,
    .per_sum = 1 / v[TN_P_REDUCE_RATE],
  };
  struct tn_steps steps;
  return tn_mechanism_pins(p->mechanism) &&
         tn_algorithm_form(p->algorithm->runs, &p->call, &steps) && are_copied_once(p, &steps) &&
         tn_model_steps(&model, &steps, ret_cost);
}

bool tn_closed_form_result(const struct tn_point *point, struct tn_sim_result *ret_result)
{
  struct tn_cost cost;
  if (!tn_closed_form(point, &cost))
    return false;
  const double sum = tn_cost_sum(&cost);
  *ret_result = (struct tn_sim_result){ .avg = sum,
                                        .min = NAN,
                                        .max = NAN,
                                        .span = sum,
                                        .transfers = -1,
                                        .inter_node = -1,
                                        .inter_package = -1,
                                        .inter_numa = -1,
                                        .intra_numa = -1,
                                        .max_callers = -1,
                                        .verified = -1,
                                        .computed = cost.computed,
                                        .alone = cost.alone,
                                        .together = cost.computed > 0.0 ? sum : 0.0 };
  double *parts = ret_result->parts;
  for (int part = 0; part < TN_N_PARTS; part++)
    parts[part] = NAN;
  parts[TN_STARTUP] = cost.startup;
  parts[TN_LOCK] = cost.lock;
  parts[TN_COPY] = cost.copy;
  if (cost.sum > 0.0)
    parts[TN_REDUCE_PART] = cost.sum;
  if (cost.computed > 0.0)
    parts[TN_COMPUTE] = cost.compute;
  return true;
}

bool tn_closed_form_accepts(const struct tn_platform *pf, GError **error)
{
  const int n_nodes = tn_platform_n_nodes(pf);
  if (n_nodes > 1)
    tn_usage(error, "%s has %d nodes, closed forms cover one", tn_platform_name(pf), n_nodes);
  return n_nodes == 1;
}

bool tn_closed_form_holds(const struct tn_setup *setup, GError **error)
{
  const enum tn_lock_scope scope = tn_choices_of(setup->values).lock_scope;
  return scope == TN_SCOPE_PROCESS ||
         tn_usage(error,
                  "%s under kernel %s has lock_scope %s, closed forms have one lock per process "
                  "(try --kernel paper, or --set lock_scope=process)",
                  tn_platform_name(setup->platform), tn_kernel_names[setup->kernel],
                  tn_lock_scope_names[scope]);
}

bool tn_closed_form_reads(const struct tn_point *point, enum tn_param p)
{
  static const enum tn_backing backings[] = { TN_BASE, TN_THP, TN_HUGETLB };
  const bool hands_over = point->setup->values[TN_P_LOCK_LINES] > 0;
  /* A look-up takes as long as pinning a base page, whatever the kind of pages. */
  for (size_t i = 0; i < G_N_ELEMENTS(backings); i++)
    if (p == tn_pin_param(backings[i]) && p != tn_pin_param(point->backing))
      return hands_over && p == TN_P_PIN_TIME;
  if (hands_over ? p == TN_P_GAMMA_A || p == TN_P_GAMMA_B
                 : p == TN_P_LOCK_HOLD ||
                       (p >= TN_P_LINE_LATENCY && p < TN_P_LINE_LATENCY + TN_N_DISTANCES))
    return false;
  if (p == TN_P_REDUCE_RATE)
    return tn_collective_reduces(point->call.collective);
  return tn_params[p].uses & 1u << TN_USE_FORMS;
}
