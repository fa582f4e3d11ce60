/* Table III of the CMA paper replayed inside the simulator: its four experiments must give back the
 * constants of Table IV, which the platform files hold. */
#include "claims_cma.h"

#include <math.h>

/* What replaying the paper's own experiments may be off. */
#define REPLAY_ERROR 0.01

static void recover(struct tn_judge *j, const char *name, double got, double table, double unit)
{
  const double off = got / table - 1;
  tn_require(j, fabs(off) <= REPLAY_ERROR);
  tn_figure(j, "%s %.4g (%+.2f %%)", name, got * unit, off * 100);
}

/* Slope and intercept of the time of pin with one reader over 1 to 64 pages, least squares. */
static void regress(struct tn_judge *j, double *ret_slope, double *ret_intercept)
{
  enum { PAGES = 64 };
  double x = 0, y = 0, xx = 0, xy = 0;
  for (int pages = 1; pages <= PAGES; pages++) {
    const double time = tn_cma_call_time(tn_cma_pin(j, 1, pages));
    x += pages;
    y += time;
    xx += (double)pages * pages;
    xy += pages * time;
  }
  *ret_slope = (PAGES * xy - x * y) / (PAGES * xx - x * x);
  *ret_intercept = (y - *ret_slope * x) / PAGES;
}

/* How far gamma from pin is off the polynomial at most; as long as readers share a package, since
 * gamma_cross is no part of Table IV. */
static double gamma_error(struct tn_judge *j, const struct tn_ask *any, int most, int *ret_at)
{
  const double a = tn_ask_value(j, any, TN_P_GAMMA_A), b = tn_ask_value(j, any, TN_P_GAMMA_B);
  double worst = 0;
  *ret_at = 2;
  for (int readers = 2; readers <= most; readers++) {
    const double off = tn_cma_gamma_of(j, readers, 100) / ((a * readers + b) * readers) - 1;
    if (fabs(off) > fabs(worst)) {
      worst = off;
      *ret_at = readers;
    }
  }
  return worst;
}

/* C003; claim->factors[0]: readers on the package of their source */
static void judge_replay(struct tn_judge *j)
{
  const struct tn_cma_way read = { "same", "read" };
  const struct tn_ask any = tn_cma_pin_ask(1, 1);
  const double page = tn_ask_value(j, &any, TN_P_PAGE_SIZE);
  double pin_time, alpha;
  int at;
  regress(j, &pin_time, &alpha);
  const struct tn_sim_result *copy = tn_cma_one_source(j, NULL, 1, read, tn_judge_claim(j)->to);
  const double bytes = (double)tn_judge_claim(j)->to;
  const double per_byte = (tn_cma_call_time(copy) - alpha - pin_time * ceil(bytes / page)) / bytes;
  recover(j, "alpha in us", alpha, tn_ask_value(j, &any, TN_P_ALPHA), 1e6);
  recover(j, "l in us", pin_time, tn_ask_value(j, &any, TN_P_PIN_TIME), 1e6);
  recover(j, "1/beta in GB/s", 1 / per_byte, tn_ask_value(j, &any, TN_P_COPY_RATE), 1e-9);
  const double gamma = gamma_error(j, &any, tn_judge_claim(j)->factors[0], &at);
  tn_require(j, fabs(gamma) <= REPLAY_ERROR);
  tn_figure(j, "gamma of 2 to %d readers at most %+.2f %% off (%d)", tn_judge_claim(j)->factors[0],
            gamma * 100, at);
  tn_figure(j, "T2 as printed, which pins a page, %.4g us",
            tn_cma_call_time(tn_cma_pin(j, 1, 1)) * 1e6);
}

#define REPLAY(machine, count)                                                                     \
  .paper = "cma", .where = "II, Tables III and IV", .platform = machine, .ranks = count,           \
  .judge = judge_replay, .class = TN_REPRODUCED, .margin = "1 %"

static const char replay_text[] =
    "Table III's experiments give back Table IV's alpha, l, beta and gamma";

const struct tn_claim tn_claims_cma_replay[] = {
  { "C003", REPLAY("knl", 64), .to = 4 * MIB, .factors = { 63 }, .text = replay_text,
    .note = "alpha by regression over 1 to 64 pages; flags around the call left out" },
  { "C003", REPLAY("broadwell", 28), .to = 128 * KIB, .factors = { 13 }, .text = replay_text,
    .note = "beta from a block that the caches hold: 13.2 GB/s is a cache rate" },
  { "C003", REPLAY("power8", 160), .to = 4 * MIB, .factors = { 9 }, .text = replay_text,
    .note = "gamma as long as the readers share a package; beyond it gamma_cross enters" },
  { 0 },
};
