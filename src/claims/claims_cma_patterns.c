/* The CMA paper's claims on who copies from whom, and on the lock. */
#include "claims_cma.h"

#include <math.h>

static const struct tn_cma_way same_read = { "same", "read" };
static const struct tn_cma_way different_read = { "different", "read" };
static const struct tn_cma_way different_write = { "different", "write" };

/* A step of gamma is a jump when it is this many times the larger of its neighbours. */
#define JUMP 1.5

/* Entry to exit of the slowest reader of one buffer of one process. */
static double read_time(struct tn_judge *j, const char *platform, int readers, size_t size)
{
  return tn_cma_one_source(j, platform, readers, same_read, size)->max;
}

/* Doubles, but ends on `most`; beyond it after that. */
static int next_readers(int readers, int most)
{
  return readers < most ? MIN(2 * readers, most) : most + 1;
}

/* C011 */
static void judge_pages(struct tn_judge *j)
{
  static const int pages[] = { 10, 50, 100 };
  const int most = tn_judge_claim(j)->ranks - 1;
  double worst = 1;
  int worst_readers = 1;
  for (int readers = 1; readers <= most; readers = next_readers(readers, most)) {
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(pages); i++) {
      const double gamma = tn_cma_gamma_of(j, readers, pages[i]);
      low = fmin(low, gamma);
      high = fmax(high, gamma);
    }
    tn_require(j, high / low <= 1 + TN_CLAIM_REGRET);
    if (high / low > worst) {
      worst = high / low;
      worst_readers = readers;
    }
  }
  tn_figure(j, "at most %.1f %% apart (%d readers)", (worst - 1) * 100, worst_readers);
}

static double gamma_at(struct tn_judge *j, int readers)
{
  return tn_cma_gamma_of(j, readers, 100);
}

/* How many times the larger of its neighbours the step of gamma to `readers` is. */
static double step_at(struct tn_judge *j, int readers)
{
  const double before = gamma_at(j, readers - 1) - gamma_at(j, readers - 2);
  const double here = gamma_at(j, readers) - gamma_at(j, readers - 1);
  const double after = gamma_at(j, readers + 1) - gamma_at(j, readers);
  return here / fmax(before, after);
}

/* C012, C013: claim->factors[0] cores of a package, one of which is the source's. */
static void judge_jump(struct tn_judge *j)
{
  const int cores = tn_judge_claim(j)->factors[0];
  const double first = step_at(j, cores), second = step_at(j, cores + 1);
  tn_require(j, fmax(first, second) >= JUMP);
  tn_figure(j, "gamma(%d) %.1f, gamma(%d) %.1f", cores, gamma_at(j, cores), cores + 1,
            gamma_at(j, cores + 1));
  tn_figure(j, "step to %d readers %.2f times its neighbours, to %d %.2f times", cores, first,
            cores + 1, second);
}

/* C014 */
static void judge_no_jump(struct tn_judge *j)
{
  double worst = 0;
  for (int readers = 4; readers < tn_judge_claim(j)->ranks - 1; readers++) {
    const double step = step_at(j, readers);
    tn_require(j, step < JUMP);
    worst = fmax(worst, step);
  }
  tn_figure(j, "largest step %.2f times its neighbours", worst);
}

/* C015 */
static void judge_pairs(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= 16) {
    double low = INFINITY, high = 0;
    for (int pairs = 1; pairs <= c->ranks / 2; pairs *= 2) {
      const struct tn_ask ask = { .collective = TN_PATTERN,
                                  .algorithm = "pairs",
                                  .params = { { "pairs", NULL, pairs } },
                                  .ranks = 2 * pairs,
                                  .size = size };
      const double time = tn_ask(j, &ask)->max;
      low = fmin(low, time);
      high = fmax(high, time);
    }
    tn_require_alike(j, high / low);
    tn_figure(j, "%s: slowest over fastest %.2f", tn_claim_size(size), high / low);
  }
}

