/* Finds the best row at one size, and the margins by which other rows are slower. */
#include "tune_entries.h"

#include <math.h>
#include <string.h>

#include "base/loss.h"

bool tn_tune_is_library(const struct tn_row *row)
{
  return g_str_has_prefix(row->algorithm, "library:");
}

bool tn_tune_beats(const struct tn_row *row, const struct tn_row *other,
                   enum tn_objective objective)
{
  const double ours = tn_row_time(row, objective), theirs = tn_row_time(other, objective);
  if (tn_tune_is_library(row) && !tn_tune_is_library(other))
    return theirs > (1 + TN_TUNE_TIE) * ours;
  if (tn_tune_is_library(other) && !tn_tune_is_library(row))
    return ours <= (1 + TN_TUNE_TIE) * theirs;
  return ours < theirs;
}

double tn_tune_ratio(double time, double best)
{
  return best > 0 ? time / best : time > 0 ? INFINITY : 1;
}

const struct tn_tune_entry *tn_tune_best(const struct tn_tune_entry *e, guint n, unsigned role,
                                         enum tn_objective objective)
{
  const struct tn_tune_entry *best = NULL;
  for (guint i = 0; i < n; i++)
    if (e[i].role & role && (!best || tn_tune_beats(e[i].row, best->row, objective)))
      best = &e[i];
  return best;
}

/* Returns the fastest choice whose algorithm is not that of `best` or, if is_own, the fastest other
 * choice with the same algorithm. Returns NULL if no such choice exists. */
static const struct tn_tune_entry *second_of(const struct tn_tune_entry *e, guint n,
                                             const struct tn_tune_entry *best, bool is_own)
{
  const struct tn_tune_entry *second = NULL;
  for (guint i = 0; i < n; i++)
    if (e[i].role & TN_AS_CHOICE && &e[i] != best &&
        (e[i].row->algorithm == best->row->algorithm) == is_own &&
        (!second || e[i].time < second->time))
      second = &e[i];
  return second;
}

static const struct tn_tune_entry *reference_of(const struct tn_tune_entry *e, guint n,
                                                const char *reference)
{
  const struct tn_tune_entry *base = NULL;
  for (guint i = 0; i < n; i++)
    if (g_strcmp0(e[i].row->algorithm, reference) == 0 && (!base || e[i].time < base->time))
      base = &e[i];
  return base;
}

/* Sets n_noise, n_jitter and n_error: the reasons why the margin between winner and second may not
 * be real. */
static void doubt(struct tn_winner *w, double margin, const struct tn_tune_terms *terms)
{
  const struct tn_row *a = w->first, *b = w->second;
  const bool by_avg = terms->objective == TN_OBJECTIVE_AVG && b;
  const bool by_calls = by_avg && a->avg_low <= b->avg_high && b->avg_low <= a->avg_high;
  const double error = terms->known_error ? terms->known_error(terms->data, w->first) : NAN;
  /* The order of winner and second is not certain if the ranges of their times under jitter
   * overlap. An unknown range overlaps with no range. */
  w->n_jitter =
      w->differs && by_avg && a->jitter_low <= b->jitter_high && b->jitter_low <= a->jitter_high;
  w->differs = w->differs && !w->n_jitter;
  w->n_noise = by_calls;
  w->n_error = !by_calls && w->second && margin < error;
}

/* Returns the expected loss of a choice; NAN without a prediction or a rival. The rival is the
 * fastest other algorithm; one with exactly the same time does the same work (sensitivity.c) and
 * counts only if there is no other. A faster choice of the same algorithm makes the loss at least
 * the predicted one. */
