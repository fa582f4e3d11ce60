#include "claims_xhc.h"

#include <math.h>

#include "platform/transports.h"

const struct tn_ask tn_xhc_flat = { .algorithm = "xhc-flat" };
const struct tn_ask tn_xhc_tree = { .algorithm = "xhc-tree" };
const struct tn_ask tn_xhc_smhc_flat = { .algorithm = "smhc-flat" };
const struct tn_ask tn_xhc_smhc_tree = { .algorithm = "smhc-tree" };
const struct tn_ask tn_xhc_xbrc = { .algorithm = "xbrc" };
/* The paper's tuned sends by UCX, which uses XPMEM (V.B). */
const struct tn_ask tn_xhc_tuned = { .algorithm = TN_XHC_TUNED,
                                     .mechanism = TN_JUST(TN_XPMEM),
                                     .transport = TN_JUST(TN_TRANSPORT_OMPI_UCX) };

const struct tn_sim_result *tn_xhc_result(struct tn_judge *j, struct tn_ask ask, size_t size)
{
  const struct tn_claim *c = tn_judge_claim(j);
  ask.size = size;
  ask.collective = c->collective;
  if (!ask.buffers)
    ask.buffers = TN_JUST(TN_BUFFERS_REWRITTEN);
  return tn_ask(j, &ask);
}

double tn_xhc_time(struct tn_judge *j, struct tn_ask ask, size_t size)
{
  return tn_xhc_result(j, ask, size)->avg;
}

struct tn_ratios tn_xhc_best_ratios(struct tn_judge *j, const struct tn_ask *const *over,
                                    struct tn_ask under, size_t from, size_t to)
{
  struct tn_ratios r = TN_RATIOS;
  for (size_t size = from; size <= to; size *= 2) {
    double best = INFINITY;
    for (int i = 0; over[i]; i++)
      best = fmin(best, tn_xhc_time(j, *over[i], size));
    tn_ratios_add(&r, best / tn_xhc_time(j, under, size), size);
  }
  return r;
}

struct tn_ratios tn_xhc_ratios(struct tn_judge *j, struct tn_ask over, struct tn_ask under,
                               size_t from, size_t to)
{
  const struct tn_ask *const one[] = { &over, NULL };
  return tn_xhc_best_ratios(j, one, under, from, to);
}

void tn_xhc_require_above(struct tn_judge *j, const char *name, const struct tn_ratios *r)
{
  tn_ratios_require_above(j, r);
  tn_ratios_figure(j, name, r);
  if (r->n_above < r->n)
    tn_figure(j, "above 1 at %d of %d sizes", r->n_above, r->n);
}

void tn_xhc_require_close(struct tn_judge *j, const char *name, const struct tn_ratios *r)
{
  tn_ratios_require_close(j, r);
  tn_ratios_figure(j, name, r);
}

void tn_xhc_require_most(struct tn_judge *j, const char *name, const struct tn_ratios *r)
{
  tn_require_gain(j, r->most, tn_judge_claim(j)->ratio);
  tn_figure(j, "%s up to %.2f (%s)", name, r->most, tn_claim_size(r->most_at));
}