/* C016, C019 */
static void judge_growth(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= 16) {
    double before = 0;
    for (int readers = 1; readers < c->ranks; readers *= 2) {
      const double time = read_time(j, NULL, readers, size);
      if (readers > 1)
        tn_require_below(j, before, time);
      before = time;
    }
    const double growth = read_time(j, NULL, c->ranks - 1, size) / read_time(j, NULL, 1, size);
    tn_require_least(j, growth, 2);
    tn_figure(j, "%s: %d readers take %.1f times as long as one", tn_claim_size(size), c->ranks - 1,
              growth);
  }
}

/* How far two ways of sharing one process are apart at most, over readers and sizes. */
static void compare_ways(struct tn_judge *j, struct tn_cma_way a, struct tn_cma_way b)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double worst = 0;
  size_t worst_size = c->from;
  int worst_readers = 1;
  for (size_t size = c->from; size <= c->to; size *= 16) {
    for (int readers = 1; readers < c->ranks; readers = 2 * readers + 1) {
      const double time_a = tn_cma_one_source(j, NULL, readers, a, size)->max;
      const double time_b = tn_cma_one_source(j, NULL, readers, b, size)->max;
      const double off = time_a / time_b - 1;
      if (fabs(off) > fabs(worst)) {
        worst = off;
        worst_size = size;
        worst_readers = readers;
      }
    }
  }
  tn_require(j, fabs(worst) <= TN_CLAIM_CLOSE);
  if (fabs(worst) > 0)
    tn_figure(j, "at most %.1f %% apart (%s, %d readers)", fabs(worst) * 100,
              tn_claim_size(worst_size), worst_readers);
  else
    tn_figure(j, "no difference at all");
}

/* C017 */
static void judge_buffers(struct tn_judge *j)
{
  compare_ways(j, different_read, same_read);
}

/* C018 */
static void judge_writes(struct tn_judge *j)
{
  compare_ways(j, different_write, different_read);
}

/* C020 */
static void judge_lock_share(struct tn_judge *j)
{
  static const int readers[] = { 1, 4, 14, 27 };
  static const int pages[] = { 1, 16, 256 };
  for (size_t p = 0; p < G_N_ELEMENTS(pages); p++) {
    double before = 0;
    g_autoptr(GString) shares = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(readers); i++) {
      const struct tn_sim_result *r =
          tn_cma_one_source(j, NULL, readers[i], different_read, (size_t)pages[p] * 4 * KIB);
      const double share = r->parts[TN_LOCK] / tn_cma_call_time(r);
      tn_require(j, r->parts[TN_LOCK] > before && (readers[i] == 1 || share > 0.5));
      before = r->parts[TN_LOCK];
      g_string_append_printf(shares, " %.0f", share * 100);
    }
    tn_figure(j, "%d pages: lock%s %% of the call at 1 4 14 27 readers", pages[p], shares->str);
  }
}

/* Throughput of all readers together over that of one. */
static double throughput(struct tn_judge *j, const char *platform, int readers, size_t size)
{
  return readers * read_time(j, platform, 1, size) / read_time(j, platform, readers, size);
}

/* The largest relative throughput over 1 to most readers; *ret_at: of how many. */
static double best_throughput(struct tn_judge *j, const char *platform, int most, size_t size,
                              int *ret_at)
{
  double best = 0;
  for (int readers = 1; readers <= most; readers++) {
    const double here = throughput(j, platform, readers, size);
    if (here > best) {
      best = here;
      *ret_at = readers;
    }
  }
  return best;
}

/* C021 */
static void judge_sweet_spot(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= 8) {
    int at = 1;
    const double best = best_throughput(j, NULL, c->ranks - 1, size, &at);
    tn_require(j, at > 1 && at < c->ranks - 1);
    tn_figure(j, "%s: %.2f at %d readers", tn_claim_size(size), best, at);
  }
}

/* C022 */
static void judge_small_and_large(struct tn_judge *j)
{
  const int most = tn_judge_claim(j)->ranks - 1;
  for (size_t size = KIB; size <= 4 * MIB; size *= 2) {
    if (size > 4 * KIB && size < MIB)
      continue;
    const double relative = throughput(j, NULL, most, size);
    tn_require_below(j, size < MIB ? 1 : relative, size < MIB ? relative : 1);
    tn_figure(j, "%s: %.2f", tn_claim_size(size), relative);
  }
}

