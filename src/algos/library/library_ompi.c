/* Open MPI's own decisions from 4.1 on, by the rules of ompi_rules.def. The rules name only an
 * algorithm, without segments; a fan-out of 0 becomes a single chain. From 6.0 on a reduce requests
 * two chains. 6.0 also has rules for communicators with one rank on each node (not modelled). The
 * main branch has rules for communicators within a node (as_main).
 *
 * The mean count decides an allgatherv; the number of ranks alone decides an alltoallv. gatherv and
 * scatterv use coll/basic, which is linear.
 *
 * The registry has all chosen algorithms except the in-order reduce for non-commutative operations,
 * which is selected from 256 ranks on. */
#include "algos/entries.h"
#include "algos/kit/counts.h"
#include "library.h"

#include <string.h>

/* Sets parameter `param`, a tree, to the algorithm that the rules give for another collective; a
 * single chain becomes the pipeline. Returns false if the parameter has no such tree. */
static bool set_tree(struct tn_decision *decision, const char *param, enum tn_collective collective,
                     int n_ranks, size_t bytes)
{
  const struct tn_algorithm *a =
      tn_ompi_numbered(collective, tn_ompi_decision(collective, n_ranks, bytes));
  if (!a)
    return false;
  const char *name = strcmp(a->name, "chain") == 0 ? "pipeline" : a->name;
  const int tree = tn_decision_find(decision, param, name);
  if (tree >= 0)
    tn_decision_set(decision, param, tree);
  return tree >= 0;
}

/* Sets the parameters that the rules do not name, as Open MPI's do_this functions do. */
static void fill_in(struct tn_decision *decision, const struct tn_call *call, int n_reduce_chains)
{
  const struct tn_algorithm *a = decision->algorithm;
  bool is_alias;
  if (tn_alg_params_find(a->params, "segment", &is_alias) >= 0)
    tn_decision_set(decision, "segment", 0);
  if (tn_alg_params_find(a->params, "fanout", &is_alias) >= 0)
    tn_decision_set(decision, "fanout", call->collective == TN_REDUCE ? n_reduce_chains : 1);
  if (tn_alg_params_find(a->params, "requests", &is_alias) >= 0)
    tn_decision_set(decision, "requests", call->n_ranks > 1 ? call->n_ranks - 1 : 1);
  const int n = call->n_ranks;
  if (a == &tn_allreduce_reduce_bcast &&
      !(set_tree(decision, "reduce", TN_REDUCE, n, call->block) &&
        set_tree(decision, "bcast", TN_BCAST, n, call->block)))
    decision->algorithm = NULL;
  if (a == &tn_allgatherv_linear && !set_tree(decision, "bcast", TN_BCAST, n, tn_count_total(call)))
    decision->algorithm = NULL;
  decision->is_substitute = a == &tn_allgatherv_bruck_p2p;
}

/* Returns the number of bytes by which the rules decide. */
static size_t bytes_of(const struct tn_call *call)
{
  return call->collective == TN_ALLGATHERV ? tn_count_total(call) / (size_t)call->n_ranks
                                           : call->block;
}

struct tn_decision tn_ompi_of_basic(const struct tn_call *call)
{
  return tn_decision_make(call->collective == TN_GATHERV ? &tn_gatherv_linear : &tn_scatterv_linear,
                          "coll/basic");
}

/* Returns the decision for an algorithm's number in coll/tuned, with all parameters. */
static struct tn_decision take(const struct tn_call *call, int number, int n_reduce_chains)
{
  const struct tn_algorithm *a = tn_ompi_numbered(call->collective, number);
  struct tn_decision decision = tn_decision_make(a, a ? a->ompi : "in-order_binary");
  /* Without segments the segmented ring is the ring. */
  if (a == &tn_allreduce_segmented_ring)
    decision = tn_decision_make(&tn_allreduce_ring, a->ompi);
  if (a)
    fill_in(&decision, call, n_reduce_chains);
  return decision;
}

