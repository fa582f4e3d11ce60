#include "kept.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "platform/contents.h"
#include "study/usage.h"

/* The line of column names. Transfer full (free). */
static char *header(void)
{
  char *text = NULL;
  size_t length;
  FILE *file = open_memstream(&text, &length);
  tn_rows_write_header(file);
  fclose(file);
  return text;
}

static bool refuse(GError **error, const char *file, int line, const char *what)
{
  g_set_error(error, TN_USAGE_ERROR, 0, "%s:%d: %s", file, line, what);
  return false;
}

/* Points by what makes a row, and those that agree in it in a chain. */
struct index {
  GHashTable *first;     /* struct tn_row * -> number + 1 of the first that has no row yet */
  GHashTable *any;       /* the same of the last of a chain, whether it has a row or not */
  GPtrArray *identities; /* struct tn_row *, of each point */
  guint *next;           /* [n_points]: number + 1 of the next that agrees, 0: none */
};

static void index_init(struct index *x, const struct tn_results *results, guint n_points)
{
  x->first = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  x->any = g_hash_table_new(tn_row_point_hash, tn_row_point_equal);
  x->identities = tn_rows_new();
  x->next = g_new0(guint, n_points + 1);
  for (guint i = 0; i < n_points; i++) {
    struct tn_row *row = tn_row_take(results, i);
    g_ptr_array_add(x->identities, row);
    g_hash_table_replace(x->any, row, GUINT_TO_POINTER(i + 1));
  }
  for (guint i = n_points; i-- > 0;) {
    x->next[i] = GPOINTER_TO_UINT(g_hash_table_lookup(x->first, x->identities->pdata[i]));
    g_hash_table_replace(x->first, x->identities->pdata[i], GUINT_TO_POINTER(i + 1));
  }
}

static void index_clear(struct index *x)
{
  g_hash_table_unref(x->first);
  g_hash_table_unref(x->any);
  g_ptr_array_unref(x->identities);
  g_free(x->next);
}

/* A row beyond those that are wanted: dropped when its point has the same one. */
static bool drop_again(struct tn_kept *kept, const struct index *x, const struct tn_row *row,
                       GError **error)
{
  const unsigned all = TN_ROLE_CONTEXT | TN_ROLE_CHOICE | TN_ROLE_SIZE | TN_ROLE_RESULT;
  const guint there = GPOINTER_TO_UINT(g_hash_table_lookup(x->any, row));
  const struct tn_row *other = there ? kept->rows[there - 1] : NULL;
  kept->is_ordered = false;
  if (other && tn_row_agrees(row, other, all, -1))
    return true;
  return refuse(error, kept->file, row->line,
                other ? "there before with another result" : "not a row of this sweep");
}

/* Gives each row to its point. */
static bool assign(struct tn_kept *kept, struct index *x, GPtrArray *rows, bool verify,
                   GError **error)
{
  guint last = 0;
  for (guint i = 0; i < rows->len; i++) {
    struct tn_row *row = rows->pdata[i];
    const guint found = GPOINTER_TO_UINT(g_hash_table_lookup(x->first, row));
    if (!found) {
      if (!drop_again(kept, x, row, error))
        return false;
      continue;
    }
    const struct tn_row *point = x->identities->pdata[found - 1];
    if (strcmp(row->version, point->version) != 0)
      return refuse(error, kept->file, row->line, "a row of another version");
    if ((row->verified >= 0) != verify)
      return refuse(error, kept->file, row->line,
                    "not a row of this sweep (it was made with"
                    " --verify, and this is not, or the other way round)");
    const guint next = x->next[found - 1];
    if (next)
      g_hash_table_replace(x->first, x->identities->pdata[next - 1], GUINT_TO_POINTER(next));
    else
      g_hash_table_remove(x->first, point);
    kept->is_ordered = kept->is_ordered && found > last;
    last = found;
    kept->rows[found - 1] = tn_row_copy(row);
    kept->n++;
  }
  return true;
}

static bool read_rows(struct tn_kept *kept, const struct tn_results *results, const char *text,
                      GError **error)
{
  g_autoptr(GPtrArray) rows = tn_rows_new();
  struct index x;
  if (!tn_rows_parse(rows, kept->file, text, (gsize)kept->length, error))
    return false;
  index_init(&x, results, kept->n_points);
  const bool ok = assign(kept, &x, rows, tn_study_conditions(results->plan->study)->verify, error);
  index_clear(&x);
  return ok;
}

