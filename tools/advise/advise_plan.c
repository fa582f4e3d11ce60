#include "advise_plan.h"

#include <math.h>
#include <string.h>

#include "study/values.h"

/* Passes over all items, warm-up calls (measure.c), timed calls per pass. A call's barrier costs a
 * multiple of its time and a constant. All assumed. */
enum { PASSES = 2, WARMUP = 3, LEAST_CALLS = 5, MAX_CALLS = 100 };
#define ITEM_TIME 5e-3 /* seconds of an item's timed calls in one pass; more do not help */
#define BARRIER_SHARE 1.3
#define BARRIER_TIME 5e-6

/* Contenders per size that a start can measure. */
static const guint counts[] = { 2, 3, 5, 8, 1000 };

enum { SEED = 2 };

/* A problem during planning; items of planned starts count as measured. */
struct state {
  const struct tn_problem *problem;
  struct tn_gauss g;
  bool *is_seen; /* [items] true if the item was measured, is in a planned start, or cannot be
                  * measured */
};

/* A part that can be added to a start: candidate for the plan. */
struct offer {
  struct state *state;
  int64_t ranks;
  const struct tn_item *only; /* forced from the start, as in tn_start */
  GArray *items;              /* int: indices of the items */
  double seconds;             /* seconds without the program's start */
  double gain;                /* expected gain, summed over cells as logarithms; NAN if not yet
                               * computed */
};

static void offer_free(void *data)
{
  struct offer *o = data;
  g_array_unref(o->items);
  g_free(o);
}

int tn_calls_for(double seconds)
{
  return (int)CLAMP(ITEM_TIME / seconds, LEAST_CALLS, MAX_CALLS);
}

static void run_free(void *data)
{
  struct tn_start *run = data;
  g_ptr_array_unref(run->blocks);
  g_free(run);
}

static void block_free(void *data)
{
  struct tn_start_part *block = data;
  g_array_unref(block->items);
  g_free(block);
}

static void state_clear(void *data)
{
  struct state *s = data;
  tn_gauss_clear(&s->g);
  g_free(s->is_seen);
}

/* Returns the state of each problem before planning. Items that represent others, or that cannot be
 * forced, count as seen. */
static GArray *states_of(const GPtrArray *problems)
{
  GArray *states = g_array_new(FALSE, FALSE, sizeof(struct state));
  g_array_set_clear_func(states, state_clear);
  for (guint i = 0; i < problems->len; i++) {
    const struct tn_problem *p = problems->pdata[i];
    const size_t n = p->items->len;
    struct state s = { .problem = p, .is_seen = g_new(bool, n) };
    tn_gauss_init(&s.g, (int)n);
    memcpy(s.g.mean, p->now.mean, n * sizeof *s.g.mean);
    memcpy(s.g.cov, p->now.cov, n * n * sizeof *s.g.cov);
    for (size_t k = 0; k < n; k++) {
      const struct tn_item *item = tn_problem_item(p, (int)k);
      s.is_seen[k] = item->is_measured || !item->is_forced ||
                     (item->alike != (int)k && tn_problem_item(p, item->alike)->is_forced);
    }
    g_array_append_val(states, s);
  }
  return states;
}

/* Returns the items of the cell that are not yet seen, sorted by descending probability to be the
 * fastest. Transfer full. */
static GArray *contenders_of(const struct state *s, int cell)
{
  const struct tn_contests *cells = &s->problem->packed;
  const int *item = cells->item + cell * cells->most;
  g_autofree double *wins = g_new(double, cells->most);
  GArray *ranked = g_array_new(FALSE, FALSE, sizeof(int));
  tn_cell_wins(&s->g, cells, cell, s->problem->deviates, wins);
  for (;;) {
    int best = -1;
    for (int i = 0; i < cells->most && item[i] >= 0; i++)
      if (!s->is_seen[item[i]] && wins[i] >= 0 && (best < 0 || wins[i] > wins[best]))
        best = i;
    if (best < 0)
      return ranked;
    wins[best] = -1;
    g_array_append_val(ranked, item[best]);
  }
}

static struct offer *offer_new(struct state *s, int64_t ranks)
{
  struct offer *o = g_new(struct offer, 1);
  *o = (struct offer){ s, ranks, NULL, g_array_new(FALSE, FALSE, sizeof(int)), 0, NAN };
  return o;
}

