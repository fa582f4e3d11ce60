#include "store_file.h"
#include "store_rows.h"
#include "study/study_rows.h"

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

void tn_store_close(struct tn_store *store)
{
  if (!store)
    return;
  for (int i = 0; i < TN_STORE_N_STATEMENTS; i++)
    sqlite3_finalize(store->statements[i]);
  if (store->sql.db)
    tn_sql_close(&store->sql);
  if (store->behind)
    g_hash_table_unref(store->behind);
  g_free(store->ids);
  g_free(store);
}

void tn_store_news_clear(struct tn_store_news *news)
{
  g_clear_pointer(&news->program, g_free);
  g_clear_pointer(&news->platform, g_free);
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

bool tn_store_flush(struct tn_store *store, GError **error)
{
  if (!store->is_open)
    return true;
  if (!tn_sql_run(&store->sql, "COMMIT", error))
    return tn_store_undo(store);
  store->is_open = false;
  return true;
}

bool tn_store_change(struct tn_store *store, enum tn_store_statement which, gint64 id,
                     GError **error)
{
  sqlite3_bind_int64(store->statements[which], 1, id);
  return tn_sql_do(&store->sql, store->statements[which], error);
}

bool tn_store_put(struct tn_store *store, guint i, GError **error)
{
  static const struct tn_origin simulated = { 0 };
  const struct tn_outcome *outcome = tn_study_outcome(store->study, i);
  const gint64 id = store->ids[i];
  bool ok;
  if (id == 0)
    return true;
  if (!tn_store_open_transaction(store, error))
    return false;
  if (outcome->state == TN_DONE) {
    struct tn_row *row = tn_study_row(store->study, i, &simulated);
    tn_store_rows_bind(store->statements[TN_STORE_PUT], row);
    ok = tn_store_change(store, TN_STORE_PUT, id, error) &&
         tn_store_change(store, TN_STORE_FORGET, id, error);
    tn_row_free(row);
  } else {
    sqlite3_bind_text(store->statements[TN_STORE_FAIL], 2,
                      outcome->message ? outcome->message : "failed", -1, SQLITE_TRANSIENT);
    ok = tn_store_change(store, TN_STORE_FAIL, id, error);
  }
  return ok || tn_store_undo(store);
}
