/* Rows say themselves what was run: the words of a `turnstile run` are made of their columns, and
 * the points of that run, those that a take wants, are simulated again and again with other
 * values. */
#include "fit_rows.h"

#include <math.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/stats.h"
#include "least.h"
#include "plan/expand.h"

/* Columns that must agree in all rows, and the options that say the same. */
static const struct {
  const char *column, *option;
} said[] = {
  { "collective", "-c" },       { "algorithm", "-a" },      { "mechanism", "--mechanism" },
  { "protocol", "--protocol" }, { "buffers", "--buffers" }, { "mapping", "--mapping" },
  { "root", "--root" },         { "params", "-P" },         { "overrides", "--" },
};

/* One measured time, the median over the repeats. */
struct target {
  guint point, take;
  enum tn_take_time time;
  double seconds;
};

struct problem {
  const struct tn_fit_rows *in;
  struct tn_settings *settings;
  struct tn_plan *plan;
  GArray *targets;              /* struct target */
  bool *wanted;                 /* [points of the plan] */
  struct tn_sim_result *result; /* [points], of the present values */
  double *weight;               /* [takes] */
  double start[TN_LEAST_MOST];  /* logarithms of what is lent */
  enum tn_param unknown[TN_LEAST_MOST];
  int n_unknowns;
  double pull;
  GError *error;
};

/* "a=1;b=2" as options: pairs of -P, or options and parameters of the platform. */
static void add_pairs(GPtrArray *words, const char *option, const char *text)
{
  g_auto(GStrv) pairs = g_strsplit(text, ";", -1);
  for (char **pair = pairs; *pair; pair++) {
    char *equals = strchr(*pair, '=');
    g_autofree char *name = g_strndup(*pair, equals ? (gsize)(equals - *pair) : strlen(*pair));
    if (strcmp(option, "--") != 0 || tn_param_find(name) >= 0) {
      g_ptr_array_add(words, g_strdup(strcmp(option, "--") == 0 ? "--set" : option));
      g_ptr_array_add(words, g_strdup(*pair));
    } else {
      g_ptr_array_add(words, g_strconcat("--", name, NULL));
      if (equals)
        g_ptr_array_add(words, g_strdup(equals + 1));
    }
  }
}

static const struct tn_row *row_at(const struct tn_fit_rows *in, guint i)
{
  return in->rows->pdata[i];
}

/* What a column says in all rows, transfer full; NULL and *error when they differ. */
static char *agreed(const struct tn_fit_rows *in, const char *name, GError **error)
{
  const int column = tn_row_column(name);
  for (guint i = 1; i < in->rows->len; i++) {
    if (tn_row_same(row_at(in, 0), row_at(in, i), column))
      continue;
    g_autofree char *x = tn_row_text(row_at(in, 0), column), *y = tn_row_text(row_at(in, i), column);
    g_set_error(error, TN_USAGE_ERROR, 0, "--rows: %s is \"%s\" and \"%s\" (one at a time)", name, x,
                y);
    return NULL;
  }
  return tn_row_text(row_at(in, 0), column);
}

/* The different numbers of a column that takes want, as an option's list. */
static char *list_of(const struct tn_fit_rows *in, const char *name)
{
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  const int column = tn_row_column(name);
  GString *list = g_string_new(NULL);
  for (guint i = 0; i < in->rows->len; i++) {
    const struct tn_row *row = row_at(in, i);
    g_autofree char *text = tn_row_text(row, column);
    bool wanted = false;
    for (guint t = 0; t < in->takes->len; t++)
      wanted |= tn_take_has(in->takes->pdata[t], row->ranks, (size_t)row->size);
    if (wanted && g_hash_table_add(seen, g_strdup(text)))
      g_string_append_printf(list, "%s%s", list->len ? "," : "", text);
  }
  return g_string_free(list, FALSE);
}

