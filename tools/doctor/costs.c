#include "costs.h"

#include <math.h>

#include "algos/registry.h"
#include "run_points.h"
#include "signals.h"

static const struct {
  enum tn_collective collective;
  size_t bytes;
} calls[TN_COST_CALLS] = {
  { TN_BCAST, (size_t)64 << 10 },
  { TN_BCAST, (size_t)1 << 20 },
  { TN_ALLREDUCE, (size_t)64 << 10 },
  { TN_ALLREDUCE, (size_t)1 << 20 },
};
const char *const tn_cost_calls[TN_COST_CALLS] = { "bcast 64K", "bcast 1M", "allreduce 64K",
                                                   "allreduce 1M" };

enum tn_kernel tn_costs_kernel(const struct tn_facts *facts, const struct tn_platform *platform)
{
  const enum tn_kernel own = tn_platform_kernel(platform);
  const gint64 major = g_ascii_strtoll(facts->kernel, NULL, 10);
  return own == TN_KERNEL_PAPER && major >= 6 ? TN_KERNEL_LINUX6 : own;
}

/* Adds to the study the calls of one library with one mechanism. Returns false and *error on
 * the first failure. */
static bool add_calls(struct tn_study *study, const struct tn_library_cost *cost,
                      const struct tn_platform *platform, enum tn_kernel kernel, int n_ranks,
                      GError **error)
{
  g_autofree char *name = g_strdup_printf("library:%s", cost->mpi->library);
  for (int c = 0; c < TN_COST_CALLS; c++) {
    const struct tn_case asked = {
      .platform = platform,
      .kernel = TN_JUST(kernel),
      .algorithm = tn_method_find(calls[c].collective, name),
      .transport = TN_JUST(cost->mpi->transport),
      .mechanism = TN_JUST(cost->mechanism),
      .ranks = n_ranks,
      .bytes = calls[c].bytes,
      .buffers = TN_BUFFERS_REWRITTEN,
    };
    if (!tn_study_add(study, &asked, error))
      return false;
  }
  return true;
}

/* Returns the costs of all libraries and mechanisms; their times are set later. Adds their calls to
 * the study. */
static GPtrArray *list(struct tn_study *study, const struct tn_facts *facts,
                       const struct tn_platform *platform, int n_ranks, GError **error)
{
  const enum tn_kernel kernel = tn_costs_kernel(facts, platform);
  GPtrArray *costs = g_ptr_array_new_with_free_func(g_free);
  for (int m = 0; m < tn_n_mpis; m++) {
    /* The mechanism that the library really uses, which may be the library's fallback. */
    struct tn_mpi_prediction prediction;
    tn_mpi_predict(&tn_mpis[m], facts, 1, &prediction);
    const enum tn_mechanism taken = prediction.breaks ? TN_CICO : prediction.mechanism;
    tn_mpi_prediction_clear(&prediction);
    enum tn_mechanism mechanism;
    for (int i = 0;
         (mechanism = tn_transport_mechanism(tn_mpis[m].transport, i)) != TN_N_MECHANISMS; i++) {
      const struct tn_library_cost cost = { .mpi = &tn_mpis[m],
                                            .mechanism = mechanism,
                                            .is_used = mechanism == taken };
      if (!tn_platform_has_mechanism(platform, mechanism))
        continue;
      if (!add_calls(study, &cost, platform, kernel, n_ranks, error)) {
        g_ptr_array_unref(costs);
        return NULL;
      }
      g_ptr_array_add(costs, g_memdup2(&cost, sizeof cost));
    }
  }
  return costs;
}

GPtrArray *tn_costs_new(const struct tn_facts *facts, const struct tn_platform *platform,
                        int n_ranks, int jobs, GError **error)
{
  const struct tn_conditions conditions = { .jobs = jobs };
  struct tn_study *study = tn_study_new(&conditions);
  GPtrArray *costs = list(study, facts, platform, n_ranks, error);
  if (costs) {
    tn_run_study(study);
    for (guint i = 0; i < tn_study_n(study); i++) {
      struct tn_library_cost *cost = costs->pdata[i / TN_COST_CALLS];
      const struct tn_outcome *outcome = tn_study_outcome(study, i);
      cost->seconds[i % TN_COST_CALLS] = outcome->state == TN_DONE ? outcome->result.avg : NAN;
    }
  }
  tn_study_free(study);
  if (costs && tn_signal_caught) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "doctor: interrupted");
    g_clear_pointer(&costs, g_ptr_array_unref);
  }
  return costs;
}

const struct tn_library_cost *tn_costs_best(const GPtrArray *costs, const struct tn_mpi *mpi, int c)
{
  const struct tn_library_cost *best = NULL;
  for (guint i = 0; i < costs->len; i++) {
    const struct tn_library_cost *cost = costs->pdata[i];
    if (cost->mpi == mpi && isfinite(cost->seconds[c]) &&
        (!best || cost->seconds[c] < best->seconds[c]))
      best = cost;
  }
  return best;
}

const struct tn_library_cost *tn_costs_find(const GPtrArray *costs, const struct tn_mpi *mpi,
                                            enum tn_mechanism mechanism)
{
  for (guint i = 0; i < costs->len; i++) {
    const struct tn_library_cost *cost = costs->pdata[i];
    if (cost->mpi == mpi && cost->mechanism == mechanism)
      return cost;
  }
  return NULL;
}

const struct tn_library_cost *tn_costs_used(const GPtrArray *costs, const struct tn_mpi *mpi)
{
  for (guint i = 0; i < costs->len; i++) {
    const struct tn_library_cost *cost = costs->pdata[i];
    if (cost->mpi == mpi && cost->is_used)
      return cost;
  }
  return NULL;
}