static double decide_loss(const struct tn_tune_entry *e, guint n,
                          const struct tn_tune_entry *chosen, bool *ret_is_bound)
{
  const struct tn_tune_entry *rival[2] = { NULL };
  double least = 0;
  for (guint i = 0; i < n; i++) {
    const bool is_same = !(e[i].time < chosen->time || e[i].time > chosen->time);
    if (!(e[i].role & TN_AS_CHOICE) || &e[i] == chosen ||
        e[i].row->buffers != chosen->row->buffers || !tn_source_predicts(e[i].row->source))
      continue;
    if (e[i].row->algorithm == chosen->row->algorithm)
      least = fmax(least, tn_expected_loss_within(tn_tune_ratio(e[i].time, chosen->time) - 1, 0));
    else if (!rival[is_same] || e[i].time < rival[is_same]->time)
      rival[is_same] = &e[i];
  }
  const struct tn_tune_entry *best = rival[rival[0] == NULL];
  if (!isnan(chosen->row->loss))
    return chosen->row->loss;
  if (!best || !tn_source_predicts(chosen->row->source))
    return NAN;
  *ret_is_bound = *ret_is_bound || best->row->is_stopped;
  return fmax(least, tn_expected_loss(tn_tune_ratio(best->time, chosen->time) - 1, 0));
}

char *tn_expected_text(double least, double most, bool is_bound)
{
  g_autofree char *from = g_strdup_printf("%.1f", 100 * least);
  g_autofree char *to = g_strdup_printf("%.1f", 100 * most);
  const bool is_range = !is_bound && strcmp(from, to) != 0;
  return isnan(most) ? NULL
                     : g_strdup_printf("%s%s%s%s %%", is_bound ? "< " : "", is_range ? from : "",
                                       is_range ? ".." : "", to);
}

const char *tn_expected_basis(const struct tn_row *row)
{
  return isnan(row->loss) ? "by the model's own error (turnstile explain --sensitivity adds the "
                            "errors of the parameters)"
                          : "by the errors of model and parameters that measurements left "
                            "(turnstile advise)";
}

struct tn_winner tn_tune_decide(const struct tn_tune_entry *e, guint n,
                                const struct tn_tune_entry *chosen,
                                const struct tn_tune_terms *terms)
{
  const struct tn_tune_entry *second = second_of(e, n, chosen, false);
  const struct tn_tune_entry *next = second_of(e, n, chosen, true);
  const struct tn_tune_entry *base = reference_of(e, n, terms->reference);
  const struct tn_tune_entry *best = tn_tune_best(e, n, TN_AS_CHOICE, terms->objective);
  const double margin = second ? tn_tune_ratio(second->time, chosen->time) - 1 : NAN;
  const double own = next ? tn_tune_ratio(next->time, chosen->time) : NAN;
  const double ratio = base ? tn_tune_ratio(base->time, chosen->time) : NAN;
  struct tn_winner w = { .first = chosen->row,
                         .last = chosen->row,
                         .second = second ? second->row : NULL,
                         .margin_min = margin,
                         .margin_max = margin,
                         .next = next ? next->row : NULL,
                         .next_min = own,
                         .next_max = own,
                         .same_second = true,
                         .differs = !(margin < TN_TUNE_TIE),
                         .reference = base ? base->row : NULL,
                         .reference_min = ratio,
                         .reference_max = ratio,
                         .loss_max = tn_tune_ratio(chosen->time, best->time) - 1,
                         .ranks_from = chosen->row->ranks,
                         .ranks_to = chosen->row->ranks,
                         .size_from = chosen->row->size,
                         .size_to = chosen->row->size,
                         .n_sizes = 1 };
  w.loss_sum = w.loss_max;
  for (guint i = 0; i < n; i++)
    w.n_candidates += (e[i].role & TN_AS_CHOICE) != 0;
  for (int b = 0; b < TN_N_BASELINES; b++) {
    const struct tn_tune_entry *other =
        tn_tune_best(e, n, (unsigned)TN_AS_BASELINE << b, terms->objective);
    const double over = other ? tn_tune_ratio(other->time, chosen->time) : NAN;
    w.baseline[b] = (struct tn_baseline_best){ other ? other->row : NULL, over, over, false };
  }
  doubt(&w, margin, terms);
  w.expected_min = w.expected_max = NAN;
  for (guint i = 0; i < n; i++) {
    if (!(e[i].role & TN_AS_CHOICE) || !tn_row_agrees(e[i].row, w.first, TN_ROLE_CHOICE, -1))
      continue;
    const double loss = decide_loss(e, n, &e[i], &w.expected_is_bound);
    w.expected_min = fmin(w.expected_min, loss);
    w.expected_max = fmax(w.expected_max, loss);
  }
  return w;
}

