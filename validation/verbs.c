/* Checks the requirements of claims, and formats their results as figures. */
#include "verbs.h"

#include <math.h>
#include <string.h>

static struct tn_ask ask_of(const struct tn_judge *j, const struct tn_contender *way, size_t size,
                            int64_t value)
{
  struct tn_ask ask = way->ask;
  int i = 0;
  ask.size = size;
  ask.collective =
      way->collective ? (enum tn_collective)(way->collective - 1) : tn_judge_claim(j)->collective;
  while (ask.params[i].name)
    i++;
  if (way->varied)
    ask.params[i] = (struct tn_ask_param){ way->varied, NULL, value };
  return ask;
}

/* Returns a contender's seconds at a size, for one value of the varied parameter. */
static double time_with(struct tn_judge *j, const struct tn_contender *way, size_t size,
                        int64_t value)
{
  const struct tn_ask ask = ask_of(j, way, size, value);
  if (way->program) {
    struct tn_ask_program program = { .way = way->ask,
                                      .iterations = way->program->iterations,
                                      .simulated = way->program->iterations };
    memcpy(program.calls, way->program->calls, sizeof program.calls);
    return tn_ask_program(j, &program)->inside;
  }
  switch (way->reading) {
  case TN_READ_SPAN:
    return tn_ask(j, &ask)->span;
  case TN_READ_LONGEST:
    return tn_ask(j, &ask)->max;
  case TN_READ_FORMULA:
    return tn_ask_model(j, &ask);
  default:
    return tn_ask_time(j, &ask);
  }
}

/* Returns the seconds of the fastest (or slowest) contender with this value of `after`; 0 if no
 * contender has it. */
static double part_time(struct tn_judge *j, const struct tn_contender *contenders, bool after,
                        size_t size)
{
  double fastest = INFINITY, slowest = 0;
  bool is_slowest = false;
  for (const struct tn_contender *w = contenders; w->ask.algorithm; w++) {
    is_slowest = is_slowest || w->slowest;
    const bool serves = size >= w->since && (w->below == 0 || size < w->below);
    for (int i = 0; w->after == after && serves && (i == 0 || w->values[i]); i++) {
      const double time = MAX(w->times, 1) * time_with(j, w, size, w->values[i]);
      fastest = fmin(fastest, time);
      slowest = fmax(slowest, time);
    }
  }
  return is_slowest || isinf(fastest) ? slowest : fastest;
}

double tn_contenders_time(struct tn_judge *j, const struct tn_contender *contenders, size_t size)
{
  return part_time(j, contenders, false, size) +
         part_time(j, contenders, true, size * (size_t)tn_judge_claim(j)->ranks);
}

struct tn_ratios tn_contenders_ratios(struct tn_judge *j, const struct tn_contender *over,
                                      const struct tn_contender *under, size_t from, size_t to)
{
  const size_t by = tn_judge_claim(j)->by ? (size_t)tn_judge_claim(j)->by : 2;
  struct tn_ratios r = TN_RATIOS;
  for (size_t size = from; size <= to; size = size > 0 ? size * by : to + 1) {
    r.over[r.n] = tn_contenders_time(j, over, size);
    r.under[r.n] = tn_contenders_time(j, under, size);
    tn_ratios_add(&r, r.over[r.n] / r.under[r.n], size);
  }
  return r;
}

static void require(struct tn_judge *j, const struct tn_requirement *one, double ratio)
{
  switch (one->verb) {
  case TN_ABOVE:
    tn_require_below(j, 1, ratio);
    break;
  case TN_BELOW:
    tn_require_below(j, ratio, 1);
    break;
  case TN_LEAST:
    if (one->low > 0)
      tn_require_least(j, ratio, one->low);
    else
      tn_require_lower_limit(j, ratio, tn_judge_claim(j)->ratio);
    break;
  case TN_GAIN:
    tn_require_gain(j, ratio, one->claimed > 0 ? one->claimed : tn_judge_claim(j)->ratio);
    break;
  case TN_WITHIN:
    tn_require_within(j, ratio, one->low, one->high);
    if (one->claimed > 0)
      tn_claimed(j, ratio, CLAMP(ratio, one->claimed, MAX(one->claimed, one->claimed_to)));
    break;
  default:
    break;
  }
}

