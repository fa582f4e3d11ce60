#include "gap_causes.h"

#include <math.h>

#include "platform/params.h"
#include "study/study_rows.h"

/* Relative changes tried first, up and down; then, for the LIKELIEST parameters, the intervals
 * around the best value are halved. */
static const double ladder[] = { 0.1, 0.25, 0.5, 1.0, 3.0 };
enum { LIKELIEST = 8, HALVINGS = 9 };

/* A tried value of a parameter, and the sum of squared differences that remains. */
struct attempt {
  double value, rest;
  guint ticket;
};

struct trace {
  const char *option, *const *words; /* as in tn_gap_cause */
  enum tn_param param;
  double value;     /* the platform's */
  GArray *attempts; /* struct attempt, sorted by value */
  guint n_known;
};

struct inquiry {
  const struct tn_study *study;
  const double *truth;
  enum tn_objective objective;
  struct tn_trials *trials;
  GArray *points; /* guint: points whose given time is known */
  double before;  /* sum of squared differences with the platform's values */
  GPtrArray *traces;
};

static void trace_free(void *data)
{
  struct trace *t = data;
  g_array_unref(t->attempts);
  g_free(t);
}

/* Returns approximately the square of log(time / other). */
static double square(double time, double other)
{
  return time / other + other / time - 2.0;
}

static void ask(struct inquiry *q, struct trace *t, double value)
{
  struct attempt a = { .value = value, .rest = NAN };
  for (guint i = 0; i < q->points->len; i++) {
    const guint ticket =
        tn_trials_ask(q->trials, g_array_index(q->points, guint, i), t->param, value);
    if (i == 0)
      a.ticket = ticket;
  }
  g_array_append_val(t->attempts, a);
}

/* Requests the points with another kind of pages or, if `setup` is given, another kernel profile. */
static void ask_switch(struct inquiry *q, const char *option, const char *const *words,
                       double value, double other, const struct tn_setup *setup)
{
  struct trace *t = g_new0(struct trace, 1);
  struct attempt tried[] = { { .value = value, .rest = q->before },
                             { .value = other, .rest = NAN } };
  for (guint i = 0; i < q->points->len; i++) {
    struct tn_point moved = *tn_study_point(q->study, g_array_index(q->points, guint, i));
    if (setup)
      moved.setup = setup;
    else
      moved.backing = (enum tn_backing)other;
    const guint ticket = tn_trials_try(q->trials, &moved);
    if (i == 0)
      tried[1].ticket = ticket;
  }
  t->option = option;
  t->words = words;
  t->value = value;
  t->attempts = g_array_new(FALSE, FALSE, sizeof(struct attempt));
  t->n_known = 1;
  g_array_append_vals(t->attempts, tried, G_N_ELEMENTS(tried));
  g_ptr_array_add(q->traces, t);
}

/* Tries the other kinds of pages and kernel profiles. All points of a study have the same. */
static void add_switches(struct inquiry *q)
{
  const struct tn_point *first = tn_study_point(q->study, g_array_index(q->points, guint, 0));
  const struct tn_setup *own = first->setup;
  for (int i = 0; tn_backing_names[i]; i++)
    if (i != (int)first->backing)
      ask_switch(q, "--backing", tn_backing_names, first->backing, i, NULL);
  for (int i = 0; tn_kernel_names[i]; i++) {
    const struct tn_setup *setup =
        i == (int)own->kernel ? NULL
                              : tn_study_setup(tn_trials_study(q->trials), own->platform,
                                               TN_JUST(i), own->overrides, own->n_overrides, NULL);
    if (setup)
      ask_switch(q, "--kernel", tn_kernel_names, own->kernel, i, setup);
  }
}

static int by_value(gconstpointer a, gconstpointer b)
{
  const struct attempt *x = a, *y = b;
  return (x->value > y->value) - (x->value < y->value);
}

/* Runs the requested trials (tried values) and computes their sums of squared differences. Returns
 * false if interrupted. */
static bool settle(struct inquiry *q)
{
  if (!tn_trials_run(q->trials))
    return false;
  for (guint i = 0; i < q->traces->len; i++) {
    struct trace *t = q->traces->pdata[i];
    for (guint k = t->n_known; k < t->attempts->len; k++) {
      struct attempt *a = &g_array_index(t->attempts, struct attempt, k);
      double sum = 0.0;
      for (guint p = 0; p < q->points->len; p++)
        sum += square(tn_trials_time(q->trials, a->ticket + p, q->objective),
                      q->truth[g_array_index(q->points, guint, p)]);
      a->rest = isnan(sum) ? INFINITY : sum;
    }
    t->n_known = t->attempts->len;
    g_array_sort(t->attempts, by_value);
  }
  return true;
}

static const struct attempt *best_of(const struct trace *t)
{
  const struct attempt *best = &g_array_index(t->attempts, struct attempt, 0);
  for (guint i = 1; i < t->attempts->len; i++) {
    const struct attempt *a = &g_array_index(t->attempts, struct attempt, i);
    if (a->rest < best->rest)
      best = a;
  }
  return best;
}

static bool has_tried(const struct trace *t, double value)
{
  for (guint i = 0; i < t->attempts->len; i++) {
    const double other = g_array_index(t->attempts, struct attempt, i).value;
    if (!(other < value) && !(other > value))
      return true;
  }
  return false;
}

/* Starts the search along one parameter, at its value in the first point; all points of a study
 * have the same value. */