bool tn_kept_read(struct tn_kept *ret, const struct tn_results *results, const char *file,
                  GError **error)
{
  struct tn_kept kept = { .file = file,
                          .n_points = tn_study_n(results->plan->study),
                          .is_ordered = true };
  char *text = NULL;
  gsize length = 0;
  GError *why = NULL;
  kept.rows = g_new0(struct tn_row *, kept.n_points + 1);
  char *names = header();
  bool ok = true;
  text = tn_contents_read(file, TN_CONTENTS_MOST, &length, &why);
  if (!text) {
    ok = g_error_matches(why, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    if (!ok)
      g_set_error_literal(error, TN_USAGE_ERROR, 0, why->message);
    g_clear_error(&why);
  } else if (length >= strlen(names) && strncmp(text, names, strlen(names)) == 0) {
    const char *end = g_strrstr_len(text, (gssize)length, "\n");
    kept.length = end + 1 - text;
    ok = read_rows(&kept, results, text, error);
  } else if (strncmp(text, names, length) != 0) {
    ok = refuse(error, file, 1, "not the columns that this version of turnstile writes");
  }
  free(names);
  g_free(text);
  if (ok)
    *ret = kept;
  else
    tn_kept_clear(&kept);
  return ok;
}

void tn_kept_clear(struct tn_kept *kept)
{
  for (guint i = 0; kept->rows && i < kept->n_points; i++)
    if (kept->rows[i])
      tn_row_free(kept->rows[i]);
  g_clear_pointer(&kept->rows, g_free);
}

bool tn_kept_resume(struct tn_kept *ret, struct tn_writer *w, struct tn_results *results,
                    const char *file, GError **error)
{
  struct tn_writer writer;
  struct tn_kept kept;
  /* Nobody else may write there from before it is read. */
  if (!tn_writer_append(&writer, file, error))
    return false;
  if (!tn_kept_read(&kept, results, file, error)) {
    fclose(writer.file);
    return false;
  }
  if (!tn_writer_cut(&writer, kept.length, error)) {
    tn_kept_clear(&kept);
    return false;
  }
  for (guint i = 0; i < kept.n_points; i++)
    if (kept.rows[i])
      results->outcome[i].state = TN_KEPT;
  *ret = kept;
  *w = writer;
  return true;
}

/* Whether the file has the rows in another order than the plan. Those that were kept stand first. */
static bool is_mixed(const struct tn_kept *kept, const struct tn_results *results)
{
  bool has_new = false;
  if (!kept->is_ordered)
    return true;
  for (guint i = 0; i < kept->n_points; i++) {
    if (kept->rows[i] && has_new)
      return true;
    has_new = has_new || results->outcome[i].state == TN_DONE;
  }
  return false;
}

/* All rows in the order of the plan. Transfer full (free). */
static char *whole_text(const struct tn_kept *kept, const struct tn_results *results,
                        size_t *ret_length)
{
  char *text = NULL;
  FILE *file = open_memstream(&text, ret_length);
  tn_rows_write_header(file);
  for (guint i = 0; i < kept->n_points; i++) {
    if (kept->rows[i]) {
      tn_row_write_csv(file, kept->rows[i]);
    } else if (results->outcome[i].state == TN_DONE) {
      struct tn_row *row = tn_row_take(results, i);
      tn_row_write_csv(file, row);
      tn_row_free(row);
    }
  }
  fclose(file);
  return text;
}

bool tn_kept_sort(const struct tn_kept *kept, const struct tn_results *results, GError **error)
{
  struct stat info;
  size_t length;
  if (!is_mixed(kept, results))
    return true;
  /* A link stays one: the file that it names is replaced. */
  char *path = realpath(kept->file, NULL);
  if (!path || stat(path, &info) != 0) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", kept->file, g_strerror(errno));
    free(path);
    return false;
  }
  char *text = whole_text(kept, results, &length);
  const bool ok =
      g_file_set_contents_full(path, text, (gssize)length, G_FILE_SET_CONTENTS_CONSISTENT,
                               (int)(info.st_mode & 0777), error);
  free(text);
  free(path);
  return ok;
}
