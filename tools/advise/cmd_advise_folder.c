#include "advise/cmd_advise_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>

#include "document/wrap.h"
#include "plan/user_file.h"
#include "platform/error.h"
#include "study/usage.h"

static const char memory[] = "advise.ini", group[] = "advise", topology[] = "topology";
static const char measured[] = "measured";

/* Counts the folder's files. Refuses pipes and devices, which can block forever, and links unless
 * the folder is only read. */
static bool check_files(const char *folder, bool is_read, guint *ret_n, GError **error)
{
  GDir *dir = g_dir_open(folder, 0, NULL);
  g_autofree char *wrong = NULL;
  for (const char *name; dir && !wrong && (name = g_dir_read_name(dir)); ++*ret_n) {
    g_autofree char *file = g_build_filename(folder, name, NULL);
    if ((!is_read && g_file_test(file, G_FILE_TEST_IS_SYMLINK)) ||
        !(g_file_test(file, G_FILE_TEST_IS_REGULAR) || g_file_test(file, G_FILE_TEST_IS_DIR)))
      wrong = g_steal_pointer(&file);
  }
  if (dir)
    g_dir_close(dir);
  return !wrong || tn_usage(error, "%s: %s; remove it)", wrong,
                            g_file_test(wrong, G_FILE_TEST_IS_SYMLINK)
                                ? "a symbolic link (advise does not follow links"
                                : "not a regular file (advise opens no pipe or device");
}

/* Returns an option's values, NULL-terminated; pairs as texts; TN_N_OPTIONS: the topology. Transfer
 * full. */
static char **folder_texts(const struct tn_options *s, int o)
{
  const GPtrArray *pairs = o == TN_OPT_PARAM ? s->params : o == TN_OPT_SET ? s->sets : NULL;
  GPtrArray *texts = g_ptr_array_new();
  if (o == TN_N_OPTIONS ? s->rows->len > 0 : s->value[o] != NULL)
    g_ptr_array_add(texts, g_strdup(o == TN_N_OPTIONS ? s->rows->pdata[0] : s->value[o]));
  for (guint i = 0; pairs && i < pairs->len; i++) {
    const struct tn_pair *p = pairs->pdata[i];
    g_ptr_array_add(texts, g_strconcat(p->name, "=", p->value, NULL));
  }
  g_ptr_array_add(texts, NULL);
  return (char **)g_ptr_array_free(texts, FALSE);
}

/* Sets an option to the recorded value; fails if another was given. */
static bool recall(const char *folder, GKeyFile *ini, struct tn_options *s, int o, GError **error)
{
  const bool is_option = o < TN_N_OPTIONS;
  const bool may_change =
      o == TN_OPT_OUTPUT || o == TN_OPT_MEASURED || o == TN_OPT_BUDGET || o == TN_OPT_JOBS;
  const char *name = is_option ? tn_option_table[o].name : topology;
  g_autofree char *usual = g_strconcat(is_option ? "--" : "", name, NULL);
  g_auto(GStrv) now = folder_texts(s, o);
  g_auto(GStrv) first = g_key_file_get_string_list(ini, group, name, NULL, NULL);
  if (now[0] && !may_change &&
      !(first && g_strv_equal((const char *const *)now, (const char *const *)first))) {
    g_autofree char *before = first ? g_strjoinv(" ", first) : g_strdup("not given");
    const char *where = is_option && s->where[o] ? s->where[o] : usual;
    return tn_usage(error, "%s: %s was made with %s %s (name another folder)", where, folder, where,
                    before);
  }
  for (int i = 0; !now[0] && first && first[i]; i++)
    if (!is_option)
      g_ptr_array_add(s->rows, tn_options_store_text(s, first[i]));
    else if (!tn_options_put(s, (enum tn_option)o, first[i], usual, error))
      return false;
  g_key_file_remove_key(ini, group, name, NULL);
  return true;
}

static const bool accepted[TN_N_OPTIONS] = {
  [TN_OPT_PLATFORM] = true,      [TN_OPT_LIKE] = true,      [TN_OPT_SET] = true,
  [TN_OPT_COLLECTIVE] = true,    [TN_OPT_ALGORITHM] = true, [TN_OPT_PARAM] = true,
  [TN_OPT_RANKS] = true,         [TN_OPT_SIZE] = true,      [TN_OPT_TYPE] = true,
  [TN_OPT_LAW] = true,           [TN_OPT_MECHANISM] = true, [TN_OPT_TRANSPORT] = true,
  [TN_OPT_KERNEL] = true,        [TN_OPT_BACKING] = true,   [TN_OPT_EXACT] = true,
  [TN_OPT_PRECISION] = true,     [TN_OPT_PROTOCOL] = true,  [TN_OPT_WARMUP] = true,
  [TN_OPT_REPETITIONS] = true,   [TN_OPT_BUFFERS] = true,   [TN_OPT_ARRIVAL] = true,
  [TN_OPT_NOISE] = true,         [TN_OPT_SEED] = true,      [TN_OPT_BUDGET] = true,
  [TN_OPT_OBJECTIVE] = true,     [TN_OPT_LOSS] = true,      [TN_OPT_FOR] = true,
  [TN_OPT_MEASURED] = true,      [TN_OPT_BASE] = true,      [TN_OPT_MESSAGES] = true,
  [TN_OPT_FORMAT] = true,        [TN_OPT_OUTPUT] = true,    [TN_OPT_JOBS] = true,
  [TN_OPT_POINT_TIMEOUT] = true, [TN_OPT_KEY] = true,
};