bool tn_tune_same_choice(const struct tn_row *a, const struct tn_row *b)
{
  return tn_row_agrees(a, b, TN_ROLE_CHOICE, -1) && a->decision == b->decision;
}

void tn_tune_extend(struct tn_winner *last, const struct tn_winner *next)
{
  last->last = next->last;
  last->size_to = next->size_to;
  last->margin_min = fmin(last->margin_min, next->margin_min);
  last->margin_max = fmax(last->margin_max, next->margin_max);
  last->next_varies = last->next_varies || next->next_varies ||
                      (last->next && next->next && !tn_tune_same_choice(last->next, next->next));
  last->next = last->next ? last->next : next->next;
  last->next_min = fmin(last->next_min, next->next_min);
  last->next_max = fmax(last->next_max, next->next_max);
  if (last->second && next->second)
    last->same_second = last->same_second && last->second->algorithm == next->second->algorithm;
  last->second = last->second ? last->second : next->second;
  last->reference = last->reference ? last->reference : next->reference;
  last->reference_min = fmin(last->reference_min, next->reference_min);
  last->reference_max = fmax(last->reference_max, next->reference_max);
  for (int b = 0; b < TN_N_BASELINES; b++) {
    struct tn_baseline_best *all = &last->baseline[b];
    const struct tn_row *row = next->baseline[b].row;
    all->changes = all->changes || next->baseline[b].changes ||
                   (all->row && row && !tn_tune_same_choice(all->row, row));
    all->row = all->row ? all->row : row;
    all->least = fmin(all->least, next->baseline[b].least);
    all->most = fmax(all->most, next->baseline[b].most);
  }
  last->loss_sum += next->loss_sum;
  last->loss_max = fmax(last->loss_max, next->loss_max);
  last->expected_min = fmin(last->expected_min, next->expected_min);
  last->expected_max = fmax(last->expected_max, next->expected_max);
  last->expected_is_bound = last->expected_is_bound || next->expected_is_bound;
  last->n_sizes++;
  last->n_candidates = MIN(last->n_candidates, next->n_candidates);
  last->n_noise += next->n_noise;
  last->n_jitter += next->n_jitter;
  last->n_error += next->n_error;
}

GHashTable *tn_tune_numbers_new(void)
{
  return g_hash_table_new_full(tn_row_key_hash, tn_row_key_equal, g_free, NULL);
}

guint tn_tune_number(GHashTable *known, const struct tn_row *row, unsigned roles, int except)
{
  const struct tn_row_key key = { row, roles, except };
  gpointer number;
  if (g_hash_table_lookup_extended(known, &key, NULL, &number))
    return GPOINTER_TO_UINT(number);
  const guint fresh = g_hash_table_size(known);
  g_hash_table_insert(known, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(fresh));
  return fresh;
}

guint tn_tune_end_of_size(const GArray *entries, guint begin)
{
  const struct tn_tune_entry *e = &g_array_index(entries, struct tn_tune_entry, begin);
  guint end = begin + 1;
  while (end < entries->len && e[end - begin].context == e->context &&
         e[end - begin].row->ranks == e->row->ranks && e[end - begin].row->size == e->row->size)
    end++;
  return end;
}

guint tn_tune_end_of_table(const GArray *entries, guint begin)
{
  guint end = begin + 1;
  while (end < entries->len &&
         tn_tune_entry_at(entries, end)->context == tn_tune_entry_at(entries, begin)->context)
    end++;
  return end;
}
