#include "store_merge.h"

#include <glib/gstdio.h>
#include <string.h>

#include "store_read.h"
#include "store_schema.h"
#include "study/usage.h"

/* A merge: the target, and the source file that is merged now. */
struct merge {
  struct tn_sql to, from;
  sqlite3_stmt *enter, *find, *put;
};

/* SQL condition: the point's position in the source is before that in the target. */
#define BEFORE                                                                                     \
  "(excluded.sweep = sweep AND excluded.position < position OR"                                    \
  " (SELECT -n_points, label, sum FROM sweep s WHERE s.id = excluded.sweep) <"                     \
  " (SELECT -n_points, label, sum FROM sweep s WHERE s.id = point.sweep))"

static const char enter_text[] =
    "INSERT INTO point(name, platform, inputs, program, sweep, position, outdated, failure)"
    " VALUES(?1, ?2, ?3, (SELECT id FROM program WHERE name = ?4),"
    " (SELECT id FROM sweep WHERE sum = ?5), ?6, ?7, ?8)"
    " ON CONFLICT(name, platform, inputs, program) DO UPDATE SET"
    " outdated = max(outdated, excluded.outdated), failure = coalesce(failure, excluded.failure),"
    " position = iif(" BEFORE ", excluded.position, position),"
    " sweep = iif(" BEFORE ", excluded.sweep, sweep) RETURNING id";

static const char points_text[] =
    "SELECT p.name, p.platform, p.inputs, g.name, s.sum, p.position, p.outdated, p.failure,"
    " r.point IS NOT NULL, r.* FROM point p JOIN program g ON g.id = p.program"
    " JOIN sweep s ON s.id = p.sweep LEFT JOIN result r ON r.point = p.id ORDER BY p.id";
enum { N_KEPT = 8, HAS_ROW = 8, FIRST_COLUMN = 10 };

/* Runs a query on the source, and an INSERT on the target for each row of the result. Both have
 * equally many values. */
static bool copy(const struct merge *m, const char *query, const char *insert, GError **error)
{
  sqlite3_stmt *from = tn_sql_prepare(&m->from, query, error);
  sqlite3_stmt *to = from ? tn_sql_prepare(&m->to, insert, error) : NULL;
  bool ok = to != NULL, more = ok;
  while (more && (ok = tn_sql_next(&m->from, from, &more, error)) && more) {
    for (int c = 0; c < sqlite3_column_count(from); c++)
      sqlite3_bind_value(to, c + 1, sqlite3_column_value(from, c));
    ok = tn_sql_do(&m->to, to, error);
    more = ok;
  }
  sqlite3_finalize(from);
  sqlite3_finalize(to);
  return ok;
}

static bool check_same(const struct merge *m, const struct tn_row *row, const struct tn_row *there,
                       GError **error)
{
  for (int c = 0; c < tn_row_n_columns; c++) {
    if (tn_row_same(row, there, c))
      continue;
    g_autofree char *x = tn_row_text(row, c), *y = tn_row_text(there, c);
    return tn_usage(error,
                    "%s: %s %s of %" G_GINT64_FORMAT " bytes, %" G_GINT64_FORMAT
                    " ranks, on %s: its row "
                    "differs from that of an earlier file in %s (%s, %s)",
                    m->from.file, row->collective, row->algorithm, (gint64)row->size,
                    (gint64)row->ranks, row->platform, tn_row_columns[c].name, x, y);
  }
  return true;
}

/* Adds the row of the source's current point to point `id` of the target. */
static bool add_row(const struct merge *m, sqlite3_stmt *from, gint64 id, GError **error)
{
  struct tn_row *row = tn_row_new(), *there = tn_row_new();
  bool more = false;
  sqlite3_bind_int64(m->find, 1, id);
  bool ok = tn_store_rows_take(&m->from, from, FIRST_COLUMN, row, error) &&
            tn_sql_next(&m->to, m->find, &more, error);
  if (ok && more) {
    ok = tn_store_rows_take(&m->to, m->find, 0, there, error) && check_same(m, row, there, error);
  } else if (ok) {
    sqlite3_bind_int64(m->put, 1, id);
    tn_store_rows_bind(m->put, row);
    ok = tn_sql_do(&m->to, m->put, error);
  }
  sqlite3_reset(m->find);
  tn_row_free(row);
  tn_row_free(there);
  return ok;
}

