#include "advise/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>

#include "document/wrap.h"
#include "plan/user_file.h"
#include "platform/error.h"
#include "study/usage.h"

static const char memory[] = "advise.ini", group[] = "advise", key[] = "words";
static const char measured[] = "measured";

char *tn_folder_file(const char *folder, const char *name)
{
  return g_build_filename(folder, name, NULL);
}

/* Locks the folder itself. */
static bool lock(const char *folder, GError **error)
{
  const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int why = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
  if (fd >= 0 && why == EWOULDBLOCK) {
    tn_tell("%s: waiting for another advise in it", folder);
    why = flock(fd, LOCK_EX) == 0 ? 0 : errno;
  }
  return why == 0 || tn_usage(error, "%s: %s", folder, g_strerror(why));
}

/* Refuses pipes and devices, which may block for ever, and links, unless advise only reads there. */
static bool check_files(const char *folder, bool is_read, GError **error)
{
  GDir *dir = g_dir_open(folder, 0, NULL);
  g_autofree char *wrong = NULL;
  for (const char *name; dir && !wrong && (name = g_dir_read_name(dir));) {
    g_autofree char *file = tn_folder_file(folder, name);
    if ((!is_read && g_file_test(file, G_FILE_TEST_IS_SYMLINK)) ||
        !(g_file_test(file, G_FILE_TEST_IS_REGULAR) || g_file_test(file, G_FILE_TEST_IS_DIR)))
      wrong = g_steal_pointer(&file);
  }
  if (dir)
    g_dir_close(dir);
  return !wrong || tn_usage(error, "%s: %s; remove it)", wrong,
                            g_file_test(wrong, G_FILE_TEST_IS_SYMLINK)
                                ? "a symbolic link (advise writes to none"
                                : "no regular file (advise opens no pipe or device");
}

static bool is_empty(const char *folder)
{
  GDir *dir = g_dir_open(folder, 0, NULL);
  const bool empty = dir && !g_dir_read_name(dir);
  if (dir)
    g_dir_close(dir);
  return empty;
}

static bool make(const char *folder, GError **error)
{
  g_autofree char *below = tn_folder_file(folder, measured);
  return g_mkdir_with_parents(below, 0777) == 0 ||
         tn_usage(error, "%s: %s", folder, g_strerror(errno));
}

bool tn_folder_open(const char *folder, char ***ret_words, GError **error)
{
  g_autofree char *file = tn_folder_file(folder, memory), *below = tn_folder_file(folder, measured);
  g_autoptr(GKeyFile) ini = g_key_file_new();
  g_autoptr(GError) why = NULL;
  *ret_words = NULL;
  if (!g_file_test(folder, G_FILE_TEST_EXISTS) && g_mkdir_with_parents(folder, 0777) != 0)
    return tn_usage(error, "%s: %s", folder, g_strerror(errno));
  if (!lock(folder, error) || !check_files(folder, false, error) ||
      !check_files(below, true, error))
    return false;
  if (is_empty(folder))
    return make(folder, error);
  if (!g_file_test(file, G_FILE_TEST_EXISTS))
    return tn_usage(error, "%s: not a folder of advise (it has no %s; name a new one)", folder,
                    memory);
  if (g_key_file_load_from_file(ini, file, G_KEY_FILE_NONE, &why))
    *ret_words = g_key_file_get_string_list(ini, group, key, NULL, &why);
  if (!*ret_words)
    return tn_usage(error, "%s: damaged: %s (name a new folder)", file, why->message);
  return make(folder, error);
}

bool tn_folder_note(const char *folder, char *const *words, GError **error)
{
  g_autoptr(GKeyFile) ini = g_key_file_new();
  g_key_file_set_string_list(ini, group, key, (const char *const *)words,
                             g_strv_length((char **)words));
  g_autofree char *text = g_key_file_to_data(ini, NULL, NULL);
  return tn_folder_write(folder, memory, text, error);
}

bool tn_folder_write(const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *file = tn_folder_file(folder, name);
  g_autoptr(GError) why = NULL;
  return g_file_set_contents_full(file, text, -1, G_FILE_SET_CONTENTS_CONSISTENT,
                                  g_str_has_suffix(name, ".sh") ? 0777 : 0666, &why) ||
         tn_refuse(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s", why->message);
}

bool tn_folder_keep(const char *folder, const char *text, GError **error)
{
  g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
  g_autofree char *name = g_strdup_printf("%s/given-%.12s.csv", measured, sum);
  return tn_folder_write(folder, name, text, error);
}

GPtrArray *tn_folder_measured(const char *folder)
{
  GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *below = tn_folder_file(folder, measured);
  GDir *dir = g_dir_open(below, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name(dir));)
    if (g_str_has_suffix(name, ".csv"))
      g_ptr_array_add(files, g_build_filename(below, name, NULL));
  if (dir)
    g_dir_close(dir);
  g_ptr_array_sort(files, tn_by_text);
  return files;
}
