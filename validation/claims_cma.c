/* The CMA paper's claims: algorithms to compare (contenders), and judges for what the verbs
 * (verbs.h) cannot express. */
#include "claims_cma.h"

#include <math.h>

#include "platform/transports.h"

#define CMA(name, ...) ITEM(.ask.algorithm = name, __VA_ARGS__)
#define THROTTLED(name, ...) CMA(name, .varied = "throttle", .values = { __VA_ARGS__ })
/* Throttle factors in the paper's figures. */
#define FACTORS 2, 4, 8, 16, 32
#define PARALLEL_READ CMA("parallel-read", )
#define SEQUENTIAL_WRITE CMA("sequential-write", )
#define THROTTLED_READ THROTTLED("throttled-read", FACTORS)
#define DIRECT CMA("direct-read", ), CMA("direct-write", )
/* Throttle factors: the paper's, and 10, the number of cores of a Power8 package. */
#define KNOMIAL THROTTLED("k-nomial", FACTORS, 10)
#define SCATTER_ALLGATHER CMA("scatter-allgather", )
#define RING(distance) CMA("ring-neighbor", .varied = "distance", .values = { distance })
#define NEIGHBOUR CMA("ring-neighbor", )
#define SLOWEST .slowest = true
#define LARGE_FACTORS                                                                              \
  REQUIRE({ TN_BELOW, "large over small",                                                          \
            OVER(CMA("throttled-read", .varied = "throttle", .values = { 10, 16 }, SLOWEST)),      \
            UNDER(THROTTLED("throttled-read", 2, 4)) }),                                           \
      SIZES(64 * KIB, 4 * MIB, 2)
/* An algorithm that copies in and copies out, for the library's algorithm through shared memory. */
#define SHARED_MEMORY OVER(KNOMIAL, SCATTER_ALLGATHER), UNDER(CMA("smhc-flat", ))
#define SOURCE_OVER OVER(CMA("ring-source-read", )), UNDER(NEIGHBOUR)
#define BRUCK_OVER OVER(CMA("bruck", )), UNDER(NEIGHBOUR)
#define FORMULA_OF(name)                                                                           \
  ITEM(TN_WITHIN, name " over its closed form", OVER(CMA(name, )),                                 \
       UNDER(CMA(name, .reading = TN_READ_FORMULA)), ALIKE)

/* Ranks that concurrently read from, or write to, the memory of one process. */
#define ONE_SOURCE(buffer, direction)                                                              \
  CMA("one-source", .ask.params = { { "readers", NULL, 0 },                                        \
                                    { "buffer", buffer, 0 },                                       \
                                    { "direction", direction, 0 } })
#define BY_READERS GIVEN({ TN_GIVEN, OVER(ONE_SOURCE("same", "read")) })
#define READERS(n, ...)                                                                            \
  CMA("one-source",                                                                                \
      .ask.params = { { "readers", NULL, n },                                                      \
                      { "buffer", "same", 0 },                                                     \
                      { "direction", "read", 0 } },                                                \
      .ask.ranks = (n) + 1, .reading = TN_READ_LONGEST, __VA_ARGS__)
#define RISE(n) ITEM(TN_ABOVE, NULL, OVER(READERS(2 * (n), )), UNDER(READERS(n, )))
#define RISES_16 RISE(1), RISE(2), RISE(4), RISE(8)
#define RISES_32 RISES_16, RISE(16)
#define RISES_128 RISES_32, RISE(32), RISE(64)
#define GROWTH(rises, n)                                                                           \
  REQUIRE(rises, { TN_LEAST, "%s: " #n " readers take %.1f times as long as one",                  \
                   OVER(READERS(n, )), UNDER(READERS(1, )), .low = 2, .style = TN_SAY_RATIO }),    \
      SIZES(4 * KIB, MIB, 16)
