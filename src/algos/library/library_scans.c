/* Decisions of libraries for scan, exscan and reduce_scatter(_block), with commutative operations.
 *
 * Open MPI: from 4.1 on, coll/tuned has rules for both reduce-scatters (ompi_rules.def; a source
 * tree from the time of 4.1 or 5.0 and the main branch of 2026 have the same rules). Before 4.1 it
 * has a formula for reduce_scatter. Scans in every release, and reduce_scatter_block before 4.1,
 * use the linear algorithms of coll/basic. A linear reduce-scatter calls the library's own reduce
 * and scatter (scatterv: coll/basic).
 *
 * MPICH: maint/tuning/coll/mpir/generic.json, with the thresholds of the earlier variables
 * (MPIR_CVAR_REDSCAT_COMMUTATIVE_LONG_MSG_SIZE, 512 KiB) and of MPICH2. A scan of consecutive ranks
 * is a scan in each node, one of the nodes' sums, and a broadcast of the earlier nodes' sum
 * (scan_intra_smp.c). On one node this is recursive doubling, a message from the last rank to the
 * first, and a broadcast of one integer; our algorithm omits the last two. */
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "library.h"

/* least bytes of a vector that MPICH treats as long */
enum { LONG = 524288 };

/* Sets parameter `name` of `to` to its value in `from`, if the algorithm of `from` has it. */
static void copy_param(struct tn_decision *to, const struct tn_decision *from, const char *name)
{
  bool is_alias;
  const int i = tn_alg_params_find(from->algorithm->params, name, &is_alias);
  if (i >= 0)
    tn_decision_set(to, name, from->params[i]);
}

typedef struct tn_decision decider(const struct tn_call *call);

/* Decides a reduce-scatter made of a reduce and a scatter, each decided by `decide`. */
static struct tn_decision reduce_then_scatter(const struct tn_call *call, decider *decide)
{
  const bool has_counts = call->collective == TN_REDUCE_SCATTER;
  const struct tn_algorithm *both =
      has_counts ? &tn_reduce_scatter_linear : &tn_reduce_scatter_block_linear;
  struct tn_decision decision = tn_decision_make(both, both->ompi);
  struct tn_call up = *call, down = *call;
  up.collective = TN_REDUCE;
  up.block = tn_vector_bytes(call);
  up.counts = NULL;
  down.collective = TN_SCATTER;
  up.in_place = down.in_place = false;
  up.root = down.root = 0;
  const struct tn_decision a = decide(&up);
  const struct tn_decision b =
      has_counts ? tn_decision_make(&tn_scatterv_linear, NULL) : decide(&down);
  if (!a.algorithm || !b.algorithm)
    return tn_decision_make(NULL, a.algorithm ? b.name : a.name);
  const int way = tn_decision_find(&decision, "reduce", a.algorithm->name);
  tn_decision_set(&decision, "reduce",
                  way >= 0 ? way : tn_decision_find(&decision, "reduce", "binomial"));
  decision.is_substitute = way < 0; /* true for a reduce on a k-nomial tree */
  tn_decision_set(&decision, "scatter", tn_decision_find(&decision, "scatter", b.algorithm->name));
  copy_param(&decision, &a, "segment");
  copy_param(&decision, &a, "fanout");
  return decision;
}

static struct tn_decision linear_scan(const struct tn_call *call)
{
  const struct tn_algorithm *a = call->collective == TN_SCAN ? &tn_scan_linear : &tn_exscan_linear;
  return tn_decision_make(a, a->ompi);
}

static bool scans(const struct tn_call *call)
{
  return TN_SET_SCANS >> call->collective & 1;
}

bool tn_is_scan(enum tn_collective collective)
{
  return (TN_SET_SHARES | TN_SET_SCANS) >> collective & 1;
}

struct tn_decision tn_ompi_scan(const struct tn_call *call, decider *decide)
{
  const bool is_of_blocks = call->collective == TN_REDUCE_SCATTER_BLOCK;
  if (scans(call))
    return linear_scan(call);
  const int number = tn_ompi_decision(call->collective, call->n_ranks,
                                      is_of_blocks ? call->block : tn_vector_bytes(call));
  const struct tn_algorithm *a = tn_ompi_numbered(call->collective, number);
  return number == 1 ? reduce_then_scatter(call, decide) : tn_decision_make(a, a->ompi);
}

static struct tn_decision reduce_scatter_4_0(const struct tn_call *call)
{
  const double bytes = (double)tn_vector_bytes(call);
  const bool is_short = bytes <= 12 * 1024 ||
                        (bytes <= 256 * 1024 && tn_is_power_of_two(call->n_ranks)) ||
                        call->n_ranks >= 0.0012 * bytes + 8;
  const struct tn_algorithm *a = is_short ? &tn_reduce_scatter_halving : &tn_reduce_scatter_ring;
  return tn_decision_make(a, a->ompi);
}

struct tn_decision tn_ompi_4_0_scan(const struct tn_call *call, decider *decide)
{
  if (scans(call))
    return linear_scan(call);
  if (call->collective == TN_REDUCE_SCATTER)
    return reduce_scatter_4_0(call);
  return reduce_then_scatter(call, decide);
}

struct tn_decision tn_mpich_scan(const struct tn_call *call)
{
  const bool is_long = tn_vector_bytes(call) >= LONG;
  const struct tn_algorithm *a = &tn_exscan_recursive_doubling;
  if (call->collective == TN_SCAN)
    return tn_decision_like(&tn_scan_recursive_doubling, "smp");
  if (call->collective == TN_REDUCE_SCATTER_BLOCK)
    a = is_long ? &tn_reduce_scatter_block_pairwise : &tn_reduce_scatter_block_halving;
  if (call->collective == TN_REDUCE_SCATTER)
    a = is_long ? &tn_reduce_scatter_pairwise : &tn_reduce_scatter_halving;
  return tn_decision_make(a, a->mpich);
}
