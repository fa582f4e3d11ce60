/* The table of probes, and what they have in common. */
#include "probes.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>

#include "processes.h"
#include "shared.h"

const struct tn_probe tn_probes[] = {
  { "pin",
    "process_vm_readv of 1 to 64 base pages that copies one byte: a line",
    1,
    tn_probe_pin,
    { "alpha", "pin_time" } },
  { "pin-thp", "the same on transparent huge pages", 1, tn_probe_pin_thp, { "pin_time.thp" } },
  { "pin-hugetlb", "the same on hugetlb pages", 1, tn_probe_pin_hugetlb, { "pin_time.hugetlb" } },
  { "pin-batch",
    "where more pages stop to cost more, as only the first batch is pinned",
    1,
    tn_probe_pin_batch,
    { "pin_batch" } },
  { "fault",
    "kernel copies of 1 to 64 pages into new ones less those into present ones: a line",
    1,
    tn_probe_fault,
    { "fault_time" } },
  { "lock-scope",
    "two readers on the same pages, the same and another page-table page, another "
    "process",
    2,
    tn_probe_lock_scope,
    { "lock_scope", "access_time" } },
  { "lock-thp",
    "two readers of whole huge pages: the same, another, another process",
    2,
    tn_probe_lock_thp,
    { NULL } },
  { "gamma",
    "readers of one page-table page against one reader",
    2,
    tn_probe_gamma,
    { "gamma_a", "gamma_b", "gamma_cross" } },
  { "copy",
    "kernel copies of cached blocks by size, less the same calls that copy one byte",
    1,
    tn_probe_copy,
    { "copy_rate", "copy_rate.core", "copy_rate.llc", "copy_rate.numa", "copy_rate.package",
      "copy_rate.machine", "write_factor" } },
  { "memcpy",
    "memcpy and sums of float32 from a peer's cached blocks, by size",
    1,
    tn_probe_memcpy,
    { "memcpy_rate", "reduce_rate" } },
  { "copy-memory",
    "kernel copies out of a region that no cache holds",
    1,
    tn_probe_copy_memory,
    { "copy_rate.memory" } },
  { "memory",
    "all cores of a memory domain copy out of memory",
    1,
    tn_probe_memory,
    { "memory_bandwidth" } },
  { "core-copy",
    "both hardware threads of a core copy out of the last-level cache",
    1,
    tn_probe_core_copy,
    { "core_copy_rate" } },
  { "llc", "all cores of a last-level cache copy out of it", 1, tn_probe_llc, { "llc_bandwidth" } },
  { "package",
    "all cores of a package copy out of another package's memory",
    1,
    tn_probe_package,
    { "package_bandwidth" } },
  { "line",
    "ping-pong by two flags in two lines, and by compare-and-swap on one",
    2,
    tn_probe_line,
    { "line_latency.core", "line_latency.llc", "line_latency.numa", "line_latency.package",
      "line_latency.machine", "atomic_latency.core", "atomic_latency.llc", "atomic_latency.numa",
      "atomic_latency.package", "atomic_latency.machine" } },
  { "line-mlp",
    "independent loads of 1 to 32 lines that another core has written: a line",
    2,
    tn_probe_line_mlp,
    { "line_mlp" } },
  { "line-occupancy",
    "ping-pong while further readers poll the line: a line",
    3,
    tn_probe_line_occupancy,
    { "line_occupancy" } },
  { "atomic-pollers",
    "ping-pong by compare-and-swap while further readers poll the line",
    3,
    tn_probe_atomic_pollers,
    { NULL } },
  { "shared",
    "copies out of and into blocks that two cores write and read by turns: lines",
    2,
    tn_probe_shared,
    { "line_rate.llc", "line_rate.numa", "line_rate.package", "line_rate.machine",
      "line_mlp.adjacent", "reclaim_factor", "reclaim_factor.llc" } },
  { "message",
    "ping-pong by this program's messages, less the moves and flags they consist of",
    2,
    tn_probe_message,
    { "send_overhead", "receive_overhead" } },
  { "call", "a call of a collective that does nothing", 2, tn_probe_call, { "call_overhead" } },
  { "noise", "fixed quanta of work on every core", 1, tn_probe_noise, { NULL } },
  { 0 },
};

void tn_probe_found(struct tn_probe_round *round, double value, double error, double residual,
                    const char *name, ...)
{
  struct tn_finding finding = { .value = value, .error = error, .residual = residual };
  va_list args;
  va_start(args, name);
  vsnprintf(finding.name, sizeof finding.name, name, args);
  va_end(args);
  if (isfinite(value))
    g_array_append_val(round->findings, finding);
}

