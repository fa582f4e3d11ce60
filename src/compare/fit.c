/* Fits logarithms of closed forms (fit_forms.c) by least squares (Levenberg-Marquardt). Tries each
 * measured size as the size above which the protocol changes. */
#include "fit.h"

#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "fit/least.h"
#include "stats.h"

const char *const tn_fit_assumption_names[] = { "serial", "fragments", "parallel", "queued", NULL };

/* Unknowns are logarithms: values stay positive and errors are relative. */
enum { MAX_UNKNOWNS = 7 + 3 * TN_N_DISTANCES };
G_STATIC_ASSERT(MAX_UNKNOWNS <= (int)TN_LEAST_MAX);

struct problem {
  const GArray *points;
  const struct tn_fit_point *point; /* [points->len] */
  const double *values;
  const bool *known; /* [TN_N_PARAMS] */
  enum tn_fit_assumption assumption;
  double limit[2];          /* bytes: largest size sent eagerly, of messages and of trees */
  double held[2];           /* bytes: known limits; NAN: not known, so measured sizes are tried */
  int n_unknowns, n_needed; /* n_needed: number of points that the fit needs */
  enum tn_param unknown[MAX_UNKNOWNS];
  double weight[2]; /* weight of the residuals of messages, and of those of trees */
  double pull;      /* weight of the prior's residual, log(value / start value) */
  bool has_trees;
  bool fits_lines;    /* true if line_latency is fitted: small messages have several distances */
  double page_most;   /* seconds: upper limit of pin_time; INFINITY without single copies */
  bool robust;        /* true if the sum of absolute residuals is minimised, not of squares */
  double *own_weight; /* [points]: factor of each point's weight; NULL: 1 */
};

static bool is_above(const struct problem *p, const struct tn_fit_point *at)
{
  return at->bytes > p->limit[at->children > 0];
}

/* Sets tied[q] to the unknown that gives parameter q its value; -1 if the value is fixed. */
static void tie(const struct problem *p, int tied[TN_N_PARAMS])
{
  static const enum tn_param alone[] = { TN_P_RECEIVE_OVERHEAD, TN_P_MEMCPY_RATE, TN_P_COPY_RATE };
  int follows[] = { p->known[TN_P_SEND_OVERHEAD] ? -1 : TN_P_SEND_OVERHEAD, -1, -1 };
  for (int q = 0; q < TN_N_PARAMS; q++)
    tied[q] = -1;
  for (int i = p->n_unknowns - 1; i >= 0; i--) {
    const enum tn_param q = p->unknown[i];
    const int d = (int)q - TN_P_COPY_RATE_CLASS;
    tied[q] = (int)q;
    if (d < 0 || d >= TN_N_DISTANCES)
      continue;
    if (d > TN_SAME_CORE || follows[2] < 0)
      follows[2] = (int)q; /* the nearest distance except the same core */
    /* The receiver reads a slot's lines: the unknown named copy_rate also gives line_rate. */
    if (p->assumption < TN_FIT_PARALLEL && !p->known[TN_P_LINE_RATE + d])
      tied[TN_P_LINE_RATE + d] = (int)q;
  }
  /* Messages alone determine only the sum of copy-in and copy-out: both get the same value. */
  follows[1] = p->has_trees ? -1 : follows[2];
  for (size_t i = 0; i < G_N_ELEMENTS(alone); i++)
    if (tied[alone[i]] < 0 && follows[i] >= 0 && !p->known[alone[i]])
      tied[alone[i]] = follows[i];
}

