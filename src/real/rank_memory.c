/* Allocates buffers: private memory for kernel copies, a memory file for mapped buffers. */
#include "ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "algos/bench/verify.h"
#include "shared.h"
#include "xpmem.h"

/* Buffers begin in their own page-table page, as in the simulator. This is also the size of a huge
 * page. */
#define ALIGNMENT ((size_t)2 << 20)
enum { SMALLEST_LINE = 32 };

static const char *const buffer_names[TN_N_BUFS] = { "send", "receive", "scratch", "shared" };

static size_t offset_in_page(const struct tn_real_run *run, int rank)
{
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (size_t)rank * run->point->stagger % page;
}

/* Returns the bytes of address space of a buffer. */
static size_t extent(const struct tn_real_run *run, int rank, int buf)
{
  const size_t bytes = tn_buf_bytes(&run->sizes[rank], buf);
  return bytes > 0 ? tn_round_up(bytes + offset_in_page(run, rank), ALIGNMENT) : 0;
}

bool tn_real_is_mapped(const struct tn_real_run *run, enum tn_buf buf)
{
  return buf == TN_SHARED || tn_mechanism_needs_files(run->point->mechanism);
}

/* Checks transparent huge pages, because madvise reports no error without them. */
static bool check_thp(const struct tn_real_run *run, GError **error)
{
  static const char folder[] = "/sys/kernel/mm/transparent_hugepage";
  const bool is_shared = tn_real_is_mapped(run, TN_SEND);
  g_autofree char *path = g_build_filename(folder, is_shared ? "shmem_enabled" : "enabled", NULL);
  g_autofree char *text = NULL, *word = g_strdup("absent");
  /* the word in brackets, for example "madvise" of "always [madvise] never" */
  const char *open = g_file_get_contents(path, &text, NULL, NULL) ? strchr(text, '[') : NULL;
  const char *close = open ? strchr(open, ']') : NULL;
  if (close) {
    g_free(word);
    word = g_strndup(open + 1, (gsize)(close - open - 1));
  }
  return (strcmp(word, "never") != 0 && strcmp(word, "deny") != 0 && strcmp(word, "absent") != 0) ||
         tn_real_refuse(error, REFUSED, "%s memory has no transparent huge pages here (%s is %s)",
                        is_shared ? "shared" : "private", path, word);
}

/* Returns the bytes available without swapping; G_MAXSIZE if unknown. */
static size_t available(void)
{
  g_autofree char *text = NULL;
  const char *line;
  if (!g_file_get_contents("/proc/meminfo", &text, NULL, NULL) ||
      !(line = strstr(text, "MemAvailable:")))
    return G_MAXSIZE;
  return (size_t)g_ascii_strtoull(line + strlen("MemAvailable:"), NULL, 10) << 10;
}

/* Checks that memory suffices for all buffers. Otherwise the kernel would later kill some
 * process. */
static bool check_total(const struct tn_real_run *run, GError **error)
{
  size_t total = 0;
  for (int r = 0; r < run->n_ranks; r++)
    for (int b = 0; b < TN_N_BUFS; b++)
      total += tn_buf_bytes(&run->sizes[r], b);
  return total <= available() ||
         tn_real_refuse(
             error, FAILED,
             "no memory: the buffers take %.1f GiB and %.1f GiB are free (fewer ranks or smaller "
             "sizes)",
             (double)total / (1 << 30), (double)available() / (1 << 30));
}

