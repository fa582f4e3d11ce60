/* MPICH's decisions with ch4 for ranks on several nodes. maint/tuning/coll/ch4/generic.json selects
 * compositions of an algorithm within each node (release gather) and an algorithm by messages among
 * one rank of each node. maint/tuning/coll/mpir/generic.json selects the algorithm by messages, and
 * all algorithms between all ranks. The decisions are for commutative operations and one thread.
 *
 * In our compositions the leader of the root's node is the root. In MPICH the leader is always the
 * lowest rank of the node, and another root sends to this rank or receives from it. MPICH's barrier
 * ends with a broadcast of one byte in each node, our composition with another barrier. */
#include <pthread.h>

#include "algos/compose/nested.h"
#include "algos/compose/partition.h"
#include "algos/entries.h"
#include "algos/kit/basics.h"
#include "algos/kit/reduction.h"
#include "base/names.h"
#include "library.h"

/* Thresholds of ch4/generic.json and mpir/generic.json, in bytes and ranks. */
enum {
  BCAST_SHORT = 12288,
  BCAST_LONG = 524288,
  BCAST_FEW = 8,
  REDUCE_SHORT = 2048,
  ALLREDUCE_TINY = 8,
  ALLREDUCE_SHORT = 32768
};

enum { IN_NODE, BACK_IN_NODE }; /* roles (nested.h) of the only level: to the leaders, and back */
enum { BINOMIAL, DOUBLING, RING, N_BCASTS };
enum { WHOLE, CHUNKS, N_FORWARDS };    /* how a root and its node's leader exchange data */
enum { FROM_4_1, IN_4_0, N_RELEASES }; /* releases with different trees of sums and barriers */
enum { SHORT, LONG, N_LENGTHS }; /* SHORT: binomial or recursive doubling; LONG: Rabenseifner */

/* Algorithms of the parts of compositions; static, since calls keep pointers to them. */
static struct tn_nested bcasts[N_FORWARDS][N_BCASTS], barriers[N_RELEASES];
static struct tn_nested reduces[N_RELEASES][N_FORWARDS][N_LENGTHS];
static struct tn_nested allreduces[N_RELEASES][N_LENGTHS];

struct tn_decision tn_mpich_of(const struct tn_algorithm *algorithm)
{
  return tn_decision_make(algorithm, algorithm->mpich);
}

static struct tn_nested_choice chosen(const struct tn_algorithm *a, const char *param,
                                      int64_t value)
{
  struct tn_nested_choice c = tn_nested_choice_make(tn_method_of(a));
  bool is_alias;
  if (param)
    c.params[tn_alg_params_find(a->params, param, &is_alias)] = value;
  return c;
}

static struct tn_nested_choice release_gather(const struct tn_algorithm *a, int forward,
                                              int release)
{
  enum { RADIX_4_0 = 4 };
  static const char *const names[N_FORWARDS] = { "whole", "chunks" };
  const struct tn_decision own = tn_decision_make(a, a->mpich);
  bool is_alias;
  struct tn_nested_choice c =
      chosen(a, "forward", tn_decision_find(&own, "forward", names[forward]));
  const int radix = tn_alg_params_find(a->params, "radix_large", &is_alias);
  if (radix >= 0 && release == IN_4_0)
    c.params[radix] = RADIX_4_0;
  return c;
}

static void fill_reductions(int release, int length)
{
  const struct tn_nested_choice rest = length == SHORT ? chosen(&tn_reduce_binomial, "segment", 0)
                                                       : chosen(&tn_reduce_rabenseifner, NULL, 0);
  for (int forward = 0; forward < N_FORWARDS; forward++) {
    struct tn_nested *n = &reduces[release][forward][length];
    n->part[IN_NODE] = release_gather(&tn_reduce_release_gather, forward, release);
    n->part[TN_ROLE_OUTER] = rest;
  }
  struct tn_nested *n = &allreduces[release][length];
  n->part[IN_NODE] = release_gather(&tn_reduce_release_gather, WHOLE, release);
  n->part[BACK_IN_NODE] = release_gather(&tn_bcast_release_gather, WHOLE, release);
  n->part[TN_ROLE_OUTER] = chosen(
      length == SHORT ? &tn_allreduce_recursive_doubling : &tn_allreduce_rabenseifner, NULL, 0);
}

static void fill(void)
{
  const struct tn_nested_choice by_messages[N_BCASTS] = {
    [BINOMIAL] = chosen(&tn_bcast_knomial_p2p, "radix", 2),
    [DOUBLING] = chosen(&tn_bcast_scatter_doubling_allgather, NULL, 0),
    [RING] = chosen(&tn_bcast_scatter_ring_allgather, NULL, 0),
  };
  for (int forward = 0; forward < N_FORWARDS; forward++)
    for (int b = 0; b < N_BCASTS; b++) {
      bcasts[forward][b].part[IN_NODE] =
          release_gather(&tn_bcast_release_gather, forward, FROM_4_1);
      bcasts[forward][b].part[TN_ROLE_OUTER] = by_messages[b];
    }
  for (int release = 0; release < N_RELEASES; release++) {
    for (int length = 0; length < N_LENGTHS; length++)
      fill_reductions(release, length);
    barriers[release].part[IN_NODE] =
        chosen(release == IN_4_0 ? &tn_barrier_release_gather : &tn_barrier_dissemination, NULL, 0);
    barriers[release].part[TN_ROLE_OUTER] = chosen(&tn_barrier_dissemination, NULL, 0);
  }
}

