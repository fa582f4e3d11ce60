#include "claims_cma.h"

#include <math.h>

const char tn_cma_factor_margin[] = "costs at most 10 % more than the best";

double tn_cma_time(struct tn_judge *j, enum tn_collective collective, const char *algorithm,
                   size_t size)
{
  const struct tn_ask ask = { .collective = collective, .algorithm = algorithm, .size = size };
  return tn_ask_time(j, &ask);
}

double tn_cma_throttled(struct tn_judge *j, enum tn_collective collective, const char *algorithm,
                        int throttle, size_t size)
{
  const struct tn_ask ask = { .collective = collective,
                              .algorithm = algorithm,
                              .params = { { "throttle", NULL, throttle } },
                              .size = size };
  return tn_ask_time(j, &ask);
}

/* How much longer the best of the claimed factors takes than the best of all, *ret_best. */
static double regret(struct tn_judge *j, size_t size, int *ret_best)
{
  const struct tn_claim *c = tn_judge_claim(j);
  double best = INFINITY, claimed = INFINITY;
  for (int k = 1; k < c->ranks; k++) {
    const double time = tn_cma_throttled(j, c->collective, c->algorithm, k, size);
    if (time < best) {
      best = time;
      *ret_best = k;
    }
    for (const int *f = c->factors; *f; f++)
      claimed = *f == k ? fmin(claimed, time) : claimed;
  }
  return claimed / best - 1;
}

void tn_cma_judge_factors(struct tn_judge *j)
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
    if (r > worst) {
      worst = r;
      worst_size = size;
    }
    g_string_append_printf(best, "%s%d", n ? " " : "", k);
  }
  if (c->most)
    tn_require(j, 2 * n_good > n);
  tn_figure(j, "best: %s", best->str);
  tn_figure(j, "claimed within 10 %% of it at %d of %d sizes, at worst %.1f %% (%s)", n_good, n,
            worst * 100, tn_claim_size(worst_size));
}

const struct tn_sim_result *tn_cma_one_source(struct tn_judge *j, const char *platform, int readers,
                                              struct tn_cma_way way, size_t size)
{
  const struct tn_ask ask = { .platform = platform,
                              .collective = TN_PATTERN,
                              .algorithm = "one-source",
                              .params = { { "readers", NULL, readers },
                                          { "buffer", way.buffer, 0 },
                                          { "direction", way.direction, 0 } },
                              .ranks = readers + 1,
                              .size = size };
  return tn_ask(j, &ask);
}

struct tn_ask tn_cma_pin_ask(int readers, int pages)
{
  return (struct tn_ask){ .collective = TN_PATTERN,
                          .algorithm = "pin",
                          .params = { { "pages", NULL, pages }, { "readers", NULL, readers } },
                          .ranks = readers + 1 };
}

const struct tn_sim_result *tn_cma_pin(struct tn_judge *j, int readers, int pages)
{
  const struct tn_ask ask = tn_cma_pin_ask(readers, pages);
  return tn_ask(j, &ask);
}

double tn_cma_call_time(const struct tn_sim_result *r)
{
  return r->parts[TN_STARTUP] + r->parts[TN_LOCK] + r->parts[TN_COPY] + r->parts[TN_MEMORY];
}

double tn_cma_gamma_of(struct tn_judge *j, int readers, int pages)
{
  return tn_cma_pin(j, readers, pages)->parts[TN_LOCK] / tn_cma_pin(j, 1, pages)->parts[TN_LOCK];
}
