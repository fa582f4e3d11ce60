#include "rewritten.h"

#include <math.h>

#include "signals.h"
#include "study/cost.h"
#include "study/study_rows.h"
#include "tune/tune.h"
#include "tuning/tune_text.h"

/* Smallest factor by which a time must change so that the change is reported. */
#define REWRITTEN_MUCH 2.0

/* Largest cost (tn_point_cost) of a point that is simulated again for a remark: about half a
 * second. */
#define REWRITTEN_COSTLY 1e5

void tn_rewritten_try(struct tn_rewritten *r, const bool *wanted)
{
  g_autoptr(GArray) hints = g_array_new(FALSE, FALSE, sizeof(double));
  struct tn_trials *trials = tn_trials_new(r->study, NULL);
  for (guint i = 0; i < r->rows->len; i++) {
    if (!wanted[i])
      continue;
    struct tn_point point = *tn_study_point(r->study, g_array_index(r->points, guint, i));
    point.buffers = TN_BUFFERS_REWRITTEN;
    tn_trials_try(trials, &point);
    g_array_append_val(hints, ((const struct tn_row *)r->rows->pdata[i])->avg);
  }
  r->run(r->data, tn_trials_study(trials), (const double *)(const void *)hints->data);
  tn_study_rows(tn_trials_study(trials), NULL, r->more);
  tn_trials_free(trials);
}

void tn_rewritten_try_best(struct tn_rewritten *r, const bool *wanted, bool *may_win)
{
  const int buffers = tn_row_column("buffers");
  const unsigned roles = TN_ROLE_CONTEXT | TN_ROLE_SIZE;
  g_autoptr(GHashTable) best =
      g_hash_table_new_full(tn_row_key_hash, tn_row_key_equal, g_free, NULL);
  tn_rewritten_try(r, wanted);
  for (guint i = 0; i < r->more->len; i++) {
    struct tn_row *row = r->more->pdata[i];
    const struct tn_row_key key = { row, roles, buffers };
    const struct tn_row *other = g_hash_table_lookup(best, &key);
    if (!other || tn_row_time(row, r->objective) < tn_row_time(other, r->objective))
      g_hash_table_replace(best, g_memdup2(&key, sizeof key), row);
  }
  for (guint i = 0; i < r->rows->len; i++) {
    const struct tn_row_key key = { r->rows->pdata[i], roles, buffers };
    const struct tn_row *other = g_hash_table_lookup(best, &key);
    may_win[i] = may_win[i] && !wanted[i] && other &&
                 tn_row_time(r->rows->pdata[i], r->objective) < tn_row_time(other, r->objective);
  }
  tn_rewritten_try(r, may_win);
}

/* Keeps the wanted rows of only one in `step` sizes, so that about `most` rows remain (0: all).
 * Returns the step. */
static guint thin(const GPtrArray *rows, bool *wanted, guint most)
{
  const unsigned roles = TN_ROLE_CONTEXT | TN_ROLE_SIZE;
  g_autoptr(GHashTable) sizes = tn_tune_numbers_new();
  guint n = 0;
  for (guint i = 0; i < rows->len; i++) {
    tn_tune_number(sizes, rows->pdata[i], roles, -1);
    n += wanted[i];
  }
  const guint step = most ? MIN((n + most - 1) / most, g_hash_table_size(sizes)) : 1;
  for (guint i = 0; i < rows->len && step > 1; i++)
    if (tn_tune_number(sizes, rows->pdata[i], roles, -1) % step != step / 2)
      wanted[i] = false;
  return step;
}

/* Removes points that take long to simulate from `fastest` and `may_win`. Returns how many of them
 * were in `fastest`. */
static guint leave_costly(const struct tn_rewritten *r, bool *fastest, bool *may_win)
{
  guint n = 0;
  for (guint i = 0; i < r->rows->len; i++) {
    const guint number = g_array_index(r->points, guint, i);
    if (tn_point_cost(tn_study_point(r->study, number)) <= REWRITTEN_COSTLY)
      continue;
    n += fastest[i];
    fastest[i] = may_win[i] = false;
  }
  return n;
}

/* Returns a remark on the context with the largest changes, with the number of other changed
 * contexts. `step`: one in this many sizes was tried. */
