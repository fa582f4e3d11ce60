/* Cuts sizes into ranges of least loss, by dynamic programming over prefixes of the sizes. */
#include "size_ranges.h"

#include <math.h>

/* Sums that differ by less than this are equal: they add the same losses in another order. */
#define SAME_SUM 1e-12

struct sums {
  guint n;
  double *one;   /* [first * n + last] least sum of losses with one choice */
  guint *choice; /* [first * n + last] the choice with that sum */
  /* [k * (n + 1) + end] least sum of losses over the sizes before `end` in k ranges */
  double *prefix;
  guint *begin; /* [k * (n + 1) + end] first size of the last range */
};

static void fill_ones(struct sums *s, const double *loss, guint n_choices, double limit)
{
  g_autofree double *sum = g_new(double, n_choices + 1);
  for (guint first = 0; first < s->n; first++) {
    for (guint c = 0; c < n_choices; c++)
      sum[c] = 0.0;
    for (guint last = first; last < s->n; last++) {
      const guint cell = first * s->n + last;
      s->one[cell] = INFINITY;
      for (guint c = 0; c < n_choices; c++) {
        const double here = loss[last * n_choices + c];
        sum[c] += here > limit ? INFINITY : here;
        if (sum[c] < s->one[cell]) {
          s->one[cell] = sum[c];
          s->choice[cell] = c;
        }
      }
    }
  }
}

static void fill_prefix(struct sums *s, guint k)
{
  for (guint end = 0; end <= s->n; end++) {
    const guint cell = k * (s->n + 1) + end;
    s->prefix[cell] = k == 0 && end == 0 ? 0.0 : INFINITY;
    for (guint first = 0; k > 0 && first < end; first++) {
      const double sum = s->prefix[(k - 1) * (s->n + 1) + first] + s->one[first * s->n + end - 1];
      if (sum < s->prefix[cell]) {
        s->prefix[cell] = sum;
        s->begin[cell] = first;
      }
    }
  }
}

/* Returns the number of ranges, or 0 if no table exists. Fills `prefix` up to this number. */
static guint choose_number(struct sums *s, double limit)
{
  double bound = 0;
  for (guint i = 0; i < s->n; i++)
    bound += s->one[i * s->n + i];
  fill_prefix(s, 0);
  for (guint k = 1; k <= s->n; k++) {
    fill_prefix(s, k);
    const double sum = s->prefix[k * (s->n + 1) + s->n];
    if (isfinite(sum) && (isfinite(limit) || sum <= bound + SAME_SUM))
      return k;
  }
  return 0;
}

GArray *tn_ranges_cut(const double *loss, guint n_sizes, guint n_choices, double limit)
{
  struct sums s = { .n = n_sizes };
  s.one = g_new(double, n_sizes *n_sizes + 1);
  s.choice = g_new0(guint, n_sizes * n_sizes + 1);
  s.prefix = g_new(double, (n_sizes + 1) * (n_sizes + 1));
  s.begin = g_new0(guint, (n_sizes + 1) * (n_sizes + 1));
  fill_ones(&s, loss, n_choices, limit);
  guint n = choose_number(&s, limit);
  if (n == 0) {
    fill_ones(&s, loss, n_choices, INFINITY);
    n = choose_number(&s, INFINITY);
  }
  GArray *cuts = g_array_new(FALSE, FALSE, sizeof(struct tn_size_range));
  for (guint k = n, end = s.n; k > 0; k--) {
    const guint first = s.begin[k * (s.n + 1) + end];
    const struct tn_size_range cut = { first, end - 1, s.choice[first * s.n + end - 1] };
    g_array_prepend_val(cuts, cut);
    end = first;
  }
  g_free(s.one);
  g_free(s.choice);
  g_free(s.prefix);
  g_free(s.begin);
  return cuts;
}