static void add_item(struct offer *o, int item)
{
  const double call = exp(o->state->g.mean[item]);
  o->seconds += PASSES * (WARMUP + tn_calls_for(call)) * (call * BARRIER_SHARE + BARRIER_TIME);
  g_array_append_val(o->items, item);
}

/* Appends an offer with more than `before` items, else frees it. Returns its items. */
static guint add_offer(GPtrArray *offers, struct offer *o, guint before)
{
  const guint n = o->items->len;
  if (n > before)
    g_ptr_array_add(offers, o);
  else
    offer_free(o);
  return n;
}

/* Appends the next measurements at this number of ranks, without duplicates: an offer per choice if
 * each needs its own start, else offers of the best counts[...] items of each cell, from
 * counts[fewest]. */
static void add_offers_at(GPtrArray *offers, struct state *s, int64_t ranks, size_t fewest)
{
  guint before = 0;
  /* One offer per choice, with all items of the choice that are not yet seen. */
  for (int c = 0; s->problem->is_one_by_one && c < s->problem->n_choices; c++) {
    struct offer *o = offer_new(s, ranks);
    for (int i = 0; i < (int)s->problem->items->len; i++) {
      const struct tn_item *item = tn_problem_item(s->problem, i);
      if (item->row->ranks != ranks || item->choice != c || s->is_seen[i])
        continue;
      o->only = o->only ? o->only : item;
      add_item(o, i);
    }
    add_offer(offers, o, 0);
  }
  if (s->problem->is_one_by_one)
    return;
  /* GArray of each cell with this number of ranks */
  g_autoptr(GPtrArray) contenders = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  for (int c = 0; c < s->problem->packed.n; c++) {
    const int first = s->problem->packed.item[c * s->problem->packed.most];
    if (tn_problem_item(s->problem, first)->row->ranks == ranks)
      g_ptr_array_add(contenders, contenders_of(s, c));
  }
  for (size_t k = fewest; k < G_N_ELEMENTS(counts); k++) {
    struct offer *o = offer_new(s, ranks);
    for (guint c = 0; c < contenders->len; c++) {
      const GArray *ranked = contenders->pdata[c];
      for (guint i = 0; i < MIN(counts[k], ranked->len); i++)
        add_item(o, g_array_index(ranked, int, i));
    }
    before = add_offer(offers, o, before);
  }
}

static void add_offers(GPtrArray *offers, struct state *s, const GArray *ranks)
{
  for (guint r = 0; r < ranks->len; r++)
    add_offers_at(offers, s, tn_axis_at(ranks, r), 0);
}

/* Returns the items to measure, borrowed. */
static struct tn_observations seen_of(const struct offer *o)
{
  return (struct tn_observations){ .n = (int)o->items->len,
                                   .item = (const int *)(const void *)o->items->data };
}

/* Returns the planned start to which the offer can be added; NULL if it needs a new start. */
static struct tn_start *run_of(const GPtrArray *runs, const struct offer *o)
{
  for (guint i = 0; i < runs->len; i++)
    if (!o->only && ((struct tn_start *)runs->pdata[i])->ranks == o->ranks)
      return runs->pdata[i];
  return NULL;
}

static double price_of(const GPtrArray *runs, const struct offer *o)
{
  return o->seconds + (run_of(runs, o) ? 0 : TN_START_TIME);
}

static int by_choice(const void *a, const void *b, void *data)
{
  const struct tn_problem *p = data;
  const struct tn_item *x = tn_problem_item(p, *(const int *)a);
  const struct tn_item *y = tn_problem_item(p, *(const int *)b);
  return x->choice != y->choice ? x->choice - y->choice : *(const int *)a - *(const int *)b;
}