static bool create_file(struct tn_real_run *run, GError **error)
{
  const bool is_huge = tn_real_is_mapped(run, TN_SEND) && run->point->backing == TN_HUGETLB;
  run->memory_fd = memfd_create("turnstile", MFD_CLOEXEC | (is_huge ? MFD_HUGETLB : 0));
  if (run->memory_fd >= 0 && ftruncate(run->memory_fd, (off_t)run->mapped_bytes) == 0) {
    void *start = mmap(NULL, run->mapped_bytes + ALIGNMENT, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    unsigned char *aligned = (unsigned char *)tn_round_up((size_t)start, ALIGNMENT);
    /* reserve no memory: each rank allocates its part in its own memory domain */
    if (start != MAP_FAILED &&
        mmap(aligned, run->mapped_bytes, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED | MAP_NORESERVE, run->memory_fd, 0) != MAP_FAILED) {
      run->mapped = aligned;
      return true;
    }
  }
  return tn_refuse(error, TN_REAL_ERROR, is_huge ? TN_REAL_REFUSED : TN_REAL_FAILED,
                   "no memory file of %zu bytes: %s", run->mapped_bytes, g_strerror(errno));
}

bool tn_memory_prepare(struct tn_real_run *run, GError **error)
{
  run->memory_fd = -1;
  run->region = g_malloc0_n((gsize)run->n_ranks, sizeof *run->region);
  if (run->point->backing == TN_THP && !check_thp(run, error))
    return false;
  if (!check_total(run, error))
    return false;
  for (int r = 0; r < run->n_ranks; r++) {
    for (int b = 0; b < TN_N_BUFS; b++) {
      if (!tn_real_is_mapped(run, b))
        continue;
      run->region[r][b] = run->mapped_bytes + offset_in_page(run, r);
      run->mapped_bytes += extent(run, r, b);
    }
  }
  return run->mapped_bytes == 0 || create_file(run, error);
}

void tn_memory_release(struct tn_real_run *run)
{
  if (run->mapped)
    munmap(run->mapped, run->mapped_bytes);
  if (run->memory_fd >= 0)
    close(run->memory_fd);
  g_free(run->region);
}

_Noreturn static void refuse(struct tn_real_rank *rank, int buf)
{
  const int why = errno;
  const bool is_huge = rank->run->point->backing == TN_HUGETLB && buf != TN_SHARED;
  tn_rank_end(rank, is_huge ? TN_RANK_REFUSED : TN_RANK_FAILED,
              "no memory for the %s buffer of %zu bytes: %s%s", buffer_names[buf], rank->size[buf],
              g_strerror(why),
              is_huge ? " (huge pages are set aside by /proc/sys/vm/nr_hugepages)" : "");
}

static void map_private(struct tn_real_rank *rank, int buf)
{
  const bool is_huge = rank->run->point->backing == TN_HUGETLB;
  const size_t bytes = extent(rank->run, rank->number, buf);
  struct tn_mapping *m = &rank->mapping[buf];
  m->bytes = bytes + (is_huge ? 0 : ALIGNMENT);
  void *start = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | (is_huge ? MAP_HUGETLB : 0), -1, 0);
  if (start == MAP_FAILED)
    refuse(rank, buf);
  m->start = (void *)tn_round_up((size_t)start, ALIGNMENT);
  m->bytes = bytes;
  rank->buf[buf] = (unsigned char *)m->start + offset_in_page(rank->run, rank->number);
}

/* Checks huge pages, because the kernel may accept a request but provide none. */
static void check_huge(struct tn_real_rank *rank)
{
  g_autofree char *text = NULL;
  size_t wanted = 0;
  const char *line = NULL;
  const char *key = tn_real_is_mapped(rank->run, TN_SEND) ? "ShmemPmdMapped:" : "AnonHugePages:";
  for (int b = 0; b <= TN_TEMP; b++)
    wanted += rank->mapping[b].bytes;
  if (g_file_get_contents("/proc/self/smaps_rollup", &text, NULL, NULL))
    line = strstr(text, key);
  const size_t got = line ? (size_t)g_ascii_strtoull(line + strlen(key), NULL, 10) << 10 : 0;
  if (got < wanted)
    tn_rank_end(rank, TN_RANK_REFUSED,
                "the kernel gave %zu of %zu MiB as transparent huge pages (/sys/kernel/mm/"
                "transparent_hugepage)",
                got >> 20, wanted >> 20);
}

/* Writes the whole buffer, so that none of its pages is the kernel's zero page. */
static void write_all(struct tn_real_rank *rank, int buf)
{
  const int pattern = 0x40 | (int)(rank->call.epoch & 0x0f);
  memset(rank->buf[buf], pattern, rank->size[buf]);
}

/* Allocates the working set, if possible on huge pages, so that the buffers' address translations
 * stay cached. */
static void allocate_working_set(struct tn_real_rank *rank)
{
  const size_t bytes = rank->run->point->working_set;
  if (bytes == 0)
    return;
  void *start =
      mmap(NULL, bytes + ALIGNMENT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED)
    tn_rank_end(rank, TN_RANK_FAILED, "no memory for the working set of %zu bytes: %s", bytes,
                g_strerror(errno));
  rank->working_set = (void *)tn_round_up((size_t)start, ALIGNMENT);
  madvise(rank->working_set, bytes, MADV_HUGEPAGE);
}

