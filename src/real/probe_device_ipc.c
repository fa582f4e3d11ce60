/* Measures access to a GPU's memory from outside: another process opens a buffer; a core loads from
 * it and stores to it. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "gpu.h"
#include "probe_device.h"
#include "shared.h"

enum { OPENER, OWNER, N_MEMBERS };
enum { N_OPENED = 4, LAZY_PEERS = 1 };
static const double opened_bytes[N_OPENED] = { 2 << 20, 8 << 20, 32 << 20, 128 << 20 };

static void ipc_body(struct tn_member *m)
{
  struct tn_gpu_handle *handles = (void *)m->shared;
  struct tn_sampler s;
  struct tn_gpu gpu;
  tn_gpu_begin(&gpu, m);
  for (int i = 0; m->rank == OWNER && i < N_OPENED; i++)
    TN_GPU_TRY(&gpu, cuIpcGetMemHandle, &handles[i], tn_gpu_memory(&gpu, (size_t)opened_bytes[i]));
  tn_member_barrier(m);
  tn_sampler_init(&s, N_OPENED, m->team->seconds);
  while (m->rank == OPENER && tn_sampler_turn(&s))
    for (int i = 0; i < N_OPENED; i++) {
      unsigned long long start;
      const double before = tn_clock_now();
      TN_GPU_TRY(&gpu, cuIpcOpenMemHandle_v2, &start, handles[i], LAZY_PEERS);
      tn_sampler_add(&s, i, tn_clock_now() - before);
      /* Close the buffer, so that the next opening takes the full time again. */
      TN_GPU_TRY(&gpu, cuIpcCloseMemHandle, start);
    }
  tn_sampler_costs(&s, m->results);
  tn_member_barrier(m);
}

bool tn_probe_device_ipc(struct tn_probe_round *round, GError **error)
{
  const int pus[N_MEMBERS] = { round->machine->device_pu, -1 };
  double t[N_MEMBERS * TN_TEAM_RESULTS];
  struct tn_line_fit fit;
  const struct tn_team team = { .n = N_MEMBERS,
                                .pus = pus,
                                .shared_bytes = N_OPENED * sizeof(struct tn_gpu_handle),
                                .body = ipc_body };
  if (!tn_probe_team(round, team, t, error))
    return false;
  const bool rises = tn_probe_line_through(N_OPENED, opened_bytes, t, NULL, &fit, NULL);
  if (!rises || fit.slope < 2 * fit.slope_error || fit.intercept <= 0) {
    tn_probe_found(round, (t[0] + t[1] + t[2] + t[3]) / N_OPENED, NAN, NAN, "ipc_open_time");
    return true;
  }
  tn_probe_found(round, fit.intercept, fit.intercept_error / fit.intercept, fit.residual,
                 "ipc_open_time");
  tn_probe_found_rate(round, &fit, "ipc_open_rate");
  return true;
}

enum { N_PIECES = 5, LEAST_PIECE = 64 };
enum { WRITE, READ_BACK = N_PIECES, N_MAPPED_TIMES = 2 * N_PIECES };

/* Returns managed memory that stays on the device; cores can access it. */
static unsigned char *mapped_new(struct tn_gpu *gpu, size_t bytes)
{
  enum { ON_DEVICE = 1, PREFER = 3, FOR_ALL = 1 };
  const struct tn_gpu_location there = { ON_DEVICE, gpu->device };
  unsigned long long start;
  if (tn_gpu_ask(gpu, TN_GPU_IS_MAPPED) == 0)
    tn_member_refuse(gpu->member, "cores do not reach this device's memory without gdrcopy");
  if (!gpu->cuMemAdvise_v2 || !gpu->cuMemPrefetchAsync_v2)
    tn_member_refuse(gpu->member, "the driver is older than CUDA 12.2");
  TN_GPU_TRY(gpu, cuMemAllocManaged, &start, bytes, FOR_ALL);
  TN_GPU_TRY(gpu, cuMemAdvise_v2, start, bytes, PREFER, there);
  TN_GPU_TRY(gpu, cuMemPrefetchAsync_v2, start, bytes, there, 0, NULL);
  TN_GPU_TRY(gpu, cuStreamSynchronize, NULL);
  /* Managed memory has the same address on host and device. */
  return (unsigned char *)(uintptr_t)start;
}

static void mapped_body(struct tn_member *m)
{
  static unsigned char own[LEAST_PIECE << (3 * (N_PIECES - 1))];
  const struct tn_probe_machine *machine = m->team->plan;
  struct tn_gpu gpu;
  struct tn_sampler s;
  size_t at = 0;
  tn_gpu_begin(&gpu, m);
  /* Cores may cache device memory, so each access uses a piece that has left the caches. */
  const size_t room = tn_gpu_spare(&gpu, MAX(4 * machine->llc, (size_t)64 << 20));
  unsigned char *there = mapped_new(&gpu, room);
  memset(own, 1, sizeof own);
  tn_sampler_init(&s, N_MAPPED_TIMES, m->team->seconds);
  while (tn_sampler_turn(&s))
    for (int i = 0; i < N_MAPPED_TIMES; i++, at += sizeof own) {
      const size_t bytes = (size_t)LEAST_PIECE << (3 * (i % N_PIECES));
      unsigned char *piece = there + at % (room - sizeof own) / LEAST_PIECE * LEAST_PIECE;
      const bool is_write = i < READ_BACK;
      const double before = tn_clock_now();
      memcpy(is_write ? piece : own, is_write ? own : piece, bytes);
      atomic_thread_fence(memory_order_seq_cst);
      tn_sampler_add(&s, i, tn_clock_now() - before);
    }
  tn_sampler_costs(&s, m->results);
}

bool tn_probe_device_mapped(struct tn_probe_round *round, GError **error)
{
  static const char *const rates[] = { "mapped_write_rate", "mapped_read_rate" };
  static const char *const times[] = { "mapped_write_time", "mapped_read_time" };
  double t[TN_TEAM_RESULTS], bytes[N_PIECES];
  if (!tn_device_measure(round, mapped_body, t, error))
    return false;
  for (int i = 0; i < N_PIECES; i++)
    bytes[i] = LEAST_PIECE << (3 * i);
  for (int i = 0; i < 2; i++) {
    struct tn_line_fit fit;
    if (!tn_probe_line_through(N_PIECES, bytes, t + i * N_PIECES, NULL, &fit, error))
      return false;
    const double time = fmax(fit.intercept, 0);
    tn_probe_found(round, time, time > 0 ? fit.intercept_error / time : NAN, NAN, "%s", times[i]);
    tn_probe_found_rate(round, &fit, rates[i]);
  }
  return true;
}
