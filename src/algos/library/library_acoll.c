/* Default decisions of AMD's coll/acoll in Open MPI 6.0 on one node: coll_bcast_decision_fixed and
 * its counterparts in coll_acoll_*.c, for commutative operations and systems where smsc can map
 * memory. coll/acoll runs only if the user requests it, as its priority is 0. With less than 16
 * ranks coll/tuned handles all calls. Its subgroups are the ranks of an L3, led by the first rank
 * or the root.
 *
 * Substitutes (~): small bcasts and allreduces of acoll use shared memory over leaders of memory
 * domains; here XHC's algorithms through shared memory replace them. XHC's reduce with one chunk
 * replaces a reduce through mapped memory over domains. "xbrc" replaces an allreduce of 64 KiB to 4
 * MiB, which in acoll also gathers addresses and has three barriers. Our composed barrier ends with
 * a second barrier in the subgroups. The subgroups of gather, allgather and alltoall are 8
 * consecutive ranks, wherever they are (coll_acoll_sg_size). For an allgather of 1 MiB or more on
 * few ranks acoll runs its own gather and bcast; here these are a linear gather and a binomial
 * tree. The distance of most neighbours decides whether an alltoall is split. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

#include "algos/compose/nested.h"
#include "algos/compose/partition.h"
#include "algos/entries.h"
#include "algos/kit/hierarchy.h"
#include "base/names.h"
#include "library.h"

/* Thresholds: numbers of ranks, then bytes of a vector or block. */
enum { FEWEST = 16, FEW = 32, MANY = 128 };
enum {
  SHARED_MAX = 8192,
  BCAST_FEW_SHORT = 32 << 10,
  BCAST_SHORT = 256 << 10,
  BCAST_FEWEST_LONG = 2 << 20,
  BCAST_FEW_LONG = 4 << 20,
  BCAST_LONG = 16 << 20,
  REDUCE_LONG = 256 << 10,
  SUM_TINY = 32,
  SUM_SHARED = 512,
  SUM_SHORT = 2048,
  SUM_MEDIUM = 64 << 10,
  SUM_LONG = 4 << 20,
  SUM_LONGEST = 16 << 20,
  GATHER_FLAT = 262144, /* limit of elements in acoll, but of bytes of a block here */
  RING_FROM = 4096,
  RING_TO = 32 << 10,
  LINEAR_FROM = 1 << 20
};
enum { SUBGROUP = 8, GATHER_MANY = 7 * 128 };

/* Algorithms of the parts of compositions; static, since calls keep pointers to them. */
static struct tn_nested flat_bcast, binomial_bcast, flat_barrier, topo_reduce, topo_reduce_2;

static struct tn_nested_choice unsegmented(const struct tn_algorithm *a)
{
  struct tn_nested_choice c = tn_nested_choice_make(tn_method_of(a));
  bool is_alias;
  const int segment = tn_alg_params_find(a->params, "segment", &is_alias);
  if (segment >= 0)
    c.params[segment] = 0;
  return c;
}

static void fill_levels(struct tn_nested *n, int levels, const struct tn_algorithm *a)
{
  for (int level = 0; level < levels; level++)
    n->part[2 * level] = unsegmented(a);
  n->part[TN_ROLE_OUTER] = unsegmented(a);
}

static void fill(void)
{
  fill_levels(&flat_bcast, 1, &tn_bcast_linear);
  fill_levels(&binomial_bcast, 1, &tn_bcast_binomial);
  fill_levels(&topo_reduce, 1, &tn_reduce_linear_entry);
  fill_levels(&topo_reduce_2, 2, &tn_reduce_linear_entry);
  fill_levels(&flat_barrier, 1, &tn_barrier_linear);
}

/* Returns true if the ranks have two or more places of the kind `place`, one of them with two or
 * more ranks. */
static bool has_subgroups(const struct tn_call *call, const char *place)
{
  const int n = tn_places_number(call, place);
  return n > 1 && n < call->n_ranks;
}

static struct tn_decision composition(const struct tn_algorithm *a, const char *name,
                                      const struct tn_nested *nested, const char *place,
                                      const char *beyond)
{
  struct tn_decision decision = tn_decision_make(a, name);
  int64_t levels = tn_list_append(0, tn_name_find(tn_place_names, place));
  if (beyond)
    levels = tn_list_append(levels, tn_name_find(tn_place_names, beyond));
  tn_decision_set(&decision, "levels", levels);
  decision.nested = nested;
  return decision;
}

