#include "kept.h"

#include <string.h>
#include <sys/stat.h>

#include "platform/contents.h"
#include "study/usage.h"

/* A file's rows by point. */
struct kept {
  const char *file;     /* borrowed */
  char *text;           /* its contents; NULL: there is no such file */
  struct tn_row **rows; /* [points]; NULL: the file has none */
  guint n;              /* points whose row is there */
  goffset length;       /* bytes of the file but for a torn last row */
};

static bool refuse(GError **error, const char *file, int line, const char *what)
{
  return tn_usage(error, "%s:%d: %s", file, line, what);
}

static guint n_points_of(const struct tn_results *results)
{
  return tn_study_n(results->plan->study);
}

/* The points of the plan by what makes a row: struct tn_row *, owned by `identities`, to a queue of the
 * numbers of those that agree in it. Transfer full. */
static GHashTable *index_points(const struct tn_results *results, GPtrArray *identities)
{
  GHashTable *points = g_hash_table_new_full(tn_row_point_hash, tn_row_point_equal, NULL,
                                             (GDestroyNotify)g_queue_free);
  for (guint i = 0; i < n_points_of(results); i++) {
    struct tn_row *row = tn_row_take(results, i);
    GQueue *same = g_hash_table_lookup(points, row);
    g_ptr_array_add(identities, row);
    if (!same)
      g_hash_table_insert(points, row, same = g_queue_new());
    g_queue_push_tail(same, GUINT_TO_POINTER(i));
  }
  return points;
}

/* Gives the row to the next of the points that agree, the last of which stays in the queue. A row
 * beyond those that are wanted is dropped when that has the same one. */
static bool assign(struct kept *kept, GQueue *same, const struct tn_row *row, bool verify,
                   GError **error)
{
  const unsigned all = TN_ROLE_CONTEXT | TN_ROLE_CHOICE | TN_ROLE_SIZE | TN_ROLE_RESULT;
  if (!same)
    return refuse(error, kept->file, row->line, "not a row of this sweep");
  struct tn_row **own = &kept->rows[GPOINTER_TO_UINT(g_queue_peek_head(same))];
  if (*own)
    return tn_row_agrees(row, *own, all, -1) ||
           refuse(error, kept->file, row->line, "there before with another result");
  if (strcmp(row->version, TN_VERSION) != 0)
    return refuse(error, kept->file, row->line, "a row of another version");
  if ((row->verified >= 0) != verify)
    return refuse(error, kept->file, row->line,
                  "not a row of this sweep (it was made with"
                  " --verify, and this is not, or the other way round)");
  *own = tn_row_copy(row);
  kept->n++;
  if (same->length > 1)
    g_queue_pop_head(same);
  return true;
}

static bool take_rows(struct kept *kept, const struct tn_results *results, const char *text,
                      GError **error)
{
  g_autoptr(GPtrArray) rows = tn_rows_new(), identities = tn_rows_new();
  if (!tn_rows_parse(rows, kept->file, text, (gsize)kept->length, error))
    return false;
  g_autoptr(GHashTable) points = index_points(results, identities);
  const bool verify = tn_study_conditions(results->plan->study)->verify;
  bool ok = true;
  for (guint i = 0; ok && i < rows->len; i++)
    ok = assign(kept, g_hash_table_lookup(points, rows->pdata[i]), rows->pdata[i], verify, error);
  return ok;
}

static void clear(struct kept *kept, const struct tn_results *results)
{
  for (guint i = 0; i < n_points_of(results); i++)
    if (kept->rows[i])
      tn_row_free(kept->rows[i]);
  g_free(kept->rows);
  g_free(kept->text);
}

static bool read_file(struct kept *ret, const struct tn_results *results, const char *file,
                      GError **error)
{
  g_autoptr(GPtrArray) none = tn_rows_new();
  g_autofree char *names = tn_rows_csv(none);
  gsize length = 0;
  GError *why = NULL;
  char *text = tn_contents_read(file, TN_CONTENTS_MOST, &length, &why);
  bool ok = true;
  *ret = (struct kept){ .file = file,
                        .text = text,
                        .rows = g_new0(struct tn_row *, n_points_of(results) + 1) };
  if (!text) {
    ok = g_error_matches(why, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_propagate_error(ok ? NULL : error, why);
    ok = ok || tn_usage_prefix(error, NULL);
  } else if (g_str_has_prefix(text, names)) {
    ret->length = g_strrstr_len(text, (gssize)length, "\n") + 1 - text;
    ok = take_rows(ret, results, text, error);
  } else if (strncmp(text, names, length) != 0) {
    ok = refuse(error, file, 1, "not the columns that this version of turnstile writes");
  }
  if (!ok)
    clear(ret, results);
  return ok;
}

bool tn_kept_count(const struct tn_results *results, const char *file, guint *ret_n, GError **error)
{
  struct kept kept;
  if (!read_file(&kept, results, file, error))
    return false;
  *ret_n = kept.n;
  clear(&kept, results);
  return true;
}

bool tn_kept_resume(struct tn_writer *w, struct tn_results *results, const char *file,
                    GError **error)
{
  struct tn_writer writer;
  struct stat info;
  struct kept kept;
  /* Nobody else may write there from before it is read. */
  if (!tn_writer_append(&writer, file, error))
    return false;
  /* An interrupted command left its rows in FILE.part. */
  const bool has_part = writer.save.part && stat(writer.save.part, &info) == 0 && info.st_size > 0;
  g_autofree char *part = g_strdup(writer.save.part);
  if (!read_file(&kept, results, has_part ? part : file, error)) {
    tn_save_close(&writer.save, TN_SAVE_LEAVE, NULL);
    return false;
  }
  const bool ok = tn_writer_cut(&writer, has_part ? kept.length : 0, error);
  if (ok && !has_part && kept.length > 0) {
    writer.has_header = fwrite(kept.text, 1, (size_t)kept.length, writer.file) > 0;
    writer.whole = kept.length;
  }
  for (guint i = 0; ok && i < n_points_of(results); i++) {
    if (!kept.rows[i])
      continue;
    results->outcome[i].state = TN_KEPT;
    results->outcome[i].row = g_steal_pointer(&kept.rows[i]);
  }
  clear(&kept, results);
  if (ok)
    *w = writer;
  return ok;
}

/* Whether some rows were there before. */
static bool has_kept(const struct tn_results *results)
{
  for (guint i = 0; i < n_points_of(results); i++)
    if (results->outcome[i].row)
      return true;
  return false;
}

bool tn_kept_sort(const struct tn_results *results, const char *file, GError **error)
{
  if (!has_kept(results))
    return true;
  g_autoptr(GPtrArray) rows = tn_rows_new();
  tn_rows_take(rows, results);
  g_autofree char *text = tn_rows_csv(rows), *there = NULL;
  if (g_file_get_contents(file, &there, NULL, NULL) && strcmp(there, text) == 0)
    return true;
  return tn_save_write(file, text, -1, error);
}
