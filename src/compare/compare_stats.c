#include "compare_stats.h"

#include <math.h>
#include <string.h>

#include "algos/library/library.h"
#include "algos/registry.h"
#include "base/names.h"
#include "stats.h"

const char *const tn_size_class_names[] = { "to 512 B", "to 64 KiB", "above 64 KiB" };
const char *const tn_reach_names[] = { "within a package", "across packages", "places unknown" };

static const struct tn_compared *point(const struct tn_comparison *c, guint i)
{
  return &g_array_index(c->points, struct tn_compared, i);
}

double tn_compared_error(const struct tn_compared *p)
{
  return p->predicted_us / p->measured_us - 1;
}

int tn_compared_within(const struct tn_compared *p)
{
  return isnan(p->low_us) || isnan(p->high_us)
             ? -1
             : p->measured_us >= p->low_us && p->measured_us <= p->high_us;
}

static double median_of(GArray *values)
{
  const double median = tn_quantile(values, 0.5);
  g_array_set_size(values, 0);
  return median;
}

static void judge(const struct tn_comparison *c, const GPtrArray *points, struct tn_error_group *g)
{
  g_autoptr(GArray) off = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) bias = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) spread = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) digit = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < points->len; i++) {
    const struct tn_compared *p = points->pdata[i];
    if (p->reach != g->reach || p->size_class != g->size_class)
      continue;
    tn_push(off, fabs(tn_compared_error(p)));
    tn_push(bias, tn_compared_error(p));
    tn_push(digit, 0.5 * c->resolution / p->measured_us);
    if (!isnan(p->spread))
      tn_push(spread, p->spread);
  }
  g->n = off->len;
  g->p90 = tn_quantile(off, 0.9);
  g->median = median_of(off);
  g->bias = median_of(bias);
  g->spread = median_of(spread);
  g->resolution = median_of(digit);
  g_autoptr(GArray) ours = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) theirs = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < points->len; i++) {
    const struct tn_compared *p = points->pdata[i];
    if (p->reach != g->reach || p->size_class != g->size_class || isnan(p->hockney_us))
      continue;
    tn_push(ours, fabs(tn_compared_error(p)));
    tn_push(theirs, fabs(p->hockney_us / p->measured_us - 1));
  }
  g->n_hockney = ours->len;
  g->hockney = tn_quantile(theirs, 0.5);
  g->skill = g->hockney > 0 ? 1 - tn_quantile(ours, 0.5) / g->hockney : NAN;
}

GArray *tn_error_groups(const struct tn_comparison *c, bool by_algorithm)
{
  /* `all`: one array of points for each algorithm, in the order of first appearance; or, without
   * by_algorithm, one array of all points */
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < c->points->len; i++) {
    const struct tn_compared *p = point(c, i);
    const char *name = by_algorithm ? p->predicted->algorithm : "";
    GPtrArray *own = g_hash_table_lookup(by_name, name);
    if (!own) {
      own = g_ptr_array_new();
      g_ptr_array_add(all, own);
      g_hash_table_insert(by_name, (void *)name, own);
    }
    g_ptr_array_add(own, (void *)p);
  }
  GArray *groups = g_array_new(FALSE, FALSE, sizeof(struct tn_error_group));
  for (guint a = 0; a < all->len; a++) {
    const GPtrArray *points = all->pdata[a];
    const struct tn_compared *first = points->pdata[0];
    for (int k = 0; k < TN_N_REACHES * TN_N_SIZE_CLASSES; k++) {
      struct tn_error_group g = { .algorithm = by_algorithm ? first->predicted->algorithm : NULL,
                                  .reach = (enum tn_reach)(k / TN_N_SIZE_CLASSES),
                                  .size_class = (enum tn_size_class)(k % TN_N_SIZE_CLASSES) };
      judge(c, points, &g);
      if (g.n > 0)
        g_array_append_val(groups, g);
    }
  }
  return groups;
}

/* Returns the measured us of the algorithm in Open MPI's fixed table, run without segments; NAN if
 * the choice has no such point. */
static double decided_us(const struct tn_comparison *c, const struct tn_alternatives *choice)
{
  const struct tn_row *row = point(c, choice->first)->predicted;
  const int found = tn_collective_find(row->collective);
  if (found < 0)
    return NAN;
  const enum tn_collective collective = (enum tn_collective)found;
  const double bytes = (double)row->size;
  const int decision = tn_ompi_decision(collective, (int)row->ranks, (size_t)bytes);
  for (guint k = 0; decision && k < choice->n; k++) {
    const struct tn_compared *p = point(c, choice->first + k);
    g_autofree char *segment = tn_row_value(p->predicted, "segment");
    const double whole = segment ? g_ascii_strtod(segment, NULL) : INFINITY;
    const struct tn_method *a = tn_method_find(collective, p->predicted->algorithm);
    if (whole >= bytes && a && a->runs->ompi_id == decision && a->runs->collective == collective)
      return p->measured_us;
  }
  return NAN;
}

