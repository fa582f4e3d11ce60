#include "fit_rows.h"

#include <math.h>
#include <string.h>

#include "fit.h"
#include "fit/least.h"
#include "platform/params.h"
#include "stats.h"
#include "study/pool.h"
#include "study/study.h"

G_DEFINE_QUARK(tn_fit_error, tn_fit_error)

/* One measured time: the median over the repeats of a point. */
struct target {
  guint point, file;
  double seconds;
};

struct problem {
  const struct tn_fit_rows *in;
  struct tn_study *study;
  GArray *targets;              /* struct target */
  struct tn_sim_result *result; /* [points], results with the current values of the unknowns */
  double *weight;               /* [files] weight of the residual of each of the file's points */
  double start[TN_LEAST_MAX];
  double pull;
  GError *error;
};

struct found {
  double x[TN_LEAST_MAX], errors[TN_LEAST_MAX]; /* logarithms of the unknowns and their errors */
  struct tn_fit_rows_end end;
  struct tn_fit_rows_deviation off[]; /* [files] */
};

static int find_point(const struct tn_study *study, int ranks, size_t size)
{
  for (guint i = 0; i < tn_study_n(study); i++) {
    const struct tn_call *call = &tn_study_point(study, i)->call;
    if (call->n_ranks == ranks && call->block == size)
      return (int)i;
  }
  return -1;
}

/* Makes the study of the rows' points, without values of the unknowns. */
static bool make_study(struct problem *p, GError **error)
{
  struct tn_case asked = *p->in->asked;
  g_autoptr(GError) why = NULL;
  asked.platform = p->in->platform;
  asked.overrides = NULL;
  asked.n_overrides = 0;
  p->study = tn_study_new(p->in->conditions);
  for (guint i = 0; i < p->in->rows->len; i++) {
    const struct tn_row *row = p->in->rows->pdata[i];
    asked.ranks = (int)row->ranks;
    asked.bytes = (size_t)row->size;
    if (find_point(p->study, asked.ranks, asked.bytes) >= 0)
      continue;
    if (!tn_study_add(p->study, &asked, &why))
      return tn_refuse(error, TN_FIT_ERROR, TN_FIT_BAD_ROWS, "%s", why->message);
  }
  return true;
}

static void take_row(struct problem *p, const struct tn_row *row, guint file, GHashTable *repeats,
                     GPtrArray *order)
{
  const int point = find_point(p->study, (int)row->ranks, (size_t)row->size);
  const struct target target = { (guint)point, file, row->avg };
  if (!(row->avg > 0))
    return;
  g_autofree char *key = g_strdup_printf("%u %u", target.point, target.file);
  GArray *times = g_hash_table_lookup(repeats, key);
  if (!times) {
    times = g_array_new(FALSE, FALSE, sizeof(double));
    g_hash_table_insert(repeats, g_steal_pointer(&key), times);
    g_ptr_array_add(order, times);
    g_array_append_val(p->targets, target);
  }
  tn_push(times, target.seconds);
}

/* Collects the measured times. Returns false and *error if a file has none. */
static bool make_targets(struct problem *p, GError **error)
{
  g_autoptr(GHashTable) repeats =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
  g_autoptr(GPtrArray) order = g_ptr_array_new();
  p->targets = g_array_new(FALSE, FALSE, sizeof(struct target));
  p->result = g_new0(struct tn_sim_result, tn_study_n(p->study));
  const guint n = p->in->files->len;
  p->weight = g_new0(double, n);
  for (guint i = 0, g = 0; i < p->in->rows->len; i++) {
    g += i == g_array_index(p->in->files, struct tn_fit_file, g).end;
    take_row(p, p->in->rows->pdata[i], g, repeats, order);
  }
  for (guint i = 0; i < p->targets->len; i++) {
    struct target *target = &g_array_index(p->targets, struct target, i);
    target->seconds = tn_quantile(order->pdata[i], 0.5);
    p->weight[target->file]++;
  }
  for (guint g = 0; g < n; g++) {
    if (!(p->weight[g] > 0))
      return tn_refuse(error, TN_FIT_ERROR, TN_FIT_BAD_ROWS,
                       "%s: no row has a time (column avg_us)",
                       g_array_index(p->in->files, struct tn_fit_file, g).name);
    p->weight[g] = sqrt(p->targets->len / (n * p->weight[g]));
  }
  return true;
}