static void require_all(struct tn_judge *j, const struct tn_requirement *one,
                        const struct tn_ratios *r)
{
  if (one->of == TN_LARGEST || one->of == TN_SMALLEST) {
    require(j, one, one->of == TN_LARGEST ? r->most : r->least);
    if (one->verb == TN_GAIN && one->low > 0)
      tn_require_gain(j, r->least, one->low);
    return;
  }
  for (int i = 0; i < r->n; i++)
    if (one->of == TN_EACH || i == 0 || i == r->n - 1)
      require(j, one, r->ratio[i]);
}

static void say(struct tn_judge *j, const struct tn_requirement *one, const struct tn_ratios *r)
{
  switch (one->style) {
  case TN_SAY_LARGEST:
    tn_figure(j, "%s up to %.2f (%s)", one->name, r->most, tn_claim_size(r->most_at));
    break;
  case TN_SAY_BARE:
    tn_figure(j, one->name, r->most);
    break;
  case TN_SAY_MS:
    tn_figure(j, one->name, *r->over * 1e3, *r->under * 1e3);
    break;
  case TN_SAY_RATIO:
    for (int i = 0; i < r->n; i++)
      tn_figure(j, one->name, tn_claim_size(r->size[i]), r->ratio[i], r->over[i] * 1e6,
                r->under[i] * 1e6);
    break;
  case TN_SAY_TIMES_OF:
    for (int i = 0; i < r->n; i++)
      tn_figure(j, one->name, tn_claim_size(r->size[i]), r->over[i] * 1e6, r->under[i] * 1e6);
    break;
  default:
    tn_ratios_figure(j, one->name, r);
    if (one->style == TN_SAY_COUNTED && r->n_above < r->n)
      tn_figure(j, "above 1 at %d of %d sizes", r->n_above, r->n);
  }
}

/* Adds the numbers of a result that `counted` selects to counts[*n]. */
static void count(const struct tn_sim_result *r, enum tn_transfer_count counted, long long *counts,
                  int *n)
{
  g_assert(*n < TN_MAX_COUNTS);
  switch (counted) {
  case TN_MESSAGES:
    counts[(*n)++] = r->transfers;
    break;
  case TN_CALLERS:
    counts[(*n)++] = r->max_callers;
    break;
  case TN_BY_LINKS:
    counts[(*n)++] = r->inter_package;
    counts[(*n)++] = r->inter_numa;
    counts[(*n)++] = r->intra_numa;
    break;
  default:
    counts[(*n)++] = r->inter_package + r->inter_numa;
    counts[(*n)++] = r->intra_numa;
  }
}

static void require_counts(struct tn_judge *j, const struct tn_requirement *one)
{
  long long counts[TN_MAX_COUNTS + 2] = { 0 };
  int n = 0;
  for (const struct tn_contender *w = one->over; w->ask.algorithm; w++)
    for (int i = 0; i == 0 || w->values[i]; i++) {
      const struct tn_ask ask = ask_of(j, w, tn_judge_claim(j)->from, w->values[i]);
      count(tn_ask(j, &ask), one->counted, counts, &n);
    }
  for (int i = 0; i < n; i++)
    tn_require(j, one->want[i] == 0 || counts[i] == one->want[i]);
  if (one->name)
    tn_figure(j, one->name, counts[0], counts[1], counts[2], counts[3], counts[4]);
}

struct tn_ratios tn_require_one(struct tn_judge *j, const struct tn_requirement *one)
{
  const struct tn_claim *c = tn_judge_claim(j);
  const struct tn_ratios r = tn_contenders_ratios(
      j, one->over, one->under, one->from ? one->from : c->from, one->to ? one->to : c->to);
  require_all(j, one, &r);
  if (one->name)
    say(j, one, &r);
  return r;
}

void tn_judge_required(struct tn_judge *j)
{
  for (const struct tn_requirement *one = tn_judge_claim(j)->required; one->verb; one++)
    if (one->verb == TN_COUNT)
      require_counts(j, one);
    else
      tn_require_one(j, one);
}
