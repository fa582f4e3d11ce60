#include "user_file.h"

#include <sys/stat.h>

#include "options.h"
#include "platform/contents.h"

static GArray *files_read; /* struct stat of each read file */
G_LOCK_DEFINE_STATIC(files_read);

bool tn_contents_has(const char *path)
{
  struct stat info;
  bool was = false;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
    return false;
  G_LOCK(files_read);
  for (guint i = 0; files_read && i < files_read->len && !was; i++) {
    const struct stat *read = &g_array_index(files_read, struct stat, i);
    was = read->st_dev == info.st_dev && read->st_ino == info.st_ino;
  }
  G_UNLOCK(files_read);
  return was;
}

static void note(const struct stat *info)
{
  G_LOCK(files_read);
  if (!files_read)
    files_read = g_array_new(FALSE, FALSE, sizeof(struct stat));
  g_array_append_vals(files_read, info, 1);
  G_UNLOCK(files_read);
}

void tn_contents_note(const char *path)
{
  struct stat info;
  if (stat(path, &info) == 0)
    note(&info);
}

char *tn_contents(const char *path, gsize *ret_length, GError **error)
{
  struct stat info = { 0 };
  char *text = tn_contents_read(path, TN_CONTENTS_MAX, ret_length, error);
  if (!text)
    tn_usage_prefix(error, NULL);
  else if (stat(path, &info) == 0)
    note(&info);
  return text;
}
