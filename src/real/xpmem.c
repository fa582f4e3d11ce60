#include "xpmem.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/types.h>
#include <unistd.h>

#include "shared.h"

/* Arguments for a segment that can be read and written, with file permissions MODE. */
enum { READ_WRITE = 2, PERMIT_MODE = 1, MODE = 0600 };

/* seconds within which the parent ends a rank with a dead peer */
enum { PARENT_SECONDS = 2 };

struct place {
  int64_t access; /* result of xpmem_get */
  off_t offset;
};

static struct {
  const char *name, *device;
  void *handle; /* handle of the library; NULL if it is not loaded */
  int64_t (*make)(void *start, size_t bytes, int permit_type, void *permit_value);
  int64_t (*get)(int64_t segment, int flags, int permit_type, void *permit_value);
  void *(*attach)(struct place place, size_t bytes, void *wish);
  int (*detach)(void *start);
  int (*release)(int64_t access);
} library = { .name = "libxpmem.so.0", .device = "/dev/xpmem" };

struct tn_xpmem_view {
  _Atomic(unsigned char *) bytes; /* first byte of the buffer; NULL if not attached */
  void *start;
  int64_t access;
};

void tn_xpmem_use(const char *name, const char *device)
{
  if (library.handle)
    dlclose(library.handle);
  library.handle = NULL;
  library.name = name ? name : "libxpmem.so.0";
  library.device = device ? device : "/dev/xpmem";
}

static bool find(void *handle, const char *name, void *ret_function, GError **error)
{
  /* POSIX allows this conversion to a function pointer; ISO C has none. */
  *(void **)ret_function = dlsym(handle, name);
  if (*(void **)ret_function)
    return true;
  return tn_real_refuse(error, REFUSED, "no function %s in %s", name, library.name);
}

