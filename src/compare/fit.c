/* The closed forms of a message and a flat tree, and their least squares by Levenberg and Marquardt
 * (MINPACK's lmdif). A message of n bytes keeps its sender busy for b and arrives after b + rest:
 *
 *   through shared memory: b = send_overhead + n / memcpy_rate
 *                          rest = receive_overhead + 2 line_latency + n / copy_rate
 *   single copy:           b = send_overhead
 *                          rest = receive_overhead + 2 line_latency + alpha
 *                                 + pages pin_time gamma(readers) + n / copy_rate
 *
 *   in fragments of F:     b = send_overhead + n / memcpy_rate, all k children in turn;
 *                          the last arrives after send_overhead + receive_overhead
 *                          + 2 line_latency + max(k n / memcpy_rate, n / copy_rate)
 *                          + F / max(memcpy_rate, copy_rate)
 *
 * gamma(1) = 1, gamma(k) = gamma_a k^2 + gamma_b k; gamma_b is fitted where there are trees.
 * Child i of a flat tree has its message after i b + rest. The root leaves after k b, or, where
 * children copy from its memory, with the last of them. */
#include "fit.h"

#include <math.h>
#include <string.h>

#include "base/spread.h"
#include "contention/lock.h"
#include "fit/least.h"
#include "stats.h"

const char *const tn_fit_assumption_names[] = { "serial", "fragments", "parallel", "queued", NULL };

/* Unknowns, as logarithms: they stay positive and their errors are relative. */
enum { MOST_UNKNOWNS = 6 + 2 * TN_N_DISTANCES };
G_STATIC_ASSERT(MOST_UNKNOWNS <= (int)TN_LEAST_MOST);

struct problem {
  const GArray *points;
  const double *values;
  enum tn_fit_assumption assumption;
  double limit[2];    /* largest message, tree's message that goes through shared memory */
  int n_unknowns;
  enum tn_param unknown[MOST_UNKNOWNS];
  double weight[2];   /* of a message's, of a tree's residual */
  double pull;        /* of an unknown's distance from its start */
  bool has_trees;
};

static const struct tn_fit_point *point(const struct problem *p, guint i)
{
  return &g_array_index(p->points, struct tn_fit_point, i);
}

/* Sender and receiver at work at a time: whoever is slower decides, but for the first fragment. */
static double fragments_seconds(const double *v, const struct tn_fit_point *p)
{
  const double k = p->children > 0 ? p->children : 1;
  const double out = v[TN_P_COPY_RATE_CLASS + p->distance], in = v[TN_P_MEMCPY_RATE];
  const double root = k * (v[TN_P_SEND_OVERHEAD] + p->bytes / in);
  const double arrival = v[TN_P_SEND_OVERHEAD] + v[TN_P_RECEIVE_OVERHEAD] +
                         2 * v[TN_P_LINE_LATENCY + p->distance] + fmax(root, p->bytes / out) +
                         fmin(p->bytes, v[TN_P_FRAGMENT_SIZE]) / fmax(in, out);
  return p->children == 0 ? arrival : (root + k * arrival) / (k + 1);
}

/* The root leaves when it has sent all, or with the last child where they copy from its memory. */
static double tree_seconds(double k, double busy, double rest, bool root_waits)
{
  const double root = k * busy + (root_waits ? rest : 0);
  return (root + busy * k * (k + 1) / 2 + k * rest) / (k + 1);
}

static double seconds_of(const struct problem *pr, const double *v, const struct tn_fit_point *p)
{
  const double k = p->children > 0 ? p->children : 1;
  const bool above = p->bytes > pr->limit[p->children > 0];
  double busy = v[TN_P_SEND_OVERHEAD];
  double rest = v[TN_P_RECEIVE_OVERHEAD] + 2 * v[TN_P_LINE_LATENCY + p->distance] +
                p->bytes / v[TN_P_COPY_RATE_CLASS + p->distance];
  if (above && pr->assumption == TN_FIT_FRAGMENTS)
    return fragments_seconds(v, p);
  if (pr->assumption == TN_FIT_QUEUED) {
    tn_fit_queued(v, p, above, &busy, &rest);
  } else if (above) {
    const double pages = ceil(p->bytes / v[TN_P_PAGE_SIZE]);
    rest += v[TN_P_ALPHA] +
            pages * v[TN_P_PIN_TIME] * tn_gamma(v[TN_P_GAMMA_A], v[TN_P_GAMMA_B], p->children);
  } else {
    busy += p->bytes / v[TN_P_MEMCPY_RATE];
  }
  return p->children == 0 ? busy + rest : tree_seconds(k, busy, rest, above);
}

