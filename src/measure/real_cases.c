#include "real_cases.h"

#include <math.h>
#include <string.h>

#include "sim/sim.h"
#include "table/save.h"

static struct tn_sim_result result_of(const struct tn_real_times *times, bool verified)
{
  const struct tn_summary sum = tn_real_summarise(times);
  struct tn_sim_result r = {
    .avg = sum.avg,
    .min = sum.min,
    .max = sum.max,
    .span = sum.span,
    .avg_median = sum.spread.median,
    .avg_low = sum.spread.low,
    .avg_high = sum.spread.high,
    .avg_p5 = sum.spread.p5,
    .avg_p95 = sum.spread.p95,
    .inter_node = times->n_messages[TN_INTER_NODE],
    .inter_package = times->n_messages[TN_INTER_PACKAGE],
    .inter_numa = times->n_messages[TN_INTER_NUMA],
    .intra_numa = times->n_messages[TN_INTRA_NUMA],
    .max_callers = -1,
    .verified = verified ? 1 : -1,
  };
  r.transfers = r.inter_node + r.inter_package + r.inter_numa + r.intra_numa;
  for (int part = 0; part < TN_N_PARTS; part++)
    r.parts[part] = NAN;
  return r;
}

/* Measures a point's median time in seconds. The measurement takes at most `share` of
 * point->seconds. Returns false and *error on failure. */
static bool median_of(const struct tn_real_point *point, double share, double *ret, GError **error)
{
  struct tn_real_times times = { 0 };
  struct tn_real_point own = *point;
  own.timeline = false;
  own.seconds = share * point->seconds;
  if (!tn_real_run(&own, &times, error))
    return false;
  *ret = tn_real_summarise(&times).spread.median;
  tn_real_times_clear(&times);
  return true;
}

/* Finds *ret_computed, the seconds that each rank computes during the point's collective, and
 * *ret_alone, the collective's time without computation. All ranks together compute for the core
 * time of the blocking collective on all cores, as in sim/run.c. Both are 0 without computation.
 * Returns false and *error on failure. */
static bool find_computation(const struct tn_real_point *point, double *ret_computed,
                             double *ret_alone, GError **error)
{
  const struct tn_method *a = point->bench.algorithm;
  struct tn_real_point blocking = *point;
  double time;
  *ret_computed = *ret_alone = 0.0;
  blocking.bench.algorithm = a->balance ? a->balance(&point->call, &blocking.call) : NULL;
  if (!blocking.bench.algorithm)
    return true;
  struct tn_places *all = tn_places_fill(point->places);
  blocking.places = all;
  blocking.arrival = NULL;
  const bool ok = median_of(&blocking, 0.25, &time, error);
  tn_places_free(all);
  if (!ok || !median_of(point, 0.25, ret_alone, error))
    return false;
  *ret_computed = time * blocking.call.n_ranks / point->call.n_ranks;
  return true;
}

bool tn_measure_point(const struct tn_point *p, const struct tn_real_point *shape,
                      struct tn_outcome *ret, struct tn_real_times *ret_times, GError **error)
{
  if (!tn_real_has(p->mechanism, error))
    return false;
  if (p->arrival && p->arrival->barrier)
    return tn_study_refuse(error, ARRIVAL, "a library's barrier is simulated only");
  const struct tn_p2p_limits limits = tn_sim_p2p_limits(p->setup->values, p->mechanism, NULL);
  g_autofree double *arrival = tn_point_delays(p);
  struct tn_real_point point = *shape;
  struct tn_real_times times = { 0 };
  point.bench = (struct tn_bench){ .algorithm = p->algorithm,
                                   .warmup = tn_point_warmup(p),
                                   .repetitions = p->repetitions,
                                   .protocol = p->protocol };
  point.call = p->call;
  point.call.p2p = &limits;
  point.places = p->places;
  point.mechanism = p->mechanism;
  point.backing = p->backing;
  point.buffers = p->buffers;
  point.working_set = p->working_set;
  point.verify = p->verify;
  point.arrival = arrival;
  point.noise = p->noise;
  point.seed = (uint64_t)p->seed;
  double computed, alone;
  if (!find_computation(&point, &computed, &alone, error))
    return false;
  point.call.compute = computed;
  if (computed > 0.0)
    point.seconds *= 0.5;
  if (!tn_real_run(&point, &times, error))
    return false;
  ret->result = result_of(&times, point.verify);
  ret->result.computed = computed;
  ret->result.alone = alone;
  ret->result.together = computed > 0.0 ? ret->result.avg_median : 0.0;
  ret->calls = times.n_calls;
  if (ret_times)
    *ret_times = times;
  else
    tn_real_times_clear(&times);
  return true;
}

static const char ending[] = ".xml";

const char tn_calibration_usual_like[] = "broadwell";

bool tn_calibration_write(const struct tn_calibration *c, const char *like, const char *file,
                          GError **error)
{
  g_assert(g_str_has_suffix(file, ending));
  g_autofree char *base = g_path_get_basename(file), *folder = g_path_get_dirname(file);
  g_autofree char *name = g_strndup(base, strlen(base) - strlen(ending));
  const struct tn_calibrated found = { c->params, c->kernel, c->mechanisms, c->state, &c->fabric };
  g_autofree char *text = tn_platform_calibrated(&found, like, name, folder, error);
  return text && tn_save_write(file, text, -1, error);
}