/* Total throughput of 63 readers divided by the throughput of one reader. */
#define TOGETHER OVER(READERS(1, .times = 63)), UNDER(READERS(63, )), .style = TN_SAY_RATIO
#define PAIRS(n, ...)                                                                              \
  CMA("pairs", .ask.params = { { "pairs", NULL, n } }, .ask.ranks = 2 * (n),                       \
      .reading = TN_READ_LONGEST, __VA_ARGS__)
#define FAST_PAIRS PAIRS(1, ), PAIRS(2, ), PAIRS(4, ), PAIRS(8, ), PAIRS(16, ), PAIRS(32, )
#define ALL_PAIRS FAST_PAIRS, PAIRS(32, SLOWEST)

/* library:ompi-4.0 over btl/vader with CMA represents Open MPI 2.1.0: rules are equal up to 4.1. By
 * default 2.1.0 placed more than two processes round-robin over packages (source of April 2017,
 * orte/mca/rmaps/base). The paper's "Tuned CMA" is tuned-cma. */
#define LIBRARY                                                                                    \
  ITEM(.ask = { .algorithm = "library:ompi-4.0",                                                   \
                .mapping = "socket",                                                               \
                .transport = TN_JUST(TN_TRANSPORT_OMPI_2_1),                                       \
                .mechanism = TN_JUST(TN_CMA) })
#define TUNED_CMA CMA("tuned-cma", )
#define SPEED_UP GAIN("Open MPI over tuned CMA", LIBRARY, TUNED_CMA)
#define TUNED_OVER OVER(LIBRARY), UNDER(TUNED_CMA)
#define TWO_LEVELS(inside)                                                                         \
  CMA("compose", .ask.params = { { "levels", "node", 0 },                                          \
                                 { "inner", inside, 0 },                                           \
                                 { "inner.throttle", NULL, 8 },                                    \
                                 { "outer", "linear", 0 } })
/* On n nodes, algorithms of two levels are up to `times` times as fast as the best of several
 * libraries. */
#define ON_NODES(number, n, what, inside, times, text)                                             \
  ROW(number, "VII.G, Fig. 17", ON("knl-cluster-" #n, n * 64), PREDICTED, what, text,              \
      REQUIRE({ TN_LEAST, "Open MPI over two levels", OVER(LIBRARY), UNDER(TWO_LEVELS(inside)),    \
                TN_LARGEST }),                                                                     \
      .ratio = times, SIZES(KIB, MIB, 4), .margin = as_much, .note = nodes_note)
#define BETWEEN(low, high) low, high, low, high
#define TABLE_VI(number, machine, n, first, last, what, times, sizes, why)                         \
  ROW(number, "Table VI", ON(machine, n), PREDICTED, what,                                         \
      "tuned CMA is up to " #times " times as fast as Open MPI (" sizes " by 4)", SPEED_UP,        \
      .ratio = times, SIZES(first, last, 4), .margin = gain, .note = why)
/* `same`: the claim of Table VI with this number, if Table VI's largest gain is at the largest
 * size. */
#define TABLE_VII(number, machine, n, largest, what, times, size, same, why)                       \
  ROW(number, "Table VII", ON(machine, n), PREDICTED, what,                                        \
      "tuned CMA is " #times " times as fast as Open MPI at " size, SPEED_UP, .ratio = times,      \
      SIZES(largest, largest, 4), .margin = gain, .repeats = same, .note = why)

#define KNL ON("knl", 64)
#define BROADWELL ON("broadwell", 28)
#define POWER8 ON("power8", 160)
#define POWER8_CORES ON("power8", 20)

static double time_of(struct tn_judge *j, const char *algorithm, size_t size)
{
  return tn_contenders_time(j, TN_WAYS(CMA(algorithm, )), size);
}

static double throttled(struct tn_judge *j, const char *algorithm, int factor, size_t size)
{
  return tn_contenders_time(j, TN_WAYS(THROTTLED(algorithm, factor)), size);
}

/* Returns how much longer the best of the claimed factors takes than the best of all factors, as a
 * fraction. *ret_best: the best of all factors. */
static double regret(struct tn_judge *j, size_t size, int *ret_best)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double best = INFINITY, claimed = INFINITY;
  for (int k = 1; k < c->ranks; k++) {
    const double time = throttled(j, c->algorithm, k, size);
    *ret_best = time < best ? k : *ret_best;
    best = fmin(best, time);
    for (const int *f = c->factors; *f; f++)
      claimed = *f == k ? fmin(claimed, time) : claimed;
  }
  return claimed / best - 1;
}