/* The platform's values with the unknowns' put in. */
static void put_in(const struct problem *p, const double *x, double *ret_values)
{
  memcpy(ret_values, p->values, sizeof(double) * TN_N_PARAMS);
  for (int i = 0; i < p->n_unknowns; i++)
    ret_values[p->unknown[i]] = exp(x[i]);
  /* Messages alone tell what both ends take together: then both take the same. */
  if (!p->has_trees) {
    ret_values[TN_P_RECEIVE_OVERHEAD] = ret_values[TN_P_SEND_OVERHEAD];
    for (int i = p->n_unknowns - 1; i >= 0; i--)
      if (p->unknown[i] >= TN_P_COPY_RATE_CLASS &&
          p->unknown[i] < TN_P_COPY_RATE_CLASS + TN_N_DISTANCES)
        ret_values[TN_P_MEMCPY_RATE] = ret_values[p->unknown[i]];
  }
}

static int residuals(void *data, int m, int n, const double *x, double *f, int flag)
{
  const struct problem *p = data;
  double values[TN_N_PARAMS];
  (void)m;
  (void)flag;
  put_in(p, x, values);
  for (int i = 0; i < (int)p->points->len; i++) {
    const struct tn_fit_point *at = point(p, (guint)i);
    f[i] = p->weight[at->children > 0] * log(seconds_of(p, values, at) / at->seconds);
  }
  for (int i = 0; i < n; i++)
    f[(int)p->points->len + i] = p->pull * (x[i] - log(p->values[p->unknown[i]]));
  return 0;
}

static void add_queue_unknowns(struct problem *p, const bool seen[TN_N_DISTANCES])
{
  if (p->has_trees && p->values[TN_P_QUEUE_LINES] > 0)
    p->unknown[p->n_unknowns++] = TN_P_QUEUE_LINES;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    if (seen[d])
      p->unknown[p->n_unknowns++] = (enum tn_param)(TN_P_LINE_RATE + d);
}

static void choose_unknowns(struct problem *p)
{
  bool seen[TN_N_DISTANCES] = { false }, above = false;
  int count[2] = { 0 };
  for (guint i = 0; i < p->points->len; i++) {
    seen[point(p, i)->distance] = true;
    const bool trees = point(p, i)->children > 0;
    above |= p->assumption >= TN_FIT_PARALLEL && point(p, i)->bytes > p->limit[trees];
    count[point(p, i)->children > 0]++;
  }
  p->has_trees = count[1] > 0;
  p->unknown[p->n_unknowns++] = TN_P_SEND_OVERHEAD;
  if (p->has_trees) {
    p->unknown[p->n_unknowns++] = TN_P_RECEIVE_OVERHEAD;
    p->unknown[p->n_unknowns++] = TN_P_MEMCPY_RATE;
  }
  if (p->assumption == TN_FIT_QUEUED)
    add_queue_unknowns(p, seen);
  if (above)
    p->unknown[p->n_unknowns++] = TN_P_ALPHA;
  if (above && p->has_trees)
    p->unknown[p->n_unknowns++] = TN_P_GAMMA_B;
  for (int d = 0; d < TN_N_DISTANCES; d++)
    if (seen[d])
      p->unknown[p->n_unknowns++] = (enum tn_param)(TN_P_COPY_RATE_CLASS + d);
  for (int set = 0; set < 2; set++)
    p->weight[set] = count[set] ? sqrt((double)p->points->len / count[set]) : 0;
}

/* Solves from x on. Returns the sum of squares; x, errors [n_unknowns]. */
static double solve_from(struct problem *p, double *x, double *errors, bool *ret_converged)
{
  const struct tn_least least = { .residuals = residuals, .data = p, .tolerance = 1e-10,
                                  .m = (int)p->points->len + p->n_unknowns, .n = p->n_unknowns };
  return tn_least_solve(&least, x, errors, ret_converged);
}

/* Solves for one limit. Returns the mean square of the residuals of points. */
static double solve(struct problem *p, double *x, double *errors, bool *ret_converged)
{
  const double n = p->points->len;
  for (int i = 0; i < p->n_unknowns; i++)
    x[i] = log(p->values[p->unknown[i]]);
  p->pull = TN_FIRST_PULL;
  p->pull = sqrt(solve_from(p, x, errors, ret_converged) / n) / TN_PRIOR_DEVIATION;
  return solve_from(p, x, errors, ret_converged) / n;
}

/* Of the messages or trees of one size class, or, TN_N_SIZE_CLASSES, of all. */
static struct tn_fit_off off_of(const struct problem *p, const double *values, bool trees,
                                enum tn_size_class class)
{
  g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < p->points->len; i++) {
    const struct tn_fit_point *at = point(p, i);
    if ((at->children > 0) == trees &&
        (class == TN_N_SIZE_CLASSES || class == tn_size_class_of(at->bytes)))
      tn_push(off, fabs(seconds_of(p, values, at) / at->seconds - 1));
  }
  return (struct tn_fit_off){ tn_quantile(off, 0.5), (int)off->len };
}