/* C023 */
static void judge_range(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= 8) {
    double low = INFINITY, high = 0;
    for (int readers = 1; readers < c->ranks; readers++) {
      const double relative = throughput(j, NULL, readers, size);
      low = fmin(low, relative);
      high = fmax(high, relative);
    }
    tn_require(j, fabs(high / low / 2 - 1) <= TN_CLAIM_CLOSE);
    tn_claimed(j, high / low, 2);
    tn_figure(j, "%s: %.2f over %.2f = %.2f", tn_claim_size(size), high, low, high / low);
  }
}

/* C024 */
static void judge_best_of_two(struct tn_judge *j)
{
  const struct tn_claim *c = tn_judge_claim(j);
  for (size_t size = c->from; size <= c->to; size *= 4) {
    int at_knl = 1, at_here = 1;
    const double knl = best_throughput(j, NULL, c->ranks - 1, size, &at_knl);
    const double other = best_throughput(j, "broadwell", 27, size, &at_here);
    tn_require(j, knl > other);
    tn_direction(j, knl > other);
    tn_figure(j, "%s: knl %.2f (%d readers), broadwell %.2f (%d)", tn_claim_size(size), knl, at_knl,
              other, at_here);
  }
}

#define PATTERN(place, machine, count)                                                             \
  .paper = "cma", .where = place, .platform = machine, .ranks = count, .collective = TN_PATTERN

static const char pages_text[] =
    "gamma depends on the readers, not on the pages that each locks (10, 50, 100)";
static const char growth_text[] =
    "reads of one buffer of one process take longer the more readers there are (4K, 64K, 1M)";
static const char growth_margin[] = "rising; twice with all";
static const char sweet_text[] =
    "a number of readers between one and all has the highest throughput (64K, 512K, 4M)";
static const char jump_text[] = "gamma jumps where readers come from both packages";
static const char jump_margin[] = "a step 1.5 times its neighbours";

