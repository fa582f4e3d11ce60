/* Makes a library's rule file: the fewest rules that hold in every state of the buffers. */
#include <float.h>
#include <math.h>

#include "matrix.h"
#include "size_ranges.h"
#include "tune_entries.h"

#define SLACK 1e-9

/* A table under construction. A cell is a size; choices are those of the matrix. */
struct table {
  struct tn_tune_matrix matrix;
  const struct tn_tune_terms *terms;
  bool *own; /* [n_choices] true if the choice is the library's own decision */
  /* [cells * n_choices] loss of the choice in the cell; INFINITY if above the limit */
  double *cost;
  GArray *winners; /* struct tn_winner */
};

/* Returns the library's own decision if its loss in the cell is small enough, otherwise
 * n_choices. */
static guint own_at(const struct table *t, guint cell)
{
  const guint n = t->matrix.n_choices;
  guint c = 0;
  while (c < n && !(t->own[c] && isfinite(t->cost[cell * n + c])))
    c++;
  return c;
}

/* Appends a range of sizes with one choice (struct tn_winner). */
static void add(const struct table *t, const struct tn_size_range *cut)
{
  const struct tn_tune_matrix *m = &t->matrix;
  const struct tn_tune_terms *terms = t->terms;
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
  g_array_append_val(t->winners, range);
}

/* Adds the library's own decision for the cells `first` to `end` - 1. */
static void add_own(const struct table *t, guint first, guint end)
{
  while (first < end) {
    struct tn_size_range cut = { first, first, own_at(t, first) };
    while (cut.last + 1 < end && own_at(t, cut.last + 1) == cut.choice)
      cut.last++;
    add(t, &cut);
    first = cut.last + 1;
  }
}

/* Adds a context's table. The smallest and largest sizes need no rule where the library's own
 * decision is good enough. Omitting them is always best: fewer sizes never need more ranges. */
static void add_table(GArray *winners, const GArray *entries, guint begin, guint end,
                      const struct tn_tune_terms *terms)
{
  struct tn_tune_matrix m = tn_tune_matrix_make(entries, begin, end, terms->objective);
  g_autofree bool *own = g_new0(bool, m.n_choices + 1);
  for (guint i = begin; i < end; i++) {
    const struct tn_tune_entry *e = tn_tune_entry_at(m.entries, i);
    if (e->role & TN_AS_CHOICE && e->role & TN_AS_BASELINE << TN_BASELINE_DEFAULT)
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
  const struct table table = { m, terms, own, cost, winners };
  guint from = 0, to = m.begins->len;
  while (from < to && own_at(&table, from) < m.n_choices)
    from++;
  while (from < to && own_at(&table, to - 1) < m.n_choices)
    to--;
  add_own(&table, 0, from);
  g_autoptr(GArray) cuts =
      tn_ranges_cut(&cost[from * m.n_choices], to - from, m.n_choices, DBL_MAX);
  for (guint k = 0; k < cuts->len; k++) {
    struct tn_size_range cut = g_array_index(cuts, struct tn_size_range, k);
    cut.first += from;
    cut.last += from;
    add(&table, &cut);
  }
  add_own(&table, to, m.begins->len);
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