/* Rows have a root in any case; the option is refused where the collective has none. */
static bool is_sayable(const struct tn_fit_rows *in, const char *column)
{
  const int collective = tn_collective_find(row_at(in, 0)->collective);
  return strcmp(column, "root") != 0 || collective < 0 ||
         tn_collective_rooted((enum tn_collective)collective);
}

static bool add_words(const struct tn_fit_rows *in, GPtrArray *words, GError **error)
{
  g_autofree char *ranks = list_of(in, "ranks"), *sizes = list_of(in, "size_bytes");
  if (!*ranks || !*sizes) {
    g_set_error(error, TN_USAGE_ERROR, 0, "--take: no row of --rows is meant");
    return false;
  }
  const char *const plain[] = { "-p", in->spec, "--like", in->like, "-n", ranks, "-s", sizes };
  for (size_t i = 0; i < G_N_ELEMENTS(plain); i++)
    g_ptr_array_add(words, g_strdup(plain[i]));
  for (size_t i = 0; i < G_N_ELEMENTS(said); i++) {
    g_autofree char *text = agreed(in, said[i].column, error);
    if (!text)
      return false;
    if (!is_sayable(in, said[i].column))
      continue;
    if (*text && (said[i].option[1] == 'P' || said[i].option[2] == '\0')) {
      add_pairs(words, said[i].option, text);
    } else if (*text) {
      g_ptr_array_add(words, g_strdup(said[i].option));
      g_ptr_array_add(words, g_strdup(text));
    }
  }
  return true;
}

/* The run that the rows are of. */
static bool make_plan(struct problem *p, GError **error)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
  if (!add_words(p->in, words, error))
    return false;
  p->settings = tn_settings_parse(TN_CMD_RUN, (int)words->len, (char *const *)words->pdata, error);
  p->plan = p->settings ? tn_plan_new(p->settings, NULL, error) : NULL;
  return p->plan != NULL;
}

static int find_point(const struct tn_plan *plan, int ranks, size_t size)
{
  for (guint i = 0; i < plan->points->len; i++) {
    const struct tn_call *call = &g_array_index(plan->points, struct tn_point, i).call;
    if (call->n_ranks == ranks && call->block == size)
      return (int)i;
  }
  return -1;
}

/* Adds a time to the repeats of its target. */
static void gather(GHashTable *repeats, GPtrArray *order, const struct target *target)
{
  g_autofree char *key = g_strdup_printf("%u %u %d", target->point, target->take, target->time);
  GArray *times = g_hash_table_lookup(repeats, key);
  if (!times) {
    times = g_array_new(FALSE, FALSE, sizeof(double));
    g_hash_table_insert(repeats, g_steal_pointer(&key), times);
    g_ptr_array_add(order, times);
  }
  tn_push(times, target->seconds);
}

static void take_row(struct problem *p, const struct tn_row *row, GHashTable *repeats, GPtrArray *order)
{
  const double times[TN_N_TAKE_TIMES] = { row->avg, row->min, row->max };
  const int ranks = (int)row->ranks;
  const size_t size = (size_t)row->size;
  for (guint t = 0; t < p->in->takes->len; t++) {
    const struct tn_take *take = p->in->takes->pdata[t];
    const int point = tn_take_has(take, ranks, size) ? find_point(p->plan, ranks, size) : -1;
    for (int time = 0; point >= 0 && time < TN_N_TAKE_TIMES; time++) {
      const double seconds = take->times[time] ? times[time] : NAN;
      const struct target target = { (guint)point, t, (enum tn_take_time)time, seconds };
      const guint before = order->len;
      if (!(seconds > 0))
        continue;
      gather(repeats, order, &target);
      if (order->len > before)
        g_array_append_val(p->targets, target);
      p->wanted[point] = true;
    }
  }
}

