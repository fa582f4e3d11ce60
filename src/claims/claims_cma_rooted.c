/* The CMA paper's claims on scatter, gather and bcast. */
#include "claims_cma.h"

#include <math.h>

/* The throttle factors of Fig. 7 and 8. */
static const int figure_factors[] = { 2, 4, 8, 16, 32 };
static const int n_figure_factors = G_N_ELEMENTS(figure_factors);

static double parallel_read(struct tn_judge *j, size_t size)
{
  return tn_cma_time(j, TN_SCATTER, "parallel-read", size);
}

static double sequential_write(struct tn_judge *j, size_t size)
{
  return tn_cma_time(j, TN_SCATTER, "sequential-write", size);
}

/* C029 */
static void judge_callers(struct tn_judge *j)
{
  g_autoptr(GString) callers = g_string_new(NULL);
  for (int i = 0; i < n_figure_factors; i++) {
    const struct tn_ask ask = { .collective = TN_SCATTER,
                                .algorithm = "throttled-read",
                                .params = { { "throttle", NULL, figure_factors[i] } },
                                .size = 64 * KIB };
    const int most = tn_ask(j, &ask)->max_callers;
    tn_require(j, most == figure_factors[i]);
    g_string_append_printf(callers, " %d", most);
  }
  tn_figure(j, "callers at once:%s", callers->str);
}

/* C030 */
static void judge_small_parallel(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= 2) {
    const double parallel = parallel_read(j, size), sequential = sequential_write(j, size);
    tn_require_below(j, parallel, sequential);
    tn_figure(j, "%s: parallel %.1f us, sequential %.1f us", tn_claim_size(size), parallel * 1e6,
              sequential * 1e6);
  }
}

/* C031 */
static void judge_large_parallel(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= 4) {
    const double parallel = parallel_read(j, size);
    double slowest = sequential_write(j, size);
    for (int i = 0; i < n_figure_factors; i++)
      slowest =
          fmax(slowest, tn_cma_throttled(j, TN_SCATTER, "throttled-read", figure_factors[i], size));
    tn_require_below(j, slowest, parallel);
    tn_figure(j, "%s: %.2f times the slowest other", tn_claim_size(size), parallel / slowest);
  }
}

