/* The rank's file is mapped, so that data survive the rank. The file grows by chunks whose blocks
 * are allocated before use: a full disk ends the recording, not the program. */
#include "tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 20 };

static struct {
  int fd;
  char path[4096];
  char **chunk; /* [n_chunks] addresses of the mapped chunks */
  size_t n_chunks;
  uint64_t n; /* number of records so far, counting those with only numbers */
  bool is_full;
} file = { .fd = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Maps one more chunk of the file. Returns false if there is no space. */
static bool grow(void)
{
  const off_t at = (off_t)(file.n_chunks * CHUNK);
  char **chunk = realloc(file.chunk, (file.n_chunks + 1) * sizeof *chunk);
  int status;
  if (!chunk)
    return false;
  file.chunk = chunk;
  do
    status = posix_fallocate(file.fd, at, CHUNK);
  while (status == EINTR);
  if (status)
    return errno = status, false;
  void *mapped = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, file.fd, at);
  if (mapped == MAP_FAILED)
    return false;
#ifdef MADV_POPULATE_WRITE
  /* causes page faults here, not in the program's calls, where kernels without this flag have
   * them */
  (void)madvise(mapped, CHUNK, MADV_POPULATE_WRITE);
#endif
  file.chunk[file.n_chunks++] = mapped;
  return true;
}

static void complain(const char *path, int number)
{
  fprintf(stderr, "turnstile tracer: %s: %s: nothing is recorded\n", path, strerror(number));
}

bool tracer_file_open(const char *folder, int rank)
{
  char *path = file.path;
  snprintf(path, sizeof file.path, "%s/%d" TN_RECORD_SUFFIX, folder, rank);
  if (mkdir(folder, 0777) != 0 && errno != EEXIST)
    return complain(folder, errno), false;
  file.fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file.fd < 0)
    return complain(path, errno), false;
  if (!grow()) {
    complain(path, errno);
    close(file.fd);
    unlink(path);
    return false;
  }
  return true;
}

struct tn_record_header *tracer_file_header(void)
{
  return file.n_chunks ? (struct tn_record_header *)(void *)file.chunk[0] : NULL;
}

static void *slot(uint64_t i)
{
  const uint64_t at = TN_RECORD_HEADER + i * TN_RECORD_BYTES;
  return file.chunk[at / CHUNK] + at % CHUNK;
}

/* Makes room for n more records in the file. Returns false if this fails. */
static bool reserve(uint64_t n)
{
  const uint64_t end = TN_RECORD_HEADER + (file.n + n) * TN_RECORD_BYTES;
  while (!file.is_full && end > file.n_chunks * CHUNK) {
    if (!grow()) {
      file.is_full = true;
      fprintf(stderr, "turnstile tracer: the recording ends here: %s\n", strerror(errno));
    }
  }
  return !file.is_full;
}

bool tracer_file_put(const struct tn_record *record, int n, const uint64_t *numbers)
{
  const uint64_t more = (uint64_t)(n + TN_RECORD_COUNTS - 1) / TN_RECORD_COUNTS;
  pthread_mutex_lock(&lock);
  const bool has_room = file.n_chunks && more <= UINT16_MAX && reserve(1 + more);
  if (has_room) {
    struct tn_record *to = slot(file.n), own = *record;
    own.more = (uint16_t)((n + TN_RECORD_COUNTS - 1) / TN_RECORD_COUNTS);
    own.mark = 0;
    for (int i = 0; i < n; i += TN_RECORD_COUNTS) {
      const int left = n - i < TN_RECORD_COUNTS ? n - i : TN_RECORD_COUNTS;
      memcpy(slot(file.n + 1 + (uint64_t)(i / TN_RECORD_COUNTS)), numbers + i,
             sizeof *numbers * (size_t)left);
    }
    *to = own;
    __atomic_store_n(&to->mark, tn_record_mark(file.n), __ATOMIC_RELEASE);
    file.n += 1 + (uint64_t)own.more;
  }
  pthread_mutex_unlock(&lock);
  return has_room;
}

void tracer_file_close(void)
{
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < file.n_chunks; i++)
    munmap(file.chunk[i], CHUNK);
  /* remove the unused space at the end; if this fails, readers recognise it */
  if (file.fd >= 0 && ftruncate(file.fd, (off_t)(TN_RECORD_HEADER + file.n * TN_RECORD_BYTES)) != 0)
    fprintf(stderr, "turnstile tracer: the file keeps its full size: %s\n", strerror(errno));
  if (file.fd >= 0)
    close(file.fd);
  free(file.chunk);
  file.chunk = NULL;
  file.n_chunks = 0;
  file.fd = -1;
  pthread_mutex_unlock(&lock);
}

void tracer_file_remove(void)
{
  tracer_file_close();
  unlink(file.path);
}

void tracer_count(int kind, int reason)
{
  struct tn_record_header *header = tracer_file_header();
  if (header)
    __atomic_fetch_add(&header->counted[reason][kind], 1, __ATOMIC_RELAXED);
}
