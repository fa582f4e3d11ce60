/* Tables of few ranges from sorted entries. */
#include "entries.h"

#include <math.h>

#include "ranges.h"
#include "study/usage.h"

/* The choices of one context by size, as tables of ranges are made from. */
struct matrix {
  const GArray *entries;
  GArray *begins;      /* guint, of each size that has choices */
  GHashTable *choices; /* struct tn_row_key, owned -> number */
  guint *entry;        /* entry[size * n_choices + choice]: number + 1 of the entry; 0: none */
  double *loss;        /* the same cells; over the best choice of the size */
};

static guint choice_of(GHashTable *choices, const struct tn_row *row)
{
  const struct tn_row_key key = { row, TN_ROLE_CHOICE, -1 };
  gpointer number;
  if (g_hash_table_lookup_extended(choices, &key, NULL, &number))
    return GPOINTER_TO_UINT(number);
  const guint fresh = g_hash_table_size(choices);
  g_hash_table_insert(choices, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(fresh));
  return fresh;
}

/* Whether the entries from begin to end may be of a range: a choice and, where there are others, no
 * library's decision. */
static bool has_own_choice(const GArray *entries, guint begin, guint end)
{
  for (guint i = begin; i < end; i++)
    if (tn_tune_entry_at(entries, i)->role & TN_AS_CHOICE &&
        !tn_tune_is_library(tn_tune_entry_at(entries, i)->row))
      return true;
  return false;
}

/* `matrix` has entries, begins and choices; the rest is filled. */
static void fill_matrix(struct matrix *m, guint end, bool own, enum tn_objective objective)
{
  const guint n = g_hash_table_size(m->choices);
  m->entry = g_new0(guint, m->begins->len * n + 1);
  m->loss = g_new(double, m->begins->len *n + 1);
  for (guint s = 0; s < m->begins->len; s++) {
    const guint first = g_array_index(m->begins, guint, s);
    const guint last = MIN(end, tn_tune_end_of_size(m->entries, first));
    const struct tn_tune_entry *e = tn_tune_entry_at(m->entries, first);
    const struct tn_tune_entry *best = tn_tune_best(e, last - first, TN_AS_CHOICE, objective);
    for (guint c = 0; c < n; c++)
      m->loss[s * n + c] = INFINITY;
    for (guint i = 0; i < last - first; i++) {
      if (!(e[i].role & TN_AS_CHOICE) || (own && tn_tune_is_library(e[i].row)))
        continue;
      const guint cell = s * n + choice_of(m->choices, e[i].row);
      m->entry[cell] = first + i + 1;
      m->loss[cell] = fmax(tn_tune_ratio(e[i].time, best->time) - 1, 0);
    }
  }
}

static void add_cuts(GArray *winners, const struct matrix *m, const GArray *cuts,
                     const struct tn_tune_terms *terms)
{
  const guint n = g_hash_table_size(m->choices);
  for (guint k = 0; k < cuts->len; k++) {
    const struct tn_cut *cut = &g_array_index(cuts, struct tn_cut, k);
    struct tn_winner range = { 0 };
    for (guint s = cut->first; s <= cut->last; s++) {
      const guint begin = g_array_index(m->begins, guint, s);
      const struct tn_winner next = tn_tune_decide(
          tn_tune_entry_at(m->entries, begin), tn_tune_end_of_size(m->entries, begin) - begin,
          tn_tune_entry_at(m->entries, m->entry[s * n + cut->choice] - 1), terms);
      if (s == cut->first)
        range = next;
      else
        tn_tune_extend(&range, &next);
    }
    g_array_append_val(winners, range);
  }
}

bool tn_tune_add_ranges(GArray *winners, const GArray *entries, guint begin, guint end,
                        const struct tn_tune_terms *terms, GError **error)
{
  const double limit = terms->most_loss > 0 ? terms->most_loss : INFINITY;
  const bool own = has_own_choice(entries, begin, end);
  struct matrix m = { .entries = entries };
  m.begins = g_array_new(FALSE, FALSE, sizeof(guint));
  m.choices = g_hash_table_new_full(tn_row_key_hash, tn_row_key_equal, g_free, NULL);
  for (guint i = begin, next; i < end; i = next) {
    bool any = false;
    next = tn_tune_end_of_size(entries, i);
    for (guint k = i; k < next; k++) {
      const struct tn_tune_entry *e = tn_tune_entry_at(entries, k);
      if (!(e->role & TN_AS_CHOICE) || (own && tn_tune_is_library(e->row)))
        continue;
      choice_of(m.choices, e->row);
      any = true;
    }
    if (any)
      g_array_append_val(m.begins, i);
  }
  fill_matrix(&m, end, own, terms->objective);
  const guint n = g_hash_table_size(m.choices);
  GArray *cuts = tn_ranges_cut(m.loss, m.begins->len, n, terms->most_ranges, limit);
  if (!cuts)
    cuts = tn_ranges_cut(m.loss, m.begins->len, n, terms->most_ranges, INFINITY);
  if (cuts)
    add_cuts(winners, &m, cuts, terms);
  else if (m.begins->len)
    g_set_error(error, TN_USAGE_ERROR, 0,
                "%u ranges: no choice has rows of so many neighbouring "
                "sizes (%u of %s)",
                terms->most_ranges, m.begins->len,
                tn_tune_entry_at(entries, begin)->row->collective);
  const bool ok = cuts || m.begins->len == 0;
  g_clear_pointer(&cuts, g_array_unref);
  g_array_unref(m.begins);
  g_hash_table_destroy(m.choices);
  g_free(m.entry);
  g_free(m.loss);
  return ok;
}
