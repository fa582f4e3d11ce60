/* The KNEM paper's component of Open MPI 1.5 (Ma, Bosilca, Bouteiller, Goglin, Squyres, Dongarra,
 * ICPP 2011), section V. Blocks of more than 16 KiB use the component's own algorithms
 * (mapped/knem.c, cma/bcast.c, cma/rooted.c), other blocks the defaults of Open MPI 1.7. A
 * broadcast runs over the memory domains if there are several, in segments of 16 KiB below 2 MB and
 * of 512 KiB from 2 MB on (VI.B); otherwise all ranks copy from the root. The second half of an
 * allgather is such a broadcast (V.C).
 *
 * Assumed: with counts the largest block decides. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "algos/kit/hierarchy.h"
#include "library.h"

enum { MAX_ORDINARY = 16 << 10, LONG = 2 << 20, SEGMENT = 16 << 10, LONG_SEGMENT = 512 << 10 };

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
  static const char *const names[] = { "knem-linear", "gather-bcast", "rotation" };
  const struct tn_method *domains = tn_method_find(call->collective, "knem-hierarchical"),
                         *own = NULL;
  const size_t all = call->collective == TN_BCAST ? call->block : tn_count_total(call);
  if (call->block <= MAX_ORDINARY)
    return tn_decide_as(TN_RELEASE_OF("ompi", "1.7"), call);
  for (int i = 0; !own; i++)
    own = tn_method_find(call->collective, names[i]);
  if (!domains || !has_domains(call))
    return tn_decision_make(own->runs, "knem");
  return tn_decision_with(domains->runs, "knem", "segment", all < LONG ? SEGMENT : LONG_SEGMENT);
}

const struct tn_chooser tn_choosers_knem[] = {
  { .name = TN_LIBRARY_PREFIX "knem",
    .summary = "the KNEM paper's component; up to 16 KiB the default of Open MPI 1.7",
    .source = "KNEM paper, V and VI.B",
    .collectives = TN_SET_TUNED | TN_SET_COUNTED,
    .decide = as_knem,
    TN_OF_KNEM },
  { .name = NULL },
};
