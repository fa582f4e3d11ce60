#include "block.h"

#include <math.h>
#include <string.h>

static const struct tn_point *point_at(const struct tn_results *results, guint i)
{
  return tn_study_point(results->plan->study, i);
}

static guint block_hash(const void *key)
{
  const struct tn_point *p = key;
  return g_direct_hash(p->setup) ^
         (guint)(p->backing + 4 * (int)p->call.collective + 64 * p->call.n_ranks +
                 16384 * (int)p->buffers + 65536 * p->call.root);
}

static gboolean block_equal(const void *x, const void *y)
{
  const struct tn_point *a = x, *b = y;
  return a->setup == b->setup && a->backing == b->backing &&
         tn_mechanism_memory(a->mechanism) == tn_mechanism_memory(b->mechanism) &&
         a->buffers == b->buffers && a->call.n_ranks == b->call.n_ranks &&
         a->call.collective == b->call.collective && a->call.root == b->call.root &&
         strcmp(a->mapping, b->mapping) == 0;
}

static guint column_hash(const void *key)
{
  const struct tn_point *p = key;
  guint hash = g_direct_hash(p->algorithm) + (guint)p->mechanism + g_direct_hash(p->call.nested);
  for (int i = 0; i < TN_MAX_PARAMS; i++)
    hash = hash * 31 + (guint)p->call.params[i];
  return hash;
}

static gboolean column_equal(const void *x, const void *y)
{
  const struct tn_point *a = x, *b = y;
  return a->algorithm == b->algorithm && a->mechanism == b->mechanism &&
         a->call.nested == b->call.nested &&
         memcmp(a->call.params, b->call.params, sizeof(a->call.params)) == 0;
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
  g_free(b);
}

static struct tn_block *block_new(const struct tn_results *results, enum tn_objective objective,
                                  const struct tn_point *first)
{
  struct tn_block *b = g_new0(struct tn_block, 1);
  b->results = results;
  b->objective = objective;
  b->first = first;
  b->points = g_array_new(FALSE, FALSE, sizeof(guint));
  b->columns = g_array_new(FALSE, FALSE, sizeof(struct tn_block_column));
  b->sizes = g_array_new(FALSE, FALSE, sizeof(size_t));
  g_array_set_clear_func(b->columns, column_clear);
  return b;
}

/* Tables count from one, so that a missing key reads as zero. */
static guint column_of(struct tn_block *b, GHashTable *known, const struct tn_point *p)
{
  const guint found = GPOINTER_TO_UINT(g_hash_table_lookup(known, p));
  if (found)
    return found - 1;
  g_autofree char *params = tn_point_params(p);
  const struct tn_block_column new = { .algorithm = p->algorithm,
                                       .mechanism = p->mechanism,
                                       .params = tn_values_new(params),
                                       .heading = tn_values_new("") };
  g_array_append_val(b->columns, new);
  g_hash_table_insert(known, (void *)p, GUINT_TO_POINTER(b->columns->len));
  return b->columns->len - 1;
}

static guint size_of(struct tn_block *b, GHashTable *known, size_t size)
{
  const guint found = GPOINTER_TO_UINT(g_hash_table_lookup(known, GSIZE_TO_POINTER(size)));
  if (found)
    return found - 1;
  g_array_append_val(b->sizes, size);
  g_hash_table_insert(known, GSIZE_TO_POINTER(size), GUINT_TO_POINTER(b->sizes->len));
  return b->sizes->len - 1;
}

/* The times of the points, as their rows tell them. */
static void fill_times(struct tn_block *b)
{
  const guint n = b->sizes->len * b->columns->len;
  b->times = g_new(double, n);
  for (guint i = 0; i < n; i++) {
    const guint point = b->cells[i];
    b->times[i] = NAN;
    if (point == TN_NO_POINT || b->results->outcome[point].state != TN_DONE)
      continue;
    struct tn_row *row = tn_row_take(b->results, point);
    b->times[i] = tn_row_time(row, b->objective);
    tn_row_free(row);
  }
}