static struct tn_decision plain(const struct tn_algorithm *a, const char *name)
{
  struct tn_decision decision = tn_decision_make(a, name);
  bool is_alias;
  if (tn_alg_params_find(a->params, "segment", &is_alias) >= 0)
    tn_decision_set(&decision, "segment", 0);
  return decision;
}

/* Returns the decision for XHC's algorithm `a` over memory domains, with the vector as one
 * chunk. */
static struct tn_decision by_domains(const struct tn_call *call, const struct tn_algorithm *a,
                                     const char *name, size_t cico_max)
{
  enum { LEAST_CHUNK = 512 };
  struct tn_decision decision = tn_decision_make(a, name);
  const size_t chunk = (call->block + 15) / 16 * 16;
  tn_decision_set(&decision, "hierarchy", TN_LEVELS_NUMA);
  tn_decision_set(&decision, "cico_max", (int64_t)cico_max);
  tn_decision_set(&decision, "chunk", chunk > LEAST_CHUNK ? (int64_t)chunk : LEAST_CHUNK);
  decision.is_substitute = true;
  return decision;
}

static struct tn_decision bcast_by_subgroups(const struct tn_call *call, bool is_flat,
                                             const char *place)
{
  if (!has_subgroups(call, place))
    return plain(is_flat ? &tn_bcast_linear : &tn_bcast_binomial, is_flat ? "flat" : "binomial");
  return composition(&tn_bcast_compose, is_flat ? "flat subgroups" : "binomial subgroups",
                     is_flat ? &flat_bcast : &binomial_bcast, place, NULL);
}

static struct tn_decision bcast(const struct tn_call *call)
{
  const size_t n = call->block;
  const int p = call->n_ranks;
  if (n <= SHARED_MAX)
    return call->root == 0 ? by_domains(call, &tn_bcast_xhc_tree, "shm", SHARED_MAX)
                           : bcast_by_subgroups(call, false, "llc");
  if (p > FEWEST && n <= (p <= FEW ? BCAST_FEW_SHORT : BCAST_SHORT))
    return bcast_by_subgroups(call, true, "llc");
  if ((p == FEWEST && n > BCAST_FEWEST_LONG) || (p > FEWEST && p <= FEW && n > BCAST_FEW_LONG))
    return bcast_by_subgroups(call, false, "llc");
  if (p > MANY && n > BCAST_LONG)
    return bcast_by_subgroups(call, true, "numa");
  return plain(&tn_bcast_linear, "flat");
}

/* Returns the decision for a reduce within each L3, then among each package's L3s, then among
 * packages. */
static struct tn_decision reduce_by_topology(const struct tn_call *call)
{
  const int n_llcs = tn_places_number(call, "llc"), n_packages = tn_places_number(call, "package");
  if (!has_subgroups(call, "llc"))
    return plain(&tn_reduce_linear_entry, "topo");
  if (n_packages == 1 || n_packages == n_llcs)
    return composition(&tn_reduce_compose, "topo", &topo_reduce, "llc", NULL);
  return composition(&tn_reduce_compose, "topo", &topo_reduce_2, "llc", "package");
}

static struct tn_decision reduce(const struct tn_call *call)
{
  if (call->root != 0)
    return plain(&tn_reduce_binomial, "binomial");
  if (call->block <= SHARED_MAX)
    return reduce_by_topology(call);
  return call->block < REDUCE_LONG ? plain(&tn_reduce_binomial, "binomial")
                                   : by_domains(call, &tn_reduce_xhc_tree, "smsc", 0);
}

static struct tn_decision allreduce(const struct tn_call *call)
{
  const size_t n = call->block;
  if (n < SUM_TINY || (n >= SUM_SHARED && n <= SUM_SHORT))
    return plain(&tn_allreduce_recursive_doubling, "recursive_doubling");
  if (n < SUM_SHARED)
    return by_domains(call, &tn_allreduce_xhc_tree, "shm", SUM_SHARED);
  if (n < SUM_MEDIUM)
    return plain(&tn_allreduce_rabenseifner, "redscat_allgather");
  if (n >= SUM_LONG && n <= SUM_LONGEST)
    return by_domains(call, &tn_allreduce_xhc_tree, "smsc and bcast", 0);
  return tn_decision_like(&tn_allreduce_xbrc, "smsc flat");
}

static struct tn_decision barrier(const struct tn_call *call)
{
  if (!has_subgroups(call, "llc"))
    return plain(&tn_barrier_linear, "subgroups");
  struct tn_decision decision =
      composition(&tn_barrier_compose, "subgroups", &flat_barrier, "llc", NULL);
  decision.is_substitute = true;
  return decision;
}