static struct tn_decision composition(const struct tn_algorithm *a, const char *name,
                                      const struct tn_nested *nested, bool is_substitute)
{
  struct tn_decision decision = tn_decision_make(a, name);
  tn_decision_set(&decision, "levels", tn_list_append(0, tn_name_find(tn_place_names, "node")));
  decision.nested = nested;
  decision.is_substitute = is_substitute;
  return decision;
}

static int bcast_by_messages(const struct tn_call *call, int n_ranks)
{
  if (n_ranks < BCAST_FEW || call->block <= BCAST_SHORT)
    return BINOMIAL;
  return tn_is_power_of_two(n_ranks) && call->block <= BCAST_LONG ? DOUBLING : RING;
}

struct tn_decision tn_mpich_bcast(const struct tn_call *call)
{
  const int how = bcast_by_messages(call, call->n_ranks);
  const struct tn_algorithm *a =
      how == DOUBLING ? &tn_bcast_scatter_doubling_allgather : &tn_bcast_scatter_ring_allgather;
  return how == BINOMIAL ? tn_decision_with(&tn_bcast_knomial_p2p, "binomial", "radix", 2)
                         : tn_mpich_of(a);
}

static int reduce_length(const struct tn_call *call, int n_ranks)
{
  return call->block <= REDUCE_SHORT || tn_has_few_elements(call, n_ranks) ? SHORT : LONG;
}

static int allreduce_length(const struct tn_call *call, int n_ranks)
{
  return call->block <= ALLREDUCE_TINY || tn_has_few_elements(call, n_ranks) ? SHORT : LONG;
}

static struct tn_decision reduce_by_messages(const struct tn_call *call)
{
  if (reduce_length(call, call->n_ranks) == LONG)
    return tn_mpich_of(&tn_reduce_rabenseifner);
  return tn_decision_with(&tn_reduce_binomial, tn_reduce_binomial.mpich, "segment", 0);
}

static struct tn_decision allreduce_by_messages(const struct tn_call *call)
{
  const struct tn_algorithm *a = allreduce_length(call, call->n_ranks) == SHORT
                                     ? &tn_allreduce_recursive_doubling
                                     : &tn_allreduce_rabenseifner;
  return tn_mpich_of(a);
}

/* Returns true if the root is not the lowest rank of its node, which is the leader in MPICH. */
static bool root_is_led(const struct tn_call *call)
{
  const int *node = call->layout->node;
  for (int r = 0; r < call->root; r++)
    if (node[r] == node[call->root])
      return true;
  return false;
}

static struct tn_decision bcast(const struct tn_call *call, int n_nodes)
{
  const bool is_few = call->n_ranks < BCAST_FEW, is_short = call->block < BCAST_SHORT;
  const int rest = bcast_by_messages(call, n_nodes);
  if (is_few || is_short)
    return composition(&tn_bcast_compose, "composition_alpha", &bcasts[WHOLE][rest],
                       root_is_led(call));
  if (tn_is_power_of_two(call->n_ranks) && call->block < BCAST_LONG)
    return composition(&tn_bcast_compose, "composition_beta", &bcasts[CHUNKS][rest],
                       root_is_led(call));
  return tn_mpich_bcast(call);
}

struct tn_decision tn_mpich_between_nodes(const struct tn_call *call, bool is_4_0)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const int n_nodes = tn_places_number(call, "node"), release = is_4_0 ? IN_4_0 : FROM_4_1;
  const bool is_flat = n_nodes == call->n_ranks, is_short = call->block <= REDUCE_SHORT;
  pthread_once(&once, fill);
  switch (call->collective) {
  case TN_BCAST:
    return is_flat ? tn_mpich_bcast(call) : bcast(call, n_nodes);
  case TN_REDUCE:
    return is_flat ? reduce_by_messages(call)
                   : composition(
                         &tn_reduce_compose, is_short ? "composition_beta" : "composition_alpha",
                         &reduces[release][is_short ? CHUNKS : WHOLE][reduce_length(call, n_nodes)],
                         root_is_led(call));
  case TN_ALLREDUCE:
    return is_flat || call->block > ALLREDUCE_SHORT
               ? allreduce_by_messages(call)
               : composition(&tn_allreduce_compose, "composition_alpha",
                             &allreduces[release][allreduce_length(call, n_nodes)], false);
  default:
    return is_flat
               ? tn_mpich_of(&tn_barrier_dissemination)
               : composition(&tn_barrier_compose, "composition_alpha", &barriers[release], true);
  }
}