static bool load(GError **error)
{
  if (library.handle)
    return true;
  void *handle = dlopen(library.name, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return tn_real_refuse(error, REFUSED, "%s exists, but not its library: %s", library.device,
                          dlerror());
  if (find(handle, "xpmem_make", &library.make, error) &&
      find(handle, "xpmem_get", &library.get, error) &&
      find(handle, "xpmem_attach", &library.attach, error) &&
      find(handle, "xpmem_detach", &library.detach, error) &&
      find(handle, "xpmem_release", &library.release, error)) {
    library.handle = handle;
    return true;
  }
  dlclose(handle);
  return false;
}

bool tn_xpmem_is_there(GError **error)
{
  if (access(library.device, R_OK | W_OK) == 0)
    return load(error);
  if (errno == ENOENT)
    return tn_real_refuse(error, REFUSED, "no %s", library.device);
  return tn_real_refuse(error, REFUSED, "%s: %s", library.device, g_strerror(errno));
}

static bool is_used(const struct tn_real_rank *rank, enum tn_buf buf)
{
  return rank->views && buf != TN_SHARED;
}

void tn_xpmem_init(struct tn_real_rank *rank)
{
  if (!tn_mechanism_needs_attach(rank->run->point->mechanism))
    return;
  pthread_mutex_init(&rank->views_lock, NULL);
  rank->views = g_new0(struct tn_xpmem_view, rank->run->n_ranks * TN_SHARED);
}

/* Returns a buffer's offset in its first page; segments and attachments are whole pages. */
static size_t lead_of(const struct tn_real_rank *rank, int owner, enum tn_buf buf)
{
  const unsigned char *start = rank->run->shared->ranks[owner].buf[buf];
  return (uintptr_t)start % (size_t)sysconf(_SC_PAGESIZE);
}

static size_t bytes_of(const struct tn_real_rank *rank, int owner, enum tn_buf buf)
{
  const size_t bytes = tn_buf_bytes(&rank->run->sizes[owner], (int)buf);
  return bytes > 0 ? tn_round_up(lead_of(rank, owner, buf) + bytes, (size_t)sysconf(_SC_PAGESIZE))
                   : 0;
}

/* Ends the rank after a failed call. If the buffer's owner has died, the parent ends the rank. */
_Noreturn static void fail(struct tn_real_rank *rank, const char *call, int owner)
{
  const int why = errno;
  const bool is_refused = why == EPERM || why == EACCES || why == ENOSYS || why == ENOTTY;
  if (why == ESRCH || why == ENOENT)
    sleep(PARENT_SECONDS);
  tn_rank_end(rank, is_refused ? TN_RANK_REFUSED : TN_RANK_FAILED, "%s on rank %d: %s", call, owner,
              g_strerror(why));
}

void tn_xpmem_expose(struct tn_real_rank *rank, enum tn_buf buf)
{
  _Atomic int64_t *segment = &rank->state->segment[buf];
  const size_t bytes = is_used(rank, buf) ? bytes_of(rank, rank->number, buf) : 0;
  if (bytes == 0)
    return;
  pthread_mutex_lock(&rank->views_lock);
  if (atomic_load_explicit(segment, memory_order_relaxed) == 0) {
    const int64_t made = library.make(rank->buf[buf] - lead_of(rank, rank->number, buf), bytes,
                                      PERMIT_MODE, (void *)(uintptr_t)MODE);
    if (made == -1)
      fail(rank, "xpmem_make", rank->number);
    atomic_store_explicit(segment, made, memory_order_release);
  }
  pthread_mutex_unlock(&rank->views_lock);
}

static void attach(struct tn_real_rank *rank, struct tn_xpmem_view *view, int peer, enum tn_buf buf,
                   size_t bytes)
{
  const int64_t segment =
      atomic_load_explicit(&rank->run->shared->ranks[peer].segment[buf], memory_order_acquire);
  if (segment == 0)
    tn_rank_end(rank, TN_RANK_FAILED, "attaches %s of rank %d, which has not exposed it",
                tn_buf_names[buf], peer);
  view->access = library.get(segment, READ_WRITE, PERMIT_MODE, NULL);
  if (view->access == -1)
    fail(rank, "xpmem_get", peer);
  view->start = library.attach((struct place){ view->access, 0 }, bytes, NULL);
  if (view->start == (void *)-1)
    fail(rank, "xpmem_attach", peer);
  atomic_store_explicit(&view->bytes, (unsigned char *)view->start + lead_of(rank, peer, buf),
                        memory_order_release);
}

void tn_xpmem_attach(struct tn_real_rank *rank, int peer, enum tn_buf buf)
{
  if (peer == rank->number || !is_used(rank, buf))
    return;
  struct tn_xpmem_view *view = &rank->views[peer * TN_SHARED + (int)buf];
  const size_t bytes = bytes_of(rank, peer, buf);
  if (bytes == 0 || atomic_load_explicit(&view->bytes, memory_order_acquire))
    return;
  pthread_mutex_lock(&rank->views_lock);
  if (!atomic_load_explicit(&view->bytes, memory_order_relaxed))
    attach(rank, view, peer, buf, bytes);
  pthread_mutex_unlock(&rank->views_lock);
}

static void detach(struct tn_real_rank *rank, struct tn_xpmem_view *view, int peer)
{
  if (!view->start)
    return;
  if (library.detach(view->start) != 0)
    fail(rank, "xpmem_detach", peer);
  if (library.release(view->access) != 0)
    fail(rank, "xpmem_release", peer);
  view->start = NULL;
  atomic_store_explicit(&view->bytes, NULL, memory_order_relaxed);
}

void tn_xpmem_renew(struct tn_real_rank *rank)
{
  for (int peer = 0; rank->views && peer < rank->run->n_ranks; peer++)
    for (int buf = TN_SEND; buf <= TN_RECV; buf++)
      detach(rank, &rank->views[peer * TN_SHARED + buf], peer);
}

unsigned char *tn_xpmem_bytes(struct tn_real_rank *rank, int peer, enum tn_buf buf)
{
  unsigned char *bytes =
      atomic_load_explicit(&rank->views[peer * TN_SHARED + (int)buf].bytes, memory_order_acquire);
  if (!bytes)
    tn_rank_end(rank, TN_RANK_FAILED, "uses %s of rank %d without having attached it",
                tn_buf_names[buf], peer);
  return bytes;
}
