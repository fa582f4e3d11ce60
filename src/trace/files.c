#include "files.h"

#include <string.h>

#include "platform/contents.h"
#include "study/usage.h"

/* Adds a recording, or frees it with a note if it belongs to another run. */
static void put(struct tn_recordings *all, struct tn_recording *r, GPtrArray *notes)
{
  const struct tn_recording *first = NULL;
  for (int i = 0; i < all->n_ranks && !first; i++)
    first = all->rank[i];
  const char *why = NULL;
  if (!first) {
    all->n_ranks = r->header->n_ranks;
    all->rank = g_new0(struct tn_recording *, all->n_ranks);
  } else if (r->header->n_ranks != all->n_ranks || r->header->run != first->header->run) {
    why = "is of another run than";
  } else if (all->rank[r->header->rank]) {
    first = all->rank[r->header->rank];
    why = "is of the same rank as";
  }
  if (!why) {
    all->rank[r->header->rank] = r;
    return;
  }
  g_ptr_array_add(notes, g_strdup_printf("%s: skipped: it %s %s", r->file, why, first->file));
  tn_recording_free(r);
}

/* Returns the sorted names of recordings in a folder. Transfer full. NULL and *error on failure. */
static GPtrArray *names_in(const char *path, GError **error)
{
  g_autoptr(GDir) dir = g_dir_open(path, 0, error);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  const char *name;
  if (!dir) {
    tn_usage_prefix(error, path);
    return NULL;
  }
  while ((name = g_dir_read_name(dir)))
    if (g_str_has_suffix(name, TN_RECORD_SUFFIX))
      g_ptr_array_add(names, g_build_filename(path, name, NULL));
  g_ptr_array_sort(names, tn_by_text);
  if (names->len > 0)
    return g_steal_pointer(&names);
  return tn_usage_null(error, "%s: no recordings in it (files RANK%s of tools/trace)", path,
                       TN_RECORD_SUFFIX);
}

static struct tn_recording *read_one(const char *file, GError **error)
{
  GError *why = NULL;
  char *data;
  gsize length;
  if (!g_file_test(file, G_FILE_TEST_IS_REGULAR))
    return tn_usage_null(error, "%s: not a file", file);
  data = tn_contents_read(file, TN_CONTENTS_MAX_OF_TRACE, &length, &why);
  if (!data) {
    tn_usage(error, "%s", why->message);
    g_error_free(why);
    return NULL;
  }
  g_autoptr(GBytes) bytes = g_bytes_new_take(data, length);
  return tn_recording_parse(file, bytes, error);
}

static void read_folder(struct tn_recordings *all, const GPtrArray *names, GPtrArray *notes)
{
  for (guint i = 0; i < names->len; i++) {
    GError *error = NULL;
    struct tn_recording *r = read_one(names->pdata[i], &error);
    if (r) {
      put(all, r, notes);
      continue;
    }
    g_ptr_array_add(notes, g_strdup_printf("%s; skipped", error->message));
    g_error_free(error);
  }
}

static bool is_missing(const struct tn_recording *r)
{
  return !r;
}

static bool is_unfinished(const struct tn_recording *r)
{
  return r && !r->is_finished && !r->is_damaged;
}

static bool is_cut(const struct tn_recording *r)
{
  return r && !r->is_finished;
}

/* Returns a list of the ranks for which is_meant is true, "ranks 1,3,5 and 7 more"; NULL if there
 * are no such ranks. Transfer full. */
static char *list_ranks(const struct tn_recordings *all,
                        bool (*is_meant)(const struct tn_recording *r))
{
  enum { SHOWN = 8 };
  g_autoptr(GString) text = g_string_new(NULL);
  guint n = 0;
  for (int r = 0; r < all->n_ranks; r++)
    if (is_meant(all->rank[r]) && n++ < SHOWN)
      g_string_append_printf(text, "%s%d", n > 1 ? "," : "", r);
  if (n > SHOWN)
    g_string_append_printf(text, " and %u more", n - SHOWN);
  return n ? g_strdup_printf("rank%s %s", n > 1 ? "s" : "", text->str) : NULL;
}

/* Adds notes on calls only counted, and on non-blocking calls, of which only the start is
 * recorded. */
static void note_others(const struct tn_recordings *all, const char *path, GPtrArray *notes)
{
  for (int kind = 0; kind < TN_N_KINDS; kind++) {
    guint64 started = 0;
    for (int r = 0; r < all->n_ranks; r++)
      started += all->rank[r] ? all->rank[r]->started[kind] : 0;
    if (started)
      g_ptr_array_add(notes,
                      g_strdup_printf("%s: skipped: %" G_GUINT64_FORMAT " calls of %s of all ranks "
                                      "together, which do not block",
                                      path, started, tn_record_kind_names[kind]));
    for (int reason = 0; reason < TN_N_REASONS; reason++) {
      guint64 n = 0;
      for (int r = 0; r < all->n_ranks; r++)
        n += all->rank[r] ? all->rank[r]->header->counted[reason][kind] : 0;
      if (n)
        g_ptr_array_add(notes, g_strdup_printf("%s: not recorded: %" G_GUINT64_FORMAT
                                               " calls of %s of all "
                                               "ranks together, %s",
                                               path, n, tn_record_kind_names[kind],
                                               tn_record_reason_texts[reason]));
    }
  }
}

