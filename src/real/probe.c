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

void tn_probe_found_rate(struct tn_probe_round *round, const struct tn_line_fit *fit,
                         const char *name)
{
  tn_probe_found(round, 1 / fit->slope, fit->slope_error / fit->slope, fit->residual, "%s", name);
}

bool tn_probe_team(const struct tn_probe_round *round, struct tn_team team, double *ret_results,
                   GError **error)
{
  team.host = round->machine->host;
  team.seconds = round->seconds;
  /* A busy machine needs many seconds more than planned, above all to touch memory. */
  team.patience = 20 + 20 * round->seconds;
  team.stop = round->stop;
  return tn_team_run(&team, ret_results, error);
}

bool tn_probe_line_through(int n, const double *x, const double *times, const double *scale,
                           struct tn_line_fit *ret, GError **error)
{
  if (tn_fit_line(n, x, times, scale, ret) && ret->slope > 0)
    return true;
  return tn_real_refuse(error, FAILED, "the times are not a rising line");
}

bool tn_probe_no_overlap(GError **error)
{
  return tn_real_refuse(error, FAILED,
                        "the processes hardly ever ran at the same time: the machine is busy");
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

int tn_probe_units_of(const struct tn_probe_machine *machine, const int *domain, int *ret)
{
  int n = 0;
  for (int c = 0; c < machine->cores->n; c++) {
    if (domain[c] != domain[0])
      continue;
    if (ret)
      ret[n] = machine->cores->pu[c];
    n++;
  }
  return n;
}

size_t tn_probe_uncached(const struct tn_probe_machine *machine, int n)
{
  const size_t all = MAX(4 * machine->llc, (size_t)64 << 20);
  return MAX(all / (size_t)n, (size_t)4 << 20);
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