static void put(GArray *all, enum tn_param p, double value)
{
  const struct tn_override o = { .param = p, .value = value };
  g_array_append_val(all, o);
}

/* Sets ret_values to the platform's values. Known values, then conditions of the rows, then the
 * unknowns replace them. x: logarithms of the unknowns; the values are clamped to their ranges.
 * Values that follow an unknown by default move with it. */
static bool put_in(const struct problem *p, const double *x, double *ret_values, GError **error)
{
  const struct tn_case *asked = p->in->asked;
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct tn_override));
  for (int q = 0; q < TN_N_PARAMS; q++)
    if (!isnan(p->in->known[q].value))
      put(all, (enum tn_param)q, p->in->known[q].value);
  g_array_append_vals(all, asked->overrides, (guint)asked->n_overrides);
  for (int i = 0; x && i < p->in->n_unknowns; i++)
    put(all, p->in->unknown[i], tn_param_clamp(p->in->unknown[i], exp(x[i])));
  return tn_platform_values(p->in->platform, tn_platform_kernel(p->in->platform),
                            (const struct tn_override *)(const void *)all->data, (int)all->len,
                            ret_values, error);
}

/* Checks the unknowns and sets start values. Returns false and *error if one cannot be fitted. */
static bool make_unknowns(struct problem *p, GError **error)
{
  double values[TN_N_PARAMS];
  if (!put_in(p, NULL, values, error))
    return false;
  for (int i = 0; i < p->in->n_unknowns; i++) {
    const enum tn_param q = p->in->unknown[i];
    for (int k = 0; k < i; k++) {
      if (p->in->unknown[k] != q)
        continue;
      return tn_refuse(error, TN_FIT_ERROR, TN_FIT_BAD_UNKNOWN, "names %s twice (once)",
                       tn_params[q].name);
    }
    const enum tn_unit unit = tn_params[q].unit;
    if ((unit != TN_UNIT_SECONDS && unit != TN_UNIT_BYTES_PER_SECOND && unit != TN_UNIT_NONE) ||
        !(values[q] > 0) || isinf(values[q]) || i == TN_LEAST_MAX)
      return tn_refuse(error, TN_FIT_ERROR, TN_FIT_BAD_UNKNOWN,
                       "\"%s\" cannot be fitted (times, rates "
                       "and numbers above 0 can, %d at most)",
                       tn_params[q].name, TN_LEAST_MAX);
    p->start[i] = log(values[q]);
  }
  return true;
}

static bool simulate(struct problem *p, const double *x)
{
  double values[TN_N_PARAMS];
  if (!put_in(p, x, values, &p->error))
    return false;
  for (guint i = 0; i < tn_study_n(p->study); i++) {
    const struct tn_point *point = tn_study_point(p->study, i);
    g_autofree double *delays = tn_point_delays(point);
    struct tn_sim_point sim = tn_study_sim_point(p->study, point, delays);
    sim.values = values;
    if (!tn_sim_run(&sim, &p->result[i], &p->error))
      return false;
  }
  return true;
}

static double ratio(const struct problem *p, const struct target *target)
{
  return p->result[target->point].avg / target->seconds;
}

static int residuals(void *data, int m, int n, const double *x, double *f, int flag)
{
  struct problem *p = data;
  const int n_targets = (int)p->targets->len;
  (void)m;
  (void)flag;
  if (!simulate(p, x))
    return -1;
  for (int i = 0; i < n_targets; i++) {
    const struct target *target = &g_array_index(p->targets, struct target, i);
    f[i] = p->weight[target->file] * log(ratio(p, target));
  }
  for (int i = 0; i < n; i++)
    f[n_targets + i] = p->pull * (x[i] - p->start[i]);
  return 0;
}

