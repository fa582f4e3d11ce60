/* Closed forms of the CMA paper (Chakraborty, Subramoni, Panda, CLUSTER 2017), sections II, IV, V.
 *
 *   one copy, c callers   T(n, c) = alpha + n beta + l gamma_c ceil(n/s)
 *   parallel, direct read T(n, p-1)
 *   sequential            (p-1) T(n, 1)
 *   throttled             floor((p-1)/k) T(n, k) + T(n, (p-1) mod k)
 *   k-nomial              T(n, r_i) summed over the rounds, r_i the readers of one source
 *   rings, pairwise       (p-1) T(n, 1)
 *   recursive doubling    sum of T(2^i n, 1), i < lg p
 *   Bruck                 lg p growing copies and the copies inside a rank that the algorithm needs
 *
 * alpha = alpha, beta = per_byte, l = pin_time, s = page_size, gamma_c = tn_gamma.
 * Departures: the paper charges p readers and p messages where p-1 take part, and ceil(p/k) full
 * steps where the last one may be smaller; the real numbers stand here. The terms T^sm of the
 * address exchange are left out, as is T_memcpy: a rank's own block is taken to be in place. */
#include "model.h"

#include <string.h>

struct cost {
  double startup, lock, copy;
};

struct form {
  const char *collective, *name;
  /* Adds the algorithm's cost; false when no closed form covers the arguments. */
  bool (*add)(const struct tn_cma_model *m, int p, double n, int k, struct cost *cost);
};

double tn_gamma(double a, double b, int callers)
{
  const double c = callers;
  return callers <= 1 ? 1.0 : a * c * c + b * c;
}

/* ceil(bytes / page_size), without libm: rounding must not depend on the library. */
static double pages_of(const struct tn_cma_model *m, double bytes)
{
  const double whole = (double)(long long)(bytes / m->page_size);
  return whole * m->page_size < bytes ? whole + 1 : whole;
}

/* `times` copies one after another, each with `callers` on its lock and `pages` to pin. */
static void add_pinned(struct cost *cost, const struct tn_cma_model *m, double times, double bytes,
                       double pages, int callers)
{
  cost->startup += times * m->alpha;
  cost->lock += times * (m->pin_time * tn_gamma(m->gamma_a, m->gamma_b, callers) * pages);
  cost->copy += times * (bytes * m->per_byte);
}

static void add_copies(struct cost *cost, const struct tn_cma_model *m, double times, double bytes,
                       int callers)
{
  add_pinned(cost, m, times, bytes, pages_of(m, bytes), callers);
}

double tn_model_copy(const struct tn_cma_model *m, double bytes, int callers)
{
  struct cost cost = { 0 };
  add_copies(&cost, m, 1, bytes, callers);
  return cost.startup + cost.lock + cost.copy;
}

static bool add_parallel(const struct tn_cma_model *m, int p, double n, int k, struct cost *cost)
{
  (void)k;
  add_copies(cost, m, 1, n, p - 1);
  return true;
}

/* Also every ring and pairwise exchange: p-1 steps in which no two callers meet at a lock. */
static bool add_sequential(const struct tn_cma_model *m, int p, double n, int k, struct cost *cost)
{
  (void)k;
  add_copies(cost, m, p - 1, n, 1);
  return true;
}

/* Copies that never meet at a lock, all at the same time. */
static bool add_apart(const struct tn_cma_model *m, int p, double n, int k, struct cost *cost)
{
  (void)p;
  (void)k;
  add_copies(cost, m, 1, n, 1);
  return true;
}

/* One copy there and one back. */
static bool add_round_trip(const struct tn_cma_model *m, int p, double n, int k, struct cost *cost)
{
  (void)p;
  (void)k;
  add_copies(cost, m, 2, n, 1);
  return true;
}

static bool add_throttled(const struct tn_cma_model *m, int p, double n, int k, struct cost *cost)
{
  const int readers = p - 1;
  if (k < 1)
    return false;
  add_copies(cost, m, readers / k, n, k);
  if (readers % k > 0)
    add_copies(cost, m, 1, n, readers % k);
  return true;
}

/* The first round serves the coarsest digit, which may have fewer than k children; the root's
 * subtree is complete below it, so each later round has k readers at its fullest source. */
static bool add_knomial(const struct tn_cma_model *m, int p, double n, int k, struct cost *cost)
{
  long long stride = 1;
  if (k < 1)
    return false;
  for (; stride < p; stride *= (long long)k + 1) {
    const long long children = (p - 1) / stride;
    add_copies(cost, m, 1, n, children < k ? (int)children : k);
  }
  return true;
}