static void put_in(const struct problem *p, const double *x, double *ret_values)
{
  int tied[TN_N_PARAMS];
  memcpy(ret_values, p->values, sizeof(double) * TN_N_PARAMS);
  for (int i = 0; i < p->n_unknowns; i++)
    /* A page takes at most page_most seconds, whatever value x[i] has. */
    ret_values[p->unknown[i]] =
        p->unknown[i] == TN_P_PIN_TIME ? 1 / (exp(-x[i]) + 1 / p->page_most) : exp(x[i]);
  tie(p, tied);
  for (int q = 0; q < TN_N_PARAMS; q++)
    if (tied[q] >= 0)
      ret_values[q] = ret_values[tied[q]];
  if (p->values[TN_P_LINE_RATE_PEER_L2] == p->values[TN_P_LINE_RATE_LLC]) /* its default */
    ret_values[TN_P_LINE_RATE_PEER_L2] = ret_values[TN_P_LINE_RATE_LLC];
}

static double deviation(const struct problem *p, const double *values, guint i)
{
  const struct tn_fit_point *at = &p->point[i];
  return log(tn_fit_seconds(p->assumption, values, at, is_above(p, at)) / at->seconds);
}

static int residuals(void *data, int m, int n, const double *x, double *f, int flag)
{
  const struct problem *p = data;
  double values[TN_N_PARAMS];
  (void)m;
  (void)flag;
  put_in(p, x, values);
  for (guint i = 0; i < p->points->len; i++)
    f[i] = p->weight[p->point[i].children > 0] * (p->own_weight ? p->own_weight[i] : 1) *
           deviation(p, values, i);
  for (int i = 0; i < n; i++)
    f[(int)p->points->len + i] = p->pull * log(values[p->unknown[i]] / p->values[p->unknown[i]]);
  return 0;
}

static void add_unknown(struct problem *p, enum tn_param q)
{
  if (!p->known[q])
    p->unknown[p->n_unknowns++] = q;
}

struct coverage {
  /* true if the distance has points; true if the distance has points of the smallest size class */
  bool distance[TN_N_DISTANCES], small[TN_N_DISTANCES];
  bool above, in_l2; /* true if there are single copies; true if any stays in the reader's L2 */
  int n[2];          /* numbers of messages and of trees */
};

static struct coverage find_coverage(struct problem *p)
{
  struct coverage s = { 0 };
  int n_small = 0;
  p->page_most = INFINITY;
  for (guint i = 0; i < p->points->len; i++) {
    const struct tn_fit_point *at = &p->point[i];
    s.distance[at->distance] = true;
    s.small[at->distance] |= tn_size_class_of(at->bytes) == TN_SMALL;
    s.n[at->children > 0]++;
    if (p->assumption < TN_FIT_PARALLEL || !is_above(p, at))
      continue;
    s.above = true;
    s.in_l2 |= tn_fit_is_in_l2(p->values, at);
    p->page_most = fmin(p->page_most, at->seconds / ceil(at->bytes / p->values[TN_P_PAGE_SIZE]));
  }
  for (int d = 0; d < TN_N_DISTANCES; d++)
    n_small += s.small[d];
  p->has_trees = s.n[1] > 0;
  p->fits_lines = n_small > 1;
  return s;
}

/* Chooses the unknowns, and weights so that messages and trees count the same. */
static void choose_unknowns(struct problem *p)
{
  const struct coverage s = find_coverage(p);
  add_unknown(p, TN_P_SEND_OVERHEAD);
  if (p->has_trees || p->known[TN_P_SEND_OVERHEAD])
    add_unknown(p, TN_P_RECEIVE_OVERHEAD);
  /* A message in pieces is as slow as its slower end; a whole one gives only the sum of both. */
  if (p->has_trees || p->assumption == TN_FIT_FRAGMENTS || p->assumption == TN_FIT_QUEUED)
    add_unknown(p, TN_P_MEMCPY_RATE);
  if (p->assumption == TN_FIT_QUEUED && p->has_trees && p->values[TN_P_QUEUE_LINES] > 0)
    add_unknown(p, TN_P_QUEUE_LINES);
  for (int d = 0; d < TN_N_DISTANCES && p->assumption == TN_FIT_QUEUED; d++)
    if (s.distance[d])
      add_unknown(p, (enum tn_param)(TN_P_LINE_RATE + d));
  if (s.above)
    add_unknown(p, TN_P_ALPHA);
  if (s.above && p->has_trees)
    add_unknown(p, TN_P_GAMMA_B);
  for (int d = 0; d < TN_N_DISTANCES; d++)
    if (s.distance[d] || (d == TN_SAME_CORE && s.in_l2))
      add_unknown(p, (enum tn_param)(TN_P_COPY_RATE_CLASS + d));
  p->n_needed = p->n_unknowns;
  /* The next unknowns stay near their start values unless they improve the fit. */
  for (int d = 0; d < TN_N_DISTANCES; d++)
    if (s.small[d])
      add_unknown(p, (enum tn_param)(TN_P_LINE_LATENCY + d));
  if (s.above)
    add_unknown(p, TN_P_PIN_TIME);
  for (int set = 0; set < 2; set++)
    p->weight[set] = s.n[set] ? sqrt((double)p->points->len / s.n[set]) : 0;
}

