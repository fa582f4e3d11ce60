#include "save.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool save_refuse(GError **error, const char *name, const char *what, int why)
{
  g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(why), "%s: %s%s%s", name, what,
              why ? ": " : "", why ? g_strerror(why) : "");
  return false;
}

/* Returns true for an open file of this process, e.g. /dev/stdout. */
static bool is_stream(const char *path)
{
  struct stat info, own;
  if (g_str_has_prefix(path, "/dev/std") || g_str_has_prefix(path, "/dev/fd/") ||
      g_str_has_prefix(path, "/proc/"))
    return true;
  for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
    if (stat(path, &info) == 0 && fstat(fd, &own) == 0 && info.st_dev == own.st_dev &&
        info.st_ino == own.st_ino)
      return true;
  return false;
}

/* Returns the path of the file to which `name` leads through symbolic links. The file need not
 * exist. Returns NULL if it is not a regular file. Transfer full. */
static char *target_of(const char *name)
{
  enum { MAX_LINKS = 40 };
  g_autofree char *path = g_strdup(name);
  struct stat info;
  for (int i = 0; i < MAX_LINKS && !is_stream(path); i++) {
    g_autofree char *to = g_file_read_link(path, NULL);
    if (!to && stat(path, &info) == 0 && !S_ISREG(info.st_mode))
      return NULL;
    if (!to)
      return g_steal_pointer(&path);
    g_autofree char *folder = g_path_get_dirname(path);
    g_free(path);
    path = g_path_is_absolute(to) ? g_strdup(to) : g_build_filename(folder, to, NULL);
  }
  return NULL;
}

char *tn_save_part(const char *name)
{
  g_autofree char *target = target_of(name);
  return target ? g_strconcat(target, ".part", NULL) : NULL;
}

static const char refusal[] = "cannot write there";

bool tn_save_check(const char *name, GError **error)
{
  g_autofree char *target = target_of(name);
  const char *path = target ? target : name;
  g_autofree char *folder = g_path_get_dirname(path), *part = g_strconcat(path, ".part", NULL);
  if (g_file_test(path, G_FILE_TEST_IS_DIR) || g_str_has_suffix(name, "/"))
    return save_refuse(error, name, refusal, EISDIR);
  if (access(path, F_OK) == 0 && access(path, W_OK) != 0)
    return save_refuse(error, name, refusal, errno);
  if (target && access(folder, W_OK | X_OK) != 0)
    return save_refuse(error, access(path, F_OK) == 0 ? part : name, refusal, errno);
  if (target && access(part, F_OK) == 0 && access(part, W_OK) != 0)
    return save_refuse(error, part, refusal, errno);
  return true;
}

/* Opens, locks and truncates FILE.part; tries again if another process has renamed it. Returns the
 * descriptor, or -1 with errno. */
static int open_part(const char *part, mode_t mode)
{
  for (;;) {
    struct stat own, named;
    const int fd = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode);
    if (fd < 0)
      return -1;
    const bool is_held = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!is_held && fstat(fd, &own) == 0 && stat(part, &named) == 0 && own.st_ino == named.st_ino &&
        own.st_dev == named.st_dev)
      return ftruncate(fd, 0) == 0 ? fd : -1;
    close(fd);
    errno = EWOULDBLOCK;
    if (is_held)
      return -1;
  }
}

bool tn_save_open(struct tn_save *ret, const char *name, GError **error)
{
  struct stat old;
  *ret = (struct tn_save){ .target = target_of(name) };
  if (!tn_save_check(name, error)) {
    g_clear_pointer(&ret->target, g_free);
    return false;
  }
  ret->part = ret->target ? g_strconcat(ret->target, ".part", NULL) : NULL;
  const bool replaces = ret->target && stat(ret->target, &old) == 0;
  const int fd = ret->part ? open_part(ret->part, replaces ? old.st_mode & 0666 : 0666)
                           : open(name, O_WRONLY | O_APPEND | O_CLOEXEC);
  const int why = errno;
  if (fd >= 0 && replaces) {
    ret->copies = old.st_nlink > 1 || fchown(fd, old.st_uid, old.st_gid) != 0;
    (void)!fchmod(fd, old.st_mode & 07777);
  }
  ret->file = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (ret->file)
    return true;
  g_clear_pointer(&ret->target, g_free);
  g_clear_pointer(&ret->part, g_free);
  return why == EWOULDBLOCK ? save_refuse(error, name, "another process is writing there", 0)
                            : save_refuse(error, name, refusal, why);
}

/* Copies the bytes of FILE.part to FILE, which keeps its hard links and owner. */
static bool copy_part(int from, const char *target)
{
  char bytes[1 << 16];
  ssize_t n = 0;
  const int to = open(target, O_WRONLY | O_TRUNC | O_CLOEXEC);
  for (off_t at = 0; to >= 0 && (n = pread(from, bytes, sizeof bytes, at)) > 0; at += n)
    if (write(to, bytes, (size_t)n) != n)
      break;
  return to >= 0 && close(to) == 0 && n == 0;
}

bool tn_save_close(struct tn_save *save, enum tn_save_end end, GError **error)
{
  struct stat info;
  const char *name = save->part ? save->part : "the file";
  const int fd = fileno(save->file);
  bool ok = fflush(save->file) == 0;
  if (end == TN_SAVE_REPLACE && save->part && ok)
    ok = (access(save->target, F_OK) != 0 || fsync(fd) == 0) &&
         (save->copies ? copy_part(fd, save->target) : g_rename(save->part, save->target) == 0);
  if (!ok)
    save_refuse(error, name, "not everything could be written", errno);
  const bool is_empty = save->part && fstat(fd, &info) == 0 && info.st_size == 0;
  if (save->part && (end == TN_SAVE_DISCARD || (end == TN_SAVE_LEAVE && is_empty) ||
                     (end == TN_SAVE_REPLACE && ok && save->copies)))
    unlink(save->part);
  if (fclose(save->file) != 0 && ok)
    ok = save_refuse(error, name, "not everything could be written", errno);
  g_free(save->target);
  g_free(save->part);
  *save = (struct tn_save){ 0 };
  return ok;
}

bool tn_save_write(const char *name, const char *text, gssize length, GError **error)
{
  struct tn_save save;
  const size_t n = length < 0 ? strlen(text) : (size_t)length;
  if (!tn_save_open(&save, name, error))
    return false;
  const bool ok = fwrite(text, 1, n, save.file) == n && fflush(save.file) == 0;
  if (!ok)
    save_refuse(error, name, "not everything could be written", errno);
  return tn_save_close(&save, ok ? TN_SAVE_REPLACE : TN_SAVE_DISCARD, ok ? error : NULL) && ok;
}