/* Van de Geijn with the defaults: sequential writes, then a ring. Chunks of ceil(n/p) bytes, the
 * last ones shorter or empty; the ring takes as long as its fullest chunk needs for p-1 hops. */
static bool add_scatter_allgather(const struct tn_cma_model *m, int p, double n, int k,
                                  struct cost *cost)
{
  const long long bytes = (long long)n, chunk = (bytes + p - 1) / p;
  const long long full = bytes / chunk, rest = bytes % chunk;
  (void)k;
  add_copies(cost, m, (double)(full - 1), (double)chunk, 1);
  if (rest > 0)
    add_copies(cost, m, 1, (double)rest, 1);
  add_copies(cost, m, p - 1, (double)chunk, 1);
  return true;
}

/* The paper gives no cost for the subtree exchange that other rank counts need. */
static bool add_recursive_doubling(const struct tn_cma_model *m, int p, double n, int k,
                                   struct cost *cost)
{
  (void)k;
  if ((p & (p - 1)) != 0)
    return false;
  for (long long blocks = 1; blocks < p; blocks *= 2)
    add_copies(cost, m, 1, (double)blocks * n, 1);
  return true;
}

/* floor(lg p) doubling copies, one of what is left, and the paper's worst shift of p-1 blocks. */
static bool add_bruck_allgather(const struct tn_cma_model *m, int p, double n, int k,
                                struct cost *cost)
{
  (void)k;
  for (long long held = 1; held < p; held *= 2) {
    const long long left = p - held;
    add_copies(cost, m, 1, (double)(left < held ? left : held) * n, 1);
  }
  cost->copy += (p - 1) * n * m->per_byte;
  return true;
}

/* Blocks of 0..p-1 whose number has the bit `bit` set. */
static long long n_with_bit(int p, long long bit)
{
  const long long rest = p % (2 * bit) - bit;
  return p / (2 * bit) * bit + (rest > 0 ? rest : 0);
}

/* The paper only counts ceil(lg p) steps. Step i moves, block by block in one call, those whose
 * number has bit i; moving all p blocks once to scratch memory, in the order of the steps, is the
 * "additional memory copying". */
static bool add_bruck_alltoall(const struct tn_cma_model *m, int p, double n, int k,
                               struct cost *cost)
{
  (void)k;
  for (long long bit = 1; bit < p; bit *= 2) {
    const double blocks = (double)n_with_bit(p, bit);
    add_pinned(cost, m, 1, blocks * n, blocks * pages_of(m, n), 1);
  }
  cost->copy += p * n * m->per_byte;
  return true;
}

static const struct form forms[] = {
  { "bcast", "direct-read", add_parallel },
  { "bcast", "direct-write", add_sequential },
  { "bcast", "k-nomial", add_knomial },
  { "bcast", "scatter-allgather", add_scatter_allgather },
  { "scatter", "parallel-read", add_parallel },
  { "scatter", "sequential-write", add_sequential },
  { "scatter", "throttled-read", add_throttled },
  { "gather", "parallel-write", add_parallel },
  { "gather", "sequential-read", add_sequential },
  { "gather", "throttled-write", add_throttled },
  { "allgather", "ring-neighbor", add_sequential },
  { "allgather", "ring-source-read", add_sequential },
  { "allgather", "ring-source-write", add_sequential },
  { "allgather", "recursive-doubling", add_recursive_doubling },
  { "allgather", "bruck", add_bruck_allgather },
  { "alltoall", "pairwise", add_sequential },
  { "alltoall", "bruck", add_bruck_alltoall },
  { "pattern", "pairs", add_apart },
  { "pattern", "one-source", add_parallel },
  { "pattern", "pingpong", add_round_trip },
};

static const struct form *form_find(const char *collective, const char *name)
{
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (strcmp(forms[i].collective, collective) == 0 && strcmp(forms[i].name, name) == 0)
      return &forms[i];
  return NULL;
}

bool tn_model_collective(const struct tn_cma_model *m, const char *collective, const char *name,
                         int p, double n, int k, double ret[4])
{
  const struct form *form = form_find(collective, name);
  struct cost cost = { 0 };
  if (form == NULL || p < 1 || !(n >= 0))
    return false;
  /* Alone, or without data, no copy is called at all: not even a start-up is paid. */
  if (p > 1 && n > 0 && !form->add(m, p, n, k, &cost))
    return false;
  ret[0] = cost.startup;
  ret[1] = cost.lock;
  ret[2] = cost.copy;
  ret[3] = cost.startup + cost.lock + cost.copy;
  return true;
}
