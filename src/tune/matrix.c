#include "matrix.h"

#include <math.h>

/* Returns true if the entry may win. If `own`, decisions of libraries may win only where the table
 * is for that library. */
static bool may_win(const struct tn_tune_entry *e, bool own)
{
  return e->role & TN_AS_CHOICE &&
         (!(own && tn_tune_is_library(e->row)) || e->role & TN_AS_BASELINE << TN_BASELINE_DEFAULT);
}

/* Returns a map from each state of the buffers to its fastest choice (struct tn_tune_entry).
 * Transfer full. */
static GHashTable *find_bests(const struct tn_tune_entry *e, guint n, enum tn_objective objective)
{
  GHashTable *bests = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < n; i++) {
    const struct tn_tune_entry *best = g_hash_table_lookup(bests, e[i].row->buffers);
    if (e[i].role & TN_AS_CHOICE && (!best || tn_tune_beats(e[i].row, best->row, objective)))
      g_hash_table_insert(bests, (void *)e[i].row->buffers, (void *)&e[i]);
  }
  return bests;
}

static double best_time(GHashTable *bests, const struct tn_tune_entry *e)
{
  return ((const struct tn_tune_entry *)g_hash_table_lookup(bests, e->row->buffers))->time;
}

/* Fills in the losses, in one cell, of those choices that have rows in all of the cell's states. */
static void fill_cell(struct tn_tune_matrix *m, guint cell, bool own, enum tn_objective objective)
{
  const guint first = g_array_index(m->begins, guint, cell);
  const guint n = tn_tune_end_of_size(m->entries, first) - first;
  const struct tn_tune_entry *e = tn_tune_entry_at(m->entries, first);
  g_autofree guint *n_known = g_new0(guint, m->n_choices + 1);
  g_autoptr(GHashTable) bests = find_bests(e, n, objective);
  const guint n_states = g_hash_table_size(bests);
  for (guint i = 0; i < n; i++) {
    if (!may_win(&e[i], own))
      continue;
    const guint choice = tn_tune_number(m->choices, e[i].row, TN_ROLE_CHOICE, -1);
    const guint at = cell * m->n_choices + choice;
    const double before = n_known[choice]++ ? m->loss[at] : 0;
    m->entry[at] = first + i + 1;
    m->loss[at] = fmax(tn_tune_ratio(e[i].time, best_time(bests, &e[i])) - 1, before);
  }
  for (guint c = 0; c < m->n_choices; c++)
    if (n_known[c] == 0 || n_known[c] < n_states) {
      m->entry[cell * m->n_choices + c] = 0;
      m->loss[cell * m->n_choices + c] = INFINITY;
    }
}

struct tn_tune_matrix tn_tune_matrix_make(const GArray *entries, guint begin, guint end,
                                          enum tn_objective objective)
{
  bool own = false; /* true if some choice is not a library's decision */
  for (guint i = begin; i < end; i++)
    own = own || (tn_tune_entry_at(entries, i)->role & TN_AS_CHOICE &&
                  !tn_tune_is_library(tn_tune_entry_at(entries, i)->row));
  struct tn_tune_matrix m = { .entries = entries };
  m.begins = g_array_new(FALSE, FALSE, sizeof(guint));
  m.choices = tn_tune_numbers_new();
  for (guint i = begin, next; i < end; i = next) {
    bool any = false;
    next = tn_tune_end_of_size(m.entries, i);
    for (guint k = i; k < next; k++) {
      if (!may_win(tn_tune_entry_at(m.entries, k), own))
        continue;
      tn_tune_number(m.choices, tn_tune_entry_at(m.entries, k)->row, TN_ROLE_CHOICE, -1);
      any = true;
    }
    if (any)
      g_array_append_val(m.begins, i);
  }
  m.n_choices = g_hash_table_size(m.choices);
  m.entry = g_new0(guint, m.begins->len * m.n_choices + 1);
  m.loss = g_new(double, m.begins->len *m.n_choices + 1);
  for (guint cell = 0; cell < m.begins->len; cell++)
    fill_cell(&m, cell, own, objective);
  return m;
}

void tn_tune_matrix_clear(struct tn_tune_matrix *m)
{
  g_array_unref(m->begins);
  g_hash_table_destroy(m->choices);
  g_free(m->entry);
  g_free(m->loss);
}

void tn_tune_matrix_states(const struct tn_tune_matrix *m, guint cell, guint choice,
                           enum tn_objective objective, struct tn_state_loss *states)
{
  const guint first = g_array_index(m->begins, guint, cell);
  const guint n = tn_tune_end_of_size(m->entries, first) - first;
  const struct tn_tune_entry *e = tn_tune_entry_at(m->entries, first);
  g_autoptr(GHashTable) bests = find_bests(e, n, objective);
  for (guint i = 0; i < n; i++) {
    guint s = 0;
    if (!(e[i].role & TN_AS_CHOICE) ||
        !tn_row_agrees(
            e[i].row, tn_tune_entry_at(m->entries, m->entry[cell * m->n_choices + choice] - 1)->row,
            TN_ROLE_CHOICE, -1))
      continue;
    const double loss = tn_tune_ratio(e[i].time, best_time(bests, &e[i])) - 1;
    while (s < TN_MAX_STATES && states[s].buffers && states[s].buffers != e[i].row->buffers)
      s++;
    if (s < TN_MAX_STATES)
      states[s] = (struct tn_state_loss){ e[i].row->buffers, fmax(loss, states[s].loss) };
  }
}

const struct tn_row *tn_tune_matrix_row(const struct tn_tune_matrix *m, guint cell)
{
  return tn_tune_entry_at(m->entries, g_array_index(m->begins, guint, cell))->row;
}

struct tn_winner tn_tune_matrix_decide(const struct tn_tune_matrix *m, guint cell, guint choice,
                                       const struct tn_tune_terms *terms)
{
  const guint begin = g_array_index(m->begins, guint, cell);
  const guint entry = m->entry[cell * m->n_choices + choice];
  g_assert(entry > 0);
  return tn_tune_decide(tn_tune_entry_at(m->entries, begin),
                        tn_tune_end_of_size(m->entries, begin) - begin,
                        tn_tune_entry_at(m->entries, entry - 1), terms);
}