/* Values that measure.c supports. */
static const struct {
  enum tn_option option;
  const char *values;
} measurable[] = {
  { TN_OPT_COLLECTIVE,
    "bcast, reduce, allreduce, reduce_scatter_block, gather, scatter, allgather, "
    "alltoall, barrier" },
  { TN_OPT_BUFFERS, "unchanged, rewritten" },
  { TN_OPT_TYPE, "float32, float64, int32, uint8" },
};

/* Returns the words of `asked` that `known` lacks, joined by ", ". Transfer full. */
static char *others(const char *asked, const char *known)
{
  g_auto(GStrv) words = g_strsplit(asked ? asked : "", ",", -1),
                values = g_strsplit(known, ", ", -1);
  GString *text = g_string_new(NULL);
  for (int i = 0; words[i]; i++)
    if (!g_strv_contains((const char *const *)values, g_strstrip(words[i])))
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", words[i]);
  return g_string_free(text, FALSE);
}

/* Checks that advise can measure the selection. Recorded options are untrusted input; errors on
 * them begin with `file`. No accepted option names an output file, except for the folder. */
static bool accepts(const struct tn_options *s, const char *file, GError **error)
{
  const char *begin = file ? file : "", *colon = file ? ": " : "";
  for (int o = 0; o < TN_N_OPTIONS; o++)
    if (s->value[o] && !accepted[o])
      return tn_usage(error,
                      "%s%s%s: not for advise (it measures calls of root 0 in host memory, with "
                      "ranks by core)",
                      begin, colon, s->where[o]);
  for (size_t i = 0; i < G_N_ELEMENTS(measurable); i++) {
    const enum tn_option o = measurable[i].option;
    g_autofree char *left = others(s->value[o], measurable[i].values);
    if (*left)
      return tn_usage(error, "%s%s%s: measure.c cannot measure %s (it can: %s)", begin, colon,
                      s->where[o], left, measurable[i].values);
  }
  return true;
}

bool tn_folder_exists(const char *folder)
{
  g_autofree char *file = g_build_filename(folder, memory, NULL);
  return g_file_test(file, G_FILE_TEST_EXISTS);
}

bool tn_folder_open(const char *folder, struct tn_options *s, GError **error)
{
  g_autofree char *file = g_build_filename(folder, memory, NULL);
  g_autofree char *below = g_build_filename(folder, measured, NULL);
  g_autoptr(GKeyFile) ini = g_key_file_new();
  g_autoptr(GError) why = NULL;
  guint n = 0, unused = 0;
  if (!accepts(s, NULL, error))
    return false;
  if (g_mkdir_with_parents(folder, 0777) != 0)
    return tn_usage(error, "%s: %s", folder, g_strerror(errno));
  const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int code = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
  if (fd >= 0 && code == EWOULDBLOCK) {
    tn_print_message("%s: waiting for another advise in it", folder);
    code = flock(fd, LOCK_EX) == 0 ? 0 : errno;
  }
  if (code != 0)
    return tn_usage(error, "%s: %s", folder, g_strerror(code));
  if (!check_files(folder, false, &n, error) || !check_files(below, true, &unused, error))
    return false;
  if (n > 0 && !g_file_test(file, G_FILE_TEST_EXISTS))
    return tn_usage(error, "%s: not a folder of advise (it has no %s; name a new one)", folder,
                    memory);
  if (n > 0 && !g_key_file_load_from_file(ini, file, G_KEY_FILE_NONE, &why))
    return tn_usage(error, "%s: damaged: %s (name a new folder)", file, why->message);
  if (g_mkdir_with_parents(below, 0777) != 0)
    return tn_usage(error, "%s: %s", folder, g_strerror(errno));
  if (n == 0) {
    g_autoptr(GKeyFile) kept = g_key_file_new();
    for (int o = 0; o <= TN_N_OPTIONS; o++) {
      g_auto(GStrv) texts = folder_texts(s, o);
      if (texts[0] && o != TN_OPT_OUTPUT && o != TN_OPT_MEASURED)
        g_key_file_set_string_list(kept, group,
                                   o < TN_N_OPTIONS ? tn_option_table[o].name : topology,
                                   (const char *const *)texts, g_strv_length(texts));
    }
    g_autofree char *text = g_key_file_to_data(kept, NULL, NULL);
    return tn_folder_write(folder, memory, text, error);
  }
  for (int o = 0; o <= TN_N_OPTIONS; o++)
    if ((o == TN_N_OPTIONS || tn_option_table[o].commands & s->command) &&
        !recall(folder, ini, s, o, error))
      return false;
  g_auto(GStrv) others = g_key_file_get_keys(ini, group, NULL, NULL);
  if (others && !others[0])
    return accepts(s, file, error);
  return tn_usage(error, "%s: damaged: %s is not known (name a new folder)", file,
                  others ? others[0] : group);
}

bool tn_folder_write(const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *file = g_build_filename(folder, name, NULL);
  g_autoptr(GError) why = NULL;
  return g_file_set_contents_full(file, text, -1, G_FILE_SET_CONTENTS_CONSISTENT,
                                  g_str_has_suffix(name, ".sh") ? 0777 : 0666, &why) ||
         tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s", why->message);
}

bool tn_folder_store(const char *folder, const char *text, GError **error)
{
  g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
  g_autofree char *name = g_strdup_printf("%s/given-%.12s.csv", measured, sum);
  return tn_folder_write(folder, name, text, error);
}

GPtrArray *tn_folder_measured(const char *folder)
{
  GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *below = g_build_filename(folder, measured, NULL);
  GDir *dir = g_dir_open(below, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name(dir));)
    if (g_str_has_suffix(name, ".csv") || g_str_has_suffix(name, TN_UNFINISHED))
      g_ptr_array_add(files, g_build_filename(below, name, NULL));
  if (dir)
    g_dir_close(dir);
  g_ptr_array_sort(files, tn_by_text);
  return files;
}