/* Solves from the start x. Sets x and errors. Returns the sum of squares, the prior's included. */
static double solve_from(struct problem *p, double *x, double *errors, bool *ret_converged)
{
  const struct tn_least least = { .residuals = residuals,
                                  .data = p,
                                  .tolerance = 1e-10,
                                  .m = (int)p->points->len + p->n_unknowns,
                                  .n = p->n_unknowns };
  return tn_least_solve(&least, x, errors, ret_converged);
}

/* Sets the points' own weights to 1 / sqrt(|residual|) at x, so squares become absolute values; the
 * prior has the median weight. Returns the mean of what is minimised: each absolute residual times
 * the squared weight of its kind, so that messages and trees count the same. */
static double reweight(struct problem *p, const double *x)
{
  const double least = 1e-3;
  double values[TN_N_PARAMS], sum = 0;
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(double));
  put_in(p, x, values);
  for (guint i = 0; i < p->points->len; i++) {
    const double off = fabs(deviation(p, values, i));
    const double weight = p->weight[p->point[i].children > 0];
    sum += weight * weight * off;
    p->own_weight[i] = 1 / sqrt(fmax(off, least));
    tn_push(all, off);
  }
  p->pull = sqrt(tn_quantile(all, 0.5)) / TN_PRIOR_DEVIATION;
  return sum / p->points->len;
}

/* Minimises absolute residuals from x by reweighted least squares. Returns the square of their
 * mean. */
static double solve_robust(struct problem *p, double *x, double *errors, bool *ret_converged)
{
  enum { ROUNDS = 5 };
  double mean = 0;
  p->own_weight = g_new(double, p->points->len);
  reweight(p, x);
  for (int round = 0; round < ROUNDS; round++) {
    solve_from(p, x, errors, ret_converged);
    mean = reweight(p, x);
  }
  g_clear_pointer(&p->own_weight, g_free);
  return mean * mean;
}

/* Solves with p->limit. Returns the sum of squares divided by the number of points. */
static double solve(struct problem *p, double *x, double *errors, bool *ret_converged)
{
  const double n = p->points->len;
  for (int i = 0; i < p->n_unknowns; i++)
    x[i] = log(p->values[p->unknown[i]]);
  p->pull = TN_FIRST_PULL;
  p->pull = sqrt(solve_from(p, x, errors, ret_converged) / n) / TN_PRIOR_DEVIATION;
  const double squares = solve_from(p, x, errors, ret_converged) / n;
  return p->robust ? solve_robust(p, x, errors, ret_converged) : squares;
}

/* Reports line_latency and pin_time, which the data determine only jointly with another value. */
static void report_shared(const struct problem *p, struct tn_fit *ret)
{
  for (int d = 0; d < TN_N_DISTANCES; d++) {
    struct tn_param_value *line = &ret->fitted[TN_P_LINE_LATENCY + d];
    if (isnan(line->value))
      continue;
    line->source = p->fits_lines ? "fitted" : "assumed";
    line->note = p->fits_lines
                     ? "to differences between distances of small messages; their common part is "
                       "separated from send_overhead near the relative's value"
                     : "one distance of small messages gives it and send_overhead combined; "
                       "separated near the relative's value";
  }
  struct tn_param_value *pages = &ret->fitted[TN_P_PIN_TIME];
  if (isnan(pages->value) || p->has_trees)
    return;
  pages->source = "assumed";
  pages->note = "messages give it and copy_rate combined; separated near the relative's value, "
                "below a page's whole time";
}

