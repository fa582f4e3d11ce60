/* The KNEM paper's component of Open MPI 1.5 (Ma, Bosilca, Bouteiller, Goglin, Squyres, Dongarra,
 * ICPP 2011), section V: what is longer than 16 KiB by its own algorithms (mapped/knem.c,
 * cma/bcast.c, cma/rooted.c), the rest by the ordinary component. Broadcasts go along the memory domains where there are several, in
 * segments of 16 KiB below 2 MB and 512 KiB from there (VI.B), else from the root; an allgather's
 * second half is such a broadcast (V.C).
 *
 * Of vector variants the largest block counts: the paper does not say which. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/hierarchy.h"
#include "library.h"

enum { MOST_ORDINARY = 16 << 10, LONG = 2 << 20, SEGMENT = 16 << 10, LONG_SEGMENT = 512 << 10 };

/* By collective: its own algorithm, that for several memory domains if it is another, and the
 * ordinary component. */
static const struct {
  const struct tn_algorithm *own, *domains, *ordinary;
} table[TN_N_COLLECTIVES] = {
  [TN_BCAST] = { &tn_bcast_knem_linear, &tn_bcast_knem_hierarchical, &tn_bcast_library_ompi_1_7 },
  [TN_SCATTER] = { &tn_scatter_knem_linear, NULL, &tn_scatter_library_ompi_1_7 },
  [TN_GATHER] = { &tn_gather_knem_linear, NULL, &tn_gather_library_ompi_1_7 },
  [TN_ALLGATHER] = { &tn_allgather_gather_bcast, &tn_allgather_knem_hierarchical,
                     &tn_allgather_library_ompi_1_7 },
  [TN_ALLTOALL] = { &tn_alltoall_rotation, NULL, &tn_alltoall_library_ompi_1_7 },
  [TN_SCATTERV] = { &tn_scatterv_knem_linear, NULL, &tn_scatterv_library_ompi_1_7 },
  [TN_GATHERV] = { &tn_gatherv_knem_linear, NULL, &tn_gatherv_library_ompi_1_7 },
  [TN_ALLGATHERV] = { &tn_allgatherv_gather_bcast, &tn_allgatherv_knem_hierarchical,
                      &tn_allgatherv_library_ompi_1_7 },
  [TN_ALLTOALLV] = { &tn_alltoallv_rotation, NULL, &tn_alltoallv_library_ompi_1_7 },
};

static bool has_domains(const struct tn_call *call)
{
  struct tn_hierarchy h;
  tn_hierarchy_init(&h, call, TN_LEVELS_NUMA, call->root, call->rank);
  const bool several = h.n_levels > 1;
  tn_hierarchy_finish(&h);
  return several;
}

static struct tn_decision as_knem(const struct tn_call *call)
{
  const struct tn_algorithm *domains = table[call->collective].domains;
  const size_t all = call->collective == TN_BCAST ? call->block : tn_count_total(call);
  if (call->block <= MOST_ORDINARY)
    return table[call->collective].ordinary->decide(call);
  if (!domains || !has_domains(call))
    return tn_decision_make(table[call->collective].own, "knem");
  struct tn_decision decision = tn_decision_make(domains, "knem");
  tn_decision_set(&decision, "segment", all < LONG ? SEGMENT : LONG_SEGMENT);
  return decision;
}

#define KNEM                                                                                       \
  .name = TN_LIBRARY_PREFIX "knem", TN_OF_KNEM, .one_node = true,                                  \
  .summary = "the KNEM paper's component, up to 16 KiB what Open MPI 1.7 chooses",                 \
  .source = "KNEM paper, V and VI.B", .decide = as_knem

TN_DEFINE_RELEASE(TN_EACH_DATA, library_knem, KNEM)