/* Adds the offer to a planned or new start; its items are then seen. */
static void take(GPtrArray *runs, const struct offer *o)
{
  struct tn_start *run = run_of(runs, o);
  struct tn_start_part *block = NULL;
  if (!run) {
    run = g_new(struct tn_start, 1);
    *run = (struct tn_start){ o->ranks, o->only, TN_START_TIME,
                              g_ptr_array_new_with_free_func(block_free) };
    g_ptr_array_add(runs, run);
  }
  for (guint i = 0; i < run->blocks->len; i++)
    if (((struct tn_start_part *)run->blocks->pdata[i])->problem == o->state->problem)
      block = run->blocks->pdata[i];
  if (!block) {
    block = g_new(struct tn_start_part, 1);
    *block = (struct tn_start_part){ o->state->problem, g_array_new(FALSE, FALSE, sizeof(int)) };
    g_ptr_array_add(run->blocks, block);
  }
  g_array_append_vals(block->items, o->items->data, o->items->len);
  g_array_sort_with_data(block->items, by_choice, (void *)o->state->problem);
  run->seconds += o->seconds;
  for (guint i = 0; i < o->items->len; i++)
    o->state->is_seen[g_array_index(o->items, int, i)] = true;
}

/* Returns the offer with the highest gain per second that fits into the remaining seconds; NULL if
 * no such offer has a gain. */
static struct offer *best_offer(const GPtrArray *offers, const GPtrArray *runs, double left)
{
  struct offer *best = NULL;
  for (guint i = 0; i < offers->len; i++) {
    struct offer *o = offers->pdata[i];
    if (price_of(runs, o) > left)
      continue;
    if (isnan(o->gain)) {
      const struct tn_observations observed = seen_of(o);
      double *deviates = tn_deviates_new(observed.n, SEED);
      o->gain = tn_gain(&o->state->g, &o->state->problem->packed, &observed, deviates);
      free(deviates);
    }
    if (o->gain > 0 && (!best || o->gain * price_of(runs, best) > best->gain * price_of(runs, o)))
      best = o;
  }
  return best;
}

/* Plans all remaining items, most ranks first, so that the whole node is measured first. Returns
 * expected seconds. */
static double take_all(GPtrArray *runs, GArray *states, const GArray *ranks)
{
  g_autoptr(GPtrArray) offers = g_ptr_array_new_with_free_func(offer_free);
  double sum = 0;
  for (guint r = ranks->len; r-- > 0;)
    for (guint i = 0; i < states->len; i++)
      add_offers_at(offers, &g_array_index(states, struct state, i), tn_axis_at(ranks, r),
                    G_N_ELEMENTS(counts) - 1);
  for (guint i = 0; i < offers->len; i++)
    take(runs, offers->pdata[i]);
  for (guint i = 0; i < runs->len; i++)
    sum += ((const struct tn_start *)runs->pdata[i])->seconds;
  return sum;
}

GPtrArray *tn_plan_runs(const GPtrArray *problems, double budget, double *ret_shortest,
                        bool *ret_all)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func(run_free);
  g_autoptr(GArray) all = states_of(problems), states = states_of(problems);
  g_autoptr(GArray) ranks = tn_axis_new();
  for (guint k = 0; k < states->len; k++) {
    const struct tn_problem *p = g_array_index(states, struct state, k).problem;
    for (guint i = 0; i < p->items->len; i++)
      tn_axis_add(ranks, tn_problem_item(p, (int)i)->row->ranks);
  }
  g_autoptr(GPtrArray) offers = g_ptr_array_new_with_free_func(offer_free);
  for (guint i = 0; i < states->len; i++)
    add_offers(offers, &g_array_index(states, struct state, i), ranks);
  *ret_shortest = offers->len > 0 ? INFINITY : 0;
  for (guint i = 0; i < offers->len; i++)
    *ret_shortest =
        fmin(*ret_shortest, ((const struct offer *)offers->pdata[i])->seconds + TN_START_TIME);
  *ret_all = take_all(runs, all, ranks) <= budget;
  if (!*ret_all) {
    g_ptr_array_set_size(runs, 0);
    double left = budget;
    for (struct offer *o; (o = best_offer(offers, runs, left));) {
      struct state *s = o->state;
      const struct tn_observations observed = seen_of(o);
      left -= price_of(runs, o);
      tn_gauss_condition(&s->g, &observed);
      take(runs, o);
      for (guint i = offers->len; i-- > 0;) /* remove the offers of this state, because its seen
                                             * items have changed */
        if (((const struct offer *)offers->pdata[i])->state == s)
          g_ptr_array_remove_index(offers, i);
      add_offers(offers, s, ranks);
    }
  }
  return runs;
}
