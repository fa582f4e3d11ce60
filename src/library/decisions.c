#include <math.h>

#include "compare/compare_stats.h"
#include "compare/stats.h"
#include "compare/trace.h"
#include "platform/contents.h"
#include "private.h"
#include "tune/tune.h"

G_STATIC_ASSERT((int)TURNSTILE_OBJECTIVE_SPAN == (int)TN_OBJECTIVE_SPAN);
G_STATIC_ASSERT((int)TURNSTILE_OBJECTIVE_MEDIAN == (int)TN_OBJECTIVE_MEDIAN);
G_STATIC_ASSERT((int)TURNSTILE_OBJECTIVE_P5 == (int)TN_OBJECTIVE_P5);

struct _TurnstileWinners {
  GPtrArray *rows;
  GArray *winners; /* struct tn_winner, of these rows */
  enum tn_objective objective;
};

struct _TurnstileComparison {
  GPtrArray *predicted, *measured;
  struct tn_comparison *comparison; /* of these rows */
};

static bool check_objective(TurnstileObjective objective, GError **error)
{
  return objective <= TURNSTILE_OBJECTIVE_P5 ||
         tn_library_refuse(error, TURNSTILE_ERROR_INPUT,
                           g_error_new(TURNSTILE_ERROR, 0, "objective %d: out of range (0 to %d)",
                                       (int)objective, (int)TURNSTILE_OBJECTIVE_P5));
}

TurnstileWinners *turnstile_study_tune(const TurnstileStudy *study, TurnstileObjective objective,
                                       GError **error)
{
  GError *why = NULL;
  if (!check_objective(objective, error))
    return NULL;
  TurnstileWinners *w = g_new0(TurnstileWinners, 1);
  w->rows = tn_library_rows(study);
  w->objective = (enum tn_objective)objective;
  w->winners = tn_tune(w->rows, w->objective, &why);
  if (w->winners)
    return w;
  tn_library_refuse(error, TURNSTILE_ERROR_INPUT, why);
  turnstile_winners_free(w);
  return NULL;
}

void turnstile_winners_free(TurnstileWinners *winners)
{
  if (!winners)
    return;
  g_clear_pointer(&winners->winners, g_array_unref);
  g_ptr_array_unref(winners->rows);
  g_free(winners);
}

guint turnstile_winners_n(const TurnstileWinners *winners)
{
  return winners->winners->len;
}

void turnstile_winners_get(const TurnstileWinners *winners, guint i, TurnstileWinner *ret_winner)
{
  if (i >= turnstile_winners_n(winners))
    return;
  const struct tn_winner *w = &g_array_index(winners->winners, struct tn_winner, i);
  *ret_winner = (TurnstileWinner){
    .platform = w->first->platform,
    .collective = w->first->collective,
    .algorithm = w->first->algorithm,
    .params = w->first->params->text,
    .mechanism = w->first->mechanism,
    .second = w->second ? w->second->algorithm : NULL,
    .ranks = (int)w->first->ranks,
    .from_bytes = (gsize)w->first->size,
    .to_bytes = (gsize)w->last->size,
    .from_time = tn_row_time(w->first, winners->objective),
    .to_time = tn_row_time(w->last, winners->objective),
    .margin_min = w->margin_min,
    .margin_max = w->margin_max,
    .differs = w->differs,
    .n_candidates = w->n_candidates,
  };
}

static bool read_rows(const char *file, GPtrArray *rows, GError **error)
{
  gsize length = 0;
  g_autofree char *text = tn_contents_read(file, TN_CONTENTS_MOST, &length, error);
  g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
  struct tn_trace trace = {
    .file = file, .text = text, .length = length, .rows = rows, .notes = notes
  };
  return text && tn_trace_parse(&trace, error);
}

TurnstileComparison *turnstile_study_compare(const TurnstileStudy *study, const char *file,
                                             TurnstileObjective objective, GError **error)
{
  GError *why = NULL;
  if (!check_objective(objective, error))
    return NULL;
  TurnstileComparison *c = g_new0(TurnstileComparison, 1);
  c->predicted = tn_library_rows(study);
  c->measured = tn_rows_new();
  if (read_rows(file, c->measured, &why))
    c->comparison = tn_compare(c->predicted, c->measured, (enum tn_objective)objective, &why);
  if (c->comparison)
    return c;
  tn_library_refuse(error, TURNSTILE_ERROR_INPUT, why);
  turnstile_comparison_free(c);
  return NULL;
}

void turnstile_comparison_free(TurnstileComparison *comparison)
{
  if (!comparison)
    return;
  g_clear_pointer(&comparison->comparison, tn_comparison_free);
  g_ptr_array_unref(comparison->predicted);
  g_ptr_array_unref(comparison->measured);
  g_free(comparison);
}

guint turnstile_comparison_n(const TurnstileComparison *comparison)
{
  return comparison->comparison->points->len;
}

static const struct tn_compared *compared_at(const TurnstileComparison *comparison, guint i)
{
  return &g_array_index(comparison->comparison->points, struct tn_compared, i);
}

void turnstile_comparison_get(const TurnstileComparison *comparison, guint i,
                              TurnstileCompared *ret_compared)
{
  if (i >= turnstile_comparison_n(comparison))
    return;
  const struct tn_compared *p = compared_at(comparison, i);
  *ret_compared = (TurnstileCompared){
    .collective = p->predicted->collective,
    .algorithm = p->predicted->algorithm,
    .params = p->predicted->params->text,
    .mechanism = p->predicted->mechanism,
    .ranks = (int)p->predicted->ranks,
    .bytes = (gsize)p->predicted->size,
    .predicted = p->predicted_us * 1e-6,
    .measured = p->measured_us * 1e-6,
    .n_measured = p->n_measured,
  };
}

void turnstile_comparison_errors(const TurnstileComparison *comparison, TurnstileErrors *ret_errors)
{
  g_autoptr(GArray) errors = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < turnstile_comparison_n(comparison); i++) {
    const double e = tn_compared_error(compared_at(comparison, i)), size = fabs(e);
    g_array_append_val(errors, e);
    g_array_append_val(sizes, size);
  }
  *ret_errors = (TurnstileErrors){
    .n = errors->len,
    .predicted_alone = comparison->comparison->predicted_alone,
    .measured_alone = comparison->comparison->measured_alone,
    .bias = tn_quantile(errors, 0.5),
    .median = tn_quantile(sizes, 0.5),
    .p90 = tn_quantile(sizes, 0.9),
  };
}
