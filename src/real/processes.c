#include "processes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "algos/kit/basics.h"
#include "algos/messages/p2p.h"
#include "base/process.h"
#include "ranks.h"
#include "shared.h"
#include "xpmem.h"

static size_t lines(size_t bytes)
{
  return tn_round_up(bytes, TN_LINE_BYTES);
}

static bool is_usable(enum tn_mechanism mechanism)
{
  switch (mechanism) {
  case TN_CMA:
  case TN_XPMEM:
  case TN_MEMFD:
  case TN_CICO:
    return true;
  case TN_KNEM:
  case TN_DEVICE_IPC:
  case TN_DEVICE_STAGED:
  case TN_DEVICE_MAPPED:
  case TN_N_MECHANISMS:
    break;
  }
  return false;
}

bool tn_real_has(enum tn_mechanism mechanism, GError **error)
{
  const char *device = tn_mechanisms[mechanism].device;
  g_autoptr(GString) usable = g_string_new(NULL);
  for (int m = 0; m < TN_N_MECHANISMS; m++)
    if (is_usable((enum tn_mechanism)m))
      g_string_append_printf(usable, "%s%s", usable->len ? ", " : "", tn_mechanism_names[m]);
  if (!is_usable(mechanism) && device && access(device, F_OK) != 0)
    return tn_real_refuse(error, REFUSED, "no %s", device);
  if (!is_usable(mechanism))
    return tn_real_refuse(error, REFUSED, "real processes cannot use %s (they can use %s)",
                          tn_mechanism_names[mechanism], usable->str);
  return !tn_mechanism_needs_attach(mechanism) || tn_xpmem_is_there(error);
}

static void *part(struct tn_real_run *run, size_t *used, size_t bytes)
{
  void *start = (unsigned char *)run->shared + *used;
  *used += lines(bytes);
  return start;
}

/* Maps states, flags and times of all ranks. Untouched pages take no memory. */
static bool map_shared(struct tn_real_run *run, GError **error)
{
  const struct tn_real_point *point = run->point;
  const size_t n = (size_t)run->n_ranks, calls = (size_t)point->bench.repetitions;
  const size_t state = sizeof *run->shared + n * sizeof *run->shared->ranks;
  const size_t flags = n * run->flag_stride * sizeof *run->flags;
  const size_t times = n * calls * sizeof *run->entry;
  const size_t phases = point->timeline ? n * TN_MAX_PHASES * sizeof *run->phases : 0;
  const size_t counts = n * n * sizeof *run->peer_messages;
  run->shared_bytes =
      lines(state) + lines(flags) + 2 * lines(times) + lines(counts) + lines(phases);
  run->shared = mmap(NULL, run->shared_bytes, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (run->shared == MAP_FAILED) {
    run->shared = NULL;
    return tn_real_refuse(error, FAILED, "no shared memory of %zu bytes: %s", run->shared_bytes,
                          g_strerror(errno));
  }
  size_t used = lines(state);
  run->flags = part(run, &used, flags);
  run->entry = part(run, &used, times);
  run->exit = part(run, &used, times);
  run->peer_messages = part(run, &used, counts);
  if (phases > 0)
    run->phases = part(run, &used, phases);
  return true;
}

static bool prepare(struct tn_real_run *run, GError **error)
{
  const struct tn_real_point *point = run->point;
  const struct tn_places *places = point->places;
  run->layout = (struct tn_layout){ places->core, places->llc,      places->numa, places->package,
                                    places->node, places->platform, NULL };
  run->p2p = point->call.p2p ? *point->call.p2p : tn_p2p_default_limits;
  for (int way = 0; way < TN_N_P2P_DISTANCES; way++)
    run->p2p.single_copy[way] = tn_mechanism_is_single_copy(point->mechanism);
  run->call = point->call;
  run->call.epoch = 0;
  run->call.layout = &run->layout;
  run->call.p2p = &run->p2p;
  const int n_slots = tn_bench_slots(&point->bench, &run->call);
  run->crowded = point->bench.algorithm->runs->strands_per_core &&
                 point->bench.algorithm->runs->strands_per_core(&run->call) > 1;
  for (int i = 0; i < places->n; i++)
    for (int j = 0; j < i; j++)
      run->crowded = run->crowded || places->pu[i] == places->pu[j];
  run->barrier_slot = (n_slots + TN_LINE_SLOTS - 1) / TN_LINE_SLOTS * TN_LINE_SLOTS;
  run->flag_stride = (size_t)run->barrier_slot + (size_t)tn_barrier_slots(run->n_ranks);
  run->sizes = g_new0(struct tn_sizes, run->n_ranks);
  struct tn_bench bench = point->bench;
  /* calls of the first batch, which have roots of their own under imb-old */
  bench.warmup += TN_REAL_LEAST;
  for (int r = 0; r < run->n_ranks; r++) {
    struct tn_call call = run->call;
    call.rank = r;
    run->sizes[r] = tn_bench_sizes(&bench, &call);
  }
  for (int r = 0; r < run->n_ranks; r++)
    if (places->pu[r] >= tn_host_n_pus(point->host))
      return tn_real_refuse(error, FAILED, "rank %d needs processing unit %d (this machine has %d)",
                            r, places->pu[r], tn_host_n_pus(point->host));
  if (!tn_real_has(point->mechanism, error) || !map_shared(run, error))
    return false;
  run->shared->batch = tn_batch_first(run->point);
  for (int r = 0; r < run->n_ranks; r++)
    atomic_store(&run->shared->ranks[r].awaited_rank, -1);
  return tn_memory_prepare(run, error);
}

/* Forks a rank. *ret_end: parent's end of a pipe that closes when the rank ends; later forks do not
 * inherit the other end. */
static bool start(struct tn_real_run *run, int rank, int *ret_end, pid_t *ret_pid, GError **error)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) == 0) {
    fflush(NULL);
    const pid_t pid = tn_process_fork();
    if (pid == 0)
      tn_rank_main(run, rank);
    const int why = errno;
    close(ends[1]);
    if (pid > 0) {
      *ret_end = ends[0];
      *ret_pid = pid;
      return true;
    }
    close(ends[0]);
    errno = why;
  }
  return tn_real_refuse(error, FAILED, "cannot start the process of rank %d: %s", rank,
                        g_strerror(errno));
}

