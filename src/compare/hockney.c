#include "hockney.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algos/registry.h"
#include "base/names.h"
#include "fit.h"

enum { FROM = 0, TO = 22 }; /* exponents of 2: 1 B .. 4 MiB */

/* Returns the seconds of one message on an idle machine. */
static double message(const double *values, enum tn_step_kind kind, int distance, double bytes)
{
  const struct tn_fit_point p = { .distance = (enum tn_distance)distance, .bytes = bytes };
  const double copy = bytes / values[TN_P_COPY_RATE_CLASS + distance];
  const double line = values[TN_P_LINE_LATENCY + distance];
  double busy, rest;
  switch (kind) {
  case TN_STEP_COPY:
    return values[TN_P_ALPHA] + copy + values[TN_P_PIN_TIME] * ceil(bytes / values[TN_P_PAGE_SIZE]);
  case TN_STEP_LOADS:
    return 2 * line + values[TN_P_RCACHE_LOOKUP] + copy;
  default:
    tn_fit_message(values, &p,
                   bytes > values[TN_P_RENDEZVOUS_LIMIT] ? 0
                   : bytes > values[TN_P_EAGER_LIMIT]    ? values[TN_P_FRAGMENT_SIZE]
                                                         : bytes,
                   &busy, &rest);
    return busy + rest;
  }
}

struct tn_hockney tn_hockney_fit(const double *values, const struct tn_places *places,
                                 enum tn_step_kind kind)
{
  double share[TN_N_DISTANCES];
  double s = 0, x = 0, xx = 0, y = 0, xy = 0;
  double n = 0;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    share[d] = 0;
  for (int i = 0; i < places->n; i++)
    for (int j = 0; j < i; j++, n++)
      share[tn_places_distance(places, i, j)]++;
  if (n < 1)
    share[TN_SAME_LLC] = n = 1;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    share[d] /= n;
  for (int i = FROM; i <= TO; i++) {
    const double bytes = (double)(1u << i);
    double time = 0;
    for (int d = 0; d < TN_N_DISTANCES; d++)
      if (share[d] > 0)
        time += share[d] * message(values, kind, d, bytes);
    const double weight = 1 / (time * time);
    s += weight;
    x += weight * bytes;
    xx += weight * bytes * bytes;
    y += weight * time;
    xy += weight * bytes * time;
  }
  const double beta = (s * xy - x * y) / (s * xx - x * x);
  return (struct tn_hockney){ .alpha = (y - beta * x) / s,
                              .beta = beta,
                              .sum = 1 / values[TN_P_REDUCE_RATE] };
}

/* Sets a parameter of the call; ignores parameters that the algorithm does not have. */
static void set_param(const struct tn_method *a, const struct tn_value *value, struct tn_call *call)
{
  bool is_alias;
  const int i = value->value ? tn_alg_params_find(a->params, value->name, &is_alias) : -1;
  if (i < 0)
    return;
  const struct tn_alg_param *param = &a->params[i];
  if (param->word && strcmp(param->word, value->value) == 0)
    call->params[i] = param->min - 1;
  else if (param->kind == TN_PARAM_CHOICE)
    call->params[i] = MAX(0, tn_name_find(param->choices, value->value));
  else
    call->params[i] =
        g_ascii_strtoll(value->value, NULL, 10) + (is_alias ? param->alias_offset : 0);
}

bool tn_hockney_steps(const char *collective, const char *algorithm, const struct tn_values *params,
                      int p, size_t bytes, struct tn_steps *ret_steps)
{
  const int c = tn_collective_find(collective);
  const struct tn_method *a = c < 0 ? NULL : tn_method_find((enum tn_collective)c, algorithm);
  struct tn_call call = {
    .collective = (enum tn_collective)c, .n_ranks = p, .block = bytes, .type = TN_FLOAT32
  };
  for (int i = 0; a && i < params->n; i++)
    set_param(a, &params->at[i], &call);
  struct tn_steps steps;
  if (!a || !tn_algorithm_form(a->runs, &call, &steps) || steps.n_overlapped + steps.n_computed > 0)
    return false;
  *ret_steps = steps;
  return true;
}

double tn_hockney_time(const struct tn_hockney h[TN_N_STEP_KINDS], const struct tn_steps *steps)
{
  double time = 0;
  for (int i = 0; i < steps->n; i++) {
    const struct tn_step *step = &steps->step[i];
    const struct tn_hockney *one = &h[step->kind];
    const double beta = one->beta + (steps->is_reduced ? one->sum : 0);
    if (step->kind == TN_STEP_SUM)
      time += step->times * step->pieces * step->bytes * one->sum;
    else
      time += step->times * (one->alpha + step->pieces * step->bytes * beta);
  }
  return time;
}