/* Judges the throttle factors claim->factors of claim->algorithm. The best of them may take little
 * longer than the best of all factors. */
static void judge_factors(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double worst = 0;
  int n = 0, n_good = 0;
  size_t worst_size = c->from;
  g_autoptr(GString) best = g_string_new(NULL);
  for (size_t size = c->from; size <= c->to; size *= 2, n++) {
    int k = 0;
    const double r = regret(j, size, &k);
    n_good += r <= TN_CLAIM_REGRET;
    if (!c->most)
      tn_require_best(j, 1 + r);
    worst_size = r > worst ? size : worst_size;
    worst = fmax(r, worst);
    g_string_append_printf(best, "%s%d", n ? " " : "", k);
  }
  if (c->most)
    tn_require(j, 2 * n_good > n);
  tn_figure(j, "best: %s", best->str);
  tn_figure(j, "claimed within 10 %% of it at %d of %d sizes, at worst %.1f %% (%s)", n_good, n,
            worst * 100, tn_claim_size(worst_size));
}

static const int factors[] = { FACTORS };

/* C032: for small messages parallel-read is faster than throttled-read, and throttled-read is
 * faster with a larger factor. */
static void judge_small_throttled(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= 2) {
    const double parallel = time_of(j, "parallel-read", size);
    double before = INFINITY;
    g_autoptr(GString) times = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(factors); i++) {
      const double time = throttled(j, "throttled-read", factors[i], size);
      tn_require_below(j, parallel, time);
      if (i > 0)
        tn_require_below(j, time, before);
      g_string_append_printf(times, " %.1f", time * 1e6);
      before = time;
    }
    tn_figure(j, "%s: parallel %.1f us, throttle 2 4 8 16 32%s us", tn_claim_size(size),
              parallel * 1e6, times->str);
  }
}

/* Returns how much the scatters of Fig. 7 differ on a platform: the time of the slowest divided by
 * that of the fastest. */
static double spread(struct tn_judge *j, const char *platform, int ranks, size_t size)
{
  struct tn_contender one[] = { PARALLEL_READ, { .reading = 0 } };
  double least = INFINITY, most = 0;
  for (int i = 0; i < 2 + (int)G_N_ELEMENTS(factors); i++) {
    const struct tn_contender all[] = { PARALLEL_READ, SEQUENTIAL_WRITE,
                                        THROTTLED("throttled-read", i < 2 ? 0 : factors[i - 2]) };
    *one = all[MIN(i, 2)];
    one->ask.platform = platform;
    one->ask.ranks = ranks;
    const double time = tn_contenders_time(j, one, size);
    least = fmin(least, time);
    most = fmax(most, time);
  }
  return most / least;
}

/* C034: the times of the scatters differ less than on KNL */
static void judge_spread(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  struct tn_ratios r = TN_RATIOS;
  for (size_t size = c->from; size <= c->to; size *= (size_t)c->by)
    tn_ratios_add(&r, spread(j, c->platform, c->ranks, size) / spread(j, "knl", 64, size), size);
  tn_require(j, r.most < 1);
  for (int i = 0; i < r.n; i++)
    tn_direction(j, r.ratio[i] < 1);
  tn_ratios_figure(j, "slowest over fastest, broadwell's by knl's:", &r);
}