static void report(const struct problem *p, const double *x, const double *errors,
                   struct tn_fit *ret)
{
  static const char *const limit_notes[] = {
    [TN_FIT_SERIAL] = "serial copy-in at the sender for all measured sizes",
    [TN_FIT_FRAGMENTS] = "above it fragments fit better (--mechanism cico)",
    [TN_FIT_PARALLEL] = "above it single copies fit better than copy-in",
    [TN_FIT_QUEUED] = "non-blocking messages are copied once above it",
  };
  double *values = ret->values;
  put_in(p, x, values);
  tie(p, ret->tied);
  memcpy(ret->limit, p->limit, sizeof ret->limit);
  ret->page_most = p->page_most;
  for (int i = 0; i < p->n_unknowns; i++)
    ret->fitted[p->unknown[i]] = (struct tn_param_value){
      values[p->unknown[i]], "fitted",
      p->has_trees ? "to times of messages and of flat trees" : "to times of messages", errors[i]
    };
  for (int q = 0; q < TN_N_PARAMS; q++)
    if (ret->tied[q] >= 0 && ret->tied[q] != q)
      ret->fitted[q] = ret->fitted[ret->tied[q]];
  if (ret->tied[TN_P_RECEIVE_OVERHEAD] == TN_P_SEND_OVERHEAD)
    ret->fitted[TN_P_RECEIVE_OVERHEAD].note = "half of the fitted time of both ends";
  if (ret->tied[TN_P_MEMCPY_RATE] >= 0 && !p->has_trees)
    ret->fitted[TN_P_MEMCPY_RATE] =
        (struct tn_param_value){ values[TN_P_MEMCPY_RATE], "assumed",
                                 "copy-out rate of the nearest measured class", NAN };
  if (!isnan(ret->fitted[TN_P_GAMMA_B].value) && !p->known[TN_P_GAMMA_A])
    ret->fitted[TN_P_GAMMA_A] = (struct tn_param_value){ p->values[TN_P_GAMMA_A], "assumed",
                                                         "fixed while gamma_b was fitted", NAN };
  report_shared(p, ret);
  const bool queued = p->assumption == TN_FIT_QUEUED;
  const enum tn_param limit =
      queued || (p->assumption == TN_FIT_PARALLEL && p->known[TN_P_EAGER_LIMIT])
          ? TN_P_RENDEZVOUS_LIMIT
          : TN_P_EAGER_LIMIT;
  if (isnan(p->held[p->has_trees]) && isnan(p->held[1]) && !p->known[limit])
    ret->fitted[limit] = (struct tn_param_value){ p->limit[p->has_trees], "fitted",
                                                  limit_notes[p->assumption], NAN };
  ret->blocking_limit = queued ? p->limit[0] : NAN;
  for (int set = 0; set < 2; set++) {
    const struct tn_fit_group all = { .trees = set, .distance = -1, .size_class = -1 };
    ret->all[set] = tn_fit_deviation(ret, p->points, &all);
  }
  if (queued && isnan(p->held[0]) && ret->all[0].n > 0)
    ret->fitted[TN_P_BLOCKING_LIMIT] =
        (struct tn_param_value){ p->limit[0], "fitted",
                                 "blocking messages are copied once above it", NAN };
}