/* Adds a note for each node that had more ranks than processors. */
static void note_crowded(const struct tn_recordings *all, const char *path, GPtrArray *notes)
{
  g_autofree int *n = g_new0(int, all->n_ranks + 1);
  for (int r = 0; r < all->n_ranks; r++)
    if (all->rank[r])
      n[all->rank[r]->header->node]++;
  for (int r = 0; r < all->n_ranks; r++) {
    const int processors = all->rank[r] ? all->rank[r]->header->processors : 0;
    if (processors > 0 && n[r] > processors)
      g_ptr_array_add(notes,
                      g_strdup_printf("%s: %d ranks on %d processors: a node with more ranks "
                                      "than cores looks like waiting (record again)",
                                      path, n[r], processors));
  }
}

static bool read_merged(struct tn_recordings *all, const char *path, GPtrArray *notes,
                        GError **error)
{
  char *data;
  gsize length;
  if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
    return tn_usage(error, "%s: no folder and no file", path);
  data = tn_contents_read(path, TN_CONTENTS_MAX_OF_TRACE, &length, error);
  if (!data)
    return tn_usage_prefix(error, "trace");
  g_autoptr(GBytes) bytes = g_bytes_new_take(data, length);
  g_autoptr(GPtrArray) found = g_ptr_array_new();
  if (!tn_merged_is(data, length)) {
    struct tn_recording *r = tn_recording_parse(path, bytes, error);
    if (!r)
      return false;
    g_ptr_array_add(found, r);
  } else if (!tn_merged_read(path, bytes, found, error)) {
    return false;
  }
  for (guint i = 0; i < found->len; i++)
    put(all, found->pdata[i], notes);
  return true;
}

/* Returns the anchor file of an OTF2 archive, or of Score-P's folder; NULL for other paths. */
static char *anchor_of(const char *path)
{
  g_autofree char *inside = g_build_filename(path, "traces.otf2", NULL);
  const char *anchor = g_str_has_suffix(path, ".otf2") ? path : inside;
  return g_file_test(anchor, G_FILE_TEST_IS_REGULAR) ? g_strdup(anchor) : NULL;
}

static bool read_archive(struct tn_recordings *all, const char *anchor, GPtrArray *notes,
                         GError **error)
{
  g_autoptr(GPtrArray) found = g_ptr_array_new();
  const bool ok = tn_otf2_read(anchor, found, &all->left_out, notes, error);
  for (guint i = 0; i < found->len; i++)
    put(all, found->pdata[i], notes);
  if (!ok)
    tn_recordings_clear(all);
  return ok;
}

bool tn_recordings_read(struct tn_recordings *ret, const char *path, GPtrArray *notes,
                        GError **error)
{
  struct tn_recordings all = { 0 };
  g_autofree char *anchor = anchor_of(path);
  const bool is_folder = !anchor && g_file_test(path, G_FILE_TEST_IS_DIR);
  g_autoptr(GPtrArray) names = is_folder ? names_in(path, error) : NULL;
  if (anchor      ? !read_archive(&all, anchor, notes, error)
      : is_folder ? !names
                  : !read_merged(&all, path, notes, error))
    return false;
  if (names)
    read_folder(&all, names, notes);
  if (names && !all.rank)
    return tn_usage(error, "%s", (const char *)notes->pdata[notes->len - 1]);
  g_autofree char *missing = list_ranks(&all, is_missing);
  g_autofree char *unfinished = list_ranks(&all, is_unfinished);
  g_autofree char *cut = list_ranks(&all, is_cut);
  if (missing)
    g_ptr_array_add(notes,
                    g_strdup_printf("%s: no recording of %s of %d", path, missing, all.n_ranks));
  if (unfinished)
    g_ptr_array_add(
        notes, g_strdup_printf("%s: unfinished: %s ended without MPI_Finalize", path, unfinished));
  if (cut) {
    g_autofree char *others = all.left_out;
    all.left_out = g_strdup_printf("%s%swhat %s did after the recording ends", others ? others : "",
                                   others ? ", " : "", cut);
  }
  for (int i = 0; i < all.n_ranks; i++)
    if (all.rank[i] && all.rank[i]->is_damaged)
      g_ptr_array_add(notes, g_strdup_printf("%s: damaged at byte %" G_GUINT64_FORMAT
                                             ": the rest is skipped",
                                             all.rank[i]->file, all.rank[i]->used));
  note_crowded(&all, path, notes);
  note_others(&all, path, notes);
  *ret = all;
  return true;
}

void tn_recordings_clear(struct tn_recordings *recordings)
{
  for (int r = 0; r < recordings->n_ranks; r++)
    tn_recording_free(recordings->rank[r]);
  g_free(recordings->rank);
  g_free(recordings->left_out);
}