static bool run_ranks(struct tn_real_run *run, GError **error)
{
  g_autofree int *ends = g_new(int, run->n_ranks);
  g_autofree pid_t *pids = g_new0(pid_t, run->n_ranks);
  int n_started = 0;
  while (n_started < run->n_ranks && !tn_watch_is_stopped(run, error) &&
         start(run, n_started, &ends[n_started], &pids[n_started], error))
    n_started++;
  bool ok = n_started == run->n_ranks;
  if (ok)
    ok = tn_watch(run, ends, pids, error);
  else
    tn_watch_kill(n_started, pids);
  for (int r = 0; r < n_started; r++)
    close(ends[r]);
  return ok;
}

static double *take_times(const struct tn_real_run *run, const double *all, int n_calls)
{
  double *own = g_new(double, run->n_ranks *n_calls);
  for (int r = 0; r < run->n_ranks; r++)
    memcpy(own + (size_t)r * (size_t)n_calls,
           all + (size_t)r * (size_t)run->point->bench.repetitions, sizeof *own * (size_t)n_calls);
  return own;
}

bool tn_real_run(const struct tn_real_point *point, struct tn_real_times *ret, GError **error)
{
  struct tn_real_run run = {
    .point = point, .n_ranks = point->call.n_ranks, .parent = getpid(), .memory_fd = -1
  };
  const bool ok = prepare(&run, error) && run_ranks(&run, error);
  if (ok) {
    const int n_calls = run.shared->batch.done;
    *ret = (struct tn_real_times){ .n_ranks = run.n_ranks,
                                   .n_calls = n_calls,
                                   .entry = take_times(&run, run.entry, n_calls),
                                   .exit = take_times(&run, run.exit, n_calls),
                                   .notes = g_new(double, run.n_ranks *TN_REAL_NOTES),
                                   .meets_once = tn_protocol_meets_once(point->bench.protocol) };
    tn_messages_count(&run, ret->n_messages);
    if (run.phases) {
      ret->phases = g_new(struct tn_real_phase *, run.n_ranks);
      ret->n_phases = g_new(int, run.n_ranks);
    }
    for (int r = 0; r < run.n_ranks; r++) {
      const struct tn_rank_state *state = &run.shared->ranks[r];
      memcpy(ret->notes + (size_t)r * TN_REAL_NOTES, state->notes, sizeof state->notes);
      if (!run.phases)
        continue;
      ret->n_phases[r] = state->n_phases;
      ret->phases[r] = g_memdup2(run.phases + (size_t)r * TN_MAX_PHASES,
                                 sizeof **ret->phases * (size_t)state->n_phases);
    }
  }
  tn_memory_release(&run);
  if (run.shared)
    munmap(run.shared, run.shared_bytes);
  g_free(run.sizes);
  return ok;
}

void tn_real_times_clear(struct tn_real_times *times)
{
  for (int r = 0; times->phases && r < times->n_ranks; r++)
    g_free(times->phases[r]);
  g_free(times->phases);
  g_free(times->n_phases);
  g_free(times->notes);
  g_free(times->entry);
  g_free(times->exit);
  *times = (struct tn_real_times){ 0 };
}

struct tn_summary tn_real_summarise(const struct tn_real_times *times)
{
  return tn_summary_of(times->entry, times->exit, times->n_ranks, times->n_calls,
                       times->meets_once);
}