static bool add_points(const struct merge *m, GError **error)
{
  sqlite3_stmt *from = tn_sql_prepare(&m->from, points_text, error);
  bool ok = from != NULL, more = ok, entered;
  while (more && (ok = tn_sql_next(&m->from, from, &more, error)) && more) {
    for (int c = 0; c < N_KEPT; c++)
      sqlite3_bind_value(m->enter, c + 1, sqlite3_column_value(from, c));
    ok = tn_sql_next(&m->to, m->enter, &entered, error);
    const gint64 id = ok ? sqlite3_column_int64(m->enter, 0) : 0;
    sqlite3_reset(m->enter);
    ok = ok && (!sqlite3_column_int(from, HAS_ROW) || add_row(m, from, id, error));
    more = ok;
  }
  sqlite3_finalize(from);
  return ok;
}

/* Checks that one variant of each point is valid; rows do not show the variant. */
static bool check_variants(const struct merge *m, GError **error)
{
  gint64 n = 0;
  if (!tn_sql_number(&m->to,
                     "SELECT count(*) FROM (SELECT name FROM point GROUP BY name"
                     " HAVING sum(NOT outdated) <> 1)",
                     &n, error))
    return false;
  if (n > 0)
    tn_usage(error,
             "%s: %" G_GINT64_FORMAT
             " of its points are in an earlier file too, with another program, platform or input "
             "(repeat the sweep into the older file)",
             m->from.file, n);
  return n == 0;
}

static bool add_file(struct merge *m, const char *file, GError **error)
{
  if (!tn_schema_open_to_read(&m->from, file, error))
    return false;
  bool has_wanted = false;
  const bool ok =
      tn_sql_run(&m->from, "BEGIN", error) && tn_schema_has_wanted(&m->from, &has_wanted, error) &&
      copy(m, "SELECT name FROM program ORDER BY id",
           "INSERT OR IGNORE INTO program(name) VALUES(?1)", error) &&
      copy(m, "SELECT label, n_points, sum, command FROM sweep ORDER BY id",
           "INSERT OR IGNORE INTO sweep(label, n_points, sum, command) VALUES(?1, ?2, ?3, ?4)",
           error) &&
      (!has_wanted || copy(m, "SELECT name FROM wanted",
                           "INSERT OR IGNORE INTO wanted(name) VALUES(?1)", error)) &&
      add_points(m, error) && check_variants(m, error);
  tn_sql_close(&m->from);
  return ok;
}

bool tn_store_merge(const char *target, char *const *files, guint n, GError **error)
{
  const bool is_new = !g_file_test(target, G_FILE_TEST_EXISTS);
  struct merge m = { 0 };
  if (!tn_schema_open(&m.to, target, error))
    return false;
  g_autofree char *put = tn_store_rows_insert();
  m.enter = tn_sql_prepare(&m.to, enter_text, error);
  m.find = m.enter ? tn_sql_prepare(&m.to, "SELECT * FROM result WHERE point = ?1", error) : NULL;
  m.put = m.find ? tn_sql_prepare(&m.to, put, error) : NULL;
  bool ok = m.put && tn_sql_run(&m.to, "BEGIN IMMEDIATE", error);
  for (guint i = 0; ok && i < n; i++)
    ok = add_file(&m, files[i], error);
  ok = ok &&
       tn_sql_run(&m.to,
                  "UPDATE point SET failure = NULL WHERE failure IS NOT NULL AND"
                  " EXISTS(SELECT 1 FROM result r WHERE r.point = point.id)",
                  error) &&
       tn_sql_run(&m.to,
                  "DELETE FROM wanted WHERE EXISTS(SELECT 1 FROM point p WHERE p.name ="
                  " wanted.name)",
                  error) &&
       tn_sql_run(&m.to, "COMMIT", error);
  sqlite3_finalize(m.enter);
  sqlite3_finalize(m.find);
  sqlite3_finalize(m.put);
  tn_sql_close(&m.to);
  if (!ok && is_new)
    g_unlink(target);
  return ok;
}
