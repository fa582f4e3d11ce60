/* Makes rules for one mapping, and computes what these rules lose under other mappings. */
#include <math.h>
#include <string.h>

#include "platform/quantity.h"
#include "rules.h"
#include "study/usage.h"

/* Times in seconds for one mapping, collective, number of ranks, size and state of the buffers. NAN
 * if a row is missing; `best` is then INFINITY. */
struct cell {
  const struct tn_row *row; /* any row of the cell */
  /* time of the fastest row; time of the row that the rules choose; time of the library's own
   * decision */
  double best, choice, own;
};

/* Returns the row that the rules choose for the ranks and the size of `row`; NULL if the rules do
 * not cover them. `winners`: rows of one table, by ascending size. */
static const struct tn_row *choice_for(const GArray *winners, const struct tn_row *row)
{
  const struct tn_winner *found = NULL;
  int64_t most = -1;
  for (guint i = 0; i < winners->len; i++) {
    const struct tn_winner *w = &g_array_index(winners, struct tn_winner, i);
    if (w->first->collective != row->collective || w->first->ranks != row->ranks)
      continue;
    most = w->size_to;
    found = w->size_from <= row->size ? w : found;
  }
  return found && row->size <= most ? found->first : NULL;
}

/* Returns the cells that the rules cover, in the order of the rows. */
static GArray *cells_of(const struct tn_rules *rules, const GArray *winners, const GPtrArray *rows,
                        enum tn_objective objective)
{
  g_autoptr(GHashTable) known =
      g_hash_table_new_full(tn_row_key_hash, tn_row_key_equal, g_free, NULL);
  GArray *cells = g_array_new(FALSE, FALSE, sizeof(struct cell));
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i], *choice = choice_for(winners, row);
    const struct tn_row_key key = { row, TN_ROLE_CONTEXT | TN_ROLE_SIZE, -1 };
    const struct cell fresh = { row, INFINITY, NAN, NAN };
    gpointer at;
    if (!choice)
      continue;
    if (!g_hash_table_lookup_extended(known, &key, NULL, &at)) {
      at = GUINT_TO_POINTER(cells->len);
      g_hash_table_insert(known, g_memdup2(&key, sizeof key), at);
      g_array_append_val(cells, fresh);
    }
    struct cell *c = &g_array_index(cells, struct cell, GPOINTER_TO_UINT(at));
    const double time = tn_row_time(row, objective);
    c->best = fmin(c->best, time);
    if (tn_row_agrees(row, choice, TN_ROLE_CHOICE, -1))
      c->choice = time;
    if (tn_target_is_own(rules->target, row->algorithm))
      c->own = time;
  }
  return cells;
}

/* Returns "under l3 the rules of core lose 3.1 % in the mean, 22.0 % at most (bcast 64K, ...)".
 * Transfer full. */
static char *loss_text(const GArray *cells, const char *mapping, const char *rules)
{
  const char *name = *mapping ? mapping : "no mapping";
  const struct cell *worst = NULL;
  double sum = 0, most = 0, own = 0;
  guint n = 0, n_lacking = 0;
  for (guint i = 0; i < cells->len; i++) {
    const struct cell *c = &g_array_index(cells, struct cell, i);
    const double loss = tn_tune_ratio(c->choice, c->best) - 1;
    if (strcmp(c->row->mapping, mapping) != 0)
      continue;
    /* not finite: a time is missing, or the best time is 0 */
    n_lacking += !isfinite(loss);
    if (!isfinite(loss))
      continue;
    n++;
    sum += loss;
    own += tn_tune_ratio(c->own, c->best) - 1;
    worst = worst && most >= loss ? worst : c;
    most = fmax(most, loss);
  }
  if (!worst)
    return g_strdup_printf("under %s no row has a choice of the rules of %s", name, rules);
  g_autofree char *size = tn_format_size((size_t)worst->row->size);
  GString *text = g_string_new(NULL);
  g_string_printf(
      text,
      "under %s the rules of %s lose %.1f %% on average, %.1f %% at most (%s %s, %" G_GINT64_FORMAT
      " ranks, %s buffers)",
      name, rules, 100 * sum / n, 100 * most, worst->row->collective, size,
      (gint64)worst->row->ranks, worst->row->buffers);
  if (isfinite(own))
    g_string_append_printf(text, "; the library's own decision %.1f %% on average", 100 * own / n);
  if (n_lacking)
    g_string_append_printf(text, "; %u of %u points have no row of their choice", n_lacking,
                           n + n_lacking);
  return g_string_free(text, FALSE);
}

bool tn_rules_part(const GPtrArray *rows, const char *mapping, GPtrArray *own, GPtrArray *mappings,
                   GError **error)
{
  for (guint i = 0; i < rows->len; i++) {
    const struct tn_row *row = rows->pdata[i];
    if (!mapping || strcmp(row->mapping, mapping) == 0)
      g_ptr_array_add(own, (void *)row);
    if (!g_ptr_array_find_with_equal_func(mappings, row->mapping, g_str_equal, NULL))
      g_ptr_array_add(mappings, (void *)row->mapping);
  }
  g_ptr_array_add(mappings, NULL);
  return own->len || tn_usage_unknown(error, "--mapping", "mapping of the rows", mapping,
                                      (const char *const *)mappings->pdata);
}

void tn_rules_add_mapping_losses(struct tn_rules *rules, const GArray *winners,
                                 const GPtrArray *rows, const GPtrArray *mappings,
                                 enum tn_objective objective)
{
  g_autoptr(GArray) cells = cells_of(rules, winners, rows, objective);
  for (guint m = 0; mappings->len > 2 && mappings->pdata[m]; m++)
    g_ptr_array_add(rules->mapping_losses,
                    loss_text(cells, mappings->pdata[m], rules->example->mapping));
}