static GArray *sizes_of(const GArray *points)
{
  GArray *sizes = g_array_new(FALSE, FALSE, sizeof(double));
  guint n = 0;
  for (guint i = 0; i < points->len; i++)
    tn_push(sizes, g_array_index(points, struct tn_fit_point, i).bytes);
  double *all = (double *)(void *)sizes->data;
  tn_sort(all, (int)sizes->len);
  for (guint i = 0; i < sizes->len; i++)
    if (n == 0 || all[i] > all[n - 1])
      all[n++] = all[i];
  return g_array_set_size(sizes, n);
}

/* Fits with the limits limit[2]. Replaces *best and *least if the fit is closer. */
static void try_limits(const struct problem *start, const double limit[2], double *least,
                       struct tn_fit *best)
{
  struct problem problem = *start;
  double x[MAX_UNKNOWNS], errors[MAX_UNKNOWNS];
  bool converged;
  for (int set = 0; set < 2; set++)
    problem.limit[set] = isnan(start->held[set]) ? limit[set] : start->held[set];
  choose_unknowns(&problem);
  if ((int)problem.points->len < problem.n_needed)
    return;
  const double squares = solve(&problem, x, errors, &converged);
  if (!(squares < *least))
    return;
  *least = squares;
  for (int p = 0; p < TN_N_PARAMS; p++)
    best->fitted[p].value = NAN;
  best->converged = converged;
  report(&problem, x, errors, best);
}

/* Sets p->held to the known limits; a serial fit has no limit. Returns true if both are known. */
static bool fix_known_limits(struct problem *p)
{
  static const enum tn_param of_copies[] = { TN_P_BLOCKING_LIMIT, TN_P_RENDEZVOUS_LIMIT };
  bool all = true;
  for (int set = 0; set < 2; set++) {
    const enum tn_param limit = p->assumption < TN_FIT_PARALLEL ? TN_P_EAGER_LIMIT : of_copies[set];
    const bool held = p->assumption != TN_FIT_SERIAL && p->known[limit];
    p->held[set] = held ? p->values[limit] : NAN;
    all = all && held;
  }
  return all;
}

struct tn_fit tn_fit(const GArray *points, enum tn_fit_assumption assumption, const double *values,
                     const bool *known, bool robust)
{
  struct problem problem = { .points = points,
                             .point = &g_array_index(points, struct tn_fit_point, 0),
                             .values = values,
                             .assumption = assumption,
                             .known = known,
                             .robust = robust };
  g_autoptr(GArray) sizes = sizes_of(points);
  struct tn_fit fit = { .assumption = assumption, .blocking_limit = NAN, .page_most = INFINITY };
  double least = INFINITY;
  for (int p = 0; p < TN_N_PARAMS; p++)
    fit.fitted[p].value = NAN;
  /* The sizes sizes[first] .. sizes[end - 1] are tried as limits. In a serial fit, or if there is
   * only one size, this is the largest size. Otherwise these are all sizes from TN_LEAST_LIMIT on
   * except the largest. */
  guint first = sizes->len - 1, end = first;
  if (assumption == TN_FIT_SERIAL || first == 0)
    end++;
  else
    while (first > 0 && g_array_index(sizes, double, first - 1) >= TN_LEAST_LIMIT)
      --first;
  if (fix_known_limits(&problem))
    first = end - 1;
  for (guint i = first; i < end; i++) {
    const double size = g_array_index(sizes, double, i);
    try_limits(&problem, (double[2]){ size, size }, &least, &fit);
  }
  fit.least_limit = end > first + 1 ? g_array_index(sizes, double, first) : NAN;
  if (assumption != TN_FIT_QUEUED || isinf(least) || end == first + 1)
    return fit;
  /* The limits of messages and of trees are almost independent: fit them in turn, twice each. */
  for (int round = 0; round < 4; round++) {
    const double found[2] = { fit.blocking_limit, fit.fitted[TN_P_RENDEZVOUS_LIMIT].value };
    for (guint i = first; i < end; i++) {
      double limit[2] = { found[0], found[1] };
      limit[round % 2] = g_array_index(sizes, double, i);
      try_limits(&problem, limit, &least, &fit);
    }
  }
  return fit;
}