static struct tn_decision gather(const struct tn_call *call)
{
  struct tn_decision decision = plain(&tn_gather_groups, "subgroups");
  if (call->n_ranks > GATHER_MANY && call->block < GATHER_FLAT)
    tn_decision_set(&decision, "group", call->n_ranks);
  return decision;
}

static struct tn_decision allgather(const struct tn_call *call)
{
  const size_t n = call->block;
  const int p = call->n_ranks;
  if (p <= 4 * SUBGROUP && n >= LINEAR_FROM)
    return tn_decision_like(&tn_allgather_linear, "linear");
  if (p > 2 * SUBGROUP && n >= RING_FROM && (n < RING_TO || p > 8 * SUBGROUP))
    return plain(&tn_allgather_ring, "ring");
  return plain(&tn_allgather_groups, "subgroups");
}

/* Returns the number of pairs rank, rank + 1 (cyclic) that share a place `within` but no place
 * `nearer`. */
static int n_neighbours(const struct tn_call *call, const char *within, const char *nearer)
{
  const int *far = tn_places_at(call->layout, tn_name_find(tn_place_names, within));
  const int *near =
      nearer ? tn_places_at(call->layout, tn_name_find(tn_place_names, nearer)) : NULL;
  int n = 0;
  for (int r = 0; r < call->n_ranks; r++) {
    const int next = (r + 1) % call->n_ranks;
    n += (!far || far[r] == far[next]) && !(nearer && (!near || near[r] == near[next]));
  }
  return n;
}

/* Returns the largest block, in bytes, for which an alltoall is split, by the distance of most
 * neighbours. Of two equally frequent distances the nearer one decides. */
static size_t longest_split(const struct tn_call *call)
{
  static const struct {
    const char *within, *nearer;
    size_t longest;
  } distances[] = { { "llc", NULL, 4096 },
                    { "numa", "llc", 2048 },
                    { "package", "numa", 1024 },
                    { "node", "package", 1024 } };
  size_t longest = 0;
  int most = 0;
  for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
    const int n = n_neighbours(call, distances[i].within, distances[i].nearer);
    if (n > most) {
      most = n;
      longest = distances[i].longest;
    }
  }
  return longest;
}

/* Returns the value of the parameter `split` for p ranks and blocks of n bytes. */
static int split_of(int p, size_t n)
{
  static const struct {
    int most_ranks;
    size_t longest;
    int split;
  } splits[] = { { 16, 512, 4 }, { 96, 1024, 4 }, { 128, 512, 8 }, { INT_MAX, 2048, 8 } };
  size_t i = 0;
  while (p > splits[i].most_ranks)
    i++;
  return n <= splits[i].longest ? splits[i].split : 2;
}

static struct tn_decision alltoall(const struct tn_call *call)
{
  if (call->block > longest_split(call))
    return plain(&tn_alltoall_linear, "linear");
  return tn_decision_with(&tn_alltoall_split, "parallel split", "split",
                          split_of(call->n_ranks, call->block));
}

static struct tn_decision as_acoll(const struct tn_call *call)
{
  static pthread_once_t filled = PTHREAD_ONCE_INIT;
  pthread_once(&filled, fill);
  if (call->n_ranks < FEWEST)
    return tn_decide_as(TN_RELEASE_OF("ompi", "6.0"), call);
  switch ((int)call->collective) {
  case TN_BCAST:
    return bcast(call);
  case TN_GATHER:
    return gather(call);
  case TN_ALLGATHER:
    return allgather(call);
  case TN_ALLTOALL:
    return alltoall(call);
  case TN_REDUCE:
    return reduce(call);
  case TN_ALLREDUCE:
    return allreduce(call);
  default:
    assert(call->collective == TN_BARRIER);
    return barrier(call);
  }
}

#define ACOLL                                                                                      \
  .name = TN_LIBRARY_PREFIX "acoll", .summary = "default of Open MPI 6.0's coll/acoll",            \
  .source = "Open MPI, coll/acoll", .decide = as_acoll

const struct tn_chooser tn_choosers_acoll[] = {
  { ACOLL, TN_OF_LIBRARIES,
    .collectives =
        TN_SET(GATHER) | TN_SET(BCAST) | TN_SET(ALLGATHER) | TN_SET(ALLTOALL) | TN_SET(BARRIER) },
  { ACOLL, TN_MAPPED, .collectives = TN_SET_SUMS },
  { .name = NULL },
};