const struct tn_claim tn_claims_cma_patterns[] = {
  { "C011", PATTERN("II, Fig. 5a", "knl", 64), .class = TN_REPRODUCED, .margin = "10 %",
    .judge = judge_pages, .text = pages_text },
  { "C011", PATTERN("II, Fig. 5b", "broadwell", 28), .class = TN_REPRODUCED, .margin = "10 %",
    .judge = judge_pages, .text = pages_text },
  { "C011", PATTERN("II, Fig. 5c", "power8", 160), .class = TN_REPRODUCED, .margin = "10 %",
    .judge = judge_pages, .text = pages_text },
  { "C012", PATTERN("II, Fig. 5b", "broadwell", 28), .class = TN_REPRODUCED, .margin = jump_margin,
    .judge = judge_jump, .factors = { 14 }, .text = jump_text,
    .note = "gamma_cross is 1 on Broadwell: Table IV's polynomial has no jump" },
  { "C013", PATTERN("II, Fig. 5c", "power8", 160), .class = TN_FITTED, .margin = jump_margin,
    .judge = judge_jump, .factors = { 10 }, .text = jump_text, .fitted = "gamma_cross",
    .note = "gamma_cross raises gamma by the chance that two holders sit on different packages, "
            "which grows smoothly" },
  { "C014", PATTERN("II, Fig. 5a", "knl", 64), .class = TN_REPRODUCED,
    .margin = "no step 1.5 times its neighbours", .judge = judge_no_jump,
    .text = "gamma has no jump on the single package of KNL" },
  { "C015", PATTERN("I.A, Fig. 2a", "knl", 64), .class = TN_PREDICTED, .margin = "20 %",
    .judge = judge_pairs, .from = 4 * KIB, .to = MIB,
    .text = "disjoint pairs do not slow each other down (4K, 64K, 1M; 1 to 32 pairs)",
    .note = "no lock is shared; the memory is, at most at 32 times 3.29 GB/s" },
  { "C016", PATTERN("I.A, Fig. 2b", "knl", 64), .class = TN_REPRODUCED, .margin = growth_margin,
    .judge = judge_growth, .from = 4 * KIB, .to = MIB, .text = growth_text,
    .note = "the lock of the source's page table" },
  { "C017", PATTERN("I.A, Fig. 2c", "knl", 64), .class = TN_REPRODUCED, .margin = "20 %",
    .judge = judge_buffers, .from = 4 * KIB, .to = MIB,
    .text = "readers of different buffers of one process suffer as those of one buffer (4K, "
            "64K, 1M)",
    .note = "the lock belongs to the process (lock_scope)" },
  { "C018", PATTERN("I.A", "knl", 64), .class = TN_REPRODUCED, .margin = "20 %",
    .judge = judge_writes, .from = 4 * KIB, .to = MIB,
    .text = "writes of all to one process take as long as reads of all from it (4K, 64K, 1M)",
    .note = "the same lock; write_factor" },
  { "C019", PATTERN("I.A, Fig. 3b", "broadwell", 28), .class = TN_REPRODUCED,
    .margin = growth_margin, .judge = judge_growth, .from = 4 * KIB, .to = MIB,
    .text = growth_text },
  { "C019", PATTERN("I.A, Fig. 3c", "power8", 160), .class = TN_REPRODUCED, .margin = growth_margin,
    .judge = judge_growth, .from = 4 * KIB, .to = MIB, .text = growth_text,
    .note = "with pages of 64K the start-up and the copy outweigh few callers' locking" },
  { "C020", PATTERN("I.A, Fig. 4", "broadwell", 28), .class = TN_REPRODUCED, .margin = "over 50 %",
    .judge = judge_lock_share,
    .text = "locking grows with the readers and is most of a read by 4 or more",
    .note = "the start-up is of the call, not of the page: it weighs on one page" },
  { "C021", PATTERN("II, Fig. 6a", "knl", 64), .class = TN_REPRODUCED, .judge = judge_sweet_spot,
    .from = 64 * KIB, .to = 4 * MIB, .text = sweet_text,
    .note = "sqrt(s / (copy_rate l gamma_a)) = 6.7" },
  { "C021", PATTERN("II, Fig. 6b", "broadwell", 28), .class = TN_REPRODUCED,
    .judge = judge_sweet_spot, .from = 64 * KIB, .to = 4 * MIB, .text = sweet_text,
    .note = "sqrt(s / (copy_rate l gamma_a)) = 4.0" },
  { "C021", PATTERN("II, Fig. 6c", "power8", 160), .class = TN_REPRODUCED,
    .judge = judge_sweet_spot, .from = 64 * KIB, .to = 4 * MIB, .text = sweet_text,
    .note = "sqrt(s / (copy_rate l gamma_a)) = 31; gamma_cross moves it to the cores of a "
            "package" },
  { "C022", PATTERN("IV.A.4, Fig. 6a", "knl", 64), .class = TN_REPRODUCED,
    .judge = judge_small_and_large,
    .text = "all readers together: more throughput than one when small (1K to 4K), less when "
            "large (1M to 4M)",
    .note = "the closed form gives 0.91 at 1K, 1.33 at 4K, 0.69 when large" },
  { "C023", PATTERN("IV.A.4, Fig. 6b", "broadwell", 28), .class = TN_REPRODUCED,
    .margin = "1.6 to 2.4", .judge = judge_range, .from = 64 * KIB, .to = 4 * MIB,
    .text = "throughput varies by about 2 over the number of readers (64K, 512K, 4M)",
    .note = "the closed form gives 2.6 when large" },
  { "C024", PATTERN("VII.B, Fig. 6", "knl", 64), .class = TN_REPRODUCED, .judge = judge_best_of_two,
    .from = MIB, .to = 4 * MIB,
    .text = "with the best number of readers, throughput gains more on KNL than on Broadwell "
            "(1M, 4M)",
    .note = "a slow core copies longer for each page that it locks: with Broadwell's copy_rate "
            "no number of readers gains anything on KNL (0.96 at most, 1M)" },
  { 0 },
};