static char *remark_of(const struct tn_rewritten *r, guint step)
{
  struct tn_other_states *states = tn_other_states_new(r->rows, r->more, r->objective);
  g_autoptr(GHashTable) contexts = tn_tune_numbers_new();
  g_autoptr(GPtrArray) most = NULL; /* result for the context with the largest changes */
  const struct tn_row *most_row = NULL;
  guint n = 0;
  for (guint i = 0; i < r->rows->len; i++) {
    const struct tn_row *row = r->rows->pdata[i];
    const guint n_known = g_hash_table_size(contexts);
    if (tn_tune_number(contexts, row, TN_ROLE_CONTEXT, -1) < n_known)
      continue;
    g_autoptr(GPtrArray) found = tn_other_states_of(states, row);
    const struct tn_other_state *state = found->len ? found->pdata[0] : NULL;
    if (!state || (state->changes->len == 0 && !(state->ratio_max > REWRITTEN_MUCH) &&
                   !(state->ratio_min < 1 / REWRITTEN_MUCH)))
      continue;
    n++;
    if (most && state->ratio_max <= ((const struct tn_other_state *)most->pdata[0])->ratio_max)
      continue;
    g_clear_pointer(&most, g_ptr_array_unref);
    most = g_steal_pointer(&found);
    most_row = row;
  }
  tn_other_states_free(states);
  if (n == 0)
    return NULL;
  g_autofree char *subject = tn_tune_subject(most_row, NULL);
  g_autofree char *change = tn_tune_state_text(most->pdata[0]);
  const bool is_only = g_hash_table_size(contexts) == 1;
  GString *text = g_string_new("if the buffers are rewritten before each call, ");
  g_string_append_printf(text, "%s%s%s", is_only ? "" : subject, is_only ? "" : ": ", change);
  if (n > 1)
    g_string_append_printf(text, "; %u more table%s", n - 1, n == 2 ? " changes" : "s change");
  if (step > 1)
    g_string_append_printf(text, " (tried at 1 of every %u sizes)", step);
  return g_string_free(text, FALSE);
}

static void run_trials(void *data, struct tn_study *study, const double *hints)
{
  tn_study_runner *const *run = data;
  (void)hints;
  (*run)(study);
}

char *tn_rewritten_remark(const struct tn_study *study, const GArray *points,
                          enum tn_objective objective, guint most, tn_study_runner *run)
{
  g_autoptr(GPtrArray) rows = tn_rows_new(), more = tn_rows_new();
  g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < (points ? points->len : tn_study_n(study)); i++) {
    const guint number = points ? g_array_index(points, guint, i) : i;
    if (tn_study_outcome(study, number)->state != TN_DONE ||
        tn_study_point(study, number)->buffers != TN_BUFFERS_UNCHANGED)
      continue;
    g_ptr_array_add(rows, tn_study_row(study, number, NULL));
    g_array_append_val(numbers, number);
  }
  struct tn_rewritten r = { study, rows, numbers, objective, run_trials, &run, more };
  g_autofree bool *fastest = g_new0(bool, rows->len + 1);
  g_autofree bool *may_win = g_new0(bool, rows->len + 1);
  tn_tune_shortlist(rows, objective, TN_REWRITTEN_RIVALS, fastest);
  tn_tune_shortlist(rows, objective, (int)rows->len, may_win);
  const guint n_costly = leave_costly(&r, fastest, may_win);
  const guint step = thin(rows, fastest, most);
  if (step > 1)
    tn_rewritten_try(&r, fastest);
  else
    tn_rewritten_try_best(&r, fastest, may_win);
  g_autofree char *remark = remark_of(&r, step);
  if (n_costly == 0)
    return g_steal_pointer(&remark);
  return g_strdup_printf("%s; --buffers rewritten was not tried at %u point%s (long to simulate)",
                         remark ? remark : "the buffers are unchanged and stay in caches", n_costly,
                         n_costly == 1 ? "" : "s");
}

char *tn_note_rewritten(const struct tn_results *results, const GArray *points,
                        enum tn_objective objective, guint most, tn_study_runner *run)
{
  const struct tn_study *study = results->plan->study;
  const struct tn_conditions *c = tn_study_conditions(study);
  if (results->source != TN_SOURCE_SIM || results->plan->settings->buffers || c->ideal ||
      c->outputs.timeline || tn_signal_caught)
    return NULL;
  return tn_rewritten_remark(study, points, objective, most, run);
}
