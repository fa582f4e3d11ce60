/* Computes the degree to which claims hold: points with the claimed direction, and deviations from
 * claimed numbers. */
#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "board.h"

/* Returns the median of the factors (double) on a logarithmic scale, or 0 without factors; sorts
 * them. */
static double median_factor(GArray *factors)
{
  const guint n = factors->len;
  tn_sort((double *)(void *)factors->data, (int)n);
  if (n == 0)
    return 0;
  return sqrt(g_array_index(factors, double, (n - 1) / 2)) *
         sqrt(g_array_index(factors, double, n / 2));
}

struct tn_degree tn_degree_of(const struct tn_points *points)
{
  if (!points)
    return (struct tn_degree){ .bound = -1 };
  const enum tn_part largest = tn_part_largest(points->parts);
  return (struct tn_degree){ points->n, points->n_right, median_factor(points->off),
                             points->parts[largest] > 0 ? (int)largest : -1 };
}

static void add(struct tn_tally *tally, const struct tn_judgement *judgement, GArray *factors)
{
  const struct tn_degree *d = &judgement->degree;
  if (judgement->claim->repeats) {
    tally->n_repeats++;
    return;
  }
  tally->n[judgement->verdict]++;
  tally->n_points += d->n_points;
  tally->n_right += d->n_right;
  tally->n_one_sided += d->n_points > 0 && !(d->factor > 0);
  if (d->factor > 0)
    g_array_append_val(factors, d->factor);
  if (judgement->verdict == TN_FAILS)
    tally->n_bound[d->bound < 0 ? TN_N_PARTS : d->bound]++;
}

struct tn_tally tn_judgements_count(const GPtrArray *judgements, const char *paper,
                                    enum tn_claim_class class)
{
  g_autoptr(GArray) factors = g_array_new(FALSE, FALSE, sizeof(double));
  struct tn_tally tally = { 0 };
  for (guint i = 0; i < judgements->len; i++) {
    const struct tn_judgement *judgement = judgements->pdata[i];
    const struct tn_claim *claim = judgement->claim;
    if (claim->class == class && (!paper || strcmp(claim->paper, paper) == 0))
      add(&tally, judgement, factors);
  }
  tally.factor = median_factor(factors);
  return tally;
}

/* A claim that was undecided when parameters were last changed (undecided.def). */
struct kept {
  const char *id, *platform;
  /* `ranks`: number of ranks of the claim; `number`: index among the rows with this claim, machine
   * and ranks */
  int ranks, number;
  enum tn_verdict stock;
  const char *flips;
};
static const struct kept kept[] = {
#define TN_UNDECIDED_ROW(...) { __VA_ARGS__ },
#include "undecided.def"
};
#define TN_UNDECIDED_SINCE(text) static const char since[] = text;
#include "undecided.def"

const char *tn_judgements_recall(GPtrArray *judgements)
{
  for (size_t k = 0; k < G_N_ELEMENTS(kept); k++) {
    int number = 0;
    for (guint i = 0; i < judgements->len; i++) {
      struct tn_judgement *judgement = judgements->pdata[i];
      const struct tn_claim *claim = judgement->claim;
      if (strcmp(kept[k].id, claim->id) != 0 || !claim->platform ||
          strcmp(kept[k].platform, claim->platform) != 0 || kept[k].ranks != claim->ranks ||
          number++ != kept[k].number || judgement->stock != kept[k].stock)
        continue;
      char *flips =
          g_strdup_printf("%s%s%s", judgement->flips, *judgement->flips ? ", " : "", kept[k].flips);
      g_free(judgement->flips);
      judgement->flips = flips;
      judgement->verdict = TN_UNDECIDED;
    }
  }
  return since;
}