static double rms(const struct problem *p)
{
  double sum = 0;
  for (guint i = 0; i < p->targets->len; i++) {
    const struct target *target = &g_array_index(p->targets, struct target, i);
    const double off = p->weight[target->file] * log(ratio(p, target));
    sum += off * off;
  }
  return sqrt(sum / p->targets->len);
}

/* Solves with the first weight of the prior, then with the weight that follows from the residuals
 * found. */
static bool solve(struct problem *p, struct found *ret)
{
  const struct tn_least least = { .residuals = residuals,
                                  .data = p,
                                  .tolerance = 1e-4,
                                  .step = 2e-3,
                                  .m = (int)p->targets->len + p->in->n_unknowns,
                                  .n = p->in->n_unknowns };
  struct tn_fit_rows_end *end = &ret->end;
  memcpy(ret->x, p->start, sizeof ret->x);
  if (!simulate(p, ret->x))
    return false;
  end->before = rms(p);
  p->pull = TN_FIRST_PULL;
  const double squares = tn_least_solve(&least, ret->x, ret->errors, &end->converged);
  if (p->error)
    return false;
  p->pull = sqrt(squares / p->targets->len) / TN_PRIOR_DEVIATION;
  tn_least_solve(&least, ret->x, ret->errors, &end->converged);
  if (p->error || !simulate(p, ret->x))
    return false;
  end->after = rms(p);
  for (guint g = 0; g < p->in->files->len; g++) {
    for (int c = 0; c < 1 + TN_N_SIZE_CLASSES; c++) {
      g_autoptr(GArray) errors = g_array_new(FALSE, FALSE, sizeof(double));
      for (guint i = 0; i < p->targets->len; i++) {
        const struct target *target = &g_array_index(p->targets, struct target, i);
        const size_t size = tn_study_point(p->study, target->point)->call.block;
        if (target->file == g && (c == 0 || c == 1 + (int)tn_size_class_of((double)size)))
          tn_push(errors, fabs(ratio(p, target) - 1));
      }
      ret->off[g].median[c] = tn_quantile(errors, 0.5);
      ret->off[g].n[c] = (int)errors->len;
    }
  }
  return true;
}

static bool search(void *data, G_GNUC_UNUSED guint i, void *result, GError **error)
{
  struct problem *p = (struct problem *)data;
  const bool ok = solve(p, (struct found *)result);
  if (p->error)
    g_propagate_error(error, p->error);
  return ok;
}

bool tn_fit_rows(const struct tn_fit_rows *in, struct tn_param_value *fitted,
                 struct tn_fit_rows_deviation *off, struct tn_fit_rows_end *ret_end, GError **error)
{
  struct problem p = { .in = in };
  const size_t off_bytes = in->files->len * sizeof *off;
  g_autofree struct found *found = g_malloc(sizeof *found + off_bytes);
  /* Runs the fit in a separate process: a process can load one platform only, and this process has
   * loaded the platform without the fitted values. */
  const struct tn_tasks one = { .n = 1,
                                .result_bytes = sizeof *found + off_bytes,
                                .jobs = 1,
                                .data = &p,
                                .run = search,
                                .platform = in->platform };
  for (int q = 0; q < TN_N_PARAMS; q++)
    fitted[q].value = NAN;
  const bool ok = make_study(&p, error) && make_targets(&p, error) && make_unknowns(&p, error) &&
                  tn_pool_gather(&one, found, error);
  if (ok) {
    for (int i = 0; i < in->n_unknowns; i++)
      fitted[in->unknown[i]] =
          (struct tn_param_value){ exp(found->x[i]), "fitted", "to rows of collectives",
                                   found->end.converged ? found->errors[i] : NAN };
    memcpy(off, found->off, off_bytes);
    *ret_end = found->end;
  }
  if (p.targets)
    g_array_unref(p.targets);
  g_free(p.result);
  g_free(p.weight);
  tn_study_free(p.study);
  return ok;
}
