#include "contents.h"

#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

static char *fail(const char *name, int code, GError **error)
{
  return tn_refuse_null(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s: %s", name,
                        g_strerror(code));
}

static char *read_all(int fd, const char *name, gsize most, gsize *ret_length, GError **error)
{
  struct stat info;
  gsize length = 0, room = 1 << 16;
  ssize_t n = 1;
  if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
    room = MIN((gsize)info.st_size, most) + 2;
    /* if the file is larger than `most`, read nothing and fail below */
    length = (gsize)info.st_size > most ? most + 1 : 0;
  }
  char *text = g_try_malloc(room);
  bool has_room = text != NULL;
  while (has_room && n != 0 && length <= most) {
    n = read(fd, text + length, MIN(room - 1, most + 1) - length);
    if (n < 0 && errno != EINTR)
      break;
    length += n > 0 ? (gsize)n : 0;
    /* if there is no memory, g_try_realloc returns NULL, while g_realloc aborts */
    if (length + 1 >= room) {
      char *larger = g_try_realloc(text, 2 * room);
      has_room = larger != NULL;
      text = larger ? larger : text;
      room = larger ? 2 * room : room;
    }
  }
  const int code = !has_room ? ENOMEM : n < 0 ? errno : 0;
  close(fd);
  if (!code && length <= most) {
    text[length] = '\0';
    if (ret_length)
      *ret_length = length;
    return text;
  }
  g_free(text);
  if (code)
    return fail(name, code, error);
  return tn_refuse_null(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                        "%s: too large (at most %" G_GSIZE_FORMAT " MiB are accepted)", name,
                        most >> 20);
}

char *tn_contents_read(const char *path, gsize most, gsize *ret_length, GError **error)
{
  const char *name = path ? path : "standard input", *file = path ? path : "/dev/stdin";
  struct stat info;
  if (path && stat(path, &info) == 0 && (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)))
    return tn_refuse_null(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                          "%s: a device (a file is accepted)", path);
  const int fd = open(file, O_RDONLY | O_CLOEXEC);
  return fd < 0 ? fail(name, errno, error) : read_all(fd, name, most, ret_length, error);
}
