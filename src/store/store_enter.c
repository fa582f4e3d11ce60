#include <string.h>

#include "key.h"
#include "store_file.h"
#include "study/study_rows.h"
#include "study/usage.h"

/* Two SQL statements: `insert` adds ?1 to a table unless the table has it, `find` finds the id of
 * its row. */
struct lookup {
  const char *insert, *find;
};

/* Finds the id of the row that contains `text` or, if `text` is NULL, `bytes`. Inserts the row if
 * it is missing. */
static bool number_of(struct tn_store *store, const struct lookup *in, const char *text,
                      const guint8 *bytes, gint64 *ret, GError **error)
{
  const char *const both[] = { in->insert, in->find };
  bool more = false, ok = true;
  for (int i = 0; ok && i < 2; i++) {
    sqlite3_stmt *statement = tn_sql_prepare(&store->sql, both[i], error);
    if (!statement)
      return false;
    if (bytes)
      sqlite3_bind_blob(statement, 1, bytes, TN_KEY_BYTES, SQLITE_STATIC);
    else
      sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC);
    ok = tn_sql_next(&store->sql, statement, &more, error);
    if (ok && i == 1)
      *ret = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
  }
  return ok;
}

struct sweep {
  char *label;
  guint n_points;
  guint8 sum[TN_KEY_BYTES];
};

/* Returns the keys of the sweep's points and fills *ret except n_points. Transfer full. Returns
 * NULL and *error on failure. */
static struct tn_key *make_keys(const struct tn_store_part *part, struct sweep *ret, GError **error)
{
  const struct tn_study *whole = part->whole;
  const guint n = tn_study_n(whole);
  struct tn_keys *maker = tn_keys_new(whole, part->has_ranges, part->n_jitter);
  struct tn_key *keys = g_new0(struct tn_key, n + 1);
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
  guint8 all[32];
  gsize length = sizeof all;
  bool ok = true;
  g_checksum_update(sum, (const guchar *)tn_store_program(), -1);
  for (guint i = 0; ok && i < n; i++) {
    ok = tn_keys_make(maker, i, &keys[i], error);
    g_checksum_update(sum, (const guchar *)&keys[i], sizeof keys[i]);
  }
  g_checksum_get_digest(sum, all, &length);
  g_checksum_free(sum);
  tn_keys_free(maker);
  if (!ok) {
    g_free(keys);
    return NULL;
  }
  struct tn_row *row = tn_study_row(whole, 0, NULL), *new = tn_row_new();
  GString *text = g_string_new(NULL);
  for (int c = 0; c < tn_row_n_columns; c++) {
    if (tn_row_columns[c].role == TN_ROLE_RESULT || tn_row_same(row, new, c))
      continue;
    g_autofree char *value = tn_row_text(row, c);
    g_string_append_printf(text, "%s%s", text->len ? " " : "", value);
  }
  tn_row_free(row);
  tn_row_free(new);
  ret->label = g_string_free(text, FALSE);
  memcpy(ret->sum, all, TN_KEY_BYTES);
  return keys;
}

static guint key_hash(const void *data)
{
  guint hash;
  memcpy(&hash, ((const struct tn_key *)data)->name, sizeof hash);
  return hash;
}

static gboolean key_same_name(const void *a, const void *b)
{
  const struct tn_key *x = a, *y = b;
  return memcmp(x->name, y->name, TN_KEY_BYTES) == 0;
}

/* Checks that points with equal names have equal keys. *ret_n: number of points with different
 * names. */
static bool check_names(const struct tn_study *whole, const struct tn_key *keys, guint *ret_n,
                        GError **error)
{
  g_autoptr(GHashTable) first = g_hash_table_new(key_hash, key_same_name);
  for (guint i = 0; i < tn_study_n(whole); i++) {
    const struct tn_key *other = g_hash_table_lookup(first, &keys[i]);
    if (!other) {
      g_hash_table_add(first, (gpointer)&keys[i]);
    } else if (memcmp(other, &keys[i], sizeof *other) != 0) {
      g_autofree char *what = tn_point_describe(tn_study_point(whole, i));
      return tn_usage(error,
                      "%s: twice in this sweep, with different platform values under one name "
                      "(give each platform its own name)",
                      what);
    }
  }
  *ret_n = g_hash_table_size(first);
  return true;
}

/* Enters the program and the sweep. Finds the sweeps that come after this one in the order of
 * rows. */
