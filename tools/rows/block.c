#include "block.h"

#include <math.h>
#include <string.h>

static const struct tn_point *point_at(const struct tn_results *results, guint i)
{
  return tn_study_point(results->plan->study, i);
}

static void column_clear(void *data)
{
  struct tn_block_column *column = data;
  tn_values_unref(column->params);
  tn_values_unref(column->heading);
}

static void block_free(void *data)
{
  struct tn_block *b = data;
  g_array_unref(b->points);
  g_array_unref(b->columns);
  g_array_unref(b->sizes);
  g_clear_pointer(&b->assumed.list, g_array_unref);
  tn_vary_free(b->vary);
  g_free(b->cells);
  g_free(b->times);
  g_free(b->winners);
  g_free(b->rewritten);
  g_free(b);
}

/* Returns a hash key of a row: the values of its columns that have one of the roles. */
static gpointer key_of(const struct tn_row *row, unsigned roles)
{
  const struct tn_row_key key = { row, roles, -1 };
  return g_memdup2(&key, sizeof key);
}

static GHashTable *keys_new(void)
{
  return g_hash_table_new_full(tn_row_key_hash, tn_row_key_equal, g_free, NULL);
}

/* Returns the index of a row's column; adds it if it is new. Numbers in `known` start at 1, as a
 * missing key is 0. */
static guint column_of(struct tn_block *b, GHashTable *known, const struct tn_row *row,
                       const struct tn_point *p)
{
  gpointer key = key_of(row, TN_ROLE_CHOICE);
  guint number = GPOINTER_TO_UINT(g_hash_table_lookup(known, key));
  if (number == 0) {
    const struct tn_block_column new = { .algorithm = p->algorithm,
                                         .mechanism = p->mechanism,
                                         .params = tn_values_ref(row->params),
                                         .heading = tn_values_new("") };
    g_array_append_val(b->columns, new);
    number = b->columns->len;
  }
  g_hash_table_insert(known, key, GUINT_TO_POINTER(number));
  return number - 1;
}

/* Fills the cells with the indices of their points, and `times` with the times of the rows. */
static void fill_cells(struct tn_block *b, const GPtrArray *rows)
{
  g_autoptr(GHashTable) columns = keys_new(), sizes = g_hash_table_new(NULL, NULL);
  g_autofree guint *size = g_new(guint, b->points->len);
  g_autofree guint *column = g_new(guint, b->points->len);
  for (guint i = 0; i < b->points->len; i++) {
    const guint point = g_array_index(b->points, guint, i);
    const struct tn_point *p = point_at(b->results, point);
    void *bytes = GSIZE_TO_POINTER(p->call.block);
    if (!g_hash_table_contains(sizes, bytes)) {
      g_hash_table_insert(sizes, bytes, GUINT_TO_POINTER(b->sizes->len));
      g_array_append_val(b->sizes, p->call.block);
    }
    size[i] = GPOINTER_TO_UINT(g_hash_table_lookup(sizes, bytes));
    column[i] = column_of(b, columns, rows->pdata[point], p);
  }
  const guint n = b->sizes->len * b->columns->len;
  b->cells = g_new(guint, n);
  b->times = g_new(double, n);
  for (guint i = 0; i < n; i++) {
    b->cells[i] = TN_NO_POINT;
    b->times[i] = NAN;
  }
  for (guint i = 0; i < b->points->len; i++) {
    const guint point = g_array_index(b->points, guint, i);
    const guint cell = size[i] * b->columns->len + column[i];
    b->cells[cell] = point;
    b->times[cell] = b->results->outcome[point].state == TN_DONE
                         ? tn_row_time(rows->pdata[point], b->objective)
                         : NAN;
  }
}

/* Returns true if one of the columns with this column's algorithm has another mechanism than the
 * default. */
static bool shows_mechanism(const struct tn_block *b, const struct tn_block_column *column)
{
  for (guint c = 0; c < b->columns->len; c++) {
    const struct tn_block_column *other = tn_block_column(b, c);
    if (other->algorithm == column->algorithm &&
        other->mechanism != column->algorithm->mechanisms[0])
      return true;
  }
  return false;
}

/* Returns the fastest column at a size among the algorithms other than that of `but` (TN_NO_COLUMN:
 * among all). */
static guint best_of(const struct tn_block *b, guint size, guint but)
{
  guint best = TN_NO_COLUMN;
  for (guint c = 0; c < b->columns->len; c++) {
    const double time = tn_block_time(b, size, c);
    if (but != TN_NO_COLUMN &&
        tn_block_column(b, c)->algorithm == tn_block_column(b, but)->algorithm)
      continue;
    if (!isnan(time) && (best == TN_NO_COLUMN || time < tn_block_time(b, size, best)))
      best = c;
  }
  return best;
}