static void add_trace(struct inquiry *q, enum tn_param p)
{
  const guint first = g_array_index(q->points, guint, 0);
  const struct tn_setup *setup = tn_study_point(q->study, first)->setup;
  const double value = setup->values[p];
  bool is_charged = false;
  for (guint i = 0; i < q->points->len && !is_charged; i++)
    is_charged = tn_trials_charged(q->trials, g_array_index(q->points, guint, i), p);
  if (!tn_param_can_move(p, value) || !is_charged || tn_setup_follows(setup, p) ||
      tn_params[p].calibration == TN_CALIBRATE_SYSTEM)
    return;
  struct trace *t = g_new0(struct trace, 1);
  const struct attempt as_it_is = { .value = value, .rest = q->before };
  t->param = p;
  t->value = value;
  t->attempts = g_array_new(FALSE, FALSE, sizeof(struct attempt));
  t->n_known = 1;
  g_array_append_val(t->attempts, as_it_is);
  g_ptr_array_add(q->traces, t);
  for (size_t i = 0; i < G_N_ELEMENTS(ladder); i++)
    for (int up = 0; up < 2; up++) {
      const double other = tn_param_moved(p, value, ladder[i], up);
      if (!has_tried(t, other))
        ask(q, t, other);
    }
}

static int by_rest(gconstpointer a, gconstpointer b)
{
  const struct trace *x = *(struct trace *const *)a, *y = *(struct trace *const *)b;
  const double first = best_of(x)->rest, second = best_of(y)->rest;
  if (first < second || first > second)
    return first < second ? -1 : 1;
  return (x->param > y->param) - (x->param < y->param);
}

/* Requests the midpoints around the best value. Returns false if no midpoint is new. */
static bool halve(struct inquiry *q, struct trace *t)
{
  const guint n = t->attempts->len;
  const guint at = (guint)(best_of(t) - &g_array_index(t->attempts, struct attempt, 0));
  const double value = g_array_index(t->attempts, struct attempt, at).value;
  bool any = false;
  for (int side = 0; side < 2 && !t->option; side++) {
    if (side ? at + 1 >= n : at == 0)
      continue;
    const double other = g_array_index(t->attempts, struct attempt, side ? at + 1 : at - 1).value;
    const double middle = tn_param_between(t->param, value, other);
    if (!(middle > fmin(value, other)) || !(middle < fmax(value, other)) || has_tried(t, middle))
      continue;
    ask(q, t, middle);
    any = true;
  }
  return any;
}

static bool investigate(struct inquiry *q)
{
  add_switches(q);
  for (int p = 0; p < TN_N_PARAMS; p++)
    add_trace(q, (enum tn_param)p);
  if (q->traces->len > 0 && !settle(q))
    return false;
  g_ptr_array_sort(q->traces, by_rest);
  for (int round = 0; round < HALVINGS; round++) {
    bool any = false;
    for (guint i = 0; i < MIN(q->traces->len, LIKELIEST); i++)
      any = halve(q, q->traces->pdata[i]) || any;
    if (any && !settle(q))
      return false;
  }
  g_ptr_array_sort(q->traces, by_rest);
  return true;
}

GArray *tn_gap_causes(const struct tn_study *study, const double *truth,
                      enum tn_objective objective, struct tn_trials *trials, double *ret_before,
                      GError **error)
{
  struct inquiry q = { .study = study, .truth = truth, .objective = objective, .trials = trials };
  GArray *causes = g_array_new(FALSE, FALSE, sizeof(struct tn_gap_cause));
  q.points = g_array_new(FALSE, FALSE, sizeof(guint));
  q.traces = g_ptr_array_new_with_free_func(trace_free);
  for (guint i = 0; i < tn_study_n(study); i++) {
    const double time = tn_study_time(study, i, objective);
    if (!(time > 0.0) || !(truth[i] > 0.0))
      continue;
    g_array_append_val(q.points, i);
    q.before += square(time, truth[i]);
  }
  const double before = q.points->len ? sqrt(q.before / q.points->len) : 0.0;
  if (before >= TN_GAP_NEGLIGIBLE && !investigate(&q)) {
    g_clear_pointer(&causes, g_array_unref);
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INTR, "interrupted");
  }
  for (guint i = 0; i < q.traces->len && causes; i++) {
    const struct trace *t = q.traces->pdata[i];
    const struct tn_point *point = tn_study_point(q.study, g_array_index(q.points, guint, 0));
    const struct attempt *best = best_of(t);
    const double n = q.points->len;
    const double stated = t->option ? 0.0 : tn_setup_error(point->setup, t->param);
    struct tn_gap_cause s = { .option = t->option,
                              .words = t->words,
                              .param = t->param,
                              .value = t->value,
                              .fits = best->value,
                              .error = stated,
                              .is_outside =
                                  stated > 0.0 &&
                                  (best->value > tn_param_moved(t->param, t->value, stated, true) ||
                                   best->value < tn_param_moved(t->param, t->value, stated, false)),
                              .before = sqrt(q.before / n),
                              .after = sqrt(fmax(best->rest, 0.0) / n) };
    const struct tn_gap_cause *first =
        causes->len ? &g_array_index(causes, struct tn_gap_cause, 0) : &s;
    s.is_like_first = s.after <= first->after + TN_GAP_DISTINCT * s.before;
    if (best->rest < q.before)
      g_array_append_val(causes, s);
  }
  g_ptr_array_unref(q.traces);
  g_array_unref(q.points);
  *ret_before = before;
  return causes;
}