struct tn_choice_result tn_choice_result(const struct tn_comparison *c, guint i)
{
  const struct tn_alternatives *choice = &g_array_index(c->choices, struct tn_alternatives, i);
  struct tn_choice_result r = { .predicted = choice->first,
                                .measured = choice->first,
                                .binomial = NAN };
  g_autofree double *x = g_new(double, choice->n), *y = g_new(double, choice->n);
  for (guint k = 0; k < choice->n; k++) {
    const struct tn_compared *p = point(c, choice->first + k);
    x[k] = p->predicted_us;
    y[k] = p->measured_us;
    if (p->predicted_us < point(c, r.predicted)->predicted_us)
      r.predicted = choice->first + k;
    if (p->measured_us < point(c, r.measured)->measured_us)
      r.measured = choice->first + k;
  }
  const double best = point(c, r.measured)->measured_us;
  for (guint k = 0; k < choice->n; k++)
    if (strcmp(point(c, choice->first + k)->predicted->algorithm, "binomial") == 0)
      r.binomial = fmin(isnan(r.binomial) ? INFINITY : r.binomial, y[k] / best - 1);
  r.regret = point(c, r.predicted)->measured_us / best - 1;
  r.library = (isnan(choice->library_us) ? decided_us(c, choice) : choice->library_us) / best - 1;
  r.tau = tn_kendall(x, y, choice->n);
  return r;
}

static void judge_choices(const struct tn_comparison *c, struct tn_choice_group *g)
{
  enum { REGRET, TAU, BINOMIAL, LIBRARY, N_LISTS };
  GArray *list[N_LISTS];
  guint won = 0;
  for (int l = 0; l < N_LISTS; l++)
    list[l] = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < c->choices->len; i++) {
    const struct tn_alternatives *choice = &g_array_index(c->choices, struct tn_alternatives, i);
    const struct tn_compared *p = point(c, choice->first);
    if (choice->n < 2 || p->reach != g->reach || p->size_class != g->size_class)
      continue;
    const struct tn_choice_result r = tn_choice_result(c, i);
    const double values[N_LISTS] = { r.regret, r.tau, r.binomial, r.library };
    won += !(r.regret > 0);
    for (int l = 0; l < N_LISTS; l++)
      if (!isnan(values[l]))
        tn_push(list[l], values[l]);
  }
  g->n = list[REGRET]->len;
  g->agreement = g->n ? (double)won / g->n : NAN;
  g->tau = tn_mean(list[TAU]);
  g->regret = tn_mean(list[REGRET]);
  g->p90 = tn_quantile(list[REGRET], 0.9);
  g->worst = tn_quantile(list[REGRET], 1);
  g->n_binomial = list[BINOMIAL]->len;
  g->binomial = tn_mean(list[BINOMIAL]);
  g->n_library = list[LIBRARY]->len;
  g->library = tn_mean(list[LIBRARY]);
  for (int l = 0; l < N_LISTS; l++)
    g_array_unref(list[l]);
}

GArray *tn_choice_groups(const struct tn_comparison *c)
{
  GArray *groups = g_array_new(FALSE, FALSE, sizeof(struct tn_choice_group));
  for (int k = 0; k < TN_N_REACHES * TN_N_SIZE_CLASSES; k++) {
    struct tn_choice_group g = { .reach = (enum tn_reach)(k / TN_N_SIZE_CLASSES),
                                 .size_class = (enum tn_size_class)(k % TN_N_SIZE_CLASSES) };
    judge_choices(c, &g);
    if (g.n > 0)
      g_array_append_val(groups, g);
  }
  return groups;
}

/* Factor from an error that covers 9 of 10 values, as stated for parameters, to one that covers 8
 * of 10: the quotient of the normal quantiles 1.2816 and 1.6449. */
#define EIGHT_OF_NINE 0.7791

static const double residuals[TN_N_REACHES][TN_N_SIZE_CLASSES] = {
#define TN_RESIDUAL(reach, size_class, n_points, excess) [reach][size_class] = (excess),
#include "residuals.def"
};

void tn_stated_range(const struct tn_row *row, enum tn_reach reach, double *ret_low,
                     double *ret_high)
{
  /* `model`: largest error of the model in 8 of 10 cases; NAN if unknown. All laws by which a step
   * is priced are assumed to have equal, independent errors. */
  const double one = residuals[reach][tn_size_class_of((double)row->size)];
  const int c = tn_collective_find(row->collective);
  const int m = tn_name_find(tn_mechanism_names, row->mechanism);
  const struct tn_method *a = c < 0 ? NULL : tn_method_find((enum tn_collective)c, row->algorithm);
  const bool is_mapped =
      a && !tn_method_sends(a) && m >= 0 && tn_mechanism_is_mapped((enum tn_mechanism)m);
  const double model =
      one > 0 ? one * sqrt((is_mapped ? 1 : 2) +
                           (c >= 0 && tn_collective_reduces((enum tn_collective)c) ? 2 : 0))
              : NAN;
  const double shorter = EIGHT_OF_NINE * (row->avg / row->low - 1.0);
  const double longer = EIGHT_OF_NINE * (row->high / row->avg - 1.0);
  *ret_low = row->avg / (1.0 + sqrt(model * model + shorter * shorter));
  *ret_high = row->avg * (1.0 + sqrt(model * model + longer * longer));
}