GPtrArray *tn_blocks_new(const struct tn_results *results, enum tn_objective objective)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func(block_free);
  g_autoptr(GPtrArray) rows = tn_rows_new();
  g_autoptr(GHashTable) setups =
      g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_hash_table_unref);
  for (guint i = 0; i < tn_study_n(results->plan->study); i++) {
    struct tn_row *row = tn_row_take(results, i);
    const struct tn_point *point = point_at(results, i);
    /* Two platform files may have the same name, so that the name does not identify the values of
     * parameters. */
    GHashTable *known = g_hash_table_lookup(setups, point->setup);
    if (!known)
      g_hash_table_insert(setups, (void *)point->setup, known = keys_new());
    gpointer key = key_of(row, TN_ROLE_CONTEXT);
    struct tn_block *b = g_hash_table_lookup(known, key);
    if (!b) {
      b = g_new0(struct tn_block, 1);
      b->results = results;
      b->objective = objective;
      b->first = point;
      b->points = g_array_new(FALSE, FALSE, sizeof(guint));
      b->columns = g_array_new(FALSE, FALSE, sizeof(struct tn_block_column));
      b->sizes = g_array_new(FALSE, FALSE, sizeof(size_t));
      g_array_set_clear_func(b->columns, column_clear);
      g_ptr_array_add(blocks, b);
    }
    g_hash_table_insert(known, key, b);
    g_array_append_val(b->points, i);
    g_ptr_array_add(rows, row);
  }
  for (guint i = 0; i < blocks->len; i++) {
    struct tn_block *b = blocks->pdata[i];
    fill_cells(b, rows);
    const char *collective = tn_collective_names[b->first->call.collective];
    b->vary = tn_vary_new();
    for (guint c = 0; c < b->columns->len; c++) {
      const struct tn_block_column *column = tn_block_column(b, c);
      tn_vary_add(b->vary, collective, column->algorithm->name, column->params);
    }
    for (guint c = 0; c < b->columns->len; c++) {
      struct tn_block_column *column = &g_array_index(b->columns, struct tn_block_column, c);
      g_autofree char *apart =
          tn_vary_distinct(b->vary, collective, column->algorithm->name, column->params, NULL);
      const char *mechanism =
          shows_mechanism(b, column) ? tn_mechanism_names[column->mechanism] : "";
      g_autofree char *heading = g_strconcat(mechanism, ";", apart, NULL);
      tn_values_set(&column->heading, *mechanism && *apart ? heading : *apart ? apart : mechanism);
    }
    const char *name = b->results->plan->reference;
    b->reference = TN_NO_COLUMN;
    for (guint c = b->columns->len; name && c > 0; c--)
      if (strcmp(tn_block_column(b, c - 1)->algorithm->name, name) == 0)
        b->reference = c - 1;
    b->winners = g_new(guint, b->sizes->len);
    for (guint s = 0; s < b->sizes->len; s++)
      b->winners[s] = best_of(b, s, TN_NO_COLUMN);
  }
  return blocks;
}

const struct tn_block_column *tn_block_column(const struct tn_block *b, guint column)
{
  return &g_array_index(b->columns, struct tn_block_column, column);
}

size_t tn_block_size(const struct tn_block *b, guint size)
{
  return g_array_index(b->sizes, size_t, size);
}

guint tn_block_cell(const struct tn_block *b, guint size, guint column)
{
  return b->cells[size * b->columns->len + column];
}

const struct tn_sim_result *tn_block_result(const struct tn_block *b, guint size, guint column)
{
  const guint i = tn_block_cell(b, size, column);
  if (i == TN_NO_POINT || b->results->outcome[i].state != TN_DONE)
    return NULL;
  return &b->results->outcome[i].result;
}

double tn_block_time(const struct tn_block *b, guint size, guint column)
{
  return b->times[size * b->columns->len + column];
}

double tn_block_error(const struct tn_block *b, guint size, guint column)
{
  const struct tn_outcome *o = &b->results->outcome[tn_block_cell(b, size, column)];
  return o->high > 0.0 && b->objective == TN_OBJECTIVE_AVG
             ? (o->high - o->low) / 2
             : MIN(b->assumed.error, 1.0) * tn_block_time(b, size, column);
}

guint tn_block_rival(const struct tn_block *b, guint size)
{
  return b->winners[size] == TN_NO_COLUMN ? TN_NO_COLUMN : best_of(b, size, b->winners[size]);
}