static bool enter_sweep(struct tn_store *store, const struct sweep *sweep, const char *command,
                        GError **error)
{
  static const struct lookup programs = { "INSERT OR IGNORE INTO program(name) VALUES(?1)",
                                          "SELECT id FROM program WHERE name = ?1" };
  static const struct lookup sweeps = {
    "INSERT OR IGNORE INTO sweep(sum, label, n_points, command) VALUES(?1, '', 0, '')",
    "SELECT id FROM sweep WHERE sum = ?1"
  };
  sqlite3_stmt *fill = NULL, *others = NULL;
  bool more = true;
  bool ok = number_of(store, &programs, tn_store_program(), NULL, &store->program, error) &&
            number_of(store, &sweeps, NULL, sweep->sum, &store->sweep, error) &&
            (fill = tn_sql_prepare(&store->sql,
                                   "UPDATE sweep SET label = ?2, n_points = ?3, command = ?4"
                                   " WHERE id = ?1 AND n_points = 0",
                                   error)) &&
            (others = tn_sql_prepare(&store->sql,
                                     "SELECT id FROM sweep WHERE (-n_points, label, sum) >"
                                     " (?1, ?2, ?3)",
                                     error));
  if (ok) {
    sqlite3_bind_int64(fill, 1, store->sweep);
    sqlite3_bind_text(fill, 2, sweep->label, -1, SQLITE_STATIC);
    sqlite3_bind_int64(fill, 3, sweep->n_points);
    sqlite3_bind_text(fill, 4, command, -1, SQLITE_STATIC);
    sqlite3_bind_int64(others, 1, -(gint64)sweep->n_points);
    sqlite3_bind_text(others, 2, sweep->label, -1, SQLITE_STATIC);
    sqlite3_bind_blob(others, 3, sweep->sum, TN_KEY_BYTES, SQLITE_STATIC);
    ok = tn_sql_do(&store->sql, fill, error);
  }
  memcpy(store->sum, sweep->sum, TN_KEY_BYTES);
  store->later_sweeps = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  while (ok && more && (ok = tn_sql_next(&store->sql, others, &more, error)) && more) {
    const gint64 id = sqlite3_column_int64(others, 0);
    g_hash_table_add(store->later_sweeps, g_memdup2(&id, sizeof id));
  }
  sqlite3_finalize(fill);
  sqlite3_finalize(others);
  return ok;
}

struct variant {
  gint64 id, program, sweep, position;
  bool same_platform, same_inputs, is_outdated, has_row;
};

static bool same_bytes(sqlite3_stmt *statement, int column, const guint8 *bytes)
{
  return sqlite3_column_bytes(statement, column) == TN_KEY_BYTES &&
         memcmp(sqlite3_column_blob(statement, column), bytes, TN_KEY_BYTES) == 0;
}

/* Returns a point's variants: the store's entries with its name (struct variant). If a variant with
 * other platform values is about to become outdated, prior->platform gets the platform's name.
 * Transfer full. */
static GArray *find_variants(struct tn_store *store, const struct tn_key *key,
                             struct tn_store_prior *prior, GError **error)
{
  sqlite3_stmt *statement = store->statements[TN_STORE_VARIANTS];
  GArray *variants = g_array_new(FALSE, FALSE, sizeof(struct variant));
  bool more = true, ok = true;
  sqlite3_bind_blob(statement, 1, key->name, TN_KEY_BYTES, SQLITE_STATIC);
  while (ok && more && (ok = tn_sql_next(&store->sql, statement, &more, error)) && more) {
    const struct variant v = { .id = sqlite3_column_int64(statement, 0),
                               .same_platform = same_bytes(statement, 1, key->platform),
                               .same_inputs = same_bytes(statement, 2, key->inputs),
                               .program = sqlite3_column_int64(statement, 3),
                               .sweep = sqlite3_column_int64(statement, 4),
                               .position = sqlite3_column_int64(statement, 5),
                               .is_outdated = sqlite3_column_int(statement, 6),
                               .has_row = sqlite3_column_int(statement, 7) };
    if (v.program == store->program && !v.same_platform && !v.is_outdated && v.has_row &&
        !prior->platform)
      prior->platform = g_strdup((const char *)sqlite3_column_text(statement, 8));
    g_array_append_val(variants, v);
  }
  if (ok)
    return variants;
  g_array_unref(variants);
  return NULL;
}

/* Marks a variant as outdated. Counts in `prior` why, if the variant has a row. */
static bool mark_outdated(struct tn_store *store, const struct variant *v,
                          struct tn_store_prior *prior, GError **error)
{
  if (v->is_outdated)
    return true;
  if (v->has_row) {
    prior->n_program += v->program != store->program;
    prior->n_platform += v->program == store->program && !v->same_platform;
    prior->n_inputs += v->program == store->program && v->same_platform;
    if (v->program != store->program)
      store->other_program = v->program;
  }
  return tn_store_change(store, TN_STORE_COUNT_NO_MORE, v->id, error);
}

/* Enters a point that the store already has as variant `v`: makes the variant valid, and moves it
 * to the first of the sweeps that contain it. */
static bool enter_again(struct tn_store *store, const struct variant *v, guint position,
                        GError **error)
{
  sqlite3_stmt *move = store->statements[TN_STORE_MOVE];
  const bool is_first = g_hash_table_contains(store->later_sweeps, &v->sweep) ||
                        (v->sweep == store->sweep && v->position > position);
  if (v->is_outdated && !tn_store_change(store, TN_STORE_COUNT_AGAIN, v->id, error))
    return false;
  if (!is_first)
    return true;
  sqlite3_bind_int64(move, 2, store->sweep);
  sqlite3_bind_int64(move, 3, position);
  return tn_store_change(store, TN_STORE_MOVE, v->id, error);
}