static struct tn_decision decide(const struct tn_call *call, int n_reduce_chains)
{
  if (call->collective == TN_GATHERV || call->collective == TN_SCATTERV)
    return tn_ompi_of_basic(call);
  return take(call, tn_ompi_decision(call->collective, call->n_ranks, bytes_of(call)),
              n_reduce_chains);
}

static struct tn_decision as_4_1(const struct tn_call *call)
{
  return tn_is_scan(call->collective) ? tn_ompi_scan(call, as_4_1) : decide(call, 1);
}

static struct tn_decision as_6_0(const struct tn_call *call)
{
  return tn_is_scan(call->collective) ? tn_ompi_scan(call, as_6_0) : decide(call, 2);
}

/* Thresholds of Open MPI's main branch for ranks on one node, in bytes of a vector; MAIN_STEP: in
 * bytes of the vector for each rank. */
enum { MAIN_SHORT = 8 << 10, MAIN_TREE = 128 << 10, MAIN_LONG = 512 << 10, MAIN_STEP = 32 << 10 };
enum { MAIN_LEAST_RANKS = 4, MAIN_FANOUT = 4 };
enum { KNOMIAL_REDUCE = 8 };

static int main_bcast(int n, size_t bytes)
{
  if (n < 8 && bytes < MAIN_SHORT)
    return 6;
  if (bytes < MAIN_TREE || (n < 8 && bytes < MAIN_LONG))
    return 7;
  return bytes / (size_t)n >= MAIN_STEP ? 9 : 8;
}

static int main_allreduce(int n, size_t bytes)
{
  if (bytes < MAIN_SHORT)
    return 3;
  const bool goes_round = n < 16 || bytes / (size_t)n >= MAIN_STEP;
  return goes_round && !tn_is_power_of_two(n) ? 4 : 6;
}

static int main_reduce(int n, size_t bytes)
{
  const bool in_pairs = tn_is_power_of_two(n);
  if (n < 6)
    return bytes < MAIN_TREE ? 2 : 1;
  if (n < 8)
    return 1;
  if (bytes < MAIN_SHORT)
    return KNOMIAL_REDUCE;
  if (n < 12)
    return in_pairs && bytes >= 2 * (size_t)MAIN_LONG ? 7 : 1;
  return in_pairs && n <= 16 && bytes >= MAIN_LONG ? 7 : 5;
}

static struct tn_decision as_main(const struct tn_call *call)
{
  const int n = call->n_ranks;
  if (tn_is_scan(call->collective))
    return tn_ompi_scan(call, as_main);
  if (n < MAIN_LEAST_RANKS || tn_spans_nodes(call))
    return as_6_0(call);
  if (call->collective == TN_BCAST)
    return take(call, main_bcast(n, call->block), MAIN_FANOUT);
  if (call->collective == TN_ALLREDUCE)
    return take(call, main_allreduce(n, call->block), MAIN_FANOUT);
  if (call->collective != TN_REDUCE)
    return as_6_0(call);
  const int number = main_reduce(n, call->block);
  return number == KNOMIAL_REDUCE ? tn_decision_like(&tn_reduce_knomial, "knomial")
                                  : take(call, number, MAIN_FANOUT);
}

#define RELEASE(title, how, stage, releases)                                                       \
  TN_CHOOSER_OF(TN_SET_OF_MPI, title, how, stage,                                                  \
                "Open MPI, coll_tuned_decision_fixed.c, coll/basic",                               \
                "default of Open MPI " releases)

const struct tn_chooser tn_choosers_ompi[] = {
  RELEASE("ompi", as_6_0, tn_stage_accelerator, "6.0"),
  RELEASE("ompi-main", as_main, tn_stage_accelerator, "main of 2026"),
  RELEASE("ompi-6.0", as_6_0, tn_stage_accelerator, "6.0"),
  RELEASE("ompi-5.0", as_4_1, tn_stage_cuda, "4.1 and 5.0"),
  RELEASE("ompi-4.1", as_4_1, tn_stage_cuda, "4.1 and 5.0"),
  { .name = NULL },
};