static void report(const struct problem *p, const double *x, const double *errors,
                   struct tn_fit *ret)
{
  static const char *const limit_notes[] = {
    [TN_FIT_SERIAL] = "serial copy-in at the sender for all measured sizes",
    [TN_FIT_FRAGMENTS] = "above it fragments fit better (--mechanism cico)",
    [TN_FIT_PARALLEL] = "above it single copies fit better than copy-in",
    [TN_FIT_QUEUED] = "where non-blocking messages begin to be copied once",
  };
  double values[TN_N_PARAMS];
  put_in(p, x, values);
  for (int i = 0; i < p->n_unknowns; i++)
    ret->fitted[p->unknown[i]] = (struct tn_param_value){
      values[p->unknown[i]], "fitted",
      p->has_trees ? "to times of messages and of flat trees" : "to times of messages", errors[i] };
  if (!p->has_trees) {
    ret->fitted[TN_P_RECEIVE_OVERHEAD] = ret->fitted[TN_P_SEND_OVERHEAD];
    ret->fitted[TN_P_RECEIVE_OVERHEAD].note = "half of what both ends take, which was fitted";
    ret->fitted[TN_P_MEMCPY_RATE] = (struct tn_param_value){
      values[TN_P_MEMCPY_RATE], "assumed", "as the copy out by the nearest class that was measured",
      NAN };
  }
  if (!isnan(ret->fitted[TN_P_GAMMA_B].value))
    ret->fitted[TN_P_GAMMA_A] = (struct tn_param_value){
      p->values[TN_P_GAMMA_A], "assumed", "the fit is of gamma_b, with this beside it", NAN };
  const bool queued = p->assumption == TN_FIT_QUEUED;
  ret->fitted[queued ? TN_P_RENDEZVOUS_LIMIT : TN_P_EAGER_LIMIT] = (struct tn_param_value){
    p->limit[p->has_trees], "fitted", limit_notes[p->assumption], NAN };
  ret->blocking_limit = queued ? p->limit[0] : NAN;
  for (int set = 0; set < 2; set++) {
    ret->all[set] = off_of(p, values, set, TN_N_SIZE_CLASSES);
    for (int c = 0; c < TN_N_SIZE_CLASSES; c++)
      ret->off[set][c] = off_of(p, values, set, (enum tn_size_class)c);
  }
  if (queued && ret->all[0].n > 0)
    ret->fitted[TN_P_BLOCKING_LIMIT] = (struct tn_param_value){
      p->limit[0], "fitted", "where blocking messages begin to be copied once", NAN };
}

/* The sizes that occur, ascending; transfer full. */
static GArray *sizes_of(const GArray *points)
{
  GArray *sizes = g_array_new(FALSE, FALSE, sizeof(double)), *once;
  for (guint i = 0; i < points->len; i++)
    tn_push(sizes, g_array_index(points, struct tn_fit_point, i).bytes);
  tn_sort((double *)(void *)sizes->data, (int)sizes->len);
  once = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < sizes->len; i++)
    if (i == 0 || g_array_index(sizes, double, i) > g_array_index(sizes, double, i - 1))
      tn_push(once, g_array_index(sizes, double, i));
  g_array_unref(sizes);
  return once;
}

/* A fit with these limits; it takes the place of *best if it is closer. */
static void try_limits(const GArray *points, enum tn_fit_assumption assumption,
                       const double *values, const double limit[2], double *least,
                       struct tn_fit *best)
{
  struct problem problem = { .points = points, .values = values, .assumption = assumption,
                             .limit = { limit[0], limit[1] } };
  double x[MOST_UNKNOWNS], errors[MOST_UNKNOWNS];
  bool converged;
  choose_unknowns(&problem);
  if ((int)points->len < problem.n_unknowns)
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

struct tn_fit tn_fit(const GArray *points, enum tn_fit_assumption assumption, const double *values)
{
  g_autoptr(GArray) sizes = sizes_of(points);
  struct tn_fit fit = { .assumption = assumption, .blocking_limit = NAN };
  double least = INFINITY;
  for (int p = 0; p < TN_N_PARAMS; p++)
    fit.fitted[p].value = NAN;
  /* Serial: the largest size alone. The others: every size but the largest may be the limit. */
  const guint last = sizes->len - 1;
  const guint first = assumption == TN_FIT_SERIAL || last == 0 ? last : 0;
  const guint end = first == last ? last + 1 : last;
  for (guint i = first; i < end; i++) {
    const double size = g_array_index(sizes, double, i);
    try_limits(points, assumption, values, (double[2]){ size, size }, &least, &fit);
  }
  if (assumption != TN_FIT_QUEUED || isinf(least))
    return fit;
  /* Each limit in turn with the other as found: the two hardly depend on each other. */
  for (int set = 0; set < 4; set++) {
    const double found[2] = { fit.blocking_limit, fit.fitted[TN_P_RENDEZVOUS_LIMIT].value };
    for (guint i = first; i < end; i++) {
      double limit[2] = { found[0], found[1] };
      limit[set % 2] = g_array_index(sizes, double, i);
      try_limits(points, assumption, values, limit, &least, &fit);
    }
  }
  return fit;
}