static void fill_cells(struct tn_block *b)
{
  GHashTable *columns = g_hash_table_new(column_hash, column_equal);
  GHashTable *sizes = g_hash_table_new(NULL, NULL);
  g_autofree guint *size = g_new(guint, b->points->len);
  g_autofree guint *column = g_new(guint, b->points->len);
  for (guint i = 0; i < b->points->len; i++) {
    const struct tn_point *p = point_at(b->results, g_array_index(b->points, guint, i));
    size[i] = size_of(b, sizes, p->call.block);
    column[i] = column_of(b, columns, p);
  }
  b->cells = g_new(guint, b->sizes->len * b->columns->len);
  for (guint i = 0; i < b->sizes->len * b->columns->len; i++)
    b->cells[i] = TN_NO_POINT;
  for (guint i = 0; i < b->points->len; i++)
    b->cells[size[i] * b->columns->len + column[i]] = g_array_index(b->points, guint, i);
  g_hash_table_unref(columns);
  g_hash_table_unref(sizes);
}

/* Whether columns of one algorithm have several mechanisms, or another than its own. */
static bool tells_mechanism(const struct tn_block *b, const struct tn_block_column *column)
{
  for (guint c = 0; c < b->columns->len; c++) {
    const struct tn_block_column *other = tn_block_column(b, c);
    if (other->algorithm == column->algorithm &&
        other->mechanism != column->algorithm->mechanisms[0])
      return true;
  }
  return false;
}

static void name_columns(struct tn_block *b)
{
  const char *collective = tn_collective_names[b->first->call.collective];
  b->vary = tn_vary_new();
  for (guint c = 0; c < b->columns->len; c++) {
    const struct tn_block_column *column = tn_block_column(b, c);
    tn_vary_add(b->vary, collective, column->algorithm->name, column->params);
  }
  for (guint c = 0; c < b->columns->len; c++) {
    struct tn_block_column *column = &g_array_index(b->columns, struct tn_block_column, c);
    g_autofree char *apart =
        tn_vary_apart(b->vary, collective, column->algorithm->name, column->params, NULL);
    const char *mechanism = tells_mechanism(b, column) ? tn_mechanism_names[column->mechanism] : "";
    g_autofree char *heading = g_strconcat(mechanism, ";", apart, NULL);
    tn_values_set(&column->heading, *mechanism && *apart ? heading : *apart ? apart : mechanism);
  }
}

/* The column of least time, of other algorithms than that of column `but`. */
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

static void find_marks(struct tn_block *b)
{
  const char *name = b->results->plan->reference;
  b->reference = TN_NO_COLUMN;
  for (guint c = b->columns->len; name && c > 0; c--)
    if (strcmp(tn_block_column(b, c - 1)->algorithm->name, name) == 0)
      b->reference = c - 1;
  b->winners = g_new(guint, b->sizes->len);
  for (guint s = 0; s < b->sizes->len; s++)
    b->winners[s] = best_of(b, s, TN_NO_COLUMN);
}

GPtrArray *tn_blocks_new(const struct tn_results *results, enum tn_objective objective)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func(block_free);
  GHashTable *known = g_hash_table_new(block_hash, block_equal);
  for (guint i = 0; i < tn_study_n(results->plan->study); i++) {
    const struct tn_point *p = point_at(results, i);
    struct tn_block *b = g_hash_table_lookup(known, p);
    if (!b) {
      b = block_new(results, objective, p);
      g_ptr_array_add(blocks, b);
      g_hash_table_insert(known, (void *)p, b);
    }
    g_array_append_val(b->points, i);
  }
  g_hash_table_unref(known);
  for (guint i = 0; i < blocks->len; i++) {
    fill_cells(blocks->pdata[i]);
    fill_times(blocks->pdata[i]);
    name_columns(blocks->pdata[i]);
    find_marks(blocks->pdata[i]);
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

bool tn_block_has(const struct tn_block *b, guint size, guint column)
{
  return b->cells[size * b->columns->len + column] != TN_NO_POINT;
}

const struct tn_sim_result *tn_block_result(const struct tn_block *b, guint size, guint column)
{
  const guint i = b->cells[size * b->columns->len + column];
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
  const struct tn_outcome *o = &b->results->outcome[b->cells[size * b->columns->len + column]];
  return o->high > 0.0 && b->objective == TN_OBJECTIVE_AVG
             ? (o->high - o->low) / 2
             : MIN(b->assumed.error, 1.0) * tn_block_time(b, size, column);
}

guint tn_block_rival(const struct tn_block *b, guint size)
{
  return b->winners[size] == TN_NO_COLUMN ? TN_NO_COLUMN : best_of(b, size, b->winners[size]);
}