/* Fills in the targets; every take has to have some. */
static bool make_targets(struct problem *p, GError **error)
{
  g_autoptr(GHashTable) repeats =
    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
  g_autoptr(GPtrArray) order = g_ptr_array_new();
  p->targets = g_array_new(FALSE, FALSE, sizeof(struct target));
  p->wanted = g_new0(bool, p->plan->points->len);
  p->result = g_new0(struct tn_sim_result, p->plan->points->len);
  p->weight = g_new0(double, p->in->takes->len);
  for (guint i = 0; i < p->in->rows->len; i++)
    take_row(p, p->in->rows->pdata[i], repeats, order);
  for (guint i = 0; i < p->targets->len; i++) {
    struct target *target = &g_array_index(p->targets, struct target, i);
    target->seconds = tn_quantile(order->pdata[i], 0.5);
    p->weight[target->take]++;
  }
  for (guint t = 0; t < p->in->takes->len; t++) {
    if (!(p->weight[t] > 0)) {
      g_set_error(error, TN_USAGE_ERROR, 0, "--take: no row is \"%s\", or none has that time",
                  ((const struct tn_take *)p->in->takes->pdata[t])->text);
      return false;
    }
    p->weight[t] = sqrt(p->targets->len / (p->in->takes->len * p->weight[t]));
  }
  return true;
}

/* "name=value" with all digits, the value kept to the parameter's range, which a step of the search
 * may leave; NULL for what no number can be fitted to. */
static char *set_of(enum tn_param p, double any)
{
  const char *name = tn_params[p].name;
  const double value = CLAMP(any, tn_params[p].min, tn_params[p].max);
  switch (tn_params[p].unit) {
  case TN_UNIT_SECONDS:
    return g_strdup_printf("%s=%.12fns", name, value * 1e9);
  case TN_UNIT_BYTES_PER_SECOND:
    return g_strdup_printf("%s=%.12fGB/s", name, value / 1e9);
  case TN_UNIT_NONE:
    return g_strdup_printf("%s=%.12f", name, value);
  default:
    return NULL;
  }
}

/* Resolves the platform with the unknowns put in: what follows them by default follows. */
static bool put_in(const struct problem *p, const double *x, double *ret_values, GError **error)
{
  g_autoptr(GPtrArray) sets = g_ptr_array_new_with_free_func(g_free);
  for (int q = 0; q < TN_N_PARAMS; q++) {
    if (isnan(p->in->known[q].value))
      continue;
    g_autofree char *text = tn_param_format((enum tn_param)q, p->in->known[q].value);
    g_ptr_array_add(sets, g_strdup_printf("%s=%s", tn_params[q].name, text));
  }
  for (int i = 0; x && i < p->n_unknowns; i++)
    g_ptr_array_add(sets, set_of(p->unknown[i], exp(x[i])));
  g_ptr_array_add(sets, NULL);
  return tn_platform_resolve(p->in->platform, tn_platform_kernel(p->in->platform),
                             (const char *const *)sets->pdata, ret_values, error);
}

static bool make_unknowns(struct problem *p, GError **error)
{
  g_auto(GStrv) names = g_strsplit(p->in->names, ",", -1);
  double values[TN_N_PARAMS];
  if (!put_in(p, NULL, values, error))
    return false;
  for (char **name = names; *name; name++) {
    const int q = tn_param_find(*name);
    for (int i = 0; i < p->n_unknowns; i++) {
      if (p->unknown[i] != (enum tn_param)q)
        continue;
      g_set_error(error, TN_USAGE_ERROR, 0, "--free: names %s twice (once)", *name);
      return false;
    }
    g_autofree char *set = q < 0 ? NULL : set_of((enum tn_param)q, 1);
    if (!set || !(values[q] > 0) || isinf(values[q]) || p->n_unknowns == TN_LEAST_MOST) {
      g_set_error(error, TN_USAGE_ERROR, 0, "--free: \"%s\" %s", *name,
                  q < 0 ? "is not a parameter (`turnstile platform show` lists them)" :
                  "cannot be fitted (times, rates and numbers above 0 can, 24 at most)");
      return false;
    }
    p->unknown[p->n_unknowns] = (enum tn_param)q;
    p->start[p->n_unknowns++] = log(values[q]);
  }
  return true;
}