/* C055: scatter-allgather is slower than k-nomial for small messages, then faster */
static void judge_overtaking(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  size_t overtakes = 0;
  for (size_t size = c->from; size <= c->to; size *= 2) {
    const double parts = time_of(j, "scatter-allgather", size),
                 tree = tn_contenders_time(j, TN_WAYS(KNOMIAL), size),
                 best = fmin(tree, tn_contenders_time(j, TN_WAYS(DIRECT), size));
    if (size <= 4 * KIB)
      tn_require_below(j, tree, parts);
    if (size >= MIB)
      tn_require_below(j, parts, best);
    if (parts < best && !overtakes)
      overtakes = size;
    else if (parts >= best)
      overtakes = 0;
    if (size == 4 * KIB || size == MIB || size == 4 * MIB)
      tn_figure(j, "%s: scatter-allgather %.1f us, best k-nomial %.1f us", tn_claim_size(size),
                parts * 1e6, tree * 1e6);
  }
  tn_require(j, overtakes >= 64 * KIB);
  tn_figure(j, "fastest from %s on", overtakes ? tn_claim_size(overtakes) : "nowhere");
}

/* Judges C041 on one machine: compares the paper's three designs (messages, native, shared
 * memory). */
static bool compare_designs(struct tn_judge *j, const char *machine, int n)
{
#define DESIGN(name) TN_WAYS(CMA(name, .ask.platform = machine, .ask.ranks = n))
  const struct tn_claim *c = tn_judge_claim(j);
  const struct tn_ratios messages = tn_contenders_ratios(j, DESIGN("pairwise-p2p"),
                                                         DESIGN("pairwise"), c->from, c->to),
                         shared = tn_contenders_ratios(j, DESIGN("pairwise-shm"),
                                                       DESIGN("pairwise-p2p"), 256 * KIB, c->to);
  bool holds = true;
  for (int i = 0; i < messages.n; i++) {
    const double ratio = messages.ratio[i];
    const bool is_large = messages.size[i] >= MIB;
    tn_direction(j, ratio > 1);
    if (is_large)
      tn_claimed(j, ratio, 1);
    holds = holds && ratio > 1 && (!is_large || ratio <= 1 + TN_CLAIM_CLOSE);
  }
  for (int i = 0; i < shared.n; i++)
    tn_direction(j, shared.ratio[i] > 1);
  tn_figure(j, "%s", machine);
  tn_ratios_figure(j, "messages over native", &messages);
  tn_ratios_figure(j, "shared memory over messages", &shared);
  return holds && shared.least > TN_CLAIM_CLEAR;
}

/* C041: the paper does not name the figure's machine; the claim must hold on one of two
 * machines. */
static void judge_alltoall(struct tn_judge *j)
{
  const bool knl = compare_designs(j, "knl", 64), broadwell = compare_designs(j, "broadwell", 28);
  tn_require(j, knl || broadwell);
}

/* C046, C050: Bruck is faster than the ring for small messages and slower for large ones. With
 * claim->most, recursive doubling must be slower than the ring for large messages. Without it,
 * recursive doubling must be faster for small messages and equal for large ones. */
static void judge_allgathers(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = KIB; size <= 4 * MIB; size *= 2) {
    const bool is_large = size >= MIB;
    if (c->most ? size != KIB && size != MIB && size != 4 * MIB : size > 2 * KIB && !is_large)
      continue;
    const double ring = time_of(j, "ring-neighbor", size),
                 doubling = time_of(j, "recursive-doubling", size) / ring,
                 bruck = time_of(j, "bruck", size) / ring;
    tn_require_below(j, is_large ? 1 : bruck, is_large ? bruck : 1);
    if (c->most && is_large)
      tn_require_below(j, 1, doubling);
    else if (!c->most && is_large)
      tn_require_alike(j, doubling);
    else if (!c->most)
      tn_require_below(j, doubling, 1);
    tn_figure(j, "%s: ring 1, doubling %.2f, bruck %.2f", tn_claim_size(size), doubling, bruck);
  }
}

#define PAPER "cma"
#define ROWS "cma.def"
#define TABLES tn_claims_cma
#include "claims_table.h"
