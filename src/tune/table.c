/* Tables of few ranges from sorted entries. */
#include <math.h>

#include "entries.h"
#include "matrix.h"
#include "ranges.h"
#include "study/usage.h"

static void add_cuts(GArray *winners, const struct tn_tune_matrix *m, const GArray *cuts,
                     const struct tn_tune_terms *terms)
{
  for (guint k = 0; k < cuts->len; k++) {
    const struct tn_size_range *cut = &g_array_index(cuts, struct tn_size_range, k);
    struct tn_winner range = tn_tune_matrix_decide(m, cut->first, cut->choice, terms);
    for (guint s = cut->first + 1; s <= cut->last; s++) {
      const struct tn_winner next = tn_tune_matrix_decide(m, s, cut->choice, terms);
      tn_tune_extend(&range, &next);
    }
    g_array_append_val(winners, range);
  }
}

bool tn_tune_add_ranges(GArray *winners, const GArray *entries, guint begin, guint end,
                        const struct tn_tune_terms *terms, GError **error)
{
  const double limit = terms->most_loss > 0 ? terms->most_loss : INFINITY;
  struct tn_tune_matrix m = tn_tune_matrix_make(entries, begin, end, terms->objective);
  const guint n = m.begins->len;
  GArray *cuts = tn_ranges_cut(m.loss, n, m.n_choices, terms->most_ranges, limit);
  if (!cuts)
    cuts = tn_ranges_cut(m.loss, n, m.n_choices, terms->most_ranges, INFINITY);
  if (cuts)
    add_cuts(winners, &m, cuts, terms);
  else if (n)
    tn_usage(error,
             "%u ranges: no choice has rows of so many neighbouring "
             "sizes (%u of %s)",
             terms->most_ranges, n, tn_tune_entry_at(entries, begin)->row->collective);
  const bool ok = cuts || n == 0;
  g_clear_pointer(&cuts, g_array_unref);
  tn_tune_matrix_clear(&m);
  return ok;
}
