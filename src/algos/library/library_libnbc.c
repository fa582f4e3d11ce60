/* Non-blocking collectives by Open MPI's coll/libnbc (nbc_ibcast.c, nbc_ireduce.c,
 * nbc_iallreduce.c; Hoefler, Lumsdaine, Rehm, SC07), commutative operations. A call starts the
 * first round of a schedule. A round begins when the previous one is complete and the rank is in
 * the library: in MPI_Wait, or in MPI_Test during its computation (parameter `tests`).
 *
 * The blocking algorithms run here, and each of their waits is a round (messages/p2p.h). Changes
 * between releases: from 2.0.2 on an ibcast ignores the size (ibcast_skip_dt_decision); from 4.1 on
 * long sums use Rabenseifner's algorithm. Other parts of libnbc, and algorithms that only
 * parameters select, are not modelled.
 *
 * Departures: libnbc swaps rank 0 and the root; here all ranks are renumbered from the root on.
 * Fragments of a chain are equal in libnbc; here the last one is shorter. Here the tree of an
 * iallreduce has two receives in progress. */
#include "algos/entries.h"
#include "algos/kit/reduction.h"
#include "algos/kit/split.h"
#include "library.h"

enum { COMPUTE, TESTS };
enum release { V1_8, V2_1, V4_1 };
enum { LONG_SUM = 64 << 10 };

/* Rules of the decisions; the first one that matches a call applies. */
static const struct rule {
  enum tn_collective collective;
  enum release first, last;
  int least, most; /* limits of the number of ranks; most 0: no upper limit */
  size_t bytes;    /* minimum bytes of the vector */
  bool by_halves;  /* true if the rule also requires as many elements as the largest power of two <=
                    * ranks */
  bool out_of_place;
  const char *name; /* the library's name of the algorithm */
  const struct tn_algorithm *algorithm;
  const char *tree; /* value of the algorithm's parameter `tree`; NULL: it has no such parameter */
  int64_t segment;  /* value of the algorithm's parameter `segment`, bytes; -1: it has no such
                     * parameter */
} rules[] = {
  { TN_IBCAST, V1_8, V4_1, 1, 4, 0, false, false, "linear", &tn_bcast_nonblocking_tree, "flat", 0 },
  { TN_IBCAST, V1_8, V1_8, 5, 0, 512 << 10, false, false, "chain", &tn_bcast_nonblocking_tree,
    "chain", 32 << 10 },
  { TN_IBCAST, V1_8, V1_8, 5, 0, 64 << 10, false, false, "chain", &tn_bcast_nonblocking_tree,
    "chain", 8 << 10 },
  { TN_IBCAST, V1_8, V4_1, 5, 0, 0, false, false, "binomial", &tn_bcast_nonblocking_tree,
    "binomial", 0 },
  { TN_IREDUCE, V4_1, V4_1, 3, 0, 0, true, false, "redscat_gather", &tn_reduce_rabenseifner, NULL,
    -1 },
  { TN_IREDUCE, V1_8, V4_1, 1, 4, LONG_SUM, false, false, "chain", &tn_reduce_blocking_tree,
    "chain", 8 << 10 },
  { TN_IREDUCE, V1_8, V4_1, 1, 0, 0, false, false, "binomial", &tn_reduce_blocking_tree, "in-order",
    0 },
  { TN_IALLREDUCE, V4_1, V4_1, 4, 0, LONG_SUM, true, true, "redscat_allgather",
    &tn_allreduce_rabenseifner, NULL, -1 },
  { TN_IALLREDUCE, V1_8, V4_1, 4, 0, LONG_SUM, false, true, "ring", &tn_allreduce_ring, NULL, -1 },
  { TN_IALLREDUCE, V1_8, V4_1, 1, 0, 0, false, false, "binomial", &tn_allreduce_reduce_bcast, NULL,
    0 },
};

static bool suits(const struct rule *rule, enum release release, const struct tn_call *call)
{
  const int p = call->n_ranks;
  return rule->collective == call->collective && release >= rule->first && release <= rule->last &&
         p >= rule->least && (rule->most == 0 || p <= rule->most) && call->block >= rule->bytes &&
         (!rule->by_halves || !tn_has_few_elements(call, p)) &&
         !(rule->out_of_place && call->in_place);
}

static struct tn_decision taken(const struct tn_call *call, enum release release)
{
  const struct rule *rule = rules;
  while (!suits(rule, release, call))
    rule++;
  struct tn_decision decision = tn_decision_make(rule->algorithm, rule->name);
  if (rule->tree)
    tn_decision_set(&decision, "tree", tn_decision_find(&decision, "tree", rule->tree));
  if (rule->segment >= 0)
    tn_decision_set(&decision, "segment", rule->segment);
  decision.is_substitute = call->collective == TN_IALLREDUCE && rule->segment == 0;
  if (call->params[COMPUTE] == TN_COMPUTE_BALANCED)
    decision.entries = 1 + (int)call->params[TESTS];
  return decision;
}

static struct tn_decision as_1_8(const struct tn_call *call)
{
  return taken(call, V1_8);
}

static struct tn_decision as_4_0(const struct tn_call *call)
{
  return taken(call, V2_1);
}

static struct tn_decision newest(const struct tn_call *call)
{
  return taken(call, V4_1);
}

/* Returns the method of the SPLIT paper's algorithm (split-tree) that determines the computing
 * time, so that all libraries overlap with the same computation. */
static const struct tn_method *balance(const struct tn_call *call, struct tn_call *ret)
{
  if (call->params[COMPUTE] != TN_COMPUTE_BALANCED)
    return NULL;
  const struct tn_method *split = tn_method_find(call->collective, "split-tree");
  struct tn_decision beside = tn_decision_make(split->runs, NULL);
  tn_decision_set(&beside, "compute", TN_COMPUTE_BALANCED);
  const struct tn_call own = tn_decision_call(&beside, call);
  return split->balance(&own, ret);
}

#define LIBNBC(title, how, releases)                                                               \
  {                                                                                                \
    .name = TN_LIBRARY_PREFIX title, .balance = balance, TN_OF_LIBRARIES, .decide = how,           \
    .collectives = TN_SET(IBCAST) | TN_SET(IREDUCE) | TN_SET(IALLREDUCE),                          \
    .summary = "default of coll/libnbc of Open MPI " releases,                                     \
    .source = "Open MPI, ompi/mca/coll/libnbc", .params = {                                        \
      [COMPUTE] = TN_COMPUTE_PARAM,                                                                \
      [TESTS] = TN_COUNT_PARAM("tests", 0, 1000000, 0,                                             \
                               "MPI_Test calls at equal intervals during the computation")         \
    }                                                                                              \
  }

const struct tn_chooser tn_choosers_libnbc[] = {
  LIBNBC("libnbc", newest, "4.1 and later"),
  LIBNBC("libnbc-4.0", as_4_0, "2.0.2 to 4.0"),
  LIBNBC("libnbc-1.8", as_1_8, "1.8 to 2.0.1"),
  { .name = NULL },
};
