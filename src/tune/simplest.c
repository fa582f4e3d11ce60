/* Tables for a library's file of rules: as few as hold in every state of the buffers. */
#include <float.h>
#include <math.h>

#include "matrix.h"
#include "simplest.h"
#include "tune_entries.h"

/* Sums of floating point are a little off. */
#define SLACK 1e-9

/* The library's own choice where it does well enough in a cell; n_choices: nowhere. */
static guint own_at(const struct tn_tune_matrix *m, const bool *own, const double *cost, guint cell)
{
  guint c = 0;
  while (c < m->n_choices && !(own[c] && isfinite(cost[cell * m->n_choices + c])))
    c++;
  return c;
}

static void add(GArray *winners, const struct tn_tune_matrix *m, const struct tn_size_range *cut,
                const struct tn_tune_terms *terms)
{
  struct tn_winner range = tn_tune_matrix_decide(m, cut->first, cut->choice, terms);
  double sum = 0, most = 0;
  for (guint s = cut->first; s <= cut->last; s++) {
    const struct tn_winner next = tn_tune_matrix_decide(m, s, cut->choice, terms);
    const double loss = m->loss[s * m->n_choices + cut->choice];
    if (s > cut->first)
      tn_tune_extend(&range, &next);
    sum += loss;
    most = fmax(most, loss);
    tn_tune_matrix_states(m, s, cut->choice, terms->objective, range.states);
  }
  range.loss_sum = sum;
  range.loss_max = most;
  g_array_append_val(winners, range);
}

/* The library's own choice from `first` to before `end`. */
static void add_own(GArray *winners, const struct tn_tune_matrix *m, const bool *own,
                    const double *cost, guint first, guint end, const struct tn_tune_terms *terms)
{
  while (first < end) {
    struct tn_size_range cut = { first, first, own_at(m, own, cost, first) };
    while (cut.last + 1 < end && own_at(m, own, cost, cut.last + 1) == cut.choice)
      cut.last++;
    add(winners, m, &cut, terms);
    first = cut.last + 1;
  }
}

/* The library's own choice at both ends needs no rule; the simplest table of the rest is the
 * simplest of all, since fewer sizes never take more ranges. */
static void add_table(GArray *winners, const GArray *entries, guint begin, guint end,
                      const struct tn_tune_terms *terms)
{
  struct tn_tune_matrix m = tn_tune_matrix_make(entries, begin, end, terms->objective);
  g_autofree bool *own = g_new0(bool, m.n_choices + 1); /* what the library does by itself */
  for (guint i = begin; i < end; i++) {
    const struct tn_tune_entry *e = tn_tune_entry_at(m.entries, i);
    if (e->role & TN_AS_CHOICE && e->role & TN_AS_BESIDE << TN_BESIDE_DEFAULT)
      own[tn_tune_number(m.choices, e->row, TN_ROLE_CHOICE, -1)] = true;
  }
  g_autofree double *cost = g_new(double, m.begins->len *m.n_choices + 1);
  for (guint cell = 0; cell < m.begins->len; cell++) {
    const double *loss = &m.loss[cell * m.n_choices];
    double least = INFINITY;
    for (guint c = 0; c < m.n_choices; c++)
      least = fmin(least, loss[c]);
    for (guint c = 0; c < m.n_choices; c++)
      cost[cell * m.n_choices + c] = !(loss[c] <= fmax(least, terms->most_loss) + SLACK) ? INFINITY
                                     : own[c]                                            ? 0
                                              : loss[c] + SLACK;
  }
  guint from = 0, to = m.begins->len;
  while (from < to && own_at(&m, own, cost, from) < m.n_choices)
    from++;
  while (from < to && own_at(&m, own, cost, to - 1) < m.n_choices)
    to--;
  add_own(winners, &m, own, cost, 0, from, terms);
  g_autoptr(GArray) cuts =
      tn_ranges_cut(&cost[from * m.n_choices], to - from, m.n_choices, DBL_MAX);
  for (guint k = 0; k < cuts->len; k++) {
    struct tn_size_range cut = g_array_index(cuts, struct tn_size_range, k);
    cut.first += from;
    cut.last += from;
    add(winners, &m, &cut, terms);
  }
  add_own(winners, &m, own, cost, to, m.begins->len, terms);
  tn_tune_matrix_clear(&m);
}

GArray *tn_tune_simplest(const GPtrArray *rows, const struct tn_tune_terms *terms, GError **error)
{
  g_autoptr(GArray) entries = tn_tune_entries_new(rows, terms, tn_row_column("buffers"), error);
  if (!entries)
    return NULL;
  GArray *winners = g_array_new(FALSE, FALSE, sizeof(struct tn_winner));
  for (guint begin = 0, end; begin < entries->len; begin = end) {
    end = tn_tune_end_of_table(entries, begin);
    add_table(winners, entries, begin, end, terms);
  }
  return winners;
}

/* Sums of losses that differ by less are equal: the same cells added in another order. */
#define SAME_SUM 1e-12

struct sums {
  guint n;        /* sizes */
  double *one;    /* one[first * n + last]: the least sum of one choice there */
  guint *choice;  /* which */
  double *prefix; /* prefix[k * (n + 1) + end]: sizes before `end` in k ranges */
  guint *begin;   /* where the last of these begins */
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

/* Returns the number of ranges of the table; 0 if there is no table. Fills the prefixes of no more
 * ranges than it takes to know. */
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
