#include "buffer_states.h"

#include <math.h>

#include "tune.h"

static void state_free(void *data)
{
  struct tn_other_state *state = data;
  g_array_unref(state->changes);
  g_free(state);
}

struct tn_other_states {
  /* numbers of the rows' contexts without the column `buffers` (tn_tune_numbers_new) */
  GHashTable *contexts;
  /* array by context number; each item is a GPtrArray of rows */
  GPtrArray *groups;
  enum tn_objective objective;
  int buffers;
};

static void add_rows(struct tn_other_states *states, const GPtrArray *rows)
{
  for (guint i = 0; rows && i < rows->len; i++) {
    const guint group =
        tn_tune_number(states->contexts, rows->pdata[i], TN_ROLE_CONTEXT, states->buffers);
    if (group == states->groups->len)
      g_ptr_array_add(states->groups, g_ptr_array_new());
    g_ptr_array_add(states->groups->pdata[group], rows->pdata[i]);
  }
}

struct tn_other_states *tn_other_states_new(const GPtrArray *rows, const GPtrArray *more,
                                            enum tn_objective objective)
{
  struct tn_other_states *states = g_new0(struct tn_other_states, 1);
  states->objective = objective;
  states->buffers = tn_row_column("buffers");
  states->contexts = tn_tune_numbers_new();
  states->groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  add_rows(states, rows);
  add_rows(states, more);
  return states;
}

void tn_other_states_free(struct tn_other_states *states)
{
  if (!states)
    return;
  g_hash_table_destroy(states->contexts);
  g_ptr_array_unref(states->groups);
  g_free(states);
}

static int by_size(const void *x, const void *y)
{
  const struct tn_row *a = *(const struct tn_row *const *)x, *b = *(const struct tn_row *const *)y;
  return (a->size > b->size) - (a->size < b->size);
}

/* Returns a group's best row at each size in the state `buffers`, sizes ascending. Transfer
 * container. */
static GPtrArray *best_of(const GPtrArray *group, const char *buffers, enum tn_objective objective)
{
  g_autoptr(GHashTable) known = g_hash_table_new(g_int64_hash, g_int64_equal);
  GPtrArray *best = g_ptr_array_new();
  for (guint i = 0; i < group->len; i++) {
    const struct tn_row *row = group->pdata[i];
    if (isnan(tn_row_time(row, objective)) || row->buffers != buffers)
      continue;
    const guint at = GPOINTER_TO_UINT(g_hash_table_lookup(known, &row->size));
    if (!at) {
      g_ptr_array_add(best, (void *)row);
      g_hash_table_insert(known, (void *)&row->size, GUINT_TO_POINTER(best->len));
    } else if (tn_tune_beats(row, best->pdata[at - 1], objective)) {
      best->pdata[at - 1] = (void *)row;
    }
  }
  g_ptr_array_sort(best, by_size);
  return best;
}

/* Adds a size at which the two states have different winners. If `extends`, the last change ends at
 * the previous size, and is extended to this size if both winners are the same. */
static void add_change(GArray *changes, bool extends, const struct tn_row *here,
                       const struct tn_row *there, double loss, bool is_least)
{
  struct tn_other_change *last =
      extends ? &g_array_index(changes, struct tn_other_change, changes->len - 1) : NULL;
  if (last && tn_row_agrees(last->here, here, TN_ROLE_CHOICE, -1) &&
      tn_row_agrees(last->there, there, TN_ROLE_CHOICE, -1)) {
    last->last = there->size;
    last->loss_min = fmin(last->loss_min, loss);
    last->loss_max = fmax(last->loss_max, loss);
    last->is_least = last->is_least || is_least;
    return;
  }
  const struct tn_other_change change = { there->size, there->size, here,    there,
                                          loss,        loss,        is_least };
  g_array_append_val(changes, change);
}

/* Compares two states by their best rows (best_of); `choices` holds the other state's rows by
 * choice and size. */
static struct tn_other_state *compare(const struct tn_other_states *states, const GPtrArray *here,
                                      const GPtrArray *there, GHashTable *choices)
{
  struct tn_other_state *state = g_new0(struct tn_other_state, 1);
  bool extends = false;
  state->changes = g_array_new(FALSE, FALSE, sizeof(struct tn_other_change));
  state->first = there->pdata[0];
  state->ratio_min = state->ratio_max = NAN;
  for (guint i = 0, k = 0; i < here->len && k < there->len; i++) {
    const struct tn_row *a = here->pdata[i], *b = there->pdata[k];
    while (b->size < a->size && ++k < there->len)
      b = there->pdata[k];
    if (b->size != a->size)
      continue;
    const struct tn_row_key key = { a, TN_ROLE_CHOICE | TN_ROLE_SIZE, -1 };
    const struct tn_row *same = g_hash_table_lookup(choices, &key);
    const double best = tn_row_time(b, states->objective);
    const double ratio = best / tn_row_time(a, states->objective);
    const double loss = same ? tn_row_time(same, states->objective) / best - 1 : NAN;
    state->ratio_min = fmin(state->ratio_min, ratio);
    state->ratio_max = fmax(state->ratio_max, ratio);
    if (!(loss < TN_TUNE_TIE))
      add_change(state->changes, extends, a, b, loss, same && same->is_stopped);
    extends = !(loss < TN_TUNE_TIE);
  }
  return state;
}

static struct tn_other_state *state_of(const struct tn_other_states *states, const GPtrArray *group,
                                       const GPtrArray *here, const char *buffers)
{
  g_autoptr(GHashTable) choices =
      g_hash_table_new_full(tn_row_key_hash, tn_row_key_equal, g_free, NULL);
  g_autoptr(GPtrArray) there = best_of(group, buffers, states->objective);
  for (guint i = 0; i < group->len; i++) {
    const struct tn_row *row = group->pdata[i];
    if (row->buffers != buffers)
      continue;
    struct tn_row_key *key = g_new(struct tn_row_key, 1);
    *key = (struct tn_row_key){ row, TN_ROLE_CHOICE | TN_ROLE_SIZE, -1 };
    g_hash_table_insert(choices, key, (void *)row);
  }
  return there->len ? compare(states, here, there, choices) : NULL;
}

GPtrArray *tn_other_states_of(const struct tn_other_states *states, const struct tn_row *row)
{
  const guint number = tn_tune_number(states->contexts, row, TN_ROLE_CONTEXT, states->buffers);
  g_assert(number < states->groups->len);
  const GPtrArray *group = states->groups->pdata[number];
  GPtrArray *found = g_ptr_array_new_with_free_func(state_free);
  g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
  g_autoptr(GPtrArray) here = best_of(group, row->buffers, states->objective);
  g_hash_table_add(known, (void *)row->buffers);
  for (guint i = 0; i < group->len; i++) {
    const char *buffers = ((const struct tn_row *)group->pdata[i])->buffers;
    if (!*buffers || !g_hash_table_add(known, (void *)buffers))
      continue;
    struct tn_other_state *state = state_of(states, group, here, buffers);
    if (state && !isnan(state->ratio_min))
      g_ptr_array_add(found, state);
    else if (state)
      state_free(state);
  }
  return found;
}