struct entered {
  gint64 id;
  bool has_row;
};

/* Enters a point: marks variants with other keys as outdated, finds or adds the variant with this
 * key. */
static bool enter(struct tn_store *store, const struct tn_key *key, guint position,
                  struct tn_store_prior *prior, struct entered *ret, GError **error)
{
  g_autoptr(GArray) variants = find_variants(store, key, prior, error);
  const struct variant *own = NULL;
  bool ok = variants != NULL;
  for (guint i = 0; ok && i < variants->len; i++) {
    const struct variant *v = &g_array_index(variants, struct variant, i);
    if (v->same_platform && v->same_inputs && v->program == store->program)
      own = v;
    else
      ok = mark_outdated(store, v, prior, error);
  }
  if (!ok)
    return false;
  ret->has_row = own && own->has_row;
  if (!own) {
    sqlite3_stmt *statement = store->statements[TN_STORE_ENTER];
    sqlite3_bind_blob(statement, 1, key->name, TN_KEY_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 2, key->platform, TN_KEY_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 3, key->inputs, TN_KEY_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, store->program);
    sqlite3_bind_int64(statement, 5, store->sweep);
    sqlite3_bind_int64(statement, 6, position);
    const bool entered = tn_sql_do(&store->sql, statement, error);
    ret->id = sqlite3_last_insert_rowid(store->sql.db);
    return entered;
  }
  ret->id = own->id;
  return enter_again(store, own, position, error);
}

/* Enters the points of the part. Marks points that have a row TN_KEPT. */
static bool enter_all(struct tn_store *store, const struct tn_store_part *part,
                      const struct tn_key *keys, struct tn_store_prior *prior, GError **error)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(key_hash, key_same_name);
  struct tn_outcome *outcomes = tn_study_outcomes(part->study);
  const guint n = tn_study_n(part->study);
  store->study = part->study;
  store->ids = g_new0(gint64, n + 1);
  store->filled = g_array_new(FALSE, FALSE, sizeof(gint64));
  store->other_program = 0;
  for (guint i = 0; i < n; i++) {
    const guint position = part->numbers ? part->numbers[i] : i;
    struct entered entered = { .has_row = true };
    if (g_hash_table_add(seen, (gpointer)&keys[position]) &&
        !enter(store, &keys[position], position, prior, &entered, error))
      return false;
    store->ids[i] = entered.id;
    prior->n_kept += entered.has_row;
    if (entered.has_row) {
      outcomes[i].state = TN_KEPT;
      if (store->ids[i])
        g_array_append_val(store->filled, store->ids[i]);
    }
  }
  if (store->other_program == 0)
    return true;
  sqlite3_stmt *name = tn_sql_prepare(&store->sql, "SELECT name FROM program WHERE id = ?1", error);
  bool more = false;
  if (!name)
    return false;
  sqlite3_bind_int64(name, 1, store->other_program);
  const bool ok = tn_sql_next(&store->sql, name, &more, error);
  if (ok && more)
    prior->program = g_strdup((const char *)sqlite3_column_text(name, 0));
  sqlite3_finalize(name);
  return ok;
}

/* Records the names of the points of the sweep that other shards are going to enter. */
static bool enter_wanted(const struct tn_store *store, const struct tn_store_part *part,
                         const struct tn_key *keys, GError **error)
{
  const guint n = tn_study_n(part->whole);
  guint own = 0;
  sqlite3_stmt *statement =
      part->numbers
          ? tn_sql_prepare(&store->sql, "INSERT OR IGNORE INTO wanted(name) VALUES(?1)", error)
          : NULL;
  bool ok = statement || !part->numbers;
  for (guint i = 0; ok && statement && i < n; i++) {
    if (own < tn_study_n(part->study) && part->numbers[own] == i) {
      own++;
      continue;
    }
    sqlite3_bind_blob(statement, 1, keys[i].name, TN_KEY_BYTES, SQLITE_STATIC);
    ok = tn_sql_do(&store->sql, statement, error);
  }
  sqlite3_finalize(statement);
  return ok;
}

bool tn_store_begin(struct tn_store *store, const struct tn_store_part *part,
                    struct tn_store_prior *ret, GError **error)
{
  struct tn_store_prior prior = { 0 };
  struct sweep sweep = { 0 };
  g_autofree struct tn_key *keys = make_keys(part, &sweep, error);
  if (!keys)
    return false;
  bool ok = check_names(part->whole, keys, &sweep.n_points, error) &&
            tn_store_open_transaction(store, error);
  if (ok)
    ok = (enter_sweep(store, &sweep, part->command, error) &&
          enter_wanted(store, part, keys, error) && enter_all(store, part, keys, &prior, error)) ||
         tn_store_undo(store);
  if (ok && part->only_looks)
    tn_store_undo(store);
  ok = ok && tn_store_flush(store, error);
  g_free(sweep.label);
  if (ok)
    *ret = prior;
  else
    tn_store_prior_clear(&prior);
  return ok;
}
