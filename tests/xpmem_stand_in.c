/* A stand-in for libxpmem on machines without XPMEM: the pages of a segment are replaced by those
 * of a memory file, which others find under /proc and map. It tests that the program uses the
 * interface correctly. It shows neither the costs of XPMEM nor that its kernel module works.
 * TN_XPMEM_REFUSE=make|get|attach: that function fails. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct xpmem_addr {
  int64_t apid;
  off_t offset;
};

int64_t xpmem_make(void *start, size_t bytes, int permit_type, void *permit_value);
int64_t xpmem_get(int64_t segment, int flags, int permit_type, void *permit_value);
void *xpmem_attach(struct xpmem_addr place, size_t bytes, void *wish);
int xpmem_detach(void *start);
int xpmem_release(int64_t access);

enum { PERMIT_MODE = 1, READ_WRITE = 2, ALL_MODES = 0777, FD_BITS = 20 };

/* Attachments of this process. */
struct attachment {
  struct attachment *next;
  void *start;
  size_t bytes;
};
static struct attachment *attachments;

static int fail(int why)
{
  errno = why;
  return -1;
}

static int is_refused(const char *name)
{
  const char *refused = getenv("TN_XPMEM_REFUSE");
  return refused && strcmp(refused, name) == 0;
}

static int is_aligned(const void *start, size_t bytes)
{
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (uintptr_t)start % page == 0 && bytes % page == 0 && bytes > 0;
}

int64_t xpmem_make(void *start, size_t bytes, int permit_type, void *permit_value)
{
  if (is_refused("make"))
    return fail(EPERM);
  if (permit_type != PERMIT_MODE || (uintptr_t)permit_value > ALL_MODES ||
      !is_aligned(start, bytes))
    return fail(EINVAL);
  const int fd = memfd_create("xpmem stand-in", MFD_CLOEXEC);
  if (fd < 0 || pwrite(fd, start, bytes, 0) != (ssize_t)bytes ||
      mmap(start, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
    return -1;
  return (int64_t)getpid() << FD_BITS | fd;
}

int64_t xpmem_get(int64_t segment, int flags, int permit_type, void *permit_value)
{
  char path[64];
  if (is_refused("get"))
    return fail(EACCES);
  if (segment <= 0 || flags != READ_WRITE || permit_type != PERMIT_MODE || permit_value)
    return fail(EINVAL);
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)(segment >> FD_BITS),
           (int)(segment & ((1 << FD_BITS) - 1)));
  return open(path, O_RDWR | O_CLOEXEC);
}

void *xpmem_attach(struct xpmem_addr place, size_t bytes, void *wish)
{
  struct stat file;
  struct attachment *new = calloc(1, sizeof *new);
  if (is_refused("attach") || !new) {
    free(new);
    fail(is_refused("attach") ? ENOMEM : errno);
    return (void *)-1;
  }
  if (wish || fstat((int)place.apid, &file) != 0 || place.offset < 0 ||
      place.offset + (off_t)bytes > file.st_size) {
    free(new);
    fail(EINVAL);
    return (void *)-1;
  }
  new->start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, (int)place.apid, place.offset);
  new->bytes = bytes;
  if (new->start == MAP_FAILED) {
    free(new);
    return (void *)-1;
  }
  new->next = attachments;
  attachments = new;
  return new->start;
}

int xpmem_detach(void *start)
{
  for (struct attachment **link = &attachments; *link; link = &(*link)->next)
    if ((*link)->start == start) {
      struct attachment *old = *link;
      *link = old->next;
      munmap(old->start, old->bytes);
      free(old);
      return 0;
    }
  return fail(EINVAL);
}

int xpmem_release(int64_t access)
{
  return close((int)access);
}