/* C032 */
static void judge_small_throttled(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= 2) {
    const double parallel = parallel_read(j, size);
    double before = INFINITY;
    g_autoptr(GString) times = g_string_new(NULL);
    for (int i = 0; i < n_figure_factors; i++) {
      const double time =
          tn_cma_throttled(j, TN_SCATTER, "throttled-read", figure_factors[i], size);
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

/* Slowest over fastest of the scatters of Fig. 7 on a platform. */
static double spread(struct tn_judge *j, const char *platform, int ranks, size_t size)
{
  static const char *const plain[] = { "parallel-read", "sequential-write" };
  double least = INFINITY, most = 0;
  for (int i = 0; i < 2 + n_figure_factors; i++) {
    struct tn_ask ask = { .platform = platform,
                          .ranks = ranks,
                          .collective = TN_SCATTER,
                          .algorithm = i < 2 ? plain[i] : "throttled-read",
                          .size = size };
    if (i >= 2)
      ask.params[0] = (struct tn_ask_param){ "throttle", NULL, figure_factors[i - 2] };
    const double time = tn_ask_time(j, &ask);
    least = fmin(least, time);
    most = fmax(most, time);
  }
  return most / least;
}

/* C034 */
static void judge_spread(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  struct tn_ratios r = TN_RATIOS;
  for (size_t size = c->from; size <= c->to; size *= 4)
    tn_ratios_add(&r, spread(j, c->platform, c->ranks, size) / spread(j, "knl", 64, size), size);
  tn_require(j, r.most < 1);
  for (int i = 0; i < r.n; i++)
    tn_direction(j, r.ratio[i] < 1);
  tn_ratios_figure(j, "slowest over fastest, broadwell's by knl's:", &r);
}

/* C036 */
static void judge_large_factors(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  struct tn_ratios r = TN_RATIOS;
  for (size_t size = c->from; size <= c->to; size *= 2) {
    const double large = fmax(tn_cma_throttled(j, TN_SCATTER, "throttled-read", 10, size),
                              tn_cma_throttled(j, TN_SCATTER, "throttled-read", 16, size));
    const double small = fmin(tn_cma_throttled(j, TN_SCATTER, "throttled-read", 2, size),
                              tn_cma_throttled(j, TN_SCATTER, "throttled-read", 4, size));
    tn_ratios_add(&r, large / small, size);
  }
  tn_ratios_require_below(j, &r);
  tn_ratios_figure(j, "large over small", &r);
}

static double scatter_allgather(struct tn_judge *j, size_t size)
{
  return tn_cma_time(j, TN_BCAST, "scatter-allgather", size);
}

/* The fastest k-nomial of the paper's factors, and 10 beside them. */
static double best_knomial(struct tn_judge *j, size_t size)
{
  double best = tn_cma_throttled(j, TN_BCAST, "k-nomial", 10, size);
  for (int i = 0; i < n_figure_factors; i++)
    best = fmin(best, tn_cma_throttled(j, TN_BCAST, "k-nomial", figure_factors[i], size));
  return best;
}

static double best_direct(struct tn_judge *j, size_t size)
{
  return fmin(tn_cma_time(j, TN_BCAST, "direct-read", size),
              tn_cma_time(j, TN_BCAST, "direct-write", size));
}

/* C054 */
static void judge_knomial(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  struct tn_ratios r = TN_RATIOS;
  for (size_t size = c->from; size <= c->to; size *= 2)
    tn_ratios_add(&r, best_direct(j, size) / best_knomial(j, size), size);
  tn_ratios_require_above(j, &r);
  tn_ratios_figure(j, "better direct one over k-nomial", &r);
}

/* C055 */
static void judge_overtaking(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  size_t overtakes = 0;
  for (size_t size = c->from; size <= c->to; size *= 2) {
    const double parts = scatter_allgather(j, size), tree = best_knomial(j, size);
    const double best = fmin(tree, best_direct(j, size));
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

/* C056 */
static void judge_power8_bcast(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  struct tn_ratios r = TN_RATIOS;
  for (size_t size = c->from; size <= c->to; size *= 2)
    tn_ratios_add(
        &r, tn_cma_throttled(j, TN_BCAST, "k-nomial", 10, size) / scatter_allgather(j, size), size);
  tn_ratios_require_close(j, &r);
  tn_ratios_figure(j, "10-nomial over scatter-allgather", &r);
}

/* C079: one that copies in and out stands for the library's. */
static void judge_shared_memory(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  struct tn_ratios to = TN_RATIOS, beyond = TN_RATIOS;
  for (size_t size = c->from; size <= c->to; size *= 2) {
    const double cma = fmin(best_knomial(j, size), scatter_allgather(j, size));
    const double ratio = cma / tn_cma_time(j, TN_BCAST, "smhc-flat", size);
    tn_ratios_add(size <= 2 * MIB ? &to : &beyond, ratio, size);
  }
  tn_ratios_require_above(j, &to);
  tn_ratios_require_below(j, &beyond);
  tn_ratios_figure(j, "best of CMA over shared memory", &to);
  tn_ratios_figure(j, "beyond", &beyond);
}

#define SCATTER(place, machine, count)                                                             \
  .paper = "cma", .where = place, .platform = machine, .ranks = count, .collective = TN_SCATTER,   \
  .algorithm = "throttled-read"
#define GATHER(machine, count)                                                                     \
  .paper = "cma", .where = "IV.B.4, Fig. 8", .platform = machine, .ranks = count,                  \
  .collective = TN_GATHER, .algorithm = "throttled-write"
#define BCAST(place, machine, count)                                                               \
  .paper = "cma", .where = place, .platform = machine, .ranks = count, .collective = TN_BCAST,     \
  .algorithm = "k-nomial"

static const char large_factors_text[] =
    "large throttle factors (10, 16) beat small ones (2, 4) in a scatter (64K to 4M)";
static const char large_factors_margin[] = "slowest large under fastest small";
static const char socket_text[] =
    "10, the cores of a package, is the best throttle factor of a scatter (64K to 4M)";
static const char gather_text[] = "10 is the best throttle factor of a gather (64K to 4M)";
static const char knomial_text[] =
    "the best k-nomial bcast beats direct read and direct write (1K to 4M)";
static const char overtaking_text[] = "scatter-allgather is slower than the best k-nomial bcast "
                                      "when small (to 4K) and the fastest of "
                                      "all when large (from somewhere between 64K and 1M on)";

const struct tn_claim tn_claims_cma_rooted[] = {
  { "C029", SCATTER("IV.A.3", "knl", 64), .class = TN_REPRODUCED, .judge = judge_callers,
    .text = "a throttled read of factor k has k callers at the root's lock (k 2, 4, 8, 16, 32; "
            "64K)",
    .margin = "exact" },
  { "C030", SCATTER("IV.A.4, Fig. 7a", "knl", 64), .class = TN_REPRODUCED,
    .judge = judge_small_parallel, .from = KIB, .to = 4 * KIB,
    .text = "small scatter (1K to 4K): parallel read is faster than sequential write",
    .note = "by Table IV locking one page takes 134 us with 63 callers, and 63 writes of 1K one "
            "after another 125 us: the paper's own formulas say the opposite at 1K" },
  { "C031", SCATTER("IV.A.4, Fig. 7a", "knl", 64), .class = TN_REPRODUCED,
    .judge = judge_large_parallel, .from = 64 * KIB, .to = 4 * MIB,
    .text = "larger scatter (64K, 256K, 1M, 4M): parallel read is the slowest of all",
    .note = "the page lock: gamma(63) is 8.5 times the locking of 63 copies one after another" },
  { "C032", SCATTER("IV.A.4, Fig. 7a", "knl", 64), .class = TN_REPRODUCED,
    .judge = judge_small_throttled, .from = KIB, .to = 4 * KIB,
    .text = "small scatter (1K to 4K): throttled reads are slower than parallel read, the less "
            "the larger the factor (2, 4, 8, 16, 32)",
    .note = "would need 10.8 us of synchronisation per throttle step, where two lines travel in "
            "less than 1 us; by Table IV fewer callers at the lock win at 1K too" },
  { "C033", SCATTER("IV.A.4, Fig. 7a", "knl", 64), .class = TN_REPRODUCED,
    .margin = tn_cma_factor_margin, .judge = tn_cma_judge_factors, .factors = { 4, 8 },
    .from = 16 * KIB, .to = 4 * MIB,
    .text = "medium and large scatter (16K to 4M): 4 or 8 is the best throttle factor",
    .note = "for large blocks the best is sqrt(s / (copy_rate l gamma_a)) = 6.7" },
  { "C034", SCATTER("IV.A.4, Fig. 7b", "broadwell", 28), .class = TN_REPRODUCED,
    .judge = judge_spread, .from = KIB, .to = 4 * MIB,
    .text = "the scatters differ less on Broadwell than on KNL (1K to 4M by 4)",
    .note = "28 callers against 64 at one lock; when small, one page's locking is all there is "
            "on both. At 1M the root that writes has outgrown its LLC, while readers find their "
            "blocks in theirs" },
  { "C035", SCATTER("IV.A.4, Fig. 7b", "broadwell", 28), .class = TN_REPRODUCED,
    .margin = tn_cma_factor_margin, .judge = tn_cma_judge_factors, .factors = { 4 }, .from = KIB,
    .to = 4 * MIB, .most = true,
    .text = "4 is the best throttle factor of a scatter at most sizes (1K to 4M)",
    .note = "for large blocks the best is sqrt(s / (copy_rate l gamma_a)) = 4.0" },
  { "C036", SCATTER("IV.A.4, Fig. 7c", "power8", 160), .class = TN_REPRODUCED,
    .margin = large_factors_margin, .judge = judge_large_factors, .from = 64 * KIB, .to = 4 * MIB,
    .text = large_factors_text, .note = "few pages of 64K: copying outweighs the lock" },
  { "C036", SCATTER("IV.A.4, Fig. 7c", "power8", 20), .class = TN_REPRODUCED,
    .margin = large_factors_margin, .judge = judge_large_factors, .from = 64 * KIB, .to = 4 * MIB,
    .text = large_factors_text, .note = "a rank per core" },
  { "C037", SCATTER("IV.A.4, Fig. 7c", "power8", 160), .class = TN_FITTED,
    .margin = tn_cma_factor_margin, .judge = tn_cma_judge_factors, .factors = { 10 },
    .from = 64 * KIB, .to = 4 * MIB, .fitted = "gamma_cross", .text = socket_text,
    .note = "by Table IV's polynomial alone 32 would be; the paper does not say how many ranks "
            "ran" },
  { "C037", SCATTER("IV.A.4, Fig. 7c", "power8", 20), .class = TN_FITTED,
    .margin = tn_cma_factor_margin, .judge = tn_cma_judge_factors, .factors = { 10 },
    .from = 64 * KIB, .to = 4 * MIB, .fitted = "gamma_cross", .text = socket_text,
    .note = "a rank per core; gamma_cross was fitted with this rank count" },
  { "C038", GATHER("knl", 64), .class = TN_REPRODUCED, .margin = tn_cma_factor_margin,
    .judge = tn_cma_judge_factors, .factors = { 8 }, .from = 16 * KIB, .to = 4 * MIB,
    .text = "medium and large gather (16K to 4M): 8 is the best throttle factor",
    .note = "the same lock as for a scatter, at the root that is written to" },
  { "C038", GATHER("broadwell", 28), .class = TN_REPRODUCED, .margin = tn_cma_factor_margin,
    .judge = tn_cma_judge_factors, .factors = { 4 }, .from = 16 * KIB, .to = 4 * MIB,
    .text = "medium and large gather (16K to 4M): 4 is the best throttle factor" },
  { "C038", GATHER("power8", 160), .class = TN_FITTED, .margin = tn_cma_factor_margin,
    .judge = tn_cma_judge_factors, .factors = { 10 }, .from = 64 * KIB, .to = 4 * MIB,
    .fitted = "gamma_cross", .text = gather_text, .note = "as for a scatter (C037)" },
  { "C038", GATHER("power8", 20), .class = TN_FITTED, .margin = tn_cma_factor_margin,
    .judge = tn_cma_judge_factors, .factors = { 10 }, .from = 64 * KIB, .to = 4 * MIB,
    .fitted = "gamma_cross", .text = gather_text, .note = "a rank per core" },
  { "C054", BCAST("V.B.4, Fig. 11a", "knl", 64), .class = TN_REPRODUCED, .judge = judge_knomial,
    .from = KIB, .to = 4 * MIB, .text = knomial_text,
    .note = "a logarithmic number of rounds with few callers at each lock" },
  { "C054", BCAST("V.B.4, Fig. 11b", "broadwell", 28), .class = TN_REPRODUCED,
    .judge = judge_knomial, .from = KIB, .to = 4 * MIB, .text = knomial_text },
  { "C054", BCAST("V.B.4, Fig. 11c", "power8", 160), .class = TN_REPRODUCED, .judge = judge_knomial,
    .from = KIB, .to = 4 * MIB, .text = knomial_text },
  { "C055", BCAST("V.B.4, Fig. 11a", "knl", 64), .class = TN_REPRODUCED, .judge = judge_overtaking,
    .from = KIB, .to = 4 * MIB, .text = overtaking_text,
    .note = "each rank copies the vector about twice, without callers at its lock" },
  { "C055", BCAST("V.B.4, Fig. 11b", "broadwell", 28), .class = TN_REPRODUCED,
    .judge = judge_overtaking, .from = KIB, .to = 4 * MIB, .text = overtaking_text },
  { "C056", BCAST("V.B.4, Fig. 11c", "power8", 160), .class = TN_REPRODUCED, .margin = "20 %",
    .judge = judge_power8_bcast, .from = MIB, .to = 4 * MIB,
    .text = "large: a 10-nomial bcast takes about as long as a scatter-allgather (1M to 4M)",
    .note = "the printed costs differ by 1.5 (1M) and 1.8 (2M)" },
  { "C057", BCAST("V.B.4", "power8", 160), .class = TN_FITTED, .margin = tn_cma_factor_margin,
    .judge = tn_cma_judge_factors, .factors = { 10 }, .from = 64 * KIB, .to = 4 * MIB,
    .fitted = "gamma_cross", .text = "10 is a good throttle factor of a k-nomial bcast (64K to 4M)",
    .note = "a factor of 5 needs 3 rounds as 10 does, with fewer callers at each lock" },
  { "C079", BCAST("VII.F, Fig. 18a", "broadwell", 28), .class = TN_PREDICTED,
    .judge = judge_shared_memory, .from = 64 * KIB, .to = 4 * MIB,
    .text = "a bcast through shared memory is faster than the best with CMA up to 2M, slower "
            "beyond (64K to 4M)",
    .note = "a flat one with cells of 4K stands for the library's, whose algorithm is not "
            "known; its readers copy while the root copies in, and none of them locks a page" },
  { 0 },
};
