#include "store_file.h"
#include "store_read.h"
#include "study/study_rows.h"
#include "study/usage.h"

static const char *const texts[] = {
  [TN_STORE_VARIANTS] =
      ("SELECT p.id, p.platform, p.inputs, p.program, p.sweep, p.position, p.outdated,"
       " r.point IS NOT NULL, r.platform FROM point p LEFT JOIN result r ON r.point = p.id"
       " WHERE p.name = ?1"),
  [TN_STORE_ENTER] = ("INSERT INTO point(name, platform, inputs, program, sweep, position)"
                      " VALUES(?1, ?2, ?3, ?4, ?5, ?6)"),
  [TN_STORE_MOVE] = "UPDATE point SET sweep = ?2, position = ?3 WHERE id = ?1",
  [TN_STORE_COUNT_AGAIN] = "UPDATE point SET outdated = 0 WHERE id = ?1",
  [TN_STORE_COUNT_NO_MORE] = "UPDATE point SET outdated = 1 WHERE id = ?1",
  [TN_STORE_FAIL] = "UPDATE point SET failure = ?2 WHERE id = ?1",
  [TN_STORE_FORGET] = "UPDATE point SET failure = NULL WHERE id = ?1 AND failure IS NOT NULL",
};

struct tn_store *tn_store_open(const char *file, GError **error)
{
  struct tn_store *store = g_new0(struct tn_store, 1);
  g_autofree char *put = tn_store_rows_insert();
  bool ok = tn_schema_open(&store->sql, file, error);
  for (int i = 0; ok && i < TN_STORE_N_STATEMENTS; i++) {
    store->statements[i] = tn_sql_prepare(&store->sql, i == TN_STORE_PUT ? put : texts[i], error);
    ok = store->statements[i] != NULL;
  }
  if (ok)
    return store;
  tn_store_close(store);
  return NULL;
}

static void close_file(struct tn_store *store)
{
  for (int i = 0; i < TN_STORE_N_STATEMENTS; i++)
    g_clear_pointer(&store->statements[i], sqlite3_finalize);
  if (store->sql.db)
    tn_sql_close(&store->sql);
}

void tn_store_close(struct tn_store *store)
{
  if (!store)
    return;
  close_file(store);
  g_clear_pointer(&store->later_sweeps, g_hash_table_unref);
  g_clear_pointer(&store->filled, g_array_unref);
  g_free(store->ids);
  g_free(store);
}

void tn_store_prior_clear(struct tn_store_prior *prior)
{
  g_clear_pointer(&prior->program, g_free);
  g_clear_pointer(&prior->platform, g_free);
}

bool tn_store_open_transaction(struct tn_store *store, GError **error)
{
  if (store->is_open)
    return true;
  store->is_open = tn_sql_run(&store->sql, "BEGIN IMMEDIATE", error);
  return store->is_open;
}

bool tn_store_undo(struct tn_store *store)
{
  sqlite3_exec(store->sql.db, "ROLLBACK", NULL, NULL, NULL);
  store->is_open = false;
  return false;
}

static bool refuse_lost(const char *file, GError **error)
{
  return tn_refuse(
      error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
      "%s: deleted, replaced or cut meanwhile: rows of this sweep are lost (use another file)",
      file);
}

bool tn_store_flush(struct tn_store *store, GError **error)
{
  int has_moved = 0;
  if (!store->is_open)
    return true;
  if (!tn_sql_run(&store->sql, "COMMIT", error))
    return tn_store_undo(store);
  store->is_open = false;
  sqlite3_file_control(store->sql.db, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  return !has_moved || refuse_lost(store->sql.file, error);
}

/* Returns true if the file has the sweep and the rows of store->filled. Sets *error only if it
 * cannot be read. */
static bool has_all(const struct tn_store *store, const char *file, GError **error)
{
  struct tn_sql sql;
  bool more = false;
  if (!tn_schema_open_to_read(&sql, file, error))
    return false;
  sqlite3_stmt *find = tn_sql_prepare(
      &sql, "SELECT s.id FROM sweep s, result r WHERE s.sum = ?1 AND r.point = ?2", error);
  bool ok = find != NULL;
  for (guint i = 0; ok && i < store->filled->len; i++) {
    sqlite3_bind_blob(find, 1, store->sum, TN_KEY_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(find, 2, g_array_index(store->filled, gint64, i));
    ok = tn_sql_next(&sql, find, &more, error) && more &&
         sqlite3_column_int64(find, 0) == store->sweep;
    sqlite3_reset(find);
  }
  sqlite3_finalize(find);
  tn_sql_close(&sql);
  return ok;
}

bool tn_store_finish(struct tn_store *store, GError **error)
{
  g_autofree char *file = g_strdup(store->sql.file);
  GError *why = NULL;
  if (!tn_store_flush(store, error))
    return false;
  close_file(store);
  if (has_all(store, file, &why))
    return true;
  if (why && why->domain != TN_USAGE_ERROR) {
    g_propagate_error(error, why);
    return false;
  }
  g_clear_error(&why); /* the file is no longer a store */
  return refuse_lost(file, error);
}

bool tn_store_change(struct tn_store *store, enum tn_store_statement which, gint64 id,
                     GError **error)
{
  sqlite3_bind_int64(store->statements[which], 1, id);
  return tn_sql_do(&store->sql, store->statements[which], error);
}

bool tn_store_put(struct tn_store *store, guint i, GError **error)
{
  const struct tn_outcome *outcome = tn_study_outcome(store->study, i);
  const gint64 id = store->ids[i];
  bool ok;
  if (id == 0)
    return true;
  if (!tn_store_open_transaction(store, error))
    return false;
  if (outcome->state == TN_DONE) {
    struct tn_row *row = tn_study_row(store->study, i, NULL);
    tn_store_rows_bind(store->statements[TN_STORE_PUT], row);
    ok = tn_store_change(store, TN_STORE_PUT, id, error) &&
         tn_store_change(store, TN_STORE_FORGET, id, error);
    g_array_append_val(store->filled, id);
    tn_row_free(row);
  } else {
    sqlite3_bind_text(store->statements[TN_STORE_FAIL], 2,
                      outcome->message ? outcome->message : "failed", -1, SQLITE_TRANSIENT);
    ok = tn_store_change(store, TN_STORE_FAIL, id, error);
  }
  return ok || tn_store_undo(store);
}
