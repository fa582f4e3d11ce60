/* Formats ratios of times over many sizes. */
#include "claims.h"
#include "platform/quantity.h"

const char *tn_claim_size(size_t size)
{
  static char texts[8][24];
  static int next;
  g_autofree char *text = tn_format_size(size);
  next = (next + 1) % 8;
  g_strlcpy(texts[next], text, sizeof(texts[next]));
  return texts[next];
}

void tn_ratios_add(struct tn_ratios *r, double ratio, size_t size)
{
  g_assert(r->n < TN_MAX_RATIOS);
  r->size[r->n] = size;
  r->ratio[r->n++] = ratio;
  r->n_above += ratio > 1;
  if (ratio < r->least) {
    r->least = ratio;
    r->least_at = size;
  }
  if (ratio > r->most) {
    r->most = ratio;
    r->most_at = size;
  }
}

void tn_ratios_figure(struct tn_judge *j, const char *name, const struct tn_ratios *r)
{
  if (r->n == 1)
    tn_figure(j, "%s %.2f (%s)", name, r->least, tn_claim_size(r->least_at));
  else
    tn_figure(j, "%s %.2f (%s) to %.2f (%s)", name, r->least, tn_claim_size(r->least_at), r->most,
              tn_claim_size(r->most_at));
}

void tn_require_alike(struct tn_judge *j, double ratio)
{
  tn_require_within(j, ratio, 1 - TN_CLAIM_CLOSE, 1 + TN_CLAIM_CLOSE);
  tn_claimed(j, ratio, 1);
}

void tn_require_gain(struct tn_judge *j, double most, double claimed)
{
  const double gain = claimed - 1, near = 1 + TN_CLAIM_CLOSE;
  if (claimed < near)
    tn_require_within(j, most, claimed / near, claimed * near);
  else
    tn_require_within(j, most, 1 + gain / TN_CLAIM_FACTOR, 1 + gain * TN_CLAIM_FACTOR);
  tn_claimed(j, most, claimed);
}

void tn_require_best(struct tn_judge *j, double ratio)
{
  tn_require_within(j, ratio, 1 / (1 + TN_CLAIM_REGRET), 1 + TN_CLAIM_REGRET);
}