bool tn_probe_team(struct tn_probe_round *round, int n, const int *pus, size_t shared_bytes,
                   void (*body)(struct tn_member *m), const void *plan, double *ret_results,
                   GError **error)
{
  /* What a body does beside measuring (touching its memory first of all) takes seconds where the
   * machine is busy with something else. */
  const struct tn_team team = {
    .host = round->machine->host,
    .n = n,
    .pus = pus,
    .shared_bytes = shared_bytes,
    .seconds = round->seconds,
    .patience = 20 + 20 * round->seconds,
    .body = body,
    .plan = plan,
    .stop = round->stop,
  };
  return tn_team_run(&team, ret_results, error);
}

bool tn_probe_line_through(struct tn_probe_round *round, const char *curve, int n, const double *x,
                           const double *times, const double *scale, struct tn_line_fit *ret,
                           GError **error)
{
  for (int i = 0; i < n; i++) {
    const struct tn_curve_point point = { curve, x[i], times[i], scale ? scale[i] : times[i] };
    g_array_append_val(round->points, point);
  }
  if (tn_fit_line(n, x, times, scale, ret) && ret->slope > 0)
    return true;
  g_set_error(error, TN_REAL_ERROR, TN_REAL_FAILED, "the times make no rising line");
  return false;
}

bool tn_probe_never_met(GError **error)
{
  g_set_error(error, TN_REAL_ERROR, TN_REAL_FAILED,
              "the processes hardly ever ran at the same time: the machine is busy");
  return false;
}

int tn_probe_unit_at(const struct tn_probe_machine *machine, enum tn_distance distance)
{
  const struct tn_places *units = machine->units;
  const int first = machine->cores->pu[0];
  for (int u = 0; u < units->n; u++)
    if (u != first && tn_places_distance(units, first, u) == distance)
      return units->pu[u];
  return -1;
}

unsigned char *tn_probe_memory_new(struct tn_member *m, size_t bytes, size_t alignment,
                                   enum tn_probe_memory kind)
{
  const int flags =
      MAP_PRIVATE | MAP_ANONYMOUS | (kind == TN_MEMORY_HUGETLB ? MAP_HUGETLB : MAP_NORESERVE);
  const size_t mapped = bytes + (kind == TN_MEMORY_HUGETLB ? 0 : alignment);
  unsigned char *start = mmap(NULL, mapped, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (start == MAP_FAILED)
    tn_member_refuse(m, "%zu MiB of %s: %s", bytes >> 20,
                     kind == TN_MEMORY_HUGETLB ? "hugetlb pages (see /proc/sys/vm/nr_hugepages)"
                                               : "memory",
                     g_strerror(errno));
  if (kind == TN_MEMORY_HUGETLB)
    return start;
  start += (alignment - (uintptr_t)start % alignment) % alignment;
  if (madvise(start, bytes, kind == TN_MEMORY_THP ? MADV_HUGEPAGE : MADV_NOHUGEPAGE) != 0 &&
      kind == TN_MEMORY_THP)
    tn_member_refuse(m, "no transparent huge pages: %s", g_strerror(errno));
  return start;
}

static double timed_call(struct tn_member *m, bool is_write, int rank, const struct iovec *local,
                         const struct iovec *remote)
{
  const pid_t pid = tn_member_pid(m, rank);
  const double before = tn_clock_now();
  const ssize_t moved = is_write ? process_vm_writev(pid, local, 1, remote, 1, 0)
                                 : process_vm_readv(pid, local, 1, remote, 1, 0);
  const double after = tn_clock_now();
  if (moved != (ssize_t)local->iov_len)
    tn_member_refuse(m, "%s: %s", is_write ? "process_vm_writev" : "process_vm_readv",
                     moved < 0 ? g_strerror(errno) : "a short transfer");
  return after - before;
}

double tn_probe_read(struct tn_member *m, int rank, void *local, size_t n_local, void *remote,
                     size_t bytes)
{
  const struct iovec here = { local, n_local }, there = { remote, bytes };
  return timed_call(m, false, rank, &here, &there);
}

double tn_probe_write(struct tn_member *m, int rank, void *local, size_t bytes, void *remote)
{
  const struct iovec here = { local, bytes }, there = { remote, bytes };
  return timed_call(m, true, rank, &here, &there);
}