/* Simulates what is wanted with the values at x. */
static bool simulate(struct problem *p, const double *x)
{
  double values[TN_N_PARAMS];
  if (!put_in(p, x, values, &p->error))
    return false;
  for (guint i = 0; i < p->plan->points->len; i++) {
    const struct tn_point *point = &g_array_index(p->plan->points, struct tn_point, i);
    struct tn_sim_point sim = tn_study_sim_point(p->plan->study, point, NULL);
    sim.values = values;
    if (p->wanted[i] && !tn_sim_run(&sim, &p->result[i], &p->error))
      return false;
  }
  return true;
}

static double ratio(const struct problem *p, const struct target *target)
{
  const struct tn_sim_result *r = &p->result[target->point];
  const double times[] = { r->avg, r->min, r->max };
  return times[target->time] / target->seconds;
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
    f[i] = p->weight[target->take] * log(ratio(p, target));
  }
  for (int i = 0; i < n; i++)
    f[n_targets + i] = p->pull * (x[i] - p->start[i]);
  return 0;
}

static void judge(const struct problem *p, struct tn_fit_rows_off *off)
{
  for (guint t = 0; t < p->in->takes->len; t++) {
    for (int c = 0; c < 1 + TN_N_SIZE_CLASSES; c++) {
      g_autoptr(GArray) errors = g_array_new(FALSE, FALSE, sizeof(double));
      for (guint i = 0; i < p->targets->len; i++) {
        const struct target *target = &g_array_index(p->targets, struct target, i);
        const size_t size =
          g_array_index(p->plan->points, struct tn_point, target->point).call.block;
        if (target->take == t && (c == 0 || c == 1 + (int)tn_size_class_of((double)size)))
          tn_push(errors, fabs(ratio(p, target) - 1));
      }
      off[t].median[c] = tn_quantile(errors, 0.5);
      off[t].n[c] = (int)errors->len;
    }
  }
}

static bool solve(struct problem *p, struct tn_param_value *fitted, struct tn_fit_rows_off *off,
                  bool *ret_converged)
{
  double x[TN_LEAST_MOST], errors[TN_LEAST_MOST];
  const struct tn_least least = { .residuals = residuals, .data = p, .tolerance = 1e-4,
                                  .step = 2e-3, .m = (int)p->targets->len + p->n_unknowns,
                                  .n = p->n_unknowns };
  memcpy(x, p->start, sizeof x);
  p->pull = TN_FIRST_PULL;
  const double squares = tn_least_solve(&least, x, errors, ret_converged);
  if (p->error)
    return false;
  p->pull = sqrt(squares / p->targets->len) / TN_LENT_DEVIATION;
  tn_least_solve(&least, x, errors, ret_converged);
  if (p->error || !simulate(p, x))
    return false;
  for (int i = 0; i < p->n_unknowns; i++)
    fitted[p->unknown[i]] =
      (struct tn_param_value){ exp(x[i]), "fitted", "to rows of collectives", errors[i] };
  judge(p, off);
  return true;
}

bool tn_fit_rows(const struct tn_fit_rows *in, struct tn_param_value *fitted,
                 struct tn_fit_rows_off *off, bool *ret_converged, GError **error)
{
  struct problem p = { .in = in };
  for (int q = 0; q < TN_N_PARAMS; q++)
    fitted[q].value = NAN;
  const bool ok = make_plan(&p, error) && make_targets(&p, error) && make_unknowns(&p, error) &&
                  tn_sim_init(p.plan->platforms->pdata[0], error) &&
                  solve(&p, fitted, off, ret_converged);
  if (p.error)
    g_propagate_error(error, p.error);
  if (p.targets)
    g_array_unref(p.targets);
  g_free(p.wanted);
  g_free(p.result);
  g_free(p.weight);
  tn_plan_free(p.plan);
  tn_settings_free(p.settings);
  return ok;
}