void tn_memory_allocate(struct tn_real_rank *rank)
{
  allocate_working_set(rank);
  for (int b = 0; b < TN_N_BUFS; b++) {
    rank->size[b] = tn_buf_bytes(&rank->run->sizes[rank->number], b);
    if (rank->size[b] == 0)
      continue;
    const struct tn_real_run *run = rank->run;
    if (tn_real_is_mapped(run, b)) {
      rank->buf[b] = run->mapped + run->region[rank->number][b];
      rank->mapping[b] = (struct tn_mapping){ rank->buf[b] - offset_in_page(run, rank->number),
                                              extent(run, rank->number, b) };
    } else
      map_private(rank, b);
    const enum tn_backing backing = b == TN_SHARED ? TN_BASE : run->point->backing;
    const bool wants_huge = backing == TN_THP;
    /* a kernel without huge pages reports an error; it only matters if they are wanted */
    if (backing != TN_HUGETLB &&
        madvise(rank->mapping[b].start, rank->mapping[b].bytes,
                wants_huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE) != 0 &&
        wants_huge)
      tn_rank_end(rank, TN_RANK_REFUSED, "madvise for huge pages: %s", g_strerror(errno));
    /* Allocate shared pages now: if memory were full later, a signal would end the process. */
    unsigned char *start = rank->mapping[b].start, *end = rank->buf[b] + rank->size[b];
    if (tn_real_is_mapped(run, b) && run->point->backing != TN_THP &&
        fallocate(run->memory_fd, 0, start - run->mapped, end - start) != 0)
      refuse(rank, b);
    write_all(rank, b);
    rank->state->buf[b] = rank->buf[b];
  }
  if (rank->run->point->backing == TN_THP)
    check_huge(rank);
}

static void flush_line(const unsigned char *line)
{
#if defined(__x86_64__)
  __builtin_ia32_clflush(line);
#elif defined(__aarch64__)
  __asm__ volatile("dc civac, %0" : : "r"(line) : "memory");
#else
  (void)line;
#endif
}

static void flush(struct tn_real_rank *rank)
{
#if !defined(__x86_64__) && !defined(__aarch64__)
  tn_rank_end(rank, TN_RANK_REFUSED, "cold buffers: flushing caches is not supported here");
#endif
  for (int b = 0; b < TN_N_BUFS; b++)
    for (size_t i = 0; i < rank->size[b]; i += SMALLEST_LINE)
      flush_line(rank->buf[b] + i);
  __sync_synchronize();
}

void tn_memory_before_call(struct tn_real_rank *rank)
{
  const struct tn_real_point *point = rank->run->point;
  const enum tn_buffers buffers = rank->call.meets ? point->buffers : TN_BUFFERS_UNCHANGED;
  /* Write line by line, because bulk stores may bypass the caches. */
  for (size_t i = 0; rank->call.meets && i < point->working_set; i += SMALLEST_LINE)
    ++*(volatile unsigned char *)(rank->working_set + i);
  /* Release the pages of the user's buffers, so that the next touch gets new pages. */
  for (int b = 0; buffers == TN_BUFFERS_NEW && b <= TN_RECV; b++) {
    const struct tn_mapping *m = &rank->mapping[b];
    const bool is_shared = tn_real_is_mapped(rank->run, b);
    if (m->start && madvise(m->start, m->bytes, is_shared ? MADV_REMOVE : MADV_DONTNEED) != 0)
      tn_rank_end(rank, TN_RANK_REFUSED, "new pages for the %s buffer: %s", buffer_names[b],
                  g_strerror(errno));
  }
  if (buffers == TN_BUFFERS_NEW)
    tn_xpmem_renew(rank);
  for (int b = 0; b <= TN_RECV && !point->verify; b++)
    if (rank->size[b] > 0 &&
        (b == TN_SEND || tn_call_has_input_in_recv(&rank->call, rank->call.rank)) &&
        (buffers == TN_BUFFERS_REWRITTEN || buffers == TN_BUFFERS_NEW))
      write_all(rank, b);
  if (point->verify)
    tn_verify_fill(&rank->call, rank->buf[TN_SEND], rank->buf[TN_RECV]);
  if (buffers == TN_BUFFERS_COLD)
    flush(rank);
}
